"""Plain log: what goes wrong in the server, a line each on standard error."""

import logging
import os


class OneLine(logging.Formatter):
    """Writes a record and the error it tells of without where in the code that was, unless
    FRAGMA_DEBUG is set."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one line."""
        if os.environ.get("FRAGMA_DEBUG"):
            return super().format(record)
        error = record.exc_info[1] if record.exc_info else None
        told = f" ({type(error).__name__}: {error})" if error else ""
        return " ".join(f"fragma lsp: {record.getMessage()}{told}".split("\n")[0].split())


def log_plainly() -> None:
    """Let everything that logs write so."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine())
    logging.getLogger().addHandler(handler)
