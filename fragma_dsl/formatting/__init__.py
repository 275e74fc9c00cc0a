"""Formatting: a rule file to its one canonical form, comments and meaning kept."""

from fragma_dsl.formatting.file import format_source

__all__ = ["format_source"]
