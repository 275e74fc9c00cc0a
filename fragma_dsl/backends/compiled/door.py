"""Door: what machine code and those who call it agree upon."""

DOOR = "fragma_"
"""How the names of functions begin by which others call those of a module."""

OVERFULL, BAD_INDEX = -1, -2
"""The status where a set has no room, and where an index is out of range; a fault k has k + 2."""
