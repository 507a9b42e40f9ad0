"""Fits the 21 weights of FSRS-6 to a log. Imports torch: only the process that `worker` starts imports this."""
