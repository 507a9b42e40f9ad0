"""The Textual app: the only importer of Textual. `app.run` is its door."""
