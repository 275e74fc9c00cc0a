"""Run the command `fragma` as `python -m fragma_dsl`."""

from fragma_dsl.cli.main import run

if __name__ == "__main__":
    run()
