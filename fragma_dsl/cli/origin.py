"""Origin: a part of a game in, the files and lines that it comes from out."""

from typing import Annotated

import typer

from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.settings import FileArgument, setting_of
from fragma_dsl.cli.speech import echo
from fragma_dsl.semantics.forks import Layer, find_origin
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.said import say

HOW = {
    "written": "written by",
    "mixed in": "mixed in by",
    "added": "added by",
    "waived": "waived by",
    "set": "set by",
    "set in a library": "set in a library by",
    "overridden": "overridden by",
    "overridden in a library": "overridden in a library by",
    "removed": "removed by",
    "removed in a library": "removed in a library by",
}
"""What a layer of a fork does, in words that stand before the name of its file."""


def command(
    file: FileArgument,
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="Such as turn, rules.duel or options.size.default")
    ],
) -> None:
    """Say which files and lines a part of a game comes from; the last is the one that counts."""
    resolved = setting_of(file).analyse_well().resolved
    assert resolved is not None
    layers = find_origin(resolved.layers, tuple(path.split(".")))
    if not layers:
        known = [".".join(one) for one in resolved.layers]
        inside = next((one for one in known if one.endswith(f".{path}")), None)
        close = inside or nearest(path, known)
        more = say("; did you mean `{close}`?", close=close) if close else ""
        raise CliFailure(
            say("{file} has no `{path}`{more}", file=resolved.file.name.text, path=path, more=more),
            PROBLEMS,
        )
    for layer in layers:
        show(layer)


def show(layer: Layer) -> None:
    """Print what a file does, with the first line of where it does so."""
    echo(
        "{place!s}: {how} {file!s}: {line!s}",
        place=layer.span,
        how=HOW[layer.verb],
        file=layer.file,
        line=layer.span.text.split("\n")[0].strip(),
    )
