"""Files: the rule files that are open or in the workspace, read and checked when they are asked
for."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from os.path import normcase, normpath
from pathlib import Path

from pygls import uris

from fragma_dsl.editor.index import Index, make_index
from fragma_dsl.editor.symbols import Symbol
from fragma_dsl.pipeline import Analysis, check_source, prelude_source
from fragma_dsl.search_path import SUFFIXES, find_source, read_source
from fragma_dsl.semantics.forks import Missing
from fragma_dsl.text.loading import Wanted
from fragma_dsl.text.source import Source

PRELUDE = Path(__file__).parents[1] / "stdlib" / "prelude.rules.yaml"
MOST_BROKEN = 3
MOST_FILES = 1000
MOST_FOLDERS = 5000
_SKIPPED = frozenset(["node_modules", "__pycache__", "venv", "site-packages"])


@dataclass(slots=True)
class OpenFile:
    """A file in the editor: its text now, and the newest analysis and index that had a game."""

    uri: str
    source: Source
    version: int = 0
    checked: Analysis | None = None
    index: Index | None = None
    last_good: Index | None = None


@dataclass(slots=True)
class Files:
    """Open files by URI, and what has been read of the others."""

    open: dict[str, OpenFile] = field(default_factory=dict)
    roots: list[Path] = field(default_factory=list)
    read: dict[str, tuple[tuple[int, int], Index]] = field(default_factory=dict)

    def put(self, uri: str, text: str, version: int) -> OpenFile:
        """Take the text of an open file."""
        before = self.open.get(uri)
        file = OpenFile(uri, Source(name_of(uri), text), version)
        if before is not None:
            file.last_good = before.last_good
        self.open[uri] = file
        self._forget_made_of(file.source.name)
        for other in self.open.values():
            if other.uri != uri and other.checked is not None and _is_made_of(other, file):
                other.checked = other.index = None
        return file

    def close(self, uri: str) -> None:
        """Forget an open file."""
        self.open.pop(uri, None)
        self._forget_made_of(name_of(uri))

    def _forget_made_of(self, name: str) -> None:
        """Forget what has been read of files that are made of another."""
        for path, (_, index) in list(self.read.items()):
            if place(name) in map(place, (one.name for one in _sources(index.analysis))):
                del self.read[path]

    def load(self, name: str, wanted: Wanted, beside: Source) -> Source | Missing:
        """Find a file that another one names, as it is in the editor where it is open."""
        found = find_source(name, wanted, beside)
        if isinstance(found, Missing):
            return found
        opened = self.opened(found.name)
        return found if opened is None else Source(found.name, opened.source.text)

    def opened(self, name: str) -> OpenFile | None:
        """Find an open file by its path, however the editor writes its URI."""
        wanted = place(name)
        return next((one for one in self.open.values() if place(one.source.name) == wanted), None)

    def check(self, file: OpenFile) -> Analysis:
        """Check an open file, once for each of its texts."""
        if file.checked is None:
            file.checked = check_source(file.source, loader=self.load)
        return file.checked

    def index(self, file: OpenFile) -> Index:
        """Give the names of an open file as it is now."""
        if file.index is None:
            file.index = make_index(self._readable(file))
            if file.index.analysis.model is not None:
                file.last_good = file.index
        return file.index

    def _readable(self, file: OpenFile) -> Analysis:
        """Check an open file; where it is no YAML, without the lines that are to blame."""
        analysis = checked = self.check(file)
        for _ in range(MOST_BROKEN):
            if analysis.file is not None or not analysis.problems:
                return analysis
            text = _without_line(analysis.source, analysis.problems[0].span.line)
            analysis = check_source(Source(file.source.name, text), loader=self.load)
        return analysis if analysis.file is not None else checked

    def known(self, file: OpenFile) -> Index:
        """Give the names that an open file has, or had a moment ago: at once rather than exact."""
        if file.index is None and file.last_good is not None:
            return file.last_good
        index = self.index(file)
        return index if index.analysis.model is not None else file.last_good or index

    # ---- the workspace

    def home(self, symbol: Symbol, index: Index) -> Index:
        """Give the index of a game that has a symbol: of a file that another is made of, where the
        other has removed or waived it."""
        if index.declarations(symbol):
            return index
        for source in _sources(index.analysis)[1:]:
            opened = self.opened(path_of(source))
            path = Path(normpath(source.name))
            found = self.index(opened) if opened else self._read(path, symbol.name)
            if found is not None and found.declarations(symbol):
                return found
        return index

    def related(self, symbol: Symbol, index: Index) -> list[Index]:
        """Give the indices of the files that may name a symbol: those made of one that has it."""
        if symbol.kind == "local":
            return [index]
        homes = {place(one.span.source.name) for one in index.places(symbol)}
        found = [index]
        for other in self._others(symbol.name, index):
            made_of = {place(source.name) for source in _sources(other.analysis)}
            if not made_of.isdisjoint(homes):
                found.append(other)
        return found

    def _others(self, name: str, index: Index) -> Iterator[Index]:
        """Run through the indices of the workspace's other files that have a name in them."""
        seen = {place(index.analysis.source.name)}
        for file in list(self.open.values()):
            opened = place(file.source.name)
            if opened not in seen:
                seen.add(opened)
                if name in file.source.text:
                    yield self.index(file)
        near = [Path(normpath(source.name)).parent for source in _sources(index.analysis)]
        for path in _rule_files([*self.roots, *near]):
            if place(str(path)) not in seen:
                seen.add(place(str(path)))
                found = self._read(path, name)
                if found is not None:
                    yield found

    def _read(self, path: Path, name: str) -> Index | None:
        """Give the index of a file on the disk, where its text has a name."""
        try:
            state = path.stat()
            stamp = (state.st_mtime_ns, state.st_size)
            known = self.read.get(str(path))
            if known is not None and known[0] == stamp:
                return known[1]
            source = read_source(path)
        except (OSError, UnicodeDecodeError):
            return None
        if name not in source.text:
            return None
        index = make_index(check_source(source, loader=self.load))
        self.read[str(path)] = stamp, index
        return index

    def source(self, name: str) -> Source:
        """Give the text of a file by its name. Raises OSError and UnicodeDecodeError."""
        opened = self.opened(name)
        return read_source(name) if opened is None else opened.source


def _without_line(source: Source, number: int) -> str:
    """Make a comment of a line; no other place moves."""
    start, length = source.line_starts[number - 1], len(source.line(number))
    return source.text[:start] + "#" * length + source.text[start + length :]


def name_of(uri: str) -> str:
    """Give the path of a URI; of one that has none the URI itself."""
    return (uris.to_fs_path(uri) if uri.startswith("file:") else None) or uri


def place(name: str) -> str:
    """Give a path as its system tells files apart: on Windows neither case nor the slash counts."""
    return normcase(normpath(name))


def path_of(source: Source) -> str:
    """Give the path of a source; the name of what every game has is none."""
    return str(PRELUDE) if source.name == prelude_source().name else source.name


def uri_of(source: Source) -> str:
    """Give the URI of a source."""
    name = path_of(source)
    if "://" in name or name.startswith("untitled:"):
        return name
    return uris.from_fs_path(str(Path(name).absolute())) or name


def _sources(analysis: Analysis) -> tuple[Source, ...]:
    resolved = analysis.resolved
    return (analysis.source, *(resolved.sources if resolved is not None else ()))


def _is_made_of(file: OpenFile, part: OpenFile) -> bool:
    """Say whether a file extends or uses another, directly or not."""
    checked = file.checked
    names = () if checked is None else (place(one.name) for one in _sources(checked))
    return place(part.source.name) in names


def _rule_files(folders: list[Path]) -> Iterator[Path]:
    """Run through the rule files below some folders, as far as there are not too many."""
    files = seen = 0
    for folder in dict.fromkeys(folders):
        if folder == folder.parent:
            continue
        for here, inner, names in os.walk(folder):
            inner[:] = sorted(name for name in inner if name[0] != "." and name not in _SKIPPED)
            seen += 1
            for name in sorted(names):
                if name.endswith(tuple(SUFFIXES.values())):
                    files += 1
                    yield Path(here, name)
            if files > MOST_FILES or seen > MOST_FOLDERS:
                return
