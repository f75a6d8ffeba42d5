"""Plays a list of moves by mail, for tests/mail/play: each a reply to the newest letter of
whoever is to move, which it quotes.

The match is board 1. After every move each player must have got one letter that tells the
move and who is to move now, and whose board (boards.py) holds the men where they were
before but for the move: moved here, or, where a game takes men from the board, as `postmove
show` says the position is. In the end the record must be the one before with these moves,
and `postmove show --after` must give that board. The letters are in test words.
"""
import json
import re

import boards


def check(good, *otherwise):
    if not good:
        raise ValueError(" ".join(str(word) for word in otherwise))


def after(server, match, position, played):
    """The position text and the men on the board after moves from a position."""
    options = ["-" + option for option in match["options"].split()]
    text = server.postmove("show", match["game"], *options, "--after", " ".join(played),
                           "--from", position)
    return text.split("\n", 1)[0], boards.drawn(text).men


def name_of(letter):
    return letter.to.split("@")[0].lower()


def send(server, newest, name, move, number):
    check(name in newest, "no letter for", name, "to answer")
    letter = newest[name]
    quote = re.sub(r"^(?=.|\n)", "> ", letter.text, flags=re.M)
    server.deliver((
        "From: %s\nTo: %s\nSubject: Re: %s\nMessage-ID: <%d.%s@mail.example.net>\n"
        "In-Reply-To: %s\n\n%s\n\n%s" % (
            letter.to, letter.header("Reply-To"), letter.header("Subject"), number,
            move.replace(",", "."), letter.id, move, quote)
    ).encode())
    server.run()


def move_man(men, move):
    """Two change places where the other point is taken."""
    found = re.fullmatch(r"([a-q]\d+)-([a-q]\d+)", move)
    check(found, move, "is no move")
    start, end = found.groups()
    check(start in men, "nobody stands on", start)
    taken = men.pop(end, None)
    men[end] = men.pop(start)
    if taken is not None:
        men[start] = taken


def check_marks(board, move):
    """A board marks where the man has arrived, and what was left; a wall hides that."""
    squares = re.findall(r"[a-q]\d+", move)
    if re.search(r"[hv,]", move):
        return  # several things have moved
    start, end = squares[0], squares[-1]
    left = "" if len(squares) < 2 or start in board.men or start in board.walls else start
    check(board.moved == end, "marks", board.moved, "as arrived at")
    check(board.left == left, "marks", board.left, "as left")


def check_letter(name, letter, mover, move, men):
    board = boards.drawn(letter.text)
    told = " ".join(letter.text.split()).lower()
    wanted = "[you-played move=%s" if name == mover else "[played move=%%s name=%s" % mover
    check(re.search(re.escape(wanted % move.lower()) + r"[\] ]", told),
          "letter to", name, "does not tell", move, letter.text)
    check(board.men == men, "letter to", name, "after", move, "draws",
          sorted(board.men.items()), "not", sorted(men.items()))
    check_marks(board, move)


def to_move(new, move):
    """Who is to move, as the letters tell it to each."""
    told = set()
    for name, letter in new.items():
        if re.search(r"^\[status-yours\b", letter.text, re.M):
            told.add(name)
        found = re.search(r"^\[status-theirs who=(\w+)", letter.text, re.M)
        if found:
            told.add(found[1].lower())
    check(len(told) == 1, "after", move, "the letters say that these are to move:", *told)
    return told.pop()


def play(server, played):
    """Plays them all; ValueError says what is wrong."""
    match = json.loads(server.postmove("match", "show", "1", "--json"))
    players = sorted(name.lower() for name in match["players"])
    if len(players) > 2:  # so that each move is seen from each side
        server.sql("INSERT OR REPLACE INTO settings (player, key, value)"
                   " SELECT id, 'letters', 'all' FROM players")
    record = list(match["record"])
    check(match.get("to_move"), "the match is over")
    mover = match["to_move"].lower()
    position, men = after(server, match, match["position"], [])
    newest = {name_of(letter): letter for letter in server.letters if letter.token}
    for move in played:
        server.now += 60
        send(server, newest, mover, move, len(record) + 1)
        sent = server.collect()
        new = {name_of(letter): letter for letter in sent}
        check(sorted(name_of(letter) for letter in sent) == players,
              "after", move, "letters went to", *sorted(name_of(letter) for letter in sent))
        if boards.men_of(match["game"], position) is not None:
            position, _ = after(server, match, position, [move])
            men = boards.men_of(match["game"], position)
        else:
            move_man(men, move)
        for name in players:
            check_letter(name, new[name], mover, move, men)
        newest.update(new)
        mover = to_move(new, move)
        record.append(move)
    found = json.loads(server.postmove("match", "show", "1", "--json"))
    position, shown = after(server, match, match["position"], played)
    check(found["record"] == record, "the record is", found["record"], "not", record)
    check(found["position"] == position, "the position is", found["position"], "not", position)
    check(shown == men, "shown is", shown, "not", men)
    check(found["to_move"].lower() == mover, mover, "was told to move, not", found["to_move"])
