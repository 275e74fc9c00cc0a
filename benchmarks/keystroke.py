"""Time the language server: from a keystroke in a long file to the diagnostics that it gives.

    python benchmarks/keystroke.py [LINES] [KEYSTROKES]

The file is Fragma with its scenarios repeated until it has LINES lines (default 2000). Each of
KEYSTROKES edits (default 20) changes a line of a script. The server runs as an editor runs it, over
pipes. Medians, best and worst are printed, of the time to the diagnostics, to a completion and to a
hover, which makes the index of names anew.
"""

import asyncio
import re
import sys
from collections.abc import Awaitable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from lsprotocol import types as lsp

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.editor_client import Editor, position  # noqa: E402


def long_file(lines: int) -> str:
    """Make a rule file without problems of about so many lines."""
    text = (ROOT / "variants/fragma.rules.yaml").read_text("utf-8")
    begin, end = text.index("\nscenarios:\n") + 12, text.index("\ntexts:\n")
    scenarios = text[begin:end].rstrip("\n")
    entries = re.split(r"\n(?=  \w+:\n)", scenarios)
    more: list[str] = []
    number = 0
    while text.count("\n") + sum(one.count("\n") + 1 for one in more) < lines:
        entry = entries[number % len(entries)]
        more.append(
            re.sub(r"^  (\w+):", rf"  \1_{number}:", entry.rstrip("\n"), flags=re.MULTILINE)
        )
        number += 1
    return text[:end].rstrip("\n") + "\n" + "\n".join(more) + "\n" + text[end:]


async def timed(answer: Awaitable[object]) -> float:
    """Give the milliseconds that an answer takes."""
    begin = perf_counter()
    await answer
    return 1000 * (perf_counter() - begin)


async def measure(lines: int, keystrokes: int, folder: Path) -> None:
    """Print the times."""
    editor = Editor(folder)
    await editor.start()
    text = long_file(lines)
    uri = editor.open("long.rules.yaml", text)
    print(f"{text.count(chr(10))} lines, {len(await editor.problems(uri))} problems")
    at = position(text, text.index("let attacker = who") + len("let attacker ="))
    document = lsp.TextDocumentIdentifier(uri)
    times: dict[str, list[float]] = {"diagnostics": [], "completion": [], "hover": []}
    for number in range(keystrokes):
        end = lsp.Position(at.line, at.character + number)
        editor.change(uri, " ", lsp.Range(end, end))
        times["diagnostics"].append(await timed(editor.problems(uri)))
        asked = editor.client.text_document_completion_async(lsp.CompletionParams(document, end))
        times["completion"].append(await timed(asked))
        told = editor.client.text_document_hover_async(lsp.HoverParams(document, at))
        times["hover"].append(await timed(told))
    for name, found in times.items():
        best, worst = min(found), max(found)
        print(f"{name:12} median {median(found):4.0f} ms, {best:.0f} to {worst:.0f} ms")
    await editor.stop()


def main() -> None:
    """Measure with a folder of its own."""
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    keystrokes = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    with TemporaryDirectory() as folder:
        asyncio.run(measure(lines, keystrokes, Path(folder)))


if __name__ == "__main__":
    main()
