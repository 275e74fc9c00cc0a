"""Interpreter: the reference backend, plain and obviously right."""

from fragma_dsl.backends.interpreter.machine import InterpreterMachine

__all__ = ["InterpreterMachine"]
