"""New: the name of a game and its parent in, a small fork to begin with out."""

from os.path import relpath
from pathlib import Path
from typing import Annotated

import typer

from fragma_dsl.cli.failure import CliFailure
from fragma_dsl.cli.files import SUFFIX
from fragma_dsl.cli.settings import Setting, setting_of
from fragma_dsl.cli.speech import echo, told
from fragma_dsl.cli.writing import write_text
from fragma_dsl.pipeline import Analysis
from fragma_dsl.search_path import find_by_id
from fragma_dsl.syntax import tree
from fragma_dsl.syntax.unparse import unparse_expression, unparse_signature
from fragma_dsl.syntax.words import is_name
from fragma_dsl.text.said import say


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The id of the new game.")],
    parent: Annotated[
        str, typer.Option("--from", metavar="FILE", help="The game to fork: a file or an id.")
    ],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="NAME.rules.yaml if not.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a file.")] = False,
) -> None:
    """Begin a fork: write a small rule file that extends a game and says how to change it."""
    if not is_name(name):
        raise CliFailure(
            say("`{name}` is not a name: use letters, digits and _, a letter first", name=name)
        )
    path = output or Path(f"{name}{SUFFIX}")
    setting = setting_of(parent)
    text = beginning(name, extended(setting, path.parent), setting.analyse_well())
    write_text(path, text, overwrite)
    echo("{path} is a fork of {parent}; fragma validate {path} checks it", path=path, parent=parent)


def extended(setting: Setting, folder: Path) -> str:
    """Say what a fork in a folder has to write for its parent: an id where that leads there."""
    wanted = setting.path.resolve()
    id = wanted.name.removesuffix(SUFFIX)
    found = find_by_id(id, "game", folder) if is_name(id) else None
    if found is not None and found.resolve() == wanted:
        return id
    try:
        return Path(relpath(wanted, folder.resolve())).as_posix()
    except ValueError:  # of Windows: no path leads from one drive to another
        raise CliFailure(
            say("no path leads from {folder} to {path}", folder=folder, path=wanted)
        ) from None


def beginning(name: str, parent: str, analysis: Analysis) -> str:
    """Write a fork that changes nothing yet, with all it takes to do so as comments."""
    variant = analysis.variant
    assert variant is not None
    game = variant.game.text
    rules = [unparse_signature(one.name, one.parameters) for one in variant.rules.values()]
    scenarios = [f"scenarios.{one}" for one in variant.scenarios]
    lines = [
        comment(
            "A fork of {game}. `fragma diff {parent} FILE` shows what it changes.",
            game=game,
            parent=parent,
        ),
        "",
        "edition: 1",
        f"game: {name}",
        f"title: {name.replace('_', ' ').capitalize()}",
        f"extends: {parent}",
        "",
    ]
    if variant.options:
        lines += [comment("Other defaults for the options of {game}:", game=game), "# set:"]
        lines += [f"#   {shown_option(one)}" for one in variant.options.values()]
    lines += [
        comment("What takes the place of something; `base(...)` is what was there:"),
        "# override:",
    ]
    if rules:
        arguments = ", ".join(
            one.name.text for one in next(iter(variant.rules.values())).parameters
        )
        lines += ["#   rules:", f"#     {rules[0]}: |", f"#       base({arguments})"]
        lines += [f"#     # {one}" for one in rules[1:]]
    else:
        lines += ["#   setup: |", "#     base()"]
    functions = [unparse_signature(one.name, one.parameters) for one in variant.functions.values()]
    if functions:
        lines += ["#   functions:", *(f"#     # {one}" for one in functions)]
    lines += [comment("What is there besides:"), "# add:", "#   state:", "#     storms: 0..6"]
    if scenarios:
        lines += [comment("What is gone:"), f"# remove: [{scenarios[0]}]"]
    return "\n".join([*lines, ""])


def comment(template: str, /, **values: object) -> str:
    """Write a comment in the language to speak."""
    return f"# {told(say(template, **values))}"


def shown_option(option: tree.OptionDecl) -> str:
    """Write an option with its default and what else it may be."""
    default = unparse_expression(option.default)
    others = ""
    if isinstance(option.type, tree.ValueList):
        values = [one.text for one in option.type.names if one.text != default]
        others = "   " + comment("or {values!s}", values=", ".join(values))
    return f"{option.name.text}: {default}{others}"
