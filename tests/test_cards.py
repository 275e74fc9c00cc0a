"""Cards in positions: outcomes and their chances, alike cards, one state for one table."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

from fragma_dsl.game import Position
from fragma_dsl.pipeline import game_of, load
from fragma_dsl.play.view import EVERYBODY
from fragma_dsl.simulate.match import Match
from tests.fenced import analysed, completed

EIGHTS = Path(__file__).parents[1] / "examples" / "cards" / "crazy_eights.rules.yaml"
DECK = """
cards: {card: {each: {suit: [hearts, spades], rank: 1..2}}}
zones:
  deck: {order: random}
  pile: {order: stacked, visible: all}
  hand: {for: player}
"""
TWINS = "cards: {card: {named: {ox: {}, goat: {}}, count: 2}}\n"


def started(text: str) -> Position:
    return game_of(analysed(completed(text))).start()


def played(position: Position, moves: str) -> Position:
    for move in moves.split("; "):
        position = position.play(move)
    return position


def ends(position: Position, chance: Fraction = Fraction(1)) -> Counter[Position]:
    """Follow chance to where it stops, and add up how likely each position is."""
    if not position.is_chance:
        return Counter({position: chance})
    found: Counter[Position] = Counter()
    total = sum(outcome.weight for outcome in position.outcomes)
    for outcome in position.outcomes:
        found += ends(position.play(outcome), chance * Fraction(outcome.weight, total))
    return found


def test_a_draw_is_as_likely_as_there_are_cards_of_the_sort() -> None:
    position = started(TWINS + "zones: {deck: {order: random}}\nsetup: |\n"
        "  place 2 ox in deck\n  place goat in deck\n  deal from deck to deck\n")  # fmt: skip
    assert position.chance_outcomes == (("draw ox", 2 / 3), ("draw goat", 1 / 3))


def test_two_orders_of_getting_the_same_cards_are_one_state() -> None:
    position = started(
        DECK
        + """
setup: |
  for c in card: place c in deck
  for p in players: deal 2 from deck to hand[p]
"""
    )
    one = played(position, "draw hearts_1; draw spades_2; draw hearts_2; draw spades_1")
    other = played(position, "draw spades_2; draw hearts_1; draw spades_1; draw hearts_2")
    assert one == other
    assert hash(one) == hash(other)
    assert set(ends(position).values()) == {Fraction(1, 6)}


def test_every_order_of_a_shuffled_stack_is_equally_likely() -> None:
    position = started(
        DECK
        + """
setup: |
  for c in card: place c on pile
  shuffle pile
"""
    )
    found = ends(position)
    assert len(found) == 24
    assert set(found.values()) == {Fraction(1, 24)}


def test_cards_that_are_alike_make_fewer_orders() -> None:
    position = started(
        TWINS
        + """
zones: {pile: {order: stacked}}
setup: |
  for c in card: place all c on pile
  shuffle pile
"""
    )
    found = ends(position)
    assert len(found) == 6
    assert set(found.values()) == {Fraction(1, 6)}


def test_a_shuffle_forgets_the_order_before_it() -> None:
    position = started(
        DECK
        + """
setup: |
  choose:
      option one:
          place hearts_1 on pile
          place spades_2 on pile
      option other:
          place spades_2 on pile
          place hearts_1 on pile
  shuffle pile
"""
    )
    assert position.play("one").state == position.play("other").state


def test_a_game_with_draws_can_be_resumed_and_taken_back() -> None:
    game = load(EIGHTS)
    match = Match(game, ("human", "random"), 5)
    while not match.waits_for_human:
        match.step()
    match.play(match.position.legal[0])
    again = Match.resumed(game, match.record(), match.seats, match.seed)
    assert again.position == match.position
    assert again.undo()
    assert again.position == match.positions[-2]
    assert again.position.view("p1").key == match.positions[-2].view("p1").key


def test_what_was_shown_to_whom() -> None:
    position = started(
        DECK
        + """
players: 3
state: {word: {for: player, type: 0..9, start: 7, visible: owner}}
setup: |
  place hearts_1 in hand[p1]
turn: |
  choose:
      option to_one: reveal hand[p1] to p2
      option to_both: reveal hand[p1] to {p2, p3}
      option to_all: reveal hand[p1]
      option cover: hide hand[p1]
      option say: reveal word[p1] to p3
      option hush: hide word[p1]
"""
    )

    def hand(after: str, viewer: str | None) -> tuple[int, ...] | None:
        return played(position, after).view(viewer).places["hand[p1]"].pieces

    def word(after: str, viewer: str | None) -> object:
        return played(position, after).view(viewer).variable("word", 0)

    assert [hand("to_one", viewer) for viewer in ("p1", "p2", "p3", None)] == [
        (0,), (0,), None, None,
    ]  # fmt: skip
    assert [hand("to_both", viewer) for viewer in ("p3", None)] == [(0,), None]
    assert [hand("to_one; to_all", viewer) for viewer in ("p3", None)] == [(0,), (0,)]
    assert [hand("to_all; to_one", viewer) for viewer in ("p3", None)] == [(0,), (0,)]
    assert [hand("to_all; cover", viewer) for viewer in ("p1", "p2", None)] == [(0,), None, None]
    assert (
        played(position, "to_all; cover; cover").state
        == played(position, "cover; cover; cover").state
    )
    assert [word("say", viewer) for viewer in ("p1", "p2", "p3", None)] == [7, None, 7, None]
    assert word("say; hush", "p3") is None
    assert EVERYBODY == -1


def test_many_players_can_be_shown_a_hand_one_by_one() -> None:
    position = started(
        DECK.replace("zones:", "players: 40\nzones:")
        + """
setup: |
  place hearts_1 in hand[p1]
turn: |
  choose show(p in players): reveal hand[p1] to p
"""
    )
    for seat in (1, 30, 31, 32, 39):
        after = position.play(f"show(p{seat + 1})")
        seen = [after.view(other).places["hand[p1]"].pieces is not None for other in range(40)]
        assert [number for number, one in enumerate(seen) if one] == [0, seat]
        assert after.view().places["hand[p1]"].pieces is None


def test_positions_come_again_also_where_things_are_shown() -> None:
    position = started(
        DECK
        + """
history: 9
setup: |
  place hearts_1 in hand[p1]
turn: |
  choose:
      option show: reveal hand[p1]
      option cover: hide hand[p1]
end:
  again_and_again:
    when: repeats() == 3
    result: draw
"""
    )
    after = played(position, "show; cover; show; cover")
    assert after.ending == "again_and_again"
    assert played(position, "show").view("p2").places["hand[p1]"].pieces == (0,)
