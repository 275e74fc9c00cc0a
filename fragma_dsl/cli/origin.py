"""Origin: a part of a game in, the files and lines that it comes from out."""

from typing import Annotated

import typer

from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.settings import FileArgument, setting_of
from fragma_dsl.semantics.forks import Layer, find_origin
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.said import say


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
        close = nearest(path, known)
        more = say("; did you mean `{close}`?", close=close) if close else ""
        raise CliFailure(
            say("{file} has no `{path}`{more}", file=resolved.file.name.text, path=path, more=more),
            PROBLEMS,
        )
    for layer in layers:
        typer.echo(shown(layer))


def shown(layer: Layer) -> str:
    """Write what a file does, with the first line of where it does so."""
    first = layer.span.text.split("\n")[0].strip()
    return f"{layer.span}: {layer.verb} by {layer.file}: {first}"
