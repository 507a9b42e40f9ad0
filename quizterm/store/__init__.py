"""The learner's data: SQLite through SQLAlchemy Core."""
