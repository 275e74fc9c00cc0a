"""Flow: scripts in, what they can never do out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fragma_dsl.checking.analysis.estimate import Estimator, Key, Narrowed
from fragma_dsl.checking.analysis.narrow import narrow
from fragma_dsl.checking.analysis.problems import AlwaysSame, IdleLoop, NeverLegal, NeverRun
from fragma_dsl.checking.analysis.ranges import Estimate, truth
from fragma_dsl.checking.analysis.reads import changes_of_block, reads_of, walk_model
from fragma_dsl.semantics import model
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span


def find_in_scripts(known: Estimator) -> Iterator[Problem]:
    """Look through all scripts of a game."""
    walker = Walker(known)
    game = known.game
    yield from walker.block(game.flow)
    for rule in game.rules.values():
        yield from walker.block(rule.body)
    for function in game.functions.values():
        yield from walker.block(function.body)


@dataclass(frozen=True, slots=True)
class Walker:
    """Goes through scripts as a game would, with what conditions have just told."""

    known: Estimator

    def block(self, block: model.Block, narrowed: Narrowed | None = None) -> Iterator[Problem]:
        """Look through the statements of a block."""
        here: dict[Key, Estimate] = dict(narrowed or {})
        for number, statement in enumerate(block):
            yield from self.statement(statement, here)
            if self.stops(statement):
                if number + 1 < len(block):
                    yield NeverRun(block[number + 1].span, statement.span)
                return
            here = self.behind(statement, here)

    def behind(
        self, statement: model.Statement, here: Mapping[Key, Estimate]
    ) -> dict[Key, Estimate]:
        """Give what is still known behind a statement."""
        if not isinstance(statement, model.If):
            return {}
        body_stops = self.all_stop(statement.body)
        other_stops = self.all_stop(statement.otherwise)
        if body_stops and not other_stops and not statement.otherwise:
            return narrow(self.known, statement.test, False, here)
        return {}

    def statement(
        self, statement: model.Statement, here: Mapping[Key, Estimate]
    ) -> Iterator[Problem]:
        """Look through a statement."""
        match statement:
            case model.If(test, body, otherwise):
                yield from self.condition(test, here)
                yield from self.block(body, narrow(self.known, test, True, here))
                yield from self.block(otherwise, narrow(self.known, test, False, here))
            case model.While(test, body):
                if not is_literal(test):
                    yield from self.condition(test, {})
                    yield from self.loop(statement)
                yield from self.block(body, narrow(self.known, test, True, {}))
            case model.For(_, body) | model.Repeat(_, body):
                yield from self.block(body)
            case model.Choose(options=options, otherwise=otherwise):
                for option in options:
                    yield from self.option(option)
                yield from self.block(otherwise or ())
            case _:
                pass

    def option(self, option: model.Option) -> Iterator[Problem]:
        """Look through an option of a decision."""
        empty = [one for one in option.generators if self.known.group(one.source).most == 0]
        held = None if option.where is None else truth(self.known.estimate(option.where))
        if empty:
            text = " ".join(empty[0].source.span.text.split())
            yield NeverLegal(
                option.span, option.name, say("there is nothing in `{text}`", text=text)
            )
        elif held is False and option.where is not None and not is_literal(option.where):
            text = " ".join(option.where.span.text.split())
            yield NeverLegal(option.span, option.name, say("`{text}` is always false", text=text))
        elif option.where is not None:
            yield from self.condition(option.where, {})
        yield from self.block(option.body)

    def condition(self, test: model.Expr, here: Mapping[Key, Estimate]) -> Iterator[Problem]:
        """Say of a condition, or else of its parts, that it comes out the same each time."""
        held = truth(self.known.estimate(test, here))
        match test:
            case model.Binary("and" | "or" as word, left, right):
                parts = [
                    *self.condition(left, here),
                    *self.condition(right, narrow(self.known, left, word == "and", here)),
                ]
                if parts or held is None:
                    yield from parts
                    return
            case model.Unary("not", operand) if operand.span != test.span:
                yield from self.condition(operand, here)
                return
            case _:
                pass
        if held is not None and not is_literal(test):
            yield AlwaysSame(test.span, held)

    def loop(self, loop: model.While) -> Iterator[Problem]:
        """Say of a loop that nothing in it changes its condition."""
        if truth(self.known.estimate(loop.test)) is False or self.all_stop(loop.body):
            return
        changed = changes_of_block(self.known.game, loop.body)
        rolls = any(isinstance(node, model.Roll) for node in walk_model(loop.test))
        if (
            rolls
            or changed.stops
            or not reads_of(self.known.game, loop.test).isdisjoint(changed.things)
        ):
            return
        yield IdleLoop(loop.test.span)

    def all_stop(self, block: model.Block) -> bool:
        """Whether a script never goes on behind a block."""
        return any(self.stops(statement) for statement in block)

    def stops(self, statement: model.Statement) -> bool:
        """Whether a script never goes on behind a statement."""
        match statement:
            case model.Conclude() | model.Return():
                return True
            case model.If(_, body, otherwise):
                return self.all_stop(body) and self.all_stop(otherwise)
            case model.While(model.Known(1)):
                return True
            case model.Choose(options=options, otherwise=otherwise):
                bodies = [*(option.body for option in options)]
                if otherwise is not None:
                    bodies.append(otherwise)
                return all(self.all_stop(body) for body in bodies)
            case model.CallRule(name):
                return self.all_stop(self.known.game.rules[name].body)
            case _:
                return False


def is_literal(test: model.Expr) -> bool:
    """Whether a condition says itself that it is always the same."""
    return isinstance(test, model.Known) and test.span.text.strip() in ("true", "false")


def is_within(inner: Span, outer: Span) -> bool:
    """Whether a span lies in another."""
    same = inner.source.name == outer.source.name
    return same and outer.start <= inner.start and inner.end <= outer.end
