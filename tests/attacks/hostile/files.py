"""Programs that read, change or hide files: the learner's database, the exercise's answers, Python itself."""

from tests.attacks.attack import attack, refused, refused_call

PROGRAMS = {
    "read the database": refused("open(DATABASE, 'rb').read()\n"),
    "write through SQLite": attack(
        """
import sqlite3
with sqlite3.connect(DATABASE) as database:
    database.execute('insert into events values (1)')
""",
        "load",
        says="unable to open database file",
    ),
    "delete the database": refused("import os\nos.remove(DATABASE)\n"),
    "empty the database": refused("open(DATABASE, 'w').close()\n"),
    "truncate by name": refused("import os\nos.truncate(DATABASE, 0)\n"),
    "truncate while reading": refused("import os\nos.open(DATABASE, os.O_RDONLY | os.O_TRUNC)\n"),
    "truncate below Python": refused_call("openat", -100, "DATABASE.encode()", 0o1000, 0),
    "close the database to its owner": refused("import os\nos.chmod(DATABASE, 0)\n"),
    "give the database away": refused("import os\nos.chown(DATABASE, 1, 1)\n"),
    "make the database old": refused("import os\nos.utime(DATABASE, (0, 0))\n"),
    "mark the database": refused("import os\nos.setxattr(DATABASE, 'user.mark', b'x')\n"),
    "rename the database": refused("import os\nos.rename(DATABASE, DATABASE + MARK)\n"),
    "replace the database": refused("import os\nos.symlink('/dev/null', DATABASE + MARK)\n"),
    "a second name for the database": refused("import os\nos.link(DATABASE, DATABASE + MARK)\n"),
    "delete the home folder": refused("import shutil\nshutil.rmtree(HOME)\n"),
    "list the home folder": refused("import os\nos.listdir(HOME)\n"),
    "new files at home": refused("open(f'{HOME}/{MARK}', 'w').write('x')\n"),
    "a new folder at home": refused("import os\nos.mkdir(f'{HOME}/{MARK}')\n"),
    "a pipe at home": refused("import os\nos.mkfifo(f'{HOME}/{MARK}')\n"),
    "a line for the shell": refused("open(f'{HOME}/.bashrc', 'a').write('echo hello')\n"),
    "another exercise's file": refused("open(f'{HOME}/workspace/engine.py', 'a').write('x')\n"),
    "fill the disk with one file": refused(
        "with open(MARK, 'wb') as file:\n    while True: file.write(bytes(1 << 20))\n"
    ),
    "fill the disk with many files": refused("for name in range(1_000): open(f'/tmp/{MARK}{name}', 'w').close()\n"),
    "temporary files": refused("import tempfile\ntempfile.NamedTemporaryFile(dir='/var/tmp', prefix=MARK)\n"),
    "files in memory": refused("open(f'/dev/shm/{MARK}', 'w').write('x')\n"),
    "read the passwords": refused("open('/etc/shadow').read()\n"),
    "list the users": refused("open('/etc/passwd').read()\n"),
    "list the processes": refused("import os\nos.listdir('/proc')\n"),
    "read the exercise's answers": refused("open(f'{EXERCISE}/reference.py').read()\n"),
    "read the exercise's experiments": refused("open(f'{EXERCISE}/experiments.py').read()\n"),
    "read the shipped solutions": refused("open(f'{SHIPPED}/engine/solution.py').read()\n"),
    "read quizterm": refused("import quizterm\nopen(quizterm.__file__).read()\n"),
    "change torch": refused("import torch\nopen(torch.__file__, 'r+')\n"),
    "poison compiled Python": refused("import json\nopen(json.__cached__, 'r+b')\n"),
    "flags of a library file": refused("import fcntl, json\nfcntl.ioctl(open(json.__file__), 0x40086602, 0)\n"),
    "type into the terminal": refused("import fcntl, termios\nfcntl.ioctl(0, termios.TIOCSTI, b'x')\n"),
    "open the terminal": refused("open('/dev/tty', 'w')\n"),
    "write to its own memory": refused("open('/proc/self/mem', 'r+b')\n"),
    "mount": refused_call("mount", b"none", "HOME.encode()", b"tmpfs", 0, 0),
    "another root": refused("import os\nos.chroot('/tmp')\n"),
    "open by handle": refused_call("open_by_handle_at", -100, 0, 0),
    "watch the disk": refused_call("fanotify_init", 0, 0),
}
