"""Card problems: what cannot be shuffled, shown or kept secret."""

from typing import ClassVar

from fragma_dsl.text.node import node
from fragma_dsl.text.problem import Label, Problem
from fragma_dsl.text.span import Span


@node
class NoOrder(Problem):
    """Only a zone with `order: stacked` has an order that a shuffle could change.

    What is drawn from a zone with `order: random` is picked by chance, so there is nothing to
    shuffle. Leave the statement out, or give the zone an order.
    """

    code: ClassVar[str] = "F231"

    zone: str
    order: str

    @property
    def message(self) -> str:
        return self.say("`{zone}` has no order that could be shuffled")

    @property
    def help(self) -> str | None:
        if self.order == "random":
            return "leave it out: each draw from it is by chance anyway"
        return self.say("give `{zone}` an `order: stacked`")


@node
class NothingHidden(Problem):
    """What everybody sees cannot be revealed, and `hide` only takes back what `reveal` has shown.

    Say in the declaration who sees it otherwise: `visible: owner`, `team` or `none`.
    """

    code: ClassVar[str] = "F232"

    name: str
    word: str
    declared: Span

    @property
    def message(self) -> str:
        return self.say("everybody sees `{name}`: there is nothing to {word}")

    @property
    def labels(self) -> tuple[Label, ...]:
        return (Label(self.declared, "declared here"),)

    @property
    def help(self) -> str | None:
        return "declare it with `visible: owner` or `visible: none`"


@node
class SecretLocal(Problem):
    """What is picked in secret outlives its decision as a local, and nothing says who may see it.

    Assign it to a variable with `visible: owner`, or move a card to a zone that is hidden. Then
    views, logs and agents follow that visibility, and `reveal` can show it.
    """

    code: ClassVar[str] = "F233"

    name: str

    @property
    def message(self) -> str:
        return self.say("`{name}` is picked in secret and still needed when somebody decides")

    @property
    def help(self) -> str | None:
        return "keep it in `state`, in a variable with `visible: owner`"
