"""Diagnostics: problems as an editor shows them, and their fixes as actions."""

from collections.abc import Iterable, Iterator

from lsprotocol import types as lsp

from fragma_dsl.lsp.files import place, uri_of
from fragma_dsl.lsp.positions import Positions
from fragma_dsl.text.language import tell
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.said import say
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

SERVER = "fragma"
_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
}


def diagnostics_of(
    problems: Iterable[Problem],
    source: Source,
    naming: Span | None,
    positions: Positions,
    language: str | None = None,
) -> Iterator[lsp.Diagnostic]:
    """Write the problems of a file. Those in files that it is made of stand where it names them."""
    elsewhere: list[Problem] = []
    for problem in problems:
        if place(problem.span.source.name) == place(source.name):
            yield diagnostic_of(problem, positions, language)
        elif problem.severity == "error":
            elsewhere.append(problem)
    if elsewhere:
        first = elsewhere[0]
        more = say(", and {count} more", count=len(elsewhere) - 1) if len(elsewhere) > 1 else ""
        message = say(
            "in {place!s}: {message}{more}", place=first.span, message=first.message, more=more
        )
        span = naming or Span(source, 0, 0)
        yield lsp.Diagnostic(
            positions.range(span),
            tell(message, language),
            lsp.DiagnosticSeverity.Error,
            first.code,
            source=SERVER,
            related_information=[
                _related(one.span, tell(one.message, language), positions) for one in elsewhere
            ],
        )


def diagnostic_of(
    problem: Problem, positions: Positions, language: str | None = None
) -> lsp.Diagnostic:
    """Write a problem with its help and its other places."""
    sure = f" ({tell(problem.certainty, language)})" if problem.certainty else ""
    help = f"\n{tell(problem.help, language)}" if problem.help else ""
    return lsp.Diagnostic(
        positions.range(problem.span),
        f"{tell(problem.message, language)}{sure}{help}",
        _SEVERITIES[problem.severity],
        problem.code,
        source=SERVER,
        related_information=[
            _related(label.span, tell(label.text or "here", language), positions)
            for label in problem.places
        ],
    )


def _related(span: Span, text: str, positions: Positions) -> lsp.DiagnosticRelatedInformation:
    place = lsp.Location(uri_of(span.source), positions.range(span))
    return lsp.DiagnosticRelatedInformation(place, text)


def fixes_of(
    problems: Iterable[Problem],
    source: Source,
    wanted: Span,
    positions: Positions,
    language: str | None = None,
) -> Iterator[lsp.CodeAction]:
    """Write the fixes of the problems that touch a stretch, and one for all fixes of the file."""
    fixed = [
        problem
        for problem in problems
        if problem.fix is not None and problem.fix.span.source.name == source.name
    ]
    for problem in fixed:
        if problem.span.start <= wanted.end and wanted.start <= problem.span.end:
            title = tell(_title(problem), language)
            title = title[:1].upper() + title[1:]
            diagnostics = [diagnostic_of(problem, positions, language)]
            yield _action(title, [problem], source, positions, diagnostics=diagnostics)
    apart = _apart(fixed)
    if len(apart) > 1:
        kind = lsp.CodeActionKind.SourceFixAll
        all_fixes = tell(say("Apply all {count} fixes of the file", count=len(apart)), language)
        yield _action(all_fixes, apart, source, positions, kind)


def _title(problem: Problem) -> str:
    fix = problem.fix
    assert fix is not None
    if problem.help:
        return problem.help
    shown = " ".join(fix.text.split())
    return say("write `{shown}`", shown=shown) if shown else "delete it"


def _action(
    title: str,
    problems: list[Problem],
    source: Source,
    positions: Positions,
    kind: lsp.CodeActionKind = lsp.CodeActionKind.QuickFix,
    diagnostics: list[lsp.Diagnostic] | None = None,
) -> lsp.CodeAction:
    edits = [
        lsp.TextEdit(positions.range(one.fix.span), one.fix.text)
        for one in problems
        if one.fix is not None
    ]
    return lsp.CodeAction(
        title,
        kind,
        diagnostics,
        True if diagnostics else None,
        edit=lsp.WorkspaceEdit({uri_of(source): edits}),
    )


def _apart(problems: list[Problem]) -> list[Problem]:
    """Leave out fixes that touch an earlier one."""
    kept: list[Problem] = []
    at = -1
    for problem in sorted(problems, key=lambda one: one.fix.span.start if one.fix else 0):
        if problem.fix is not None and problem.fix.span.start > at:
            kept.append(problem)
            at = problem.fix.span.end
    return kept
