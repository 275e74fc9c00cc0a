"""Running: the scenarios of an open file, as it is in the editor."""

from fragma_dsl.checking.scenarios import judge
from fragma_dsl.game import Game
from fragma_dsl.lsp.files import Files, OpenFile
from fragma_dsl.pipeline import analyse_source, game_of
from fragma_dsl.text.language import tell
from fragma_dsl.text.said import say


def run_scenarios(
    files: Files, file: OpenFile, name: str, language: str | None = None
) -> tuple[str, bool]:
    """Run one scenario of a file as it is in the editor, or all; say how they went."""
    analysis = analyse_source(file.source, loader=files.load)
    variant = analysis.variant
    if variant is None or analysis.has_errors:
        return tell("the file has errors; no scenario was run", language), True
    failed: list[str] = []
    games: dict[tuple[tuple[tuple[str, str], ...], int | None], Game] = {}
    wanted = [one for one in variant.scenarios.values() if name in ("", one.name.text)]
    for one in wanted:
        options = {key: value.text for key, value in one.options.items()}
        setting = tuple(sorted(options.items())), one.players
        if setting not in games:
            played = analyse_source(file.source, options, one.players, files.load)
            games[setting] = game_of(played)
        failure = judge(games[setting], one)
        if failure is not None:
            failed.append(f"{one.name.text} ({failure.span}): {tell(failure.message, language)}")
    if failed:
        return "\n".join(failed), True
    held = say("all {count} scenarios hold", count=len(wanted))
    if name:
        held = say("{name!s} holds", name=name)
    return tell(held, language), False
