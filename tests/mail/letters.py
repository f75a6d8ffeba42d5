"""Mails and letters as tests/mail/play reads them: their headers and text, what a
placeholder in a mail stands for, and what must hold for every letter."""
import base64
import email.header
import html
import quopri
import re
import urllib.parse

import programs

MARKER = re.compile(
    r"=== ((postmove: p|\S.* P)lease write above this line|\S.* \(postmove\)) ===\n\n"
)
REQUIRED = """Return-Path Delivered-To Date From To Subject Message-ID Auto-Submitted
    X-Auto-Response-Suppress Content-Language Feedback-ID X-Postmove-Loop MIME-Version Content-Type
    Content-Transfer-Encoding""".split()
OPTIONAL = "Reply-To In-Reply-To References List-Id List-Unsubscribe".split()


def header(mail, name):
    """The value of a header of a mail (bytes), unfolded; "" if it has none."""
    head = re.split(rb"\r?\n\r?\n", mail, maxsplit=1)[0]
    head = re.sub(rb"\r?\n[ \t]+", b" ", head).decode("utf-8", "surrogateescape")
    found = re.search(r"^%s:[ \t]*(.*?)\r?$" % re.escape(name), head, re.M | re.I)
    return found.group(1) if found else ""


def address(value):
    """The first address of a header's value; "" if there is none."""
    value = re.sub(r"\(.*?\)", "", value)
    found = re.search(r"<([^<>]*)>", value) or re.search(r"([^\s,]+)", value)
    return found.group(1) if found else ""


def leaves(part):
    """The parts of a mail that are no multipart, as (type, decoded bytes)."""
    head, _, body = part.partition(b"\n\n")
    kind = header(head, "Content-Type")
    boundary = re.match(r'multipart.*boundary="(.*)"$', kind)
    if not boundary:
        decode = {"quoted-printable": quopri.decodestring, "base64": base64.b64decode}
        return [(kind, decode[header(head, "Content-Transfer-Encoding")](body))]
    mark = re.escape(boundary.group(1).encode())
    inner = re.split(rb"\n--" + mark + rb"(?:--)?(?:\n|\Z)", b"\n" + body)[1:-1]
    return [leaf for each in inner for leaf in leaves(each)]


class Letter:
    """A letter of the server, from its bytes: a text, HTML and pictures beside it, and a file
    where one goes with it."""

    def __init__(self, data):
        self.data = data
        found = leaves(data)
        self.bytes = found[0][1]
        self.text = self.bytes.decode("utf-8", "replace")
        self.html, self.file, self.pictures = "", "", []
        for kind, content in found[1:]:
            if kind == "image/png":
                self.pictures.append(content)
            elif kind.startswith("text/html"):
                self.html = content.decode("utf-8", "replace")
            else:
                self.file = content.decode("utf-8", "replace")
        self.to = self.header("Delivered-To")
        self.id = self.header("Message-ID")
        found = re.match(r"[^+]*\+([a-z2-7]{26})@", self.header("Reply-To"))
        self.token = found.group(1) if found else ""
        found = re.match(r"<mailto:([^>]*)>$", self.header("List-Unsubscribe"))
        self.leave = found.group(1) if found else ""

    def header(self, name):
        return header(self.data, name)

    @property
    def all_links(self):
        """The buttons of its HTML: the address, Subject, text of the mail that each opens, and its
        words."""
        return self.mails_opened("")

    @property
    def links(self):
        """The same as a dict: the line that each sends, and the address, Subject and text of its
        mail. Two tables may offer the same."""
        return {line: [to, subject, line] for to, subject, line, _ in self.all_links}

    @property
    def all_moves(self):
        """The same of the moves that are links."""
        return self.mails_opened('class="tap" ')

    @property
    def moves(self):
        return {line: [to, subject, line] for to, subject, line, _ in self.all_moves}

    @property
    def taps(self):
        """The same of both, as a dict."""
        return {line: [to, subject, line] for to, subject, line, _ in self.all_moves + self.all_links}

    def mails_opened(self, class_of_links):
        found = re.findall(r'<a href="mailto:([^"?]*)\?subject=([^"&]*)&amp;body=([^"&]*)" %sstyle=[^>]*>(.*?)</a>'
                           % class_of_links, self.html)
        return [[urllib.parse.unquote(part) for part in mail] for mail in found]

    @property
    def subject(self):
        """The Subject as its reader sees it."""
        return str(email.header.make_header(email.header.decode_header(self.header("Subject"))))


def quoted(text):
    return re.sub(r" +$", "", re.sub(r"^", "> ", text, flags=re.M), flags=re.M)


PLACEHOLDERS = {
    "reply": lambda letter: letter.header("Reply-To"),
    "leave": lambda letter: letter.leave,
    "returns": lambda letter: address(letter.header("Return-Path")),
    "token": lambda letter: letter.token,
    "TOKEN": lambda letter: letter.token.upper(),
    "id": lambda letter: letter.id,
    "references": lambda letter: letter.header("References") + "\n " + letter.id,
    "subject": lambda letter: letter.header("Subject"),
    "date": lambda letter: letter.header("Date"),
    "text": lambda letter: letter.text.rstrip("\n"),
    "quote": lambda letter: quoted(letter.text.rstrip("\n")),
    "html": lambda letter: html.escape(letter.text.rstrip("\n"), False).replace("\n", "<br>\n"),
}


def value_of(letters, what, to, number):
    """What {{WHAT ADDRESS N}} stands for."""
    theirs = [letter for letter in letters if letter.to.lower() == to.lower()]
    if what.lower() in ("reply", "token") and not number:
        theirs = [letter for letter in theirs if letter.token]
    if what == "leave":
        theirs = [letter for letter in theirs if letter.leave]
    place = int(number) - 1 if number else -1
    if what not in PLACEHOLDERS or not theirs or place >= len(theirs):
        raise ValueError("no letter for {{%s %s}}" % (what, to))
    return PLACEHOLDERS[what](theirs[place]).encode("utf-8", "surrogateescape")


ENCODINGS = {
    "base64": base64.encodebytes,
    "quoted-printable": lambda text: quopri.encodestring(text, quotetabs=False),
    "crlf": lambda text: text.replace(b"\n", b"\r\n"),
    "iso-8859-1": lambda text: text.decode().encode("iso-8859-1"),
    "windows-1252": lambda text: text.decode().encode("windows-1252"),
}


def encoded(names, text):
    for name in names.decode().split():
        text = ENCODINGS[name](text)
    return text


def fill(mail, letters):
    """The mail (str) with what its placeholders stand for, as bytes."""
    mail = re.sub(
        rb"\{\{([a-zA-Z]+) ([^} ]+@[^} ]+)(?: (\d+))?\}\}",
        lambda found: value_of(
            letters, found[1].decode(), found[2].decode(), found[3]
        ),
        mail.encode("utf-8", "surrogateescape"),
    )
    mail = re.sub(
        rb"^\{\{encode (.*?)\}\}\n(.*?)^\{\{end\}\}\n",
        lambda found: encoded(found[1], found[2]),
        mail,
        flags=re.M | re.S,
    )
    return re.sub(
        rb"\{\{bytes ([0-9a-f ]+)\}\}", lambda found: bytes.fromhex(found[1].decode()), mail
    )


def envelope(mail):
    """The sender and the recipient: Return-Path and Delivered-To, or else From and To."""
    sender = header(mail, "Return-Path") or header(mail, "From")
    return (
        "" if sender == "<>" else address(sender),
        address(header(mail, "Delivered-To") or header(mail, "To")),
    )


# ---- what must hold for every letter ----


def header_faults(letter):
    seen = []
    for line in letter.data.split(b"\n\n", 1)[0].decode("latin-1").split("\n"):
        if re.search(r"[^ -~]", line):
            yield "not ASCII: " + line
        if len(line) > 78:
            yield "too long: " + line
        if re.match(r" \S", line):
            continue
        found = re.match(r"([A-Z][A-Za-z-]*): \S", line)
        if found:
            seen.append(found.group(1))
        else:
            yield "no header: " + line
    for name in REQUIRED:
        if name not in seen:
            yield name + " is missing"
    for name in set(seen):
        if seen.count(name) > 1:
            yield name + " stands twice"
        if name not in REQUIRED + OPTIONAL:
            yield name + " is none of ours"
    if letter.header("To") != letter.to:
        yield "To is not Delivered-To"
    if b"\r" in letter.data:
        yield "holds a CR"


def text_faults(letter):
    try:
        text = letter.bytes.decode()
    except UnicodeDecodeError:
        yield "not UTF-8"
        return
    if not MARKER.match(text) or not MARKER.sub("", text, count=1).strip():
        yield "does not begin with the marker"
    if "\n\n\n" in text or text.endswith("\n\n"):
        yield "blank lines too many"
    if not text.endswith("\n"):
        yield "no line feed at its end"
    for line in text.split("\n"):
        if len(line) > 72:
            yield "over 72 columns: " + line
        if re.search(r"\s\Z", line):
            yield "ends in a blank: " + line
        if re.search(r"[\x00-\x1f\x7f-\x9f]", line):
            yield "a control character: " + line
        if re.match(r"[^|>].*(\{\{|\}\}|\(null\))", line):
            yield "not filled in: " + line
        for key in re.findall(r"\[[a-z]+\.[a-z0-9-]+\]", line):
            yield "no words for " + key


def words_of(text):
    """The words of lines, without the signs of quotes, which stand before each line that text is
    broken into."""
    return re.sub(r"^([>|] ?)+", "", text, flags=re.M).split()


def words_of_html(source):
    """The words of HTML in their order, a list for each stretch between pictures. Links, which
    text has not, are left out."""
    source = re.sub(r"<(head|title)\b.*?</\1>", "", source, flags=re.S)
    source = re.sub(r'<p class="aside".*?</p>', "", source)
    source = re.sub(r"(?:<a href=\S* style=.*?</a>\n?)+(?:<br>\n<span [^>]*>[^<>]*</span>)?</p>", "", source)
    source = re.sub(r"<a href=\S* style=.*?</a>", "", source)
    source = re.sub(r"<br>\n?|</t[dh]>", "\n", source)
    return [words_of(html.unescape(re.sub(r"<[^>]*>", "", stretch)))
            for stretch in re.split(r"<img [^>]*>", source)]


def is_within(words, others):
    """Whether the words stand among the others, in the same order."""
    rest = iter(others)
    return all(word in rest for word in words)


HTML_BYTES_MAX = 60 * 1024
LETTER_BYTES_MAX = 50000


def html_faults(letter):
    """HTML says what the text says, and loads nothing. Where a board is a picture, its drawing
    in characters is not among the words."""
    if not letter.html:
        return
    stretches = words_of_html(letter.html)
    text = words_of(letter.text)
    said = [word for stretch in stretches for word in stretch]
    if len(stretches) == 1 and "".join(said) == "".join(text):
        pass
    elif len(stretches) == 1:
        at = next((i for i, pair in enumerate(zip(said, text)) if pair[0] != pair[1]), -1)
        yield "HTML says %s, and text %s" % (said[at : at + 8], text[at : at + 8])
    elif not (is_within(said, text) and text[: len(stretches[0])] == stretches[0]):
        yield "HTML and text say different things"
    if len(letter.all_links) + len(letter.all_moves) != letter.html.count("<a "):
        yield "a link that is none of ours: %s" % re.findall("<a [^>]*>", letter.html)
    for words, (to, subject, line) in letter.taps.items():
        if not re.match(r"turns\b.*[+-]a\.\d+\.[a-z2-7]{15}@", to) or subject != line:
            yield "a link to %s for %s" % (to, words)
    for words in letter.links:
        if "[frame/this-is-a-test]" not in letter.text and not all(
                word in letter.text.lower() for word in words.lower().split()):
            yield "the text does not tell the words of the link " + words
    if len(letter.html.encode()) > HTML_BYTES_MAX:
        yield "HTML of %d bytes" % len(letter.html.encode())
    if letter.pictures and len(letter.data) > LETTER_BYTES_MAX * len(letter.pictures):
        yield "%d bytes" % len(letter.data)
    for found in re.finditer(r"<(?!/?(?:html|head|meta|title|style|body|div|p|pre|blockquote|h2|h3|b|br|img|map|area|a|span|table|tr|td|th)\b|!DOCTYPE)"
                             r"[^>]*>|\b(?:https?|ftp):|\burl\(",
                             re.sub(r"<!--\[if mso\].*?-->", "", letter.html)):
        yield "HTML holds " + found.group(0)
    shown = re.findall(r'<img src="cid:([^"]*)"', letter.html)
    if len(shown) != letter.html.count("<img") or len(set(shown)) != len(letter.pictures):
        yield "pictures are missing, or too many"
    for name in shown:
        if ("\nContent-ID: <%s>\n" % name).encode() not in letter.data:
            yield "no part has the Content-ID " + name


def secrets_told(letter, secrets, tokens, known):
    """What a letter holds that only another may know."""
    everything = (
        letter.data.split(b"\n\n", 1)[0].decode("latin-1") + "\n\n" + letter.text + letter.html
        + letter.file
    ).lower()
    leave = re.search(r"\+([a-z2-7]{26})@", letter.leave)
    own = {letter.token, leave.group(1) if leave else ""}
    held = [token for token in re.findall(r"(?=([a-z2-7]{26}))", everything) if token in tokens]
    for token in own:
        if held.count(token) > 1:
            yield "a token of it stands outside its header"
    for token in held:
        if token not in own:
            yield "tells " + token
    may = {letter.to.lower()} | known.get(letter.to.lower(), set())
    for secret in secrets:
        if secret.lower() not in may and secret.lower() in everything:
            yield "tells " + secret


def faults(letters, addresses, never, known):
    """What is wrong with the letters, a line each: in form, columns, and in what they tell.
    `addresses` are those of players and writers, `never` words that no letter may hold,
    `known` the addresses that letters to an address may hold."""
    secrets = sorted(
        found for found in set(addresses)
        if "@" in found and not re.match(r"turns\b.*@example\.org$", found)
    ) + never
    tokens = {letter.token for letter in letters}
    tokens |= {token for letter in letters for token in re.findall(r"\+(\w{26})@", letter.leave)}
    tokens.discard("")
    for letter in letters:
        for check in (
            header_faults(letter), text_faults(letter), html_faults(letter), programs.faults(letter),
            secrets_told(letter, secrets, tokens, known),
        ):
            for fault in check:
                yield "letter to %s, %s: %s" % (letter.to, letter.header("Date"), fault)
