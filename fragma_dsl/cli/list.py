"""List: the games that come with fragma, with their titles and how many play."""

import typer

from fragma_dsl.cli.settings import setting_of
from fragma_dsl.cli.speech import LanguageOption, spoken
from fragma_dsl.play.texts import pick_language
from fragma_dsl.search_path import shipped_files


def command(language: LanguageOption = None) -> None:
    """List the games that come with fragma."""
    rows = []
    for name in shipped_files():
        finished = setting_of(name).finished()
        title = pick_language(finished.texts.title, language or spoken()) or name
        rows.append((name, title, players_text(finished.seats)))
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, title, players in rows:
        typer.echo(f"{name:{widths[0]}}  {title:{widths[1]}}  {players}")


def players_text(seats: range) -> str:
    """Write how many may play: `3`, `2-4`."""
    low, high = seats[0], seats[-1]
    return str(low) if low == high else f"{low}-{high}"
