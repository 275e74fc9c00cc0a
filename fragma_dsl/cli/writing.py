"""Writing: a text into a file, whole or not at all."""

from pathlib import Path

from fragma_dsl.cli.failure import CliFailure
from fragma_dsl.cli.files import reason
from fragma_dsl.play.record import write_whole


def write_text(path: Path, text: str, overwrite: bool) -> None:
    """Write a file; one that is already there is a CliFailure unless it may go."""
    try:
        write_whole(path, text, overwrite)
    except FileExistsError:
        raise CliFailure(f"{path} exists; give another name, or --overwrite") from None
    except OSError as error:
        raise CliFailure(f"cannot write {path}: {reason(error)}") from None
