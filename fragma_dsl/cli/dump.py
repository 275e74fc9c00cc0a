"""Dump: what a stage of the pipeline makes of a rule file."""

from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Annotated

import typer

from fragma_dsl.automaton.dump import dump_program
from fragma_dsl.automaton.nodes import Program
from fragma_dsl.backends.compiled.module import compile_program
from fragma_dsl.backends.compiled.refused import NotCompiledError
from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.settings import FileArgument, PlayersOption, SetOption, setting_of
from fragma_dsl.pipeline import Analysis
from fragma_dsl.syntax.yaml_tree import read_yaml
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span


class Stage(StrEnum):
    """The stages that can be shown."""

    yaml = "yaml"
    tree = "tree"
    model = "model"
    automaton = "automaton"
    source = "source"


def command(
    file: FileArgument,
    stage: Annotated[Stage, typer.Option(help="Which stage to show.")] = Stage.automaton,
    options: SetOption = None,
    players: PlayersOption = None,
) -> None:
    """Print what a stage makes of a rule file, as far as its mistakes allow."""
    setting = setting_of(file, options, players)
    analysis = setting.analyse()
    value = made(analysis, stage)
    if value is None:
        message = say(
            "{file} has problems and did not come as far as {stage!s}", file=file, stage=stage.value
        )
        raise CliFailure(say("{message}; see fragma validate", message=message), PROBLEMS)
    if stage is Stage.automaton and analysis.program is not None:
        typer.echo(dump_program(analysis.program), nl=False)
    elif stage is Stage.source and analysis.program is not None:
        typer.echo(source_of(analysis.program), nl=False)
    else:
        typer.echo("\n".join(outline(value)))


def made(analysis: Analysis, stage: Stage) -> object:
    """Give what a stage made, None where it did not come so far."""
    match stage:
        case Stage.yaml:
            return read_yaml(analysis.source).value
        case Stage.tree:
            return analysis.variant
        case Stage.model:
            return analysis.model
        case Stage.automaton | Stage.source:
            return analysis.program


def source_of(program: Program) -> str:
    """Give the module that the compiled backend makes of a program."""
    try:
        return compile_program(program).text.rstrip() + "\n"
    except NotCompiledError as error:
        message = say("{game} has no compiled form: {error}", game=program.game, error=str(error))
        raise CliFailure(
            say("{message}; the interpreter runs it", message=message), PROBLEMS
        ) from None


def outline(node: object, depth: int = 0, name: str = "") -> list[str]:
    """Write a node and, indented, what is in it; places in files are left out."""
    lead = "  " * depth + (f"{name}: " if name else "")
    if is_dataclass(node) and not isinstance(node, type):
        parts = [(field.name, getattr(node, field.name)) for field in fields(node)]
        parts = [(key, part) for key, part in parts if not isinstance(part, Span)]
        if all(is_plain(part) for _, part in parts):
            inside = ", ".join(f"{key}={part!r}" for key, part in parts)
            return [f"{lead}{type(node).__name__}({inside})"]
        lines = [f"{lead}{type(node).__name__}"]
    elif isinstance(node, dict):
        parts = [(str(key), part) for key, part in node.items()]
        lines = [f"{lead}{{}}" if not parts else lead.rstrip() or "-"]
    elif isinstance(node, tuple | list) and node:
        parts = [("-", part) for part in node]
        lines = [lead.rstrip() or "-"]
    else:
        return [f"{lead}{node!r}"]
    for key, part in parts:
        lines.extend(outline(part, depth + 1, key))
    return lines


def is_plain(value: object) -> bool:
    """Whether a value is worth no line of its own."""
    return value is None or isinstance(value, str | int | float | bool) or value == ()
