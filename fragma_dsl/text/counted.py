"""Counted: a number and the word for one thing in, `1 file` or `2 files` out."""

from fragma_dsl.text.said import Said, say


def counted(number: int, what: str) -> Said:
    """Write a number of things."""
    return say(f"{{number}} {what}{'' if number == 1 else 's'}", number=number)
