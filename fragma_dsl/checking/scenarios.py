"""Scenarios: the worked examples of a rule file, played and judged."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from fragma_dsl.automaton.notation import Move
from fragma_dsl.checking.problems import ScenarioFails
from fragma_dsl.game import Game, IllegalMove, Position
from fragma_dsl.pipeline import load
from fragma_dsl.play.ending import ending_returns, ending_slots
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.syntax import tree
from fragma_dsl.text.counted import counted
from fragma_dsl.text.said import chained, say
from fragma_dsl.text.span import Span


@dataclass(frozen=True, slots=True)
class Failure:
    """What is not as a scenario says, where it says so, and the position at that moment."""

    message: str
    span: Span
    position: Position | None = None
    advice: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """A scenario and what is wrong with it, None where nothing is."""

    scenario: tree.ScenarioDecl
    failure: Failure | None
    game: Game


def problem_of(verdict: Verdict, failure: Failure, rules: str) -> ScenarioFails:
    """Make a problem of a failure of a file's scenario, or of one that it inherits."""
    name = verdict.scenario.name
    advice = failure.advice
    if advice is None and name.span.source.name != rules:
        advice = say(INHERITED, name=name.text)
    return ScenarioFails(failure.span, name.text, failure.message, advice=advice)


INHERITED = (
    "correct the scenario or the rules; a fork that means it overrides the scenario, or has "
    "`remove: [scenarios.{name}]`"
)


class ScenarioFailed(Exception):  # noqa: N818 - caught within this module
    """Carries a failure out of the steps of a scenario."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def run_scenarios(
    path: Path, variant: tree.Variant, options: Mapping[str, str], only: str = ""
) -> Iterator[Verdict]:
    """Run the scenarios of a rule file in its order, each with its own options and players.

    `options` hold where a scenario says nothing else, and `only` has to be part of its name. Raises
    RulesError where the rules do not load.
    """
    games: dict[tuple[tuple[tuple[str, str], ...], int | None], Game] = {}
    for scenario in variant.scenarios.values():
        if only not in scenario.name.text:
            continue
        values = dict(options) | {name: value.text for name, value in scenario.options.items()}
        key = tuple(sorted(values.items())), scenario.players
        if key not in games:
            games[key] = load(path, options=values, players=scenario.players)
        yield Verdict(scenario, judge(games[key], scenario), games[key])


def judge(game: Game, scenario: tree.ScenarioDecl) -> Failure | None:
    """Play a scenario and say what is wrong with it."""
    try:
        position = play_scenario(game, scenario)
        if position is not None:
            check_actions(position, scenario)
            check_expectations(position, scenario)
            check_result(position, scenario)
    except ScenarioFailed as failed:
        return failed.failure
    return None


def play_scenario(game: Game, scenario: tree.ScenarioDecl) -> Position | None:
    """Set the table and play the moves; None where the fault came that the scenario tells of."""
    name = scenario.name.text
    position = None
    span = scenario.given.span if scenario.given else scenario.name.span
    left = len(scenario.play)
    try:
        if name in game.program.givens:
            position = game.at(game.machine.start_given(game.program.givens[name]))
        else:
            position = game.start()
        for move in scenario.play:
            span, left = move.span, left - 1
            position = play_move(position, move)
    except FaultError as error:
        check_fault(error.fault, scenario, span, position, left)
        return None
    if scenario.fault is not None:
        message = say("fault `{code}` did not come", code=scenario.fault.text)
        raise ScenarioFailed(Failure(message, scenario.fault.span, position))
    return position


def play_move(position: Position, move: tree.MoveText) -> Position:
    """Play one move of a scenario, which must be legal."""
    if move.kind != "action" and position.mover is not None:
        message = say("`{move}`, but {mover!s} decides here", move=move.text, mover=position.mover)
        raise ScenarioFailed(Failure(message, move.span, position))
    if move.kind == "action" and position.is_chance:
        message = say("`{move}`, but it is chance's turn here", move=move.text)
        raise ScenarioFailed(Failure(message, move.span, position))
    try:
        found = position.find(move.text)
    except IllegalMove as error:
        raise ScenarioFailed(Failure(str(error), move.span, position)) from None
    return position.play(found)


def check_fault(
    fault: Fault, scenario: tree.ScenarioDecl, span: Span, position: Position | None, left: int
) -> None:
    """Raise unless this fault is the one that the scenario tells of, at its last move."""
    where = say(", by {place!s}", place=fault.span) if fault.span is not None else ""
    if scenario.fault is None or scenario.fault.text != fault.code:
        message = say(
            "fault `{code}`: {message}{where}", code=fault.code, message=fault.message, where=where
        )
    elif left:
        message = say(
            "fault `{code}` came {moves} before the last{where}",
            code=fault.code,
            moves=counted(left, "move"),
            where=where,
        )
    else:
        return
    laid = position is None and scenario.given is not None
    raise ScenarioFailed(Failure(message, span, position, BEHIND_GIVEN if laid else None))


BEHIND_GIVEN = (
    "`given` stands in the place of `setup`, and the game goes on behind it: what `flow` does "
    "first, such as a deal, is done besides"
)


def check_actions(position: Position, scenario: tree.ScenarioDecl) -> None:
    """Raise where an action is not as legal, or as illegal, as the scenario says."""
    for move in scenario.legal:
        if not is_legal(position, move):
            message = str(position.illegal(move.text))
            raise ScenarioFailed(Failure(message, move.span, position))
    for move in scenario.illegal:
        if is_legal(position, move):
            raise ScenarioFailed(
                Failure(say("`{move}` is legal", move=move.text), move.span, position)
            )
    for move in scenario.only or ():
        if not is_legal(position, move):
            message = str(position.illegal(move.text))
            raise ScenarioFailed(Failure(message, move.span, position))
    if scenario.only is not None:
        check_no_others(position, scenario.only, scenario.name.span)


def is_legal(position: Position, move: tree.MoveText) -> bool:
    """Whether a move can be played."""
    legal: tuple[Move, ...] = (*position.legal, *position.outcomes)
    return position.game.notation.find(move.text, legal) is not None


def check_no_others(position: Position, only: tuple[tree.MoveText, ...], span: Span) -> None:
    """Raise where an action is legal that `only` does not list."""
    legal: tuple[Move, ...] = (*position.legal, *position.outcomes)
    listed = {position.game.notation.find(move.text, legal) for move in only}
    others = [move for move in legal if move not in listed]
    if others:
        text = position.game.notation.move_text(others[0])
        message = say("`{move}` is legal too", move=text)
        if len(others) > 1:
            message = say(
                "`{move}` and {count} more are legal too", move=text, count=len(others) - 1
            )
        place = only[0].span if only else span
        raise ScenarioFailed(Failure(message, place, position))


def check_expectations(position: Position, scenario: tree.ScenarioDecl) -> None:
    """Raise at the first expression that does not hold."""
    procedures = position.game.program.expects.get(scenario.name.text, ())
    for procedure, expression in zip(procedures, scenario.expect, strict=True):
        try:
            holds = position.game.machine.evaluate(position.state, procedure)
        except FaultError as error:
            message = say(
                "fault `{code}`: {message}", code=error.fault.code, message=error.fault.message
            )
            raise ScenarioFailed(Failure(message, expression.span, position)) from None
        if not holds:
            message = say(
                "`{condition}` does not hold", condition=" ".join(expression.span.text.split())
            )
            raise ScenarioFailed(Failure(message, expression.span, position))


def check_result(position: Position, scenario: tree.ScenarioDecl) -> None:
    """Raise where the game has not ended as the scenario says."""
    wanted = scenario.result
    if wanted is None:
        return
    winners = set(position.winners)
    match wanted:
        case tree.Win(players=expression):
            fits = position.is_over and winners == named(position.game, expression)
        case tree.Lose(players=expression):
            losers = set(position.game.players) - winners if winners else set()
            fits = position.is_over and losers == named(position.game, expression)
        case tree.Tie():
            fits = position.is_over and not winners
        case tree.Evaluate(value=tree.Name(text="unfinished")):
            fits = not position.is_over
        case tree.Evaluate(value=tree.Name(text=ending)):
            fits = position.ending == ending
        case tree.Rank() | tree.Pay():
            check_returns(position, scenario.name.text, wanted)
            fits = True
        case _:
            fits = False
    if not fits:
        message = say(
            "expected `{result}`, but {told}",
            result=" ".join(wanted.span.text.split()),
            told=told(position),
        )
        raise ScenarioFailed(Failure(message, wanted.span, position))


def check_returns(position: Position, name: str, wanted: tree.Rank | tree.Pay) -> None:
    """Raise where the players do not get what a ranking or payment gives them."""
    written = say("expected `{result}`", result=" ".join(wanted.span.text.split()))
    if not position.is_over:
        raise ScenarioFailed(
            Failure(
                say("{written}, but {told}", written=written, told=told(position)),
                wanted.span,
                position,
            )
        )
    game = position.game
    try:
        values = [game.machine.evaluate(position.state, one) for one in game.program.results[name]]
    except FaultError as error:
        message = say(
            "fault `{code}`: {message}", code=error.fault.code, message=error.fault.message
        )
        raise ScenarioFailed(Failure(message, wanted.span, position)) from None
    numbers = [value for value in values if isinstance(value, int)]
    returns = ending_returns(
        ending_slots("rank" if isinstance(wanted, tree.Rank) else "pay", numbers)
    )
    if returns != position.returns:
        due, got = (shares(game, numbers) for numbers in (returns, position.returns))
        message = say(
            "{written}, which is {due!s}, but it is {got!s}, by `{ending}`",
            written=written,
            due=due,
            got=got,
            ending=position.ending,
        )
        raise ScenarioFailed(Failure(message, wanted.span, position))


def shares(game: Game, returns: tuple[float, ...]) -> str:
    """Write what each player gets."""
    return ", ".join(f"{p} {value:+g}" for p, value in zip(game.players, returns, strict=True))


def named(game: Game, expression: tree.Expression) -> set[str]:
    """Give the players that a name of a player or a team, or a set of names, stands for."""
    match expression:
        case tree.Name(text=text) if text in game.program.teams:
            team = game.program.teams.index(text)
            seats = zip(game.players, game.program.layout.team_of, strict=True)
            return {player for player, its_team in seats if its_team == team}
        case tree.Name(text=text):
            return {text}
        case tree.SetLiteral(items=items):
            return {player for item in items for player in named(game, item)}
        case _:
            return set()


def told(position: Position) -> str:
    """Say how a game stands."""
    if not position.is_over:
        return say("the game goes on: it waits for {who}", who=position.waits_for)
    if not position.winners:
        return say("it is a draw, by `{ending}`", ending=position.ending)
    return say(
        "{players} won, by `{ending}`",
        players=chained(position.winners, "and"),
        ending=position.ending,
    )
