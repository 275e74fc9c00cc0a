"""Backends: what runs a program. They know nothing of each other."""
