"""Games: what is timed, and what is aimed at."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Entry:
    """A game: its rules, what OpenSpiel calls it, and what is aimed at: a ratio to OpenSpiel, or
    decisions a second."""

    rules: str
    elsewhere: str | None = None
    aim: float | None = None
    decisions: float | None = None

    @property
    def name(self) -> str:
        """What the game is called here."""
        return self.rules.rpartition("/")[2]

    @property
    def path(self) -> Path:
        """Where its rules are."""
        return ROOT / f"{self.rules}.rules.yaml"


GAMES = (
    Entry("examples/classics/tic_tac_toe", "tic_tac_toe", 26.4),
    Entry("examples/classics/connect_four", "connect_four", 30),
    Entry("examples/classics/breakthrough", "breakthrough", 5.2),
    Entry("examples/classics/reversi", "othello", 6.6),
    Entry("examples/classics/hex", "hex(board_size=11)", 7.2),
    Entry("examples/classics/gomoku", "gomoku", 54),
    Entry("examples/classics/amazons", "amazons", 4.2),
    Entry("examples/classics/chess", "chess", 1.9),
    Entry("examples/classics/english_draughts", "checkers", 19),
    Entry("examples/classics/nine_mens_morris", "nine_mens_morris", 7.9),
    Entry("examples/classics/oware", "oware", 4.2),
    Entry("examples/classics/kalah", "mancala"),
    Entry("examples/classics/backgammon", "backgammon", 10),
    Entry("examples/classics/y", "y(board_size=11)"),
    Entry("examples/classics/havannah", "havannah"),
    Entry("examples/classics/go_9x9", "go(board_size=9)"),
    Entry("examples/classics/knightthrough"),
    Entry("examples/cards/kuhn_poker", "kuhn_poker", 25.2),
    Entry("variants/fragma", decisions=10e6),
    Entry("variants/tronix_classic", decisions=200e3),
)
