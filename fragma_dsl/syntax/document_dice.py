"""Dice: an entry of `dice` to a die with its faces and weights."""

import re

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.words import RESERVED, is_name, is_whole
from fragma_dsl.text.problem import Fix, Problem
from fragma_dsl.text.said import say

_RANGE = re.compile(r"(-?[0-9]{1,6})\s*\.\.\s*(-?[0-9]{1,6})")
_SIDES = re.compile(r"[2-9]|[1-9][0-9]{1,2}")
MAX_FACES = 1000
WEIGHTED = "give a face that is more likely a weight: `{red: 2, green: 1}`"


def make_die(entry: v.Entry, problems: list[Problem], part: str = "face") -> t.DieDecl:
    """Make a die; one without faces where they are mistaken, so that the die at least is known.

    `part` is what messages call a face where the values are of something else.
    """
    match entry.value:
        case t.Identifier():
            return _from_range(entry, entry.value, problems, part)
        case v.Items(items=items):
            faces = tuple(item for item in items if isinstance(item, t.Identifier))
            weights = (1,) * len(faces)
        case v.Entries(entries=entries):
            faces = tuple(face.name for face in entries)
            weights = tuple(_weight(face) for face in entries)
        case _:
            return t.DieDecl(entry.name, (), (), entry.span)
    if not faces:
        problems.append(p.EmptyText(entry.value.span, say("at least one {part}", part=part)))
    else:
        check_faces(faces, problems, part)
    return t.DieDecl(entry.name, faces, weights, entry.span)


def _weight(face: v.Entry) -> int:
    """Give a face's weight, 1 where it is mistaken, so that the face at least is known."""
    return face.value.value if isinstance(face.value, v.Number) else 1


def _from_range(
    entry: v.Entry, text: t.Identifier, problems: list[Problem], part: str
) -> t.DieDecl:
    found = _RANGE.fullmatch(text.text.strip())
    low, high = (int(found[1]), int(found[2])) if found else (1, 0)
    if not 0 <= high - low < MAX_FACES:
        expected = say("a list of {parts} or a range like `1..6`", parts=f"{part}s")
        sides = text.text.strip()
        fix = Fix(text.span, f"1..{sides}") if _SIDES.fullmatch(sides) else None
        problems.append(p.BadForm(text.span, expected, known_fix=fix))
        return t.DieDecl(entry.name, (), (), entry.span)
    faces = tuple(t.Identifier(str(face), text.span) for face in range(low, high + 1))
    return t.DieDecl(entry.name, faces, (1,) * len(faces), entry.span)


def check_faces(faces: tuple[t.Identifier, ...], problems: list[Problem], part: str) -> None:
    """Report faces that are neither all names nor all numbers, or stand twice as names."""
    numeric = is_whole(faces[0].text)
    first: dict[str, t.Identifier] = {}
    for face in faces:
        if numeric and not is_whole(face.text):
            problems.append(
                p.BadForm(face.span, say("a whole number like the other {parts}", parts=f"{part}s"))
            )
        elif not numeric and not is_name(face.text):
            problems.append(p.BadName(face.span, face.text))
        elif face.text in RESERVED:
            problems.append(p.ReservedName(face.span, face.text))
        elif not numeric and face.text in first:
            advice = WEIGHTED if part == "face" else None
            earlier = first[face.text].span
            problems.append(p.RepeatedName(face.span, earlier, face.text, advice=advice))
        first.setdefault(face.text, face)
