"""Language: a text in English in, the same text in another language out; which language is wanted.

What another language says stands in its catalogue, `locale/LANGUAGE.po`, by the templates of the
texts in English. What fills in a field there is translated by the same catalogue, but where the
field stands between backticks, which are for the rule language, or ends in `!s`: a name of a game.
"""

from ast import literal_eval
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from string import Formatter

from fragma_dsl.text.said import Said

LANGUAGES = ("en", "es")
"""The languages that problems and commands are told in."""

VARIABLES = ("FRAGMA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""Who says in which language; the first that is set counts."""

_LOCALE = Path(__file__).parent / "locale"
_FORMATTER = Formatter()


def wanted_language(environment: Mapping[str, str]) -> str | None:
    """Give the language that the environment asks for, fragma's own or another; None for none."""
    found = next(filter(None, map(environment.get, VARIABLES)), "")
    name = found.replace("-", "_").partition(".")[0].partition("_")[0].casefold()
    return name if name.isalpha() and len(name) in (2, 3) else None


def tell(text: str, language: str | None) -> str:
    """Give a text in a language, in English as far as its catalogue does not know it."""
    catalogue = catalogue_of(language)
    return _told(text, catalogue) if catalogue else "".join(text)


def _told(text: str, catalogue: Mapping[str, str]) -> str:
    """Translate a text and the values in it."""
    if not isinstance(text, Said):
        return catalogue.get(text, text)
    parts: list[str] = []
    is_code = False
    template = catalogue.get(text.template, text.template)
    for literal, name, form, conversion in _FORMATTER.parse(template):
        parts.append(literal)
        is_code ^= literal.count("`") % 2 == 1
        if name is not None:
            value, _ = _FORMATTER.get_field(name, (), text.values)
            if isinstance(value, str) and not is_code and conversion is None:
                value = _told(value, catalogue)
            parts.append(format(value, form or ""))
    return "".join(parts)


@lru_cache
def catalogue_of(language: str | None) -> Mapping[str, str]:
    """Read the catalogue of a language; one that has none gets an empty one."""
    if language is None or language == "en" or language not in LANGUAGES:
        return {}
    return read_catalogue((_LOCALE / f"{language}.po").read_text("utf-8"))


def read_catalogue(text: str) -> dict[str, str]:
    """Read a catalogue of gettext: entries of `msgid` and `msgstr`, each with lines in quotes.

    The entry of the empty text is the head of the file; entries that are not translated are left
    out. Plural forms and contexts are not needed.
    """
    entries: list[list[str]] = []
    which = 0
    for line in text.splitlines():
        word, quote, rest = line.partition('"')
        if not quote or line.startswith("#"):
            continue
        if word == "msgid ":
            entries.append(["", ""])
        which = 0 if word == "msgid " else 1 if word == "msgstr " else which
        entries[-1][which] += literal_eval(quote + rest) if "\\" in rest else rest[:-1]
    return {key: value for key, value in entries if key and value}
