"""Letters as a screen reader reads them: what Chromium tells programs for people who do not see
(its accessibility tree), in its order."""
import html
import re
import urllib.parse

SPOKEN = ("heading", "image", "link", "StaticText")
MOVE = re.compile(r"(moves )?[a-qA-Q]\d")


def tree(browser):
    """What is spoken in the page that is open, as (role, name, level of a heading or address of
    a link)."""
    nodes = {node["nodeId"]: node for node in browser.command("Accessibility.getFullAXTree")["nodes"]}
    root = next(node for node in nodes.values() if "parentId" not in node)
    found = []

    def walk(node, within):
        role = node["role"]["value"] if not node["ignored"] else ""
        properties = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
        if role in SPOKEN and within not in ("link", "image"):
            name = node.get("name", {}).get("value", "").strip()
            found.append((role, name, properties.get("level") or properties.get("url") or ""))
        for child in node.get("childIds", []):
            if child in nodes:
                walk(nodes[child], role if role in ("link", "image") else within)

    walk(root, "")
    return [each for each in found if each[0] != "StaticText" or each[1]]


def line_of(address):
    """The line that a link sends."""
    return urllib.parse.unquote(address.rpartition("body=")[2])


def heading_faults(letter, spoken):
    """A letter that shows a board has a headline."""
    levels = [int(level) for role, _, level in spoken if role == "heading"]
    if not levels and letter.pictures:
        yield "no heading"
    for above, below in zip(levels, levels[1:]):
        if below > above + 1:
            yield "a heading of level %d below one of level %d" % (below, above)


def picture_faults(letter, spoken):
    """A picture has words, and they stand nowhere else."""
    names = [name for role, name, _ in spoken if role == "image"]
    if len(names) != len(letter.pictures) or not all(names):
        yield "%d pictures, and %d with words" % (len(letter.pictures), len(list(filter(None, names))))
    said = {" ".join(name.split()) for role, name, _ in spoken if role != "image"}
    for alt in re.findall(r'<img [^>]*alt="([^"]*)"', letter.html):
        twice = [line for line in html.unescape(alt).split("\n")
                 if len(line.split()) > 2 and any(line in each for each in said)]
        if twice:
            yield "says beside the picture what its words say: " + twice[0]


def link_faults(spoken):
    """A link has a name, and none of that name below the same words does something else."""
    sends, words = {}, ""
    for role, name, address in spoken:
        if role != "link":
            words = name
        elif not name:
            yield "a link has no name"
        elif sends.setdefault((words, name), line_of(address)) != line_of(address):
            yield "two links are called " + name


def order_faults(spoken):
    """News and whose turn it is, the board, moves, buttons: in this order, where there is one board.
    Before the headline stands what answers the reader, with the buttons for that."""
    places = {"news": [], "board": [], "moves": [], "buttons": []}
    for at, (role, _, address) in enumerate(spoken):
        if role == "link" and places["news"]:
            places["moves" if MOVE.match(line_of(address)) else "buttons"].append(at)
        elif role in ("heading", "image"):
            places["news" if role == "heading" else "board"].append(at)
    if len(places["board"]) != 1:
        return
    last, before = -1, ""
    for what, found in places.items():
        if found and found[0] < last:
            yield "%s come before the %s" % (what, before)
        if found:
            last, before = found[0], what


def faults(browser, letter):
    """What is wrong with the letter whose page is open."""
    spoken = tree(browser)
    for check in heading_faults(letter, spoken), picture_faults(letter, spoken), link_faults(spoken), order_faults(spoken):
        yield from check
