"""Refused: rules whose tables would be too large."""


class NotCompiledError(Exception):
    """Raised for rules that the compiled backend would need too large a table for."""
