"""Session: a match at the terminal, shown to people and played by them."""

import sys
from dataclasses import dataclass, field
from pathlib import Path

from fragma_dsl.automaton.notation import Move
from fragma_dsl.changes import changes
from fragma_dsl.cli.choices import Choices
from fragma_dsl.cli.files import reason
from fragma_dsl.cli.keeping import keep
from fragma_dsl.cli.log import Log
from fragma_dsl.cli.phrases import COMMAND_WORDS, TABLE_HELP, is_yes, phrase
from fragma_dsl.cli.screen import bold, cleared, dim, filled, height
from fragma_dsl.drawn import TableArtist
from fragma_dsl.game import Position
from fragma_dsl.play.machine import DRAW, Action, AtDecision, Outcome
from fragma_dsl.play.record import Record, write_record
from fragma_dsl.simulate.match import HUMAN, Match
from fragma_dsl.text.counted import counted
from fragma_dsl.text.language import tell
from fragma_dsl.text.nearest import nearest_few
from fragma_dsl.text.said import chained

SHORTEST = 3
"""So many lines there are always for what happened, and for the choice."""
FEW = 4


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
    asked_last: Position | None = None  # where one of several people was asked
    log: Log = field(default_factory=Log)
    last_saved: Path | None = None
    has_asked: bool = False  # whether somebody knows by now that there is help

    def __post_init__(self) -> None:
        self.look_back()

    def look_back(self) -> None:
        """Note what happened since the last decision of a person."""
        match, self.log, self.decided = self.match, Log(), None
        own = [n for n, one in enumerate(match.positions[: len(match.moves)]) if self.is_human(one)]
        start = own[-1] if own else 0
        later = [*match.positions[1:], None]
        for number, move in enumerate(match.moves):
            if number < start:
                self.doer(match.positions[number])
            else:
                self.note(number + 1, match.positions[number], move, later[number])

    def is_human(self, position: Position) -> bool:
        """Whether a person decides."""
        return position.seat is not None and self.match.seats[position.seat] == HUMAN

    def run(self) -> None:
        """Play until the game is over; Quit, EOFError or KeyboardInterrupt stop it before."""
        while True:
            if HUMAN in self.match.seats:
                self.run_with_people()
            else:
                self.run_alone()
            if not self.wants_undo():
                return

    def run_with_people(self) -> None:
        """Play, and stop wherever a person decides."""
        while not self.match.is_over:
            self.unsaved = True
            if self.match.waits_for_human:
                self.ask()
            else:
                self.step()

    def run_alone(self) -> None:
        """Play without people: what each did in a turn, with the dice and what it changed."""
        self.log = Log()
        if self.match.positions:
            self.show_table()
        mover: str | None = None
        while not self.match.is_over:
            self.unsaved = True
            before, who = self.match.position, self.doer(self.match.position)
            if self.log.entries and who != mover:
                self.tell_turn()
            mover = who
            self.step(before)
        if self.log.entries:
            self.tell_turn()

    def step(self, before: Position | None = None) -> None:
        """Let chance or an agent play, and note it."""
        before = before or self.match.position
        self.played(before, self.match.step())

    def wants_undo(self) -> bool:
        """After a fault, ask whether to go back before it; True where that was done."""
        if self.match.fault is None or not any(map(self.is_human, self.match.positions)):
            return False
        self.show_log()
        self.show_fault()
        try:
            answer = self.read(phrase("go back to your last decision? (y/n) ", self.language))
        except EOFError:
            return False
        if not is_yes(answer) or not self.match.undo():
            return False
        self.look_back()
        return True

    # ---- showing

    def say(self, template: str, /, **values: object) -> None:
        """Print what a template and its values say."""
        print(filled(phrase(template, self.language, **values)))

    def text(self, id: str) -> str:
        """Write a name of the game for people."""
        return self.match.game.texts.text(id, self.language)

    def label(self, move: Move) -> str:
        """Write a move for people."""
        return self.match.game.notation.label(move, self.match.game.texts, self.language)

    @property
    def viewer(self) -> int | None:
        """The seat of the one person who sits at the terminal, None where there are others."""
        people = [seat for seat, agent in enumerate(self.match.seats) if agent == HUMAN]
        return people[0] if len(people) == 1 else None

    def played(self, before: Position, move: Move) -> None:
        """Note the last move of the match."""
        after = None if self.match.fault is not None else self.match.position
        self.note(len(self.match.moves), before, move, after)

    def note(self, number: int, before: Position, move: Move, after: Position | None) -> None:
        """Note a move and what it changed, as whoever sits at the terminal may know of it."""
        doer, viewer = self.doer(before), self.viewer
        who = None if doer is None else self.text(doer)
        if after is None:
            is_public = HUMAN not in self.match.seats
            said = self.label(move) if is_public else before.told(move, before, viewer)
            self.log.add(number, who, said, [])
            return
        said = before.told(move, after, viewer, self.language)
        if isinstance(move, Outcome) and move.die == DRAW:
            begun = self.log.begun(who, before.view(viewer))
            changed = changes(self.artist, begun, after.view(viewer), move)
            word = self.match.game.texts.word("draw", self.language)
            self.log.add_draw(number, who, word, said.removeprefix(f"{word}: "), changed, begun)
            return
        changed = changes(self.artist, before.view(viewer), after.view(viewer), move)
        self.log.add(number, who, said, changed)

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

    def tell_turn(self) -> None:
        """Print what a player did in a turn, and the table behind it where that is wanted."""
        self.show_log()
        if self.boards and self.match.fault is None:
            self.show_table()

    def show_log(self, room: int | None = None) -> None:
        """Print what happened since the last look."""
        for line in self.log.take(self.artist.width, room, self.language):
            print(line)

    def show_table(self) -> None:
        """Draw the table as whoever sits at the terminal may see it."""
        if not self.match.positions:
            return
        position = self.match.position
        viewer = position.seat if self.is_human(position) else self.viewer
        table = self.artist.table(position.view(viewer), self.artist.newest(self.match.positions))
        print(f"\n{table}\n" if table else "")

    def choices(self) -> Choices:
        """Give the actions of the decision that is waited for."""
        return Choices(self.match.position, self.language, self.artist.width)

    def question(self) -> list[str]:
        """Write who decides what; where that is not whose turn it is, what led to it."""
        position = self.match.position
        who = self.text(position.mover or "")
        asked = f": {self.text(position.prompt)}" if position.prompt else ""
        lines = [bold(phrase("{who!s} decides", self.language, who=who) + asked)]
        if not self.has_asked:
            lines = [f"{lines[0]}  {dim(phrase('(type help)', self.language))}"]
        last = self.log.newest
        if position.mover != turn_of(position) and last is not None:
            lines.insert(0, last)
        return lines

    def show_decision(self) -> None:
        """Print what happened, the table and the choice, all on one screen if that can be."""
        question, choices = self.question(), self.choices().lines()
        high = height()
        if high is None:
            self.show_log()
            self.show_table()
        else:
            rest = high - 1 - len(question) - self.table_height()
            told = len(self.log.lines(self.artist.width))
            choices = self.choices().lines(max(SHORTEST, rest - min(told, SHORTEST)))
            self.show_log(max(SHORTEST, rest - len(choices)))
            self.show_table()
        print("\n".join([*question, *choices]))

    def show_choice(self) -> None:
        """Print who decides what, and all actions with their numbers."""
        print("\n".join([*self.question(), *self.choices().lines()]))

    def table_height(self) -> int:
        """Count the lines of the table and the blank ones around it."""
        view = self.match.position.view(self.match.position.seat)
        table = self.artist.table(view, self.artist.newest(self.match.positions))
        return table.count("\n") + 3 if table else 1

    def show_fault(self) -> None:
        """Say what went wrong and by which line of the rules."""
        fault = self.match.fault
        if fault is not None:
            at = f" ({fault.span})" if fault.span is not None else ""
            told = fault.message
            if HUMAN in self.match.seats and self.match.positions:
                told = self.match.position.told_fault(fault, self.viewer)
            self.say("The rules went wrong: {message}{at!s}", message=told, at=at)

    def show_end(self) -> None:
        """Draw the last table and say how the game ended."""
        match, high = self.match, height()
        self.show_log(
            None if high is None or match.fault else max(SHORTEST, high - 4 - self.table_height())
        )
        self.show_table()
        rolls = sum(isinstance(move, Outcome) for move in match.moves)
        if match.fault is not None:
            self.show_fault()
        else:
            why = match.game.texts.find(match.position.ending or "", self.language)
            over = phrase("The game is over: {result!s}.", self.language, result=self.result())
            print(f"{bold(over)} {why}" if why else bold(over))
            returns = zip(match.game.players, match.position.returns, strict=True)
            print(", ".join(f"{self.text(name)} {value:+g}" for name, value in returns))
        decided = counted(len(match.moves) - rolls, "decision")
        print(phrase("{left}, {right}", self.language, left=decided, right=counted(rolls, "roll")))

    def result(self) -> str:
        """Say who won."""
        names = [self.text(name) for name in self.match.position.winners]
        if not names:
            return phrase("a draw", self.language)
        who = tell(chained(names, "and"), self.language)
        return phrase("{who!s} wins" if len(names) == 1 else "{who!s} win", self.language, who=who)

    # ---- asking

    def ask(self) -> None:
        """Ask until somebody has decided or gone back."""
        self.hand_over()
        self.show_decision()
        while True:
            written = self.read(f"{self.text(self.match.position.mover or '')}> ").strip()
            self.has_asked = True
            if not written:
                continue
            move = self.choices().find(written)
            command = None if move is not None else command_of(written)
            if command is not None:
                if self.obey(command, written.removeprefix("/").partition(" ")[2].strip()):
                    return
                continue
            move = self.meant(written) if move is None else move
            if move is not None:
                before = self.match.position
                self.match.play(move)
                self.played(before, move)
                return

    def hand_over(self) -> None:
        """Where several people sit at the terminal and what one of them sees or picks is not for
        the next one, ask the others to look away, and clear what was seen."""
        position, before = self.match.position, self.asked_last
        self.asked_last = position
        if self.viewer is not None or (before is not None and before.seat == position.seat):
            return
        if is_private(position) or (before is not None and is_private(before)):
            print(cleared(), end="")
            who = self.text(position.mover or "")
            self.read(
                phrase("{who!s}: press Enter when the others look away ", self.language, who=who)
            )
            print(cleared(), end="")

    def read(self, prompt: str) -> str:
        """Read a line; what was typed is repeated where no terminal shows it."""
        line = input(prompt)
        if not sys.stdin.isatty():
            print(line)
        return line

    def meant(self, written: str) -> Action | None:
        """Find the one action that has these arguments; say what could have been meant."""
        if written.isdigit():
            self.say("choose 1 to {count}", count=len(self.match.position.legal))
            return None
        found = self.choices().find_all(written)
        if len(found) == 1:
            return found[0]
        if found:
            legal = self.match.position.legal
            shown = [f"{legal.index(one) + 1} {self.label(one)}" for one in found[:FEW]]
            near = ", ".join([*shown, *(["..."] if len(found) > FEW else [])])
            self.say("`{text}` could be {near!s}", text=written, near=near)
        else:
            self.refuse(written)
        return None

    def refuse(self, written: str) -> None:
        """Say that nothing is called so, and what is."""
        position = self.match.position
        known = (*position.actions, *map(self.label, position.legal), *COMMAND_WORDS)
        near = nearest_few(written, known)
        if near:
            self.say(
                "`{text}` is no action here; nearest: {near!s}",
                text=written,
                near=", ".join(f"`{text}`" for text in near),
            )
        else:
            self.say("`{text}` is no action here; choose a number, or type help", text=written)

    def obey(self, command: str, rest: str) -> bool:
        """Follow a command; True where the question has changed."""
        match command:
            case "quit":
                raise Quit
            case "help":
                self.say(TABLE_HELP)
            case "more":
                self.show_choice()
            case "board":
                self.show_decision()
            case "save":
                self.save(rest)
            case "undo":
                if self.match.undo():
                    self.look_back()
                    return True
                self.say("there is nothing to undo")
        return False

    def save(self, name: str) -> None:
        """Save the game so far: in the file named, in the one of before, or under a free name."""
        path = Path(name) if name else self.last_saved or self.save_path
        if path is not None:
            if self.write(path, path in self.own_files):
                self.last_saved = path
            return
        try:
            self.last_saved = keep(self.record())
        except OSError as error:
            self.say("cannot write {path}: {reason}", path=".", reason=reason(error))
            return
        self.own_files.add(self.last_saved)
        self.unsaved = False
        self.say("saved in {path}", path=str(self.last_saved))

    def record(self) -> Record:
        """Write the match as a record."""
        return self.match.record(self.language, self.rules)

    def write(self, path: Path, overwrite: bool) -> bool:
        """Write the record, asking before a file is replaced; True where it is written."""
        try:
            write_record(self.record(), path, overwrite)
        except FileExistsError:
            answer = self.read(
                phrase("{path} exists; replace it? (y/n) ", self.language, path=str(path))
            )
            return is_yes(answer) and self.write(path, True)
        except OSError as error:
            self.say("cannot write {path}: {reason}", path=str(path), reason=reason(error))
            return False
        self.own_files.add(path)
        self.unsaved = False
        self.say("saved in {path}", path=str(path))
        return True


def command_of(written: str) -> str | None:
    """Give the command that is meant, in any language that fragma speaks."""
    words = written.removeprefix("/").split(maxsplit=1)
    return COMMAND_WORDS.get(words[0].casefold()) if words else None


def turn_of(position: Position) -> str | None:
    """Give the player whose turn it is, as far as the flow of the game knows."""
    if "mover" not in position.game.program.layout.by_name:
        return None
    seat = position.view().variable("mover")
    return position.game.players[seat] if isinstance(seat, int) else None


def is_private(position: Position) -> bool:
    """Whether who decides sees more than an onlooker, or decides in secret."""
    stop = position.stop
    if isinstance(stop, AtDecision) and stop.secret:
        return True
    return position.view(position.seat).slots != position.view().slots
