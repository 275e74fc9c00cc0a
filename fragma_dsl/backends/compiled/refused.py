"""Refused: rules that have no compiled form."""


class NotCompiledError(Exception):
    """Raised for rules that the compiled backend has no form for."""
