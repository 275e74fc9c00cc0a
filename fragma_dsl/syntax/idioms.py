"""Idioms: ways of saying something that the parser stumbles over, and how they are written."""

import re
from dataclasses import dataclass

from fragma_dsl.syntax.lines import Line
from fragma_dsl.text.said import say


@dataclass(frozen=True, slots=True)
class Idiom:
    """A pattern of a line, from whose group `here` on the parser may stop; what to write in the
    place of the group `part` of it, and in words."""

    pattern: re.Pattern[str]
    write: str | None
    advice: str
    part: str = "all"

    def find(self, text: str, line: Line, at: int) -> re.Match[str] | None:
        """Find the idiom around the place where the parser stopped."""
        found = self.pattern.finditer(text, line.start, line.end)
        return next((one for one in found if one.start("here") <= at < one.end()), None)

    def mend(self, found: re.Match[str]) -> str | None:
        """Write it as it is meant."""
        return None if self.write is None else found.expand(self.write)

    def advise(self, found: re.Match[str]) -> str:
        """Say how it is meant."""
        return say(self.advice, **found.groupdict())


_PLACE = r"[^\W\d]\w*(?:\[[^\]\n]*\])?"


def _idiom(pattern: str, write: str | None, advice: str, part: str = "all") -> Idiom:
    return Idiom(re.compile(pattern), write, advice, part)


IDIOMS = (
    _idiom(
        r"\b(?:choose|option)\b[^\n]*?(?P<name>[^\W\d]\w*)\s*\([^()\n]*?\s(?P<here>where|with)\b",
        None,
        "write what is kept behind the arguments: `{name}(...) {here} ...`",
    ),
    _idiom(
        r"[({]\s*(?P<all>)(?P<name>[^\W\d]\w*)\s+in\s[^\n]*?\b(?P<here>where|with)\b",
        r"\g<name> for ",
        "write what is collected before its `for`: `{name} for {name} in ... where ...`",
    ),
    _idiom(
        rf"(?P<all>\b(?:the\s+)?(?:top|bottom|card|one|any|what|something)\s+(?P<here>of|on|in|from)"
        rf"\s+(?P<place>{_PLACE}))",
        r"piece on \g<place>",
        "write `piece on {place}` for the piece that is there, of a stack the top one",
    ),
    _idiom(
        rf"(?P<all>(?P<place>{_PLACE})\s+(?P<here>has|holds|contains|have)\s+(?P<piece>{_PLACE}))",
        r"has(\g<place>, \g<piece>)",
        "write `has({place}, {piece})`",
    ),
    _idiom(r"(?P<all>\s*\b(?P<here>then|do)\b(?:\s*:)?)", ":", "write `:` in place of `{here}`"),
    _idiom(
        r"\b(?:choose|option)\b[^\n]*\)\s+(?P<all>(?P<here>if))\s",
        "where",
        "write `where` before a condition on what is picked",
    ),
    _idiom(
        r"\bfor\s[^\n:]*?\sin\s[^\n:]*?\s(?P<all>if)\s[^\n:]*(?P<here>:)",
        "where",
        "write `where` before a condition on what is picked",
    ),
    _idiom(
        r"(?P<all>\bfor\s?each)\s+(?P<here>[^\W\d]\w*)",
        "for",
        "write `for {here} in ...`",
    ),
    _idiom(
        r"\bchoose\s+(?P<name>[^\W\d]\w*)\s+(?P<here>in)\s",
        None,
        "give the action a name: `choose NAME({name} in ...)`",
    ),
    _idiom(
        r"(?P<all>\bdraw)\s+(?P<here>\d+)\b",
        "deal",
        "write `deal {here} from ...`; `draw` takes one and gives it a name",
    ),
    _idiom(
        r"(?P<all>\b(?P<verb>place|move|remove)\s+(?P<here>\{)(?P<set>[^{}\n]*)\})",
        r"for x in {\g<set>}: \g<verb> x",
        "go through what is in the braces: `for x in ...: {verb} x ...`",
    ),
    _idiom(
        r"\broll\s+(?P<here>\d+)\s+(?P<name>[^\W\d]\w*)",
        None,
        "roll one at a time: `roll {name} + roll {name}`",
    ),
    _idiom(
        r"(?P<all>\bnext\s+(?P<here>(?:player|turn)\b))",
        "mover = next(mover)",
        "write `mover = next(mover)`; at the end of a turn the next player comes by itself",
    ),
    _idiom(
        rf"(?P<all>(?P<place>{_PLACE})\s+(?P<here>is)\s+(?P<not>not\s+)?empty)\b",
        r"\g<not>empty(\g<place>)",
        "write `empty({place})`",
    ),
    _idiom(r"(?P<all>==(?P<here>=))", "==", "write `==` to compare"),
    _idiom(r"(?P<all>\s(?P<here>is))\s+(?!not\b)", " ==", "write `==` to compare"),
    _idiom(r"(?P<all>\s(?P<here>is)\s+not)\s", " !=", "write `!=` to compare"),
)
