"""The house keeps its layers: imports point down, and each third-party package has its home."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "fragma_dsl"
LAYERS = (
    ("text",),
    ("syntax", "play"),
    ("library",),
    ("semantics",),
    ("automaton",),
    ("stdlib", "backends"),
    ("game", "pipeline"),
    ("simulate", "agents", "checking", "drawn", "replay"),
    ("cli",),
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
# Levels whose modules may know each other: a game and its making, and what is done with it.
NEIGHBOURS = (6, 7)
HOMES = {
    "yaml": ("syntax/yaml_tree.py", "syntax/yaml_errors.py"),
    "lark": ("syntax/",),
    "networkx": ("semantics/boards/", "automaton/", "backends/interpreter/", "play/board.py"),
    "numpy": ("game.py",),
    "typer": ("cli/",),
    "rich": ("cli/",),
}
MODULES = sorted(
    path.relative_to(ROOT)
    for path in ROOT.rglob("*.py")
    if path.relative_to(ROOT).parts[0] not in ("__init__.py", "__main__.py")
)


def imports(module: Path) -> Iterator[str]:
    """Give the full names of what a module imports, wherever it does so."""
    for node in ast.walk(ast.parse((ROOT / module).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports by dots"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def part(module: Path) -> str:
    """Give the package or module at the top that a module belongs to."""
    return module.parts[0].removesuffix(".py")


def may_import(importer: str, imported: str) -> bool:
    here, there = LEVEL[importer], LEVEL[imported]
    return importer == imported or there < here or (there == here and here in NEIGHBOURS)


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_imports_point_down(module: Path) -> None:
    names = [name.split(".") for name in imports(module) if name.startswith("fragma_dsl.")]
    parts = {name[1] for name in names if name[1] in LEVEL}
    assert [name for name in sorted(parts) if not may_import(part(module), name)] == []


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_third_party_packages_stay_at_home(module: Path) -> None:
    tops = {name.split(".")[0] for name in imports(module)}
    foreign = tops - {"fragma_dsl"} - set(sys.stdlib_module_names)
    strays = [
        name for name in sorted(foreign) if not str(module).startswith(HOMES.get(name, ("?",)))
    ]
    assert strays == []


def test_backends_do_not_know_each_other() -> None:
    backends = {module.parts[1] for module in MODULES if part(module) == "backends"}
    for module in MODULES:
        others = backends - {module.parts[1]} if part(module) == "backends" else set()
        wrong = [f"fragma_dsl.backends.{name}." for name in others if not name.endswith(".py")]
        assert not any(name.startswith(tuple(wrong)) for name in imports(module) if wrong)
