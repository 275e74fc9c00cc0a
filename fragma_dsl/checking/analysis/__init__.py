"""Analysis: what can be said of a game without playing it, proved or likely."""
