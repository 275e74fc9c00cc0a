"""Semantics: the tree resolved and typed into a model, with all that is wrong in it."""
