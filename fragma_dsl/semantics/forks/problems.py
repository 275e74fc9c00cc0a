"""Problems of forks: F301.. files that are named, F311.. what a fork changes, F321.. warnings."""

from typing import ClassVar

from fragma_dsl.text.node import node
from fragma_dsl.text.problem import Fix, Label, Problem, Severity
from fragma_dsl.text.said import chained, say
from fragma_dsl.text.span import Span


@node
class NoSuchFile(Problem):
    """The file that `extends` or `use` names cannot be found or read.

    A name without a folder is an id: it is looked for beside the file, then in the folders of
    FRAGMA_PATH, then among the games that come with fragma. A path is relative to the file.
    """

    code: ClassVar[str] = "F301"
    remedy: ClassVar[str | None] = "correct the name, or write a path relative to this file"

    name: str
    why: str
    close: str | None = None
    folders: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        return self.say("cannot use `{name}`: {why}")

    @property
    def help(self) -> str | None:
        if self.close:
            return self.say("did you mean `{close}`?")
        return (
            say("it was looked for in {folders}", folders=chained(self.folders, ","))
            if self.folders
            else self.remedy
        )

    @property
    def fix(self) -> Fix | None:
        exact = self.close and self.span.text == self.name
        return Fix(self.span, self.close) if exact and self.close else None


@node
class ForkCycle(Problem):
    """A file extends or uses itself, by way of others or at once, so that nothing is the first."""

    code: ClassVar[str] = "F302"
    remedy: ClassVar[str | None] = "take the name out of one of the files"

    name: str
    chain: tuple[Span, ...] = ()

    @property
    def message(self) -> str:
        return self.say("`{name}` leads back to itself")

    @property
    def labels(self) -> tuple[Label, ...]:
        return tuple(Label(span, "which names this") for span in self.chain)


@node
class TooDeepFork(Problem):
    """Forks of forks may be 16 deep, so that no chain of files keeps the reader busy for long."""

    code: ClassVar[str] = "F303"
    remedy: ClassVar[str | None] = "put some of the files together"

    most: int

    @property
    def message(self) -> str:
        return self.say("more than {most} files extend or use one another")


@node
class WrongFile(Problem):
    """`extends` names a game or another fork; `use` names libraries, files that say `library:`."""

    code: ClassVar[str] = "F304"

    name: str
    wanted: str
    found: str

    @property
    def message(self) -> str:
        return self.say("expected {wanted}, but `{name}` is {found}")

    @property
    def help(self) -> str | None:
        key = "extends" if self.found == "a game" else "use"
        return say("name it under `{key}`", key=key)


@node
class NotInParent(Problem):
    """`set`, `override`, `remove` and `waive` speak of what the game they change has.

    What is new stands under `add`. Names in a fork are those of the parent, with the changes of all
    files between them.
    """

    code: ClassVar[str] = "F311"
    remedy: ClassVar[str | None] = "name what the game has, or bring it under `add`"

    what: str
    name: str
    home: str
    close: str | None = None
    advice: str | None = None
    removed: Span | None = None

    @property
    def message(self) -> str:
        return self.say("{home} has no {what} `{name}`")

    @property
    def help(self) -> str | None:
        return self.say("did you mean `{close}`?") if self.close else self.advice or self.remedy

    @property
    def labels(self) -> tuple[Label, ...]:
        return () if self.removed is None else (Label(self.removed, "removed here"),)

    @property
    def fix(self) -> Fix | None:
        text = self.span.text
        if not self.close or self.name not in text:
            return None
        at = text.rindex(self.name)
        return Fix(self.span, text[:at] + self.close + text[at + len(self.name) :])


@node
class InParent(Problem):
    """`add` and a library bring what is new; something of this name is there already.

    To change it, say so under `override`.
    """

    code: ClassVar[str] = "F312"

    what: str
    name: str
    first: Span

    @property
    def message(self) -> str:
        return self.say("there is {what} `{name}` already")

    @property
    def help(self) -> str | None:
        return "move it to `override` to change what is there, or give it another name"

    @property
    def labels(self) -> tuple[Label, ...]:
        return (Label(self.first, "this one"),)


@node
class MixinClash(Problem):
    """Two libraries bring or change the same entry, and no order between them is the right one.

    Settle it in the file that uses them: its `override` of that entry counts, and `base` in it is
    the version of the library that is named first.
    """

    code: ClassVar[str] = "F313"

    what: str
    name: str
    first: Span

    @property
    def message(self) -> str:
        return self.say("two libraries speak of {what} `{name}`")

    @property
    def help(self) -> str | None:
        return self.say("settle it with an override of `{name}`")

    @property
    def labels(self) -> tuple[Label, ...]:
        return (Label(self.first, "the other one"),)


@node
class ChangedSignature(Problem):
    """An override takes the place of a rule or function for everyone who calls it.

    So it has to take what the parent's version takes. Where a parent has changed its signature, the
    fork has to follow.
    """

    code: ClassVar[str] = "F314"

    name: str
    wanted: str
    first: Span

    @property
    def message(self) -> str:
        return self.say("the parent's version is `{wanted}`")

    @property
    def help(self) -> str | None:
        return self.say("write `{wanted}`, or add a rule or function of another name")

    @property
    def labels(self) -> tuple[Label, ...]:
        return (Label(self.first, "the parent's version"),)

    @property
    def fix(self) -> Fix | None:
        return Fix(self.span, self.wanted)


@node
class NoBase(Problem):
    """`base(...)` is the parent's version of what an override replaces.

    It means something in overrides of `rules`, `functions`, `setup`, `turn`, `flow` and the turns
    of `phases`.
    """

    code: ClassVar[str] = "F315"
    remedy: ClassVar[str | None] = (
        "write the script out, or move it to an override of a rule, a function or the turn"
    )

    @property
    def message(self) -> str:
        return "`base` has no parent's version to call here"


@node
class NothingToChange(Problem):
    """A file that extends no game and uses no library has nothing that it could change."""

    code: ClassVar[str] = "F316"

    key: str

    @property
    def message(self) -> str:
        return self.say("`{key}` needs a game or a library that is changed")

    @property
    def help(self) -> str | None:
        return "name it with `extends:` or `use:`, or change the file's own keys"


@node
class StillNeeded(Problem):
    """A fork has removed something that a script, a text or a scenario of the game still names.

    Remove or override that too, or leave the part in the game.
    """

    code: ClassVar[str] = "F317"
    remedy: ClassVar[str | None] = "override or remove this too, or leave the part in the game"

    name: str
    removal: Span

    @property
    def message(self) -> str:
        return self.say("`{name}` is removed, but still needed here")

    @property
    def labels(self) -> tuple[Label, ...]:
        return (Label(self.removal, "removed here"),)


@node
class SameAsParent(Problem):
    """The fork says again what holds anyway. Delete it, so that the fork says what it changes."""

    code: ClassVar[str] = "F321"
    severity: ClassVar[Severity] = "warning"
    remedy: ClassVar[str | None] = "delete it"

    name: str
    first: Span

    @property
    def message(self) -> str:
        return self.say("`{name}` is the same without this")

    @property
    def labels(self) -> tuple[Label, ...]:
        return (Label(self.first, "it says so here"),)


@node
class UnusedAddition(Problem):
    """A fork adds something that no script of the game ever names, so that it changes nothing.

    It is often a misspelt name: an override goes under `override`.
    """

    code: ClassVar[str] = "F322"
    severity: ClassVar[Severity] = "warning"
    remedy: ClassVar[str | None] = (
        "use it in a script, delete it, or move it to `override` under the name that is meant"
    )

    what: str
    name: str
    close: str | None = None

    @property
    def message(self) -> str:
        return self.say("nothing uses the {what} `{name}` that is added here")

    @property
    def help(self) -> str | None:
        return self.say("did you mean to override `{close}`?") if self.close else self.remedy
