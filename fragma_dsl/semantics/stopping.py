"""Stopping: which rules decide, roll or may end the game, themselves or through what they call."""

from collections.abc import Mapping

from fragma_dsl.syntax import tree
from fragma_dsl.syntax.walk import walk

STOPS = (
    tree.Choose, tree.Roll, tree.DrawCard, tree.Deal, tree.Shuffle, tree.Win, tree.Lose, tree.Tie,
    tree.Rank, tree.Pay, tree.CheckEnd,
)  # fmt: skip


def find_stopping(rules: Mapping[str, tree.RuleDecl]) -> frozenset[str]:
    """Give the names of the rules that stop, by following the calls to a fixed point."""
    calls: dict[str, set[str]] = {}
    stopping: set[str] = set()
    for name, rule in rules.items():
        nodes = list(walk(rule.body))
        if any(isinstance(node, STOPS) for node in nodes):
            stopping.add(name)
        calls[name] = {
            node.value.function.text
            for node in nodes
            if isinstance(node, tree.Evaluate)
            and isinstance(node.value, tree.Call)
            and isinstance(node.value.function, tree.Name)
        }
    while True:
        found = {name for name, called in calls.items() if called & stopping} - stopping
        if not found:
            return frozenset(stopping)
        stopping |= found
