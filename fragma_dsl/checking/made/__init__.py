"""Made: boards and rule files that Hypothesis draws, to try the tools themselves."""
