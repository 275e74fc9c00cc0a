"""What all tests share: English, and Hypothesis without a clock, so that a busy machine fails
nothing."""

import os

from hypothesis import settings

os.environ["FRAGMA_LANG"] = "en"
settings.register_profile("fragma", deadline=None)
settings.load_profile("fragma")
