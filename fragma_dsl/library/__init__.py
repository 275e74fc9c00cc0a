"""Library: types, signatures and the form in which a builtin is declared."""
