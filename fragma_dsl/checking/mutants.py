"""Mutants: a rule file in, copies of it with one small change each out."""

from collections.abc import Iterator
from dataclasses import dataclass

from fragma_dsl.pipeline import prelude_variant
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax.walk import walk
from fragma_dsl.text.said import say
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

COMPARED = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
COMPUTED = {"+": "-", "-": "+", "and": "or", "or": "and", "|": "&", "&": "|"}
NAMES = {
    "mover": "opponent",
    "opponent": "mover",
    "true": "false",
    "false": "true",
    "next": "prev",
    "prev": "next",
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
}
DROPPED = (
    t.Assign, t.Move, t.Place, t.Remove, t.Capture, t.Deal, t.Reveal, t.Again, t.Out, t.Remember,
    t.CheckEnd, t.Shuffle,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change: what stands in the place of a part of the file."""

    span: Span
    text: str
    kind: str

    @property
    def source(self) -> Source:
        """The whole file with the change."""
        old = self.span.source
        text = old.text[: self.span.start] + self.text + old.text[self.span.end :]
        return Source(old.name, text)

    def __str__(self) -> str:
        found = " ".join(self.span.text.split())
        return say(
            "{place!s}: {kind}: `{found}` to `{text}`",
            place=self.span,
            kind=self.kind,
            found=found,
            text=self.text,
        )


def mutants_of(variant: t.Variant, source: Source) -> tuple[Mutant, ...]:
    """List the changes of a file's rules, in the order of the file, each once; a function that only
    scenarios and invariants call is no part of the rules."""
    scripts: list[object] = [
        variant.rules, variant.setup, variant.turn, variant.phases, variant.end, variant.flow,
    ]  # fmt: skip
    functions = dict(variant.functions)
    standard = prelude_variant()
    named = names_in((standard.functions, standard.rules, standard.flow))
    named.add("score")  # agents ask it
    for script in scripts:  # it grows
        named |= names_in(script)
        scripts += [functions.pop(name) for name in list(functions) if name in named]
    found = (
        mutant
        for script in scripts
        for node in walk(script)
        for mutant in changes(node)
        if mutant.span.source.name == source.name
    )
    unique = {(one.span.start, one.span.end, one.text): one for one in found}
    return tuple(unique[key] for key in sorted(unique))


def names_in(script: object) -> set[str]:
    """Gather the words of a script that may be names."""
    return {one.text for one in walk(script) if isinstance(one, t.Name | t.Identifier)}


def changes(node: object) -> Iterator[Mutant]:
    """Give the changes of one part."""
    match node:
        case t.Binary(word, left, right, _) if word in COMPARED or word in COMPUTED:
            between = Span(left.span.source, left.span.end, right.span.start)
            start = between.text.find(word)
            if start >= 0:
                at = between.start + start
                span = Span(between.source, at, at + len(word))
                kind = say("comparison") if word in COMPARED else say("operator")
                yield Mutant(span, COMPARED.get(word) or COMPUTED[word], kind)
        case t.Number(value, span):
            yield Mutant(span, str(value + 1), say("constant"))
            if value > 0:
                yield Mutant(span, str(value - 1), say("constant"))
        case t.Name(text, span) if text in NAMES:
            yield Mutant(span, NAMES[text], say("name"))
        case t.Truth(value, span):
            yield Mutant(span, "false" if value else "true", say("constant"))
        case t.Option() | t.Comprehension() | t.For() if node.where is not None:
            yield Mutant(node.where.span, "true", say("condition left out"))
        case t.Win(span=span):
            yield Mutant(Span(span.source, span.start, span.start + 3), "lose", say("result"))
        case t.Lose(span=span):
            yield Mutant(Span(span.source, span.start, span.start + 4), "win", say("result"))
        case t.If(branches=branches):
            for test, _ in branches:
                yield Mutant(test.span, f"not ({test.span.text})", say("condition turned round"))
        case _ if isinstance(node, DROPPED):
            yield Mutant(node.span, "pass", say("statement left out"))
