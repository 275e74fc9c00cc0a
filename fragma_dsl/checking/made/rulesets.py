"""Rulesets: whole rule files that Hypothesis draws, small and valid."""

from hypothesis import strategies as st

from fragma_dsl.checking.made.choices import Choices
from fragma_dsl.checking.made.declarations import Declarations
from fragma_dsl.checking.made.expressions import BOOL, INT, MOST, PLAYER, Expressions
from fragma_dsl.checking.made.moves import Lines, indented
from fragma_dsl.checking.made.statements import Statements
from fragma_dsl.checking.made.words import Signature, Word
from fragma_dsl.library.types import SetOf, Type, type_text
from fragma_dsl.pipeline import analyse_source
from fragma_dsl.text.source import Source

HEAD = ["edition: 1", "game: made", "title: Made at random"]


def rulesets() -> st.SearchStrategy[str]:
    """Draw rule files, each as its text: small games of every part of the language, which have no
    errors and come to an end, unless a rule goes wrong before; plain ones first."""
    return any_rulesets().filter(is_valid)


def is_valid(text: str) -> bool:
    """Whether a file can be played."""
    analysis = analyse_source(Source("made.rules.yaml", text))
    return analysis.program is not None and not analysis.has_errors


@st.composite
def any_rulesets(draw: st.DrawFn) -> str:
    """Draw rule files of which a few have errors."""
    maker = Maker(Choices(draw))
    return "\n".join([*HEAD, *maker.lines()]) + "\n"


class Maker:
    """Makes a file from its beginning to its end."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.declared = Declarations(choices)
        self.words = self.declared.words
        self.say = Expressions(choices, self.words)
        self.do = Statements(choices, self.words, self.say)

    def lines(self) -> Lines:
        """Make the lines of a file."""
        self.declared.make()
        lines = self.declared.lines
        has_history = self.choices.once_in(4)
        if has_history:
            lines.append("history: 3")
        functions = [line for n in range(self.choices.number(0, 2)) for line in self.function(n)]
        if functions:
            lines += ["functions:", *indented(functions)]
        rules = [line for n in range(self.choices.number(0, 2)) for line in self.rule(n)]
        if rules:
            lines += ["rules:", *indented(rules)]
        self.say.has_after = self.do.can_stop = True
        self.say.left = MOST
        lines += ["setup: |", *indented(self.do.block(1))]
        lines += self.play()
        if self.choices.once_in(4):
            lines += ["invariants:", "  kept:", f"    {self.invariant()}"]
        return lines

    def invariant(self) -> str:
        """Make what an invariant says, whether or not it holds."""
        if self.choices.once_in(3):
            return "step: old(turns) <= turns"
        form = self.choices.word("always", "never", "sometimes", "at_end")
        return f"{form}: |\n      {self.say.make(BOOL)}"

    def parameters(self) -> list[tuple[str, Word]]:
        """Make the parameters of a function or a rule."""
        types = self.choices.some([PLAYER, self.words.site, INT])
        names = {PLAYER: "p_in", INT: "n_in"}
        words = [Word(one, names.get(one, "s_in")) for one in types]
        return [(f"{type_text(one.type)} {one.text}", one) for one in words]

    def function(self, number: int) -> Lines:
        """Make a function, which may use those before it."""
        given, site = self.parameters(), self.words.site
        result = self.choices.pick([INT, BOOL, site, SetOf(site)])
        words = [word for _, word in given]
        head = f"f{number}({', '.join(text for text, _ in given)})"
        self.say.left = MOST // 2
        with self.words.within(*words):
            value = self.say.make(result, 3)
            lines = [f"{head}: |", f"  {value}"]
            if self.choices.once_in(3):
                lines = [f"{head}: |", *indented(self.body(result, value))]
        self.words.functions.append(Signature(f"f{number}", tuple(w.type for w in words), result))
        return lines

    def body(self, result: Type, value: str) -> Lines:
        """Make the statements of a function."""
        condition, other = self.say.make(BOOL), self.say.make(result)
        if isinstance(result, SetOf):
            other = self.say.set_of(result.item, 0)
            value = f"({other} | {value})"
        local, text = self.do.bounded()
        with self.words.within(local):
            inner = self.say.make(BOOL)
        return [
            "let met = 0", f"if {condition}: return {other}",
            f"for {text}:", f"  if {inner}: met += 1",
            "while met > 2: met -= 2", f"if met == 1: return {value}", f"else: return {other}",
        ]  # fmt: skip

    def rule(self, number: int) -> Lines:
        """Make a rule that only changes the table."""
        given = self.parameters()
        words = [word for _, word in given]
        head = f"r{number}({', '.join(text for text, _ in given)}): |"
        self.say.left = MOST // 2
        with self.words.within(*words):
            lines = [head, *indented(self.do.block(2))]
        self.words.rules.append(Signature(f"r{number}", tuple(w.type for w in words), None))
        return lines

    # ---- the flow

    def play(self) -> Lines:
        """Make turns, phases or a flow, and the ends."""
        kind = self.choices.word("turn", "turn", "turn", "phases", "flow")
        if kind == "flow":
            body = indented([*self.turn(), "check end"])
            return ["flow: |", "  setup()", "  repeat 4:", *indented(body), "  draw", *self.ends()]
        if kind == "turn":
            return ["turn: |", *indented(self.turn()), *self.ends()]
        return [
            "phases:", "  first_part:", "    turn: |", *indented(indented(indented(self.turn()))),
            f"    until: turns >= 2 or {self.say.make(BOOL, 1)}",
            "  last_part:", "    turn: |", *indented(indented(indented(self.turn()))),
            *self.ends(),
        ]  # fmt: skip

    def turn(self) -> Lines:
        """Make what is done in a turn: at least one decision."""
        self.say.left = MOST
        before = self.do.block(1, 2) if self.choices.once_in(2) else []
        self.say.left = MOST
        decision = self.do.decide(2)
        behind = self.do.block(1, 2) if self.choices.once_in(2) else []
        return ["turns += 1", *before, *decision, *behind]

    def ends(self) -> Lines:
        """Make the entries of `end`, the last of which always comes."""
        self.say.left = MOST // 4
        lines = ["end:"]
        if self.choices.once_in(2):
            lines += ["  early:", "    when: |", f"      turns > 1 and {self.say.make(BOOL)}"]
            lines += ["    result: |", f"      {self.do.result()}"]
        return [*lines, "  late:", "    when: turns >= 6", f"    result: {self.late()}"]

    def late(self) -> str:
        """Say how a game ends that nothing else has ended."""
        return self.choices.word("draw", "pay p by score[p]", "rank p by score[p]", "win mover")
