"""Check: a game and its properties in, a report out; three engines, one after the other."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic, process_time
from typing import Any

from fragma_dsl.backends.pick import Backend, BackendError
from fragma_dsl.checking import properties as p
from fragma_dsl.checking.bulk import play_bulk
from fragma_dsl.checking.exhaust import StateGraph, explore
from fragma_dsl.checking.judge import Judge
from fragma_dsl.checking.kept import FOLDER, keep, kept_games
from fragma_dsl.checking.mass import play_many
from fragma_dsl.checking.properties import Property, properties_of
from fragma_dsl.checking.report import Failure, Finding, Report, Status
from fragma_dsl.checking.seen import Seen, Trail
from fragma_dsl.checking.show import show_failure
from fragma_dsl.checking.shrink import Player, first_breach, search, shrink
from fragma_dsl.checking.solve import MOST, NotSolvable, solve
from fragma_dsl.checking.ways import ENDLESS, look_at_ways, write_graph
from fragma_dsl.game import Game
from fragma_dsl.pipeline import Analysis, game_of
from fragma_dsl.simulate.summary import Share, wilson
from fragma_dsl.text.counted import counted
from fragma_dsl.text.said import chained, say

KEPT = "an earlier check"
FEWEST_LENGTHS = 30
"""With fewer games nothing is said of a probability."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to look: whatever comes first ends an engine. Times are seconds of computing, for
    one file, so that a busy machine finds as much."""

    games: int = 200
    seconds: float = 5.0
    states: int = 20_000
    seed: int = 1
    most: int = 2_000  # decisions of a game, before it is given up
    shrinking: float = 10.0  # for each property that fails
    is_exhaustive: bool = False  # whether all positions are looked at, however long it takes
    solves: bool = False  # whether the game is solved, too
    backend: Backend = "auto"
    graph: Path | None = None  # where the graph of all positions is written


def check(
    analysis: Analysis,
    rules: str,
    effort: Effort,
    only: str = "",
    folder: Path | None = FOLDER,
    progress: Callable[[int], None] = lambda _: None,
) -> Report:
    """Check a rule file. Failures are kept in the folder, and those kept there are tried first."""
    begun, clock = process_time(), monotonic()
    game = quick(game_of(analysis), effort.backend)
    properties = properties_of(game.program, analysis.variant, only)
    judge = Judge(game, properties)
    seen = Seen(has_secrets=judge.has_secrets)
    if folder is not None:
        try_kept(judge, seen, folder)
    graph = run_engines(judge, seen, effort, begun, progress)
    if effort.graph is not None and graph.is_whole:
        write_graph(game, graph, effort.graph)
    make_small(judge, seen, effort)
    played = seen.games + seen.bulk
    seen.is_cut_short = not graph.is_whole and played < max(1, effort.games)
    findings = tuple(find(one, seen, graph) for one in properties)
    shown = tuple(with_failure(one, game, seen, rules, folder) for one in findings)
    return Report(
        game=game.name,
        rules=rules,
        digest=game.digest,
        options=dict(game.options),
        players=game.players,
        seed=effort.seed,
        seconds=monotonic() - clock,
        games=seen.games,
        moves=seen.moves,
        positions=max(len(graph.states), len(seen.positions)),
        is_exhaustive=graph.is_whole,
        findings=shown,
        **(solution_of(game, effort) if effort.solves else {}),
    )


def solution_of(game: Game, effort: Effort) -> dict[str, Any]:
    """Solve a game, or say why it cannot be solved."""
    try:
        return {"solution": solve(game, max(MOST, effort.states), effort.backend).to_json()}
    except NotSolvable as error:
        return {"unsolved": str(error)}


def quick(game: Game, backend: Backend) -> Game:
    """Give the game on a backend; `auto` is its module in plain Python, if it has one."""
    try:
        return game.with_backend("python" if backend == "auto" else backend)
    except BackendError:
        if backend == "auto":
            return game
        raise


# ---- engines


def try_kept(judge: Judge, seen: Seen, folder: Path) -> None:
    """Play the games that broke a property before."""
    names = {one.name for one in judge.properties}
    for name, moves in kept_games(folder, judge.game):
        found = first_breach(Player(judge.only(name)), name, moves) if name in names else None
        if found is not None:
            seen.note(name, replace(found[0], engine=KEPT))


def run_engines(
    judge: Judge, seen: Seen, effort: Effort, begun: float, progress: Callable[[int], None]
) -> StateGraph:
    """Look at all positions if there are few, else play many games; give what was found."""
    if effort.is_exhaustive or effort.graph is not None:
        graph = explore(judge, seen, 10**9, float("inf"))
    else:
        end = float("inf") if effort.solves else begun + 0.5 * effort.seconds
        graph = explore(judge, seen, effort.states, end)
    if graph.is_whole:
        look_at_ways(judge, seen, graph)
    likely = any(one.probability is not None for one in judge.within)
    law = p.SAME_SEED in judge.laws
    end = max(begun + 0.65 * effort.seconds, process_time() + 0.15 * effort.seconds)
    games = effort.games if likely or not graph.is_whole else 4 * law
    play_many(judge, seen, games, effort.seed, effort.most, end, progress)
    if not graph.is_whole and effort.backend != "interpreter":
        seconds = 0.3 * effort.seconds
        play_bulk(judge, seen, games, effort.seed, effort.most, seconds, effort.backend)
    if not graph.is_whole:
        search_simplest(judge, seen, effort, process_time() + 0.1 * effort.seconds)
    return graph


def search_simplest(judge: Judge, seen: Seen, effort: Effort, deadline: float) -> None:
    """Let Hypothesis draw some games, simple ones first."""
    found = search(Player(judge, deadline=deadline), effort.seed, deadline)
    if found is not None:
        seen.note(*found)


def make_small(judge: Judge, seen: Seen, effort: Effort) -> None:
    """Make the game of each breach as short and as simple as can be."""
    for name, trail in list(seen.breaches.items()):
        if not trail.is_shortest and name != p.SAME_SEED:
            seen.breaches[name] = shrink(judge, name, trail, effort.shrinking)


# ---- findings


def find(one: Property, seen: Seen, graph: StateGraph) -> Finding:
    """Say how a property stands."""
    status, evidence, what = standing(one, seen, graph)
    failure = Failure(what) if status == "failed" else None
    at = None if one.span is None else f"{one.span.source.name}:{one.span.line}"
    return Finding(
        one.name, one.form, one.statement, status, evidence, at, one.about, failure, one.span
    )


def standing(one: Property, seen: Seen, graph: StateGraph) -> tuple[Status, str, str]:
    """Give the status of a property, the evidence, and what is wrong where it fails."""
    broken = seen.breaches.get(one.name)
    if broken is not None:
        how = "the shortest there is" if broken.is_shortest else "the shortest found"
        return (
            "failed",
            say("{moves}, {how}", moves=counted(len(broken.moves), "move"), how=how),
            broken.what,
        )
    if one.probability is not None:
        return likelihood(one, seen)
    if one.needs_witness:
        return witnessed(one, seen, graph)
    if one.form == "law" and one.name == p.SECRETS_KEPT and not seen.has_secrets:
        return "proved", "nothing is hidden", ""
    if one.form == "law" and one.name in (p.SAME_SEED, p.SECRETS_KEPT):
        return "held", games_text(one, seen, graph), ""
    if graph.is_whole:
        return "proved", all_text(one, seen, graph), ""
    if not seen.moves and not graph.states:
        return "open", "no game could be played", ""
    return "held", with_longest(one, seen, games_text(one, seen, graph)), ""


def witnessed(one: Property, seen: Seen, graph: StateGraph) -> tuple[Status, str, str]:
    """Say whether what should happen somewhere has been seen to happen."""
    shown = seen.witnesses.get(one.name)
    if one.form == "law" and graph.is_whole and shown is not None:
        return (
            "proved",
            say("from each of {positions}", positions=counted(len(graph.states), "position")),
            "",
        )
    if one.form == "law" and seen.ended:
        return "shown", say("{games} came to an end", games=counted(seen.ended, "game")), ""
    if shown is not None:
        return "shown", say("after {moves}", moves=counted(len(shown.moves), "move")), ""
    if graph.is_whole and one.form == "law":
        return "open", "no game comes so far", ""
    if graph.is_whole:
        none = say("in none of all {positions}", positions=counted(len(graph.states), "position"))
        return "failed", none, none
    played = say("in {games}", games=games_text(one, seen, graph))
    what = "no game came to an end" if one.form == "law" else "it was never so"
    if seen.is_cut_short:
        return "open", say("{what} {played}, then the time was over", what=what, played=played), ""
    return "failed", played, say("{what} {played}", what=what, played=played)


def likelihood(one: Property, seen: Seen) -> tuple[Status, str, str]:
    """Compare the share of games that end in time with the probability that is claimed."""
    limit = seen.limits.get(one.name, 0)
    total = len(seen.lengths)
    share = wilson(sum(n is not None and n <= limit for n in seen.lengths), total)
    text = share_text(share, total)
    assert one.probability is not None
    if total < FEWEST_LENGTHS:
        return "open", say("{text}: too few games", text=text), ""
    if share.high < one.probability:
        return (
            "failed",
            text,
            say("only {text} ended within {limit} decisions", text=text, limit=limit),
        )
    return ("held" if share.low >= one.probability else "open"), text, ""


def share_text(share: Share, total: int) -> str:
    interval = say("95 % interval {low:.3f} to {high:.3f}", low=share.low, high=share.high)
    return say(
        "{count} of {games}, {interval}",
        count=share.count,
        games=counted(total, "random game"),
        interval=interval,
    )


def games_text(one: Property, seen: Seen, graph: StateGraph) -> str:
    """Say how much was played of which a property was asked."""
    parts: list[str] = [counted(seen.games, "game")] if seen.games else []
    if len(graph.states) > 1:
        positions = counted(len(graph.states), "position")
        first = "all {positions}" if graph.is_whole else "the first {positions}"
        parts.append(say(first, positions=positions))
    text: str = "no game"
    if parts:
        played = chained(parts, "and")
        text = say("{played}, {moves}", played=played, moves=counted(seen.moves, "move"))
    if seen.bulk and one.name in seen.in_bulk:
        games, stops = counted(seen.bulk, "game"), counted(seen.bulk_stops, "position")
        text = say("{text}; {games} compiled, {positions}", text=text, games=games, positions=stops)
    return text


def all_text(one: Property, seen: Seen, graph: StateGraph) -> str:
    """Say what proves a property."""
    if one.form == "within":
        return say("the longest game has {decisions}", decisions=counted(seen.longest, "decision"))
    if one.form == "at_end":
        return say("all {ends}", ends=counted(len(graph.ends), "final position"))
    if one.form == "step":
        return say("all {moves}", moves=counted(sum(map(len, graph.edges)), "move"))
    return say("all {positions}", positions=counted(len(graph.states), "position"))


def with_longest(one: Property, seen: Seen, text: str) -> str:
    """Add how long the longest game was, where a property speaks of that."""
    if one.form != "within" or seen.longest == ENDLESS:
        return text
    longest = counted(seen.longest, "decision")
    return say("{text}; the longest game had {decisions}", text=text, decisions=longest)


def with_failure(one: Finding, game: Game, seen: Seen, rules: str, folder: Path | None) -> Finding:
    """Show the game that breaks a property, and keep it."""
    trail: Trail | None = seen.breaches.get(one.name)
    if trail is None:
        return one
    path = None if folder is None else keep(folder, game, one.name, trail.moves, rules)
    record = None if path is None else str(path)
    return replace(one, failure=show_failure(game, trail, record))
