"""Lsp: the language server for editors, over the standard input and output."""

from importlib import import_module

from fragma_dsl.cli.failure import CliFailure


def command() -> None:
    """Serve an editor: problems, completion, hover, names, formatting. The editor starts it."""
    try:
        server = import_module("fragma_dsl.lsp.features")
    except ModuleNotFoundError as error:
        if error.name not in ("pygls", "lsprotocol"):
            raise
        raise CliFailure("the language server needs pygls: pip install 'fragma-dsl[lsp]'") from None
    server.serve()
