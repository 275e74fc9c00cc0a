"""Operations: what an operator may result in, by what its two sides may be."""

from fragma_dsl.checking.analysis.ranges import (
    EITHER,
    FALSE,
    TRUE,
    Estimate,
    Group,
    May,
    arithmetic,
    compare,
    join,
    known_truth,
    truth,
)


def operation(word: str, left: Estimate, right: Estimate, right_is_set: bool) -> Estimate | None:
    """Give what an operation may result in; None where nothing is known."""
    match word, left, right:
        case "and", _, _:
            truths = truth(left), truth(right)
            return FALSE if False in truths else TRUE if truths == (True, True) else EITHER
        case "or", _, _:
            truths = truth(left), truth(right)
            return TRUE if True in truths else FALSE if truths == (False, False) else EITHER
        case "==" | "!=" | "<" | "<=" | ">" | ">=", May(), May():
            return known_truth(compare(word, left, right))
        case "in", May(), Group():
            return membership(left, right, right_is_set)
        case "+" | "-" | "*" | "//" | "%", May(), May():
            return arithmetic(word, left, right)
        case _, Group(), Group():
            return of_groups(word, left, right)
        case _:
            return None


def membership(value: May, group: Group, is_set: bool) -> May:
    """Say whether a number is in a group."""
    if group.item is None or group.most == 0 or not value.meets(group.item):
        return FALSE
    members, numbers = group.item.members, value.members
    if not is_set or members is None or numbers is None or len(members) != group.least:
        return EITHER
    return TRUE if numbers <= members else EITHER  # all that can be in it are


def of_groups(word: str, left: Group, right: Group) -> Estimate | None:
    """Give what an operation on two sets, or two lists, may result in."""
    match word:
        case "==" | "!=":
            if left.most == right.most == 0:
                return known_truth(word == "==")
            apart = left.most < right.least or right.most < left.least
            return known_truth(word == "!=" if apart else None)
        case "subset":
            return TRUE if left.most == 0 else EITHER
        case "|":
            least, most = max(left.least, right.least), left.most + right.most
            return Group(join(left.item, right.item), least, most)
        case "&":
            if left.item is None or right.item is None or not left.item.meets(right.item):
                return Group(None, 0, 0)
            return Group(left.item, 0, min(left.most, right.most))
        case "without":
            return Group(left.item, max(0, left.least - right.most), left.most)
        case "concat":
            least, most = left.least + right.least, left.most + right.most
            return Group(join(left.item, right.item), least, most)
        case _:
            return None
