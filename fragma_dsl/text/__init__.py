"""Text: sources, spans, problems and how a problem is shown. Knows nothing of rules."""
