"""Plants bugs, one at a time, in a copy of the tree, and shows that a test finds each. The file
bugs lists them in this form:

    == What is wrong
    found by: tests/unit/test-lock.c
    in: src/base
    - the text there now
    + the text in its place

The text now must stand in one file of that folder, once. Several lines with "- " are one text,
whose blanks and line ends may differ; so are those with "+ ". A test is named by its file; behind
a .bats file stands the beginning of the name of one test in it.

    python3 tests/planted/plant.py [WORD ...]    those whose first line holds all these words
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ.pop("MAKEFLAGS", None)
BUILD = os.environ.get("BUILD", "build")
HELPERS = [BUILD + "/tests/faults/" + name for name in ("alter", "dump", "follow", "measure", "watch")] + \
    [BUILD + "/tests/mail/postmove"]


def read_bugs():
    """For each its title, test and place, the text there now and the one in its place."""
    for entry in re.split(r"^== ", Path("tests/planted/bugs").read_text(), flags=re.M)[1:]:
        title, *lines = entry.rstrip().split("\n")
        yield title, *("\n".join(line[len(key) + 1 :] for line in lines if line.startswith(key))
                       for key in ("found by:", "in:", "-", "+"))


def find(place, now):
    """The file of a folder in which the text stands, all of it, and where; None unless once."""
    pattern = re.compile(r"\s+".join(re.escape(word) for word in now.split()))
    found = [(path, path.read_text(), match.span())
             for path in ([Path(place)] if Path(place).is_file() else Path(place).rglob("*.*"))
             for match in pattern.finditer(path.read_text())]
    return found[0] if len(found) == 1 else None


def command_of(test):
    """What must be made for a test, and the command that runs it."""
    path, _, name = test.partition(" ")
    if path.startswith("tests/unit/"):
        program = "%s/%s" % (BUILD, path.removesuffix(".c"))
        return [program], [program, "--tap"]
    if path.endswith(".dialogue"):
        return [], ["tests/mail/play", path]
    bats = ["bats", "--tap", "-f", "^" + re.escape(name), path]
    return HELPERS, bats if path.endswith(".bats") else [path]


def run(command):
    """Whether a command ends well, and what it says."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=900, check=False)
    said = done.stdout.decode("utf-8", "replace")
    return done.returncode == 0 and not re.search(r"^not ok", said, re.M), said


def fate(test):
    """What becomes of a test in this tree: "passes", "fails", or why it cannot be made."""
    goals, command = command_of(test)
    # A bug may leave something unused: tests must find it, not the compiler.
    made, said = run(["make", "-s", "-j2", "BUILD=" + BUILD, "WARNINGS=", "all", *goals])
    return ("passes" if run(command)[0] else "fails") if made else said


def plant(test, place, now, then):
    """What becomes of a test while a bug is there."""
    found = find(place, now)
    if found is None:
        return "the text does not stand once in " + place
    path, text, span = found
    path.write_text(text[: span[0]] + then + text[span[1] :])
    said = fate(test)
    path.write_text(text)
    return said


def report(steps):
    """Prints steps: what is looked at, and whether it is good (True) or why not."""
    found = []
    for title, why in steps:
        found.append(why is True)
        print("%sok %d - %s" % ("" if why is True else "not ", len(found), title))
        print("" if why is True else "# %s\n" % why.strip().replace("\n", "\n# "), end="", flush=True)
    print("1..%d" % len(found))
    return all(found)


def steps_of(bugs):
    """The tests without a bug, then with each."""
    for test in sorted({bug[1] for bug in bugs}):
        said = fate(test)
        yield "without a bug passes " + test, said == "passes" or said
    for title, test, *where in bugs:
        said = plant(test, *where)
        yield title, said == "fails" or "%s: %s" % (test, said)


def main(words):
    bugs = [bug for bug in read_bugs() if all(word in bug[0] for word in words)]
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copytree(".", scratch + "/tree", symlinks=True,
                        ignore=shutil.ignore_patterns(".git", "asan", "fuzz", "analyzer", "bare"))
        os.chdir(scratch + "/tree")
        good = report(steps_of(bugs))
        os.chdir("/")
    return good


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1:]))
