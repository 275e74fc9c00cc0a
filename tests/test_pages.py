"""Pages beside the reference: what they show is what comes out."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize("page", ["random.md"])
def test_python_examples_give_what_they_show(page: str) -> None:
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False)
    assert (failed, tried > 0) == (0, True)
