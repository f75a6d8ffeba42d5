"""A POP3 server with faults (see scripted.py), as much of RFC 1939 as is asked
of it. Any user and password will do, but for the password "wrong".

    uidl=none     knows no UIDL
    uidl=same     says the same unique-id of each mail
    stls=0        offers no STLS
    auth=A+B      offers these ways to log in, PLAIN else; auth=: only USER
    keep=1        deletes nothing at QUIT, though it says so
"""

import hashlib

from scripted import Cut, Server


class Pop3Server(Server):
    def reset(self):
        self.maildrop = [data for data, _ in self.mails()]
        self.session, self.gone = [], set()

    def state(self):
        return [hashlib.sha256(data).hexdigest()[:8] for data in self.maildrop]

    def greet(self, connection):
        self.session, self.gone = list(self.maildrop), set()
        connection.send(b"+OK scripted\r\n")

    def refuse(self, connection, line, word):
        connection.send(b"-ERR as asked\r\n")

    def good(self, connection, text="done"):
        connection.send(f"+OK {text}\r\n".encode())

    def lines(self, connection, lines):
        self.good(connection)
        for line in lines:
            connection.send(f"{line}\r\n".encode())
        connection.send(b".\r\n")

    # ---- commands

    def answer(self, connection, line):
        command, _, rest = line.partition(" ")
        handle = getattr(self, "do_" + command.lower(), None)
        if handle is None:
            connection.send(b"-ERR unknown\r\n")
        else:
            handle(connection, rest)

    def do_capa(self, connection, rest):
        ways = self.faults.get("auth", "PLAIN").replace("+", " ")
        features = ["USER"] + ([f"SASL {ways}"] if ways else [])
        if self.tls and self.faults.get("stls") != "0" and not self.options.tls:
            features.append("STLS")
        if self.faults.get("uidl") != "none":
            features.append("UIDL")
        self.lines(connection, features)

    def do_stls(self, connection, rest):
        self.good(connection)
        connection.begin_tls()

    def do_auth(self, connection, rest):
        import base64

        if rest != "PLAIN":
            connection.send(b"-ERR no such way\r\n")
            return
        connection.send(b"+ \r\n")
        secret = base64.b64decode(connection.line()).split(b"\0")
        if secret[-1] == b"wrong":
            connection.send(b"-ERR [AUTH] no\r\n")
        else:
            self.good(connection)

    def do_user(self, connection, rest):
        self.good(connection)

    def do_pass(self, connection, rest):
        if rest == "wrong":
            connection.send(b"-ERR [AUTH] no\r\n")
        else:
            self.good(connection)

    def here(self):
        return [i for i in range(len(self.session)) if i not in self.gone]

    def do_list(self, connection, rest):
        self.lines(connection, [f"{i + 1} {len(self.session[i])}" for i in self.here()])

    def do_uidl(self, connection, rest):
        kind = self.faults.get("uidl")
        if kind == "none":
            connection.send(b"-ERR unknown\r\n")
            return
        name = (lambda i: "same") if kind == "same" else self.unique
        self.lines(connection, [f"{i + 1} {name(i)}" for i in self.here()])

    def unique(self, i):
        return hashlib.sha256(self.session[i]).hexdigest()

    def do_retr(self, connection, rest):
        data = self.session[int(rest) - 1]
        self.good(connection)
        lines = data.split(b"\r\n")
        if lines[-1] == b"":
            lines.pop()
        stuffed = b"".join((b"." if l.startswith(b".") else b"") + l + b"\r\n" for l in lines)
        connection.send(stuffed)
        connection.send(b".\r\n")

    def do_dele(self, connection, rest):
        self.gone.add(int(rest) - 1)
        self.good(connection)

    def do_noop(self, connection, rest):
        self.good(connection)

    def do_quit(self, connection, rest):
        if self.faults.get("keep") != "1":
            kept = [self.session[i] for i in self.here()]
            self.maildrop = kept + self.maildrop[len(self.session) :]
        self.session, self.gone = [], set()
        self.good(connection)
        raise Cut


if __name__ == "__main__":
    Pop3Server().run()
