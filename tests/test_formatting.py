"""The canonical form of rule files: comments kept, the same when done again, the same game."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from fragma_dsl.checking.strategies import rulesets
from fragma_dsl.cli.main import app
from fragma_dsl.formatting import format_source
from fragma_dsl.pipeline import analyse_source
from fragma_dsl.semantics.forks.nodes import same
from fragma_dsl.syntax.rule_file import read_rule_file
from fragma_dsl.syntax.schema import VARIANT
from fragma_dsl.syntax.write import write_file
from fragma_dsl.text.source import Source
from tests.case_files import read_cases

ROOT = Path(__file__).parents[1]
SHIPPED = sorted([*ROOT.glob("variants/*.yaml"), *ROOT.glob("examples/**/*.yaml")])
TEXTS = {path: path.read_text("utf-8") for path in SHIPPED}
SMALL = [path for path in SHIPPED if len(TEXTS[path]) < 4000]
CASES = [case.source.text for stage in ("syntax", "semantics") for case in read_cases(stage)]
BEGINNING = "edition: 1\ngame: g\ntitle: T\nplayers: 2\n"


def formatted(text: str) -> str:
    found = format_source(Source("f", text)).value
    assert found is not None
    return found


def form(text: str) -> str:
    """Give the canonical form of some keys of a file."""
    return formatted(BEGINNING + text).removeprefix(BEGINNING)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_a_shipped_file_is_in_its_canonical_form(path: Path) -> None:
    assert formatted(TEXTS[path]) == TEXTS[path]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_a_file_badly_written_is_the_same_game_when_formatted(path: Path) -> None:
    text = re.sub(r"(?<=[\w)\]]) ([-+*|=<>]+|in|where|to|from) (?=\w)", r"   \1  ", TEXTS[path])
    text = re.sub(r"\n\n", "\n\n\n\n", text)
    before = analyse_source(Source(str(path), text)).program
    after = analyse_source(Source(str(path), formatted(text))).program
    if path.name.endswith(".rules.yaml"):
        assert before is not None
        assert after is not None
        assert before.digest == after.digest


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("turn:    draw\n", "turn: draw\n"),
        ("turn: |\n      if  a==b :\n         x=-1\n      else: y =(1+2 )*3\n",
         "turn: |\n  if a == b:\n      x = -1\n  else: y = (1 + 2) * 3\n"),
        ("turn: |\n  x = f( a , b [ 1 ] )  . c\n", "turn: |\n  x = f(a, b[1]).c\n"),
        ("turn: |\n  x = a - -b + roll d\n", "turn: |\n  x = a - -b + roll d\n"),
        ("turn: |\n  place (3-2) s in hand [p1]\n", "turn: |\n  place (3 - 2) s in hand[p1]\n"),
        ("turn: |\n  x = {1 .. n , 2}|not_(a)\n", "turn: |\n  x = {1..n, 2} | not_(a)\n"),
        ("turn: |\n\n\n  pass\n\n\n\n  again\n\n", "turn: |\n  pass\n\n  again\n"),
        ("turn: |\n  choose by p2  \"Which?\"  a( x in s )\n",
         'turn: |\n  choose by p2 "Which?" a(x in s)\n'),
        ("rules:\n    f( player  a ):   pass\nturn: draw\n",
         "rules:\n  f(player a): pass\nturn: draw\n"),
        ("enums: { a : [ b,c , d ] }\nturn: draw\n", "enums: {a: [b, c, d]}\nturn: draw\n"),
        ("enums:\n   a: [b,\n     c]\nturn: draw\n", "enums:\n  a: [b, c]\nturn: draw\n"),
        ("enums:\n   a: [\n     b, c,\n          d]\nturn: draw\n",
         "enums:\n  a: [\n    b, c,\n    d\n  ]\nturn: draw\n"),
        ("pieces: {a: {symbol: 'x'}}\nturn: draw\n", 'pieces: {a: {symbol: "x"}}\nturn: draw\n'),
        ("scenarios:\n  a:\n    expect:\n    - x==1\n    -   y\nturn: draw\n",
         "scenarios:\n  a:\n    expect:\n      - x == 1\n      - y\nturn: draw\n"),
        ("scenarios: {a: {expect: x==1;y }}\nturn: draw\n",
         "scenarios: {a: {expect: x == 1; y}}\nturn: draw\n"),
        ("about: >-\n     one\n     two\n\n\nturn: draw\n",
         "about: >-\n  one\n  two\n\nturn: draw\n"),
        ("about: one\n    two\nturn: draw\n", "about: one\n  two\nturn: draw\n"),
        ("boards:\n  b:\n    sites: [a, b]\n    drawing: |\n        .  a\n         b\nturn: draw\n",
         "boards:\n  b:\n    sites: [a, b]\n    drawing: |\n      .  a\n       b\nturn: draw\n"),
    ],
)  # fmt: skip
def test_the_form_of_values_and_scripts(written: str, right: str) -> None:
    assert form(written) == right


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("turn: draw #x\n", "turn: draw  # x\n"),
        ("turn: |   # why\n  draw\n", "turn: |  # why\n  draw\n"),
        ("state:\n  a: int # one\n  bcd: int   # two\nturn: draw\n",
         "state:\n  a: int    # one\n  bcd: int  # two\nturn: draw\n"),
        ("state:\n    # of state\n    a: int\n    # of state too\n# of turn\nturn: draw\n",
         "state:\n  # of state\n  a: int\n  # of state too\n# of turn\nturn: draw\n"),
        ("turn: |\n  if a: # x\n     b\n     # in the block\n  # behind it\n  draw\n  # last\n",
         "turn: |\n  if a:  # x\n      b\n      # in the block\n  # behind it\n  draw\n  # last\n"),
        ("turn: |\n  x = f(a, # one\n      b)\n", "turn: |\n  x = f(a,  # one\n        b)\n"),
        ("turn: |\n  x = f(\n    a, # one\n  # two\n  b\n  )\n",
         "turn: |\n  x = f(\n      a,  # one\n      # two\n      b\n  )\n"),
        ("enums:\n  a: [b, # one\n    c]\nturn: draw\n",
         "enums:\n  a: [\n    b,  # one\n    c\n  ]\nturn: draw\n"),
        ("enums:\n  a:\n  # first\n  - b # one\n  - c\n  # last\nturn: draw\n",
         "enums:\n  a:\n    # first\n    - b  # one\n    - c\n    # last\nturn: draw\n"),
        ("turn: draw\n\n# the end\n", "turn: draw\n\n# the end\n"),
    ],
)  # fmt: skip
def test_comments_keep_their_places(written: str, right: str) -> None:
    assert form(written) == right
    assert form(right) == right


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_a_flattened_game_is_in_its_canonical_form(path: Path) -> None:
    resolved = analyse_source(Source(str(path), TEXTS[path])).resolved
    assert resolved is not None
    if path.name.endswith(".rules.yaml"):
        text = write_file(resolved.fields, VARIANT)
        assert formatted(text) == text


def test_a_file_with_errors_of_form_is_left_alone() -> None:
    found = format_source(Source("f", BEGINNING + "turn: |\n  x = = 1\n"))
    assert found.value is None
    assert found.has_errors


def test_line_breaks_of_windows_and_a_byte_order_mark_go() -> None:
    text = "\ufeff" + (BEGINNING + "turn: |\n  pass\n  draw # x\n").replace("\n", "\r\n")
    assert formatted(text) == BEGINNING + "turn: |\n  pass\n  draw  # x\n"


def comments(text: str) -> list[str]:
    return re.findall(r"# note \d", text)


@settings(max_examples=80)
@given(st.data())
def test_blanks_change_nothing_and_comments_stay(data: st.DataObject) -> None:
    text = TEXTS[data.draw(st.sampled_from(SMALL))]
    canonical, before = formatted(text), read_rule_file(Source("f", text)).value
    assert before is not None
    lines = text.split("\n")
    kind = data.draw(st.sampled_from(["blank", "behind", "between"]))
    for number in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 2))
        if kind == "blank":
            spots = [m.start() for m in re.finditer(r"(?<=[^\s#]) +(?=[^\s#])", lines[at])]
            spots = [spot for spot in spots if "#" not in lines[at][:spot]]
            if spots:
                spot = data.draw(st.sampled_from(spots))
                lines[at] = f"{lines[at][:spot]}  {lines[at][spot:]}"
        elif kind == "behind":
            lines[at] += f"   # note {number}"
        else:
            column = data.draw(st.integers(0, 8))
            lines.insert(at, f"{' ' * column}# note {number}")
    changed = Source("f", "\n".join(lines))
    after = read_rule_file(changed)
    if after.value is None or after.has_errors or not same(before.fields, after.value.fields):
        return  # it was part of a text, or YAML takes it otherwise
    result = formatted(changed.text)
    assert formatted(result) == result
    assert sorted(comments(result)) == sorted(comments(changed.text))
    if kind == "blank":
        assert result == canonical


@settings(max_examples=100)
@given(st.data())
def test_whatever_can_be_read_can_be_formatted(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(CASES))
    snippets = st.sampled_from(["\n", " ", "  ", "# c\n", " # c", "\n\n", ",", "\n  "])
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(snippets) + text[at:]
    found = format_source(Source("f", text)).value
    if found is not None:
        assert formatted(found) == found


@settings(max_examples=20, derandomize=True, database=None)
@given(rulesets())
def test_a_made_file_formatted_is_the_same_game(text: str) -> None:
    after = formatted(text)
    assert formatted(after) == after
    before, again = (analyse_source(Source("f", one)).program for one in (text, after))
    assert before is not None
    assert again is not None
    assert before.digest == again.digest


WORDS = st.sampled_from(["a", "b c", "'x: y'", '"1"', "1", "true", "'it''s'", '"é\\n"', "x#y", "-"])
BLOCKS = ["|\n{0}one\n{0} # two\n", ">-\n{0}one\n{0}two\n", "|+\n{0}x\n\n"]
SCALARS = WORDS | st.sampled_from(BLOCKS)
KEYS = st.sampled_from(["k", "'a b'", "two words", '"q"'])


@st.composite
def yaml_blocks(draw: st.DrawFn, indent: int = 2, depth: int = 0) -> str:
    """Make the lines of a map or list, with comments and free lines strewn in."""
    lead, written = " " * indent, ""
    is_list = draw(st.booleans())
    keys = draw(st.lists(KEYS, min_size=1, max_size=3, unique=True))
    for key in keys:
        if draw(st.booleans()):
            written += f"{' ' * draw(st.integers(0, 6))}# c\n"
        if draw(st.booleans()):
            written += "\n"
        start = f"{lead}-" if is_list else f"{lead}{key}:"
        kind = draw(st.sampled_from(["scalar", "flow", "block"]))
        if kind == "block" and depth < 2:
            inner = draw(yaml_blocks(indent + draw(st.integers(1, 4)), depth + 1))
            written += f"{start}\n{inner}"
            continue
        if kind == "flow":
            items = ", ".join(draw(st.lists(WORDS, max_size=3)))
            text = f"[{items}]" if draw(st.booleans()) else f"[{items}\n{lead}  , z]"
        else:
            text = draw(SCALARS).format(" " * (indent + 3))
        written += f"{start} {text.rstrip(' ')}" + ("" if text.endswith("\n") else "\n")
    return written


@settings(max_examples=150)
@given(yaml_blocks())
def test_what_is_for_other_programs_stays_as_it_is(block: str) -> None:
    text = f"{BEGINNING}turn: draw\nmeta:\n{block}"
    found = format_source(Source("f", text)).value
    if found is not None:
        assert formatted(found) == found
        assert found.count("# c") == text.count("# c")


def test_the_command_writes_checks_and_shows(tmp_path: Path) -> None:
    path = tmp_path / "g.rules.yaml"
    path.write_text(BEGINNING + "turn:   draw\n", "utf-8")
    run = CliRunner().invoke
    checked = run(app, ["fmt", "--check", str(path)])
    assert checked.exit_code == 1
    assert "would change" in checked.output
    shown = run(app, ["fmt", "--diff", str(tmp_path)])
    assert shown.exit_code == 1
    assert "-turn:   draw\n+turn: draw\n" in shown.output
    assert run(app, ["fmt", str(path)]).exit_code == 0
    assert path.read_text("utf-8") == BEGINNING + "turn: draw\n"
    assert run(app, ["fmt", "--check", str(path)]).exit_code == 0


def test_the_command_is_a_filter_too() -> None:
    text = BEGINNING + "turn:   draw\n"
    assert CliRunner().invoke(app, ["fmt", "-"], input=text).output == BEGINNING + "turn: draw\n"
    broken = CliRunner().invoke(app, ["fmt", "-"], input=BEGINNING + "turn: x =\n")
    assert broken.exit_code == 1


def test_the_filter_takes_and_gives_utf8_byte_for_byte() -> None:
    text = BEGINNING + "turn: draw  # ñ 骰\n"
    run = CliRunner(charset="latin-1").invoke
    assert run(app, ["fmt", "-"], input=text.encode()).stdout_bytes == text.encode()
    refused = run(app, ["fmt", "-"], input=text.encode("utf-16"))
    assert (refused.exit_code, refused.stdout_bytes) == (2, b"")


def test_a_formatted_file_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    path, link = tmp_path / "g.rules.yaml", tmp_path / "l.rules.yaml"
    path.write_text(BEGINNING + "turn:   draw\n", "utf-8")
    path.chmod(0o600)
    link.symlink_to(path)
    assert CliRunner().invoke(app, ["fmt", str(link)]).exit_code == 0
    assert link.is_symlink()
    assert path.read_text("utf-8") == BEGINNING + "turn: draw\n"
    assert path.stat().st_mode & 0o777 == 0o600
