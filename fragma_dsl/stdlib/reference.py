"""Reference: the declarations of the builtins in, their section of docs/language.md out.

`python -m fragma_dsl.stdlib.reference docs/language.md` writes it between its two marks.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from fragma_dsl.library.declare import Builtin
from fragma_dsl.library.types import INT_HIGH, Type, type_text
from fragma_dsl.stdlib import boards, lines, network, numbers, pieces, sets

BEGIN = "<!-- builtins: written by python -m fragma_dsl.stdlib.reference docs/language.md -->"
END = "<!-- end of builtins -->"
SHELVES = (
    ("Numbers, and steps around a circle", numbers.BUILTINS),
    ("Sets and lists", sets.BUILTINS),
    ("Boards", boards.BUILTINS),
    ("Lines", lines.BUILTINS),
    ("Network", network.BUILTINS),
    ("Pieces", pieces.BUILTINS),
)


def reference_lines() -> Iterator[str]:
    """Write the section line by line, a shelf after the other."""
    for title, builtins in SHELVES:
        yield f"### {title}"
        yield ""
        names = dict.fromkeys(builtin.name for builtin in builtins)
        for name in names:
            yield from name_lines([one for one in builtins if one.name == name])


def name_lines(forms: Sequence[Builtin]) -> Iterator[str]:
    """Write the forms of one name, then their examples."""
    for doc in dict.fromkeys(form.doc for form in forms):
        for form in forms:
            if form.doc == doc:
                yield f"**`{signature(form)}`** → `{plain(form.result)}`\\"
        yield doc
        yield ""
    for world in dict.fromkeys(example.world for form in forms for example in form.examples):
        examples = [one for form in forms for one in form.examples if one.world == world]
        width = max(len(example.text) for example in examples)
        yield f"```expr {world}"
        for example in examples:
            yield f"{example.text:{width}}  # == {example.equals}"
        yield "```"
        yield ""


def signature(form: Builtin) -> str:
    """Write a form as a call, with the types of its parameters."""
    required = [f"{plain(one.type)} {one.name}" for one in form.parameters if not one.optional]
    optional = [f", {plain(one.type)} {one.name}" for one in form.parameters if one.optional]
    more = "".join(f"[{text}]" for text in optional)
    return f"{form.name}({', '.join(required)}{more})"


def plain(type: Type) -> str:
    """Write a type without the bounds that only say that it has none."""
    text = re.sub(rf"\b\d\.\.{INT_HIGH}\b", "int", type_text(type))
    return text.replace(f" max {INT_HIGH}", "").replace("layer of ", "layer").strip()


def put_section(page: str) -> str:
    """Put the section between the marks of a page."""
    before, _, rest = page.partition(BEGIN)
    _, _, behind = rest.partition(END)
    section = "\n".join(reference_lines())
    return f"{before}{BEGIN}\n\n{section}\n{END}{behind}"


def main() -> None:
    """Rewrite the section of the page that the command line names."""
    path = Path(sys.argv[1])
    path.write_text(put_section(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
