"""Programs that talk to others: sockets, message queues, the kernel's inner doors."""

from tests.attacks.attack import attack, refused, refused_call

PROGRAMS = {
    "TCP": refused("import socket\nsocket.create_connection(('127.0.0.1', PORT))\n"),
    "UDP": refused("import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"),
    "a server": refused("import socket\nsocket.create_server(('127.0.0.1', 0))\n"),
    "a Unix socket": refused("import socket\nsocket.socket(socket.AF_UNIX).connect(SOCKET)\n"),
    "netlink": refused("import socket\nsocket.socket(socket.AF_NETLINK, socket.SOCK_RAW)\n"),
    "raw packets": refused("import socket\nsocket.socket(socket.AF_PACKET, socket.SOCK_RAW)\n"),
    "the kernel's ciphers": refused("import socket\nsocket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)\n"),
    "a pair that sends elsewhere": refused(
        """
import socket
one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
one.sendto(b'hello', SOCKET)
"""
    ),
    "a name server": attack("import socket\nsocket.getaddrinfo('example.org', 80)\n", "load", says="gaierror"),
    "a web page": attack(
        "import urllib.request\nurllib.request.urlopen(f'http://127.0.0.1:{PORT}/')\n", "load", says="not permitted"
    ),
    "io_uring": refused_call("io_uring_setup", 8, b"\0" * 128),
    "shared memory of System V": refused_call("shmget", 0, 4096, 0o1600),
    "messages of System V": refused_call("msgget", 0, 0o1600),
    "a message queue": refused_call("mq_open", b"quizterm", 0o102, 0o600, 0),
    "BPF": refused_call("bpf", 0, 0, 0),
    "performance counters": refused_call("perf_event_open", b"\0" * 128, 0, -1, -1, 0),
    "keys": refused_call("keyctl", 0, 0, 0, 0, 0),
    "page faults": refused_call("userfaultfd", 0),
    "a call from the future": attack("syscall(1000)\n", "load", says="Function not implemented"),
    "calls by their second numbers": attack(  # x86-64 only; elsewhere there is no such call
        "syscall(0x40000000 + 39)\n", "crash", "load"
    ),
}
