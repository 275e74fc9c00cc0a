"""What all tests share: Hypothesis without a clock, so that a busy machine fails nothing."""

from hypothesis import settings

settings.register_profile("fragma", deadline=None)
settings.load_profile("fragma")
