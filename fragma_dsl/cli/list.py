"""List: the games that come with fragma, with their titles and how many play."""

import typer

from fragma_dsl.cli.settings import setting_of
from fragma_dsl.cli.speech import LanguageOption, spoken
from fragma_dsl.play.texts import pick_language
from fragma_dsl.search_path import shipped_files
from fragma_dsl.syntax import tree


def command(language: LanguageOption = None) -> None:
    """List the games that come with fragma."""
    rows = []
    for name in shipped_files():
        analysis = setting_of(name).analyse()
        if analysis.variant is not None:
            title = pick_language(analysis.texts.title, language or spoken()) or name
            rows.append((name, title, players_text(analysis.variant.players)))
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, title, players in rows:
        typer.echo(f"{name:{widths[0]}}  {title:{widths[1]}}  {players}")


def players_text(players: tree.Players) -> str:
    """Write how many may play: `3`, `2-4`."""
    low, high = players.minimum, players.maximum
    return str(low) if low == high else f"{low}-{high}"
