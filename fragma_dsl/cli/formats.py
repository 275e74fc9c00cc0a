"""Formats: problems in, the text that another program reads out."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from fragma_dsl.cli.sarif import sarif_log
from fragma_dsl.cli.speech import spoken, told
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.render import render
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

Format = Literal["text", "json", "sarif", "github", "junit"]

Facts = Mapping[str, Mapping[str, str]]
"""By file, what else the analysis says."""


def formatted(how: Format, problems: Sequence[Problem], files: Sequence[str], facts: Facts) -> str:
    """Write problems, and what files were looked at, in a format other than `text`."""
    match how:
        case "json":
            return as_json(problems, files, facts)
        case "sarif":
            return dumped(sarif_log(problems))
        case "github":
            return "\n".join(github_line(one) for one in problems)
        case "junit":
            return as_junit(problems, files)
        case "text":
            return "\n\n".join(render(one, language=spoken()) for one in problems)


# ---- JSON


def as_json(problems: Sequence[Problem], files: Sequence[str], facts: Facts) -> str:
    """Write one object: `version`, `files`, `problems`, and `facts` where there are some."""
    log = {"version": 1, "files": list(files), "problems": [as_map(one) for one in problems]}
    return dumped(log | ({"facts": facts} if facts else {}))


def as_map(problem: Problem) -> dict[str, Any]:
    """Give a problem as a map; lines and columns count characters from 1, ends are exclusive."""
    fix = problem.fix
    return {
        "code": problem.code,
        "severity": problem.severity,
        "certainty": problem.certainty,
        "message": told(problem.message),
        "help": problem.help and told(problem.help),
        **place(problem.span),
        "labels": [{**place(one.span), "text": told(one.text)} for one in problem.places],
        "fix": None if fix is None else {**place(fix.span), "text": fix.text},
    }


def place(span: Span) -> dict[str, Any]:
    """Give where a span begins and ends."""
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def dumped(value: object) -> str:
    """Write JSON for people and programs."""
    return json.dumps(value, ensure_ascii=False, indent=2)


# ---- GitHub and JUnit


def github_line(problem: Problem) -> str:
    """Write a workflow command, which shows the problem beside its line."""
    found = place(problem.span)
    keys = {"file": "file", "line": "line", "endLine": "endLine", "col": "column"}
    parts = [f"{name}={escaped(str(found[key]), ':,')}" for name, key in keys.items()]
    message = told(problem.message)
    if problem.help is not None:
        message += "\n" + told(say("help: {help}", help=problem.help))
    title = f"title={problem.code}"
    return f"::{problem.severity} {','.join([*parts, title])}::{escaped(message)}"


def escaped(text: str, more: str = "") -> str:
    """Escape what would end a workflow command or one of its properties."""
    for char in f"%\r\n{more}":
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def as_junit(problems: Sequence[Problem], files: Sequence[str]) -> str:
    """Write a test suite with a test for each file; it fails at the first of its errors."""
    from xml.etree import ElementTree  # only here: the other forms need none

    suite = ElementTree.Element("testsuite", name="fragma validate", tests=str(len(files)))
    failures = 0
    for file in files:
        test = ElementTree.SubElement(suite, "testcase", classname="fragma", name=file)
        own = [one for one in problems if one.span.source.name == file]
        errors = [one for one in own if one.severity == "error"]
        failures += bool(errors)
        shown = printable("\n\n".join(render(one, language=spoken()) for one in own))
        if errors:
            message = printable(f"{errors[0].code}: {told(errors[0].message)}")
            failure = ElementTree.SubElement(test, "failure", message=message, type=errors[0].code)
            failure.text = shown
        elif own:
            ElementTree.SubElement(test, "system-out").text = shown
    suite.set("failures", str(failures))
    ElementTree.indent(suite)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(suite, "unicode")}'


def printable(text: str) -> str:
    """Replace what XML cannot hold."""
    return "".join(
        char if char in "\n\t" or (char >= " " and not 0xD7FF < ord(char) < 0xE000) else "\ufffd"
        for char in text
    )
