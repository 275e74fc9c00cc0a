"""Families of rule files, for `scaling.py`: for each a size to begin with, and a template.

In a template `«TEXT¦JOINT»` is a text that comes n times with a joint between, where `#` is its
number, `^` the next one and `@` a word with the number in it; `$n` is n. What a file needs besides
is filled in.
"""

import re

WORDS = 26**4


def grown(template: str, size: int) -> str:
    """Write a file of a family."""

    def repeat(found: re.Match[str]) -> str:
        row, _, joint = found[1].partition("¦")
        parts = row.replace("^", "\0").split("#")
        texts = (
            str(n).join(parts).replace("\0", str(n + 1)).replace("@", word(n)) for n in range(size)
        )
        return joint.join(texts)

    return re.sub("«(.*?)»", repeat, template.replace("$n", str(size)), flags=re.DOTALL)


def word(number: int) -> str:
    """Give a word for a number, unlike that of the next one."""
    mixed = number * 7919 % WORDS
    return "".join(chr(97 + mixed // 26**place % 26) for place in range(4)) + "_name"


CELLS = "boards: {cells: grid 8 8}\n"
STONE = "pieces: {stone: {owner: player, count: 9}}\n"
NUMBER = "state: {v: int}\n"
STATE = "state:\n«  @: int\n»"

# What is read line by line is fast, so it begins with a thousand; what is played with a few.
FAMILIES: dict[str, tuple[int, str]] = {
    # names
    "state": (500, STATE),
    "state of players": (200, "state:\n«  @: {for: player, type: int}\n»"),
    "state used": (250, STATE + "setup: |\n«  @ += 1\n»"),
    "misspelt targets": (250, STATE + "setup: |\n«  @x += 1\n»"),
    "misspelt names": (250, STATE + "setup: |\n«  mover = @x\n»"),
    "misspelt names, numbered": (250, "state:\n«  v#: int\n»setup: |\n«  mover = w#\n»"),
    "misspelt calls": (250, "functions:\n«  @(): 1\n»setup: |\n«  @x()\n»"),
    "misspelt keys": (250, "state:\n«  @: {typ: int, tipe: int}\n»"),
    "misspelt top keys": (250, "«titel#: 1\n»"),
    "misspelt sites": (
        60,
        "boards:\n  b:\n    sites: [«@¦, »]\n    links: |\n«      @ -- @x\n»",
    ),
    "misspelt members": (250, CELLS + STATE + "setup: |\n«  capture cells.@\n»"),
    "misspelt regions": (
        60,
        "boards:\n  b:\n    grid: [30, 30]\n    regions:\n«      @: zz#\n»",
    ),
    "misspelt texts": (250, STATE + "texts:\n«  @x: text\n»"),
    "misspelt types": (250, "enums:\n«  @: [a, b]\n»state:\n«  s#: @x\n»"),
    "misspelt values": (
        150,
        "options:\n  all:\n    type: [«@¦, »]\n    default: aaaa_name\n"
        "setup: |\n«  if all == @x: pass\n»",
    ),
    "misspelt options": (
        150,
        "options:\n«  @: {type: bool, default: true}\n»"
        "scenarios:\n«  s#: {options: {@x: true}}\n»",
    ),
    "misspelt placeholders": (60, "turn: |\n«  choose a#\n»  draw\ntexts:\n«  a#: \"{b#}\"\n»"),
    "duplicate names": (100, STATE + "pieces:\n«  @: {}\n»"),
    "duplicate keys": (300, "state:\n«  v: int\n»"),
    "many duplicate keys": (150, STATE + "«  @: int\n»"),
    "duplicate top keys": (300, "«setup: pass\n»"),
    "one name": (10000, "state: {«x»: int}\nsetup: «x» += 1\n"),
    "one misspelt name": (1000, "state: {«xy»: int}\nsetup: «xy»z += 1\n"),
    # values
    "options": (150, "options:\n«  @: {type: [a#, b#], default: a#}\n»"),
    "values of an option": (500, "options: {all: {type: [«@¦, »], default: aaaa_name}}\n"),
    "enums": (300, "enums:\n«  @: [a#, b#]\n»"),
    "one enum": (1000, "enums: {all: [«@¦, »]}\nsetup: |\n  let x = aaaa_name\n"),
    "one enum, in state": (
        250,
        "enums: {all: [«@¦, »]}\nstate: {v: {for: all, type: set of all}}\n",
    ),
    "same values": (60, "enums:\n«  @: [a, b]\n»state:\n«  s#: {type: @, start: b}\n»"
        "setup: |\n«  s# = a\n»"),
    "dice": (200, "dice:\n«  @: [a#, b#]\n»"),
    "one die": (250, "dice: {d: [«@¦, »]}\nturn: |\n  let x = roll d\n  draw\n"),
    "rolls": (50, "dice: {d6: 1..6}\nstate: {t: int}\nsetup: |\n«  t += roll d6\n»"),
    "texts": (500, STATE + "texts:\n«  @: {en: One, es: Uno}\n»"),
    # boards, pieces, cards
    "boards": (40, "boards:\n«  @: grid 3 3\n»"),
    "grid": (
        12,
        f"boards: {{cells: grid $n $n}}\n{STONE}turn: |\n"
        "  choose put(s in cells) where empty(s): place stone[mover] on s\n  draw\n",
    ),
    "hexagon": (8, "boards: {cells: {hexagon: $n}}\n"),
    "path": (500, "boards: {cells: path $n}\nstate: {v: {for: site, type: int}}\n"),
    "pairs of sites": (20, "boards: {c: path $n}\nstate: {v: {for: [site, site], type: bool}}\n"),
    "distance": (200, "boards: {c: path $n}\nsetup: |\n  if distance(s1, s2) == 1: pass\n"),
    "sites": (500, "boards: {b: {sites: [«@¦, »], positions: {«@: [#, 0]¦, »}}}\n"),
    "links": (
        300,
        "boards:\n  b:\n    sites: [s0..s$n]\n    drawing: |\n      s0\n«      s^\n»"
        "    links: |\n«      s# -up/down- s^\n»",
    ),
    "links of one site": (
        300,
        "boards:\n  b:\n    sites: [hub, s1..s$n]\n    drawing: |\n      hub\n«      s^\n»"
        "    links: hub -- «s^¦ »\n",
    ),
    "double links": (300, "boards:\n  b:\n    sites: [a, c]\n    links: |\n«      a -- c\n»"),
    "directions": (
        60,
        "boards:\n  b:\n    sites: [s0..s$n]\n    drawing: |\n      s0\n«      s^\n»"
        "    links: |\n«      s# -@- s^\n»",
    ),
    "layers": (60, "boards: {b: {grid: [4, 4], layers: [«@¦, »]}}\n"),
    "regions": (150, "boards:\n  b:\n    grid: [20, 20]\n    regions:\n«      @: rows 1..9\n»"),
    "lines": (
        150,
        "boards:\n  b:\n    grid: [20, 20]\n    lines:\n      l:\n«        - [row 1, column b]\n»",
    ),
    "springs": (20, "boards:\n  b:\n    sites: [s0..s$n]\n    links: |\n«      s# -- s^\n»"),
    "kinds": (250, "pieces:\n«  @: {}\n»"),
    "kinds on a board": (60, "boards: {b: {grid: [8, 8], holds: many}}\npieces:\n«  @: {}\n»"),
    "captures": (100, CELLS + STONE + "setup: |\n«  capture a1\n»"),
    "cards": (
        150,
        "cards: {card: {each: {suit: [a, b], rank: 1..$n}}}\nzones: {deck: {order: random}}\n"
        "setup: |\n  for c in card: place c in deck\n",
    ),
    "named cards": (200, "cards:\n  card:\n    named:\n«      @: {power: #}\n»"),
    "families": (60, "cards:\n«  f@: {each: {suit: [a, b]}}\n»"),
    "attributes": (
        60,
        "cards:\n  card:\n    named:\n      a:\n«        @: #\n»      b: {}\n"
        "setup: |\n«  if a.@ == 1: pass\n»",
    ),
    "tiles": (
        40,
        "boards: {t: {plane: square, ports: 4}}\ncards:\n  card:\n    tiles:\n"
        "«      @: [[green n-e], [pink n-s]]\n»    rotations: [0, 90, 180, 270]\n"
        "setup: place aaaa_name on x1y1 as face1\n",
    ),
    "zones": (100, STONE + "zones:\n«  @: {}\n»"),
    "zones shown": (
        30,
        STONE + "zones:\n«  @: {for: player}\n»setup: |\n«  reveal @[p1] to p2\n»",
    ),
    "players": (15, "players: $n\nstate: {v: {for: [player, player], type: int}}\n"),
    "history": (100, "history: $n\nstate: {v: {for: player, type: int}}\n"),
    # functions and flow
    "functions": (250, "functions:\n«  @(int n): n + 1\n»"),
    "functions called": (
        150,
        f"functions:\n«  @(int n): n + 1\n»{NUMBER}setup: |\n«  v = @(v)\n»",
    ),
    "one function called": (
        150,
        f"functions: {{f(int n): n + 1}}\n{NUMBER}setup: |\n«  v = f(v)\n»",
    ),
    "rules": (250, "rules:\n«  @(): pass\n»setup: |\n«  @()\n»"),
    "rules that decide": (60, "rules:\n«  @(): choose a#\n»setup: |\n«  @()\n»"),
    "call chain": (
        15,
        f"functions:\n«  f#(): f^()\n»  f$n(): 1\n{NUMBER}setup: v = f0()\n",
    ),
    "call chain too deep": (200, "functions:\n«  f#(): f^()\n»  f$n(): 1\n"),
    "call circle": (200, "rules:\n«  f#(): f^()\n»  f$n(): f0()\n"),
    "double calls": (15, "functions:\n«  f#(): f^() + f^()\n»  f$n(): 1\n"),
    "double rules": (3, f"{NUMBER}rules:\n«  f#(): |\n    f^()\n    f^()\n»  f$n(): v += 1\n"),
    "calls in calls": (14, f"{NUMBER}setup: v = «abs(»1«)»\n"),
    "dots": (14, f"{NUMBER}setup: v = 1«.abs»\n"),
    "phases": (60, "phases:\n«  @: {turn: choose a#, until: mover == p1}\n»"),
    "choices": (60, "turn: |\n«  choose a#\n»  draw\n"),
    "choices with arguments": (30, "turn: |\n«  choose a#(x# in 1..3)\n»  draw\n"),
    "prompts": (60, "turn: |\n«  choose \"ask @\" a#\n»  draw\n"),
    "options of a choice": (100, "turn: |\n  choose:\n«      option @: draw\n»"),
    "arguments of an option": (2, "turn: |\n  choose go(«x# in 1..3¦, »)\n  draw\n"),
    "locals": (150, "setup: |\n«  let @ = #\n»"),
    "locals kept": (30, f"{NUMBER}setup: |\n«  choose a#(x# in 1..3)\n»«  v += x#\n»"),
    "ifs": (100, f"{NUMBER}setup: |\n«  if v == #: v += 1\n»"),
    "elifs": (60, f"{NUMBER}setup: |\n  if v == 0: pass\n«  elif v == #: v = 1\n»"),
    "loops": (60, f"{CELLS}{NUMBER}setup: |\n«  for s in cells: v += 1\n»"),
    "whiles": (60, f"{NUMBER}setup: |\n«  while v == #: v += 1\n»"),
    "endings": (60, f"{NUMBER}end:\n«  @: {{when: v == #, result: draw}}\n»"),
    "invariants": (100, f"{NUMBER}invariants:\n«  @: {{always: v == 0}}\n»"),
    "scenarios": (150, "scenarios:\n«  @: {play: stop, result: draw}\n»"),
    "scenarios by seats": (
        15,
        "players: {min: 2, max: 64}\nscenarios:\n«  s#: {players: ^, expect: mover == p1}\n»",
    ),
    "expectations": (150, "scenarios:\n  s:\n    expect:\n«      - mover == p1\n»"),
    "plays": (500, "scenarios:\n  s:\n    play: |\n«      stop\n»"),
    "givens": (60, f"{CELLS}{STONE}scenarios:\n«  @: {{given: place stone[p1] on a1}}\n»"),
    # expressions
    "brackets": (14, f"{NUMBER}setup: v = «(1 + »1«)»\n"),
    "brackets too deep": (500, f"{NUMBER}setup: v = «(1 + »1«)»\n"),
    "open brackets": (500, f"{NUMBER}setup: v = «(»1\n"),
    "conditions": (14, f"{NUMBER}setup: v = «(1 if true else »1«)»\n"),
    "comprehensions": (5, "state: {v: bool}\nsetup: v = «any(»true« for x in 1..2)»\n"),
    "generators": (5, "state: {v: bool}\nsetup: v = any(true for «x# in 1..2¦, »)\n"),
    "sets in sets": (14, "state: {v: bool}\nsetup: v = 1 in «({1} | »{2}«)»\n"),
    "sum": (250, f"{NUMBER}setup: v = «#¦ + »\n"),
    "or": (250, "state: {v: int, b: bool}\nsetup: b = «v == #¦ or »\n"),
    "set": (500, "state: {v: int, b: bool}\nsetup: |\n  b = v in {«#¦, »}\n"),
    "list": (500, f"{NUMBER}setup: |\n  v = [«#¦, »][1]\n"),
    "unions": (60, f"{CELLS}state: {{s: set of site}}\nsetup: |\n  s = «{{a1}}¦ | »\n"),
    "nots": (14, "state: {b: bool}\nsetup: b = «not »true\n"),
    "minuses": (14, f"{NUMBER}setup: v = «- »1\n"),
    "blocks": (14, "setup: |\n  «if true: »pass\n"),
    # YAML
    "YAML lists": (7, "meta: {a: «[»x«]»}\n"),
    "YAML lists too deep": (1000, "meta: {a: «[»x«]»}\n"),
    "YAML lists open": (1000, "meta: «[»\n"),
    "meta": (1000, "meta:\n«  @: [1, two, three]\n»"),
    "allow": (150, "meta:\n  allow:\n«    - 'F235 @: why not'\n»"),
    "allow that excuses": (150, "texts:\n«  @: t\n»meta:\n  allow:\n«    - 'F235 @: why not'\n»"),
    "allow of all": (150, "texts:\n«  @: t\n»meta:\n  allow:\n    - 'F235: why not'\n"),
    "allow unknown": (150, "meta:\n  allow:\n«    - 'F9#: why not'\n»"),
    "comment lines": (3000, "setup: |\n  pass\n«  # a comment\n»"),
    "comments": (3000, "«# a comment\n»"),
    "comments in a script": (1000, "setup: |\n«  pass  # comment #\n»"),
    "comments between keys": (500, "state:\n«  # a comment\n\n  @: int  # here\n»"),
    "one comment": (30000, "setup: pass # «x »\n"),
    "one text": (30000, "about: «word »\n"),
    "folded text": (2000, "about: >\n«  some words of text\n»"),
    "free lines": (30000, "«\n»"),
    "spaces": (30000, "setup: pass« »\n"),
    "broken YAML": (300, "state:\n«  @: [int\n»"),
    "quotes": (300, "state:\n«  @: \"int\n»"),
    "tabs": (300, "state:\n«\t@: int\n»"),
    "control characters": (3000, "about: «\x01»\n"),
    "anchors": (200, "meta:\n«  @: &a x\n»"),
    "tags": (200, "meta:\n«  @: !a x\n»"),
    "documents": (200, "«---\na: 1\n»"),
    "wrong scalars": (250, "options:\n«  @: {type: bool, default: yes}\n»"),
    "plain scripts cut": (150, "functions:\n«  @(): [a, b\n»"),
    # broken scripts
    "wrong types": (150, f"{NUMBER}setup: |\n«  v = true\n»"),
    "broken lines": (150, "setup: |\n«  let = #\n»"),
    "broken tokens": (150, "setup: |\n«  v $ #\n»"),
    "broken values": (150, "functions:\n«  f#(): 1 +\n»"),
    "broken blocks": (100, "setup: |\n«  if true\n      pass\n»"),
    "broken indents": (100, "setup: |\n«  if true:\n        pass\n     pass\n»"),
    "brackets left open": (250, "setup: |\n«  v = (1\n»"),
    "one broken line": (500, "setup: |\n  v = «# + »\n"),
    # forks
    "fork": (150, "extends: big\noverride:\n  functions:\n«    f#(): base() + 1\n»"),
    "fork of forks": (4, "extends: fork$n\n"),
    "fork that overrides nothing": (
        150,
        "extends: big\noverride:\n  functions:\n«    f#x(): 1\n»",
    ),
    "fork that removes": (150, "extends: big\nremove: [«functions.f#¦, »]\n"),
    "fork that removes nothing": (150, "extends: big\nremove: [«functions.f#x¦, »]\n"),
    "fork that waives": (150, "extends: big\nwaive:\n«  i#: not here\n»"),
    "fork that adds": (150, "extends: big\nadd:\n  functions:\n«    g#(): 1\n»"),
    "fork that sets nothing": (150, "extends: big\nset:\n«  @: 1\n»"),
    "libraries": (4, "use: [«lib#¦, »]\n"),
}  # fmt: skip

OTHERS: dict[str, str] = {
    "big": "functions:\n«  f#(): 1\n»invariants:\n«  i#: {always: mover == p1}\n»",
    "fork": "extends: fork$m\nadd: {functions: {f$n(): 1}}\n",
    "lib": "library: lib$n\ntitle: T\nfunctions: {f$n(): 1}\n",
}
"""The files that they extend and use, by their names without the number; `$m` is one less."""
