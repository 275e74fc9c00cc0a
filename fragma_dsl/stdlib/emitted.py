"""Emitted: how the compiled backend writes the builtins on numbers, sets and lists; see
library.emission."""

from fragma_dsl.library.emission import Call, Coder, Expr, Form
from fragma_dsl.library.types import INT_HIGH, INT_LOW

# ---- numbers


def absolute(c: Coder, call: Call, number: Expr) -> str:
    low, _ = c.bounds(number)
    text = c.atom(number)
    if low == INT_LOW:
        c.fail_if(f"{text} == {INT_LOW}", "range", call.span)
    return f"abs({text})" if low < 0 else str(text)


def minimum(c: Coder, _call: Call, first: Expr, second: Expr) -> str:
    a = c.value(first)
    return f"min({a}, {c.value(second)})"


def maximum(c: Coder, _call: Call, first: Expr, second: Expr) -> str:
    a = c.value(first)
    return f"max({a}, {c.value(second)})"


def following(c: Coder, _call: Call, value: Expr, size: Expr) -> str:
    return f"(({c.value(value)} + 1) % {c.value(size)})"


def preceding(c: Coder, _call: Call, value: Expr, size: Expr) -> str:
    return f"(({c.value(value)} - 1) % {c.value(size)})"


# ---- sets and lists


def size(c: Coder, _call: Call, members: Expr) -> str:
    return str(c.eager(members).size(c))


def total(c: Coder, call: Call, members: Expr) -> str:
    form = c.eager(members)
    result = c.w.let("0")
    form.each(c, c.w.name("m"), lambda member: c.w.line(f"{result} += {member}"))
    reach = min(0, form.low * form.most), max(0, form.high * form.most)
    return str(c.in_range(result, reach, (INT_LOW, INT_HIGH), call.span))


def first(c: Coder, call: Call, members: Expr) -> str:
    text, found = c.eager(members).first(c)
    c.fail_if("False" if found == "True" else f"not {found}", "empty", call.span)
    return str(text)


def least(c: Coder, call: Call, members: Expr) -> str:
    form = c.eager(members)
    return first(c, call, members) if not form.is_list else extreme(c, call, form, "<")


def greatest(c: Coder, call: Call, members: Expr) -> str:
    return extreme(c, call, c.eager(members), ">")


def extreme(c: Coder, call: Call, form: Form, sign: str) -> str:
    found, best = c.w.let("False"), c.w.let("0")

    def take(member: str) -> None:
        with c.w.block(f"if not {found} or {member} {sign} {best}:"):
            c.w.line(f"{best} = {member}")
            c.w.line(f"{found} = True")

    form.each(c, c.w.name("m"), take)
    c.fail_if(f"not {found}", "empty", call.span)
    return str(best)


def only(c: Coder, call: Call, members: Expr) -> str:
    single = getattr(c.eager(members), "single", None)
    if single:
        return str(single)
    found, one, more = c.w.let("False"), c.w.let("0"), c.w.let("False")

    def take(member: str) -> None:
        with c.w.block(f"if {found} and {member} != {one}:"):
            c.w.line(f"{more} = True")
        c.w.line(f"{one} = {member}")
        c.w.line(f"{found} = True")

    c.eager(members).each(c, c.w.name("m"), take)
    c.fail_if(f"not {found}", "empty", call.span)
    c.fail_if(more, "size", call.span)
    return str(one)
