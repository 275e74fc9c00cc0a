"""Settings: the options that several commands share, and the game that they make."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from fragma_dsl.backends.pick import Backend
from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.files import find_rules
from fragma_dsl.cli.screen import has_colour, width
from fragma_dsl.cli.speech import spoken
from fragma_dsl.finished import (
    Finished,
    Noted,
    fetch_finished,
    keep_finished,
    load_finished,
)
from fragma_dsl.game import Game
from fragma_dsl.search_path import find_source
from fragma_dsl.text.language import LANGUAGES
from fragma_dsl.text.loading import Loader
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.render import render
from fragma_dsl.text.said import say

if TYPE_CHECKING:
    from fragma_dsl.pipeline import Analysis

FileArgument: TypeAlias = Annotated[
    str,
    typer.Argument(metavar="FILE", help="A rule file, or the id of a game that comes with fragma."),
]
SetOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Set an option of the game; repeatable."),
]
PlayersOption: TypeAlias = Annotated[
    int | None,
    typer.Option("--players", min=1, help="How many play, where the game leaves it open."),
]
BackendOption: TypeAlias = Annotated[
    Backend,
    typer.Option(
        help="What runs the rules; auto begins with the interpreter and makes machine code where "
        "that is worth it."
    ),
]


def read_settings(written: list[str] | None) -> dict[str, str]:
    """Read `OPTION=VALUE` texts."""
    settings: dict[str, str] = {}
    for text in written or ():
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise CliFailure(
                say("`--set {text}`: expected OPTION=VALUE, such as --set size=3", text=text)
            )
        settings[name.strip()] = value.strip()
    return settings


@dataclass(frozen=True, slots=True)
class Setting:
    """A rule file with the options and the number of players wanted."""

    path: Path
    options: Mapping[str, str]
    players: int | None = None

    def analyse(self, loader: Loader = find_source) -> "Analysis":
        """Analyse the file; what cannot be read or set is a CliFailure."""
        from fragma_dsl.pipeline import SettingError, analyse  # not for what is kept already

        try:
            return analyse(self.path, self.options, self.players, loader)
        except SettingError as error:
            raise CliFailure(str(error)) from None
        except UnicodeDecodeError as error:
            message = say(
                "{path} is not UTF-8 text: byte {number} is not",
                path=self.path,
                number=error.start + 1,
            )
            raise CliFailure(message, PROBLEMS) from None
        except OSError as error:
            raise CliFailure(
                say("cannot read {path}: {reason}", path=self.path, reason=error.strerror)
            ) from None

    def analyse_well(self, loader: Loader = find_source) -> "Analysis":
        """Analyse the file; print its problems and stop where there are errors."""
        analysis = self.analyse(loader)
        if analysis.file is not None and analysis.file.kind == "library":
            message = say(
                "{path} is a library: it is played with the games that use it", path=self.path
            )
            raise CliFailure(message, PROBLEMS)
        if analysis.program is None or analysis.has_errors:
            for problem in analysis.problems:
                typer.echo(render(problem, has_colour(2), width(), spoken()) + "\n", err=True)
            raise CliFailure(say("{path} has problems", path=self.path), PROBLEMS)
        return analysis

    def finished(self) -> Finished:
        """Give what is played of the file, read anew only where something has changed; print its
        problems and stop where there are errors."""
        kept = fetch_finished(self.path, self.options, self.players)
        if kept is not None:
            return kept
        noted = Noted()
        analysis = self.analyse_well(noted)
        return keep_finished(analysis, noted.lookups, self.options, self.players)

    def game(self) -> Game:
        """Load the game; print its problems and stop where there are errors."""
        return self.finished().game()

    def factory(self, game: Game) -> "Factory":
        """Give what gives a game that this setting made, in another process made again."""
        return Factory(game, partial(load_finished, self.path, dict(self.options), self.players))


@dataclass(frozen=True, slots=True)
class Factory:
    """Gives the game at hand; pickled it becomes what loads it again."""

    game: Game
    make: "partial[Game]"

    def __call__(self) -> Game:
        return self.game

    def __reduce__(self) -> tuple[Callable[..., "partial[Game]"], tuple[object, ...]]:
        return partial, (self.make.func, *self.make.args)


def setting_of(file: str, options: list[str] | None = None, players: int | None = None) -> Setting:
    """Read what was given on the command line."""
    return Setting(find_rules(file), read_settings(options), players)


def check_language(game: Game, language: str | None) -> None:
    """Raise CliFailure for a language that neither the game nor fragma speaks."""
    known = tuple(sorted({*game.texts.languages, *LANGUAGES}))
    if language is not None and language not in known:
        close = nearest(language, known)
        more = (
            say("; did you mean `{close}`?", close=close)
            if close
            else say("; there are {names!s}", names=", ".join(known))
        )
        raise CliFailure(
            say(
                "{game!s} has no texts in `{language}`{more}",
                game=game.name,
                language=language,
                more=more,
            )
        )
