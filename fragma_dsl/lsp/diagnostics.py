"""Diagnostics: problems as an editor shows them, and their fixes as actions."""

from collections.abc import Iterable, Iterator
from os.path import normpath

from lsprotocol import types as lsp

from fragma_dsl.lsp.files import uri_of
from fragma_dsl.lsp.positions import Positions
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

SERVER = "fragma"
_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
}


def diagnostics_of(
    problems: Iterable[Problem], source: Source, naming: Span | None, positions: Positions
) -> Iterator[lsp.Diagnostic]:
    """Write the problems of a file. Those in files that it is made of stand where it names them."""
    elsewhere: list[Problem] = []
    for problem in problems:
        if normpath(problem.span.source.name) == normpath(source.name):
            yield diagnostic_of(problem, positions)
        elif problem.severity == "error":
            elsewhere.append(problem)
    if elsewhere:
        first = elsewhere[0]
        more = f", and {len(elsewhere) - 1} more" if len(elsewhere) > 1 else ""
        span = naming or Span(source, 0, 0)
        yield lsp.Diagnostic(
            positions.range(span),
            f"in {first.span}: {first.message}{more}",
            lsp.DiagnosticSeverity.Error,
            first.code,
            source=SERVER,
            related_information=[_related(one.span, one.message, positions) for one in elsewhere],
        )


def diagnostic_of(problem: Problem, positions: Positions) -> lsp.Diagnostic:
    """Write a problem with its help and its other places."""
    help = f"\n{problem.help}" if problem.help else ""
    return lsp.Diagnostic(
        positions.range(problem.span),
        f"{problem.message}{help}",
        _SEVERITIES[problem.severity],
        problem.code,
        source=SERVER,
        related_information=[
            _related(label.span, label.text or "here", positions) for label in problem.places
        ],
    )


def _related(span: Span, text: str, positions: Positions) -> lsp.DiagnosticRelatedInformation:
    place = lsp.Location(uri_of(span.source), positions.range(span))
    return lsp.DiagnosticRelatedInformation(place, text)


def fixes_of(
    problems: Iterable[Problem], source: Source, wanted: Span, positions: Positions
) -> Iterator[lsp.CodeAction]:
    """Write the fixes of the problems that touch a stretch, and one for all fixes of the file."""
    fixed = [
        problem
        for problem in problems
        if problem.fix is not None and problem.fix.span.source.name == source.name
    ]
    for problem in fixed:
        if problem.span.start <= wanted.end and wanted.start <= problem.span.end:
            yield _action(_title(problem), [problem], source, positions, preferred=True)
    apart = _apart(fixed)
    if len(apart) > 1:
        kind = lsp.CodeActionKind.SourceFixAll
        yield _action(f"Apply all {len(apart)} fixes of the file", apart, source, positions, kind)


def _title(problem: Problem) -> str:
    fix = problem.fix
    assert fix is not None
    if problem.help:
        return problem.help[0].upper() + problem.help[1:]
    shown = " ".join(fix.text.split())
    return f"Write `{shown}`" if shown else "Delete it"


def _action(
    title: str,
    problems: list[Problem],
    source: Source,
    positions: Positions,
    kind: lsp.CodeActionKind = lsp.CodeActionKind.QuickFix,
    preferred: bool = False,
) -> lsp.CodeAction:
    edits = [
        lsp.TextEdit(positions.range(one.fix.span), one.fix.text)
        for one in problems
        if one.fix is not None
    ]
    return lsp.CodeAction(
        title,
        kind,
        [diagnostic_of(one, positions) for one in problems] if preferred else None,
        preferred or None,
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
