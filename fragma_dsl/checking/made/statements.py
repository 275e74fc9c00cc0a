"""Statements: a place in the rules in, a random block of statements out."""

from collections.abc import Callable
from contextlib import ExitStack

from fragma_dsl.checking.made.choices import Choices
from fragma_dsl.checking.made.expressions import BOOL, INT, PLAYER, Expressions
from fragma_dsl.checking.made.moves import Lines, Moves, indented
from fragma_dsl.checking.made.words import Vocabulary, Word
from fragma_dsl.library.types import (
    Card,
    Enum,
    Int,
    ListOf,
    SetOf,
    Site,
    Team,
    Type,
    type_text,
)


class Statements(Moves):
    """Makes blocks of statements. A rule that `can_stop` may decide, roll and end the game."""

    def __init__(self, choices: Choices, words: Vocabulary, say: Expressions) -> None:
        super().__init__(choices, words, say)
        self.can_stop = False

    # ---- blocks

    def block(self, depth: int, most: int = 3) -> Lines:
        """Make some statements that know each other's locals."""
        lines: Lines = []
        with ExitStack() as locals:
            for _ in range(self.choices.number(1, most)):
                made, known = self.statement(depth)
                lines += made
                locals.enter_context(self.words.within(*known))
        return lines

    def nested(self, depth: int, *locals: Word) -> Lines:
        """Make a block one step further in."""
        with self.words.within(*locals):
            return indented(self.block(depth - 1, 2))

    def statement(self, depth: int) -> tuple[Lines, tuple[Word, ...]]:
        """Make a statement, with the locals that it makes for those behind it."""
        simple: list[Callable[[], Lines]] = [
            self.assign, self.assign, self.place, self.move, self.take_away,
        ]  # fmt: skip
        if self.say.has_after and self.words.rules:
            simple.append(lambda: [self.say.call(self.choices.pick(self.words.rules), 1)])
        if self.words.zones and self.can_stop:
            simple += [self.draw, self.show]
        if self.words.plane is not None:
            simple.append(self.lay)
        ways: list[Callable[[], Lines]] = [lambda: self.choices.pick(simple)()] * 3
        if depth > 0:
            ways += [lambda: self.branch(depth), lambda: self.loop(depth)]
        if depth > 0 and self.can_stop:
            ways += [lambda: self.decide(depth), self.rare]
        kind = self.choices.number(0, len(ways))
        return self.let() if kind == len(ways) else (ways[kind](), ())

    def let(self) -> tuple[Lines, tuple[Word, ...]]:
        """Make a local variable, of a roll where that may be."""
        name = self.choices.fresh("v")
        if self.words.dice and self.can_stop and self.choices.once_in(2):
            die = self.choices.pick(self.words.dice)
            return [f"let {name} = roll {die.text}"], (Word(die.type, name),)
        site = self.words.site
        type = self.choices.pick([INT, BOOL, PLAYER, site, SetOf(site)])
        written = f"{type_text(type)} " if isinstance(type, SetOf) else ""
        text = self.say.make(type)
        return [f"let {written}{name} = {text}"], (Word(type, name),)

    # ---- variables

    def assign(self) -> Lines:
        """Give a variable another value."""
        store = self.choices.pick(self.words.stores)
        target = self.target(store)
        match store.type:
            case Int():
                return [self.count(target, store.type)]
            case SetOf(item):
                word = self.choices.word("=", "|=", "-=")
                return [f"{target} {word} {self.kept(item)}"]
            case ListOf(item, size):
                if self.choices.once_in(3):
                    return [f"{target} = {self.say.list_of(item, 1)}"]
                guard = "" if self.choices.once_in(6) else f"if count({target}) < {size}: "
                return [f"{guard}{target} += [{self.say.make(item, 1)}]"]
            case type:
                return [f"{target} = {self.say.make(type)}"]

    def kept(self, item: Type) -> str:
        """Make a set for a variable; one of numbers needs to be within their range."""
        made = self.say.make(SetOf(item))
        return f"((0..{item.high}) & {made})" if isinstance(item, Int) else made

    def count(self, target: str, type: Int) -> str:
        """Give a number to a variable, seldom one that it has no room for."""
        value = self.say.make(INT)
        if type == INT:
            return f"{target} {self.choices.word('=', '+=', '-=')} {value}"
        if self.choices.once_in(10):
            return f"{target} {self.choices.word('+=', '-=')} {self.choices.number(1, 2)}"
        return f"{target} = {value} % {type.high + 1}"

    # ---- control

    def branch(self, depth: int) -> Lines:
        """Make an `if`, by a roll sometimes."""
        condition = self.say.make(BOOL)
        if self.words.dice and self.can_stop and self.choices.once_in(4):
            condition = f"roll coin == {self.choices.word('heads', 'tails')}"
        lines = [f"if {condition}:", *self.nested(depth)]
        if self.choices.once_in(5):
            lines += [f"elif {self.say.make(BOOL)}:", *self.nested(depth)]
        if self.choices.once_in(3):
            lines += ["else:", *self.nested(depth)]
        return lines

    def loop(self, depth: int) -> Lines:
        """Make a loop that comes to its end."""
        match self.choices.number(0, 2):
            case 0:
                count = self.choices.word("2", "3", f"({self.say.make(INT, 1)} % 3)")
                return [f"repeat {count}:", *self.nested(depth)]
            case 1:
                local, text = self.bounded()
                with self.words.within(local):
                    where = f" where {self.say.make(BOOL)}" if self.choices.once_in(3) else ""
                return [f"for {text}{where}:", *self.nested(depth, local)]
            case _:
                return ["while level > 0:", *self.nested(depth), "  level = 0"]

    def bounded(self) -> tuple[Word, str]:
        """Make a generator of which a stop can keep what is left."""
        type = self.choices.pick([self.words.site, PLAYER])
        name = self.choices.fresh("y")
        return Word(type, name), f"{name} in {self.say.make(SetOf(type), 1)}"

    def rare(self) -> Lines:
        """Say what stands in few files."""
        words: list[str] = ["again", "remember", "check end", f"mover = {self.say.make(PLAYER, 0)}"]
        words += [f"if count(playing) > 1: out {self.say.make(PLAYER, 0)}", self.ending()]
        return [self.choices.pick(words)]

    def ending(self) -> str:
        """End the game where a condition holds."""
        return f"if turns > 2 and {self.say.make(BOOL)}: {self.result()}"

    def result(self) -> str:
        """Say how the game ends."""
        name = self.choices.fresh("q")
        with self.words.within(Word(PLAYER, name)):
            number = self.say.make(INT, 1)
        one = self.say.make(PLAYER, 0)
        words = ["draw", f"win {one}", f"lose {one}", f"rank {name} by {number}",
                 f"pay {name} by {number}", f"win {self.say.make(SetOf(PLAYER), 1)}"]  # fmt: skip
        if self.words.of(Team()):
            words.append(f"win {self.say.make(Team(), 0)}")
        return self.choices.pick(words)

    # ---- decisions

    def decide(self, depth: int) -> Lines:
        """Make a decision of some options, or one that binds what stands behind it."""
        by = f" by {self.say.make(PLAYER, 0)}" if self.choices.once_in(4) else ""
        prompt = ' "Which one?"' if self.choices.once_in(6) else ""
        secrets = [one for one in self.words.stores if one.is_hidden]
        if secrets and self.choices.once_in(3):
            name, who = self.choices.fresh("n"), self.say.make(PLAYER, 0)
            head = f"choose secretly by {who} hide_it({name} in 1..3):"
            return [head, f"  {secrets[0].name}[{who}] = {name}"]
        lines = [f"choose{by}{prompt}:"]
        for number in range(self.choices.number(1, 2)):
            lines += indented(self.option(f"go{number}", depth))
        if self.words.plane is not None and self.choices.once_in(2):
            lines += indented(self.option_to_lay())
        if not self.choices.once_in(12):
            lines += indented(["option rest:", *self.nested(1)])
        if self.choices.once_in(4):
            lines += ["else:", *self.nested(1)]
        return lines

    def option_to_lay(self) -> Lines:
        """Make an option that puts a tile where it may lie."""
        head = "option lay(c in tile, s in spots(table), w in poses(c))"
        plane = Site("table")
        known = Word(Card("tile"), "c"), Word(plane, "s"), Word(Enum("pose"), "w")
        lines = [f"{head} where box(c) > 0 and joins(c, s, w):", "  place c on s as w"]
        return [*lines, *self.nested(1, *known)]

    def option(self, name: str, depth: int) -> Lines:
        """Make an option of one argument or two."""
        local, text = self.say.generator(1)
        locals, texts = [local], [text]
        if isinstance(local.type, SetOf):
            return [f"option {name}:", *self.nested(1)]
        if self.choices.once_in(4):
            site, text = self.bounded()
            locals.append(site)
            texts.append(text)
        with self.words.within(*locals):
            where = self.say.conditions(2)
        return [f"option {name}({', '.join(texts)}){where}:", *self.nested(depth, *locals)]
