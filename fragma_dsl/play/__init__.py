"""Play: the table, its history, chance and faults; a leaf that knows nothing of rule text."""
