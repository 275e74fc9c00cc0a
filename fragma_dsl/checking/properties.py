"""Properties: a game in, all that must be true of it out: laws of every game, invariants."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fragma_dsl.automaton.nodes import Program
from fragma_dsl.syntax import tree
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

Form: TypeAlias = Literal["law", "always", "never", "sometimes", "at_end", "step", "within"]

CONSERVED, NO_DEAD_END, NO_FAULT = "pieces_conserved", "no_dead_end", "no_fault"
WITHIN_BUDGET, DISTINCT, ROUND_TRIP = "within_budget", "actions_distinct", "texts_round_trip"
SECRETS_KEPT, CAN_END = "secrets_kept", "can_end"
RESULT, SAME_SEED = "result_as_declared", "same_seed_same_game"

LAWS: tuple[tuple[str, str], ...] = (
    (CONSERVED, "no piece or card appears or vanishes, and every value is in its range"),
    (NO_DEAD_END, "every decision has an action"),
    (NO_FAULT, "no rule goes wrong"),
    (WITHIN_BUDGET, "the rules always come to a stop"),
    (DISTINCT, "no action is listed twice"),
    (ROUND_TRIP, "the text of an action means that action alone"),
    (SECRETS_KEPT, "what a player can do tells nothing that is hidden from them"),
    (CAN_END, "a game can end"),
    (RESULT, "a game that ends has a result that the rules declare"),
    (SAME_SEED, "the same seed gives the same game"),
)
"""What must hold in every game without being written, by name, each in a sentence."""


@dataclass(frozen=True, slots=True)
class Property:
    """What must be true of a game. Of an invariant there is the procedure that asks it."""

    name: str
    form: Form
    statement: str
    span: Span | None = None
    procedure: int | None = None
    probability: float | None = None
    about: Mapping[str, str] | None = None

    @property
    def needs_witness(self) -> bool:
        """Whether one position is enough to show that it holds."""
        return self.form == "sometimes" or (self.name == CAN_END and self.form == "law")


def properties_of(
    program: Program, variant: tree.Variant | None = None, only: str = ""
) -> tuple[Property, ...]:
    """List the properties of a game: laws first, then invariants as they are written.

    `only` has to be part of a property's name.
    """
    laws = [Property(name, "law", statement) for name, statement in LAWS]
    declared = variant.invariants if variant is not None else {}
    invariants = []
    for name, one in program.invariants.items():
        about = declared[name].about if name in declared else None
        span = program.procedures[one.procedure].span
        written = " ".join(span.text.split())
        texts = about.by_language if about is not None else None
        statement = say("{form}: {written!s}", form=one.form, written=written)
        if one.probability is not None:
            statement = say(
                "{statement}, probability: {share:g}", statement=statement, share=one.probability
            )
        invariants.append(
            Property(name, one.form, statement, span, one.procedure, one.probability, texts)
        )
    return tuple(one for one in (*laws, *invariants) if only in one.name)
