"""Choices: the legal actions of a decision in, a short list for a terminal out, and what is typed
understood."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import TypeAlias

from fragma_dsl.automaton.notation import folded
from fragma_dsl.cli.phrases import phrase
from fragma_dsl.cli.screen import in_columns
from fragma_dsl.game import Game, Position
from fragma_dsl.library.types import Type
from fragma_dsl.play.machine import Action
from fragma_dsl.play.texts import fill

FEW = 4
"""So many lines of whole actions are short enough."""
SHORT = 3
"""An option with so many actions or fewer is never listed by its arguments alone."""
MANY = 8
"""So many in a row do not get a number each."""
OPEN = "..."
MOST_WAYS = 64

Numbered: TypeAlias = tuple[int, Action]
Row: TypeAlias = tuple[str, int]
"""A line, and how many actions it shows."""


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """The actions of one decision, numbered from 1, in a language."""

    position: Position
    language: str | None
    width: int

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    def label(self, action: Action) -> str:
        """Write an action for people."""
        return self.game.notation.label(action, self.game.texts, self.language)

    # ---- showing

    def lines(self, room: int | None = None) -> list[str]:
        """List the actions: whole in columns where they are few, else an option at a time by what
        tells its actions apart. What goes beyond `room` lines is counted in the last."""
        rows = self.whole(list(enumerate(self.position.legal, 1)))
        if len(rows) > FEW:
            rows = list(self.grouped())
        if room is None or len(rows) <= room:
            return [text for text, _ in rows]
        shown = rows[: max(1, room - 1)]
        hidden = len(self.position.legal) - sum(count for _, count in shown)
        return [
            *(text for text, _ in shown),
            phrase("{count} more: type `more`, or what you want", self.language, count=hidden),
        ]

    def whole(self, members: Sequence[Numbered]) -> list[Row]:
        """List actions as they are, in columns."""
        places = len(str(len(self.position.legal)))
        items = [f"{number:>{places}} {self.label(action)}" for number, action in members]
        lines = in_columns(items, self.width)
        return [(line, len(items[row :: len(lines)])) for row, line in enumerate(lines)]

    def grouped(self) -> Iterator[Row]:
        """List the actions by option, and by layer where their site lies in one."""
        counts = Counter(action.option for action in self.position.legal)
        groups: dict[tuple[int, str], list[Numbered]] = {}
        for number, action in enumerate(self.position.legal, 1):
            key = (action.option, self.layer(action)) if counts[action.option] > SHORT else (-1, "")
            groups.setdefault(key, []).append((number, action))
        last = -1
        for (option, layer), members in groups.items():
            if option < 0:
                yield from self.whole(members)
                continue
            if option != last:
                yield self.head(members[0][1]), 0
            last = option
            title = f"{self.game.texts.text(layer, self.language)}: " if layer else ""
            yield from self.members(members, title, [self.short(one, layer) for _, one in members])

    def members(self, members: list[Numbered], title: str, names: list[str]) -> Iterator[Row]:
        """List the actions of a group by their names; many in a row only by the first and last
        number."""
        first, last = members[0][0], members[-1][0]
        if len(members) > MANY and last - first == len(members) - 1:
            gap = ", " if any(" " in name for name in names) else " "
            yield from flowing(f"  {first}-{last} {title}", names, self.width, gap)
        else:
            items = [f"{number} {name}" for (number, _), name in zip(members, names, strict=True)]
            yield from flowing(f"  {title}", items, self.width, "  ")

    def layer(self, action: Action) -> str:
        """Give the layer that a lone site of an action lies in, "" where there is none."""
        types = self.game.program.options[action.option].types
        names = [self.text(t, v) for t, v in zip(types, action.arguments, strict=True)]
        layer, dot, _ = names[0].partition(".") if len(names) == 1 else ("", "", "")
        return layer if dot else ""

    def head(self, action: Action) -> str:
        """Write what the actions of an option have in common."""
        option = self.game.program.options[action.option]
        template = self.game.texts.find(option.name, self.language) or option.name
        names = self.game.notation.parameters.get(action.option, ())
        blanks = {name: OPEN for together in names for name in together}
        return fill(template, blanks).removesuffix(OPEN).rstrip() + ":"

    def short(self, action: Action, layer: str) -> str:
        """Write what tells an action apart from the others of its option."""
        types = self.game.program.options[action.option].types
        notation, texts = self.game.notation, self.game.texts
        shown = []
        for type, value in zip(types, action.arguments, strict=True):
            name = self.text(type, value)
            if layer:
                shown.append(texts.text(name.removeprefix(f"{layer}."), self.language))
            else:
                shown.append(notation.value_label(type, value, texts, self.language))
        return " ".join(shown)

    def text(self, type: Type, value: int) -> str:
        """Write an argument as the rules do."""
        return self.game.notation.value_text(type, value)

    # ---- understanding

    def find(self, written: str) -> Action | None:
        """Find the action that is meant by its number, its text or its label."""
        legal = self.position.legal
        if written.isascii() and written.isdigit():
            number = int(written[:9])
            return legal[number - 1] if 1 <= number <= len(legal) else None
        found = self.game.notation.find(written, legal)
        if isinstance(found, Action):
            return found
        labelled = [a for a in legal if folded(self.label(a)) == folded(written)]
        return labelled[0] if len(labelled) == 1 else None

    def find_all(self, written: str) -> list[Action]:
        """Find the actions that may be meant where only arguments are given, `b7`, or an option
        and its arguments without the signs between them."""
        wanted = bare(written)
        if not wanted:
            return []
        return [action for action in self.position.legal if wanted in self.names(action)]

    def names(self, action: Action) -> frozenset[str]:
        """Give all short ways to write an action."""
        option = self.game.program.options[action.option]
        ways = [
            self.ways(type, value)
            for type, value in zip(option.types, action.arguments, strict=True)
        ]
        joined = ["".join(way) for way in islice(product(*ways), MOST_WAYS)]
        name = bare(option.name)
        return frozenset(filter(None, [*joined, *(name + way for way in joined)]))

    def ways(self, type: Type, value: int) -> list[str]:
        """Give the ways to write an argument: `present.b7`, `b7 (Present)`, `b7`."""
        name = self.text(type, value)
        texts = self.game.texts
        label = self.game.notation.value_label(type, value, texts, self.language)
        last = name.rpartition(".")[2]
        shown = (name, label, last, texts.text(last, self.language))
        return list(dict.fromkeys(map(bare, shown)))


def bare(text: str) -> str:
    """Give a text without case, spaces and the signs between arguments."""
    return "".join(c for c in folded(text) if c not in "(),.[]")


def flowing(title: str, items: Sequence[str], width: int, gap: str) -> Iterator[Row]:
    """Set items one behind the other behind a title; later lines are indented as far."""
    line, count = title, 0
    for item in items:
        if count and len(line) + len(gap) + len(item) + 1 > width:
            yield (line + gap).rstrip(), count
            line, count = " " * len(title), 0
        line += gap + item if count else item
        count += 1
    yield line, count
