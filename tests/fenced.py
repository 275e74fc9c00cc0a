"""Fenced blocks: the examples of a Markdown page, and rule files made of them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from fragma_dsl.checking.scenarios import Failure, judge
from fragma_dsl.game import Game
from fragma_dsl.pipeline import Analysis, analyse_source, game_of
from fragma_dsl.play.random import Random
from fragma_dsl.text.source import Source

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
WORLDS = Path(__file__).parent / "worlds"
_BLOCK = re.compile(r"^```(\w+)[ ]?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NOTE = re.compile(r"^# (play|then|result|fault): (.+)$", re.MULTILINE)
_TOP_KEY = re.compile(r"^(\w+):", re.MULTILINE)
STUB = {
    "edition": "edition: 1\n",
    "game": "game: example\n",
    "title": "title: An example\n",
    "players": "players: 2\n",
    "turn": "turn: |\n  choose stop\n  draw\n",
}


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its kind, the words behind it, its text and its line on the page."""

    kind: str
    words: tuple[str, ...]
    text: str
    line: int

    def __str__(self) -> str:
        return f"line {self.line}"


def blocks(page: str, *kinds: str) -> list[Block]:
    """List the blocks of some kinds on a page of docs/."""
    text = (DOCS / page).read_text("utf-8")
    found = (
        Block(m[1], tuple(m[2].split()), m[3], text.count("\n", 0, m.start()) + 1)
        for m in _BLOCK.finditer(text)
    )
    return [block for block in found if block.kind in kinds]


def top_parts(text: str) -> dict[str, str]:
    """Split a rule file into its top-level keys, each with its text."""
    marks = [*((m[1], m.start()) for m in _TOP_KEY.finditer(text)), ("", len(text))]
    return {name: text[start:end] for (name, start), (_, end) in pairwise(marks)}


def merged(parts: Mapping[str, str], text: str) -> dict[str, str]:
    """Put the top-level keys of a text in the place of those in a file, or behind them."""
    added = top_parts(text)
    kept = {name: part for name, part in parts.items() if not replaces(added, name)}
    return kept | added


def replaces(added: Mapping[str, str], name: str) -> bool:
    """Whether a file with these keys cannot have another one."""
    return name == "turn" and not added.keys().isdisjoint(("phases", "flow"))


def completed(text: str) -> str:
    """Give a whole rule file: the keys of STUB that a text lacks, and the text."""
    there = top_parts(text)
    wanted = STUB
    if "extends" in there or "library" in there:
        wanted = {"edition": STUB["edition"]}
    missing = (part for name, part in wanted.items() if name not in there)
    return "".join(part for part in missing if not replaces(there, part[:4])) + text


def script_file(script: str, world: str) -> str:
    """Make a rule file in which a script runs behind the setup of a world, up to a `done`.

    The notes `# play:`, `# then:`, `# result:` and `# fault:` make a scenario of it.
    """
    notes: dict[str, list[str]] = {}
    for note in _NOTE.finditer(script):
        notes.setdefault(note[1], []).append(note[2])
    lines = [f"  {line}" for line in _NOTE.sub("", script).splitlines() if line.strip()]
    flow = "\n".join(["flow: |", "  setup()", *lines, "  choose done", "  draw", ""])
    keys = {"play": "; ".join(notes["play"])} if "play" in notes else {}
    keys |= {key: notes[key][0] for key in ("result", "fault") if key in notes}
    scenario = ["scenarios:", "  example:", "    about: an example"]
    scenario += [f"    {key}: {value}" for key, value in keys.items()]
    if "then" in notes:
        scenario += ["    expect:", *(f"      - |\n        {one}" for one in notes["then"])]
    return world_file(world) + flow + "\n".join([*scenario, ""])


def expression_file(pairs: list[tuple[str, str]], world: str) -> str:
    """Make a rule file with a scenario in which each expression equals another."""
    lines = [f"      - |\n        ({text}) == {value}" for text, value in pairs]
    return "\n".join([world_file(world) + "scenarios:", "  example:", "    expect:", *lines, ""])


def world_file(name: str) -> str:
    """Read a world."""
    return (WORLDS / f"{name}.rules.yaml").read_text("utf-8")


def analysed(text: str, name: str = "example.rules.yaml") -> Analysis:
    """Analyse a rule file that stands in no file."""
    return analyse_source(Source(name, text))


def failures(text: str, analysis: Analysis) -> Iterator[Failure]:
    """Run the scenarios of a rule file."""
    assert analysis.variant is not None
    for scenario in analysis.variant.scenarios.values():
        options = {name: value.text for name, value in scenario.options.items()}
        source = Source("example.rules.yaml", text)
        game = game_of(analyse_source(source, options, scenario.players))
        failure = judge(game, scenario)
        if failure is not None:
            yield failure


def play_at_random(game: Game, seed: int, plies: int = 200) -> None:
    """Play a game with picks from a seeded stream."""
    stream = Random.derived(seed, 0, 1)
    position = game.start(seed)
    for _ in range(plies):
        if position.is_over:
            return
        position = position.play(position.legal[stream.below(len(position.legal))])
