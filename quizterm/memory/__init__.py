"""When to ask again: study days, FSRS-6, steps and fuzz, and the fold of the event log. Pure: no clock, no files."""
