"""Debugger: rules watched while they run, and asked why an action is legal or is not."""
