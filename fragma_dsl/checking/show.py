"""Show: the game that breaks a property in, its moves, tables and rule lines as texts out."""

from collections.abc import Iterable, Iterator

from fragma_dsl.backends.interpreter.tracing import TracingMachine
from fragma_dsl.checking.report import Failure
from fragma_dsl.checking.seen import Trail
from fragma_dsl.drawn import TableArtist
from fragma_dsl.game import Game, Position
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.view import whole_view
from fragma_dsl.text.span import Span

MOST_LINES = 24


def show_failure(game: Game, trail: Trail, record: str | None, columns: int = 76) -> Failure:
    """Play a game once more and write down what it looked like at its end."""
    texts: list[str] = []
    before: Position | None = None
    position: Position | None = None
    try:
        position = game.start()
        for move in trail.moves:
            by = f"{position.mover}: " if position.mover else ""
            texts.append(by + game.notation.move_text(move))
            before = position
            position = position.play(move)
    except FaultError:
        before, position = position, None
    return Failure(
        what=trail.what,
        moves=tuple(texts),
        before=None if before is None else table(before, columns),
        after=None if position is None else table(position, columns),
        lines=tuple(lines_run(game, before, trail)),
        record=record,
        found_by=trail.engine,
        is_shortest=trail.is_shortest,
    )


def table(position: Position, columns: int) -> str:
    """Draw everything that is on the table."""
    view = whole_view(position.game.program.layout, position.state)
    drawn = TableArtist(position.game, None, columns).table(view)
    lines = (line.rstrip() for line in drawn.split("\n"))
    return "\n".join((*lines, f"waits for: {position.waits_for}"))


def lines_run(game: Game, before: Position | None, trail: Trail) -> Iterator[str]:
    """List the lines of the rules that the last move ran."""
    machine = TracingMachine(game.program)
    try:
        if before is None or not trail.moves:
            machine.start()
        else:
            machine.play(before.state, trail.moves[-1])
    except FaultError as error:
        if error.fault.span is not None:
            machine.taken.append(error.fault.span)
    for span in first_lines(machine.taken):
        lines = span.source.text.splitlines()
        written = lines[span.line - 1].strip() if span.line <= len(lines) else ""
        yield f"{span.source.name}:{span.line}: {written}"


def first_lines(spans: Iterable[Span]) -> list[Span]:
    """Give a span for each line, in the order in which they came first, without the prelude's."""
    found = {(span.source.name, span.line): span for span in reversed(list(spans))}
    ours = [one for (name, _), one in reversed(found.items()) if name != "prelude.rules.yaml"]
    return ours[-MOST_LINES:]
