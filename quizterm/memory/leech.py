"""Leeches: items that are forgotten so often that asking them once more helps nobody."""


def becomes_leech(lapses_before: int, lapses: int, threshold: int) -> bool:
    """Whether an answer that led from one number of lapses to another one makes an item a leech, for the first time or
    again: at the threshold, then each time half as many have come on top.

    Args:
        threshold: 0 for never.
    """
    if threshold == 0 or lapses == lapses_before or lapses < threshold:
        return False
    return (lapses - threshold) % max(1, threshold // 2) == 0
