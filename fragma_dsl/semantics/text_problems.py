"""Problems of texts: ids that nothing has, places for parameters that no option has."""

from typing import ClassVar

from fragma_dsl.text.node import node
from fragma_dsl.text.problem import Fix, Problem, Severity
from fragma_dsl.text.said import say


@node
class TextOfNothing(Problem):
    """A text stands under an id that nothing in the game has, so nobody will ever read it.

    Texts are for options of decisions, prompts, pieces, cards, sites, zones, variables, players,
    faces, values and endings, by their names in the rules. Correct the id, or delete the text.
    """

    code: ClassVar[str] = "F235"
    severity: ClassVar[Severity] = "warning"
    remedy: ClassVar[str | None] = "correct the id, or delete the text"
    name: str
    close: str | None

    @property
    def message(self) -> str:
        return self.say("nothing in the game is called `{name}`, so nobody reads this text")

    @property
    def help(self) -> str | None:
        return self.say("did you mean `{close}`?") if self.close else self.remedy

    @property
    def fix(self) -> Fix | None:
        is_plain = self.close and self.span.text == self.name
        return Fix(self.span, str(self.close)) if is_plain else None


@node
class UnknownPlaceholder(Problem):
    """A `{name}` in a text is filled with the parameter of that name, and here there is none.

    The text of an option may hold its parameters: `step(a in ..., b in ...)` has `{a}` and `{b}`.
    Other texts hold none. What is not filled is shown as it is written, braces and all.
    """

    code: ClassVar[str] = "F236"
    severity: ClassVar[Severity] = "warning"
    id: str
    name: str
    known: tuple[str, ...]
    close: str | None

    @property
    def message(self) -> str:
        return self.say("`{id}` has no parameter `{name}`")

    @property
    def help(self) -> str | None:
        if self.close:
            return self.say("did you mean `{{{close}}}`?")
        shown = ", ".join(f"`{{{name}}}`" for name in self.known)
        return (
            say("it has {shown}", shown=shown) if self.known else "it has none: write the text out"
        )

    @property
    def fix(self) -> Fix | None:
        return Fix(self.span, f"{{{self.close}}}") if self.close else None
