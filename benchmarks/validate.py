"""Time `fragma validate` as a whole process, beside a Python that does nothing.

    python benchmarks/validate.py [FILE] [RUNS]

FILE is Fragma unless given. The two are run in turn RUNS times (default 15); medians and their
ratio are printed.
"""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).parents[1]


def time_command(command: list[str]) -> float:
    """Run a command once; give its seconds. Raises CalledProcessError where it fails."""
    environment = {**os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # bytecode is there where fragma is installed
    begin = perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return perf_counter() - begin


def main() -> None:
    """Print both medians and the ratio."""
    file = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "variants/fragma.rules.yaml")
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    validate = [str(Path(sys.executable).with_name("fragma")), "validate", file]
    bare = [sys.executable, "-c", "pass"]
    time_command(validate)  # fills the cache of the parser, and makes bytecode
    pairs = [(time_command(validate), time_command(bare)) for _ in range(runs)]
    full, idle = (median(column) for column in zip(*pairs, strict=True))
    print(f"fragma validate: {full:.3f} s; python alone: {idle:.3f} s; ratio {full / idle:.1f}")


if __name__ == "__main__":
    main()
