"""Compiled code as text, for the referee to send what a child would have to compile anew.

To be unpacked only from where code is trusted, by the same Python that packed it.
"""

import base64
import marshal
from types import CodeType


def pack(code: CodeType) -> str:
    return base64.b64encode(marshal.dumps(code)).decode("ascii")


def unpack(text: str) -> CodeType:
    code: CodeType = marshal.loads(base64.b64decode(text))
    return code
