"""What stands on a board: read from its picture in a letter by the labels, as a player reads
it who has nothing else; and from a position text.

Both give the same dict: a man's square and sign, "d4": "O"; of a piece of several men how
many of them are the owner's too, "d4": "X2", and all of them, top one first, under the
square's name in capitals, "D4": "XXOO"; a barrier by its edge, above the square or right of
it, "d3h": "o".
"""
import re


class Board:
    """The men, the point marked as arrived at, those marked as left, and those in walls."""

    def __init__(self):
        self.men, self.moved, self.left, self.walls = {}, "", "", set()


def cells(first, last, count):
    """Names of a row's points; its labels are the first and the last one."""
    (row, number), (row2, number2) = (
        (ord(name[0]), int(name[1:])) for name in (first, last)
    )
    gaps = max(count - 1, 1)
    step = int((row2 - row) / gaps), int((number2 - number) / gaps)
    return ["%c%d" % (row + i * step[0], number + i * step[1]) for i in range(count)]


def square(one, other):
    """A file and a rank, in either order."""
    return (one + other if one.isalpha() else other + one).lower()


def labels(line, before):
    """The labels in a line above a row of squares. A number of two digits stands upright, its
    first digit in the line before."""
    tens = before if re.fullmatch(r"[ 1]+", before) else ""
    return [
        (tens[i : i + 1].strip() + sign) for i, sign in enumerate(line) if sign != " "
    ]


def close_board(text):
    """A board whose squares touch, or one that turns by sixths."""
    board = Board()
    across, before, line = [], "", ""
    for following in text.split("\n"):
        before, line = line, re.sub(r"\[(\S)\]", r" \1! ", following, count=1)
        parts = line.split()
        joined = " ".join(parts)
        signs = parts[1:-1]
        names = []
        row = re.fullmatch(r"([a-q]\d+) (?:\S!? )+([a-q]\d+)", joined)
        if row:
            names = cells(row[1], row[2], len(signs))
        elif across and len(signs) == len(across) and parts[0] == parts[-1]:
            names = [square(parts[0], label) for label in across]
        elif re.search(r"^(a b c |1 2 3 )|( c b a| 3 2 1)$", joined):
            across = labels(line, before)
        for name, sign in zip(names, signs):
            if re.match(r"[OX1-6*]", sign):
                board.men[name] = sign[0]
            if sign.endswith("!"):
                board.moved += name
            if sign == ":":
                board.left += name
            if sign[0] in "-|+":
                board.walls.add(name)
    return board


def edge(one, other):
    """Between two squares: it is called after the lower or left one."""
    one, other = sorted((one, other))
    return one + ("h" if one[0] == other[0] else "v")


def wide_board(text, files):
    """A board with room between its squares, where barriers may stand. `files` are the places
    of the labels in a line."""
    board = Board()
    above, between = {}, " " * 80  # `between`: the line of edges above a row
    for line in text.split("\n"):
        line += " " * 80
        if re.match(r" +\|.*\+.*\| *$", line):
            between = line
        found = re.match(r" *(?:([a-i]) -|(\d) \|)", line) or re.search(r" - ([a-i]) *$", line)
        if not found:
            continue
        rank = next(group for group in found.groups() if group)
        here = {}
        for at in sorted(files):
            sign = line[at]
            if sign not in "OX.:":
                continue
            name = here[at] = square(rank, files[at])
            if sign in "OX":
                board.men[name] = sign + re.match(r"\d*", line[at + 1 : at + 3]).group()
                if line[at - 1] == "[":
                    board.moved += name
            if sign == ":":
                board.left += name
            if above.get(at) and between[at] in "ox#":
                board.men[edge(above[at], name)] = between[at]
            if here.get(at - 4) and line[at - 2] in "ox#":
                board.men[edge(here[at - 4], name)] = line[at - 2]
        above = here
    tall = re.findall(r"\b([a-i]\d) +([OX]{2,})\b", text)
    board.men.update((name.upper(), men) for name, men in tall)
    return board


def drawn(text):
    """The board that a text shows."""
    found = re.search(r"^( +[a-g1-9](?:   [a-g1-9]){4,})$", text, re.M)
    if found:
        return wide_board(text, {i: sign for i, sign in enumerate(found[1]) if sign != " "})
    return close_board(text)


def emergo(text):
    men = {}
    for place, piece in re.findall(r"(\S+)=(\S+)", text.split("/")[0]):
        own = re.match(r"O+|X+", piece).group()
        men[place] = own[0] + str(len(own)) if len(piece) > 1 else piece
        if len(piece) > 1:
            men[place.upper()] = piece
    return men


def entrapment(text):
    men = {}
    for places in text.split("/")[:5]:
        sign, *names = places.split()
        men.update((name, sign) for name in names)
    return men


READERS = {"emergo": emergo, "entrapment": entrapment}


def men_of(game, position):
    """The men of a position text; None of a game whose texts are not read."""
    return READERS[game](position) if game in READERS else None
