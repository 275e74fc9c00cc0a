"""Colour: the colour of a disc in, dark or light ink that can be read on it out."""

DARK_NAMES = frozenset(
    ("black", "navy", "blue", "darkblue", "mediumblue", "green", "darkgreen", "teal", "maroon",
     "purple", "indigo", "brown", "red", "crimson", "firebrick", "darkred", "sienna", "gray",
     "saddlebrown", "grey", "dimgray", "dimgrey", "slategray", "magenta", "darkmagenta",
     "royalblue", "steelblue", "forestgreen", "seagreen", "midnightblue")
)  # fmt: skip
DARK_INK, LIGHT_INK = "#1d1a15", "#ffffff"


def ink_on(colour: str) -> str:
    """Give the ink for a symbol on a CSS colour, named or as `#rgb` or `#rrggbb`."""
    parts = _read_hex(colour)
    if parts is None:
        return LIGHT_INK if colour.casefold() in DARK_NAMES else DARK_INK
    red, green, blue = parts
    return LIGHT_INK if 0.299 * red + 0.587 * green + 0.114 * blue < 140 else DARK_INK


def _read_hex(colour: str) -> tuple[int, int, int] | None:
    digits = colour.removeprefix("#")
    if digits == colour or len(digits) not in (3, 6):
        return None
    if not all(digit in "0123456789abcdefABCDEF" for digit in digits):
        return None
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
