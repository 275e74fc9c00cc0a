"""Compiled: a program as the source of a Python module over the flat state, run plain or as machine
code.

The text is put together by one pass over the automaton, whose parts are plain functions: they take
the `Coder` of the function that is being written, write lines with it, and give texts and forms.
What is known of the whole module is in its `Unit`. From the whole to its parts:

The text
    module          puts the text together: what functions read, then the functions.
    unit            is what is known of a module in the making, and what its parts share.
    facts           tells what a program says of itself, before any of it is written.
    tables          has the constants of the module, each once, and its faults.
    work_array      says what stands at the beginning of the array that functions work in.
    given           reads the functions that are text already: places, tiles, whole games, counts.

What a module has functions for
    playing         goes on from a stop to the next; frames keeps registers there.
    chance          rolls and draws.
    listing         says who decides, and lists what may be done and drawn.
    worded          counts and picks the actions of a decision that are bits of a few words.
    tally           counts and picks those of a decision with thousands, by their first part.
    picking         draws an action by the cheap part of a condition first; cost says what is dear.
    whereabouts     finds a piece of which there is one.
    judging         asks the conditions of invariants.
    procedures      are the functions of the rules; outlining makes equal lines one function.

Points and edges
    flow            writes points and edges as statements.
    effects         writes what an edge does: stores, moves, endings by what it changes.
    registers       says which names hold a register.
    places          reads what stands where.
    free_sites      keeps in words which sites are free.
    liveness        finds the names that must be set before a function begins.

Expressions
    coder           writes one function, and is what the declarations of builtins may ask.
    values          writes single values; operators, comprehensions and calls are parts of it.
    sources         gives sets and lists as forms; set_forms and comprehensions are parts of it.
    kinds           tells sets and lists from single values.
    scans           writes the loops over generators, narrowed by their conditions.
    builtins        writes the calls of the language's functions, many as a look at a table.
    inlining        finds functions that are written where they are called.

Sets and lists
    forms           says what a set or list answers: a loop, a test, its size, its words.
    words           are bitboards: small sets in words of 64 bits; marks are filled while asked.
    plain_forms     stand somewhere already: known ones, ranges, slots of the state.
    table_forms     are rows of constant tables.
    site_forms      are the sites that have something on them, by comparing their slots.
    derived_forms   are made of others, or of what a scan gives.
    sets            are lists of sets.
    plane, plane_forms, plane_tables    are what games with tiles have more.

What is known before
    bounds          says from which number to which a value can lie.
    faulting        says what can go wrong.
    static          works out what no move can change.

Text as lines
    writer, texts, conditions    indent lines, join tests, take conditions apart.

Machine code
    lowering        makes LLVM's assembly of a module's text; lowered_parts, lowered_function,
                    lowered_block, lowered_values and lowered_vectors are parts of it.
    machine_code    makes an object file of assembly, and loads it; door is what both sides know.
    support         is what the text calls, run plain.

Whoever runs a module
    code            gives the functions of a module, plain or native, kept in the user's cache.
    machine         answers the protocol of machines; foresight says what actions bring.
    batches         plays many games in a call; watched takes one apart again.
    counting        counts sequences of moves and states.
    speed           says what makes a game quick or slow.
    refused         is raised for rules whose tables would be too large.
"""
