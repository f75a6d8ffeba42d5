"""A server of its own for each dialogue: a folder, a database made for tests, and the letters
that it has sent."""
import glob
import os
import re
import shutil
import sqlite3
import subprocess
import sys

import letters as post

BEGIN = 1700000000
CONF = """[server]
address = turns@example.org
operator = operator@example.org
database = postmove.db
spool = spool
{more}
[play]
excused = {excused}{time}
[house]
play = {house}
[send]
hook = folder:{stage}/out
pictures = {pictures}
"""


class Fault(Exception):
    """Why a step could not be carried out."""


def copy_programs(build, folder, all_games=False):
    """Copies the programs of a build into a new folder; their templates are looked for beside it.
    The server knows the games of games.list, unless all are wanted."""
    os.mkdir(folder)
    for program in ("postmove" if all_games else "tests/mail/postmove", "postmove-parse",
                    "postmove-receive"):
        if not os.path.exists(build + "/" + program):
            sys.exit("%s/%s is missing: make it first" % (build, program))
        shutil.copy2(build + "/" + program, folder)


class Server:
    """A server on a folder of its own, and the letters it has sent."""

    def __init__(self, stage, build):
        self.stage = stage
        self.build = build  # the folder of the programs; they find their templates beside it
        self.now = BEGIN
        self.letters = []  # all, in the order in which they were sent
        self.mails = []  # all mails that came, as bytes
        self.said = []  # what the programs said in this step
        os.makedirs(stage + "/out")
        self.conf = {"stage": stage, "more": "weekly = off", "pictures": "off", "house": "off",
                     "excused": "14", "time": ""}
        self.write_conf()

    def write_conf(self):
        with open(self.stage + "/postmove.conf", "w", encoding="utf-8") as file:
            file.write(CONF.format(**self.conf))

    def configure(self, line):
        key = line.lstrip("-").split("=")[0].strip()
        more = self.conf["more"].split("\n")
        group = max([0] + [at for at, old in enumerate(more) if old.startswith("[")])
        more = more[:group] + [old for old in more[group:] if old.split("=")[0].strip() != key]
        if not line.startswith("-"):
            more.append(line)
        self.conf["more"] = "\n".join(more)
        self.write_conf()

    def start(self, command, stdin=b"", environment=(), code=0):
        """Runs a program to its end, which must be with this exit code (None: any but 0); what
        it said, as a str."""
        variables = dict(os.environ, POSTMOVE_TIME=str(self.now), POSTMOVE_SEED="1",
                         LC_ALL="C.UTF-8", TZ="UTC")
        variables.update(environment)
        done = subprocess.run(command, input=stdin, env=variables, close_fds=False, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        text = done.stdout.decode("utf-8", "replace")
        if done.returncode != code if code is not None else done.returncode == 0:
            raise Fault("%s: exit code %d\n%s" % (" ".join(command[3:]), done.returncode, text))
        return text

    def postmove(self, *arguments, stdin="", code=0):
        return self.start(
            [self.build + "/postmove", "--config", self.stage + "/postmove.conf", *arguments],
            stdin.encode(), code=code,
        )

    def say(self, text):
        text = re.sub(r"^(postmove: mail )[0-9]+\.[0-9a-z._]+", r"\1NAME", text, flags=re.M)
        self.said += text.replace(self.stage, "STAGE").splitlines()

    def run(self):
        self.say(self.postmove("run"))

    def receive(self, mail, sender=None, recipient=None, environment=()):
        """Hands a mail (bytes) over as a mail server does."""
        command = [self.build + "/postmove-receive", "-d", self.stage + "/spool"]
        command += [] if sender is None else ["-f", sender]
        command += [] if recipient is None else ["-r", recipient]
        self.say(self.start(command, mail, environment))

    def deliver(self, mail):
        self.mails.append(mail)
        self.receive(mail, *post.envelope(mail))

    def collect(self, to=None):
        """Takes away the letters that went out (to an address), and returns them."""
        new = []
        for path in sorted(glob.glob(self.stage + "/out/**/*.eml", recursive=True)):
            with open(path, "rb") as file:
                letter = post.Letter(file.read())
            if to is None or letter.to == to:
                letter.file_name = os.path.basename(path)
                new.append(letter)
                os.unlink(path)
        self.letters += new
        self.letters.sort(key=lambda letter: letter.file_name)
        return new

    def database(self, mode="ro"):
        return sqlite3.connect(
            "file:%s/postmove.db?mode=%s" % (self.stage, mode), uri=True, isolation_level=None
        )

    def sql(self, statement):
        """The rows of a statement that may change the database."""
        database = self.database("rw")
        try:
            return database.execute(statement).fetchall()
        finally:
            database.close()

    def state(self):
        """What a player would call the account and the matches: rows, as text. Without when
        a password is taken again after wrong ones."""
        database = self.database()
        rows = []
        for table in ("players", "addresses", "boards", "seats", "turns", "talk"):
            found = database.execute("SELECT * FROM %s ORDER BY 1, 2" % table)
            names = [column[0] for column in found.description]
            kept = [i for i, name in enumerate(names) if name != "password_off_until"]
            rows += ["%s %s" % (table, [row[i] for i in kept]) for row in found]
        database.close()
        return rows

    def addresses(self):
        database = self.database()
        try:
            return [row[0] for row in database.execute("SELECT address FROM addresses")]
        finally:
            database.close()
