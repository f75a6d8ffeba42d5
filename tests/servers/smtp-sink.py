"""A mail server that takes letters in, and fails as it is told.

    python3 smtp-sink.py --mails FOLDER [--tls CERTIFICATE KEY [--wrapped]]
                         [--user NAME --password SECRET | --token SECRET]
                         [STAGE[@NUMBER]=FAULT ...]

Listens on a free port of 127.0.0.1, or where --listen ADDRESS:PORT says, and prints
"port N". Each letter becomes
FOLDER/NNNN.eml, headers X-Sink-Sender, X-Sink-Recipient and X-Sink-Tls first,
its lines as they came (CRLF); what is said goes to FOLDER/session. Ends after
--seconds (120), or by a signal.

STAGE is greeting ehlo starttls auth mail rcpt data content dot noop quit.
With @NUMBER the fault happens the NUMBER-th time this stage is reached (from 1,
over all connections), else every time. FAULT is

    CODE TEXT      that reply (421 closes the connection)
    hang           silence, the connection stays
    cut            the connection is cut, and nothing is said
    slow           the right reply, a byte in 20 milliseconds
    lines          the right reply in 20 lines
    garbage        lines that are no reply, then the right one
    long           a reply of 100,000 bytes without an end of line
    BYTES          of content: the connection is cut after so many bytes
    kept-hang, kept-cut   of dot: the letter is kept, but nothing is said
    strip          of ehlo: the right reply, without STARTTLS
"""

import argparse
import base64
import os
import socket
import ssl
import sys
import threading
import time

STAGES = "greeting ehlo starttls auth mail rcpt data content dot noop quit".split()
GARBAGE = b"\x00\xff\xfe not a reply\r\n2x5 nor this\r\n\r\n"


class Cut(Exception):
    """The connection is to end."""


class Faults:
    """What is to go wrong, and how often each stage was reached."""

    def __init__(self, words):
        self.lock = threading.Lock()
        self.reached = dict.fromkeys(STAGES, 0)
        self.rules = []
        for word in words:
            stage, _, fault = word.partition("=")
            stage, _, number = stage.partition("@")
            if stage not in STAGES or not fault:
                sys.exit(f"smtp-sink: {word}: not understood")
            self.rules.append((stage, int(number or 0), fault))

    def at(self, stage):
        with self.lock:
            self.reached[stage] += 1
            for name, number, fault in self.rules:
                if name == stage and number in (0, self.reached[stage]):
                    return fault
        return None


class Sink:
    """What all connections share."""

    def __init__(self, options):
        self.options = options
        self.faults = Faults(options.fault)
        self.lock = threading.Lock()
        self.kept = 0
        self.session = open(os.path.join(options.mails, "session"), "w", encoding="ascii")
        self.tls = None
        if options.tls:
            self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.tls.load_cert_chain(*options.tls)

    def note(self, text):
        with self.lock:
            self.session.write(text + "\n")
            self.session.flush()

    def keep(self, sender, recipient, encrypted, content):
        with self.lock:
            self.kept += 1
            path = os.path.join(self.options.mails, f"{self.kept:04}.eml")
            head = (f"X-Sink-Sender: {sender}\r\nX-Sink-Recipient: {recipient}\r\n"
                    f"X-Sink-Tls: {encrypted}\r\n")
            with open(path, "wb") as file:
                file.write(head.encode("ascii", "backslashreplace") + content)


class Connection:
    def __init__(self, sink, connection):
        self.sink = sink
        self.connection = connection
        self.waiting = b""
        self.encrypted = "no"
        self.welcome = sink.options.user is None
        self.stripped = False

    # ---- bytes ----

    def more(self):
        got = self.connection.recv(65536)
        if not got:
            raise Cut
        self.waiting += got

    def line(self):
        while b"\n" not in self.waiting:
            self.more()
        line, _, self.waiting = self.waiting.partition(b"\n")
        return line.rstrip(b"\r").decode("ascii", "backslashreplace")

    def begin_tls(self):
        self.connection = self.sink.tls.wrap_socket(self.connection, server_side=True)
        self.encrypted = self.connection.version()

    def hang(self):
        self.sink.note("hangs")
        while self.connection.recv(65536):
            pass
        raise Cut

    # ---- replies ----

    def reply(self, stage, right, fault=None):
        """Says the right thing, or what the fault says instead; whether the
        right thing was said."""
        fault = fault or self.sink.faults.at(stage)
        send = self.connection.sendall
        whole = (right + "\r\n").encode("ascii")
        if fault is None or fault == "strip":
            send(whole)
        elif fault == "cut":
            raise Cut
        elif fault == "hang":
            self.hang()
        elif fault == "slow":
            for i in range(len(whole)):
                send(whole[i:i + 1])
                time.sleep(0.02)
        elif fault == "lines":
            code = right.split("\r\n")[-1][:3]
            for number in range(20):
                send(f"{code}-line {number}\r\n".encode("ascii"))
            send(whole)
        elif fault == "garbage":
            send(GARBAGE + whole)
        elif fault == "long":
            send(b"2" * 100000)
            self.hang()
        elif fault[:3].isdigit() and fault[3:4] in ("", " "):
            send((fault + "\r\n").encode("ascii"))
            if fault.startswith("421"):
                raise Cut
            return False
        else:
            sys.exit(f"smtp-sink: {stage}={fault}: not understood")
        return True

    # ---- commands ----

    def hello(self):
        fault = self.sink.faults.at("ehlo")
        words = ["sink.test", "SIZE 10485760", "8BITMIME"]
        if self.sink.tls and self.encrypted == "no" and fault != "strip":
            words.append("STARTTLS")
        if self.sink.options.user:
            words.append("AUTH GSSAPI CRAM-MD5 EXTERNAL NTLM XOAUTH2 PLAIN"
                         if self.sink.options.token else "AUTH GSSAPI NTLM LOGIN PLAIN")
        lines = [f"250{'-' if i + 1 < len(words) else ' '}{w}" for i, w in enumerate(words)]
        self.reply("ehlo", "\r\n".join(lines), fault)

    def log_in(self, line):
        words = line.split(" ")
        answer = words[2] if len(words) > 2 else None
        if answer is None:
            self.connection.sendall(b"334 \r\n")
            answer = self.line()
        options = self.sink.options
        if options.token:
            right = f"user={options.user}\1auth=Bearer {options.token}\1\1"
        else:
            right = f"\0{options.user}\0{options.password}"
        if base64.b64decode(answer) != right.encode():
            self.connection.sendall(f"535 5.7.8 Bad credentials: {answer}\r\n".encode())
        else:
            self.welcome = self.reply("auth", "235 2.7.0 Welcome")

    def content(self):
        """What stands between 354 and the dot; None if it is not to be had."""
        fault = self.sink.faults.at("content")
        if fault == "hang":
            self.hang()
        while not (b"\r\n" + self.waiting).endswith(b"\r\n.\r\n"):
            if fault and fault.isdigit() and len(self.waiting) >= int(fault):
                raise Cut
            self.more()
        whole, self.waiting = self.waiting[:-3], b""
        return b"\r\n".join(line[1:] if line.startswith(b".") else line
                            for line in whole.split(b"\r\n"))

    def letter(self, sender, recipient):
        if not self.reply("data", "354 Go on"):
            return
        content = self.content()
        fault = self.sink.faults.at("dot")
        if fault is None or not fault[:3].isdigit() and fault not in ("cut", "hang"):
            self.sink.keep(sender, recipient, self.encrypted, content)
        if fault and fault.startswith("kept-"):
            fault = fault[len("kept-"):]
        if fault is None:
            self.connection.sendall(f"250 2.0.0 Ok: queued as {self.sink.kept:04}\r\n".encode())
        else:
            self.reply("dot", "250 2.0.0 Ok", fault)

    def command(self, line, sender, recipient):
        """Obeys one line; the envelope as it is then."""
        verb = line[:4].upper()
        if verb == "EHLO":
            self.hello()
        elif verb == "HELO":
            self.reply("ehlo", "250 sink.test")
        elif verb == "STAR":
            if self.reply("starttls", "220 Go on"):
                self.begin_tls()
        elif verb == "AUTH":
            self.log_in(line)
        elif verb == "MAIL":
            right = "250 2.1.0 Ok" if self.welcome else "530 5.7.0 Log in first"
            return (line[10:] if self.reply("mail", right) else None), None
        elif verb == "RCPT":
            return sender, (line[8:] if self.reply("rcpt", "250 2.1.5 Ok") else None)
        elif verb == "DATA":
            self.letter(sender, recipient)
        elif verb == "NOOP":
            self.reply("noop", "250 2.0.0 Ok")
        elif verb == "QUIT":
            self.reply("quit", "221 2.0.0 Bye")
            raise Cut
        else:
            self.connection.sendall(b"502 5.5.2 What?\r\n")
        return sender, recipient

    def serve(self):
        if self.sink.options.wrapped:
            self.begin_tls()
        self.sink.note(f"connection {self.encrypted}")
        self.reply("greeting", "220 sink.test ESMTP")
        sender = recipient = None
        while True:
            line = self.line()
            self.sink.note(f"{self.encrypted} {line}")
            sender, recipient = self.command(line, sender, recipient)

    def run(self):
        try:
            self.serve()
        except (Cut, OSError):
            pass
        self.connection.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mails", required=True)
    parser.add_argument("--tls", nargs=2)
    parser.add_argument("--wrapped", action="store_true")
    parser.add_argument("--user")
    parser.add_argument("--password")
    parser.add_argument("--token")
    parser.add_argument("--listen", default="127.0.0.1:0")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("fault", nargs="*")
    options = parser.parse_args()
    os.makedirs(options.mails, exist_ok=True)
    sink = Sink(options)
    address, _, port = options.listen.rpartition(":")
    listener = socket.create_server((address, int(port)), backlog=100)
    sys.stdout.write(f"port {listener.getsockname()[1]}\n")
    sys.stdout.flush()
    threading.Timer(options.seconds, os._exit, [0]).start()
    while True:
        connection, _ = listener.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=Connection(sink, connection).run, daemon=True).start()


main()
