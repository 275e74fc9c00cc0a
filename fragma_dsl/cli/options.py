"""Options: what may be set in a game, with every value, the default, and what they mean."""

from collections.abc import Iterator
from textwrap import wrap

import typer

from fragma_dsl.cli.list import players_text
from fragma_dsl.cli.screen import width
from fragma_dsl.cli.settings import FileArgument, check_language, setting_of
from fragma_dsl.cli.speech import LanguageOption, echo, spoken
from fragma_dsl.pipeline import game_of
from fragma_dsl.play.texts import ByLanguage, pick_language
from fragma_dsl.semantics.declarations import default_text
from fragma_dsl.syntax import tree
from fragma_dsl.text.said import say


def command(file: FileArgument, language: LanguageOption = None) -> None:
    """Show the options of a game, for --set, and how many may play, for --players."""
    analysis = setting_of(file).analyse_well()
    check_language(game_of(analysis), language)
    language = spoken()
    variant, model = analysis.variant, analysis.model
    assert variant is not None
    assert model is not None
    echo("players: {players}", players=players_text(variant.players.allowed))
    for name, option in variant.options.items():
        lines = list(option_lines(name, option, tuple(model.options[name].values), language))
        typer.echo("\n" + "\n".join(lines))


def option_lines(
    name: str, option: tree.OptionDecl, values: tuple[str, ...], language: str | None
) -> Iterator[str]:
    """Write an option: its default, what it is about, and what its values mean."""
    yield f"{name}={default_text(option)}"
    if option.about is not None:
        yield from told("  ", option.about.by_language, language)
    meant = {value: text for value, text in option.values.items() if value in values}
    if not meant:
        shown = values if len(values) <= 12 else (values[0], "...", values[-1])
        yield say("  values: {values!s}", values=", ".join(shown))
    for value, text in meant.items():
        yield from told(f"    {value}: ", text.by_language, language)


def told(head: str, text: ByLanguage, language: str | None) -> list[str]:
    """Write a text behind a head, in lines that fit."""
    shown = head + (pick_language(text, language) or "")
    return wrap(shown, width() - 1, subsequent_indent=" " * (len(head) - len(head.lstrip()) + 2))
