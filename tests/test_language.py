"""What fragma says is said in Spanish, too: every text that can be told, in each of its places."""

import json
import re
from inspect import cleandoc
from pathlib import Path
from types import SimpleNamespace
from typing import get_args

import pytest
import typer
from pygls.exceptions import JsonRpcException
from pygls.workspace import PositionCodec
from typer.testing import CliRunner

from fragma_dsl.cli.main import COMMANDS, app
from fragma_dsl.editor.rename import check_renameable
from fragma_dsl.editor.symbols import Symbol, SymbolKind
from fragma_dsl.explained.kinds import explanations
from fragma_dsl.lsp import answers
from fragma_dsl.lsp.diagnostics import diagnostics_of, fixes_of
from fragma_dsl.lsp.features import make_server
from fragma_dsl.lsp.files import Files, OpenFile
from fragma_dsl.lsp.positions import Positions
from fragma_dsl.lsp.renaming import refusing
from fragma_dsl.lsp.signature_help import signature_help
from fragma_dsl.pipeline import analyse_source
from fragma_dsl.semantics.forks.merged import MAP_NAMES, noun
from fragma_dsl.syntax.json_schema import rule_file_schema
from fragma_dsl.text.language import catalogue_of, read_catalogue, tell, wanted_language
from fragma_dsl.text.paragraphs import first_sentence, pieces
from fragma_dsl.text.said import chained, listed, say
from fragma_dsl.text.source import Source
from tests.templates import descriptions, fields, plain, templates, unsaid, words

SPANISH = catalogue_of("es")
GAME = """\
edition: 1
game: nim
title: Nim
players: 2
turn: win mowver
"""
LOST = """\
edition: 1
game: lost
title: {en: Lost, es: Perdido}
players: 1
state: {heap: {type: 0..9, start: 1}}
turn: |
  choose take(n in 1..2): heap -= n
  win mover
scenarios:
  one: {play: take(2)}
"""


@pytest.fixture
def broken(tmp_path: Path) -> str:
    path = tmp_path / "nim.rules.yaml"
    path.write_text(GAME, "utf-8")
    return str(path)


@pytest.fixture
def lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("lost.rules.yaml").write_text(LOST, "utf-8")
    return "lost.rules.yaml"


def fragma(*arguments: str, stdin: str | None = None, **environment: str) -> str:
    return CliRunner().invoke(app, arguments, input=stdin, env=environment).output


# ---- the catalogue


def test_every_text_has_a_spanish_one() -> None:
    known = {**plain(), **templates()}
    missing = [f"{name}: {text}" for text, name in known.items() if words(text)
               and text not in SPANISH]  # fmt: skip
    assert missing == [], "fragma_dsl/text/locale/es.po has no entry for these"


def test_spanish_texts_have_the_fields_of_the_english_ones() -> None:
    assert [text for text, told in SPANISH.items() if fields(text) != fields(told)] == []


def test_words_that_are_put_into_texts_have_spanish_ones() -> None:
    nouns = [noun(key) for key in sorted(MAP_NAMES)]
    assert [one for one in (*nouns, *(f"the {one}" for one in nouns)) if one not in SPANISH] == []


def test_no_entry_is_left_over() -> None:
    known = {**plain(), **templates()}
    assert [text for text in SPANISH if "{" in text and text not in known] == []


def test_texts_are_templates_and_no_f_strings() -> None:
    """Those that are left are code, names, or stand in the catalogue as a whole."""
    assert sorted(unsaid()) == [
        "search_path.py: the {} that come with fragma",
        "semantics/declarations.py: the {} directions",
        "semantics/forks/base.py: {}_of_parent",
        "semantics/forks/edit.py: {} in a library",
        "semantics/planes.py: the {}s of tiles",
        "semantics/resolve_types.py: layer of {}",
        "semantics/statements.py: for {} in pieces({}): {}all {} from {}{}",
        "semantics/statements.py: piece on {}",
    ]


def test_the_catalogue_is_read_for_those_who_want_it_alone() -> None:
    assert catalogue_of(None) == catalogue_of("en") == catalogue_of("pt") == {}
    assert catalogue_of("es") is SPANISH


def test_entries_may_have_several_lines() -> None:
    text = '# note\nmsgid ""\nmsgstr "head"\n\nmsgid ""\n"a "\n"b"\nmsgstr ""\n"c\\n"\n"d"\n'
    assert read_catalogue(f'{text}\nmsgid "open"\nmsgstr ""\n') == {"a b": "c\nd"}


# ---- telling


def test_what_is_put_into_a_text_is_told_too() -> None:
    text = say("expected {expected}, found {found}", expected="a zone", found="something")
    assert (text, tell(text, None)) == ("expected a zone, found something",) * 2
    assert tell(text, "es") == "se esperaba una zona, hay algo"


def test_code_and_names_stay_as_they_are() -> None:
    text = say("{mover!s} decides", mover="zone")
    assert tell(text, "es") == "decide zone"
    assert tell(say("unknown {what} `{name}`", what="zone", name="zone"), "es") == (
        "zona sin declarar: `zone`"
    )


def test_lists_are_told_with_their_joints() -> None:
    assert listed(["`a`", "`b`", "`c`"], "or") == "`a`, `b` or `c`"
    assert tell(listed(["`a`", "`b`", "`c`"], "or"), "es") == "`a`, `b` o `c`"
    assert tell(chained(["`a`", "`b`"], "and"), "es") == "`a` y `b`"


@pytest.mark.parametrize(
    ("name", "language"),
    [
        *(("es_AR.UTF-8", "es"), ("es", "es"), ("es-419", "es"), ("en_GB", "en"), ("pt", "pt")),
        *(("C", None), ("C.UTF-8", None), ("POSIX", None), ("", None)),
    ],
)
def test_locales_name_languages(name: str, language: str | None) -> None:
    assert wanted_language({"LANG": name}) == language


# ---- commands


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (["--lang", "es"], {}),
        ([], {"FRAGMA_LANG": "es"}),
        ([], {"FRAGMA_LANG": "", "LC_ALL": "es_AR.UTF-8", "LANG": "en_GB"}),
        ([], {"FRAGMA_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "es"}),
        (["--lang", "es"], {"FRAGMA_LANG": "en"}),
    ],
)
def test_commands_speak_the_language_that_is_wanted(broken, arguments, environment) -> None:
    output = fragma("validate", broken, *arguments, **environment)
    assert "error[F201]: nombre sin declarar: `mowver`" in output
    assert "ayuda: ¿quisiste decir `mover`?" in output
    assert output.endswith("\n1 error\n")


@pytest.mark.parametrize("name", ["en", "en_GB.UTF-8", "C", "de", "POSIX", ""])
def test_other_languages_are_told_in_english(broken, name) -> None:
    assert "error[F201]: unknown name `mowver`" in fragma(
        "validate", broken, FRAGMA_LANG=name, LC_ALL="", LC_MESSAGES="", LANG="C"
    )


def test_a_language_is_asked_for_once(broken) -> None:
    fragma("validate", broken, "--lang", "es")
    assert "unknown name" in fragma("validate", broken)


def test_data_keeps_its_keys_and_codes(broken) -> None:
    one, other = (
        json.loads(fragma("validate", broken, "--format", "json", "--lang", language))
        for language in ("en", "es")
    )
    assert other["problems"][0]["message"] == "nombre sin declarar: `mowver`"
    for told in (one, other):
        del told["problems"][0]["message"], told["problems"][0]["help"]
    assert one == other


def test_reports_for_other_tools_have_messages_in_the_language(broken) -> None:
    sarif = json.loads(fragma("validate", broken, "--format", "sarif", "--lang", "es"))
    (result,) = sarif["runs"][0]["results"]
    assert result["ruleId"] == "F201"
    assert result["message"]["text"].startswith("nombre sin declarar: `mowver` (¿quisiste")
    for form in ("github", "junit"):
        assert "nombre sin declarar" in fragma("validate", broken, "--format", form, "--lang", "es")


def test_scenarios_and_faults_are_told(lost) -> None:
    output = fragma("test", lost, "--lang", "es")
    assert "escenario `one`: fallo `range`: -1 no está en 0..9" in output
    assert "1 escenario: 0 bien, 1 con fallos" in output


def test_a_game_and_what_fragma_says_are_in_one_language(lost) -> None:
    output = fragma("play", lost, "--seed", "1", stdin="x\n2\nn\n", FRAGMA_LANG="es")
    assert output.startswith("Perdido · ")
    assert "`x` no es una acción posible" in output
    assert "Las reglas fallaron: -1 no está en 0..9" in output


def test_wrong_use_is_told() -> None:
    assert "no existe el archivo: nimm" in fragma("validate", "nimm", "--lang", "es")
    assert "no existe la orden `validat`" in fragma("validat", FRAGMA_LANG="es")


def test_a_language_that_fragma_does_not_speak_is_refused(broken) -> None:
    assert "fragma does not speak `fr`; it speaks en, es" in fragma(
        "validate", broken, "--lang", "fr"
    )


def test_explanations_are_told() -> None:
    output = fragma("explain", "F201", "--lang", "es")
    assert output.startswith("F201: Nada en el archivo, el lenguaje o las líneas de arriba")
    assert "La ortografía cuenta.\n\nUn ejemplo que lo tiene:\n" in output
    assert fragma("explain", "full", "--lang", "es").startswith("full: No hay sitio")
    assert fragma("explain", "F201").startswith("F201: Nothing in the file")


def test_the_list_of_explanations_is_told() -> None:
    output = fragma("explain", "--lang", "es")
    assert [text for text in map(first_sentence, explanations().values()) if text in output] == []


def test_the_debugger_is_told_and_the_words_of_a_game_are_not(lost) -> None:
    commands = "help\nwhy-not take(3)\nwhy take(1)\nas nobody\nstep take(1)\nstep x\n"
    output = fragma("debug", lost, "--lang", "es", stdin=commands)
    assert output.startswith("jugada 1: se espera a p1, punto ")
    assert "\nlínea 7: choose take(n in 1..2): heap -= n\n" in output
    assert "\nwhy ACCIÓN      cada condición de una acción" in output
    assert "`take(3)` no es legal\n  opción `take`, línea 7\n    no: `n` no puede ser 3" in output
    assert "no hay ningún jugador `nobody`; hay p1" in output


def test_what_a_game_calls_like_a_text_is_no_text(tmp_path) -> None:
    path = tmp_path / "nim.rules.yaml"
    path.write_text(GAME.replace("win mowver", "|\n  choose:\n    option seed: win mover"), "utf-8")
    assert "\nseed\n" in fragma("debug", str(path), "--lang", "es", stdin="actions\n")
    assert SPANISH["seed"] == "semilla"


def test_forks_are_told_of(lost) -> None:
    output = fragma("new", "found", "--from", lost, "--lang", "es")
    assert output.startswith("found.rules.yaml es una bifurcación de")
    text = Path("found.rules.yaml").read_text("utf-8")
    assert "# Lo que hay además:\n# add:\n" in text
    Path("found.rules.yaml").write_text(text + "override: {players: 2}\n", "utf-8")
    assert "reemplazado por found: " in fragma(
        "origin", "found.rules.yaml", "players", "--lang", "es"
    )
    assert fragma("diff", lost, lost, "--lang", "es") == "ninguna diferencia\n"


# ---- help


def helped_commands() -> list[tuple[typer.Context, typer.core.TyperCommand]]:
    group = typer.main.get_command(app)
    ctx = group.make_context("fragma", ["list"])
    commands = [group, *(group.get_command(ctx, name) for name in COMMANDS)]
    return [(ctx, command) for command in commands]


def test_every_help_has_a_spanish_one() -> None:
    texts = []
    for ctx, command in helped_commands():
        texts += [piece for one in pieces(cleandoc(command.help)) for piece in one]
        for parameter in command.get_params(ctx):
            name, _ = parameter.get_help_record(ctx)
            texts += [parameter.help, *re.findall(r"[A-Z]{2,}|<[a-z ]+>", name)]
    assert sorted({text for text in texts if text not in SPANISH}) == []


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (["perft", "--lang", "es", "--help"], {}),
        (["perft", "--help", "--lang=es"], {}),
        (["--lang", "es", "perft", "-h"], {}),
        (["perft", "--help"], {"FRAGMA_LANG": "es"}),
    ],
)
def test_help_is_told(arguments, environment) -> None:
    page = " ".join(fragma(*arguments, **environment).split())
    assert "perft [OPCIONES] {ARCHIVO} {PROFUNDIDAD} Cuenta las secuencias" in page
    assert page.startswith("Uso: ")
    assert "Argumentos: ARCHIVO Un archivo de reglas, o" in page
    assert "PROFUNDIDAD Cuántas jugadas. [obligatorio]" in page
    assert "--workers <entero> Procesos o hilos. [por defecto: 1; 1<=x<=256]" in page
    assert "-h, --help Muestra este mensaje y termina." in page


@pytest.mark.parametrize("arguments", [["--lang", "es", "--help"], ["--help", "--lang", "es"]])
def test_the_list_of_commands_is_told(arguments) -> None:
    page = fragma(*arguments)
    assert "Órdenes:\n  validate  Dice qué está mal" in page
    assert "Commands" not in page
    assert fragma("--help").startswith("Usage: ")


def test_the_language_may_stand_before_the_command(broken, lost) -> None:
    assert "nombre sin declarar" in fragma("--lang", "es", "validate", broken)
    assert "unknown name" in fragma("--lang", "es", "validate", broken, "--lang", "en")
    assert "does not speak `fr`" in fragma("--lang", "fr", "validate", broken)
    assert fragma("--lang", "es", "play", lost, "--seed", "1", stdin="").startswith("Perdido · ")


# ---- editors


def test_diagnostics_and_titles_of_fixes_are_told() -> None:
    source = Source("nim.rules.yaml", GAME)
    problems = analyse_source(source).problems
    positions = Positions(PositionCodec())
    (found,) = diagnostics_of(problems, source, None, positions, "es")
    assert found.message == "nombre sin declarar: `mowver`\n¿quisiste decir `mover`?"
    (action,) = fixes_of(problems, source, problems[0].span, positions, "es")
    assert action.title == "¿quisiste decir `mover`?"


@pytest.mark.parametrize(
    ("locale", "language"), [("es-AR", "es"), ("es", "es"), ("de", "de"), (None, "en")]
)
def test_the_server_takes_the_locale_of_the_editor(locale, language) -> None:
    server = make_server()
    initialize = server.protocol.fm.features["initialize"]
    initialize(
        SimpleNamespace(
            workspace_folders=None, root_uri=None, locale=locale, initialization_options=None
        )
    )
    assert server.language == language


EDITED = """\
edition: 1
game: nim
title: Nim
players: {names: [ana, bob]}
options: {size: {type: 3..9, default: 5, about: {en: How many., es: Cuántas.}}}
state: {heap: {type: 0..9, start: 5}}
rules: {clear(): heap = 0}
turn: |
  choose take(n in 1..2) where n <= max(heap, 0): heap -= n
  if heap == size: win mover
scenarios:
  one: {play: take(2)}
"""


@pytest.fixture
def edited() -> tuple[OpenFile, Files, Positions]:
    file = OpenFile("file:///nim.rules.yaml", Source("/nim.rules.yaml", EDITED))
    return file, Files(), Positions(PositionCodec())


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("tur", "`turn`: qué es un turno."),
        ("wi", "`win PLAYERS` termina la partida: ellos ganan, los demás pierden."),
        ("<= ma", "Da el mayor de dos números."),
        ("clea", "regla clear()"),
        ("== siz", "opción size: 3..9\n```\n\nCuántas."),
        ("win mo", "*de `prelude.rules.yaml`*"),
        ("gam", "Tiene que estar."),
    ],
)
def test_hovers_are_told(edited, before, told) -> None:
    file, files, positions = edited
    offset = EDITED.index(before) + len(before)
    asked = (files.index(file), file.source, offset, positions)
    assert told in answers.hover(*asked, "es").contents.value
    assert told not in answers.hover(*asked).contents.value


@pytest.mark.parametrize(
    ("before", "label", "detail", "doc"),
    [
        ("  if ", "heap", "variable: 0..9", None),
        ("  if ", "ana", "jugador", None),
        ("  if ", "max", "max(int a, int b) → int", "Da el mayor de dos números."),
        ("  ", "while", None, "`while C: ...` repite un bloque mientras C se cumple."),
    ],
)
def test_completions_are_told(edited, before, label, detail, doc) -> None:
    file, files, positions = edited
    offset = EDITED.index("  if heap")
    text = f"{EDITED[:offset]}{before}\n{EDITED[offset:]}"
    source = Source(file.source.name, text)
    items = answers.completions(files.index(file), source, offset + len(before), positions, "es")
    (item,) = [one for one in items if one.label == label]
    assert (item.detail or "").startswith(detail or "")
    assert item.documentation == doc


def test_keys_are_completed_with_what_they_are_for(edited) -> None:
    file, files, positions = edited
    index = files.index(file)
    items = answers.completions(index, file.source, EDITED.index("turn"), positions, "es")
    assert [one.documentation for one in items if one.label == "board"] == []
    assert {"qué es un turno"} == {one.documentation for one in items if one.label == "turn"}


def test_calls_and_lenses_are_told(edited) -> None:
    file, files, positions = edited
    offset = EDITED.index("max(") + 4
    found = signature_help(files.index(file), file.source, offset, positions, "es")
    assert found.signatures[0].documentation.value == "Da el mayor de dos números."
    lenses = answers.code_lenses(file, positions, True, "es")
    assert [one.command.title for one in lenses] == [
        "jugar",
        "ejecutar todos los escenarios",
        "ejecutar el escenario",
    ]


def test_what_cannot_be_renamed_is_told(edited) -> None:
    file, files, _ = edited
    index = files.index(file)
    why = r"el nombre de `max` \(función del lenguaje\) no se declara"
    with pytest.raises(JsonRpcException, match=why):
        refusing(lambda: check_renameable(index, Symbol("builtin", "max")), "es")


def test_kinds_of_symbols_have_spanish_nouns() -> None:
    nouns = [Symbol(kind, "").noun for kind in get_args(SymbolKind)]
    assert [noun for noun in nouns if noun not in SPANISH] == []


def test_the_schema_is_told() -> None:
    schema = json.loads(fragma("schema", "--lang", "es"))
    english = json.loads(fragma("schema"))
    assert english == rule_file_schema()
    assert schema["title"] == "Archivo de reglas Fragma"
    assert [
        text for text in descriptions(schema) if text in SPANISH and SPANISH[text] != text
    ] == []
    assert schema["definitions"].keys() == english["definitions"].keys()
