"""Plays a match against the house player by mail, for tests/mail/play: `postmove think` chooses the
other player's turns, and each is a reply to the newest letter about the match.

After every turn that player has got one letter, which tells the house player's turn and that it is
theirs again, or how the match has ended. The letters are in test words.
"""
import json

from moves import check, name_of, send


def question(match, seat):
    """What `postmove think` is asked."""
    lines = ["postmove 1", "game " + match["game"], "options " + match["options"],
             "seats %d" % len(match["players"]), "seat %d" % (seat + 1)]
    lines += ["turn %d %s" % (i % len(match["players"]) + 1, turn)
              for i, turn in enumerate(match["record"])]
    return "\n".join(lines + ["offered draw", "end", ""])


def play(server, level, most=400):
    """Plays the newest match to its end, as a player of this level. Returns its letters."""
    number = json.loads(server.postmove("match", "list", "--json"))[-1]["number"]
    newest = {name_of(letter): letter for letter in server.letters if letter.token}
    for _ in range(most):
        match = json.loads(server.postmove("match", "show", str(number), "--json"))
        if match["state"] == "finished":
            return
        name = match["to_move"]
        seat = match["players"].index(name)
        check(name != "house", "the house player has not moved")
        answer = server.postmove("think", "--level", str(level), stdin=question(match, seat)).strip()
        move = answer.removeprefix("move ")
        server.now += 60
        send(server, newest, name, move, len(match["record"]) + 1)
        sent = server.collect()
        check([name_of(letter) for letter in sent] == [name], "after", move, "letters went to",
              *[name_of(letter) for letter in sent])
        newest[name] = sent[0]
        after = json.loads(server.postmove("match", "show", str(number), "--json"))
        told = sent[0].text
        if after["state"] == "finished":
            check("[over outcome=" in told, "it does not tell of the end:", told)
        else:
            check("[status-yours" in told, name, "is not told to move:", told)
            check("move=" + after["record"][-1] in told.replace("\n", " "),
                  after["record"][-1], "is not told:", told)
    check(False, "the match does not end")
