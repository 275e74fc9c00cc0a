"""Rule file: a source to its fields, read by the schema of its kind."""

from dataclasses import dataclass
from typing import Literal

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax import schema_forks
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.read_value import ValueReader
from fragma_dsl.syntax.tree import Identifier
from fragma_dsl.syntax.yaml_tree import YamlMap, YamlNode, read_yaml
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Checked, Fix
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

Kind = Literal["game", "fork", "library"]
SHAPES = {
    "game": schema_forks.GAME,
    "fork": schema_forks.FORK,
    "library": schema_forks.LIBRARY,
}
_OF_FORKS = ("extends", "add", "waive")
_OF_GAMES = frozenset(("players", "turn", "phases", "flow"))


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A file as read: what it is, and its keys with their values."""

    source: Source
    kind: Kind
    fields: v.Fields

    @property
    def name(self) -> Identifier:
        """The id of the game or library; "" where the file does not say."""
        key = "library" if self.kind == "library" else "game"
        span = self.fields.span
        start = Span(span.source, span.start, span.start)
        return self.fields.find(key, Identifier) or Identifier("", start)

    def find(self, key: str) -> v.Fields:
        """Give a record of the file, an empty one where it is not there."""
        return self.fields.find(key, v.Fields) or v.Fields({}, {}, self.fields.span)

    def entries(self, key: str) -> tuple[v.Entry, ...]:
        """Give the entries of a map of the file."""
        found = self.fields.find(key, v.Entries)
        return () if found is None else found.entries

    def phrases(self, key: str) -> tuple[Identifier, ...]:
        """Give the texts of a list of the file, or the one that stands in its place."""
        value = self.fields.values.get(key)
        items = value.items if isinstance(value, v.Items) else (value,)
        return tuple(item for item in items if isinstance(item, Identifier))


def read_rule_file(source: Source) -> Checked[RuleFile]:
    """Read a file; None where it is no map that could be one."""
    root = read_yaml(source)
    if root.value is None:
        return Checked(None, root.problems)
    kind = find_kind(root.value)
    reader = ValueReader()
    fields = reader.record(root.value, SHAPES[kind])
    problems = (*root.problems, *reader.problems)
    if fields is None:
        return Checked(None, problems)
    file = RuleFile(source, kind, fields)
    edition = fields.find("edition", Identifier)
    if edition is not None and edition.text != "1":
        problems = (*problems, p.WrongEdition(edition.span, known_fix=Fix(edition.span, "1")))
    return Checked(file, problems)


def find_kind(root: YamlNode) -> Kind:
    """Say what a file means to be: `library` and `extends` tell, misspelt or not."""
    names = [entry.key.text for entry in root.entries] if isinstance(root, YamlMap) else []
    if "library" in names:
        return "library"
    if "extends" in names:
        return "fork"
    if not _OF_GAMES.isdisjoint(names):
        return "game"
    known = [key.name for shape in SHAPES.values() for key in shape.keys]
    meant = {nearest(name, known) for name in names}
    if not meant.isdisjoint(_OF_FORKS):
        return "fork"
    return "library" if "library" in meant and "game" not in names else "game"
