"""Plugin: pytest collects rule files: their scenarios, properties and counted moves are tests.

It does so with `pytest --fragma`, or where the configuration says `fragma = true`.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from fragma_dsl.checking.collected import RuleFile

SUFFIX = ".rules.yaml"
SECONDS = "2"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("fragma", "rule files of tabletop games")
    group.addoption("--fragma", action="store_true", help="collect *.rules.yaml as tests")
    group.addoption(
        "--fragma-seconds",
        default=SECONDS,
        metavar="SECONDS",
        help=f"how long the properties of a file are checked ({SECONDS})",
    )
    parser.addini("fragma", "collect *.rules.yaml as tests", type="bool", default=False)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "RuleFile | None":
    """Collect a rule file, if that is wanted."""
    wanted = parent.config.getoption("--fragma") or parent.config.getini("fragma")
    if not wanted or not file_path.name.endswith(SUFFIX):
        return None
    from fragma_dsl.checking.collected import RuleFile  # only here: others do not wait for it

    return RuleFile.from_parent(parent, path=file_path)
