"""Base: `base(...)` in an override, bound to the parent's version under a name of its own."""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain

from fragma_dsl.semantics.forks import problems as p
from fragma_dsl.semantics.forks.merged import Merged, Path
from fragma_dsl.semantics.forks.nodes import BASE, is_base, names_in, rewrite
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.rule_file import RuleFile
from fragma_dsl.syntax.script import Signature
from fragma_dsl.syntax.walk import walk
from fragma_dsl.syntax.words import is_name
from fragma_dsl.text.problem import Problem


@dataclass(slots=True)
class BaseBinder:
    """Binds `base` in what a file puts in the place of something else."""

    merged: Merged
    file: RuleFile
    problems: list[Problem]

    def bind_entry(self, key: str, old: v.Entry, new: v.Entry) -> v.Value | None:
        """Bind `base` in an entry that overrides another."""
        if not _calls_base(new.value):
            return new.value
        if old.signature is not None:
            hidden = self._keep(key, old.name.text, old)
            return _bound(new.value, hidden)
        if key == "phases" and isinstance(old.value, v.Fields) and isinstance(new.value, v.Fields):
            turn = old.value.find("turn", t.Block)
            if turn is not None:
                hidden = self._keep_block(f"{old.name.text}_turn", turn)
                values = dict(new.value.values)
                values["turn"] = _bound(values.get("turn"), hidden)
                return self.refuse(replace(new.value, values=values))
        return self.refuse(new.value)

    def bind_value(self, key: str, old: v.Value | None, new: v.Value) -> v.Value | None:
        """Bind `base` in a script that overrides another."""
        if _calls_base(new) and isinstance(old, t.Block) and isinstance(new, t.Block):
            return _bound(new, self._keep_block(key, old))
        return self.refuse(new)

    def refuse(self, value: v.Value | None) -> v.Value | None:
        """Report each `base` that has nothing to call, unless the game has one of its own."""
        if self.merged.entry("rules", BASE) or self.merged.entry("functions", BASE):
            return value

        def change(node: object) -> object:
            if isinstance(node, t.Call) and is_base(node):
                self.problems.append(p.NoBase(node.function.span))
                return t.Bad(node.span)
            return node

        return rewrite(value, change)

    def _keep_block(self, what: str, block: t.Block) -> str:
        """Keep a script as a rule without parameters."""
        name = t.Identifier(what, block.span)
        return self._keep("rules", what, v.Entry(name, Signature(name, ()), block, block.span))

    def _keep(self, key: str, what: str, old: v.Entry) -> str:
        """Keep the parent's version under a name that nothing else has."""
        layers = self.merged.layers.get((key, what)) or self.merged.layers.get((what,)) or ()
        owner = layers[-1].file if layers else self.merged.name
        hidden = self._free_name(f"{what}_of_{owner}" if is_name(owner) else f"{what}_of_parent")
        self.merged.open_map(key, old.name.span)
        entries = self.merged.maps[key]
        kept = replace(old, name=replace(old.name, text=hidden))
        self.merged.maps[key] = {}
        for name, entry in entries.items():
            if name == what:
                self.merged.maps[key][hidden] = kept
            self.merged.maps[key][name] = entry
        self.merged.maps[key].setdefault(hidden, kept)
        self.merged.hidden.add((key, hidden))
        self.merged.layers[key, hidden] = list(layers)
        return hidden

    def _free_name(self, wished: str) -> str:
        name, number = wished, 2
        while any(name in entries for entries in self.merged.maps.values()):
            name, number = f"{wished}_{number}", number + 1
        return name


def _calls_base(value: object) -> bool:
    return any(is_base(node) for node in walk(value))


def _bound(value: v.Value | None, hidden: str) -> v.Value | None:
    """Make every call of `base` a call of the version kept; its arguments may hold more of them."""

    def change(node: object) -> object:
        if isinstance(node, t.Call) and is_base(node):
            arguments = rewrite(node.arguments, change)
            return replace(node, function=t.Name(hidden, node.function.span), arguments=arguments)
        return node

    return rewrite(value, change)


def drop_unused(merged: Merged) -> None:
    """Take out versions that were kept and that nothing calls any more."""
    words: dict[Path, set[str]] = {
        (key, entry.name.text): names_in(entry.value) for key, entry in merged.entries()
    }
    named = Counter(chain(*words.values(), *map(names_in, merged.values.values())))
    while True:
        unused = [one for one in merged.hidden if named[one[1]] == (one[1] in words[one])]
        if not unused:
            return
        for key, name in unused:
            del merged.maps[key][name]
            merged.hidden.remove((key, name))
            named.subtract(words[key, name])
