"""Mass play: many seeded games of agents, each stop and each move of them judged."""

from collections.abc import Callable
from time import process_time

from fragma_dsl.agents.agent import Agent, ask, make_agent
from fragma_dsl.automaton.notation import Move
from fragma_dsl.checking import properties as p
from fragma_dsl.checking.judge import Judge
from fragma_dsl.checking.seen import Seen, Trail
from fragma_dsl.game import CHANCE_SEAT, Position, roll
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.random import Random
from fragma_dsl.text.said import say

ENGINE = "mass play"
ROUND = 8
"""One game in so many is of greedy agents alone, and one of greedy and random ones."""
AGAIN = 3
"""How many games are played once more with their seed, to see that they are the same."""


def seats_of(number: int, players: int) -> tuple[str, ...]:
    """Say which agents play the game of a number."""
    match number % ROUND:
        case 3:
            return tuple("greedy" if seat % 2 else "random" for seat in range(players))
        case 7:
            return ("greedy",) * players
        case _:
            return ("random",) * players


def play_many(
    judge: Judge,
    seen: Seen,
    games: int,
    seed: int,
    most: int,
    deadline: float,
    progress: Callable[[int], None] = lambda _: None,
) -> None:
    """Play games until there are enough, or until a time."""
    for number in range(games):
        if process_time() > deadline:
            return
        seats = seats_of(number, len(judge.game.players))
        player = Player(judge, seen, seed, number, seats, most, deadline)
        player.play()
        if number < AGAIN and p.SAME_SEED in judge.laws:
            again = Player(judge.only(""), Seen(), seed, number, seats, most, deadline)
            again.play()
            shorter = min(len(again.moves), len(player.moves))
            cut = process_time() > deadline
            if again.moves[:shorter] != player.moves[:shorter] or (
                not cut and again.positions[-1:] != player.positions[-1:]
            ):
                what = "a game played again with its seed went otherwise"
                seen.note(p.SAME_SEED, Trail(tuple(player.moves), what, ENGINE))
        progress(number + 1)


class Player:
    """Plays one game and judges it."""

    def __init__(
        self,
        judge: Judge,
        seen: Seen,
        seed: int,
        number: int,
        seats: tuple[str, ...],
        most: int,
        deadline: float,
    ) -> None:
        game = judge.game
        self.judge, self.seen, self.most, self.deadline = judge, seen, most, deadline
        self.agents: list[Agent] = [
            make_agent(name, game, seat, seed, number) for seat, name in enumerate(seats)
        ]
        self.chance = Random.derived(seed, number, CHANCE_SEAT)
        self.is_random = set(seats) == {"random"}
        self.moves: list[Move] = []
        self.positions: list[Position] = []
        self.limits: dict[str, int] = {}
        self.decisions = 0

    def play(self) -> None:
        """Play the game to its end, to a fault, or as far as it may go."""
        self.seen.games += 1
        try:
            self.positions.append(self.judge.game.start())
            self.limits = self.judge.limits(self.positions[-1].state)
            self.seen.limits.update(self.limits)
            self.most = max(self.most, 1 + max(self.limits.values(), default=0))
            while self.look():
                self.step()
        except FaultError as error:
            breach = self.judge.blame(error.fault)
            if breach is not None:
                self.note(breach.property, breach.what)
        self.sum_up()

    def look(self) -> bool:
        """Judge the stop that has come; say whether the game goes on."""
        position = self.positions[-1]
        self.seen.positions.add(hash(position.state))
        for breach in self.judge.look(position):
            self.note(breach.property, breach.what)
        for name in self.judge.witnesses(position.state):
            self.seen.witness(name, Trail(tuple(self.moves), engine=ENGINE))
        for one in self.judge.within:
            limit = self.limits.get(one.name, 0)
            if one.probability is None and self.decisions > limit:
                self.note(one.name, say("the game goes on after {limit} decisions", limit=limit))
        is_over = position.is_over or self.decisions >= self.most
        return not is_over and process_time() < self.deadline

    def step(self) -> None:
        """Play a move and judge it."""
        before = self.positions[-1]
        if before.seat is None:
            move: Move = roll(before.outcomes, self.chance)
        else:
            move = ask(self.agents[before.seat], before)
            self.decisions += 1
        self.moves.append(move)
        self.seen.moves += 1
        after = before.play(move)
        self.positions.append(after)
        for breach in self.judge.compare(before.state, after.state):
            self.note(breach.property, breach.what)

    def note(self, name: str, what: str) -> None:
        self.seen.note(name, Trail(tuple(self.moves), what, ENGINE))

    def sum_up(self) -> None:
        """Add the game's length to what is known of lengths, unless time cut it off."""
        self.seen.longest = max(self.seen.longest, self.decisions)
        is_over = bool(self.positions) and self.positions[-1].is_over
        self.seen.ended += is_over
        if self.is_random and (is_over or self.decisions >= self.most):
            self.seen.lengths.append(self.decisions if is_over else None)
