"""Matches whose players think up nothing: each mail that they send is one that their newest letter
offers. How a letter offers something, as a link or in its text, is up to who plays: an offer is
(address, Subject, text) of a mail.

The record shows that each mail does what it says: a move is played, the beginning of one brings
its moves, and nothing is refused.
"""
import json
import random
import re

from server import Fault, Server

PLAYERS = {name: name + "@example.net" for name in ("ann", "bob", "cat", "zoe")}
VOUCHED = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\n"
REFUSED = re.compile(r"was not played|We found no|cannot be done|No move of yours")
TAPS_MOST = 6  # to a whole turn
# A match of three that ends soon, beside those of tests/servers/matches.
THREE = ("chinesecheckers ; ./../.../..../333.......5.5/33....555555/3....5...../.3.....3../..1....../........3./"
         "...3......./............/..5.1..1...../.1../111/11/1 1 37,37,37 0 - ; "
         "m12-n13 h5-g4 g8-e12 i7-j8 j13-j12 m7-l7 j8-n12 j12-i11 e11-g13 m9-n10")
# Matches from their beginning, of which some turns are played: players, game, options.
LONG = (
    "2 halma -size=8", "2 chinesecheckers", "2 embargo", "2 emergo", "2 entrapment", "3 embargo",
    "3 chinesecheckers",
)


def short_matches():
    """Matches that end soon: how many players, game and options, position, turns."""
    with open("tests/servers/matches", encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("#")]
    for seats, line in [(2, line) for line in lines] + [(3, THREE)]:
        game, position, turns = line.strip().split(" ; ")
        yield seats, game, position, turns.split()


def plays(seed, turns):
    """All that is played: what to call it, how, and with which arguments."""
    found = [("%s, %d players, to its end" % (game, seats), play_short, (seats, game, *rest))
             for seats, game, *rest in short_matches()]
    found += [("%s players, from the beginning" % long, play_long, (seed, int(long[0]), long[2:], turns))
              for long in LONG]
    return found + [("a newcomer and a program", play_first, (4,))]


def begins(text):
    """What a move begins with that a mail plays or asks the moves of; None if it is about none."""
    found = re.fullmatch(r"moves ([a-q].*)|([a-q]\d\S*)|(pass)", text.lower())
    return next(filter(None, found.groups())).replace(" ", ",") if found else None


def same_turn(one, other):
    return sorted(one.lower().split(",")) == sorted(other.lower().split(","))


class Table:
    """A server on a folder of its own, whose players choose with `offers(letter)`."""

    def __init__(self, folder, build, offers, board="picture", pictures="off"):
        self.server = Server(folder, build)
        self.server.conf.update(pictures=pictures, house="on")
        self.server.configure("authserv-id = mx.example.org")
        self.server.postmove("init", "--testing")
        self.offers = offers
        self.board = board  # the form of boards that players read
        self.count = 0
        self.sent = {}  # how many mails of each kind were sent

    def join(self, *names):
        for name in names:
            self.server.postmove("player", "add", name, PLAYERS[name])
        self.collect()
        for name in names:
            self.writes(name, "set board=" + self.board)

    def collect(self):
        self.server.now += 60
        self.server.run()
        return self.server.collect()

    def newest(self, name):
        return [letter for letter in self.server.letters if letter.to == PLAYERS[name]][-1]

    def mail(self, name, to, subject, text, head=""):
        """Sends a mail, which must not be refused; the letters that follow."""
        self.count += 1
        self.server.deliver((
            "%sFrom: %s\nTo: %s\nSubject: %s\nDate: Wed, 15 Nov 2023 00:00:00 +0000\n"
            "Message-ID: <%d@mail.example.net>\nMIME-Version: 1.0\n"
            "Content-Type: text/plain; charset=UTF-8\n\n%s\n" % (
                head, PLAYERS[name], to, subject, self.count, text)).encode())
        new = self.collect()
        mine = [letter for letter in new if letter.to == PLAYERS[name]]
        if not mine:
            raise Fault("%s: no answer to %s" % (name, text))
        if REFUSED.search(mine[0].text) and not self.goes_on(mine[0], text):
            raise Fault("%s: %s is refused:\n%s" % (name, text, mine[0].text))
        return new

    def goes_on(self, letter, text):
        """Whether the letter offers how to go on with the beginning of a turn."""
        offered = [offer[2] for offer in self.offers(letter)] if begins(text) else []
        return any((begins(line) or "").startswith(begins(text)) and line != text for line in offered)

    def writes(self, name, text):
        """A mail that its player thinks up."""
        return self.mail(name, "turns@example.org", text, "", VOUCHED)

    def takes(self, name, wanted, letter=None):
        """Takes the offer whose text is, or begins with, the words wanted."""
        found = self.offers(letter or self.newest(name))
        offer = next((offer for offer in found if re.match(wanted + r"\b", offer[2])), None)
        if offer is None:
            raise Fault("%s is offered %s, not %s" % (name, [offer[2] for offer in found], wanted))
        return self.mail(name, *offer)

    # ---- turns ----

    def match(self, number):
        return json.loads(self.server.postmove("match", "show", str(number), "--json"))

    def turn(self, number, name, wish, chance):
        """Plays a turn of a match, the one wished for, or any."""
        record = self.match(number)["record"]
        for _ in range(TAPS_MOST):
            offered = self.offers(self.newest(name))
            found = [(begins(offer[2]), offer) for offer in offered]
            found = [(move, offer) for move, offer in found if move]
            if not found:
                found = [("", offer) for offer in offered if offer[2] == "moves"]
            if wish:
                exact = [each for each in found if same_turn(each[0], wish)]
                nearer = [each for each in found if wish.startswith(each[0].rstrip("-x"))]
                found = exact or sorted(nearer, key=lambda each: -len(each[0]))
            if not found:
                raise Fault("%s is offered no %s:\n%s" % (
                    name, wish or "move", self.newest(name).text))
            move, offer = found[0] if wish else chance.choice(found)
            self.mail(name, *offer)
            played = self.match(number)["record"][len(record):]
            if played and not same_turn(played[0], move):
                raise Fault("%s sends %s, and %s is played" % (name, move, played[0]))
            kind = "moves" if played else "beginnings"
            self.sent[kind] = self.sent.get(kind, 0) + 1
            if played:
                return
        raise Fault("%s has sent %d mails, and played nothing" % (name, TAPS_MOST))

    def play(self, number, wishes=(), turns=0, chance=None):
        """Plays the turns wished for, or so many of any; True if the match is over."""
        wishes = list(wishes)
        for at in range(turns or len(wishes)):
            name = self.match(number).get("to_move")
            if not name:
                break
            self.turn(number, name, wishes[at] if wishes else None, chance)
        return not self.match(number).get("to_move")


# ---- what is played ----


def play_short(table, seats, game, position, turns):
    """A match from the challenge to its end, and what its last letters offer."""
    names = list(PLAYERS)[:seats]
    table.join(*names)
    title, *options = game.split()
    options += ["--from=" + position] if position != "start" else []
    table.writes("ann", " ".join([title, "challenge", *names, *options]))
    for name in names[1:]:
        table.takes(name, "accept")
    if not table.play(1, turns):
        raise Fault("the match is not over")
    last = {name: table.newest(name) for name in names}
    table.takes("bob", "rematch")
    for name in names:
        if name != "bob":
            table.takes(name, "accept|rematch")
    table.play(2, turns=4, chance=random.Random(game))
    if seats == 2:
        table.takes("ann", "analyse", last["ann"])
    table.takes("bob", "play ", last["bob"])


def play_long(table, seed, seats, game, turns):
    """Some turns of a match from its beginning, drawn by lot."""
    names = list(PLAYERS)[:seats]
    table.join(*names)
    table.server.postmove("match", "create", *game.split()[:1], *names, *game.split()[1:])
    table.collect()
    table.play(1, turns=turns, chance=random.Random(seed + game))


def play_first(table, turns):
    """Somebody who is no player yet: they write their name, and nothing else."""
    table.mail("zoe", "turns@example.org", "Hello", "What is this?")
    table.mail("zoe", table.newest("zoe").header("Reply-To"), "", "zoe")
    welcome = table.newest("zoe")
    table.takes("zoe", r"tutorial \w+")
    table.takes("zoe", r"next")
    table.takes("zoe", r"play \w+", welcome)
    table.takes("zoe", r"\w+ challenge me house", welcome)
    for _ in range(turns):
        table.collect()
        table.play(2, turns=1, chance=random.Random("zoe"))
