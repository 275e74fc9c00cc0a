"""Session: a match at the terminal, shown to people and played by them."""

import sys
from dataclasses import dataclass, field
from pathlib import Path

from fragma_dsl.automaton.notation import Move, folded
from fragma_dsl.cli.files import reason
from fragma_dsl.cli.phrases import counted_phrase, phrase
from fragma_dsl.cli.screen import bold, dim, in_columns
from fragma_dsl.drawn import TableArtist, wrapped
from fragma_dsl.game import Position
from fragma_dsl.play.machine import Outcome
from fragma_dsl.play.record import Record, write_record
from fragma_dsl.simulate.match import HUMAN, Match
from fragma_dsl.text.nearest import nearest_few

COMMANDS = ("undo", "save", "help", "board", "quit")


class Quit(Exception):  # noqa: N818 - the wish of a player
    """Raised where a player wants to stop."""


@dataclass(slots=True)
class Session:
    """A match, the language it is shown in, and what has been shown of it."""

    match: Match
    artist: TableArtist
    language: str | None
    rules: str
    save_path: Path | None = None
    own_files: set[Path] = field(default_factory=set)  # that may be written again
    boards: bool = False  # whether to draw the table after every turn that nobody watches
    unsaved: bool = False
    decided: tuple[str, str | None] | None = None  # who decided last, and whose turn it was

    def __post_init__(self) -> None:
        for position in self.match.positions:
            self.doer(position)

    def run(self) -> None:
        """Play until the game is over; Quit, EOFError or KeyboardInterrupt stop it before."""
        if self.match.positions and not self.match.waits_for_human:
            self.show_table()
        if HUMAN not in self.match.seats:
            self.run_alone()
        while not self.match.is_over:
            self.unsaved = True
            if self.match.waits_for_human:
                self.ask()
            else:
                before = self.match.position
                self.tell(before, self.match.step())

    def run_alone(self) -> None:
        """Play without people, a line for each turn: what one player did, with the dice."""
        number, mover, told = 1, None, list[str]()
        while not self.match.is_over:
            self.unsaved = True
            before = self.match.position
            who = self.doer(before)
            if told and who != mover:
                self.tell_turn(number, mover, told)
                number, told = len(self.match.moves) + 1, []
            mover = who
            told.append(self.told(before, self.match.step()))
        if told:
            self.tell_turn(number, mover, told)

    # ---- showing

    def say(self, id: str, **parameters: str | int) -> None:
        """Print a phrase."""
        print(phrase(id, self.language, **parameters))

    def text(self, id: str) -> str:
        """Write a name of the game for people."""
        return self.match.game.texts.text(id, self.language)

    def label(self, move: Move) -> str:
        """Write a move for people."""
        return self.match.game.notation.label(move, self.match.game.texts, self.language)

    def told(self, before: Position, move: Move) -> str:
        """Write a move that was played, as whoever sits at the terminal may know of it."""
        if self.match.fault is not None:
            return self.label(move)
        people = [seat for seat, agent in enumerate(self.match.seats) if agent == HUMAN]
        viewer = people[0] if len(people) == 1 else None
        return before.told(move, self.match.position, viewer, self.language)

    def doer(self, before: Position) -> str | None:
        """Say who moves next, or rolls: after the last decision the same player, or the mover where
        the turn has passed on; None before the first decision."""
        mover = turn_of(before)
        if before.mover is not None:
            self.decided = before.mover, mover
        if self.decided is None:
            return None
        decider, was_mover = self.decided
        return decider if mover == was_mover else mover

    def tell(self, before: Position, move: Move) -> None:
        """Print what was played: one line a move."""
        number = dim(f"{len(self.match.moves):>4}")
        doer = self.doer(before)
        who = "" if doer is None else f"{self.text(doer)}: "
        said = self.told(before, move)
        shown = dim(said) if isinstance(move, Outcome) else said
        print(f"{number}  {bold(who)}{shown}")

    def tell_turn(self, number: int, mover: str | None, told: list[str]) -> None:
        """Print what a player did in a turn, and the table behind it where that is wanted."""
        who = f"{self.text(mover)}: " if mover else ""
        lines = wrapped([f"{number:>4}  {who}{told[0]}", *told[1:]], self.artist.width, 6)
        head, rest = lines[: 6 + len(who)], lines[6 + len(who) :]
        print(f"{dim(head[:6])}{bold(head[6:])}{rest}")
        if self.boards and self.match.fault is None:
            self.show_table()

    def show_table(self) -> None:
        """Draw the table as whoever sits at the terminal may see it."""
        if not self.match.positions:
            return
        position = self.match.position
        people = [seat for seat, name in enumerate(self.match.seats) if name == HUMAN]
        viewer = people[0] if len(people) == 1 else None
        if position.seat in people:
            viewer = position.seat
        print()
        print(self.artist.table(position.view(viewer)))
        print()

    def show_choice(self) -> None:
        """Print who decides what, and the actions with their numbers."""
        position = self.match.position
        who = self.text(position.mover or "")
        asked = f": {self.text(position.prompt)}" if position.prompt else ""
        print(bold(phrase("decides", self.language, who=who) + asked))
        places = len(str(len(position.legal)))
        items = [f"{n:>{places}} {self.label(a)}" for n, a in enumerate(position.legal, 1)]
        print("\n".join(in_columns(items, self.artist.width)))

    def show_end(self) -> None:
        """Draw the last table and say how the game ended."""
        self.show_table()
        match = self.match
        rolls = sum(isinstance(move, Outcome) for move in match.moves)
        if match.fault is not None:
            at = f" ({match.fault.span})" if match.fault.span is not None else ""
            print(f"{phrase('fault', self.language)}: {match.fault.message}{at}")
        else:
            why = match.game.texts.find(match.position.ending or "", self.language)
            print(bold(f"{phrase('over', self.language)}: {self.result()}."), why or "")
            returns = zip(match.game.players, match.position.returns, strict=True)
            print(", ".join(f"{self.text(name)} {value:+g}" for name, value in returns))
        decided = counted_phrase(len(match.moves) - rolls, "decision", self.language)
        print(f"{decided}, {counted_phrase(rolls, 'roll', self.language)}")

    def result(self) -> str:
        """Say who won."""
        names = [self.text(name) for name in self.match.position.winners]
        if not names:
            return phrase("draw", self.language)
        who = f" {phrase('and', self.language)} ".join(names)
        return phrase("wins" if len(names) == 1 else "win", self.language, who=who)

    # ---- asking

    def ask(self) -> None:
        """Ask until somebody has decided or gone back."""
        self.show_table()
        self.show_choice()
        while True:
            written = self.read(f"{self.text(self.match.position.mover or '')}> ").strip()
            if not written:
                continue
            move = self.understood(written)
            if move is not None:
                before = self.match.position
                self.match.play(move)
                self.tell(before, move)
                return
            if self.is_command(written):
                if self.obey(written):
                    return
            else:
                self.refuse(written)

    def read(self, prompt: str) -> str:
        """Read a line; what was typed is repeated where no terminal shows it."""
        line = input(prompt)
        if not sys.stdin.isatty():
            print(line)
        return line

    def understood(self, written: str) -> Move | None:
        """Find the action that is meant, by number, text or label."""
        position = self.match.position
        if written.isascii() and written.isdigit():
            number = int(written[:9])
            return position.legal[number - 1] if 1 <= number <= len(position.legal) else None
        found = position.game.notation.find(written, position.legal)
        if found is not None:
            return found
        labelled = [a for a in position.legal if folded(self.label(a)) == folded(written)]
        return labelled[0] if len(labelled) == 1 else None

    def is_command(self, written: str) -> bool:
        """Whether a text is a command rather than an action."""
        return written.removeprefix("/").split(maxsplit=1)[:1] in [[word] for word in COMMANDS]

    def refuse(self, written: str) -> None:
        """Say what could have been meant."""
        position = self.match.position
        if written.isdigit():
            self.say("number", count=len(position.legal))
            return
        known = (*position.actions, *map(self.label, position.legal), *COMMANDS)
        near = nearest_few(written, known)
        if near:
            self.say("unknown", text=written, near=", ".join(f"`{text}`" for text in near))
        else:
            self.say("strange", text=written)

    def obey(self, written: str) -> bool:
        """Follow a command; True where the question has changed."""
        word, _, rest = written.removeprefix("/").partition(" ")
        match word:
            case "quit":
                raise Quit
            case "help":
                self.say("help")
            case "board":
                self.show_table()
                self.show_choice()
            case "save":
                self.save(rest.strip())
            case "undo":
                if self.match.undo():
                    return True
                self.say("no_undo")
        return False

    def save(self, name: str) -> None:
        """Save the game so far, in the file named or in the one of before."""
        path = Path(name) if name else self.save_path
        if path is None:
            self.say("save_where")
        elif self.write(path, path in self.own_files):
            self.save_path = path

    def record(self) -> Record:
        """Write the match as a record."""
        return self.match.record(self.language, self.rules)

    def write(self, path: Path, overwrite: bool) -> bool:
        """Write the record, asking before a file is replaced; True where it is written."""
        try:
            write_record(self.record(), path, overwrite)
        except FileExistsError:
            answer = self.read(phrase("exists", self.language, path=str(path)))
            return answer.strip().casefold() in ("y", "yes", "s", "si", "sí") and self.write(
                path, True
            )
        except OSError as error:
            self.say("cannot_write", path=str(path), reason=reason(error))
            return False
        self.own_files.add(path)
        self.unsaved = False
        self.say("saved", path=str(path))
        return True


def turn_of(position: Position) -> str | None:
    """Give the player whose turn it is, as far as the flow of the game knows."""
    if "mover" not in position.game.program.layout.by_name:
        return None
    seat = position.view().variable("mover")
    return position.game.players[seat] if isinstance(seat, int) else None
