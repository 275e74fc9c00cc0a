"""Counted: a number and the word for one thing in, `1 file` or `2 files` out."""


def counted(number: int, what: str) -> str:
    """Write a number of things."""
    return f"{number} {what}{'' if number == 1 else 's'}"
