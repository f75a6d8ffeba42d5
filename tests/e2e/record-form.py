"""Whether each line of standard input is a record in the form that AbstractPlay publishes, written
down here as it is described there: members, their types, and which of them must be there. Beyond that
form only the header, a player and the members of this program may have more."""
import json
import re
import sys

TEXT, NUMBER, SWITCH = (str,), (int, float), (bool,)
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\Z")


def members(thing, where, needed, allowed=(), open_ended=False):
    assert isinstance(thing, dict), "%s is no object" % where
    for name in needed:
        assert name in thing, "%s lacks %s" % (where, name)
    rest = set(thing) - set(needed) - set(allowed)
    assert open_ended or not rest, "%s has %s" % (where, sorted(rest))


def typed(thing, where, types):
    good = isinstance(thing, types) and (bool in types or not isinstance(thing, bool))
    assert good, "%s is %r" % (where, thing)


def player(one):
    members(one, "player", ["name", "result"], open_ended=True)
    typed(one["name"], "name", TEXT)
    typed(one["result"], "result", (int,))
    typed(one.get("userid", ""), "userid", TEXT)
    typed(one.get("is_ai", False), "is_ai", SWITCH)


def header(one):
    members(one, "header",
            ["game", "site", "date-start", "date-end", "date-generated", "players"],
            open_ended=True)
    members(one["game"], "game", ["name"], ["variants"])
    typed(one["game"]["name"], "game.name", TEXT)
    variants = one["game"].get("variants", [])
    assert all(isinstance(word, str) for word in variants) and len(set(variants)) == len(variants)
    members(one["site"], "site", ["name"], ["gameid"])
    typed(one["site"]["name"], "site.name", TEXT)
    typed(one["site"].get("gameid", ""), "site.gameid", TEXT + NUMBER)
    for name in ["date-start", "date-end", "date-generated"]:
        assert MOMENT.match(one[name]), "%s is %r" % (name, one[name])
    typed(one.get("unrated", False), "unrated", SWITCH)
    for name in ["event", "round", "startingPosition"]:
        typed(one.get(name, ""), name, TEXT)
    assert one["players"], "nobody plays"
    for each in one["players"]:
        player(each)
    assert len({json.dumps(each) for each in one["players"]}) == len(one["players"])


def record(one):
    members(one, "record", ["header", "moves"])
    header(one["header"])
    for turns in one["moves"]:
        assert isinstance(turns, list) and len(turns) == len(one["header"]["players"])
        assert all(turn is None or isinstance(turn, str) for turn in turns)


count = 0
for line in sys.stdin:
    record(json.loads(line))
    count += 1
print(count)
