"""Streams: the standard input and output as the shell gives them, made fit for any text."""

import contextlib
import errno
import os
import sys


def open_streams() -> None:
    """Put an empty stream where the shell has closed one; what is no terminal is UTF-8 on every
    system, and what a terminal cannot show is shown as a question mark."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            is_ours = not stream.isatty() and not os.environ.get("PYTHONIOENCODING")
            stream.reconfigure(encoding="utf-8" if is_ours else None, errors="replace")


def is_left(error: OSError) -> bool:
    """Whether an error says that nobody reads the output any more."""
    is_windows_pipe = (
        sys.platform == "win32" and error.errno == errno.EINVAL and error.filename is None
    )
    return isinstance(error, BrokenPipeError) or is_windows_pipe


def end_output() -> None:
    """Write what is still to be written; where that cannot be done, send it nowhere."""
    try:
        sys.stdout.flush()
    except OSError:
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
