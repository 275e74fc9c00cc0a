"""Session: a game under the eyes of its author; a command in, lines of text out."""

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field

from fragma_dsl.automaton.notation import Move
from fragma_dsl.debugger.ask import value_of
from fragma_dsl.debugger.steps import Step, changed, hidden_of, lines_of, steps_of
from fragma_dsl.debugger.why import Asked, why
from fragma_dsl.drawn import TableArtist
from fragma_dsl.game import Game, IllegalMove, Position, roll
from fragma_dsl.library.types import Type
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.random import Random
from fragma_dsl.play.state import freeze, thaw
from fragma_dsl.play.view import Viewer, whole_view
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.said import Said, say
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

HELP = {
    "actions": "the legal actions, or what chance can bring",
    "step [MOVE]": "play a move, to the next stop; alone, the only move that there is",
    "roll": "let chance roll and draw, by the seed, until a player decides",
    "edge [MOVE]": "play a move by single edges of the automaton, one each time",
    "line [MOVE]": "play a move by lines of the rules, one each time",
    "table": "the table as it is now",
    "vars": "the variables",
    "where": "the point of the automaton and the line that waits",
    "why ACTION": "each condition of an action, with its values and its line",
    "why-not ACTION": "the same",
    "eval EXPR": "the value of an expression of the rules",
    "as PLAYER": "see no more than a player does; `as all` sees everything",
    "moves": "the moves so far",
    "back": "take the last move back",
    "jump N": "go to the position before move N, as of a record",
    "help": "this list",
    "quit": "leave the debugger",
}


@dataclass(slots=True)
class Debugger:
    """A line of positions of a game, the one that is looked at, and who looks."""

    game: Game
    source: Source
    results: Mapping[str, Type]  # of functions
    positions: list[Position]
    moves: list[Move]
    artist: TableArtist
    chance: Random
    at: int = 0
    viewer: Viewer = None
    pending: list[tuple[Step, ...]] = field(default_factory=list)
    before: tuple[int, ...] = ()  # the table before the next pending step
    fault_text: Said | None = None
    over: bool = False

    @property
    def position(self) -> Position:
        """The position that is looked at."""
        return self.positions[self.at]

    def answer(self, line: str) -> Iterator[str]:
        """Do what a line asks for."""
        word, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], Iterator[str]]] = {
            "actions": self.actions, "step": self.step, "edge": self.edge, "line": self.line,
            "table": self.table, "vars": self.variables, "where": self.where, "why": self.why,
            "why-not": self.why, "eval": self.evaluate, "as": self.see_as, "moves": self.listed,
            "back": self.back, "jump": self.jump, "help": self.help, "quit": self.quit,
            "roll": self.roll,
        }  # fmt: skip
        if not word:
            return
        command = commands.get(word)
        if command is None:
            close = nearest(word, commands)
            more = say("; did you mean `{close}`?", close=close) if close else "; try `help`"
            yield say("no command `{name}`{more}", name=word, more=more)
            return
        yield from command(rest.strip())

    # ---- looking

    def help(self, _: str) -> Iterator[str]:
        """List the commands."""
        for name, text in HELP.items():
            yield say("{command:<14}  {text}", command=name, text=text)

    def actions(self, _: str) -> Iterator[str]:
        """List what can be played."""
        position = self.position
        if position.is_chance:
            total = sum(outcome.weight for outcome in position.outcomes)
            for outcome in position.outcomes:
                text = self.game.notation.outcome_text(outcome)
                yield f"{text}  {outcome.weight}/{total}"
        elif self.viewer is not None and self.viewer != position.seat:
            yield say("only {player!s} sees the actions here", player=position.waits_for)
        else:
            yield from position.actions or (say("none: the game is over"),)

    def where(self, _: str) -> Iterator[str]:
        """Say where the game stands."""
        number = thaw(self.position.state)[0]
        point = self.game.program.points[number]
        told = say(
            "move {number}: waits for {who}", number=self.at + 1, who=self.position.waits_for
        )
        if self.viewer not in (None, self.position.seat) and hidden_of(self.position, self.viewer):
            yield told  # which line it is may tell what the viewer does not see
            return
        yield say("{told}, point {number}", told=told, number=number)
        yield said(point.span)

    def table(self, _: str) -> Iterator[str]:
        """Draw the table, also between two edges."""
        if self.pending:
            state = freeze(list(self.before))
            view = whole_view(self.game.program.layout, state)
        elif self.viewer is None:
            view = whole_view(self.game.program.layout, self.position.state)
        else:
            view = self.position.view(self.viewer)
        yield from self.artist.table(view).split("\n")

    def variables(self, _: str) -> Iterator[str]:
        """List all variables with their values."""
        hidden = hidden_of(self.position, self.viewer)
        slots = self.before if self.pending else tuple(thaw(self.position.state))
        nothing = tuple(-(2**30) for _ in slots)
        layout = self.game.program.layout
        yield from changed(self.game, nothing, slots, hidden, values_only=True)
        if hidden and any(not hidden.isdisjoint(range(v.offset, v.offset + v.size))
                          for v in layout.variables):  # fmt: skip
            yield say("and some that you do not see")

    def why(self, rest: str) -> Iterator[str]:
        """Say why an action is legal, or why not."""
        if not rest:
            yield say("say which action: why put(a1)")
            return
        yield from why(Asked(self.game, self.position, self.viewer, self.results), rest)

    def evaluate(self, rest: str) -> Iterator[str]:
        """Give the value of an expression."""
        if not rest:
            yield say("say which expression: eval count(players)")
            return
        here = self.game.at(freeze(list(self.before))) if self.pending else self.position
        yield value_of(self.source, self.game.options, here, rest, self.viewer)

    def see_as(self, rest: str) -> Iterator[str]:
        """Change who looks."""
        players = self.game.players
        if rest in ("all", ""):
            self.viewer = None
            yield say("you see everything")
        elif rest in players:
            self.viewer = players.index(rest)
            self.pending = []
            yield say("you see what {player!s} sees", player=rest)
        else:
            yield say(
                "no player `{name}`; there are {names!s}", name=rest, names=", ".join(players)
            )

    def listed(self, _: str) -> Iterator[str]:
        """List the moves, with a mark at the next one."""
        for number, (position, move) in enumerate(zip(self.positions, self.moves, strict=False)):
            mark = ">" if number == self.at else " "
            told = (
                position.told(move, self.positions[number + 1], self.viewer)
                if (self.viewer is not None and number + 1 < len(self.positions))
                else self.game.notation.move_text(move)
            )
            yield say(
                "{mark!s} {number}  {who}: {move!s}",
                mark=mark,
                number=number + 1,
                who=position.waits_for,
                move=told,
            )

    # ---- moving

    def step(self, rest: str) -> Iterator[str]:
        """Play a move to the next stop."""
        if self.pending and not rest:
            self.pending = []
            yield from self.arrived()
            return
        move = yield from self.move(rest)
        if move is None:
            return
        fault = self.play(move)
        if fault is not None:
            yield fault
        else:
            yield from self.where("")

    def roll(self, _: str) -> Iterator[str]:
        """Let chance have its way until it is somebody's turn."""
        if not self.position.is_chance:
            yield say("there is nothing to roll or draw here")
            return
        while self.position.is_chance:
            fault = self.play(roll(self.position.outcomes, self.chance))
            if fault is not None:
                yield fault
                return
        yield from self.where("")

    def edge(self, rest: str) -> Iterator[str]:
        """Go one edge on."""
        yield from self.go(rest, lambda steps: [(one,) for one in steps])

    def line(self, rest: str) -> Iterator[str]:
        """Go one line on."""
        yield from self.go(rest, lambda steps: list(lines_of(steps)))

    def go(
        self, rest: str, cut: Callable[[tuple[Step, ...]], list[tuple[Step, ...]]]
    ) -> Iterator[str]:
        """Begin to play a move by steps, or go on with them."""
        if self.viewer is not None and hidden_of(self.position, self.viewer):
            yield say("what the rules do may tell what you do not see: `as all` first")
            return
        if not self.pending or rest:
            move = yield from self.move(rest)
            if move is None:
                return
            position = self.position
            steps, _ = steps_of(position, move)
            self.before = tuple(thaw(position.state))
            fault = self.play(move)
            self.pending = cut(steps)
            if fault is not None:
                self.pending.append(())
                self.fault_text = fault
            if not self.pending:
                yield from self.arrived()
                return
        group = self.pending.pop(0)
        if not group and self.fault_text is not None:
            yield self.fault_text
            return
        yield from self.told(group)
        if not self.pending:
            yield from self.arrived()

    def told(self, group: tuple[Step, ...]) -> Iterator[str]:
        """Say what some steps did."""
        first, last = group[0], group[-1]
        inside = "  " * first.depth
        yield say(
            "{inside}{point} -> {target}  {line}{answer}",
            inside=inside,
            point=first.point,
            target=last.target,
            line=said(first.span),
            answer=answered(first),
        )
        for text in changed(self.game, self.before, last.slots, frozenset()):
            yield f"{inside}    {text}"
        self.before = last.slots

    def arrived(self) -> Iterator[str]:
        """Say where the steps have come to."""
        yield from self.where("")

    def move(self, rest: str) -> Generator[str, None, Move | None]:
        """Find the move that is meant, the only one where none is named."""
        position = self.position
        known: tuple[Move, ...] = (*position.legal, *position.outcomes)
        if position.is_over:
            yield say("the game is over, by `{ending}`", ending=position.ending)
            return None
        if not rest:
            if self.at < len(self.moves):
                return self.moves[self.at]
            if len(known) == 1:
                return known[0]
            yield say("say which move; `actions` lists them")
            return None
        try:
            return position.find(rest)
        except IllegalMove as error:
            yield say("{error}; `why-not {action}` says more", error=str(error), action=rest)
            return None

    def play(self, move: Move) -> Said | None:
        """Put a move behind the position; what it faults with as text."""
        self.pending = []
        is_next = self.at < len(self.moves) and self.moves[self.at] == move
        if is_next and self.at + 1 < len(self.positions):
            self.at += 1
            return None
        try:
            after = self.position.play(move)
        except FaultError as error:
            fault = error.fault
            return say(
                "fault `{code}`: {message}{at!s}",
                code=fault.code,
                message=fault.message,
                at=f" ({fault.span})",
            )
        del self.positions[self.at + 1 :], self.moves[self.at :]
        self.positions.append(after)
        self.moves.append(move)
        self.at += 1
        return None

    def back(self, _: str) -> Iterator[str]:
        """Go one move back."""
        yield from self.jump(str(self.at))

    def jump(self, rest: str) -> Iterator[str]:
        """Go to the position before a move."""
        last = len(self.positions)
        if not rest.isdigit() or not 1 <= int(rest) <= last:
            yield say("there are positions before the moves 1 to {last}", last=last)
            return
        self.pending, self.at = [], int(rest) - 1
        yield from self.where("")

    def quit(self, _: str) -> Iterator[str]:
        """Stop."""
        self.over = True
        yield from ()


def answered(step: Step) -> str:
    """Say how what a step asks came out."""
    if step.held is None:
        return ""
    return say(": yes") if step.held else say(": no")


def said(span: Span) -> Said:
    """Say where a piece of the rules stands, and its first line."""
    first = " ".join(span.text.split("\n")[0].split())
    return say("line {number}: {text!s}", number=span.line, text=first)
