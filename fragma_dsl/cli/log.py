"""Log: moves and what they changed in, the lines that tell them out."""

from dataclasses import dataclass, field
from itertools import groupby
from textwrap import wrap

from fragma_dsl.cli.phrases import phrase
from fragma_dsl.cli.screen import bold, dim
from fragma_dsl.drawn import wrapped
from fragma_dsl.play.view import View

INDENT = 6


@dataclass(slots=True)
class Entry:
    """What one player did in a row, the dice with it, up to a move that changed more."""

    number: int  # of its first move
    who: str | None
    moves: list[str] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    draws: list[str] = field(default_factory=list)  # what was drawn in a row, behind the moves
    begun: View | None = None  # the table before these draws
    word: str = ""  # what a draw is called

    @property
    def told(self) -> list[str]:
        """The moves in words, and the draws behind them, the same ones in a row together."""
        rows = [(piece, len(list(same))) for piece, same in groupby(self.draws)]
        drawn = [f"{piece} \u00d7 {times}" if times > 1 else piece for piece, times in rows]
        return [*self.moves, *(f"{self.word}: {drawn[0]}", *drawn[1:])] if drawn else self.moves

    def lines(self, width: int) -> list[str]:
        """Write the moves, and dimly what they changed besides."""
        who = f"{self.who}: " if self.who else ""
        first, *others = self.told
        text = wrapped([f"{self.number:>4}  {who}{first}", *others], width, INDENT)
        head = INDENT + len(who)
        head_line, *rest = text.split("\n")
        lines = [
            f"{dim(head_line[:INDENT])}{bold(head_line[INDENT:head])}{head_line[head:]}",
            *rest,
        ]
        blank = " " * INDENT
        told = wrap(
            "; ".join(self.changes), width - 1, initial_indent=blank, subsequent_indent=blank
        )
        return [*lines, *map(dim, told)]


@dataclass(slots=True)
class Log:
    """What happened since somebody at the terminal last looked, oldest first."""

    entries: list[Entry] = field(default_factory=list)

    def add(self, number: int, who: str | None, move: str, changes: list[str]) -> None:
        """Tell a move; it stands with the one before if the same player did both."""
        last = self.entries[-1] if self.entries else None
        if last is None or last.who != who or last.changes or last.draws:
            last = Entry(number, who)
            self.entries.append(last)
        last.moves.append(move)
        last.changes += changes

    def begun(self, who: str | None, before: View) -> View:
        """Give the table before the draws in a row that another one is about to follow."""
        last = self.entries[-1] if self.entries else None
        return last.begun if last and last.begun and last.who == who else before

    def add_draw(
        self, number: int, who: str | None, word: str, piece: str, changes: list[str], begun: View
    ) -> None:
        """Tell a draw; those in a row stand together, with what all of them have changed."""
        last = self.entries[-1] if self.entries else None
        follows = last is not None and last.who == who and (last.begun is begun or not last.changes)
        if last is None or not follows:
            last = Entry(number, who)
            self.entries.append(last)
        last.draws.append(piece)
        last.changes, last.begun, last.word = changes, begun, word

    @property
    def newest(self) -> str | None:
        """The last moves of one player, in one line."""
        if not self.entries:
            return None
        last = self.entries[-1]
        return (f"{last.who}: " if last.who else "") + ", ".join(last.told)

    def lines(self, width: int) -> list[str]:
        """Write all of it."""
        return [line for entry in self.entries for line in entry.lines(width)]

    def take(self, width: int, room: int | None, language: str | None) -> list[str]:
        """Give the lines, the newest that fit into `room`, and forget them."""
        told = [entry.lines(width) for entry in self.entries]
        self.entries = []
        if room is None or sum(map(len, told)) <= room:
            return [line for lines in told for line in lines]
        kept: list[list[str]] = []
        for lines in reversed(told):
            if kept and sum(map(len, kept)) + len(lines) > room - 1:
                break
            kept.insert(0, lines)
        earlier = phrase("({count} earlier)", language, count=len(told) - len(kept))
        cut = [] if len(kept) == len(told) else [dim(" " * INDENT + earlier)]
        return [*cut, *(line for lines in kept for line in lines)]
