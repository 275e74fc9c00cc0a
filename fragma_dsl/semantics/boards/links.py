"""Links: the written links of a board, added to those that its generator made."""

from dataclasses import dataclass, field

from fragma_dsl.play.board import Links
from fragma_dsl.semantics.boards import link_problems as found
from fragma_dsl.semantics.boards.directions import NO_OPPOSITE, DirectionTable
from fragma_dsl.semantics.boards.names import SiteNames, Spot, find_spots
from fragma_dsl.semantics.boards.shapes import Shape
from fragma_dsl.syntax import tree
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.span import Span

UNNAMED = -1


@dataclass(slots=True)
class Linking:
    """Links while others are added: where each direction leads, where each link is written."""

    links: dict[int, dict[int, tuple[int, ...]]]
    names: SiteNames
    table: DirectionTable
    problems: list[Problem]
    ways: dict[tuple[int, int], int] = field(default_factory=dict)
    spans: dict[tuple[int, int], Span] = field(default_factory=dict)

    def add(self, a: int, b: int, key: int) -> bool:
        """Add a link; say whether it is new."""
        keys = self.links[a].get(b, ())
        if key in keys:
            return False
        self.links[a][b] = (*keys, key)
        self.ways[a, key] = b
        return True


def link_sites(
    decl: tree.BoardDecl,
    shape: Shape,
    names: SiteNames,
    table: DirectionTable,
    problems: list[Problem],
) -> Links:
    """Make the links of a board: the shape's steps in every layer, then the written ones."""
    size = len(shape.sites)
    layers = max(1, len(names.layers))
    sites = range(names.first, names.first + layers * size)
    linking = Linking({site: {} for site in sites}, names, table, problems)
    for at in sites[::size] if size else ():
        for a, key, b in shape.steps:
            linking.add(at + a, at + b, key)
    for link in decl.links:
        _add_link(link, linking)
    return linking.links


def _add_link(link: tree.LinkDecl, linking: Linking) -> None:
    origins = list(find_spots(linking.names, link.origin, linking.problems))
    for target in link.targets:
        for end, name in find_spots(linking.names, target, linking.problems):
            for origin, _ in origins:
                _add_spots(link, origin, end, tree.Identifier(name.text, target.span), linking)


def _add_spots(
    link: tree.LinkDecl, origin: Spot, end: Spot, name: tree.Identifier, linking: Linking
) -> None:
    """Link two spots, in every layer where neither says one."""
    names = linking.names
    pairs = [(a, b) for a in names.expand(origin) for b in names.expand(end)]
    if origin.layer is None and end.layer is None:
        pairs = list(zip(names.expand(origin), names.expand(end), strict=True))
    removal = _removal(link, name)
    if any(a == b for a, b in pairs):
        linking.problems.append(found.SelfLink(name.span, name.text, removal))
        return
    forward, backward = _keys(link, linking.table)
    reports = len(linking.problems)
    added = False
    for a, b in pairs:
        added = _add_edge(a, b, forward, name.span, linking) or added
        if not link.one_way and len(linking.problems) == reports:
            added = _add_edge(b, a, backward, name.span, linking) or added
        if len(linking.problems) > reports:
            return
    if not added:
        a, b = pairs[0]
        first = linking.spans.get((a, b))
        linking.problems.append(
            found.DuplicateLink(name.span, names.text(a), names.text(b), first, removal)
        )


def _add_edge(a: int, b: int, key: int, span: Span, linking: Linking) -> bool:
    """Add one edge; say whether it is new. A direction that already leads elsewhere is reported."""
    if key == UNNAMED:
        if b in linking.links[a]:
            return False
    else:
        earlier = linking.ways.get((a, key), b)
        if earlier != b:
            _report_taken(a, b, key, span, linking)
            return False
    if not linking.add(a, b, key):
        return False
    linking.spans.setdefault((a, b), span)
    return True


def _report_taken(a: int, b: int, key: int, span: Span, linking: Linking) -> None:
    text = linking.names.text
    earlier = linking.ways[(a, key)]
    linking.problems.append(
        found.DirectionTaken(
            span, text(a), linking.table.names[key], text(b), text(earlier),
            linking.spans.get((a, earlier)),
        )
    )  # fmt: skip


def _keys(link: tree.LinkDecl, table: DirectionTable) -> tuple[int, int]:
    """Give the keys there and back; the way back is the opposite's unless it is written."""
    if link.forward is None:
        return UNNAMED, UNNAMED
    forward = table.numbers[link.forward.text]
    if link.backward is not None:
        return forward, table.numbers[link.backward.text]
    opposite = table.opposites[forward]
    return forward, UNNAMED if opposite == NO_OPPOSITE else opposite


def _removal(link: tree.LinkDecl, name: tree.Identifier) -> Span | None:
    """Give the stretch whose removal takes one target out, where others remain."""
    if len(link.targets) < 2 or name.text != name.span.text:
        return None
    source, start = name.span.source, name.span.start
    while start > 0 and source.text[start - 1] in " \t":
        start -= 1
    return Span(source, start, name.span.end)
