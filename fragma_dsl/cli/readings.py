"""Readings: a setting in, one more for each value of each option that is not its default out."""

from collections.abc import Iterator
from dataclasses import replace

from fragma_dsl.cli.settings import Setting

MOST = 12
"""Of an option with more values, the first and the last are taken."""


def readings_of(setting: Setting) -> Iterator[Setting]:
    """Give the setting itself, then those in which one option that it leaves alone is another."""
    yield setting
    model = setting.analyse_well().model
    assert model is not None
    for option in model.options.values():
        values = tuple(option.values)
        some = values if len(values) <= MOST else (values[0], values[-1])
        for value in some:
            if option.name not in setting.options and option.values[value] != option.default:
                yield replace(setting, options={**setting.options, option.name: value})
