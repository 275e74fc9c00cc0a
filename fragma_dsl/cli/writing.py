"""Writing: a text into a file, whole or not at all."""

from pathlib import Path

from fragma_dsl.cli.failure import CliFailure
from fragma_dsl.cli.files import reason
from fragma_dsl.play.record import write_whole
from fragma_dsl.text.said import say


def write_text(path: Path, text: str, overwrite: bool) -> None:
    """Write a file; one that is already there is a CliFailure unless it may go."""
    try:
        write_whole(path, text, overwrite)
    except FileExistsError:
        raise CliFailure(
            say("{path} exists; give another name, or --overwrite", path=path)
        ) from None
    except OSError as error:
        raise CliFailure(
            say("cannot write {path}: {reason}", path=path, reason=reason(error))
        ) from None
