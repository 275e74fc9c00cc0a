"""Explained: what each problem and fault means, with examples, as text and as pages."""
