"""The use cases: the one door for both front ends."""
