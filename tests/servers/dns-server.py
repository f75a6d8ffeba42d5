"""A name server for tests, on port 53 of 127.0.0.1, over UDP and TCP.

    python3 dns-server.py ZONE

ZONE is a file that is read again for each question. A line is NAME TYPE VALUE:

    turns.test TXT v=spf1 mx -all      strings of 255 bytes, as many as it takes
    turns.test MX 10 mail.turns.test   `0 .` is a null MX
    turns.test A 192.0.2.1             or AAAA with an IPv6 address
    turns.test CNAME other.test        the records of the other name follow
    1.2.0.192.in-addr.arpa PTR turns.test

or one of these words, for a server that fails:

    silent      nothing is answered
    mute        over UDP each answer is said to be too long; over TCP none comes
    refuse      it answers to nobody
    slow N      it waits for so many tenths of a second before each answer
"""
import selectors
import socket
import struct
import sys
import time

TYPES = {"A": 1, "CNAME": 5, "PTR": 12, "MX": 15, "TXT": 16, "AAAA": 28}
REFUSED, NO_SUCH_NAME = 5, 3
TRUNCATED, IS_ANSWER = 0x0200, 0x8180
PLAIN_MAX = 512


def read_zone(path):
    """The records, as (name, type, value), and the words, each with its number."""
    records, words = [], {}
    with open(path, encoding="latin-1") as file:
        for line in file:
            fields = line.rstrip("\n").split(" ", 2)
            if len(fields) == 3:
                records.append((fields[0].lower(), TYPES[fields[1]], fields[2]))
            elif fields[0]:
                words[fields[0]] = int(fields[1]) if len(fields) == 2 else 1
    return records, words


def name_bytes(name):
    labels = [label.encode() for label in name.split(".") if label]
    return b"".join(bytes([len(label)]) + label for label in labels) + b"\0"


def data_of(kind, value):
    if kind == TYPES["TXT"]:
        text = value.encode("latin-1")
        parts = [text[i:i + 255] for i in range(0, len(text), 255)] or [b""]
        return b"".join(bytes([len(part)]) + part for part in parts)
    if kind == TYPES["MX"]:
        preference, name = value.split(" ")
        return struct.pack("!H", int(preference)) + name_bytes(name)
    if kind in (TYPES["CNAME"], TYPES["PTR"]):
        return name_bytes(value)
    return socket.inet_pton(socket.AF_INET if kind == TYPES["A"] else socket.AF_INET6, value)


def question_of(message):
    """The name and type that a message asks for, and where its question ends."""
    at, labels = 12, []
    while message[at]:
        labels.append(message[at + 1:at + 1 + message[at]].decode("latin-1"))
        at += 1 + message[at]
    return ".".join(labels).lower(), struct.unpack_from("!H", message, at + 1)[0], at + 5


def answer(message, path, over_udp):
    """What is answered to a message; None: nothing."""
    records, words = read_zone(path)
    name, kind, end = question_of(message)
    time.sleep(words.get("slow", 0) / 10)
    if "silent" in words or ("mute" in words and not over_udp):
        return None
    number, flags, found = struct.unpack_from("!H", message)[0], IS_ANSWER, []
    if "refuse" in words:
        flags |= REFUSED
    elif not any(record[0] == name for record in records):
        flags |= NO_SUCH_NAME
    else:
        aliases = [record for record in records if record[:2] == (name, TYPES["CNAME"])]
        target = aliases[0][2] if aliases else name
        found = aliases + [record for record in records if record[:2] == (target, kind)]
    body = b""
    for owner, one, value in found:
        data = data_of(one, value)
        body += name_bytes(owner) + struct.pack("!HHIH", one, 1, 60, len(data)) + data
    extra = struct.unpack_from("!H", message, 10)[0]
    room = max(PLAIN_MAX, struct.unpack_from("!H", message, end + 3)[0]) if extra else PLAIN_MAX
    question = message[12:end]
    if over_udp and ("mute" in words or 12 + len(question) + len(body) > room):
        return struct.pack("!HHHHHH", number, flags | TRUNCATED, 1, 0, 0, 0) + question
    return struct.pack("!HHHHHH", number, flags, 1, len(found), 0, 0) + question + body


def serve_tcp(listener, path, held):
    connection = listener.accept()[0]
    size = connection.recv(2, socket.MSG_WAITALL)
    if len(size) == 2:
        said = answer(connection.recv(struct.unpack("!H", size)[0], socket.MSG_WAITALL), path, False)
        if said is None:
            held.append(connection)  # open, so that its other end waits
            return
        connection.sendall(struct.pack("!H", len(said)) + said)
    connection.close()


def main():
    path, held = sys.argv[1], []
    udp, tcp = socket.socket(type=socket.SOCK_DGRAM), socket.socket()
    for one in (udp, tcp):
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.bind(("127.0.0.1", 53))
    tcp.listen()
    waiting = selectors.DefaultSelector()
    waiting.register(udp, selectors.EVENT_READ)
    waiting.register(tcp, selectors.EVENT_READ)
    while True:
        for key, _ in waiting.select():
            if key.fileobj is tcp:
                serve_tcp(tcp, path, held)
                continue
            message, sender = udp.recvfrom(65535)
            said = answer(message, path, True)
            if said is not None:
                udp.sendto(said, sender)


main()
