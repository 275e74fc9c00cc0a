"""Forks: what they change, what is wrong with them, and that flattening one changes nothing."""

from pathlib import Path

import pytest

from fragma_dsl.automaton.dump import dump_program
from fragma_dsl.pipeline import Analysis, analyse, analyse_source, load
from fragma_dsl.search_path import find_source
from fragma_dsl.semantics.forks import Missing, compare, find_origin, problems
from fragma_dsl.syntax import schema
from fragma_dsl.syntax.schema_forks import MAPS
from fragma_dsl.syntax.shape import EntriesShape
from fragma_dsl.syntax.write import write_file
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.render import render
from fragma_dsl.text.source import Source
from tests.case_files import CASES as FOLDER
from tests.fork_cases import ForkCase, analyse_case, find_fork_differences, read_fork_cases
from tests.templates import untranslated

ROOT = Path(__file__).parents[1]
SHIPPED = sorted([*ROOT.glob("variants/*.rules.yaml"), *ROOT.glob("examples/**/*.rules.yaml")])
FORKS = sorted(ROOT.glob("examples/forks/*.rules.yaml"))
CASES = [case for path in sorted(FOLDER.glob("forks/*.yaml")) for case in read_fork_cases(path)]
BROKEN = [case for case in CASES if case.expected]
RIGHT = [case for case in CASES if not case.expected]
every_file = pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name.split(".")[0])
KINDS = [
    kind for kind in vars(problems).values() if isinstance(kind, type) and "code" in vars(kind)
]


def names(cases: list[ForkCase]) -> list[str]:
    return [case.name for case in cases]


@pytest.mark.parametrize("case", CASES, ids=names(CASES))
def test_marked_lines_give_their_problems_and_no_others(case: ForkCase, tmp_path: Path) -> None:
    assert find_fork_differences(case, analyse_case(case, tmp_path).problems) == []


@pytest.mark.parametrize("case", BROKEN, ids=names(BROKEN))
def test_every_problem_can_be_shown(case: ForkCase, tmp_path: Path) -> None:
    for problem in analyse_case(case, tmp_path).problems:
        shown = render(problem, colour=True, width=60)
        assert problem.code in shown
        assert untranslated(problem) == []
        assert "\n" not in problem.message
        assert all(label.span.source.name in shown for label in problem.labels)


@pytest.mark.parametrize("case", RIGHT, ids=names(RIGHT))
def test_a_fork_flattened_plays_the_same_game(case: ForkCase, tmp_path: Path) -> None:
    check_flattened(analyse_case(case, tmp_path))


@every_file
def test_a_shipped_file_flattened_plays_the_same_game(path: Path) -> None:
    check_flattened(analyse(path))


def check_flattened(analysis: Analysis) -> None:
    text = flattened(analysis)
    flat = analyse_source(Source("flat.rules.yaml", text))
    assert [render(problem) for problem in flat.problems] == []
    assert digest(flat) == digest(analysis)
    assert flattened(flat) == text
    assert analysis.variant is not None
    assert flat.variant is not None
    assert flat.variant.scenarios.keys() == analysis.variant.scenarios.keys()


def flattened(analysis: Analysis) -> str:
    assert analysis.resolved is not None
    return write_file(analysis.resolved.fields, schema.VARIANT)


def digest(analysis: Analysis) -> str:
    assert analysis.program is not None
    return dump_program(analysis.program)


@every_file
def test_a_fork_with_nothing_in_it_is_its_parent(path: Path) -> None:
    parent = analyse(path)
    assert parent.variant is not None
    name = parent.variant.game.text
    text = f"edition: 1\ngame: {name}\ntitle: Empty\nextends: ./{path.name}\n"
    fork = analyse_source(Source(str(path.parent / "empty.rules.yaml"), text))
    assert fork.problems == ()
    assert digest(fork) == digest(parent)


def test_every_kind_of_problem_has_a_case_and_an_explanation() -> None:
    found = {one.code for case in BROKEN for _, one in case.expected}
    for kind in KINDS:
        assert issubclass(kind, Problem)
        assert kind.code in found or kind.code in ("F303", "F304")
        assert kind.__doc__
    assert len({kind.code for kind in KINDS}) == len(KINDS)
    assert len(BROKEN) >= 25


def test_every_map_of_the_schema_can_be_forked() -> None:
    maps = [key.name for key in schema.VARIANT.keys if isinstance(key.shape, EntriesShape)]
    assert [key.name for key in MAPS] == maps


# ---- what is handed in


def files(**texts: str):
    """Find files among texts."""

    def find(name: str, wanted: str, beside: Source) -> Source | Missing:  # noqa: ARG001
        text = texts.get(name)
        return Missing("there is none") if text is None else Source(name, text)

    return find


def codes(text: str, **texts: str) -> list[str]:
    found = analyse_source(Source("top", text), loader=files(**texts)).problems
    return [problem.code for problem in found]


def fork_of(name: str, extra: str = "") -> str:
    return f"edition: 1\ngame: fork\ntitle: Fork\nextends: {name}\n{extra}"


def test_a_library_cannot_be_extended_nor_a_game_used() -> None:
    library = "edition: 1\nlibrary: shelf\n"
    game = "edition: 1\ngame: g\ntitle: G\nplayers: 2\nturn: |\n  choose stop\n  draw\n"
    assert codes(fork_of("shelf"), shelf=library) == ["F304"]
    assert codes(fork_of("g", "use: h\n"), g=game, h=game) == ["F304"]


def test_a_chain_of_forks_has_an_end() -> None:
    chain = {f"f{i}": fork_of(f"f{i + 1}") for i in range(40)}
    assert codes(fork_of("f0"), **chain) == ["F303"]


@pytest.mark.parametrize(
    "name", ["x" * 300, "x" * 300 + ".rules.yaml", "a/" * 2500 + "b.rules.yaml"]
)
def test_a_name_too_long_for_a_file_is_the_name_of_none(name: str) -> None:
    found = analyse_source(Source("top.rules.yaml", fork_of(name))).problems
    assert [problem.code for problem in found] == ["F301"]


def test_problems_of_the_parent_are_reported_where_they_are() -> None:
    found = analyse_source(Source("top", fork_of("g")), loader=files(g="edition: 1\ngame: g\n"))
    assert {problem.span.source.name for problem in found.problems} == {"g", "top"}


# ---- the search path


def test_an_id_is_looked_for_beside_the_file_then_on_the_path_then_among_the_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    near, far = tmp_path / "near", tmp_path / "far"
    for folder in (near, far):
        folder.mkdir()
    beside = Source(str(near / "x.rules.yaml"), "")
    monkeypatch.setenv("FRAGMA_PATH", str(far))
    assert isinstance(find_source("no_such_game", "game", beside), Missing)
    assert find_source("pig", "game", beside).name.endswith("classics/pig.rules.yaml")
    (far / "pig.rules.yaml").write_text("far")
    assert find_source("pig", "game", beside).text == "far"
    (near / "pig.rules.yaml").write_text("near")
    assert find_source("pig", "game", beside).text == "near"
    assert find_source("../far/pig.rules.yaml", "game", beside).text == "far"
    missing = find_source("pgi", "game", beside)
    assert isinstance(missing, Missing)
    assert missing.close == "pig"


# ---- what the fork is


def test_base_chains_through_forks_of_forks() -> None:
    game = analyse(ROOT / "examples/forks/fragma_strict_short.rules.yaml")
    assert game.variant is not None
    assert "give_of_fragma" in game.variant.rules
    assert "stakes_of_fragma" in game.variant.functions


def test_differences_speak_of_entries_and_defaults() -> None:
    fragma = analyse(ROOT / "variants/fragma.rules.yaml").resolved
    short = analyse(ROOT / "examples/forks/fragma_short.rules.yaml").resolved
    assert fragma is not None
    assert short is not None
    found = {
        ".".join(one.path): (one.before, one.after) for one in compare(fragma.fields, short.fields)
    }
    assert found["options.fragmas_to_win.default"] == ("6", "4")
    assert [name for name in found if name.startswith("scenarios.")] == [
        "scenarios.four_fragmas_win",
        "scenarios.three_are_not_enough",
    ]
    assert list(compare(fragma.fields, fragma.fields)) == []


def test_the_origin_of_a_value_is_every_file_that_spoke_of_it() -> None:
    resolved = analyse(ROOT / "examples/forks/pig_by_the_clock.rules.yaml").resolved
    assert resolved is not None
    found = find_origin(resolved.layers, ("options", "most_turns", "default"))
    assert [(layer.verb, layer.file) for layer in found] == [
        ("mixed in", "turn_limit"),
        ("set", "pig_by_the_clock"),
    ]
    turn = find_origin(resolved.layers, ("turn",))
    assert [layer.file for layer in turn] == ["pig", "turn_limit"]


def test_inherited_scenarios_keep_the_readings_that_they_were_written_for() -> None:
    variant = analyse(ROOT / "examples/forks/fragma_short.rules.yaml").variant
    assert variant is not None
    assert variant.scenarios["five_fragmas_do_not_win"].options["fragmas_to_win"].text == "6"
    assert "fragmas_to_win" not in variant.scenarios["four_fragmas_win"].options


@pytest.mark.parametrize("path", FORKS, ids=lambda path: path.name.split(".")[0])
def test_a_shipped_fork_is_small(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 40


def test_a_fork_is_loaded_like_any_game() -> None:
    game = load(ROOT / "examples/forks/fragma_four.rules.yaml")
    assert game.players == ("p1", "p2", "p3", "p4")
