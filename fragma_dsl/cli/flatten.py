"""Flatten: a fork in, the whole game that it stands for out, as one file."""

from pathlib import Path
from typing import Annotated

import typer

from fragma_dsl.cli.settings import FileArgument, setting_of
from fragma_dsl.cli.writing import write_text
from fragma_dsl.syntax.schema import VARIANT
from fragma_dsl.syntax.write import write_file


def command(
    file: FileArgument,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write it to this file.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a file.")] = False,
) -> None:
    """Write a fork with all that it extends and uses as one rule file, which plays the same
    game."""
    resolved = setting_of(file).analyse_well().resolved
    assert resolved is not None
    text = write_file(resolved.fields, VARIANT)
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_text(output, text, overwrite)
