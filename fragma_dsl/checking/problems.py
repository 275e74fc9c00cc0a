"""Problems that show when a game is tried: C1.. scenarios."""

from typing import ClassVar

from fragma_dsl.text.node import node
from fragma_dsl.text.problem import Problem


@node
class ScenarioFails(Problem):
    """A scenario does not go as it says: a move is not legal, an expectation does not hold, the
    game ends otherwise, or a fault comes that the scenario does not tell of.

    Either the rules or the scenario are wrong. The table that is shown is the one at which the
    scenario failed.
    """

    code: ClassVar[str] = "C101"
    scenario: str
    what: str

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return f"scenario `{self.scenario}`: {self.what}"
