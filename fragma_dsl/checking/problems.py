"""Problems that show when a game is tried: C101 scenarios, C102.. its beginning."""

from typing import ClassVar

from fragma_dsl.play.fault import FAULTS
from fragma_dsl.text.node import node
from fragma_dsl.text.problem import AdvisedProblem, Problem, Severity


@node
class ScenarioFails(AdvisedProblem):
    """A scenario does not go as it says: a move is not legal, an expectation does not hold, the
    game ends otherwise, or a fault comes that the scenario does not tell of.

    Either the rules or the scenario are wrong. The table that is shown is the one at which the
    scenario failed.
    """

    code: ClassVar[str] = "C101"
    remedy: ClassVar[str | None] = "correct the scenario, or the rules that it shows to be wrong"
    scenario: str
    what: str

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return self.say("scenario `{scenario}`: {what}")


@node
class CannotBegin(Problem):
    """A rule goes wrong before anybody could do anything, so this game can never be played.

    The fault and its line are those that a player would have seen at once. `fragma explain` with
    the name of the fault says what it means and what to do.
    """

    code: ClassVar[str] = "C102"
    fault: str
    what: str

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return self.say("the game cannot begin: fault {fault!s}: {what}")

    @property
    def help(self) -> str | None:
        """What the explanation of the fault says after its first sentence."""
        advice = FAULTS[self.fault].partition(". ")[2].rstrip(".")
        return advice[:1].lower() + advice[1:] if advice else None


@node
class MayNotBegin(CannotBegin):
    """The setup goes wrong after some decisions and rolls, which a few random tries have found.

    Others may go well, so it is a warning. Forbid what leads there in the `where` of the option, or
    say what happens then.
    """

    code: ClassVar[str] = "C103"
    severity: ClassVar[Severity] = "warning"

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return self.say("the setup can go wrong: fault {fault!s}: {what}")


@node
class PropertyFails(Problem):
    """A game has been found in which an invariant does not hold, or none in which it should.

    Either the rules or the invariant are wrong. The game that is shown is the shortest that was
    found; it is saved, and `fragma replay` shows it move by move. See docs/checking.md.
    """

    code: ClassVar[str] = "C104"
    invariant: str
    what: str

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return self.say("invariant `{invariant}`: {what}")
