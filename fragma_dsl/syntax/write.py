"""Write: the fields of a game to a rule file that reads back as they are; any schema will do."""

import re
from collections.abc import Iterator

from fragma_dsl.syntax import shape as s
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.unparse import (
    unparse_block,
    unparse_expression,
    unparse_signature,
    unparse_type,
)

_INDENT = "  "
_WIDTH = 100
_TYPES = (t.TypeName, t.TypeOf, t.RangeType, t.SetType, t.ListType, t.OptionalType)
_UNSAFE = re.compile(r"^[-?:,\[\]{}#&*!|>'\"%@`\s]|: | #|:$|\s$|[\n\t\\]|^$")
_FLOW_SIGN = re.compile(r"[,\[\]{}]")


def write_file(fields: v.Fields, shape: s.RecordShape) -> str:
    """Write a whole file, its keys in the order of the schema, with a free line between maps."""
    parts = [
        "".join(f"{line}\n" for line in _entry(key.name, fields.values.get(key.name)))
        for key in shape.keys
        if fields.has(key.name)
    ]
    text = ""
    for part in parts:
        apart = text and ("\n" in part[:-1] or text[:-1].rpartition("\n")[2].startswith(" "))
        text += f"\n{part}" if apart else part
    return text


def write_value(value: v.Value | None) -> str:
    """Write a value on its own, over as many lines as it needs."""
    if isinstance(value, t.Block):
        return unparse_block(value).rstrip("\n")
    if isinstance(value, v.Script):
        return _script(value)
    if isinstance(value, t.Identifier):
        return value.text.rstrip("\n")
    lines = list(_entry("", value))
    inline = lines[0].removeprefix(": ") if lines[0].startswith(": ") else None
    rest = [line.removeprefix(_INDENT) for line in lines[1:]]
    return "\n".join(rest if inline is None else [inline, *rest])


def _entry(key: str, value: v.Value | None) -> Iterator[str]:
    """Write a key with its value: in one line where that is short, else over several."""
    flow = _flow(value)
    if flow is not None and (len(key) + len(flow) + 2 <= _WIDTH or not _is_group(value)):
        yield f"{key}: {flow}".rstrip()
        return
    match value:
        case t.Block() | v.Script() | t.Identifier():
            yield from _literal(f"{key}: ", _text_of(value))
        case v.Items(items=items):
            yield f"{key}:"
            for item in items:
                yield from (f"{_INDENT}{line}" for line in _item(item))
        case _:
            yield f"{key}:"
            for name, part in _parts(value):
                yield from (_INDENT + line if line else line for line in _entry(name, part))


def _is_group(value: v.Value | None) -> bool:
    return isinstance(value, v.Items | v.Entries | v.Fields) or (
        isinstance(value, t.Text) and list(value.by_language) != [""]
    )


def _parts(value: v.Value | None) -> Iterator[tuple[str, v.Value | None]]:
    """Run through what a map holds."""
    match value:
        case t.Text(by_language=texts, span=span):
            for language, text in texts.items():
                yield language, t.Text({"": text}, span)
        case v.Fields(keys=keys, values=values):
            yield from ((key, values[key]) for key in keys)
        case v.Entries(entries=entries):
            for entry in entries:
                signature = entry.signature
                name = _scalar(entry.name.text, True)
                if signature is not None:
                    name = unparse_signature(entry.name, signature.parameters)
                yield name, entry.value


def _text_of(value: t.Block | v.Script | t.Identifier) -> str:
    match value:
        case t.Block():
            return unparse_block(value)
        case v.Script():
            return f"{_script(value)}\n"
        case t.Identifier(text=text):
            return text


def _script(value: v.Script) -> str:
    node = value.node
    return unparse_type(node) if isinstance(node, _TYPES) else unparse_expression(node)


def _literal(lead: str, text: str) -> Iterator[str]:
    """Write a text in the `|` form."""
    deep = _INDENT
    sign = "|" if text.endswith("\n") else "|-"
    if text.lstrip("\n").startswith(" "):
        sign = f"|{len(deep)}{sign[1:]}"
    yield f"{lead}{sign}"
    for line in text.removesuffix("\n").split("\n"):
        yield f"{deep}{line}".rstrip()


def _item(value: v.Value) -> Iterator[str]:
    flow = _flow(value)
    if flow is not None:
        yield f"- {flow}"
    elif isinstance(value, t.Block | v.Script | t.Identifier):
        yield from _literal("- ", _text_of(value))
    else:
        lines = [line for name, part in _parts(value) for line in _entry(name, part)]
        yield from (f"{_INDENT if i else '- '}{line}" for i, line in enumerate(lines))


# ---- in one line


def _flow(value: v.Value | None, inside: bool = False) -> str | None:
    """Write a value in one line; None where it needs more."""
    match value:
        case None:
            return ""
        case v.Number(value=number):
            return str(number)
        case t.Identifier(text=text):
            return None if "\n" in text else _scalar(text, inside)
        case t.Text(by_language=texts) if list(texts) == [""]:
            return _scalar(texts[""], inside)
        case t.Block():
            return _plain_script(unparse_block(value).rstrip("\n"), inside)
        case v.Script():
            return _plain_script(_script(value), inside)
        case v.Items(items=items):
            parts = [_flow(item, True) for item in items]
            return None if None in parts else f"[{', '.join(map(str, parts))}]"
        case _:
            return _flow_map(value)


def _flow_map(value: v.Value) -> str | None:
    """Write a map in braces where no map with several keys lies in it."""
    pairs = [(name, part, _flow(part, True)) for name, part in _parts(value)]
    has_script = any(isinstance(part, t.Block) for _, part, _ in pairs)
    if has_script or any(flow is None or "{" in flow or "(" in name for name, _, flow in pairs):
        return None
    return "{" + ", ".join(f"{name}: {flow}" for name, _, flow in pairs) + "}"


def _plain_script(text: str, inside: bool) -> str | None:
    """Give a script as a plain scalar; None where YAML would claim some of it."""
    if _UNSAFE.search(text) or (inside and _FLOW_SIGN.search(text)):
        return None
    return text


def _scalar(text: str, inside: bool) -> str:
    """Write a text, in quotes where it would be read as something else."""
    if not _UNSAFE.search(text) and not (inside and _FLOW_SIGN.search(text)) and text.isprintable():
        return text
    signs = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
    return '"' + "".join(signs.get(c, c if c.isprintable() else _escape(c)) for c in text) + '"'


def _escape(char: str) -> str:
    return f"\\U{ord(char):08X}"
