"""Schema: the JSON Schema of rule files, for YAML editors, out."""

import json

import typer

from fragma_dsl.syntax.json_schema import rule_file_schema


def command() -> None:
    """Print the JSON Schema of rule files; any YAML editor completes and checks keys with it."""
    typer.echo(json.dumps(rule_file_schema(), indent=2, ensure_ascii=False))
