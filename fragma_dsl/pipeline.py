"""Pipeline: a file in, everything made of it out; the only module that knows the order of the
stages."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from fragma_dsl.automaton.lower import lower_game
from fragma_dsl.automaton.nodes import Program
from fragma_dsl.backends.interpreter import InterpreterMachine
from fragma_dsl.game import Game
from fragma_dsl.play.texts import Texts
from fragma_dsl.search_path import find_source, read_source
from fragma_dsl.semantics.cards import card_texts
from fragma_dsl.semantics.check import check_game
from fragma_dsl.semantics.forks import Loader, Resolved, label_removals, merge, names_in
from fragma_dsl.semantics.model import Game as GameModel
from fragma_dsl.semantics.related import point_at_declarations
from fragma_dsl.semantics.texts import check_texts
from fragma_dsl.stdlib import standard_library
from fragma_dsl.syntax import tree
from fragma_dsl.syntax.document import make_variant, read_prelude
from fragma_dsl.syntax.rule_file import RuleFile, read_rule_file
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Checked, Problem
from fragma_dsl.text.render import render
from fragma_dsl.text.said import chained, say
from fragma_dsl.text.source import Source
from fragma_dsl.text.uncollected import uncollected

if TYPE_CHECKING:
    from fragma_dsl.backends.pick import Backend


class RulesError(Exception):
    """Raised where a game is asked of rules that have problems; `problems` has them all."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n\n".join(render(problem) for problem in problems))
        self.problems = problems


class SettingError(ValueError):
    """Raised for an option, value or number of players that the game does not have."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """Every stage of a file that could be made, and all problems in the order of the file."""

    source: Source
    problems: tuple[Problem, ...]
    file: RuleFile | None = None
    resolved: Resolved | None = None
    variant: tree.Variant | None = None
    model: GameModel | None = None
    program: Program | None = None

    @property
    def has_errors(self) -> bool:
        """Whether a problem keeps the game from being played."""
        return any(problem.severity == "error" for problem in self.problems)

    @property
    def texts(self) -> Texts:
        """What people read in this game."""
        variant = self.variant
        if variant is None:
            return Texts()
        return Texts(
            variant.title.by_language,
            {} if variant.about is None else variant.about.by_language,
            card_texts(variant) | {name: text.by_language for name, text in variant.texts.items()},
            {name: piece.symbol for name, piece in variant.pieces.items() if piece.symbol},
        )


def prelude_source() -> Source:
    """Give the prelude that ships with the package."""
    text = files("fragma_dsl.stdlib").joinpath("prelude.rules.yaml").read_text("utf-8")
    return Source("prelude.rules.yaml", text)


@lru_cache(maxsize=1)
def prelude_variant() -> tree.Variant:
    """Give the prelude as read."""
    prelude, _ = _take(read_prelude(prelude_source()))
    assert prelude is not None
    return prelude


def analyse(
    path: str | Path,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
    loader: Loader = find_source,
) -> Analysis:
    """Read, check and lower a rule file, as far as its mistakes allow. Raises OSError and
    UnicodeDecodeError."""
    return analyse_source(read_source(path), options, players, loader)


@uncollected()
def analyse_source(
    source: Source,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
    loader: Loader = find_source,
) -> Analysis:
    """Do the same for a text; `loader` finds the files that it extends and uses. Raises
    SettingError for options that the game does not have."""
    return lowered(check_source(source, options, players, loader))


@uncollected()
def check_source(
    source: Source,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
    loader: Loader = find_source,
) -> Analysis:
    """Read and check a text, and make no automaton of it."""
    return _check_read(_resolve(source, prelude_variant(), loader), options or {}, players)


def analyse_again(found: Analysis, options: Mapping[str, str], players: int | None) -> Analysis:
    """Check and lower what has been read with other options or another number of players. Raises
    SettingError; problems of reading are not told again."""
    return lowered(_check_read(replace(found, problems=(), program=None), options, players))


def _check_read(found: Analysis, settings: Mapping[str, str], players: int | None) -> Analysis:
    """Check what has been read."""
    prelude, variant, source = prelude_variant(), found.variant, found.source
    if variant is None or found.resolved is None:
        return found
    _require_settings(variant, settings, players)
    game, more = _take(check_game(variant, prelude, standard_library(), settings, players))
    if players is None:
        more += _check_other_seats(variant, prelude, settings)
    if game is not None:
        more += check_texts(variant, prelude, game, source)
    more = label_removals(more, found.resolved.gone)
    more = point_at_declarations(more, variant, found.resolved.layers)
    return replace(found, problems=in_file_order((*found.problems, *more)), model=game)


def lowered(found: Analysis) -> Analysis:
    """Make the automaton of what has been checked, where it has no errors."""
    if found.model is None or found.has_errors:
        return found
    program, more = _take(lower_game(found.model))
    return replace(found, problems=in_file_order((*found.problems, *more)), program=program)


def _resolve(source: Source, prelude: tree.Variant, loader: Loader) -> Analysis:
    """Read a file and lay it over what it extends and uses; a library is read and no more."""
    file, found = _take(read_rule_file(source))
    if file is None:
        return Analysis(source, in_file_order(found))
    resolved, more = _take(merge(file, loader, frozenset(names_in(prelude))))
    found = (*found, *more)
    if file.kind == "library" or resolved is None:
        return Analysis(source, in_file_order(found), file, resolved)
    variant, more = _take(make_variant(source, resolved.fields))
    return Analysis(source, in_file_order((*found, *more)), file, resolved, variant)


def _check_other_seats(
    variant: tree.Variant, prelude: tree.Variant, settings: Mapping[str, str]
) -> tuple[Problem, ...]:
    """Check the file for the other numbers of players that its scenarios are for."""
    seats = variant.players
    wanted = {one.players for one in variant.scenarios.values()}
    others = wanted & set(seats.allowed) - {seats.default}
    checks = (
        check_game(variant, prelude, standard_library(), settings, count)
        for count in sorted(count for count in others if count is not None)
    )
    return tuple(problem for checked in checks for problem in checked.problems)


T = TypeVar("T")


def _take(checked: Checked[T]) -> tuple[T | None, tuple[Problem, ...]]:
    return checked.value, checked.problems


def in_file_order(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Sort problems by where they are, each once."""
    unique = dict.fromkeys(problems)
    return tuple(sorted(unique, key=lambda one: (one.span.source.name, one.span.start, one.code)))


def _require_settings(
    variant: tree.Variant, settings: Mapping[str, str], players: int | None
) -> None:
    for name, value in settings.items():
        option = variant.options.get(name)
        if option is None:
            close = nearest(name, variant.options)
            hint = say("; did you mean `{close}`?", close=close) if close else ""
            raise SettingError(
                say(
                    "{game!s} has no option `{name}`{hint}",
                    game=variant.game.text,
                    name=name,
                    hint=hint,
                )
            )
        if not _allows(option, value):
            shown = _shown_values(option)
            raise SettingError(
                say(
                    "`{value}` is no value of `{name}`: it is {shown}",
                    value=value,
                    name=name,
                    shown=shown,
                )
            )
    seats = variant.players
    allowed_counts = seats.allowed
    if players is not None and players not in allowed_counts:
        shown = chained([str(count) for count in allowed_counts], "or")
        raise SettingError(
            say(
                "{game!s} is for {counts} players, not {players}",
                game=variant.game.text,
                counts=shown,
                players=players,
            )
        )


def _allows(option: tree.OptionDecl, value: str) -> bool:
    match option.type:
        case tree.ValueList(names):
            return value in [name.text for name in names]
        case tree.RangeType(low, high):
            return is_number(value) and low <= int(value) <= high
        case tree.TypeName("bool"):
            return value in ("false", "true")
        case _:
            return True  # the declaration is wrong and will be reported


def is_number(text: str) -> bool:
    """Say whether a text is a whole number as the values of options are written."""
    return re.fullmatch(r"0|-?[1-9][0-9]{0,9}", text, re.ASCII) is not None


def _shown_values(option: tree.OptionDecl) -> str:
    match option.type:
        case tree.ValueList(names):
            return say("one of {names!s}", names=", ".join(name.text for name in names))
        case tree.RangeType(low, high):
            return say("a whole number from {low} to {high}", low=low, high=high)
        case _:
            return "`true` or `false`"


def load(
    path: str | Path,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
    backend: "Backend" = "interpreter",
) -> Game:
    """Load a game that can be played; see Game.with_backend for the backends.

    Raises RulesError with all problems where the rules have errors, SettingError for options or a
    number of players that the game does not have, OSError and UnicodeDecodeError for a file that
    cannot be read, BackendError for a backend that cannot run it.
    """
    game = game_of(analyse(path, options, players))
    return game if backend == "interpreter" else game.with_backend(backend)


def game_of(analysis: Analysis) -> Game:
    """Give the game of an analysis. Raises RulesError where it has errors."""
    if analysis.program is None or analysis.has_errors:
        raise RulesError(analysis.problems)
    return Game(analysis.program, InterpreterMachine(analysis.program), analysis.texts)
