"""Given: the functions of a module that are text already, in files beside this one."""

from importlib.resources import files


def text_of(name: str) -> str:
    """Give the text of a file."""
    return files("fragma_dsl.backends.compiled").joinpath(name).read_text("utf-8")
