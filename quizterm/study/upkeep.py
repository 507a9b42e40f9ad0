"""What keeps the learner's data safe and may happen beside everything else: a daily backup, and a look for damage."""

from pathlib import Path

from quizterm.store.connection import backup_folder
from quizterm.study.session import Study


def keep_safe(study: Study) -> None:
    """Look for damage, thoroughly once a study day, and back the database up then. May run in a thread of its own.

    Raises:
        StoreError: the database is damaged, so that no backup is replaced; or the backup cannot be written.
    """
    if back_up_once_a_day(study) is None:
        study.store.verify(thorough=False)


def back_up_once_a_day(study: Study) -> Path | None:
    """The backup of this study day; None where there is one already. Looks for damage before it makes one.

    Raises as `keep_safe` does.
    """
    return study.store.backup(backup_folder(study.store.path), study.now().day)
