"""At one terminal: what several people may see of one another, and what a fault tells."""

import re
from pathlib import Path

from typer.testing import CliRunner

from fragma_dsl.cli.main import app

CARDS = Path(__file__).parents[1] / "examples" / "cards"
RULES = """
edition: 1
game: broken
title: Broken
players: 2
cards: {card: {named: {ox: {}, goat: {}}}}
zones: {hand: {for: player}, hole: {visible: none}}
setup: |
  place ox in hand[p1]
  place goat in hand[p2]
turn: |
  choose by p2 bury(c in cards(hand[p2]))
  move c from hand[p1] to hole
"""


def run(*words: str, typed: str = "") -> str:
    return CliRunner().invoke(app, ["play", *words], input=typed).output


def test_who_decides_in_secret_is_alone_with_the_terminal(tmp_path: Path) -> None:
    save = ["--save", str(tmp_path / "game.jsonl")]
    file = str(CARDS / "rock_paper_scissors.rules.yaml")
    shown = run(
        file, "--seats", "human,human", "--seed", "1", *save, typed="\n1\n\n2\n\n3\n\nquit\n"
    )
    asked = [line for line in shown.splitlines() if "press Enter" in line]
    assert [line.split(":")[0] for line in asked] == ["p1", "p2", "p1", "p2"]


def test_a_game_without_secrets_asks_nobody_to_look_away(tmp_path: Path) -> None:
    save = ["--save", str(tmp_path / "game.jsonl")]
    shown = run("tic_tac_toe", "--seats", "human,human", *save, typed="1\n2\nquit\n")
    assert "press Enter" not in shown


def test_a_person_alone_is_never_asked_to_look_away(tmp_path: Path) -> None:
    save = ["--save", str(tmp_path / "game.jsonl")]
    shown = run(str(CARDS / "kuhn_poker.rules.yaml"), "--seed", "5", *save, typed="1\n1\n")
    assert "press Enter" not in shown
    assert "The game is over" in shown


def test_a_fault_names_no_hidden_card(tmp_path: Path) -> None:
    rules = tmp_path / "broken.rules.yaml"
    rules.write_text(RULES)
    save = ["--save", str(tmp_path / "game.jsonl")]
    shown = run(str(rules), "--seats", "human,random", "--seed", "1", *save, typed="n\n")
    assert "goat" not in shown
    assert "a piece is not where it is taken from" in shown
    assert "bury(a card)" in shown
    told = run(str(rules), "--auto", "--seed", "1", "--save", str(tmp_path / "other.jsonl"))
    assert "`hand[p1]` lacks `goat`" in told


def test_a_deal_is_told_at_once(tmp_path: Path) -> None:
    save = ["--save", str(tmp_path / "game.jsonl")]
    shown = run("crazy_eights", "--auto", "--seed", "1", *save).splitlines()
    line = next(number for number, text in enumerate(shown) if text.startswith("   1 "))
    assert shown[line] == "   1  draw: a card \u00d7 10, 5 of clubs"
    assert shown[line + 1] == "      deck -11; hand of p1 +5; hand of p2 +5; pile +1 5 of clubs"
    assert shown[line + 2].startswith("  12  p1: ")


def test_what_comes_into_a_zone_stands_behind_its_name_once(tmp_path: Path) -> None:
    save = ["--save", str(tmp_path / "game.jsonl")]
    shown = run("crazy_eights", "--seed", "1", *save, typed="quit\n")
    told = " ".join(shown.split("\n\n")[0].split())
    assert told.count("hand of p1 +1") == 1
    assert len(re.findall(r", \+1 \w+ of \w+", told)) == 4
