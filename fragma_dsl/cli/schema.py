"""Schema: the JSON Schema of rule files, for YAML editors, out."""

import json
from typing import Any

import typer

from fragma_dsl.cli.speech import told
from fragma_dsl.syntax.json_schema import rule_file_schema

WORDED = ("title", "description")
"""What in a schema is for people."""


def command() -> None:
    """Print the JSON Schema of rule files; any YAML editor completes and checks keys with it."""
    typer.echo(json.dumps(described(rule_file_schema()), indent=2, ensure_ascii=False))


def described(schema: Any) -> Any:
    """Tell the descriptions in a schema."""
    match schema:
        case dict():
            return {
                key: told(value) if key in WORDED and isinstance(value, str) else described(value)
                for key, value in schema.items()
            }
        case list():
            return [described(one) for one in schema]
        case _:
            return schema
