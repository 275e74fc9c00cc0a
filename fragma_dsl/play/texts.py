"""Texts: what people read, by id and language, with a fallback for every gap."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

ByLanguage: TypeAlias = Mapping[str, str]
"""A text in several languages; the key "" is a text without a language."""


def pick_language(by_language: ByLanguage, language: str | None) -> str | None:
    """Give the text in the wanted language, else without a language, else in English, else any."""
    for key in (language, "", "en"):
        if key is not None and key in by_language:
            return by_language[key]
    return next(iter(by_language.values()), None)


def fill(text: str, parameters: Mapping[str, str]) -> str:
    """Put the parameters in the places of their `{name}`; what has no parameter stays as it is."""
    return re.sub(r"\{(\w+)\}", lambda found: parameters.get(found[1], found[0]), text)


WORDS: Mapping[str, ByLanguage] = {
    "in_secret": {"en": "in secret", "es": "en secreto"},
    "a_card": {"en": "a card", "es": "una carta"},
    "a_piece": {"en": "a piece", "es": "una pieza"},
    "draw": {"en": "draw", "es": "robo"},
    "hidden": {"en": "{count} hidden", "es": "{count} sin ver"},
    "on_top": {"en": "{piece} on top", "es": "encima {piece}"},
    "below": {"en": "{count} below", "es": "debajo {count}"},
}
"""What every table says, unless the texts of its game say it otherwise."""


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a game: title, what it is about, labels by id, symbols of pieces by kind."""

    title: ByLanguage = field(default_factory=dict)
    about: ByLanguage = field(default_factory=dict)
    entries: Mapping[str, ByLanguage] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)

    def find(self, id: str, language: str | None = None) -> str | None:
        """Give the text of an id, or None where the game has none."""
        entry = self.entries.get(id)
        return None if entry is None else pick_language(entry, language)

    def name(self, id: str, language: str | None = None) -> str | None:
        """Give the text of an id as a name; one that has to be filled is that of an action."""
        found = self.find(id, language)
        return None if found is None or "{" in found else found

    def text(self, id: str, language: str | None = None, /, **parameters: str) -> str:
        """Give the text of an id; an id without a text is shown with its underscores as spaces."""
        found = self.find(id, language)
        return id.replace("_", " ") if found is None else fill(found, parameters)

    def word(self, id: str, language: str | None = None, /, **parameters: str | int) -> str:
        """Give one of WORDS, as the game says it if it does."""
        found = self.find(id, language) or pick_language(WORDS[id], language) or id
        return fill(found, {name: str(value) for name, value in parameters.items()})

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that any text is written in, in alphabetical order."""
        maps = (self.title, self.about, *self.entries.values())
        return tuple(sorted({key for by_language in maps for key in by_language if key}))
