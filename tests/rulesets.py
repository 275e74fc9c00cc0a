"""Rulesets: small rule files made at random, to run on one backend and on another."""

from collections.abc import Callable

from hypothesis import strategies as st

HEAD = """\
edition: 1
game: made
title: Made at random
players: {names: [ann, bob]}
dice: {d: [1, 2, 2, 5]}
boards:
  cells: {grid: [3, 2]}
  tower: {sites: [left, right], holds: stack, height: 4}
  pit: {sites: [low, deep], holds: many}
pieces:
  stone: {owner: player, count: 4}
  block: {count: 3}
  dust: {count: unlimited}
zones:
  bag: {order: random}
state:
  level: 0..9
  m: {type: int, start: 3}
  b: bool
  t: site or none
  seen: set of site
  trail: list of site max 4
  score: {for: player, type: int}
  turns: 0..20
history: 3
functions:
"""
SITES = ("a1", "b1", "c1", "a2", "b2", "c2")
Draw = Callable[[st.SearchStrategy], object]


class Maker:
    """Makes the parts of a file; `scope` has the local variables that hold sites and numbers."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.sites: list[str] = []
        self.numbers: list[str] = []
        self.count = 0
        self.can_call = False  # a rule, and chance

    def pick(self, *words: str) -> str:
        return self.draw(st.sampled_from(words))

    def chance(self, of: int) -> bool:
        return self.draw(st.integers(0, of - 1)) == 0

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def within(self, name: str, make: Callable[[], str]) -> str:
        """Make something that a local variable for a site stands in."""
        self.sites.append(name)
        made = make()
        self.sites.remove(name)
        return made

    # ---- expressions

    def number(self, depth: int) -> str:
        literal = str(self.draw(st.integers(0, 9)))
        known = [literal, "level", "m", "score[mover]", "turns", *self.numbers]
        if depth == 0:
            return self.pick(*known)
        a, b = (lambda: self.number(depth - 1)), (lambda: self.truth(depth - 1))
        match self.draw(st.integers(0, 12)):
            case 0:
                return self.pick(*known)
            case 1 | 2:
                return f"({a()} {self.pick('+', '-', '*')} {a()})"
            case 3:
                divisor = a() if self.chance(6) else str(self.draw(st.integers(1, 5)))
                return f"({a()} {self.pick('//', '%')} {divisor})"
            case 4:
                return f"{self.pick('min', 'max')}({a()}, {a()})"
            case 5:
                return f"({a()} if {b()} else {a()})"
            case 6:
                return f"count({self.set(depth - 1)})"
            case 7:
                return f"{self.pick('row', 'column')}({self.site(depth - 1)})"
            case 8:
                return f"abs(-{a()})"
            case 9:
                return f"twice({a()})"
            case 10:
                return self.pick("count(bag)", "box(stone[ann])", "count(left)", "count(low)")
            case _:
                name, source = self.fresh("s"), self.set(depth - 1)
                word = self.pick("sum", "count", "sum", "count", "max")
                if word == "max" or self.chance(8):
                    source = f"({source} | {{b2}})"
                    word = self.pick("min", "max", "only", "first")
                value = self.within(name, lambda: self.number(depth - 1))
                where = self.within(name, lambda: self.filter(depth - 1))
                return f"{word}({value} for {name} in {source}{where})"

    def filter(self, depth: int) -> str:
        where = f" where {self.truth(depth)}" if self.chance(2) else ""
        return where + (f" with {self.pick('most', 'least')} {self.number(depth)}"
                        if self.chance(4) else "")  # fmt: skip

    def truth(self, depth: int) -> str:
        if depth == 0:
            return self.pick("b", "level < 5", "m > 2", "t != none", "seen != {}", "not b")
        a = lambda: self.truth(depth - 1)  # noqa: E731
        match self.draw(st.integers(0, 8)):
            case 0 | 1:
                word = self.pick("==", "!=", "<", "<=", ">", ">=")
                return f"{self.number(depth - 1)} {word} {self.number(depth - 1)}"
            case 2 | 3:
                return f"({a()} {self.pick('and', 'or')} {a()})"
            case 4:
                return f"not ({a()})"
            case 5:
                word = self.pick("empty", "calm") if self.can_call else "empty"
                return f"{word}({self.site(depth - 1)})"
            case 6:
                return f"owner({self.site(depth - 1)}) {self.pick('==', '!=')} mover"
            case 7:
                word = self.pick("in", "not in")
                return f"{self.site(depth - 1)} {word} {self.set(depth - 1)}"
            case _:
                name, source = self.fresh("s"), self.set(depth - 1)
                test = self.within(name, lambda: self.truth(depth - 1))
                return f"{self.pick('any', 'all')}({test} for {name} in {source})"

    def site(self, depth: int) -> str:
        if depth == 0 or not self.chance(4):
            return self.pick(*SITES, *self.sites, *self.sites)
        if self.chance(6):
            return f"first({self.set(depth - 1)})"
        return f"first({{{self.site(0)}}} | {self.set(depth - 1)})"

    def set(self, depth: int) -> str:
        if depth == 0:
            return self.pick("cells", "seen", "own(mover)", "own(opponent)", "{a1, c2}")
        match self.draw(st.integers(0, 5)):
            case 0:
                return self.pick("cells", "seen", "own(mover)")
            case 1 | 2:
                word = self.pick("|", "&", "-")
                return f"({self.set(depth - 1)} {word} {self.set(depth - 1)})"
            case 3:
                return f"neighbors({self.site(depth - 1)})"
            case _:
                name, source = self.fresh("s"), self.set(depth - 1)
                where = self.within(name, lambda: self.filter(depth - 1))
                return f"{{{name} for {name} in {source}{where}}}"

    # ---- statements

    def block(self, depth: int, indent: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.draw(st.integers(1, 3))):
            lines += self.statement(depth, " " * indent)
        return lines

    def statement(self, depth: int, lead: str) -> list[str]:
        inner = len(lead) + 2
        kind = self.draw(st.integers(0, 16 if depth > 0 else 12))
        match kind:
            case 0:
                if self.chance(4):
                    return [f"{lead}level {self.pick('=', '+=', '-=')} {self.number(2)}"]
                return [f"{lead}level = {self.number(2)} % {self.draw(st.integers(1, 10))}"]
            case 1:
                return [f"{lead}m {self.pick('=', '+=')} {self.number(2)}"]
            case 2:
                return [f"{lead}score[{self.pick('mover', 'ann')}] += {self.number(2)}"]
            case 3:
                return [f"{lead}seen {self.pick('=', '|=', '-=')} {self.set(2)}"]
            case 4:
                return [f"{lead}t = {self.site(1)}", f"{lead}b = {self.truth(2)}"]
            case 5:
                guard = "" if self.chance(6) else "if count(trail) < 4: "
                return [f"{lead}{guard}trail += [{self.site(1)}]"]
            case 6 | 7:
                piece = self.pick("stone[mover]", "block", "dust")
                place = self.pick(self.site(0), "left", "low", "bag")
                room = (
                    f"count({place}) < 4" if place in ("left", "low", "bag") else f"empty({place})"
                )
                guard = "" if self.chance(8) else f"if box({piece}) > 0 and {room}: "
                return [f"{lead}{guard}place {piece} on {place}"]
            case 8:
                return [f"{lead}capture {self.pick(self.site(1), 'left', 'low')}"]
            case 9:
                source, target = self.site(0), self.pick(self.site(0), "low", "right")
                room = f"count({target}) < 4" if target in ("low", "right") else f"empty({target})"
                guard = "" if self.chance(8) else f"if not empty({source}) and {room}: "
                return [f"{lead}{guard}move piece on {source} to {target}"]
            case 10 if self.can_call:
                return [f"{lead}touch({self.site(1)}, {self.number(1)})"]
            case 10 | 11:
                name, count = self.fresh("k"), self.number(2)
                self.numbers.append(name)
                return [f"{lead}let {name} = {count}", f"{lead}m = {name}"]
            case 12 if not self.can_call:
                return [f"{lead}level = {self.number(1)}"]
            case 12:
                return [f"{lead}if count(bag) > 0: draw {self.fresh('p')} from bag to low"]
            case 13 | 14:
                lines = [f"{lead}if {self.truth(2)}:", *self.nested(depth, inner)]
                if self.chance(2):
                    lines += [f"{lead}else:", *self.nested(depth, inner)]
                return lines
            case 15:
                name = self.fresh("s")
                head = f"{lead}for {name} in {self.set(2)}:"
                self.sites.append(name)
                lines = self.nested(depth, inner)
                self.sites.remove(name)
                return [head, *lines]
            case _:
                return [f"{lead}repeat {self.draw(st.integers(0, 3))}:", *self.nested(depth, inner)]

    def nested(self, depth: int, indent: int) -> list[str]:
        """Make a block whose local variables end with it."""
        numbers = list(self.numbers)
        lines = self.block(depth - 1, indent)
        self.numbers = numbers
        return lines

    def options(self, lead: str) -> list[str]:
        lines = [f"{lead}choose:"]
        for number in range(self.draw(st.integers(1, 2))):
            name = self.fresh("s")
            source = self.set(2)
            where = self.within(name, lambda: self.filter(2))
            lines.append(f"{lead}  option go{number}({name} in {source}){where}:")
            self.sites.append(name)
            lines += self.nested(1, len(lead) + 4)
            self.sites.remove(name)
        if not self.chance(4):
            lines += [f"{lead}  option rest:", *self.nested(1, len(lead) + 4)]
        if self.chance(3):
            lines += [f"{lead}else:", *self.nested(1, len(lead) + 2)]
        return lines


@st.composite
def rulesets(draw: Draw) -> str:
    """Make the text of a rule file."""
    make = Maker(draw)
    lines = [f"  calm(site x): {make.within('x', lambda: make.truth(2))}"]
    make.numbers.append("k")
    lines += [f"  twice(int k): {make.pick('k + k', 'k * 2', 'k + level')}", "rules:"]
    lines += ["  touch(site x, int k): |"]
    make.sites.append("x")
    lines += make.nested(1, 4)
    make.sites, make.numbers = [], []
    make.can_call = True
    lines += ["setup: |", *make.nested(1, 2)]
    lines += ["turn: |"]
    if make.chance(2):
        lines.append("  let k0 = roll d")
        make.numbers.append("k0")
    lines += [*make.block(1, 2), *make.options("  "), *make.block(1, 2), "  turns += 1"]
    if make.chance(3):
        lines.append("  remember")
    make.sites, make.numbers = [], []
    result = make.pick("win mover", "draw", "lose mover", f"rank p by {make.number(1)}")
    early = make.truth(2)
    lines += ["end:", "  early:", f"    when: |\n      {early}", f"    result: |\n      {result}"]
    lines += ["  late:", "    when: turns == 6", "    result: pay p by score[p]"]
    return HEAD + "\n".join(lines) + "\n"
