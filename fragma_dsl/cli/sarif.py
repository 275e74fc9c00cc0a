"""SARIF: problems in, a log of SARIF 2.1.0 out."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fragma_dsl import __version__
from fragma_dsl.cli.speech import spoken, told
from fragma_dsl.explained.kinds import explanations, problem_kinds
from fragma_dsl.text.paragraphs import explained, first_sentence
from fragma_dsl.text.problem import Fix, Problem
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
BEYOND = 0xFFFF
"""Characters above take two units of UTF-16."""


def sarif_log(problems: Sequence[Problem]) -> dict[str, Any]:
    """Give a log with one run; its rules are the kinds of problem that came up."""
    codes = sorted({problem.code for problem in problems})
    kinds, texts = problem_kinds(), explanations()
    rules = [sarif_rule(kinds[code], explained(texts[code], spoken())) for code in codes]
    driver = {"name": "fragma", "version": __version__, "rules": rules}
    results = [sarif_result(problem, codes.index(problem.code)) for problem in problems]
    run = {"tool": {"driver": driver}, "columnKind": "utf16CodeUnits", "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def sarif_rule(kind: type[Problem], text: str) -> dict[str, Any]:
    """Write a kind of problem and what is to be said about it."""
    remedy = f"\n\n{told(kind.remedy)}" if kind.remedy else ""
    return {
        "id": kind.code,
        "name": kind.__name__,
        "shortDescription": {"text": first_sentence(text)},
        "fullDescription": {"text": " ".join(text.split())},
        "help": {"text": f"{text}{remedy}\n\nfragma explain {kind.code}"},
        "defaultConfiguration": {"level": kind.severity},
    }


def sarif_result(problem: Problem, index: int) -> dict[str, Any]:
    """Write one problem."""
    message = told(problem.message)
    result: dict[str, Any] = {
        "ruleId": problem.code,
        "ruleIndex": index,
        "level": problem.severity,
        "message": {"text": message if not problem.help else f"{message} ({told(problem.help)})"},
        "locations": [{"physicalLocation": physical(problem.span)}],
    }
    if problem.places:
        result["relatedLocations"] = [
            {
                "id": number,
                "physicalLocation": physical(one.span),
                "message": {"text": told(one.text) or "here"},
            }
            for number, one in enumerate(problem.places)
        ]
    if problem.certainty is not None:
        result["properties"] = {"certainty": problem.certainty}
    if problem.fix is not None:
        result["fixes"] = [sarif_fix(problem.fix, problem.help)]
    return result


def sarif_fix(fix: Fix, help: str | None) -> dict[str, Any]:
    """Write an exact edit."""
    replacement = {"deletedRegion": region(fix.span), "insertedContent": {"text": fix.text}}
    change = {"artifactLocation": artifact(fix.span.source), "replacements": [replacement]}
    described = {"description": {"text": told(help)}} if help else {}
    return described | {"artifactChanges": [change]}


def physical(span: Span) -> dict[str, Any]:
    """Write where a span is."""
    return {"artifactLocation": artifact(span.source), "region": region(span)}


def artifact(source: Source) -> dict[str, str]:
    """Write a file as a reference relative to where fragma runs, or as a URI of its own."""
    path = Path(source.name)
    return {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix())}


def region(span: Span) -> dict[str, int]:
    """Write the lines and columns of a span, both counted from 1, the end behind it."""
    start_line, start_column = position(span.source, span.start)
    end_line, end_column = position(span.source, span.end)
    return {
        "startLine": start_line,
        "startColumn": start_column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def position(source: Source, offset: int) -> tuple[int, int]:
    """Give the line and the column of an offset, the column in units of UTF-16."""
    line, column = source.position(offset)
    before = source.text[offset - column + 1 : offset]
    return line, column + sum(ord(char) > BEYOND for char in before)
