"""Letters with pictures, for the tests that look at whole letters: those of matches of each game
with each number of players, and letters of every kind."""
import json
import os
import random
import re

from server import Server

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
PLAYERS = ("ann", "bob", "cat", "dan", "eve", "fay")
MATCHES = (
    "halma 2 -size=8", "halma 4 -size=16", "chinesecheckers 2", "chinesecheckers 3",
    "chinesecheckers 4", "chinesecheckers 6", "embargo 2", "embargo 3", "embargo 4", "emergo 2",
    "entrapment 2",
)
# How letters of every kind come about: a name for those of a step, who writes, and what. "re" answers
# their newest letter that can be answered, "to" is a mail that proves who wrote it, "by" one that
# does not; what is none of these is a scene.
STEPS = (
    ("stranger", "zoe", "by", "Hello, what is this?"),
    ("welcome", "zoe", "re", "zoe"),
    ("confirm", "max", "by", "signup max"),
    ("challenge", "ann", "to", "halma challenge ann bob -size=8 --time=10d"),
    ("first-turn", "bob", "re", "accept"),
    ("refused", "ann", "re", "e1-e3"),
    ("watch", "dan", "to", "watch 1"),
    ("turn", "ann", "re", "e1-d2\n\nGood luck, Bob! I have never played on the small board."),
    ("chat", "ann", "re", "chat I hope you are well.\n\nDid the parcel come?"),
    ("moves", "bob", "re", "moves"),
    ("draw", "bob", "re", "draw"),
    ("undo", "ann", "re", "undo"),
    ("nonsense", "bob", "re", "my aunt says it will rain"),
    ("held", "ann", "by", "resign 1"),
    ("three", "cat", "to", "embargo challenge cat dan eve"),
    ("declined", "dan", "re", "decline"),
    ("seek", "cat", "to", "play embargo"),
    ("seek-of-three", "dan", "to", "chinesecheckers seek -players=3"),
    ("house", "zoe", "to", "halma challenge zoe house -size=8 --level=1"),
    ("message", "ann", "to", "message bob Shall we meet on Sunday?"),
    ("lesson", "zoe", "to", "tutorial halma"),
    ("lesson-goes-on", "zoe", "re", "next"),
    ("display", "ann", "to", "test display"),
    ("help", "ann", "to", "help"),
    ("help-play", "ann", "to", "help play"),
    ("rules", "ann", "to", "help emergo"),
    ("list-game", "ann", "to", "list entrapment"),
    ("whoami", "ann", "to", "whoami"),
    ("set", "ann", "to", "set board=list"),
    ("in-words", "ann", "to", "show 1"),
    ("set-back", "ann", "to", "set board=picture"),
    ("vacation", "ann", "to", "vacation 2023-12-24 2024-01-06"),
    ("digest-set", "dan", "to", "set digest=18:00"),
    ("over", "ann", "endgame", ""),
    ("analyse", "ann", "re", "analyse"),
    ("replay", "ann", "to", "replay 6"),
    ("rematch", "bob", "re", "rematch"),
    ("crowd", "", "crowd", ""),
    ("list", "ann", "to", "list"),
    ("seeks", "ann", "to", "seeks"),
    ("games", "ann", "to", "games"),
    ("games-of", "ann", "to", "games bob"),
    ("history", "ann", "to", "history"),
    ("history-game", "ann", "to", "history halma"),
    ("standings", "ann", "to", "standings halma"),
    ("leaders", "ann", "to", "standings"),
    ("several", "ann", "to", "multiple\n\nshow 1\ngames\nseeks"),
    ("resigned", "bob", "to", "resign 1"),
    ("forget", "eve", "to", "forget"),
    ("export", "ann", "to", "export"),
    ("reminder", "", "wait", ""),
)
VOUCHED = ("Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\n"
           "Date: Wed, 15 Nov 2023 00:00:00 +0000\n")
TURNS = 14


def address(name):
    return name + "@example.net"


def reply(server, to, text, number):
    """Answers the newest letter to somebody that can be answered."""
    letter = [each for each in server.letters if each.to == to and each.token][-1]
    server.deliver(("From: %s\nTo: %s\nSubject: Re: %s\nMessage-ID: <%d@mail.example.net>\n\n%s\n" % (
        to, letter.header("Reply-To"), letter.subject, number, text)).encode())
    server.now += 60
    server.run()
    server.collect()


def begin(folder, **conf):
    """A server with players and pictures; their first letters are not looked at."""
    server = Server(folder, BUILD)
    server.conf.update(conf, pictures="on")
    server.write_conf()
    server.postmove("init", "--testing")
    for name in PLAYERS:
        server.postmove("player", "add", name, address(name))
    server.run()
    server.collect()
    return server


def play(folder, match):
    """The last letter to each player of a match after some turns of any legal moves, some of
    which have a comment; each with a name."""
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
        reply(server, address(players[state["to_move"] - 1]), text, turn)
        played.append(move)
    last = {letter.to: letter for letter in server.letters}
    called = re.sub(r"[ =]", "", match)
    return [("%s-%s" % (called, name), last[address(name)]) for name in players]


def endgame(server):
    """Plays a match of ann against bob that ends soon (tests/servers/matches). How many letters came
    before the last two."""
    with open("tests/servers/matches", encoding="utf-8") as file:
        line = next(line for line in file if line.startswith("halma"))
    game, position, moves = line.strip().split(" ; ")
    server.postmove("match", "create", *game.split(), "ann", "bob", "--from=" + position)
    server.run()
    server.collect()
    for turn, move in enumerate(moves.split()):
        reply(server, address(PLAYERS[turn % 2]), move, 1000 + turn)
    return len(server.letters) - 2


def crowd(server):
    """Fills lists: matches, results and open seats of players with the longest of names. Their
    letters are not looked at."""
    names = ("wwwwwwwwwwwwwwww", "emmmmmmmmmmmmmmmmmma")
    for name in names:
        server.postmove("player", "add", name, address(name))
    for game in ("halma", "emergo", "halma", "embargo"):
        server.postmove("match", "create", game, "ann", names[0])
    number = int(server.postmove("match", "create", "chinesecheckers", "ann", "cat", "dan", "eve", *names))
    for board, winner in enumerate(("ann", names[0], names[0]), number - 4):
        server.postmove("match", "end", str(board), "--winner", winner, "--yes")
    server.run()
    server.collect()
    return len(server.letters)


def wait(server):
    """Lets boards wait so long that those who are to move are reminded of them. How many letters
    came before."""
    for _ in range(2):
        server.postmove("match", "create", "halma", "eve", "fay", "-size=8", "--nag=3")
    server.run()
    server.collect()
    before = len(server.letters)
    for _ in range(5):
        server.now += 86400
        server.run()
        server.collect()
    return before


SCENES = {"endgame": endgame, "crowd": crowd, "wait": wait}


def kinds(folder):
    """Letters of every kind, each with the name of its step."""
    server = begin(folder, house="on")
    server.configure("authserv-id = mx.example.org")
    server.configure("outage = 400d")
    found = []
    for number, (step, name, how, text) in enumerate(STEPS):
        before = len(server.letters)
        if how == "re":
            reply(server, address(name), text, number)
        elif how in SCENES:
            before = SCENES[how](server)
        else:
            subject, _, body = text.partition("\n")
            server.deliver((
                "%sFrom: %s\nTo: turns@example.org\nSubject: %s\nMessage-ID: <%d@mail.example.net>\n\n%s\n" % (
                    VOUCHED if how == "to" else "", address(name), subject, number, body)).encode())
            server.now += 600
            server.run()
            server.collect()
        found += [("%s-%s" % (step, letter.to.split("@")[0]), letter)
                  for letter in server.letters[before:]]
    return found
