"""Invariants: an entry of `invariants` to a property of every game."""

import re
from typing import cast

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.schema import INVARIANT_FORMS
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.said import say

_PROBABILITY = re.compile(r"0\.[0-9]{1,9}", re.ASCII)


def make_invariant(entry: v.Entry, problems: list[Problem]) -> t.InvariantDecl | None:
    """Make an invariant; None where it says nothing that could be tested."""
    if not isinstance(entry.value, v.Fields):
        return None
    fields = entry.value
    form = next((key for key in fields.keys if key in INVARIANT_FORMS), None)
    if form is None:
        known = ", ".join(f"`{word}`" for word in INVARIANT_FORMS)
        problems.append(
            p.MissingKey(
                entry.name.span, "an invariant", "always", say("or one of {known}", known=known)
            )
        )
        return None
    found = fields.find(form, v.Script)
    value = t.Bad(fields.keys[form].span) if found is None else cast(t.Expression, found.node)
    probability = _probability(fields, problems)
    if fields.has("probability") and form != "within":
        span = fields.keys["probability"].span
        problems.append(
            p.BadForm(span, say("`{form}` alone", form=form), advice="it goes with `within`")
        )
    about = fields.find("about", t.Text)
    return t.InvariantDecl(
        entry.name, about, cast(t.InvariantForm, form), value, probability, entry.span
    )


def _probability(fields: v.Fields, problems: list[Problem]) -> float | None:
    written = fields.find("probability", t.Identifier)
    if written is None:
        return None
    if _PROBABILITY.fullmatch(written.text) and float(written.text) > 0:
        return float(written.text)
    advice = "leave it out where every game ends so" if written.text in ("1", "1.0") else None
    expected = "a probability between 0 and 1 like `0.95`"
    problems.append(p.BadForm(written.span, expected, advice=advice))
    return None
