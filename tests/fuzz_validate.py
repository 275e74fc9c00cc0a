"""Fuzz: rule files damaged at random, and everything that `fragma` does with their text.

`python -m tests.fuzz_validate SECONDS [SEED]` runs for so long, with at most MEMORY bytes. A crash,
or a file that takes more than SLOWEST seconds of work, is printed with its text, and ends the run
with code 1.
"""

import faulthandler
import random
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress

from pygls.workspace import PositionCodec

from fragma_dsl.checking.analysis.find import facts
from fragma_dsl.checking.validated import validated
from fragma_dsl.cli.fixing import fixed
from fragma_dsl.cli.formats import formatted
from fragma_dsl.editor.rename import RenameError, check_renameable
from fragma_dsl.explained.examples import examples, whole
from fragma_dsl.explained.kinds import problem_kinds
from fragma_dsl.formatting import format_source
from fragma_dsl.lsp import answers
from fragma_dsl.lsp.diagnostics import diagnostics_of, fixes_of
from fragma_dsl.lsp.files import Files
from fragma_dsl.lsp.positions import Positions
from fragma_dsl.lsp.signature_help import signature_help
from fragma_dsl.pipeline import analyse_source
from fragma_dsl.search_path import find_source
from fragma_dsl.semantics.forks import Missing
from fragma_dsl.text.loading import Wanted
from fragma_dsl.text.render import render
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span
from tests.case_files import CASES, read_cases
from tests.damage import Damage, words_of
from tests.fenced import ROOT
from tests.fork_cases import read_fork_cases

SLOWEST = 20
MEMORY = 2 << 30
LONG = 4000
SEVERITIES = {code: kind.severity for code, kind in problem_kinds().items()}
FORK = """\
edition: 1
game: fork
title: Fork
extends: parent.rules.yaml
"""


def seeds() -> list[str]:
    """Give the texts to begin with: shipped games, cases and examples."""
    shipped = (*ROOT.glob("variants/*.rules.yaml"), *ROOT.glob("examples/*/*.yaml"))
    texts = [path.read_text("utf-8") for path in sorted(shipped)]
    for stage in ("syntax", "semantics", "machine", "checking"):
        texts += [case.source.text for case in read_cases(stage)]
    for path in sorted((CASES / "forks").glob("*.yaml")):
        texts += [case.text for case in read_fork_cases(path)]
    return texts + [whole(one.good or one.bad) for one in examples().values()]


def check(text: str) -> None:
    """Do everything with a text that a person can ask of it."""
    analysis = analyse_source(Source("fuzz.rules.yaml", text))
    problems = validated(analysis, SEVERITIES, deep=True)
    for problem in problems:
        render(problem)
    told = {"fuzz.rules.yaml": dict(facts(analysis))}
    for how in ("json", "sarif", "github", "junit"):
        formatted(how, problems, ["fuzz.rules.yaml"], told).encode()
    if len(text) < LONG:
        fixed(analysis.source, lambda _: True)


def check_form(text: str) -> None:
    """Write a text in its canonical form, which has none but itself."""
    found = format_source(Source("fuzz.rules.yaml", text)).value
    if found is not None:
        again = format_source(Source("fuzz.rules.yaml", found)).value
        assert again == found, f"formatted twice it is\n{again}"


def check_fork(text: str, other: str) -> None:
    """Extend a text, and let it extend another."""

    def load(name: str, wanted: Wanted, beside: Source) -> Source | Missing:
        if beside.name == "fork.rules.yaml":
            return Source("parent.rules.yaml", other)
        return find_source(name, wanted, beside)

    for problem in analyse_source(Source("fork.rules.yaml", text), loader=load).problems:
        render(problem)


def check_editor(text: str, stream: random.Random) -> None:
    """Ask of an open text what an editor asks, in some places."""
    files, positions = Files(), Positions(PositionCodec())
    file = files.put("untitled:fuzz.rules.yaml", text, 1)
    source, problems = file.source, files.check(file).problems
    list(diagnostics_of(problems, source, None, positions))
    list(fixes_of(problems, source, Span(source, 0, len(text)), positions))
    index = files.index(file)
    answers.document_symbols(source, positions)
    answers.folding_ranges(source)
    answers.semantic_tokens(index, source, positions)
    answers.inlay_hints(index, source, Span(source, 0, len(text)), positions)
    answers.code_lenses(file, positions, plays=True)
    answers.formatting(source, positions)
    for _ in range(4):
        offset = stream.randrange(len(text) + 1)
        place = positions.position(source, offset)
        assert positions.offset(source, place) in (offset, offset - 1)
        answers.completions(files.known(file), source, offset, positions)
        answers.hover(index, source, offset, positions)
        signature_help(files.known(file), source, offset, positions)
        one = index.at(source.name, offset)
        if one is not None:
            answers.definitions(index, one, positions)
            files.related(one.symbol, index)
            with suppress(RenameError):
                check_renameable(index, one.symbol)


def check_all(damage: Damage, stream: random.Random) -> Iterator[str]:
    """Damage a text and do one of the things with it; give the text first."""
    text = damage(stream.choice(damage.texts), stream)
    match stream.randrange(5):
        case 0:
            yield text
            check_form(text)
        case 1:
            yield text
            check_editor(text, stream)
        case 2:
            fork = FORK + stream.choice(damage.texts) if stream.random() < 0.3 else text
            other = stream.choice(damage.texts)
            yield f"{fork}\n---- of\n{other}"
            check_fork(fork, other)
        case _:
            yield text
            check(text)


def limit() -> None:
    """Bound memory and time, where the system can."""
    with suppress(ImportError, ValueError):
        import resource
        import signal

        def stop(*_: object) -> None:
            raise TimeoutError(f"more than {SLOWEST} s")

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGPROF, stop)


def watch(seconds: float) -> None:
    """Raise TimeoutError in what works for so many seconds; 0 is without end."""
    with suppress(ImportError, AttributeError):
        import signal

        signal.setitimer(signal.ITIMER_PROF, seconds)
    if seconds:
        faulthandler.dump_traceback_later(20 * seconds, exit=True)  # where Python is not asked
    else:
        faulthandler.cancel_dump_traceback_later()


def run(seconds: float, seed: int) -> Iterator[str]:
    """Damage and check files for so long; give what goes wrong, then how many there were."""
    limit()
    texts = seeds()
    damage = Damage(texts, words_of(texts))
    end, count, slowest = time.monotonic() + seconds, 0, 0.0
    while time.monotonic() < end:
        stream = random.Random(seed + count)
        text, begin = "", time.process_time()
        watch(SLOWEST)
        try:
            for text in check_all(damage, stream):  # noqa: B007  told where it goes wrong
                begin = time.process_time()
        except Exception:
            yield f"seed {seed + count}\n{traceback.format_exc()}\n----\n{text!r}\n----\n{text}"
        finally:
            watch(0)
        count, slowest = count + 1, max(slowest, time.process_time() - begin)
    yield f"{count} files, the slowest took {slowest:.1f} s"


if __name__ == "__main__":
    wrong = 0
    for line in run(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0):
        print(line.encode("utf-8", "backslashreplace").decode(), flush=True)
        wrong += 1
    sys.exit(wrong > 1)
