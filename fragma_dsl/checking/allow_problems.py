"""Problems of `meta: {allow: ...}`, C201 and C202."""

from typing import ClassVar

from fragma_dsl.text.node import node
from fragma_dsl.text.problem import Problem, Severity


@node
class BadAllowance(Problem):
    """`allow` under `meta` lists warnings that are meant, each with its reason.

    An entry is `- CODE: reason`, or `- CODE name: reason` for those whose message speaks of that
    name. Errors cannot be allowed: a game that has one cannot be played.
    """

    code: ClassVar[str] = "C201"
    severity: ClassVar[Severity] = "warning"
    what: str
    advice: str = "write it as `- CODE: reason`, or `- CODE name: reason`"

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return self.say("this allows nothing: {what}")

    @property
    def help(self) -> str | None:
        """The form, or the nearest code."""
        return self.advice


@node
class UnusedAllowance(Problem):
    """The file allows a warning that nothing gives any more.

    What it excused has been mended, or stands under another code. Delete the entry, so that it does
    not hide the next mistake.
    """

    code: ClassVar[str] = "C202"
    severity: ClassVar[Severity] = "warning"
    remedy: ClassVar[str | None] = "delete the entry"
    what: str

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return self.say("nothing gives the warning `{what}` that is allowed here")
