"""Mutation: how many mutants of a rule file its own scenarios and invariants notice."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Literal, TypeAlias

from fragma_dsl.checking.check import Effort, check
from fragma_dsl.checking.crowd import processes
from fragma_dsl.checking.mutants import Mutant, mutants_of
from fragma_dsl.checking.scenarios import judge
from fragma_dsl.game import Game
from fragma_dsl.pipeline import (
    Analysis,
    RulesError,
    SettingError,
    analyse_again,
    analyse_source,
    game_of,
)
from fragma_dsl.play.random import Random
from fragma_dsl.syntax import tree

Fate: TypeAlias = Literal["refused", "scenario", "check", "survived"]


@dataclass(frozen=True, slots=True)
class Tried:
    """A mutant and what noticed it: the checker of rules, a scenario, a property, or nothing."""

    mutant: Mutant
    fate: Fate
    by: str = ""


@dataclass(frozen=True, slots=True)
class Mutation:
    """What became of the mutants of a file."""

    tried: tuple[Tried, ...]
    total: int  # mutants that there are

    @property
    def counted(self) -> tuple[Tried, ...]:
        """Those that are rules at all."""
        return tuple(one for one in self.tried if one.fate != "refused")

    @property
    def survivors(self) -> tuple[Tried, ...]:
        """Those that nothing noticed."""
        return tuple(one for one in self.tried if one.fate == "survived")

    @property
    def score(self) -> float:
        """How many of a hundred were noticed."""
        return 100.0 * (1 - len(self.survivors) / len(self.counted)) if self.counted else 100.0


def sample(mutants: Sequence[Mutant], most: int, seed: int) -> list[Mutant]:
    """Pick so many mutants, in the order of the file."""
    stream = Random.derived(seed)
    left = list(mutants)
    while len(left) > most:
        del left[stream.below(len(left))]
    return left


def mutate(
    analysis: Analysis, options: Mapping[str, str], effort: Effort, most: int, workers: int = 1
) -> Iterator[Tried]:
    """Try mutants of a file, one by one or several at a time, in the order of the file."""
    assert analysis.variant is not None
    mutants = sample(mutants_of(analysis.variant, analysis.source), most, effort.seed)
    if workers <= 1:
        for mutant in mutants:
            yield attempt(mutant, options, effort)
        return
    with processes(workers) as executor:
        yield from executor.map(attempt, mutants, repeat(options), repeat(effort))


def attempt(mutant: Mutant, options: Mapping[str, str], effort: Effort) -> Tried:
    """Say what notices a mutant."""
    analysis = analyse_source(mutant.source, options)
    if analysis.program is None or analysis.has_errors or analysis.variant is None:
        return Tried(mutant, "refused")
    return Tried(mutant, *notice(analysis, options, effort))


def notice(analysis: Analysis, options: Mapping[str, str], effort: Effort) -> tuple[Fate, str]:
    """Say what finds a mistake in a file, and its name; scenarios are asked first."""
    broken = first_broken(analysis, options)
    if broken is not None:
        return "scenario", broken
    report = check(analysis, analysis.source.name, replace(effort, shrinking=0.0), folder=None)
    if report.failed:
        return "check", report.failed[0].name
    return "survived", ""


def first_broken(analysis: Analysis, options: Mapping[str, str]) -> str | None:
    """Name the first scenario that a mutant does not pass; those of the same game come first."""
    assert analysis.variant is not None
    scenarios = list(analysis.variant.scenarios.values())
    scenarios.sort(key=lambda one: bool(one.options) or one.players is not None)
    games: dict[Settings, Game | None] = {(tuple(sorted(options.items())), None): game_of(analysis)}
    for scenario in scenarios:
        key = settings_of(scenario, options)
        if key not in games:
            games[key] = game_for(analysis, *key)
        game = games[key]
        if game is None or judge(game, scenario) is not None:
            return scenario.name.text
    return None


Settings: TypeAlias = tuple[tuple[tuple[str, str], ...], int | None]


def settings_of(scenario: tree.ScenarioDecl, options: Mapping[str, str]) -> Settings:
    """Give the options and the number of players of a scenario."""
    values = dict(options) | {name: value.text for name, value in scenario.options.items()}
    return tuple(sorted(values.items())), scenario.players


def game_for(
    analysis: Analysis, options: tuple[tuple[str, str], ...], players: int | None
) -> Game | None:
    """Make the game of a mutant with other options; None where it is none."""
    try:
        return game_of(analyse_again(analysis, dict(options), players))
    except (RulesError, SettingError):
        return None
