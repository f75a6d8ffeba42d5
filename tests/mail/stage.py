"""A server on which somebody has got each kind of letter, one context each."""
import letters as post
from server import Server

HALMA = "halma -size=8", "e1-d2 a5-b4"
MATCHES = {
    "turn-halma": HALMA,
    "turn-chinesecheckers": ("chinesecheckers", "d5-e6 o11-m11"),
    "turn-embargo": ("embargo", "g1-g3 a7-a1"),
    "turn-emergo": ("emergo", "b6 g7 g3 h6"),
    "turn-entrapment": ("entrapment", "a1 g7 c3 e5 b6 f2 b6-c6 f2-f3,d4h"),
    "draw": HALMA,
    "undo": ("halma -size=8", "e1-d2 a5-b4 d2-c3"),
    "waiting": ("halma -size=8", "e1-d2"),
    "over": HALMA,
}


class Stage:
    """A server on which somebody has got each of the letters."""

    def __init__(self, folder, build):
        self.server = Server(folder, build)
        self.count = 0
        self.boards = {}
        self.server.configure("authserv-id = mx.example.org")
        self.server.configure("outage = 400d")
        self.server.postmove("init", "--testing")
        for name in ("ann", "bob", "carl", "held", "challenge", "plain", *MATCHES):
            self.server.postmove("player", "add", self.name(name), self.address(name))
        for context, (game, turns) in MATCHES.items():
            self.begin(context, "ann", game, turns)
        while len(self.boards) < 11:
            self.begin("filler%d" % len(self.boards), "carl", "halma", "", own="bob")
        self.begin("plain", "ann", *HALMA)
        self.begin("filler", "carl", "halma", "", own="bob")
        self.begin("filler2", "carl", "halma", "", own="bob")
        self.begin("plain2", "bob", "emergo", "b6", own="plain")
        self.vouched("ann", "draw %d" % self.boards["draw"])
        self.vouched("ann", "undo %d" % self.boards["undo"])
        self.vouched("over", "resign %d" % self.boards["over"])
        self.vouched("ann", "challenge halma %s -size=8" % self.name("challenge"))
        for context, text in (("confirm", "signup maria"), ("greeting", "Hello, what is this?"),
                              ("held", "challenge halma ann")):
            self.server.deliver(self.mail(context, "turns@example.org", "", text))
        self.collect()

    def name(self, context):
        return context if context in ("ann", "bob", "carl") else "p_" + context.replace("-", "_")[-17:]

    def address(self, context):
        return "%s@example.net" % context

    def begin(self, context, other, game, turns, own=None):
        """A match of somebody against another, and its first turns."""
        pair = [self.name(own or context), self.name(other)]
        number = self.server.postmove("match", "create", *game.split(), *pair).strip()
        self.boards[context] = int(number)
        for i, turn in enumerate(turns.split()):
            self.vouched(own or context if i % 2 == 0 else other, "move %s %s" % (number, turn))

    def collect(self):
        self.server.now += 60
        self.server.run()
        self.server.collect()

    def vouched(self, context, text):
        self.server.deliver(self.mail(context, "turns@example.org", "", text, True))
        self.collect()

    def mail(self, context, to, subject, text, vouched=False):
        self.count += 1
        verdict = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\n"
        return ("%sFrom: %s\nTo: %s\nSubject: %s\nMessage-ID: <%d@mail.example.net>\n"
                "Date: Wed, 15 Nov 2023 00:00:00 +0000\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n\n%s\n" % (
                    verdict if vouched else "", self.address(context), to, subject, self.count,
                    text)).encode()

    def answer(self, context, text):
        """What the letters say that answer such a mail; nothing is done."""
        theirs = [letter for letter in self.server.letters if letter.to == self.address(context)]
        if context == "plain":
            mail = self.mail(context, "turns@example.org", "", text, True)
        else:
            letter = theirs[-1]
            mail = self.mail(context, letter.header("Reply-To"), "Re: " + letter.header("Subject"),
                             text + "\n\n" + post.quoted(letter.text))
        path = self.server.stage + "/mail"
        with open(path, "wb") as file:
            file.write(mail)
        return self.server.postmove("mail", "simulate", path)
