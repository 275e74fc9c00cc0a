"""Teams: results per team, who sits where, what team mates see."""

from pathlib import Path

from typer.testing import CliRunner

from fragma_dsl.cli.main import app
from fragma_dsl.game import Game
from fragma_dsl.pipeline import game_of, load
from fragma_dsl.simulate.run import simulate
from tests.fenced import analysed, completed

PARTNERS = Path(__file__).parent / "worlds" / "partners.rules.yaml"


def partners() -> Game:
    return load(PARTNERS)


def made(text: str) -> Game:
    return game_of(analysed(completed(text)))


def test_a_simulation_counts_the_wins_of_teams() -> None:
    summary = simulate(partners, 30, 5)
    sun, moon = summary.teams
    assert (sun.name, moon.name) == ("sun", "moon")
    assert sun.wins == summary.wins[0] == summary.wins[2]
    assert moon.wins == summary.wins[1] == summary.wins[3]
    assert sun.wins.count + moon.wins.count + summary.draws.count == 30
    assert sun.returns == summary.returns[0]
    assert summary.to_json()["teams"][0]["wins"]["count"] == sun.wins.count


def ranked() -> Game:
    return made("""
players: 4
teams: {names: [sun, moon], seats: [sun, moon, moon, sun]}
state: {points: {for: player, type: 0..9}}
turn: |
  choose stop
  points[p1] = 4
  points[p2] = 3
  points[p3] = 2
  points[p4] = 1
  pay p by points[p]
""")


def test_a_team_has_what_its_players_have_on_average() -> None:
    summary = simulate(ranked, 3, 1)
    assert [team.returns for team in summary.teams] == [2.5, 2.5]
    assert [team.wins.count for team in summary.teams] == [0, 0]


def test_a_game_without_teams_has_no_results_of_teams() -> None:
    assert simulate(lambda: made("turn: |\n  choose stop\n  draw\n"), 2, 1).teams == ()


def test_the_table_of_a_simulation_and_the_greeting_show_teams() -> None:
    shown = CliRunner().invoke(app, ["simulate", str(PARTNERS), "--games", "5", "--seed", "1"])
    assert any(line.startswith("sun ") and " team " in line for line in shown.output.splitlines())
    played = CliRunner().invoke(app, ["play", str(PARTNERS), "--auto", "--seed", "1"])
    assert "p1 (random, sun), p2 (random, moon)" in " ".join(played.output.split())


def test_team_mates_share_what_is_for_the_team() -> None:
    position = partners().start(1).play("plan_for(red)")
    seen = [position.view(player).variable("plan", 0) for player in ("p1", "p2", "p3", "p4", None)]
    assert seen == [0, None, 0, None, None]
    chests = [position.view(player).places["chest[sun]"].pieces for player in ("p1", "p2", "p3")]
    assert chests == [(), None, ()]


def test_two_of_a_team_sit_in_a_row_where_that_can_be() -> None:
    text = "players: {}\nteams: {{names: [green, pink]}}\nturn: |\n  choose stop\n  draw\n"
    seats = {count: made(text.format(count)).program.layout.team_of for count in (2, 4, 6, 8, 32)}
    assert seats[2] == (0, 1)
    assert seats[4] == (0, 0, 1, 1)
    assert seats[6] == (0, 0, 1, 1, 0, 1)
    assert seats[8] == (0, 0, 1, 1, 0, 0, 1, 1)
    assert sum(seats[32]) == 16
