"""Learn: what variables, locals and the results of functions may be, joined until all is known."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from fragma_dsl.checking.analysis.estimate import Estimator, Unlearned
from fragma_dsl.checking.analysis.ranges import Estimate, Group, between
from fragma_dsl.library.types import Bool, Int, ListOf, Optional, SetOf
from fragma_dsl.play.table import Table
from fragma_dsl.semantics import model

ROUNDS = 12
"""Then what still grows is given all that its type allows."""
MOST_ROUNDS = 60
"""Then all is."""


def learned(game: model.Game, table: Table, pause: Callable[[], None]) -> Estimator:
    """Estimate a game: run over its scripts until nothing new is learned."""
    known = Estimator(game, table)
    begin(known)
    for function in game.functions.values():
        if function.is_score:
            known.put_local(function.parameters[0], known.of_type(function.parameters[0].type))
    for number in range(MOST_ROUNDS):
        pause()
        before = snapshot(known)
        known.missing = False
        learn_all(known)
        if snapshot(known) == before:
            if not known.missing or known.lenient:
                known.learning = False
                return known
            known.lenient = True
        elif number >= ROUNDS:
            widen(known, before)
    give_up(known)
    known.learning = False
    return known


def learn_all(known: Estimator) -> None:
    """Run over all scripts once."""
    game = known.game
    for body in bodies(game):
        learn_block(known, body)
    for end in game.ends.values():
        with suppress(Unlearned):
            known.estimate(end.when)
            learn(known, end.result)
    for name, function in game.functions.items():
        for value in returns(function.body):
            with suppress(Unlearned):
                known.put_result(name, known.estimate(value))


def begin(known: Estimator) -> None:
    """Note what variables start with."""
    for variable in known.game.variables.values():
        if variable.start is not None:
            known.put_state(variable.name, known.estimate(variable.start))
            continue
        match variable.type:
            case Optional():
                value: Estimate = between(-1, -1)
            case SetOf() | ListOf():
                value = Group(None, 0, 0)
            case Int(low, high):
                start = 0 if low <= 0 <= high else low
                value = between(start, start)
            case Bool():
                value = between(0, 0)
            case _:
                value = known.of_type(variable.type)
        known.put_state(variable.name, value)


def snapshot(known: Estimator) -> tuple[object, ...]:
    """Give all that is known, to see whether it grows."""
    return (
        dict(known.locals), dict(known.state), dict(known.results), frozenset(known.occupied),
        known.everywhere,
    )  # fmt: skip


def widen(known: Estimator, before: tuple[object, ...]) -> None:
    """Give what still grows all that its type allows."""
    locals_before, state_before, results_before, _, _ = before
    assert isinstance(locals_before, dict)
    assert isinstance(state_before, dict)
    assert isinstance(results_before, dict)
    for local, value in known.locals.items():
        if locals_before.get(local) != value:
            known.locals[local] = known.of_type(local.type)
    for name, value in known.state.items():
        if state_before.get(name) != value:
            known.state[name] = known.of_type(known.game.variables[name].type)
    for name, value in known.results.items():
        if results_before.get(name) != value:
            known.results[name] = known.of_type(known.game.functions[name].result)


def give_up(known: Estimator) -> None:
    """Forget all that is narrower than types say."""
    known.locals.clear()
    known.state.clear()
    known.results.clear()
    known.everywhere = True


def bodies(game: model.Game) -> Iterator[model.Block]:
    """Run through all scripts of the game itself."""
    yield game.flow
    yield from (rule.body for rule in game.rules.values())
    yield from (function.body for function in game.functions.values())


def returns(block: model.Block) -> Iterator[model.Expr]:
    """Run through what a function may return."""
    for statement in statements(block):
        if isinstance(statement, model.Return):
            yield statement.value


def statements(block: model.Block) -> Iterator[model.Statement]:
    """Run through the statements of a block and of the blocks in it."""
    for statement in block:
        yield statement
        for inner in inner_blocks(statement):
            yield from statements(inner)


def inner_blocks(statement: model.Statement) -> tuple[model.Block, ...]:
    """Give the blocks of a statement."""
    match statement:
        case model.If(_, body, otherwise):
            return (body, otherwise)
        case model.For(_, body) | model.While(_, body) | model.Repeat(_, body):
            return (body,)
        case model.Choose(options=options, otherwise=otherwise):
            return (*(option.body for option in options), otherwise or ())
        case _:
            return ()


def learn_block(known: Estimator, block: model.Block) -> None:
    """Note what the statements of a block assign."""
    for statement in statements(block):
        with suppress(Unlearned):
            learn(known, statement)


def learn(known: Estimator, statement: model.Statement) -> None:
    """Note what a statement assigns, without those in its blocks."""
    match statement:
        case model.SetLocal(local, value):
            known.put_local(local, known.estimate(value))
        case model.SetState(name, indices, value):
            for index in indices:
                known.estimate(index)
            known.put_state(name, known.estimate(value))
        case model.For(generator):
            known.bind(generator)
        case model.If(test) | model.While(test):
            known.estimate(test)
        case model.Repeat(times):
            known.estimate(times)
        case model.Choose(decider, _, options):
            known.estimate(decider)
            for option in options:
                with suppress(Unlearned):
                    learn_option(known, option)
        case model.CallRule(name, arguments):
            known.pass_on(known.game.rules[name].parameters, arguments)
        case model.MovePiece(count, piece, origin, target):
            for one in (count, piece, origin):
                if one is not None:
                    known.estimate(one)
            if target is not None:
                occupy(known, target)
        case model.Draw(local, origin, target, top):
            known.put_local(local, known.of_type(local.type))
            known.estimate(origin)
            occupy(known, target)
            if top is not None:
                known.estimate(top)
        case model.Clear(place) | model.Shuffle(place):
            known.estimate(place)
        case model.Return(value):
            known.estimate(value)
        case model.Conclude(_, local, value):
            known.put_local(local, known.of_type(local.type))
            known.estimate(value)
        case model.Show(what, players):
            known.estimate(what)
            if players is not None:
                known.estimate(players)
        case _:
            pass


def learn_option(known: Estimator, option: model.Option) -> None:
    """Note what the locals of an option may be."""
    for generator in option.generators:
        known.bind(generator)
    if option.where is not None:
        known.estimate(option.where)
    if option.best is not None:
        known.estimate(option.best.value)


def occupy(known: Estimator, target: model.Expr) -> None:
    """Note where a piece may come to be."""
    value = known.number(target)
    if value.size > 2**16:
        known.everywhere = True
    else:
        known.occupied.update(one for one in value if one < known.game.site_count)
