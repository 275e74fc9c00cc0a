"""Explain: the code of a problem or a fault in, what it means out."""

from textwrap import indent
from typing import Annotated

import typer

from fragma_dsl.cli.failure import CliFailure
from fragma_dsl.cli.speech import echo, spoken, told
from fragma_dsl.explained.examples import examples
from fragma_dsl.explained.kinds import explanations
from fragma_dsl.explained.pages import good_of
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.paragraphs import explained, first_sentence
from fragma_dsl.text.said import say


def command(
    code: Annotated[
        str | None, typer.Argument(metavar="[CODE]", help="As F201 or dead_end; none lists all.")
    ] = None,
) -> None:
    """Explain a kind of problem, or a fault, by its code."""
    known = explanations()
    if code is None:
        room = max(map(len, known))
        for name, text in known.items():
            typer.echo(f"{name:<{room}}  {told(first_sentence(text))}")
        return
    found = {name.lower(): name for name in known}.get(code.lower())
    if found is None:
        close = nearest(code, known)
        more = (
            say("; did you mean {close}?", close=close)
            if close
            else "; `fragma explain` lists all codes"
        )
        raise CliFailure(say("no problem has the code `{code}`{more}", code=code, more=more))
    typer.echo(f"{found}: {explained(known[found], spoken())}")
    example = examples().get(found)
    if example is not None:
        echo("\nAn example that has it:\n\n{example!s}", example=indented(example.bad))
        echo("\nWithout it:\n\n{example!s}", example=indented(good_of(example)))


def indented(text: str) -> str:
    """Set a fragment off from the words around it."""
    return indent(text.rstrip(), "    ")
