"""What keeps the learner's data safe and may happen beside everything else: a daily backup, and a look for damage."""

from quizterm.store.connection import backup_folder
from quizterm.study.session import Study


def keep_safe(study: Study) -> None:
    """Look for damage, thoroughly once a study day, and back the database up then. May run in a thread of its own.

    Raises:
        StoreError: the database is damaged, so that no backup is replaced; or the backup cannot be written.
    """
    if study.store.backup(backup_folder(study.store.path), study.now().day) is None:
        study.store.verify(thorough=False)
