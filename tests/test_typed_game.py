"""A game typed line by line into the language server, as by somebody who writes it down."""

import asyncio
import re
from pathlib import Path
from threading import Event

from lsprotocol import types as lsp

from fragma_dsl.lsp.server import tried
from fragma_dsl.pipeline import analyse_source, lowered
from fragma_dsl.text.source import Source
from tests.editor_client import MARK, Editor, Session, position, text_at

# Behind each mark the author looks for the word that comes next.
ROPES = """\
edition: 1
game: ropes
title: Two ropes
¦players: {¦names: [anna, ben, cleo, dan]}
¦teams: {names: [red, blue], ¦seats: ¦alternate}
options:
  summit: {¦type: 6..20, default: 10}
  help: {type: ¦bool, default: ¦true}
dice:
  weather: {sun: 3, cloud: 2, storm: 1}
state:
  camp: {¦for: ¦player, type: 0..20}
  up: 0..20
functions:
  height(¦team t): ¦min(¦camp[p] for p in ¦members(¦t))
turn: |
  ¦up = 0
  ¦let going = true
  ¦while ¦going:
      ¦choose:
          ¦option climb:
              let sky = ¦roll ¦weather
              if ¦sky == ¦sun: up = min(¦up + 2, ¦summit)
              ¦elif sky == ¦cloud: up = min(up + 1, summit)
              else:
                  up = 0
                  going = ¦false
          option pitch:
              camp[¦mover] = min(camp[mover] + up, summit)
              going = false
          option lift(p in members(¦team(mover)) - {mover}) ¦where ¦help and up > 1:
              camp[¦p] = min(camp[p] + up - 1, summit)
              going = false
¦end:
  on_top:
    ¦when: ¦height(¦team(mover)) == ¦summit
    ¦result: ¦win team(mover)
invariants:
  camps_stay:
    ¦step: ¦all(camp[¦p] >= ¦old(camp[p]) for p in ¦players)
¦scenarios:
  a_storm_takes_all:
    ¦play: ¦climb; ¦roll ¦sun; climb; roll ¦storm
    ¦expect:
      - camp[¦anna] == 0
      - mover == ¦ben
  without_help:
    ¦options: {¦help: ¦false}
    play: climb; roll sun
    ¦illegal: ¦lift(¦cleo)
  the_rope_is_up:
    ¦given: |
      camp[anna] = ¦summit
      camp[cleo] = summit - 1
    play: climb; roll sun; ¦lift(¦cleo)
    ¦result: ¦on_top
"""
TEXT = ROPES.replace(MARK, "")
OPENS = (":", "|")
NOT_YET = {"S121"}
"""What a file, or an ending, still needs."""
PATIENCE = 20.0


async def type_it(editor: Editor, uri: str) -> list[tuple[str, str | int | None]]:
    """Type the game; give the problems that a complete line had, but for what comes later."""
    alarms: list[tuple[str, str | int | None]] = []
    for line in ROPES.splitlines(keepends=True):
        for number, piece in enumerate(line.split(MARK)):
            if number:
                word = re.match(r"\w+", piece)
                assert word is not None
                await look_for(editor, uri, word[0])
            text = editor.texts[uri]
            end = position(text, len(text))
            editor.change(uri, piece, lsp.Range(end, end))
            editor.texts[uri] = text + piece
        found = await editor.problems(uri)
        if not line.rstrip().endswith(OPENS):
            alarms += [(line, one.code) for one in found if one.code not in NOT_YET]
    return alarms


async def look_for(editor: Editor, uri: str, word: str) -> None:
    """Ask what may come next, until the word is offered."""
    place = position(editor.texts[uri], len(editor.texts[uri]))
    params = lsp.CompletionParams(lsp.TextDocumentIdentifier(uri), place)
    offered: set[str] = set()
    for _ in range(int(PATIENCE / 0.05)):
        answer = await editor.client.text_document_completion_async(params)
        offered = {one.label for one in answer.items}  # type: ignore[union-attr]
        if word in offered:
            return
        await asyncio.sleep(0.05)
    raise AssertionError((editor.texts[uri].rsplit("\n", 1)[-1], word, sorted(offered)))


async def ask_around(editor: Editor, uri: str) -> None:
    """Ask what an author asks of a text that is there."""
    ask = editor.client
    hover = await ask.text_document_hover_async(lsp.HoverParams(**editor.find(uri, "min(ca¦mp[p]")))
    assert hover is not None
    assert "camp" in str(hover.contents)
    found = lsp.DefinitionParams(**editor.find(uri, "when: hei¦ght("))
    answer = await ask.text_document_definition_async(found)
    assert isinstance(answer, list | tuple)
    (place,) = answer
    assert isinstance(place, lsp.Location)
    assert text_at(TEXT, place.range) == "height"
    called = lsp.SignatureHelpParams(**editor.find(uri, "when: height(¦team"))
    help = await ask.text_document_signature_help_async(called)
    assert help is not None
    assert help.signatures[0].label.startswith("height(team t)")
    document = lsp.TextDocumentIdentifier(uri)
    wanted = lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, True))
    assert not await ask.text_document_formatting_async(wanted)
    run = lsp.ExecuteCommandParams("fragma.runScenarios", arguments=[uri, ""])
    assert await ask.workspace_execute_command_async(run) == "all 3 scenarios hold"


def test_a_game_is_typed_with_what_comes_next_on_offer_and_no_false_alarm(tmp_path: Path) -> None:
    session = Session(tmp_path)

    async def play(editor: Editor) -> None:
        uri = editor.open("ropes.rules.yaml", "")
        assert await type_it(editor, uri) == []
        assert editor.texts[uri] == TEXT
        assert await editor.problems(uri) == []
        await ask_around(editor, uri)

    try:
        session.run(play)
    finally:
        session.stop()
    typed = lowered(analyse_source(Source("ropes.rules.yaml", TEXT)))
    assert tried(typed, True, Event()) == ()
