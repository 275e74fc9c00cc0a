"""Work array: what stands at its beginning; behind it are the words of decisions, then the rooms of
functions that call one another, and on a plane the index of the tiles."""

MOST_KEPT = 4096
"""The most members of a set or list here whose size is not known before."""

BUDGET, DEPTH = 0, 1
"""How many rounds of loops are left until the rules count as endless, and how many calls stand in
one another."""

TRUSTED = 2
"""Whether nothing but the module itself changes the state, so that what is kept beside it holds."""

LISTED = 7
"""How many actions were listed on the way to a decision; -1 for too many, and below 0 as well how
many candidates there are, where a playout picks first."""

PICKS_FIRST = 8
"""Whether playouts draw an action by the cheap part of its condition before they test the rest."""

ANY = 9
"""Whether all that is asked of a decision is that there is an action."""

ANSWER = 16
"""From here on, the set or list that a function returns."""

PIECES = ANSWER + MOST_KEPT
"""From here on, for each piece of which there is one, where it was last."""
