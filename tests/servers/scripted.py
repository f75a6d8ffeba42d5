"""What the scripted mail servers of this folder share: one client at a time,
faults on demand, and a second port by which a test tells them what to do.

A server listens on two free ports of 127.0.0.1, prints "PORT CONTROL" and ends
when its standard input does. A line to the control port is a command; the
answer is a line of JSON:

    reset [FAULT ...]   all mails are back, and what was sent is counted anew
    fault [FAULT ...]   from now on, with the mails as they are
    state               the mails
    log                 the commands that were given since the reset
    size                how many bytes were sent since the reset

A FAULT is KEY=VALUE. These are known to all servers and happen once, so that
the next try goes well (`for-good=1`: each time):

    cut=N         the connection ends after N bytes were sent to the client
    step=N:WHAT   in place of the answer to the N-th command: WHAT is cut, hang,
                  no, bad or garbage; late: the answer is sent, then it is cut
    command=WORD:WHAT   the same at the first command that begins with WORD

Other keys are for the server itself; its own page tells them.
"""

import argparse
import json
import os
import socket
import ssl
import sys
import threading


class Cut(Exception):
    """The connection ends here."""


class Hang(Exception):
    """Nothing more is heard here."""


class Connection:
    """One client: lines in, counted bytes out."""

    def __init__(self, server, plain):
        self.server = server
        self.socket = plain
        self.rest = b""

    def begin_tls(self):
        self.rest = b""
        self.socket = self.server.tls.wrap_socket(self.socket, server_side=True)

    def send(self, data):
        server = self.server
        cut = server.faults.get("cut")
        if cut is not None:
            left = int(cut) - server.sent
            if left < len(data):
                server.spend("cut")
                if left > 0:
                    self.socket.sendall(data[:left])
                raise Cut
        server.sent += len(data)
        self.socket.sendall(data)

    def line(self):
        while b"\n" not in self.rest:
            data = self.socket.recv(65536)
            if not data:
                raise Cut
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return line.rstrip(b"\r").decode("latin-1")


class Server:
    """A protocol's server is a subclass with greet, answer, refuse, reset, state."""

    def __init__(self):
        parser = argparse.ArgumentParser()
        parser.add_argument("mails", help="a folder: a file a mail, in order of name")
        parser.add_argument("--cert", help="a certificate with its key, PEM: TLS is offered")
        parser.add_argument("--tls", action="store_true", help="TLS from the first byte on")
        parser.add_argument("--wait", type=float, default=30.0, help="seconds that `hang` lasts")
        self.options = parser.parse_args()
        self.tls = None
        if self.options.cert:
            self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.tls.load_cert_chain(self.options.cert)
        self.faults, self.log = {}, []
        self.sent = self.steps = 0
        self.guard = threading.Lock()
        self.stopped = threading.Event()
        self.restart([])

    def mails(self):
        """The bytes of each mail, with CRLF unless the file's name says .raw."""
        folder = self.options.mails
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as file:
                data = file.read()
            if not name.endswith(".raw"):
                data = data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
            yield data, os.path.getmtime(os.path.join(folder, name))

    # ---- faults

    def arm(self, words):
        self.faults = dict(word.split("=", 1) for word in words)
        self.log, self.sent, self.steps = [], 0, 0

    def restart(self, words):
        self.arm(words)
        self.reset()

    def spend(self, key):
        if "for-good" not in self.faults:
            self.faults.pop(key, None)

    def fault_at(self, words):
        """What is to happen at this command in place of its answer."""
        self.steps += 1
        at, what = self.faults.get("step", ":").split(":", 1)
        if at == str(self.steps):
            self.spend("step")
            return what
        word, what = self.faults.get("command", ":").split(":", 1)
        if word and words.upper().startswith(word.upper().replace("_", " ")):
            self.spend("command")
            return what
        return ""

    def dispatch(self, connection, line, words):
        """Answers one command, or does what was asked for in place of that."""
        self.log.append(words)
        what = self.fault_at(words)
        if what == "cut":
            raise Cut
        if what == "hang":
            raise Hang
        if what == "garbage":
            connection.send(b"\x00\xff*(\r\n{99999}\r\n* )(\r\n" * 20)
            raise Cut
        if what in ("no", "bad"):
            self.refuse(connection, line, what.upper())
            return
        self.answer(connection, line)
        if what == "late":
            raise Cut

    # ---- the two ports

    def serve(self, plain):
        connection = Connection(self, plain)
        plain.settimeout(60)
        try:
            if self.options.tls:
                connection.begin_tls()
            with self.guard:
                self.greet(connection)
            while True:
                line = connection.line()
                with self.guard:
                    self.dispatch(connection, line, self.words(line))
        except Hang:
            self.stopped.wait(self.options.wait)
        except (Cut, OSError):
            pass
        finally:
            try:
                connection.socket.close()
            except OSError:
                pass

    def words(self, line):
        return line

    def control(self, plain):
        with plain, plain.makefile("rw") as file:
            for line in file:
                command, *rest = line.split()
                with self.guard:
                    if command == "reset":
                        self.restart(rest)
                    elif command == "fault":
                        self.arm(rest)
                    answers = {"log": self.log, "size": self.sent}
                    answer = answers[command] if command in answers else self.state()
                file.write(json.dumps(answer) + "\n")
                file.flush()

    def listen(self, serve):
        listener = socket.create_server(("127.0.0.1", 0))

        def accept():
            while True:
                plain, _ = listener.accept()
                plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=serve, args=(plain,), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        return listener.getsockname()[1]

    def run(self):
        print(self.listen(self.serve), self.listen(self.control), flush=True)
        sys.stdin.read()
        self.stopped.set()
