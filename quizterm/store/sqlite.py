"""Which SQLite Python has."""

import sqlite3


def sqlite_version() -> str:
    return sqlite3.sqlite_version
