"""Records: the file of a saved game in, its record and its rules out."""

from pathlib import Path

from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.files import check_readable, exists, find_rules, reason
from fragma_dsl.cli.settings import Setting
from fragma_dsl.game import Game
from fragma_dsl.play.record import Record, RecordError
from fragma_dsl.play.record_reading import MAX_BYTES, CutShort, read_record
from fragma_dsl.search_path import shipped_files
from fragma_dsl.text.said import say


def load_record(path: Path) -> Record:
    """Read a record; what is wrong with it is a CliFailure."""
    if not exists(path):
        raise CliFailure(say("no such file: {path}", path=path))
    check_readable(path, MAX_BYTES)
    try:
        return read_record(path)
    except CutShort as error:
        help = "`fragma replay` shows what is left of it"
        raise CliFailure(say("{error}; {help}", error=str(error), help=help), PROBLEMS) from None
    except RecordError as error:
        raise CliFailure(str(error), PROBLEMS) from None
    except OSError as error:
        raise CliFailure(
            say("cannot read {path}: {reason}", path=path, reason=reason(error))
        ) from None


def load_rest(path: Path) -> Record:
    """Read a record, or what is left of one that was cut short."""
    try:
        return load_record(path)
    except CliFailure as failure:
        if isinstance(failure.__context__, CutShort):
            return failure.__context__.rest
        raise


def rules_of(record: Record, file: str | None) -> Setting:
    """Find the rules of a record: those given, those it names, or those that come with fragma."""
    if file is not None:
        path = find_rules(file)
    else:
        named = [Path(record.rules)] if record.rules else []
        beside = [Path(record.name).parent / one.name for one in named]
        shipped = [shipped_files()[record.game]] if record.game in shipped_files() else []
        found = [one for one in (*named, *beside, *shipped) if one.is_file()]
        if not found:
            raise CliFailure(
                say("where are the rules of `{game}`? give the rule file", game=record.game)
            )
        path = found[0]
        check_readable(path)
    return Setting(path, dict(record.options), len(record.seats))


def recorded_game(record: Record, setting: Setting) -> Game:
    """Load the game that a record was played by."""
    try:
        return setting.game()
    except CliFailure as failure:
        message = say(
            "{record} was not played by {path}: {failure}",
            record=record.name,
            path=setting.path,
            failure=str(failure),
        )
        raise CliFailure(message, failure.exit_code) from None
