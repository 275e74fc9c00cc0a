"""Cli: the command `fragma`; every command in a module of its own, imported when asked for."""
