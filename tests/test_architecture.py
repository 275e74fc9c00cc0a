"""The house stands as docs/architecture.md draws it: imports point down, and each library from
outside has one home."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "fragma_dsl"
LAYERS = (
    ("text",),
    ("syntax", "play"),
    ("library",),
    ("semantics",),
    ("automaton", "formatting"),
    ("stdlib", "backends.interpreter"),
    ("backends.compiled",),
    ("backends.pick",),
    ("game", "search_path"),
    ("pipeline",),
    ("finished",),
    ("agents", "drawn", "replay"),
    ("changes", "simulate"),
    ("checking", "debugger", "editor"),
    ("explained",),
    ("lsp",),
    ("cli",),
    ("__main__",),
)
"""From the ground up. The packages of a layer do not import one another."""

HOMES = {
    "yaml": ("syntax",),
    "lark": ("syntax", "editor.accepted"),
    "networkx": (
        "play.board",
        "semantics.boards.springs",
        "automaton.nodes",
        "backends.compiled",
        "backends.interpreter.points",
        "stdlib.network",
        "checking.analysis",
        "debugger.clouded",
        "checking.ways",
    ),
    "numpy": ("game",),
    "llvmlite": ("backends.compiled.machine_code",),
    "typer": ("cli",),
    "rich": ("cli",),
    "click": ("cli",),
    "pygls": ("lsp",),
    "lsprotocol": ("lsp",),
    "hypothesis": ("checking.made", "checking.shrink", "checking.strategies"),
    "pytest": ("checking.plugin", "checking.collected"),
}
LAZY = {
    "checking.plugin",  # pytest imports it whether or not rule files are wanted
    "__init__",  # the package hands out its names when they are asked for
    "cli",  # each command imports what it needs, so that `--help` does not wait
    "backends.compiled.code",  # LLVM, where it is; what writes a module, where it is not kept
    "backends.pick",  # the backends that are seldom wanted
    "simulate.run",  # processes, where there are several
    "checking.perft",
    "checking.validated",  # the static analysis, where it is wanted
    "finished",  # the pipeline, for what is not kept
    "game",  # other backends; numpy, for whoever asks for a state as an array
    "automaton.nodes",  # networkx, for whoever asks for an automaton
    "play.board",  # or for a board as a graph
    "stdlib.network",  # or has tiles
    "semantics.boards.positions",  # or has sites that springs must place
}
NAMES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


def imports(tree: ast.AST) -> Iterator[tuple[str, ast.stmt]]:
    """Run through the modules that a module imports, names included that may be modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield from ((f"{node.module}.{alias.name}", node) for alias in node.names)


def layer_of(module: str) -> int | None:
    """Give the number of a module's layer; None for the package itself."""
    for number, layer in enumerate(LAYERS):
        if any(module == name or module.startswith(f"{name}.") for name in layer):
            return number
    return None


def room_of(module: str) -> str:
    """Give the package that a module is in, as LAYERS names it."""
    names = [name for layer in LAYERS for name in layer]
    return next(name for name in names if module == name or module.startswith(f"{name}."))


def parsed(module: str) -> ast.Module:
    return ast.parse(NAMES[module].read_text("utf-8"))


def checked_only_for_types(tree: ast.Module) -> set[ast.stmt]:
    """Give the imports under `if TYPE_CHECKING`."""
    return {
        one
        for node in tree.body
        if isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
        for one in node.body
    }


@pytest.mark.parametrize("module", NAMES)
def test_every_module_has_a_layer(module: str) -> None:
    assert module in ("__init__", "backends") or layer_of(module) is not None


@pytest.mark.parametrize("module", [name for name in NAMES if layer_of(name) is not None])
def test_imports_point_down(module: str) -> None:
    here = layer_of(module)
    assert here is not None
    for name, _ in imports(parsed(module)):
        if not name.startswith("fragma_dsl.") or name == "fragma_dsl.__version__":
            continue
        target = name.removeprefix("fragma_dsl.")
        there = layer_of(target)
        assert there is not None, f"{module} imports {name}"
        inside = room_of(target) == room_of(module)
        assert there < here or inside, f"{module} imports {name}"


@pytest.mark.parametrize("module", NAMES)
def test_what_comes_from_outside_has_one_home(module: str) -> None:
    for name, _ in imports(parsed(module)):
        package = name.split(".")[0]
        if package in sys.stdlib_module_names or package == "fragma_dsl":
            continue
        assert package in HOMES, f"{module} imports {name}"
        assert module.startswith(HOMES[package]), f"{module} imports {name}"


@pytest.mark.parametrize("module", NAMES)
def test_imports_stand_at_the_top(module: str) -> None:
    tree = parsed(module)
    early = {*tree.body, *checked_only_for_types(tree)}
    for name, node in imports(tree):
        is_lazy = module in LAZY or module.split(".")[0] in LAZY
        assert node in early or is_lazy, f"{module} imports {name} late"


def test_importing_the_package_is_light() -> None:
    heavy = {"numpy", "networkx", "lark", "typer", "rich"}
    assert heavy.isdisjoint(name.split(".")[0] for name, _ in imports(parsed("__init__")))
