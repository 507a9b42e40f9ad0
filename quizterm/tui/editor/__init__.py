"""The editor of the workbench: what its keys do to a text, and the widget."""
