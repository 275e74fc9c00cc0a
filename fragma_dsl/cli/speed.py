"""Speed: prints how machine code finds the actions of a game, for --explain-speed."""

from pathlib import PurePath

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from fragma_dsl.backends.compiled.module import compile_program
from fragma_dsl.backends.compiled.refused import NotCompiledError
from fragma_dsl.cli.failure import CliFailure
from fragma_dsl.cli.screen import has_colour, width
from fragma_dsl.cli.speech import told
from fragma_dsl.game import Game
from fragma_dsl.text.said import say


def print_speed(game: Game) -> None:
    """Print what the emitter found, decision by decision in the order of the rules."""
    try:
        notes = compile_program(game.program).speed
    except NotCompiledError as error:
        raise CliFailure(
            say(
                "{game} has no compiled form, it is interpreted: {error}",
                game=game.name,
                error=str(error),
            )
        ) from None
    console = Console(width=width(), no_color=not has_colour(), highlight=False)
    title = say("{game!s}, how random games find a decision's actions", game=game.name)
    console.print(told(title), markup=False)
    for note in notes:
        title = say("the whole game")
        if note.span is not None:
            source, number = note.span.source, note.span.line
            own = source is game.program.procedures[game.program.main].span.source
            name = PurePath(source.name).name
            line = say("line {number}", number=number) if own else f"{name}:{number}"
            title = say("{line}: {option!s}", line=line, option=note.title)
        console.print()
        for indent, text in ((0, title), *((2, text) for text in (*note.how, *note.why))):
            console.print(Padding(Text(told(text)), (0, 0, 0, indent), expand=False))
