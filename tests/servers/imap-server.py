"""An IMAP server with faults (see scripted.py), as much of RFC 3501 as is asked
of it. Any user and password will do, but for the password "wrong".

    uidvalidity=N      of INBOX, from now on; its UIDs begin anew
    keywords=0         keeps no keywords: no \\* in PERMANENTFLAGS
    readonly=1         INBOX may be read, not changed
    move=0             knows no MOVE
    uidplus=0          knows no UID EXPUNGE
    nil=UID            has no text for that mail: BODY[] NIL
    auth=A+B           offers these ways to log in, PLAIN else; auth=: only LOGIN
    starttls=0         offers no STARTTLS
    uid=N              the UID of the first mail
    size=N             says, once, that a mail has N more bytes than it has
"""

import calendar
import re
import time

from scripted import Cut, Server


class Mail:
    def __init__(self, uid, data, arrived):
        self.uid, self.data, self.arrived, self.flags = uid, data, arrived, set()


class ImapServer(Server):
    validity = 1700000000

    def reset(self):
        first = int(self.faults.get("uid", 1))
        self.validity = int(self.faults.get("uidvalidity", ImapServer.validity))
        inbox = [Mail(first + i, data, time) for i, (data, time) in enumerate(self.mails())]
        self.folders = {"INBOX": inbox}
        self.next = first + len(inbox)
        self.selected = None

    def arm(self, words):
        super().arm(words)
        if "uidvalidity" in self.faults and hasattr(self, "folders"):
            self.validity = int(self.faults["uidvalidity"])

    def state(self):
        return {
            folder: sorted([mail.uid, sorted(mail.flags)] for mail in mails)
            for folder, mails in self.folders.items()
        }

    def has(self, feature):
        return self.faults.get(feature) != "0"

    def read_only(self):
        return self.faults.get("readonly") == "1"

    def words(self, line):
        return line.split(" ", 1)[1] if " " in line else ""

    def greet(self, connection):
        self.selected = None
        connection.send(b"* OK scripted\r\n")

    def refuse(self, connection, line, word):
        connection.send(f"{line.split()[0]} {word} as asked\r\n".encode())

    def tell(self, connection, *lines):
        for line in lines:
            connection.send(f"* {line}\r\n".encode())

    def done(self, connection, tag, text="OK done"):
        connection.send(f"{tag} {text}\r\n".encode())

    # ---- commands

    def answer(self, connection, line):
        tag, _, words = line.partition(" ")
        command = words.split(" ", 1)[0].upper()
        if command == "UID":
            command = "uid_" + words.split(" ", 2)[1]
        handle = getattr(self, "do_" + command.lower(), None)
        if handle is None:
            self.done(connection, tag, "BAD unknown")
        else:
            handle(connection, tag, words)

    def do_capability(self, connection, tag, words):
        features = ["IMAP4rev1", "LITERAL+"]
        features += [f"AUTH={way}" for way in self.ways()]
        features += [word for word in ("MOVE", "UIDPLUS") if self.has(word.lower())]
        if self.tls and self.has("starttls") and not self.options.tls:
            features.append("STARTTLS")
        self.tell(connection, "CAPABILITY " + " ".join(features))
        self.done(connection, tag)

    def do_starttls(self, connection, tag, words):
        self.done(connection, tag)
        connection.begin_tls()

    def ways(self):
        return [way for way in self.faults.get("auth", "PLAIN").split("+") if way]

    def do_authenticate(self, connection, tag, words):
        if words.split(" ")[1] != "PLAIN":
            self.done(connection, tag, "NO no such way")
            return
        connection.send(b"+ \r\n")
        import base64

        secret = base64.b64decode(connection.line()).split(b"\0")
        wrong = secret[-1] == b"wrong"
        self.done(connection, tag, "NO [AUTHENTICATIONFAILED] no" if wrong else "OK in")

    def do_login(self, connection, tag, words):
        self.done(connection, tag, "NO no" if words.endswith(("wrong", 'wrong"')) else "OK in")

    def do_noop(self, connection, tag, words):
        self.done(connection, tag)

    def do_logout(self, connection, tag, words):
        self.tell(connection, "BYE")
        self.done(connection, tag)
        raise Cut

    def folder(self, words):
        name = words.split(" ", 1)[1].strip()
        return re.sub(r"\\(.)", r"\1", name[1:-1]) if name.startswith('"') else name

    def do_select(self, connection, tag, words):
        name = self.folder(words)
        if name not in self.folders:
            self.selected = None
            self.done(connection, tag, "NO no such folder")
            return
        self.selected = name
        keep = " \\*" if self.has("keywords") else ""
        flags = "" if self.read_only() else f"\\Answered \\Flagged \\Deleted \\Seen \\Draft{keep}"
        self.tell(
            connection,
            "FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)",
            f"OK [PERMANENTFLAGS ({flags})] kept",
            f"{len(self.folders[name])} EXISTS",
            "0 RECENT",
            f"OK [UIDVALIDITY {self.validity}] valid",
            f"OK [UIDNEXT {self.next}] next",
        )
        right = "READ-ONLY" if self.read_only() else "READ-WRITE"
        self.done(connection, tag, f"OK [{right}] selected")

    def do_create(self, connection, tag, words):
        self.folders.setdefault(self.folder(words), [])
        self.done(connection, tag)

    def chosen(self, text):
        wanted = {int(uid) for uid in text.split(",")}
        return [mail for mail in self.folders[self.selected] if mail.uid in wanted]

    def do_uid_search(self, connection, tag, words):
        rest = words.split()[2:]
        mails = self.folders[self.selected]
        if ":" in rest[0]:
            first, last = (int(number) for number in rest.pop(0).split(":"))
            mails = mails[first - 1 : last]
        while rest:
            key = rest.pop(0).upper()
            if key == "UID":
                mails = self.chosen(rest.pop(0))
                continue
            if key in ("SINCE", "BEFORE"):
                day = calendar.timegm(time.strptime(rest.pop(0), "%d-%b-%Y"))
                mails = [mail for mail in mails if (mail.arrived >= day) == (key == "SINCE")]
                continue
            if key in ("KEYWORD", "UNKEYWORD"):
                flag = rest.pop(0).lower()
            elif key == "UNDELETED":
                flag = "\\deleted"
            elif key == "ALL":
                continue
            else:
                self.done(connection, tag, "BAD key")
                return
            mails = [mail for mail in mails if (flag in mail.flags) == (key == "KEYWORD")]
        self.tell(connection, " ".join(["SEARCH"] + [str(mail.uid) for mail in mails]))
        self.done(connection, tag)

    def do_uid_fetch(self, connection, tag, words):
        _, _, uids, what = words.split(" ", 3)
        for mail in self.chosen(uids):
            number = self.folders[self.selected].index(mail) + 1
            if "INTERNALDATE" in what:
                date = time.strftime("%d-%b-%Y %H:%M:%S +0000", time.gmtime(mail.arrived))
                self.tell(connection, f'{number} FETCH (UID {mail.uid} INTERNALDATE "{date}")')
                continue
            mail.flags.add("\\seen")
            if self.faults.get("nil") == str(mail.uid):
                self.tell(connection, f"{number} FETCH (UID {mail.uid} BODY[] NIL)")
                continue
            part = re.search(r"<0\.(\d+)>", what)
            data = mail.data[: int(part[1])] if part else mail.data
            size = len(data) + int(self.faults.get("size", 0))
            self.spend("size")
            name = "BODY[]<0>" if part else "BODY[]"
            connection.send(f"* {number} FETCH (UID {mail.uid} {name} {{{size}}}\r\n".encode())
            connection.send(data)
            connection.send(b")\r\n")
        self.done(connection, tag)

    def do_uid_store(self, connection, tag, words):
        _, _, uids, _, flags = words.split(" ", 4)
        if self.read_only():
            self.done(connection, tag, "NO [NOPERM] read-only")
            return
        for mail in self.chosen(uids):
            for flag in flags.strip("()").lower().split():
                if flag.startswith("\\") or self.has("keywords"):
                    mail.flags.add(flag)
        self.done(connection, tag)

    def do_uid_expunge(self, connection, tag, words):
        if not self.has("uidplus"):
            self.done(connection, tag, "BAD unknown")
            return
        chosen = [mail for mail in self.chosen(words.split()[2]) if "\\deleted" in mail.flags]
        self.drop(connection, chosen)
        self.done(connection, tag)

    def drop(self, connection, chosen):
        """All or none, whatever the client still hears of it."""
        mails, lines = self.folders[self.selected], []
        for mail in chosen:
            lines.append(f"{mails.index(mail) + 1} EXPUNGE")
            mails.remove(mail)
        self.tell(connection, *lines)

    def do_uid_move(self, connection, tag, words):
        folder = self.folder(words.split(" ", 2)[2])
        if self.read_only():
            self.done(connection, tag, "NO [NOPERM] read-only")
        elif not self.has("move"):
            self.done(connection, tag, "BAD unknown")
        elif folder not in self.folders:
            self.done(connection, tag, "NO [TRYCREATE] no such folder")
        else:
            chosen = self.chosen(words.split()[2])
            self.folders[folder] += chosen
            self.drop(connection, chosen)
            self.done(connection, tag)


if __name__ == "__main__":
    ImapServer().run()
