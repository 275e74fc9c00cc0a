"""The language server over pipes, as an editor uses it."""

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from fragma_dsl.lsp.files import Files
from fragma_dsl.lsp.server import FragmaServer, StaleError, tried
from fragma_dsl.pipeline import analyse_source
from fragma_dsl.text.source import Source
from tests.editor_client import Editor, Session, edited, position, text_at

NIM = """\
edition: 1
game: nim
title: {en: Nim, es: "😀 Nim del año"}
players: {names: [ana, bob]}
options:
  size: {type: 3..9, default: 5}
state:
  montón: {type: 0..9, start: 0}
functions:
  # How many are left.
  left(): montón
rules:
  take_away(1..9 n): |
    montón -= n
setup: montón = size
turn: |
  choose by mover "😀 ¿Cuántas?" take(n in 1..2) where n <= left()
  take_away(n)
  if left() == 0: win mover
scenarios:
  the_last_wins:
    options: {size: 3}
    play: take(2); take(1)
    result: win bob
"""
FORK = """\
edition: 1
game: big_nim
title: Big Nim
extends: nim.rules.yaml
set: {size: 9}
override:
  rules:
    take_away(1..9 n): |
      base(n)
      if left() == 5: draw
"""


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    made = Session(Path("/"))
    yield made
    made.stop()


def in_folder(folder: Path, play: Callable[[Editor], Coroutine[Any, Any, None]]) -> None:
    """Do what an editor does in a folder of its own."""
    made = Session(folder)
    try:
        made.run(play)
    finally:
        made.stop()


def test_problems_come_as_one_types_and_go(session: Session) -> None:
    async def play(editor: Editor) -> None:
        uri = editor.open("nim.rules.yaml", NIM)
        assert await editor.problems(uri) == []
        broken = NIM.replace("montón -= n", "monton -= n")
        editor.change(uri, broken)
        (found,) = await editor.problems(uri, bool)
        assert (found.code, text_at(broken, found.range)) == ("F201", "monton")
        assert found.severity == lsp.DiagnosticSeverity.Error
        editor.change(uri, NIM)
        assert await editor.problems(uri) == []

    session.run(play)


def test_an_edit_behind_characters_of_two_units_falls_where_it_belongs(session: Session) -> None:
    async def play(editor: Editor) -> None:
        uri = editor.open("nim.rules.yaml", NIM)
        assert await editor.problems(uri) == []
        place = editor.find(uri, "where n <= ¦left()")["position"]
        end = lsp.Position(place.line, place.character + len("left"))
        editor.change(uri, "lefd", lsp.Range(place, end))
        (found,) = await editor.problems(uri, bool)
        changed = NIM.replace("<= left", "<= lefd")
        assert text_at(changed, found.range) == "lefd"
        where = lsp.CodeActionParams(
            lsp.TextDocumentIdentifier(uri), found.range, lsp.CodeActionContext([found])
        )
        (action,) = await editor.client.text_document_code_action_async(where) or []
        assert isinstance(action, lsp.CodeAction)
        assert action.edit is not None
        assert action.edit.changes is not None
        assert edited(changed, list(action.edit.changes[uri])) == NIM

    session.run(play)


def test_a_file_that_is_no_yaml_yet_keeps_its_names(session: Session) -> None:
    async def play(editor: Editor) -> None:
        uri = editor.open("nim.rules.yaml", NIM)
        await editor.problems(uri)
        first = await editor.client.text_document_completion_async(
            lsp.CompletionParams(**editor.find(uri, "  take_away(¦n)"))
        )
        assert first is not None
        torn = NIM + "zones: {hand: \nflow: |\n  take_away(le"
        editor.change(uri, torn)
        found = await editor.problems(uri, bool)
        assert found[0].code is not None
        last = len(torn.split("\n")) - 1
        answer = await editor.client.text_document_completion_async(
            lsp.CompletionParams(lsp.TextDocumentIdentifier(uri), lsp.Position(last, 14))
        )
        assert isinstance(answer, lsp.CompletionList)
        assert "left" in [item.label for item in answer.items]

    session.run(play)


PLACES = (
    ("se¦\n", ["setup", "set"], ["montón"]),
    ("zones:\n  bag: {¦", ["for", "visible", "order"], ["turn"]),
    ("zones:\n  bag: {visible: ¦", ["owner", "team"], ["for"]),
    ("flow: |\n  ¦", ["let", "choose", "take_away"], ["where", "left"]),
    ("flow: |\n  win ¦", ["mover", "ana", "bob"], ["take_away", "let"]),
    ("flow: |\n  if le¦", ["left"], ["take_away"]),
    ("flow: |\n  choose go(x in players) ¦", ["where", "with"], ["ana"]),
)
"""What a file goes on with, some of what may be written at the mark, and some of what may not."""


def test_completion_knows_the_place(session: Session) -> None:
    async def play(editor: Editor) -> list[list[str]]:
        found = []
        for number, (marked, _, _) in enumerate(PLACES):
            place = editor.place(f"nim_{number}.rules.yaml", NIM + marked)
            asked = lsp.CompletionParams(**place)
            answer = await editor.client.text_document_completion_async(asked)
            assert isinstance(answer, lsp.CompletionList)
            found.append([item.label for item in answer.items])
        return found

    for labels, (marked, some, none) in zip(session.run(play), PLACES, strict=True):
        assert [name for name in some if name not in labels] == [], marked
        assert [name for name in none if name in labels] == [], marked


def test_a_torn_line_takes_nothing_from_the_others(session: Session) -> None:
    torn = NIM.replace("rules:\n", "zon\nrules:\n")

    async def play(editor: Editor) -> None:
        uri = editor.open("nim.rules.yaml", torn)
        (found,) = await editor.problems(uri, bool)
        assert text_at(torn, found.range).startswith("zon")
        place = editor.find(uri, "where n <= le¦ft()")
        answer = await editor.client.text_document_hover_async(lsp.HoverParams(**place))
        assert answer is not None
        assert "left() → 0..9" in str(answer.contents)
        asked = lsp.SemanticTokensParams(lsp.TextDocumentIdentifier(uri))
        tokens = await editor.client.text_document_semantic_tokens_full_async(asked)
        assert tokens is not None
        assert len(tokens.data) > 50

    session.run(play)


def test_hover_tells_form_type_and_comment(session: Session) -> None:
    async def play(editor: Editor) -> None:
        uri = editor.open("nim.rules.yaml", NIM)

        async def told(marked: str) -> str:
            asked = lsp.HoverParams(**editor.find(uri, marked))
            answer = await editor.client.text_document_hover_async(asked)
            assert answer is not None
            assert isinstance(answer.contents, lsp.MarkupContent)
            if answer.range is not None:
                assert text_at(NIM, answer.range) in marked.replace("¦", "")
            return answer.contents.value

        left = await told("where n <= le¦ft()")
        assert "function left() → 0..9" in left
        assert "How many are left." in left
        assert "rule take_away(1..9 n)" in await told("  take_¦away(n)\n  if")
        assert "variable montón: 0..9" in await told("montó¦n -= n")
        assert "variable mover: player" in await told("win mo¦ver")
        assert "local n: " in await told("where ¦n <=")
        assert "ends the game" in await told("w¦in mover")
        assert "what a turn is" in await told("tu¦rn: |")

    session.run(play)


CALLS = (
    ("let x = left(¦", "left() → 0..9", None),
    ("take_away(¦", "take_away(1..9 n)", "1..9 n"),
    ("let x = max(left(), ¦", "max(int a, int b) → int", "int b"),
    ("let x = max(min(1, 2), abs(¦", "abs(int number) → int", "int number"),
    ("let x = max(min(1, (2, 3)), {4, 5}, ¦", "max(int a, int b) → int", None),
    ("let x = max([1, 2][0], ¦) + left()", "max(int a, int b) → int", "int b"),
    ('choose "a, (b" go where max("¦', "max(int a, int b) → int", "int a"),
    ("let x = max(1, # min(¦", None, None),
    ("let x = left()¦", None, None),
    (
        "let x = sum(left() + n for n in {1, 2}, m in ¦",
        "sum(list of int members) → int",
        "list of int members",
    ),
)
"""What a script goes on with up to a mark, the form that is shown, and the argument there."""


def test_calls_are_helped_with_on_partial_text(session: Session) -> None:
    async def play(editor: Editor) -> list[tuple[str | None, str | None]]:
        uri = editor.open("nim.rules.yaml", NIM)
        await editor.problems(uri)
        found: list[tuple[str | None, str | None]] = []
        for marked, _, _ in CALLS:
            text = NIM.replace("  take_away(n)\n  if", f"  {marked}\n  if")
            editor.change(uri, text.replace("¦", ""))
            place = position(text, text.index("¦"))
            asked = lsp.SignatureHelpParams(lsp.TextDocumentIdentifier(uri), place)
            answer = await editor.client.text_document_signature_help_async(asked)
            found.append(shown(answer))
        return found

    def shown(answer: lsp.SignatureHelp | None) -> tuple[str | None, str | None]:
        if answer is None:
            return None, None
        form = answer.signatures[answer.active_signature or 0]
        number, places = answer.active_parameter or 0, list(form.parameters or ())
        if number >= len(places):
            return form.label, None
        where = places[number].label
        assert isinstance(where, list | tuple)
        return form.label, form.label[where[0] : where[1]]

    for (marked, form, argument), found in zip(CALLS, session.run(play), strict=True):
        assert found == (form, argument), marked


def test_what_the_analysis_finds_comes_after_a_rest(session: Session) -> None:
    async def play(editor: Editor) -> None:
        text = NIM.replace("if left() == 0", "if left() > 9: draw\n  if left() == 0")
        uri = editor.open("nim.rules.yaml", text)
        assert await editor.problems(uri) == []
        (found,) = await editor.problems(uri, bool)
        assert (found.code, text_at(text, found.range)) == ("A201", "left() > 9")
        assert found.message.startswith("`left() > 9` is always false (proved)")
        assert found.severity == lsp.DiagnosticSeverity.Warning

    session.run(play)


def test_an_analysis_is_given_up_at_the_next_keystroke_and_can_be_off() -> None:
    stale = Event()
    analysis = analyse_source(Source("nim.rules.yaml", NIM))
    stale.set()
    with pytest.raises(StaleError):
        tried(analysis, True, stale)
    server = FragmaServer()
    server.configure({"analyse": False})
    assert not server.analyses
    server.configure({"play": True})
    assert not server.analyses
    server.configure({"analyse": True})
    assert server.analyses


def test_names_are_found_across_a_fork(tmp_path: Path) -> None:
    (tmp_path / "nim.rules.yaml").write_text(NIM, "utf-8")
    (tmp_path / "big_nim.rules.yaml").write_text(FORK, "utf-8")

    async def play(editor: Editor) -> None:
        fork = editor.open("big_nim.rules.yaml", FORK)
        assert await editor.problems(fork) == []
        ask = editor.client

        def shown(found: object) -> list[tuple[str, int]]:
            assert isinstance(found, list | tuple)
            places = [one for one in found if isinstance(one, lsp.Location)]
            return [(one.uri.rsplit("/", 1)[1], one.range.start.line) for one in places]

        one = lsp.DefinitionParams(**editor.find(fork, "if le¦ft()"))
        assert shown(await ask.text_document_definition_async(one)) == [("nim.rules.yaml", 10)]
        one = lsp.DefinitionParams(**editor.find(fork, "    take_¦away"))
        assert shown(await ask.text_document_definition_async(one)) == [("nim.rules.yaml", 12)]
        place = editor.find(fork, "    take_¦away")
        every = lsp.ReferenceParams(lsp.ReferenceContext(True), **place)
        assert shown(await ask.text_document_references_async(every)) == [
            ("big_nim.rules.yaml", 7), ("nim.rules.yaml", 12), ("nim.rules.yaml", 17),
        ]  # fmt: skip
        wanted = lsp.RenameParams(**place, new_name="take_off")
        answer = await ask.text_document_rename_async(wanted)
        assert answer is not None
        assert answer.changes is not None
        after = edited(NIM, list(answer.changes[editor.uri("nim.rules.yaml")]))
        assert after == NIM.replace("take_away", "take_off")
        assert "    take_off(1..9 n)" in edited(FORK, list(answer.changes[fork]))

    in_folder(tmp_path, play)


def test_what_a_fork_removes_and_waives_has_the_name_of_the_parent(tmp_path: Path) -> None:
    parent = NIM + "invariants:\n  never_below_zero:\n    always: montón >= 0\n"
    fork = """\
edition: 1
game: bare_nim
title: Bare Nim
extends: nim.rules.yaml
remove: [scenarios.the_last_wins]
waive:
  never_below_zero: it is plain
"""
    (tmp_path / "nim.rules.yaml").write_text(parent, "utf-8")

    async def play(editor: Editor) -> None:
        uri = editor.open("bare_nim.rules.yaml", fork)
        assert await editor.problems(uri) == []
        for marked, old, new in (
            ("never_¦below_zero", "never_below_zero", "not_less"),
            ("scenarios.the_¦last", "the_last_wins", "last_one"),
        ):
            place = editor.find(uri, marked)
            wanted = lsp.RenameParams(**place, new_name=new)
            answer = await editor.client.text_document_rename_async(wanted)
            assert answer is not None
            assert answer.changes is not None
            after = edited(parent, list(answer.changes[editor.uri("nim.rules.yaml")]))
            assert after == parent.replace(old, new)
            assert edited(fork, list(answer.changes[uri])) == fork.replace(old, new)
            asked = lsp.DefinitionParams(**place)
            found = await editor.client.text_document_definition_async(asked)
            assert isinstance(found, list | tuple)
            (one,) = found
            assert isinstance(one, lsp.Location)
            assert text_at(parent, one.range) == old

    in_folder(tmp_path, play)


def test_a_broken_parent_is_told_where_the_fork_names_it(tmp_path: Path) -> None:
    (tmp_path / "nim.rules.yaml").write_text(NIM, "utf-8")

    async def play(editor: Editor) -> None:
        fork = editor.open("big_nim.rules.yaml", FORK)
        assert await editor.problems(fork) == []
        parent = editor.open("nim.rules.yaml", NIM.replace("montón -= n", "montón -= "))
        assert await editor.problems(parent, bool) != []
        (found,) = await editor.problems(fork, bool)
        assert text_at(FORK, found.range) == "nim.rules.yaml"

    in_folder(tmp_path, play)


def test_an_open_parent_is_known_however_the_editor_writes_its_uri(tmp_path: Path) -> None:
    files, path = Files(), tmp_path / "nim.rules.yaml"
    path.write_text("no game", "utf-8")
    parent = files.put(path.as_uri().replace("nim", "n%69m"), NIM, 1)
    fork = files.put((tmp_path / "big.rules.yaml").as_uri(), FORK, 1)
    assert not files.check(fork).problems
    assert files.source(str(path)).text == NIM
    files.put(parent.uri, NIM.replace("size", "how_big"), 2)
    assert files.check(fork).problems


def test_a_parent_that_changes_on_the_disk_is_read_again(tmp_path: Path) -> None:
    parent = tmp_path / "nim.rules.yaml"
    parent.write_text(NIM, "utf-8")

    async def play(editor: Editor) -> None:
        fork = editor.open("big_nim.rules.yaml", FORK)
        assert await editor.problems(fork) == []
        parent.write_text(NIM.replace("left()", "over()"), "utf-8")
        changed = lsp.FileEvent(editor.uri("nim.rules.yaml"), lsp.FileChangeType.Changed)
        events = lsp.DidChangeWatchedFilesParams([changed])
        editor.client.workspace_did_change_watched_files(events)
        (found,) = await editor.problems(fork, bool)
        assert text_at(FORK, found.range) == "left"

    in_folder(tmp_path, play)


def test_renaming_refuses_what_would_not_do(session: Session) -> None:
    async def play(editor: Editor) -> None:
        uri = editor.open("nim.rules.yaml", NIM)

        async def refused(marked: str, name: str) -> str:
            wanted = lsp.RenameParams(**editor.find(uri, marked), new_name=name)
            with pytest.raises(JsonRpcException) as caught:
                await editor.client.text_document_rename_async(wanted)
            return str(caught.value)

        assert "word of the language" in await refused("le¦ft(): montón", "win")
        assert "no name" in await refused("le¦ft(): montón", "a b")
        assert "not declared" in await refused("win mo¦ver", "player_to_move")

    session.run(play)


def test_a_local_is_renamed_in_its_script_alone(session: Session) -> None:
    async def play(editor: Editor) -> str:
        uri = editor.open("nim.rules.yaml", NIM)
        wanted = lsp.RenameParams(**editor.find(uri, "where ¦n <= left()"), new_name="número")
        answer = await editor.client.text_document_rename_async(wanted)
        assert answer is not None
        assert answer.changes is not None
        return edited(NIM, list(answer.changes[uri]))

    assert session.run(play) == NIM.replace(
        "take(n in 1..2) where n <= left()\n  take_away(n)",
        "take(número in 1..2) where número <= left()\n  take_away(número)",
    )


def test_the_file_as_a_whole(session: Session) -> None:
    async def play(editor: Editor) -> None:
        uri = editor.open("nim.rules.yaml", NIM.replace("n <= left()", "n<=left()"))
        document = lsp.TextDocumentIdentifier(uri)
        ask = editor.client
        symbols = await ask.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
        assert symbols is not None
        assert [one.name for one in symbols][:4] == ["edition", "game", "title", "players"]
        folds = await ask.text_document_folding_range_async(lsp.FoldingRangeParams(document))
        assert folds is not None
        assert (11, 13) in {(one.start_line, one.end_line) for one in folds}
        asked = lsp.SemanticTokensParams(document)
        tokens = await ask.text_document_semantic_tokens_full_async(asked)
        assert tokens is not None
        assert len(tokens.data) % 5 == 0
        assert min(tokens.data) >= 0
        everything = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
        hinted = lsp.InlayHintParams(document, everything)
        hints = await ask.text_document_inlay_hint_async(hinted)
        assert hints is not None
        assert [one.label for one in hints] == [" → 0..9", ": 1..2"]
        options = lsp.FormattingOptions(2, True)
        wanted = lsp.DocumentFormattingParams(document, options)
        edits = await ask.text_document_formatting_async(wanted)
        assert edited(editor.texts[uri], list(edits or ())) == NIM
        lenses = await ask.text_document_code_lens_async(lsp.CodeLensParams(document))
        titles = [one.command.title for one in lenses or () if one.command is not None]
        assert titles == ["play", "run all scenarios", "run scenario"]
        run = lsp.ExecuteCommandParams("fragma.runScenarios", arguments=[uri, "the_last_wins"])
        assert await ask.workspace_execute_command_async(run) == "the_last_wins holds"

    session.run(play)


def test_an_editor_is_answered_in_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FRAGMA_LANG", "es")
    session = Session(Path("/"))

    async def play(editor: Editor) -> None:
        uri = editor.open("nim.rules.yaml", NIM)
        at = editor.find(uri, "w¦in mover")
        told = await editor.client.text_document_hover_async(lsp.HoverParams(**at))
        assert "termina la partida" in str(told)
        offered = await editor.client.text_document_completion_async(lsp.CompletionParams(**at))
        assert "termina la partida" in str(offered)
        document = lsp.TextDocumentIdentifier(uri)
        parts = await editor.client.text_document_document_symbol_async(
            lsp.DocumentSymbolParams(document)
        )
        assert "detail='función'" in str(parts)
        lenses = await editor.client.text_document_code_lens_async(lsp.CodeLensParams(document))
        assert "title='ejecutar todos los escenarios'" in str(lenses)
        renaming = lsp.RenameParams(new_name="win", **editor.find(uri, "take_a¦way(n)\n  if"))
        with pytest.raises(JsonRpcException, match="`win` es una palabra del lenguaje"):
            await editor.client.text_document_rename_async(renaming)

    try:
        session.run(play)
    finally:
        session.stop()
