"""Damage: rule files changed at random, as people who type leave them and as nobody would."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from fragma_dsl.syntax.yaml_tree import YamlList, YamlMap, YamlNode, read_yaml
from fragma_dsl.text.source import Source

MOST_CHANGES = 4
WORD = re.compile(r"\w+|[^\w\s]")
ODD = (
    "\0", "\ufeff", "\r", "\r\n", "\t", "\u2028", "\x85", "\ud800", "\udfff", "😀", "e\u0301",
    "\x1b", "&a ", "*a", "!!int ", "<<: ", "? ", "- ", ": ", "| ", "> ", "--- ", "... ",
    "%YAML 1.1\n", "# ",
    '"', "'", "`", "@", "\\", "{", "}", "[", "]", "(", ")", "~", "0x1f", "1_000", "1e9", "-", "..",
    "999999999999999999999", "000000000000000000001", "é", "ñ", "ª", "٣", "²", "𝔘", "none", "null",
)  # fmt: skip
"""Pieces of text that readers of text stumble over."""
DEEP = (("(", ")"), ("[", "]"), ("{", "}"), ("not ", ""), ("-", ""), ("x + ", ""), ("f(", ")"))
DEPTHS = (3, 30, 65, 300)


def words_of(texts: Sequence[str]) -> list[str]:
    """Give all words and signs of some texts."""
    return sorted({word for text in texts for word in WORD.findall(text)})


@dataclass(frozen=True, slots=True)
class Damage:
    """Changes texts, with pieces of others."""

    texts: Sequence[str]
    words: Sequence[str]

    def __call__(self, text: str, stream: random.Random) -> str:
        """Change a text in a few places."""
        ways = (
            self.words_at,
            self.lines_at,
            self.words_at,
            self.nodes_at,
            self.odd_at,
            self.deep_at,
        )
        for _ in range(stream.randint(1, MOST_CHANGES)):
            way: Callable[[str, random.Random], str] = stream.choice(ways)
            text = way(text, stream) or "\n"
        if stream.random() < 0.05:
            text = text.replace("\n", "\r\n")
        return text[: stream.randrange(len(text) + 1)] if stream.random() < 0.1 else text

    def lines_at(self, text: str, stream: random.Random) -> str:
        """Move, copy, leave out, join or indent a line."""
        lines = text.split("\n")
        number = stream.randrange(len(lines))
        match stream.randrange(6):
            case 0:
                del lines[number]
            case 1:
                lines.insert(stream.randrange(len(lines)), lines[number])
            case 2:
                lines[number] = "  " + lines[number]
            case 3:
                lines[number] = lines[number].removeprefix("  ")
            case 4:
                lines[number : number + 2] = [" ".join(lines[number : number + 2])]
            case _:
                lines.insert(number, stream.choice(stream.choice(self.texts).split("\n")))
        return "\n".join(lines)

    def words_at(self, text: str, stream: random.Random) -> str:
        """Put another word or sign in the place of one, or beside it, or leave it out, or swap."""
        start = text.rfind("\n", 0, stream.randrange(len(text) + 1)) + 1
        found = list(WORD.finditer(text, start, text.find("\n", start) % (len(text) + 1)))
        if not found:
            return text
        one, other = stream.choice(found), stream.choice(found)
        word = stream.choice(self.words)
        match stream.randrange(5):
            case 0:
                return text[: one.start()] + text[one.end() :]
            case 1:
                return f"{text[: one.start()]}{word} {text[one.start() :]}"
            case 2:
                return text[: one.start()] + other[0] + text[one.end() :]
            case _:
                return text[: one.start()] + word + text[one.end() :]

    def nodes_at(self, text: str, stream: random.Random) -> str:
        """Put a key or value from somewhere in the place of another, or in brackets."""
        own, others = list(spans(text)), list(spans(stream.choice(self.texts)))
        if not own or not others:
            return text
        start, end, _ = stream.choice(own)
        new = stream.choice([*others, *own])[2]
        match stream.randrange(5):
            case 0:
                new = f"[{text[start:end]}]"
            case 1:
                new = f"{{{text[start:end]}: {new}}}"
            case 2:
                new = ""
        return text[:start] + new + text[end:]

    def odd_at(self, text: str, stream: random.Random) -> str:
        """Put something odd somewhere, or change one character."""
        at = stream.randrange(len(text) + 1)
        match stream.randrange(4):
            case 0:
                return text[:at] + text[at + 1 :]
            case 1:
                return text[:at] + chr(stream.randrange(0x250)) + text[at + 1 :]
            case _:
                return text[:at] + stream.choice(ODD) * stream.choice((1, 1, 1, 2, 40)) + text[at:]

    def deep_at(self, text: str, stream: random.Random) -> str:
        """Nest a word deep."""
        found = list(WORD.finditer(text))
        if not found:
            return text
        one, depth = stream.choice(found), stream.choice(DEPTHS)
        opening, closing = stream.choice(DEEP)
        new = opening * depth + one[0] + closing * depth
        return text[: one.start()] + new + text[one.end() :]


def spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Run through the places and texts of all keys and values."""
    pending: list[YamlNode] = [root] if (root := read_yaml(Source("f", text)).value) else []
    while pending:
        node = pending.pop()
        yield node.span.start, node.span.end, node.span.text
        if isinstance(node, YamlMap):
            pending += [part for entry in node.entries for part in (entry.key, entry.value)]
        elif isinstance(node, YamlList):
            pending += node.items


def bombs() -> dict[str, str]:
    """Give files made to take time, memory or the stack of whoever reads them."""
    head = "edition: 1\ngame: g\ntitle: T\nplayers: 2\n"
    laughs = "".join(f"k{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
    turn = "turn: |\n  choose go\n"
    return {
        "aliases": f"{head}k0: &a0 ha\n{laughs}",
        "an alias of itself": f"{head}meta: &a {{b: *a}}\n",
        "merges": head + "".join(f"k{n}: &a{n}\n  <<: [*a{n - 1}, *a{n - 1}]\n" for n in range(99)),
        "lists in lists": head + "meta: " + "[" * 9_000 + "]" * 9_000,
        "maps in maps": head + "meta: " + "{a: " * 9_000,
        "lists below lists": head + "meta:\n" + "- " * 9_000 + "a",
        "steps": head + "".join(" " * n + "a:\n" for n in range(900)),
        "brackets": f"{head}{turn}  let x = {'(' * 5_000}1{')' * 5_000}\n",
        "open brackets": f"{head}{turn}  let x = {'(' * 5_000}\n",
        "nots": f"{head}{turn}  if {'not ' * 5_000}true: pass\n",
        "sums": f"{head}{turn}  let x = 1{' + 1' * 5_000}\n",
        "calls": f"{head}{turn}  let x = {'f(' * 5_000}1{')' * 5_000}\n",
        "ifs": head + "turn: |\n" + "".join("  " * n + "if true:\n" for n in range(1, 200)),
        "elses": f"{head}{turn}  let x = {'1 if true else ' * 3_000}2\n",
        "a long line": f"{head}{turn}  let {'x' * 500_000} = 1\n",
        "a long text": f"{head}about: {'x ' * 300_000}\n",
        "many mistakes": head + "turn: |\n" + "  x = = 1\n" * 20_000,
        "many keys": head + "".join(f"k{n}: 1\n" for n in range(40_000)),
        "too long": head + "# " + "x" * 2_000_000,
        "a great number": f"{head}{turn}  let x = {'9' * 9_000}\n",
        "a great range": f"{head}options:\n  n: {{type: 1..999999999, default: 5}}\n",
        "many players": "edition: 1\ngame: g\ntitle: T\nplayers: 999999999\n" + turn,
        "a great board": f"{head}boards:\n  b: square 99999x99999\n{turn}",
        "great state": f"{head}state:\n  v[1..9999, 1..9999]: {{type: 0..9, start: 0}}\n{turn}",
        "many cards": f"{head}cards:\n  c:\n    each: {{a: 1..9999, b: 1..9999}}\n{turn}",
        "powers": f"{head}{turn}  let x = 999999999 * 999999999 * 999999999 * 999999999\n",
        "no end": f"{head}turn: |\n  while true: pass\n  choose go\n",
        "no end at the start": f"{head}setup: |\n  while true: pass\n{turn}",
        "itself": f"{head}functions:\n  f(): f()\nturn: |\n  choose go where f() == 1\n",
        "nothing": "",
        "blanks": " \n\t\n ",
        "zeros": "\0" * 99,
        "marks": "\ufeff" * 3 + head,
        "tabs": (head + turn).replace("  ", "\t"),
        "returns": (head + turn).replace("\n", "\r\n"),
        "old returns": (head + turn).replace("\n", "\r"),
        "half a character": f"{head}about: \ud83d\n{turn}",
        "two documents": f"{head}{turn}---\n{head}{turn}",
        "a directive": f"%YAML 1.1\n%TAG ! tag:x,2000:\n---\n{head}{turn}",
        "a list": "- 1\n- 2\n",
        "a word": "word",
        "a brace": "{",
        "no value": "edition:\ngame:\ntitle:\nplayers:\nturn:\n",
        "patterns": f"{head}texts:\n  go: {{en: '{'{' * 2000}x{'}' * 2000}'}}\n{turn}",
        "signs": head + "turn: |\n  " + "!@#$%^&*()_+-=[]{};:,.<>/?|~`" * 300 + "\n",
        "colons": head + "a: b: c: d: " * 3000,
        "keys of keys": head + "? " * 5000 + "a",
        "comments": head + "# x\n" * 100_000 + turn,
    }
