"""Tutorial: docs/writing-variants.md with the outputs of its commands as they come out now.

A ```yaml block adds its top-level keys to the file, or replaces them; one marked `wrong` does so
until
the next one, and one marked `scenario` goes to the end of `scenarios`. In a ```console block, each
line that begins with `$ ` is run in the file's folder.
`python -m tests.tutorial` writes the outputs into the page.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fenced import DOCS, merged

PAGE = DOCS / "writing-variants.md"
NAME = "stepping_stones.rules.yaml"
_BLOCK = re.compile(r"^```(yaml|console)[ ]?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_START = "from fragma_dsl.cli.main import run; run()"


def steps(page: str) -> Iterator[tuple[re.Match[str], str]]:
    """Give each block of a page with the file as it is there."""
    kept: dict[str, str] = {}
    now: dict[str, str] = {}
    for block in _BLOCK.finditer(page):
        if block[2] == "scenario":
            now = kept = kept | {"scenarios": kept["scenarios"].rstrip() + "\n" + block[3]}
        elif block[1] == "yaml":
            now = merged(kept, block[3])
            kept = kept if block[2] == "wrong" else now
        yield block, "\n".join(part.rstrip() + "\n" for part in now.values())


def retold(page: str, folder: Path) -> str:
    """Run the commands of a page and give the page with their outputs."""
    told, end = [], 0
    for block, file in steps(page):
        if block[1] == "console":
            (folder / NAME).write_text(file, "utf-8")
            lines = [line for line in block[3].splitlines() if line.startswith("$ ")]
            shown = "\n".join(f"{line}\n{run(line, folder)}" for line in lines)
            told += [page[end : block.start(3)], shown]
            end = block.end(3)
    return "".join([*told, page[end:]])


def run(line: str, folder: Path) -> str:
    """Run `$ fragma ...` and give what it prints."""
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', line)[2:]]
    environment = os.environ | {"NO_COLOR": "1", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-c", _START, *words],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    text = done.stdout.decode("utf-8")
    return "\n".join(line.rstrip() for line in text.rstrip().splitlines()) + "\n"


if __name__ == "__main__":
    with TemporaryDirectory() as place:
        PAGE.write_text(retold(PAGE.read_text("utf-8"), Path(place)), "utf-8")
