"""Main: the command `fragma`, which imports a command only when it is asked for."""

import ast
import gc
import os
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from fragma_dsl import __version__
from fragma_dsl.cli.failure import CliFailure
from fragma_dsl.cli.screen import filled
from fragma_dsl.cli.speech import LanguageOption, speak, speaking, spoken, told
from fragma_dsl.cli.streams import end_output, is_left, open_streams
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.paragraphs import first_sentence
from fragma_dsl.text.said import say

COMMANDS = (
    "validate", "play", "simulate", "test", "check", "perft", "replay", "show", "graph", "dump",
    "explain", "new", "diff", "flatten", "origin", "list", "options", "schema", "fmt", "lsp",
    "debug",
)  # fmt: skip
SOME_OBJECTS = 100_000
"""Python looks for cycles each time that so many have come: what is made mostly lasts."""
INTERRUPTED = 130
BROKEN_PIPE = 141
INTERNAL = 70
REFUSED = 74


class ToldCommand(TyperCommand):
    """Shows its help in the language that is wanted."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the arguments; the language first, wherever it stands."""
        speak(asked(self, ctx, args) or spoken())
        return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        super().format_help(ctx, page_of(formatter))


class LazyGroup(TyperGroup):
    """Finds commands in the modules of their names; whatever ends one is said in plain words."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the arguments; the language first, wherever it stands."""
        language = asked(self, ctx, args)
        speak(language)
        ctx.default_map = {name: {"language": language} for name in COMMANDS}
        return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        super().format_help(ctx, page_of(formatter))

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """List the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """Import a command's module and make its command."""
        if cmd_name not in COMMANDS:
            close = nearest(cmd_name, COMMANDS)
            more = (
                say("; did you mean `{close}`?", close=close)
                if close
                else "; fragma --help lists them"
            )
            raise CliFailure(say("no command `{name}`{more}", name=cmd_name, more=more))
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        module = import_module(f"fragma_dsl.cli.{cmd_name}")
        app.command(cmd_name, cls=ToldCommand)(speaking(module.command))
        return typer.main.get_command(app)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """List the commands with the first clause of their docstrings, and import none."""
        texts = (told(first_sentence(docstring(name))) for name in COMMANDS)
        clauses = [re.split("[;:]", text)[0].rstrip(".") for text in texts]
        with formatter.section("Commands"):
            formatter.write_dl(list(zip(COMMANDS, clauses, strict=True)))

    def invoke(self, ctx: Any) -> Any:
        """Run a command; whatever stops it is said in one line, never as a traceback."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except KeyboardInterrupt:
            complain("interrupted")
            raise typer.Exit(INTERRUPTED) from None
        except OSError as error:
            raise typer.Exit(refused(error)) from None
        except CliFailure as failure:
            complain(str(failure))
            raise typer.Exit(failure.exit_code) from None
        except Exception as error:
            if hasattr(error, "exit_code") or isinstance(error, typer.Abort):
                raise
            if os.environ.get("FRAGMA_DEBUG"):
                raise
            complain(
                say(
                    "this is a mistake in fragma itself: {kind!s}: {error!s}",
                    kind=type(error).__name__,
                    error=str(error),
                )
            )
            complain("please report it; with FRAGMA_DEBUG=1 set, the whole traceback is shown")
            raise typer.Exit(INTERNAL) from None
        return result


def asked(command: Any, ctx: Any, args: list[str]) -> str | None:
    """Give the language that arguments ask for, before any other of them counts."""
    given, *_ = command.make_parser(ctx).parse_args(args=list(args))
    language: str | None = given.get("language")
    return language


def page_of(formatter: Any) -> Any:
    """Give what writes a help page; nobody else needs to import it."""
    return import_module("fragma_dsl.cli.help_page").HelpPage(formatter)


def docstring(name: str) -> str:
    """Read what a command's docstring says out of its module's text."""
    tree = ast.parse(Path(__file__).with_name(f"{name}.py").read_text("utf-8"))
    return next(
        ast.get_docstring(node) or ""
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name == "command"
    )


def complain(message: str) -> None:
    """Write a message to the error output; what a stranger's file put into it moves no cursor."""
    shown = "".join(
        c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in told(message)
    )
    typer.echo(filled(f"fragma: {shown}", sys.stderr), err=True)


def refused(error: OSError) -> int:
    """Say what the system has refused, such as room on a disk, and give the exit code."""
    end_output()
    if is_left(error):
        return BROKEN_PIPE
    if os.environ.get("FRAGMA_DEBUG"):
        raise error
    from fragma_dsl.cli.files import reason  # what goes well needs no more than its own modules

    where = "" if error.filename is None else f"{error.filename}: "
    complain(say("the system refuses: {where!s}{reason}", where=where, reason=reason(error)))
    return REFUSED


def show_version(wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        typer.echo(f"fragma {__version__}")
        raise typer.Exit


app = typer.Typer(
    cls=LazyGroup,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def fragma(
    version: bool = typer.Option(
        False, "--version", callback=show_version, is_eager=True, help="Show the version."
    ),
    language: LanguageOption = None,
) -> None:
    """Check, play and simulate games of the table written in the Fragma rule language."""


def run() -> None:
    """Be the command `fragma`."""
    gc.set_threshold(SOME_OBJECTS)
    open_streams()
    try:
        app(prog_name="fragma")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except OSError as error:
        sys.exit(refused(error))
    finally:
        gc.freeze()  # so that Python, as it ends, does not go through all that is left
