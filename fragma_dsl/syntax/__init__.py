"""Syntax: rule text to tree. The home of yaml and lark; knows nothing of meaning."""
