"""Encoding: a state as a short text and back; the text is the same on every platform."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Iterator
from zlib import crc32

from fragma_dsl.play.layout import Layout, Members, Scalar, Sequence
from fragma_dsl.play.state import State, freeze, thaw
from fragma_dsl.play.tiles import tile_pieces
from fragma_dsl.play.view import held


def encode(state: State) -> str:
    """Write a state as letters, digits, `-` and `_`.

    Each slot is zigzag coded in groups of seven bits, lowest first; a run of zeros is a zero and
    its length. A CRC-32 of these bytes follows them.
    """
    packed = bytearray()
    zeros = 0
    for slot in thaw(state):
        if slot == 0:
            zeros += 1
            continue
        pack_zeros(packed, zeros)
        zeros = 0
        pack(packed, 2 * slot if slot > 0 else -2 * slot - 1)
    pack_zeros(packed, zeros)
    packed += crc32(packed).to_bytes(4, "big")
    return urlsafe_b64encode(packed).rstrip(b"=").decode("ascii")


def pack_zeros(packed: bytearray, zeros: int) -> None:
    """Add a run of zeros, if there is one."""
    if zeros:
        packed.append(0)
        pack(packed, zeros)


def pack(packed: bytearray, number: int) -> None:
    """Add a natural number."""
    while number > 127:
        packed.append(number & 127 | 128)
        number >>= 7
    packed.append(number)


def decode_text(text: str, layout: Layout) -> State:
    """Read a state; a ValueError says what is wrong with a text that does not fit the layout."""
    try:
        packed = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (Error, UnicodeEncodeError) as error:
        raise ValueError("it is not written in letters, digits, - and _") from error
    if len(packed) < 4 or crc32(packed[:-4]) != int.from_bytes(packed[-4:], "big"):
        raise ValueError("it is damaged: its checksum is wrong")
    slots = unpack(packed[:-4], layout.size)
    check_slots(slots, layout)
    return freeze(slots)


def unpack(packed: bytes, size: int) -> list[int]:
    """Read exactly `size` slots."""
    slots: list[int] = []
    numbers = naturals(packed)
    for number in numbers:
        run = next(numbers, 0) if number == 0 else 1
        if len(slots) + run > size:
            break
        slots.extend([0] * run if number == 0 else [(number >> 1) ^ -(number & 1)])
    else:
        if len(slots) == size:
            return slots
    raise ValueError("it has another number of slots than the states of this game")


def naturals(packed: bytes) -> Iterator[int]:
    """Read natural numbers, lowest seven bits first."""
    number = shift = 0
    for byte in packed:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0


def check_slots(slots: list[int], layout: Layout) -> None:
    """Raise ValueError where a slot holds what no state can, such as a piece too many."""
    if any(not -(2**31) <= slot < 2**31 for slot in slots):
        raise ValueError("it has a number beyond 32 bits")
    for variable in layout.variables:
        for start in range(variable.offset, variable.offset + variable.size, variable.width):
            run = slots[start : start + variable.width]
            if not fits(run, variable.shape):
                raise ValueError(f"it has a value out of range for `{variable.name}`")
    counts = [0] * len(layout.pieces)
    for place in layout.places:
        run = slots[place.offset : place.offset + place.size]
        top = None if place.holds == "many" else len(layout.pieces)
        if any(slot < 0 or (top is not None and slot > top) for slot in run):
            raise ValueError(f"it has a piece on `{place.name}` that there is not")
        if place.holds == "many" and sum(run) > 2**16:
            raise ValueError(f"it has too many pieces on `{place.name}`")
        for piece in held(place, tuple(run)):
            counts[piece] += 1
    for piece in tile_pieces(slots, layout):
        if not 0 <= piece < len(counts):
            raise ValueError("it has a tile that there is not")
        counts[piece] += 1
    boxed = slots[layout.box : layout.box + len(layout.pieces)]
    for entry, count, box in zip(layout.pieces, counts, boxed, strict=True):
        fits_box = box == -1 if entry.count is None else box >= 0 and box + count == entry.count
        if not fits_box:
            raise ValueError(f"it has another number of `{entry.name}` than the game")


def fits(run: list[int], shape: Scalar | Members | Sequence) -> bool:
    """Whether slots hold a value of a shape."""
    match shape:
        case Scalar(low, high):
            return low <= run[0] <= high
        case Members():
            return all(slot in (0, 1) for slot in run)
        case Sequence(low, high, size):
            length = run[0]
            return (
                0 <= length <= size
                and all(low <= slot <= high for slot in run[1 : 1 + length])
                and not any(run[1 + length :])
            )
