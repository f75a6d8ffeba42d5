"""Letters with pictures, for the tests that look at whole letters: those of matches of each game
with each number of players, and answers to questions."""
import json
import os
import random

from server import Server

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
PLAYERS = ("ann", "bob", "cat", "dan", "eve", "fay")
MATCHES = (
    "halma 2 -size=8", "halma 4 -size=16", "chinesecheckers 2", "chinesecheckers 3",
    "chinesecheckers 4", "chinesecheckers 6", "embargo 2", "embargo 3", "embargo 4", "emergo 2",
    "entrapment 2",
)
QUESTIONS = ("help", "list", "test display", "tutorial halma", "help halma", "standings", "whoami",
             "games", "seeks", "history", "set board=list", "nonsense")
TURNS = 14


def reply(server, to, text, number):
    """Answers the newest letter to somebody that can be answered."""
    letter = [each for each in server.letters if each.to == to and each.token][-1]
    server.deliver(("From: %s\nTo: %s\nSubject: Re: %s\nMessage-ID: <%s@mail.example.net>\n\n%s\n" % (
        to, letter.header("Reply-To"), letter.subject, number, text)).encode())
    server.now += 60
    server.run()
    server.collect()


def begin(folder):
    """A server with players and pictures; their first letters are not looked at."""
    server = Server(folder, BUILD)
    server.conf["pictures"] = "on"
    server.write_conf()
    server.postmove("init", "--testing")
    for name in PLAYERS:
        server.postmove("player", "add", name, name + "@example.net")
    server.run()
    server.collect()
    return server


def play(folder, match):
    """The last letter to each player of a match after some turns of any legal moves, some of
    which have a comment."""
    game, seats, *options = match.split()
    players = PLAYERS[: int(seats)]
    server = begin(folder)
    server.postmove("match", "create", game, *players, *options)
    server.run()
    server.collect()
    chance = random.Random(match)
    played = []
    asked = ["-players=" + seats] + options
    for turn in range(TURNS):
        state = json.loads(server.postmove("show", game, *asked, "--after", " ".join(played),
                                           "--json"))
        if not state["moves"]:
            break
        move = chance.choice(state["moves"])
        text = move + ("\n\nThat was a long one to think about, %d." % turn if turn % 5 == 4 else "")
        reply(server, players[state["to_move"] - 1] + "@example.net", text, turn)
        played.append(move)
    last = {letter.to: letter for letter in server.letters}
    return [last[name + "@example.net"] for name in players]


def ask(folder):
    """The answers to questions of a player, and to somebody who is none. There are matches, open
    seats and results, and the longest of names."""
    server = begin(folder)
    found = list(server.letters)
    others = ["wwwwwwwwwwwwwwww", "emmmmmmmmmmmmmmmmmma"]
    for name in others:
        server.postmove("player", "add", name, name[:3] + "@example.net")
    for game in ("halma", "emergo", "halma", "halma"):
        server.postmove("match", "create", game, "ann", others[0])
    server.postmove("match", "create", "chinesecheckers", "ann", *PLAYERS[2:], *others[:1])
    for board, winner in enumerate(("ann", others[0], others[0]), 1):
        server.postmove("match", "end", str(board), "--winner", winner, "--yes")
    server.run()
    server.collect()
    for name in ("ann", "cat"):
        reply(server, name + "@example.net", "halma seek", name)
    for number, question in enumerate(QUESTIONS):
        for sender in ("ann@example.net", "zoe@example.com"):
            server.deliver((
                "From: %s\nTo: turns@example.org\nSubject: %s\nMessage-ID: <%d.%s>\n"
                "Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\n\n"
                % (sender, question, number, sender)).encode())
        server.now += 3600
        server.run()
        found += server.collect()
    return found
