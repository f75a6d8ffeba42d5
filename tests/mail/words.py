"""Test words: templates in which each sentence is its key and its values.

A sentence of templates/ such as

    played={{name}} played {{move}}{{#way}} ({{way}}){{/way}}.

becomes [played move=h4-h3 name=ann] in a letter, or [played move=... name=ann
way=...] where there is a way. So a dialogue tells which sentence stands in a letter,
and with which values, and stays as it is when the sentence is put better. Values are
in the order of their names; those that are only numbered ({{1}}) stand without one.

What is no sentence stays as it is: values that the program reads itself, names of games
and seats, dates and spans of time, what belongs to a drawn board, lessons.
"""
import os
import re
import shutil

TAG = re.compile(r"\{\{([#^/!]?)\s*([^{}]*?)\s*\}\}")
# Values that are no sentences, by group (or any group) and key.
KEPT = re.compile(
    r"dates\..*|sentences\.(display-(game|position|moves|form)|seat-free|warning|part-.*)|"
    r"time\.(days?|hours?|minutes?|two|none|date|moment.*|(month|weekday)-.*)|"
    r"(plural|language)\..*|.*\.(language|title|seat-\d|label|heading|place|colour-\d|or|and|series|list-more)|view\.turn-.*"
)
# The forms of a word for different numbers: the last one stands for all.
FORMS = re.compile(r"\{\{#[\w-]+\.(?!other\b)\w+\}\}.*?\{\{/[\w-]+\.\w+\}\}|\{\{[#/][\w-]+\.other\}\}")
# Files whose words are not in letters.
NOT_LETTERS = ("doctor.words", "play.words", "operator.words")


def parse(text):
    """The template as a list of texts, ("value", name) and ("section", sign, name, list)."""
    root = []
    stack = [root]
    at = 0
    text = FORMS.sub("", text)
    for tag in TAG.finditer(text):
        if tag.start() > at:
            stack[-1].append(text[at : tag.start()])
        at = tag.end()
        sign, name = tag.groups()
        if sign == "":
            stack[-1].append(("value", name))
        elif sign in "#^":
            inner = []
            stack[-1].append(("section", sign, name, inner))
            stack.append(inner)
        elif sign == "/":
            stack.pop()
    if at < len(text):
        root.append(text[at:])
    return root


def has_letters(nodes):
    """Whether a sentence stands in it: a word outside of its tags."""
    return any(
        re.search(r"[A-Za-z]", re.sub(r"\\[ns]", "", node)) if isinstance(node, str)
        else node[0] == "section" and has_letters(node[3])
        for node in nodes
    )


def values_of(nodes):
    """The values that stand in it outside of sections, and those of them that begin a line."""
    names, lines = set(), set()
    before = ""
    for node in nodes:
        if isinstance(node, str):
            before = node
        elif node[0] == "value":
            names.add(node[1])
            if before.endswith(("\\n", "\\n  - ")):
                lines.add(node[1])
            before = ""
    return names, lines


def shown(name, lines):
    if name in lines:
        return "\\n{{%s}}" % name
    return " {{%s}}" % name if name.isdigit() else " %s={{%s}}" % (name, name)


def signature(nodes, known=()):
    """The values of a sentence in the order of their names, sections around what stands in
    them alone."""
    values, lines = values_of(nodes)
    sections = {}
    for node in nodes:
        if not isinstance(node, str) and node[0] == "section":
            inner = sections.setdefault(node[2], {"#": [], "^": []})
            inner[node[1]].extend(node[3])
    text = "".join(shown(name, lines) for name in sorted(values - set(known) - set(sections)))
    for name in sorted(sections):
        inner = sections[name]
        told = set(known) | (values - set(sections)) | {name}
        own, own_lines = values_of(inner["#"])
        if name in own or name in values:
            head = shown(name, own_lines | lines)
        else:
            head = " " + name
        text += "{{#%s}}%s%s{{/%s}}" % (name, head, signature(inner["#"], told), name)
        rest = signature(inner["^"], told)
        if rest:
            text += "{{^%s}}%s{{/%s}}" % (name, rest, name)
    return text


def keyed(key, text):
    """One sentence in test words; what is none, as it is."""
    nodes = parse(text)
    if not has_letters(nodes) or text.startswith("\\s"):
        return text
    begin, end = "", ""
    option = re.match(r"-.*?(: |\\n +)", text)
    if option:
        begin = option.group()  # how an option is written
    if text.endswith(":"):
        end = ":"  # squares follow
    return "%s[%s%s]%s" % (begin, key, signature(nodes), end)


def keyed_words(text):
    """A file of words."""
    group = ""
    lines = []
    for line in text.split("\n"):
        head = re.match(r"\[(.*)\]$", line)
        entry = re.match(r"([A-Za-z0-9-]+)=(.*)$", line)
        if head:
            group = head.group(1)
        elif entry and not KEPT.fullmatch("%s.%s" % (group, entry.group(1))):
            line = "%s=%s" % (entry.group(1), keyed(*entry.groups()))
        lines.append(line)
    return "\n".join(lines)


def first_words(nodes):
    """The first four words of a sentence, those that stand in any case before others."""
    for depth in (False, True):
        text = ""
        for node in nodes:
            if isinstance(node, str):
                text += node
            elif depth and node[0] == "section":
                text += " ".join(inner for inner in node[3] if isinstance(inner, str))
        words = re.findall(r"[A-Za-z]+", text)
        if words:
            return "-".join(words[:4]).lower()
    return ""


def keyed_letter(name, text):
    """A page of a letter: each run of lines with words is one sentence, `name` and how it begins."""
    lines = []
    run = []

    def end_run():
        nonlocal run
        if run:
            sentence = "\n".join(run)
            lines.append(keyed("%s/%s" % (name, first_words(parse(sentence))), sentence))
            run = []

    for line in text.split("\n"):
        alone = re.fullmatch(r"\s*\{\{[#^/!][^{}]*\}\}\s*", line)
        if not alone and has_letters(parse(line)):
            run.append(line)
        else:
            end_run()
            lines.append(line)
    end_run()
    return "\n".join(lines).replace("\\n{{", "\n{{")


def write_test_words(templates, folder):
    """Writes to `folder` the templates of the folder `templates`, with test words for English."""
    shutil.copytree(templates, folder)
    for place, _, files in os.walk(folder + "/en"):
        room = os.path.relpath(place, folder + "/en")
        for file in files:
            path = os.path.join(place, file)
            with open(path, encoding="utf-8") as source:
                text = source.read()
            name = os.path.splitext(file)[0]
            if file.endswith(".words") and file not in NOT_LETTERS:
                text = keyed_words(text)
            elif room == "letters":
                text = keyed_letter(name, text)
            elif room == "help":
                text = "[help/%s]\n" % name
            else:
                continue
            with open(path, "w", encoding="utf-8") as target:
                target.write(text)
