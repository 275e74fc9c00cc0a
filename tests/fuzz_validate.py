"""Fuzz: rule files damaged at random, and everything that `fragma validate` does with them.

`python -m tests.fuzz_validate SECONDS [SEED]` runs for so long. A crash, or a file that takes more
than SLOWEST seconds of work, is printed with its text, and ends the run with code 1.
"""

import random
import re
import sys
import time
import traceback
from collections.abc import Iterator, Sequence

from fragma_dsl.checking.analysis.find import facts
from fragma_dsl.checking.validated import validated
from fragma_dsl.cli.fixing import fixed
from fragma_dsl.cli.formats import formatted
from fragma_dsl.explained.examples import examples, whole
from fragma_dsl.explained.kinds import problem_kinds
from fragma_dsl.pipeline import analyse_source
from fragma_dsl.text.render import render
from fragma_dsl.text.source import Source
from tests.case_files import read_cases
from tests.fenced import ROOT

SLOWEST = 20.0
MOST_CHANGES = 4
SEVERITIES = {code: kind.severity for code, kind in problem_kinds().items()}
WORD = re.compile(r"\w+|[^\w\s]")


def seeds() -> list[str]:
    """Give the texts to begin with: shipped games, cases and examples."""
    shipped = (*ROOT.glob("variants/*.rules.yaml"), *ROOT.glob("examples/*/*.rules.yaml"))
    texts = [path.read_text("utf-8") for path in sorted(shipped)]
    texts += [case.source.text for stage in ("syntax", "semantics") for case in read_cases(stage)]
    return texts + [whole(one.good or one.bad) for one in examples().values()]


def damaged(text: str, words: Sequence[str], stream: random.Random) -> str:
    """Change a text in a few places: words replaced, lines moved, copied, left out or indented."""
    for _ in range(stream.randint(1, MOST_CHANGES)):
        lines = text.split("\n")
        number = stream.randrange(len(lines))
        match stream.randrange(7):
            case 0:
                del lines[number]
            case 1:
                lines.insert(stream.randrange(len(lines)), lines[number])
            case 2:
                lines[number] = "  " + lines[number]
            case 3:
                lines[number] = lines[number].removeprefix("  ")
            case 4:
                at = stream.randrange(len(lines[number]) + 1)
                lines[number] = lines[number][:at] + stream.choice(words) + lines[number][at:]
            case _:
                found = list(WORD.finditer(lines[number]))
                if found:
                    one = stream.choice(found)
                    line = lines[number]
                    lines[number] = line[: one.start()] + stream.choice(words) + line[one.end() :]
        text = "\n".join(lines) or "\n"
    return text


def check(text: str) -> None:
    """Do everything with a text that a person can ask of it."""
    analysis = analyse_source(Source("fuzz.rules.yaml", text))
    problems = validated(analysis, SEVERITIES, deep=True)
    for problem in problems:
        render(problem)
    told = {"fuzz.rules.yaml": dict(facts(analysis))}
    for how in ("json", "sarif", "github", "junit"):
        formatted(how, problems, ["fuzz.rules.yaml"], told)
    if len(text) < 4000:
        fixed(analysis.source, lambda _: True)


def run(seconds: float, seed: int) -> Iterator[str]:
    """Damage and check files for so long; give what goes wrong, then how many there were."""
    stream, texts = random.Random(seed), seeds()
    words = sorted({word for text in texts for word in WORD.findall(text)})
    end, count, slowest = time.monotonic() + seconds, 0, 0.0
    while time.monotonic() < end:
        text = damaged(stream.choice(texts), words, stream)
        begin = time.process_time()
        try:
            check(text)
        except Exception:
            yield f"{traceback.format_exc()}\n----\n{text}\n----"
        took = time.process_time() - begin
        if took > SLOWEST:
            yield f"{took:.1f} s\n----\n{text}\n----"
        count, slowest = count + 1, max(slowest, took)
    yield f"{count} files, the slowest took {slowest:.1f} s"


if __name__ == "__main__":
    wrong = 0
    for line in run(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0):
        print(line, flush=True)
        wrong += 1
    sys.exit(wrong > 1)
