"""Problems of the syntax stage: S101.. the file as YAML, S120.. keys and values, S201.. scripts.

The docstring of each class is what `fragma explain CODE` prints.
"""

from typing import ClassVar

from fragma_dsl.text.node import node
from fragma_dsl.text.problem import AdvisedProblem, Label
from fragma_dsl.text.said import listed, say
from fragma_dsl.text.span import Span

# ---- S101..: the file


@node
class UnreadableCharacter(AdvisedProblem):
    """The file holds a character that no text should have, such as a control character.

    It often comes from a copy out of another program. Delete it, or save the file as UTF-8 text.
    """

    code: ClassVar[str] = "S101"
    remedy: ClassVar[str | None] = "delete it, or save the file as UTF-8 text"
    what: str

    @property
    def message(self) -> str:
        return self.say("{what} cannot stand in a rule file")


@node
class FileTooLarge(AdvisedProblem):
    """A rule file may be 1 MiB long at most, so that no file keeps the reader busy for long.

    Pictures, tables and longer texts belong into files of their own. Shared rules can stand in a
    library that the file uses.
    """

    code: ClassVar[str] = "S102"
    remedy: ClassVar[str | None] = (
        "keep pictures and long texts out of it, or move shared rules into a library"
    )

    @property
    def message(self) -> str:
        return "the file is longer than 1 MiB"


@node
class TooDeepFile(AdvisedProblem):
    """Maps and lists may lie in each other 32 deep at most. No rule needs more.

    A file that is deeper most often has a bracket that is never closed. Look for it at the place
    shown.
    """

    code: ClassVar[str] = "S103"
    remedy: ClassVar[str | None] = "look for a bracket that is never closed"

    @property
    def message(self) -> str:
        return "maps and lists lie in each other more than 32 deep"


@node
class BrokenLayout(AdvisedProblem):
    """The file's layout (keys, indentation, brackets, quotes) cannot be read from this place on.

    Scripts with `: `, ` #` or a first character like `[`, `{` or `"` need the `|` form: write `|`
    after the key and the script on the next lines, indented. Inside `{ }` and `[ ]` a script can
    have no brackets but `( )`: give each key, or each entry `- `, a line of its own.
    """

    code: ClassVar[str] = "S104"
    remedy: ClassVar[str | None] = "give the script, or each entry, a line of its own"
    what: str
    other: Label | None = None

    @property
    def message(self) -> str:
        return self.what

    @property
    def labels(self) -> tuple[Label, ...]:
        return () if self.other is None else (self.other,)


@node
class Anchor(AdvisedProblem):
    """`&name` and `*name` copy one part of a YAML file into another; rule files do without.

    Write the part again, or give it a name of its own as a function, a rule or an enum.
    """

    code: ClassVar[str] = "S105"
    remedy: ClassVar[str | None] = (
        "write the part out again, or give it a name as a function, a rule or an enum"
    )

    @property
    def message(self) -> str:
        return self.say("`{span.text}` is a YAML reference, which rule files do not have")


@node
class Tag(AdvisedProblem):
    """`!name` asks YAML to make a special object; rule files hold nothing but text, lists and maps.

    In a script, `not` is the word for "the opposite".
    """

    code: ClassVar[str] = "S106"
    remedy: ClassVar[str | None] = "delete it"

    @property
    def message(self) -> str:
        return self.say("`{span.text}` is a YAML tag, which rule files do not have")


@node
class MergeKey(AdvisedProblem):
    """`<<` merges another map into this one in YAML; rule files do without. Write its keys.

    Write the keys of the other map out here. A game that changes another one is a fork: see
    `extends`.
    """

    code: ClassVar[str] = "S107"
    remedy: ClassVar[str | None] = "write the keys of the other map out here"

    @property
    def message(self) -> str:
        return "`<<` is not a key of rule files"


@node
class DuplicateKey(AdvisedProblem):
    """A map has the same key twice, and only one of them could count. Rename or delete one."""

    code: ClassVar[str] = "S108"
    remedy: ClassVar[str | None] = "rename or delete one of the two"
    first: Span

    @property
    def message(self) -> str:
        return self.say("`{span.text}` stands twice in this map")

    @property
    def labels(self) -> tuple[Label, ...]:
        return (Label(self.first, "first here"),)


@node
class SeveralDocuments(AdvisedProblem):
    """`---` begins another document in YAML, but a rule file holds one variant.

    Use one file for each.
    """

    code: ClassVar[str] = "S109"
    remedy: ClassVar[str | None] = "keep each game in a file of its own"

    @property
    def message(self) -> str:
        return "a second document begins here, but a rule file holds one variant"


@node
class EmptyFile(AdvisedProblem):
    """The file says nothing.

    A variant needs at least `edition`, `game`, `title`, `players` and a `turn`.
    """

    code: ClassVar[str] = "S110"
    remedy: ClassVar[str | None] = (
        "begin with `edition: 1`, `game:`, `title:`, `players:` and `turn:`"
    )

    @property
    def message(self) -> str:
        return "the file is empty"


@node
class KeyNotText(AdvisedProblem):
    """A key must be a plain word (or a signature), not a list, a map or a `?` key.

    A value that begins with `{` or `[` may have been taken for one: in a script, use the `|` form.
    """

    code: ClassVar[str] = "S111"
    remedy: ClassVar[str | None] = (
        "write a plain word as the key; a script that begins with a bracket goes after `|`"
    )

    @property
    def message(self) -> str:
        return "a key must be a word, not a list or a map"


@node
class Tab(AdvisedProblem):
    """A tab looks different in every editor, so indentation is made of spaces alone.

    Replace it by spaces, as many as the lines around it have.
    """

    code: ClassVar[str] = "S112"
    remedy: ClassVar[str | None] = "indent with spaces"

    @property
    def message(self) -> str:
        return "a tab stands in the indentation"


@node
class Directive(AdvisedProblem):
    """A line that begins with `%` gives orders to YAML; rule files have none. Delete it."""

    code: ClassVar[str] = "S113"
    remedy: ClassVar[str | None] = "delete the line"

    @property
    def message(self) -> str:
        return "rule files have no `%` lines"


# ---- S120..: keys and values


@node
class UnknownKey(AdvisedProblem):
    """The map has a key that means nothing there; nothing is ever skipped silently.

    It is often a slip of the pen. Data of other programs belongs under `meta:`.
    """

    code: ClassVar[str] = "S120"
    remedy: ClassVar[str | None] = "correct the key, or move data of other programs to `meta:`"
    place: str

    @property
    def message(self) -> str:
        return self.say("{place} has no key `{span.text}`")


@node
class MissingKey(AdvisedProblem):
    """A key that the map cannot do without is not there. Add it.

    The message says what the key is for; its form stands in the table of keys in docs/language.md.
    Where you have written it, look at its indentation: it may stand in another map than you think.
    """

    code: ClassVar[str] = "S121"
    remedy: ClassVar[str | None] = "add the key"
    place: str
    key: str
    about: str = ""

    @property
    def message(self) -> str:
        return self.say("{place} needs `{key}`")

    @property
    def help(self) -> str | None:
        return self.advice or (self.say("add `{key}:` ({about})") if self.about else self.remedy)


@node
class WrongKind(AdvisedProblem):
    """There is a list, a map or a text where the file needs one of the others.

    A map has `key: value` lines or stands in `{ }`, a list has `- ` lines or stands in `[ ]`, and a
    text is what is left. The help line shows what is most likely meant.
    """

    code: ClassVar[str] = "S122"
    remedy: ClassVar[str | None] = "give the key a value of the kind that is expected"
    expected: str
    found: str

    @property
    def message(self) -> str:
        return self.say("expected {expected}, found {found}")


@node
class NotTruth(AdvisedProblem):
    """Yes-or-no values are written `true` and `false`; `yes` and `on` are names like others.

    YAML of old took many words for truths, so that names such as `no` or `on` were lost. Write
    `true` or `false`.
    """

    code: ClassVar[str] = "S123"
    remedy: ClassVar[str | None] = "write `true` or `false`"

    @property
    def message(self) -> str:
        return self.say("expected `true` or `false`, found `{span.text}`")


@node
class NotNumber(AdvisedProblem):
    """Whole numbers are written with digits alone, without leading zeros, `_`, `0x` or a point.

    Write the number out. Where several numbers could be meant, such as from 2 to 4 players, the
    place takes a map.
    """

    code: ClassVar[str] = "S124"
    remedy: ClassVar[str | None] = "write it with digits alone"

    @property
    def message(self) -> str:
        return self.say("expected a whole number, found `{span.text}`")


@node
class OutOfLimits(AdvisedProblem):
    """The number is too small or too large for its place.

    The limits keep a mistyped number from making a game that no machine can hold. Write a number
    between those in the message.
    """

    code: ClassVar[str] = "S125"
    remedy: ClassVar[str | None] = "write a number between those"
    low: int
    high: int

    @property
    def message(self) -> str:
        return self.say("expected a number from {low} to {high}, found `{span.text}`")


@node
class BadName(AdvisedProblem):
    """A name begins with a letter and goes on with letters, digits and `_`.

    Names are used in scripts, where a space or a `-` would end them. Use `_` between words. What
    people read can have any signs, under `texts`.
    """

    code: ClassVar[str] = "S126"
    found: str

    @property
    def message(self) -> str:
        return self.say("`{found}` is not a name")

    @property
    def help(self) -> str | None:
        return self.advice or "use letters, digits and `_`, beginning with a letter"


@node
class ReservedName(AdvisedProblem):
    """The words of the language (`if`, `move`, `draw`, `true`, ...) cannot name other things.

    A script that uses such a name would be read as something else. Choose another name.
    """

    code: ClassVar[str] = "S127"
    remedy: ClassVar[str | None] = "choose another name"
    name: str

    @property
    def message(self) -> str:
        return self.say("`{name}` is a word of the language and cannot be a name")


@node
class EmptyText(AdvisedProblem):
    """There is nothing after the key, or a text without a single visible character.

    Write a value after the key, or delete the key where its default will do.
    """

    code: ClassVar[str] = "S128"
    remedy: ClassVar[str | None] = "write a value, or delete the key"
    expected: str

    @property
    def message(self) -> str:
        return self.say("expected {expected}, found nothing")


@node
class BadLanguage(AdvisedProblem):
    """A text for several languages is a map with language codes of two or three small letters.

    `en`, `es` and `pt` are such codes. A text that is the same in every language is written without
    a map.
    """

    code: ClassVar[str] = "S129"

    @property
    def message(self) -> str:
        return self.say("`{span.text}` is not a language code")

    @property
    def help(self) -> str | None:
        return self.advice or "use two or three small letters, like `en` or `es`"


@node
class NotAmong(AdvisedProblem):
    """Only a few words are known in this place, and this is none of them.

    The message lists the words. Names of your own mean nothing here.
    """

    code: ClassVar[str] = "S130"
    remedy: ClassVar[str | None] = "write one of these words"
    known: tuple[str, ...]

    @property
    def message(self) -> str:
        return self.say("expected {any}, found `{span.text}`", any=_either(self.known))


@node
class QuotedScript(AdvisedProblem):
    """A script in quotes is a text to YAML, and its backslashes would mean two things at once.

    Write it without the quotes, or in the `|` form.
    """

    code: ClassVar[str] = "S131"
    remedy: ClassVar[str | None] = "write it without quotes, or after `|`"

    @property
    def message(self) -> str:
        return "a script cannot stand in quotes"


@node
class FoldedScript(AdvisedProblem):
    """`>` makes one long line of a text, but the lines of a script matter. Use `|`.

    So do those of a drawing, of links and of actions.
    """

    code: ClassVar[str] = "S132"
    remedy: ClassVar[str | None] = "write `|` in its place"
    what: str = "a script"

    @property
    def message(self) -> str:
        return self.say("{what} cannot stand after `>`, which joins lines")


@node
class MisreadScript(AdvisedProblem):
    """YAML read a list or map where a script should stand: it claims `[`, `{` and `: ` for itself.

    Write the script in the `|` form: `|` after the key, the script on the next line, indented.
    """

    code: ClassVar[str] = "S133"
    remedy: ClassVar[str | None] = (
        "write `|` after the key and the script on the next lines, indented"
    )
    found: str

    @property
    def message(self) -> str:
        return self.say("expected a script, but YAML reads this as {found}")


@node
class CutComment(AdvisedProblem):
    """YAML takes ` #` for the beginning of a comment, so the script or text ends before it.

    Where the `#` belongs to it, use the `|` form.
    """

    code: ClassVar[str] = "S134"
    remedy: ClassVar[str | None] = "write it after `|`, on the next line, where a `#` may stand"

    @property
    def message(self) -> str:
        return "YAML ends this script at ` #`, and what is left is not complete"


@node
class SplitEntry(AdvisedProblem):
    """In `[ ]` and `{ }` YAML ends an entry at every comma, even inside `( )`.

    So it cuts `step(a, b)` in two, and the text of `{en: One, two}`. Give each entry, or each key,
    a line of its own without the brackets. Actions and texts for people may stand in quotes, too.
    """

    code: ClassVar[str] = "S135"
    remedy: ClassVar[str | None] = "give each entry a line of its own, without the brackets"
    where: str = " inside its brackets"

    @property
    def message(self) -> str:
        return self.say("YAML ends this entry at the comma{where}")


@node
class ManyLines(AdvisedProblem):
    """Several lines of a script or drawing need the `|` form; without it YAML joins them.

    Write `|` after the key and the lines below it, each two spaces deeper than the key.
    """

    code: ClassVar[str] = "S136"
    remedy: ClassVar[str | None] = "write `|` after the key"
    what: str = "a script"

    @property
    def message(self) -> str:
        return self.say("{what} of several lines needs the `|` form")


@node
class EmptyScript(AdvisedProblem):
    """There is a key for a script, but no script.

    Write one, `pass` to do nothing, or delete the key.
    """

    code: ClassVar[str] = "S137"
    remedy: ClassVar[str | None] = "write a script, `pass` to do nothing, or delete the key"

    @property
    def message(self) -> str:
        return "expected a script, found nothing"


@node
class OnlyOneOf(AdvisedProblem):
    """Two keys say the same thing in different ways, so only one of them may stand in the map.

    Keep the one that says what you mean and delete the other.
    """

    code: ClassVar[str] = "S138"
    remedy: ClassVar[str | None] = "keep one and delete the other"
    place: str
    other: Span

    @property
    def message(self) -> str:
        return self.say("{place} has either `{other.text}` or `{span.text}`, not both")

    @property
    def labels(self) -> tuple[Label, ...]:
        return (Label(self.other, "the other one"),)


@node
class RepeatedName(AdvisedProblem):
    """The same name stands twice in a place where each must be different.

    Only the first of them would count. Rename one, or delete it.
    """

    code: ClassVar[str] = "S139"
    remedy: ClassVar[str | None] = "rename or delete one of the two"
    first: Span
    name: str

    @property
    def message(self) -> str:
        return self.say("`{name}` stands twice")

    @property
    def labels(self) -> tuple[Label, ...]:
        return (Label(self.first, "first here"),)


@node
class BadForm(AdvisedProblem):
    """The value is not written in the way that its place asks for; the message shows the form.

    Every place has a form of its own, shown in docs/language.md beside the key. Write the value in
    that form.
    """

    code: ClassVar[str] = "S140"
    remedy: ClassVar[str | None] = (
        "write it in that form, which docs/language.md shows beside the key"
    )
    expected: str

    @property
    def message(self) -> str:
        found = " ".join(self.span.text.split())
        shown = found if len(found) <= 40 else found[:37] + "..."
        return (
            self.say("expected {expected}, found `{shown}`", shown=shown)
            if found
            else self.say("expected {expected}")
        )


@node
class KeyOfOthers(AdvisedProblem):
    """A plane has no sites of its own that keys could speak of, and other boards have no tiles.

    With a plane go `ports` and `size` alone; these go with nothing else. Delete the key.
    """

    code: ClassVar[str] = "S142"
    remedy: ClassVar[str | None] = "delete the key"
    is_plane: bool

    @property
    def message(self) -> str:
        key = self.span.text
        return (
            say("a plane has no `{key}`", key=key)
            if self.is_plane
            else say("only a plane has `{key}`", key=key)
        )


@node
class WrongEdition(AdvisedProblem):
    """`edition` says which version of the rule language a file is written in.

    This reader knows edition 1.
    """

    code: ClassVar[str] = "S141"

    @property
    def message(self) -> str:
        return self.say("edition `{span.text}` is not known")

    @property
    def help(self) -> str | None:
        return "write `edition: 1`"


# ---- S201..: scripts


@node
class Unexpected(AdvisedProblem):
    """The script cannot be read from this place on. The message says what could stand here.

    A word that is missing or misspelt, or a way of saying it that belongs to another language, is
    the usual cause. Where the help line knows the right form, it shows it.
    """

    code: ClassVar[str] = "S201"
    remedy: ClassVar[str | None] = "write what is expected here, or delete what is in its place"
    expected: str
    found: str

    @property
    def message(self) -> str:
        return self.say("expected {expected}, found {found}")


@node
class UnknownSign(AdvisedProblem):
    """The character has no meaning in scripts.

    Scripts are made of words, numbers, brackets and the signs of docs/language.md, Scripts. Delete
    it, or write the text that holds it under `texts`.
    """

    code: ClassVar[str] = "S202"
    remedy: ClassVar[str | None] = "delete it"

    @property
    def message(self) -> str:
        return self.say("`{span.text}` means nothing in a script")


@node
class SingleEquals(AdvisedProblem):
    """`=` gives a variable a new value; `==` asks whether two values are the same.

    A condition compares, so it needs `==`. An assignment is a statement and stands on a line of its
    own.
    """

    code: ClassVar[str] = "S203"
    remedy: ClassVar[str | None] = "write `==`"

    @property
    def message(self) -> str:
        return "`=` cannot stand here; to compare, write `==`"


@node
class ForeignSign(AdvisedProblem):
    """The sign belongs to another language; this one has a word or another sign for it.

    The message says which.
    """

    code: ClassVar[str] = "S204"
    remedy: ClassVar[str | None] = "write it in the words of the language"
    instead: str

    @property
    def message(self) -> str:
        return self.say("`{span.text}` means nothing in a script; {instead}")


@node
class ElseIf(AdvisedProblem):
    """Further conditions of an `if` begin with `elif`.

    In `else if` the `if` would begin a statement of its own, one level deeper. `elif` stands in the
    column of its `if`.
    """

    code: ClassVar[str] = "S205"
    remedy: ClassVar[str | None] = "write `elif`"

    @property
    def message(self) -> str:
        return say("`{shown}` is written `elif`", shown=" ".join(self.span.text.split()))


@node
class MissingColon(AdvisedProblem):
    """A line that opens a block (`if`, `for`, `while`, `option`, `else`, ...) ends in `:`.

    Without it the reader cannot tell where the condition ends. Put it at the end of the line; the
    block follows below, indented, or behind it as one statement.
    """

    code: ClassVar[str] = "S206"
    remedy: ClassVar[str | None] = "put a `:` at the end of the line"
    word: str

    @property
    def message(self) -> str:
        return self.say("this `{word}` needs a `:` at its end")


@node
class StrayColon(AdvisedProblem):
    """`:` opens a block after `if`, `for`, `while`, `repeat`, `choose`, `option`, `else` alone.

    A map such as `{a: 1}` is no value in scripts. Delete the `:`, or begin the line with the word
    that opens a block.
    """

    code: ClassVar[str] = "S207"
    remedy: ClassVar[str | None] = (
        "delete it, or begin the line with `if`, `for`, `while`, `repeat`, `choose` or `option`"
    )

    @property
    def message(self) -> str:
        return "`:` cannot stand here"


@node
class UnclosedBracket(AdvisedProblem):
    """Every `(`, `[` and `{` needs its partner, of the same form.

    What follows is read as if it stood inside the brackets. Close it where the expression ends.
    """

    code: ClassVar[str] = "S208"
    remedy: ClassVar[str | None] = "close it where the expression ends"

    @property
    def message(self) -> str:
        return self.say("this `{span.text}` is never closed")


@node
class StrayBracket(AdvisedProblem):
    """Every `)`, `]` and `}` closes the last bracket that is still open, of the same form.

    Delete it, or put the bracket that it should close before it.
    """

    code: ClassVar[str] = "S209"
    remedy: ClassVar[str | None] = "delete it, or open a bracket of this form before it"
    opening: Span | None = None

    @property
    def message(self) -> str:
        if self.opening is None:
            return self.say("this `{span.text}` closes nothing")
        return self.say("this `{span.text}` does not fit the `{opening.text}` that is open")

    @property
    def labels(self) -> tuple[Label, ...]:
        return () if self.opening is None else (Label(self.opening, "opened here"),)


@node
class StrayText(AdvisedProblem):
    """A text in quotes is no value: only the prompt of a `choose` is one.

    A name is written without quotes; texts for people belong under `texts:`.
    """

    code: ClassVar[str] = "S210"
    remedy: ClassVar[str | None] = (
        "write a name without quotes; texts for people stand under `texts`"
    )

    @property
    def message(self) -> str:
        return "a text in quotes cannot stand here"


@node
class Fraction(AdvisedProblem):
    """All numbers are whole. Count in smaller units, or use `//`, which divides and rounds down.

    A game must come out the same on every machine, and fractions do not.
    """

    code: ClassVar[str] = "S211"
    remedy: ClassVar[str | None] = "count in smaller units, or divide with `//`, which rounds down"

    @property
    def message(self) -> str:
        return self.say("`{span.text}` is not a whole number")


@node
class SingleQuotes(AdvisedProblem):
    """A name is written without quotes; the prompt of a `choose` stands in double quotes.

    Delete the quotes, or double them where the text is a prompt.
    """

    code: ClassVar[str] = "S212"
    remedy: ClassVar[str | None] = "delete the quotes, or double them around a prompt"

    @property
    def message(self) -> str:
        return "single quotes mean nothing in a script"


@node
class ReservedWord(AdvisedProblem):
    """The word has a meaning of its own in scripts and cannot be the name of a variable.

    Write another name, such as one with `_` behind it.
    """

    code: ClassVar[str] = "S213"
    remedy: ClassVar[str | None] = "choose another name, such as one with `_` behind it"

    @property
    def message(self) -> str:
        return self.say("`{span.text}` is a word of the language and cannot be a name")


@node
class CapitalWord(AdvisedProblem):
    """`true`, `false`, `none`, `and`, `or` and `not` are written with small letters.

    Large and small letters are different letters in names, so the other spelling would be a name.
    """

    code: ClassVar[str] = "S214"
    remedy: ClassVar[str | None] = "write it with small letters"

    @property
    def message(self) -> str:
        return self.say("`{span.text}` is written `{lower}`", lower=self.span.text.lower())


@node
class StrayIndent(AdvisedProblem):
    """A line stands deeper than the one above, although that one opens no block.

    Bring it to the column of the line above. Where it belongs to a condition, end the line above in
    `:`.
    """

    code: ClassVar[str] = "S215"
    remedy: ClassVar[str | None] = (
        "bring it to the column of the line above, or end that one in `:`"
    )

    @property
    def message(self) -> str:
        return "this line stands deeper than the one above, which opens no block"


@node
class UnevenIndent(AdvisedProblem):
    """Lines of one block begin in the same column.

    A line that leaves the block returns to the column of one around it.
    """

    code: ClassVar[str] = "S216"
    remedy: ClassVar[str | None] = "bring it to the column of the block that it belongs to"

    @property
    def message(self) -> str:
        return "this line begins in a column where no block begins"


@node
class EmptyBlock(AdvisedProblem):
    """A line that ends in `:` needs a block below that stands deeper. `pass` does nothing.

    Write the block two spaces deeper on the next lines, or `pass` where nothing is to be done.
    """

    code: ClassVar[str] = "S217"
    remedy: ClassVar[str | None] = "write a block below, two spaces deeper, or `pass`"

    @property
    def message(self) -> str:
        return "no block follows this `:`"


@node
class TooDeepScript(AdvisedProblem):
    """Expressions and blocks may lie in each other 64 deep. Use `let`, or a rule of its own.

    The limit keeps every script readable by every machine.
    """

    code: ClassVar[str] = "S218"
    remedy: ClassVar[str | None] = (
        "name parts of it with `let`, or make them a rule or function of their own"
    )

    @property
    def message(self) -> str:
        return "this script is nested too deep"


@node
class TooManyMistakes(AdvisedProblem):
    """The script has more mistakes than one run reports. Mend the first ones and run again.

    One slip, such as a missing bracket, often makes many messages.
    """

    code: ClassVar[str] = "S219"
    remedy: ClassVar[str | None] = "mend those above and run again"

    @property
    def message(self) -> str:
        return "this script has more mistakes than are shown here"


@node
class OpenQuote(AdvisedProblem):
    """A text in quotes ends on the line where it begins.

    Close them. A longer text belongs under `texts`, and the prompt then holds its key.
    """

    code: ClassVar[str] = "S220"
    remedy: ClassVar[str | None] = "close them on the same line"

    @property
    def message(self) -> str:
        return "the quotes are never closed"


@node
class HugeNumber(AdvisedProblem):
    """Numbers have nine digits at most.

    State has a fixed size, so numbers have limits. Count in larger units.
    """

    code: ClassVar[str] = "S221"
    remedy: ClassVar[str | None] = "count in larger units"

    @property
    def message(self) -> str:
        return "this number is too large"


@node
class StrayElse(AdvisedProblem):
    """`else` and `elif` belong to the `if` or `choose` right above them, in the same column.

    A `choose` without a block binds its variables for what follows, so it can have no `else`.
    """

    code: ClassVar[str] = "S222"
    remedy: ClassVar[str | None] = (
        "bring it to the column of its `if` or `choose`, right below its block"
    )

    @property
    def message(self) -> str:
        return self.say("this `{span.text}` belongs to nothing above")


def _either(words: tuple[str, ...]) -> str:
    """Join words to `a`, `b` or `c`."""
    return listed([f"`{word}`" for word in words], "or")
