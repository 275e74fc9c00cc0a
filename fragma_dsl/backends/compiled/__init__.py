"""Compiled: a program as the source of a Python module over the flat state, run plain or as
machine code."""
