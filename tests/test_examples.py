"""Every example of every builtin holds in the position that its world sets up."""

from pathlib import Path

import pytest

from fragma_dsl.backends.interpreter import InterpreterMachine
from fragma_dsl.library.declare import Example
from fragma_dsl.pipeline import analyse_source
from fragma_dsl.stdlib import standard_library
from fragma_dsl.text.source import Source

WORLDS = Path(__file__).parent / "worlds"

EXAMPLES = [
    example
    for forms in standard_library().builtins.values()
    for builtin in forms
    for example in builtin.examples
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.text)
def test_example(example: Example) -> None:
    scenario = f"  example:\n    expect: |\n      ({example.text}) == ({example.equals})\n"
    rules = (WORLDS / f"{example.world}.rules.yaml").read_text("utf-8")
    analysis = analyse_source(Source("world", f"{rules}scenarios:\n{scenario}"))
    assert analysis.problems == ()
    assert analysis.program is not None
    machine = InterpreterMachine(analysis.program)
    (expected,) = analysis.program.expects["example"]
    assert machine.evaluate(machine.start(), expected) == 1
