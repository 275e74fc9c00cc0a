"""Lsp: the language server, the edge between editors and the package `editor`."""
