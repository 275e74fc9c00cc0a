"""Speech: what commands tell people, in the language that they want."""

import inspect
import os
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Annotated, Any, TypeAlias

import typer

from fragma_dsl.cli.failure import CliFailure
from fragma_dsl.text.language import LANGUAGES, tell, wanted_language
from fragma_dsl.text.said import say

_asked: ContextVar[str | None] = ContextVar("language", default=None)


def speak(language: str | None) -> str | None:
    """Speak a language from now on; None for the one that the environment asks for."""
    _asked.set(language)
    return language


LanguageOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANGUAGE",
        help=f"The language to speak, such as es; fragma itself speaks {', '.join(LANGUAGES)}.",
    ),
]


def spoken() -> str | None:
    """Give the language to speak: of `--lang`, of FRAGMA_LANG, of the system."""
    return _asked.get() or wanted_language(os.environ)


def told(text: str) -> str:
    """Give a text in the language to speak."""
    return tell(text, spoken())


def echo(template: str, /, **values: object) -> None:
    """Print what a template and its values say."""
    typer.echo(told(say(template, **values)))


def speaking(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the option `--lang`, if it does not have it for the texts of a game."""
    signature = inspect.signature(command)
    if "language" in signature.parameters:
        return command

    @wraps(command)
    def speaks(language: str | None = None, **given: Any) -> None:
        if language is not None and language not in LANGUAGES:
            names = ", ".join(LANGUAGES)
            raise CliFailure(
                say(
                    "fragma does not speak `{language}`; it speaks {names!s}",
                    language=language,
                    names=names,
                )
            )
        command(**given)

    option = inspect.Parameter(
        "language", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=LanguageOption
    )
    parameters = [*signature.parameters.values(), option]
    speaks.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    speaks.__annotations__ = {**command.__annotations__, "language": LanguageOption}
    return speaks
