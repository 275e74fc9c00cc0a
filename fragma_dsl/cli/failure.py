"""Failure: what ends a command, in words for the person who gave it."""

USAGE = 2
PROBLEMS = 1


class CliFailure(Exception):  # noqa: N818 - it ends a command, it is no error of the program
    """Raised where a command cannot go on; 2 for a wrong use, 1 for wrong rules or records."""

    def __init__(self, message: str, exit_code: int = USAGE) -> None:
        super().__init__(message)
        self.exit_code = exit_code
