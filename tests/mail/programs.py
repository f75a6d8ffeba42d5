"""What mail programs do to HTML, as rules for the bytes of a letter.

Gmail takes the style sheet out of letters to accounts elsewhere, gives names of classes up, and
cuts what is longer than 102 KB. Outlook for Windows draws with Word, which knows no place but the
flow of words and tables, gives room around words in cells of tables alone, takes the width of a
picture from its attribute, and knows no display:none. Apple Mail makes links of what looks like a
date or a number, and turns colors around where a letter does not say that it does so itself. All of
them pass a mailto: on to another program, which reads it by RFC 6068 or loosely.
"""
import functools
import html
import re
import urllib.parse

CLIPPED = 102 * 1024      # Gmail shows no more
SHEET_MOST = 8 * 1024     # and gives a longer style sheet up
PICTURE_MOST = 600        # pixels, which Outlook takes from the attribute
FITS = 304                # pixels, in the smallest window
TEXT_LEAST = 12           # pixels
HEAD = (
    r'<!DOCTYPE html>\n<html lang="[a-z-]+">', r'<meta charset="utf-8">', r"<title>[^<]+</title>",
    r'<meta name="viewport" content="width=device-width, initial-scale=1">',
    r'<meta name="format-detection" content="[^"]*telephone=no[^"]*">',
    r'<meta name="x-apple-disable-message-reformatting">',
    r'<meta name="color-scheme" content="light dark">',
    r'<meta name="supported-color-schemes" content="light dark">',
    r"<o:PixelsPerInch>96</o:PixelsPerInch>",
)
# What a style sheet may say outside of @media: links and the page look well without it.
SHEET_MAY = "color-scheme|supported-color-schemes|color|outline(-color)?|background-color"
# What Word, or a program that takes parts of styles out, draws otherwise than it is meant.
NO_STYLE = re.compile(
    r"(^|;)\s*(position|float|clear|top|left|right|bottom|flex[a-z-]*|grid[a-z-]*|gap|transform|z-index|"
    r"background-image|background)\s*:|display:\s*(flex|grid|inline-flex|inline-grid|table)|url\(|"
    r"(rgba|hsla?|var|calc)\(|margin[a-z-]*:[^;]*-\d|expression\(|!important", re.I)
NO_ATTRIBUTE = re.compile(r"\s(on[a-z]+|background|srcset|action|target)=", re.I)
NO_ELEMENT = "script|form|input|button|iframe|object|embed|video|audio|svg|link|base|canvas|section|ul|ol|li"
WITH_FONT = "p|h1|h2|h3|blockquote|td|th|pre"
HREF = re.compile(r"mailto:([^?]*)\?subject=([^&]*)&body=([^&]*)")
ESCAPED = re.compile(r"(?:[A-Za-z0-9._~!$'()*,;:@/-]|%[0-9A-Fa-f]{2})*")  # RFC 6068, and no "+"


@functools.lru_cache(maxsize=None)
def known(check, *what):
    """The faults that a check finds; letters have much in common."""
    return tuple(check(*what))


def style_faults(style):
    found = NO_STYLE.search(style)
    if found:
        yield "a style that not all programs know: " + found.group(0)
    if re.search(r"display:\s*none", style) and "mso-hide:all" not in style:
        yield "Word shows what is not to be displayed: " + style
    for size, unit in re.findall(r"font-size:\s*([\d.]+)(\w*)", style):
        if unit != "px" or float(size) < TEXT_LEAST:
            yield "words of " + size + unit
    if re.search(r"(^|;)\s*background-color:", style) and not re.search(r"(^|;)\s*color:", style):
        yield "a ground without a color of words: " + style


def image_faults(attributes):
    width = re.search(r'\swidth="(\d+)"', attributes)
    if not width or int(width.group(1)) > PICTURE_MOST:
        yield "a picture without a width in pixels: " + attributes[:80]
    if not re.search(r'\s(alt|aria-labelledby)="[^"]', attributes):
        yield "a picture without words: " + attributes[:80]
    if not re.search(r'\ssrc="cid:', attributes):
        yield "a picture that is loaded: " + attributes[:80]
    if width and int(width.group(1)) > FITS and not re.search("max-width:.*height:auto|display:none", attributes):
        yield "a picture that keeps its size in a small window: " + attributes[:80]


def link_faults(attributes):
    """The link opens a mail, which programs that read addresses loosely read alike."""
    found = re.search(r'\shref="([^"]*)"', attributes)
    mail = HREF.fullmatch(html.unescape(found.group(1))) if found else None
    if not mail:
        yield "a link that opens no mail: " + attributes
    elif not all(ESCAPED.fullmatch(part) for part in mail.groups()):
        yield "a link that is not escaped: " + mail.group(0)
    elif "\n" in urllib.parse.unquote(mail.group(3)).replace("\r\n", ""):
        yield "a link with an end of a line that is no CR LF: " + mail.group(0)


def element_faults(name, attributes, inner):
    found = NO_ATTRIBUTE.search(attributes)
    if found:
        yield "an attribute that programs take out:" + found.group(0)
    style = re.search(r'\sstyle="([^"]*)"', attributes)
    style = html.unescape(style.group(1)) if style else ""
    yield from style_faults(style)
    if re.fullmatch(WITH_FONT, name) and inner != "<img" and "font-family:" not in style:
        yield "Word chooses the font of <%s%s>" % (name, attributes)
    if name == "img":
        yield from image_faults(attributes)
    if name in ("a", "area"):
        yield from link_faults(attributes)
    if name in ("td", "th", "table") and re.search(r"(^|;)width:", style) and not re.search(r'\swidth="', attributes):
        yield "Word wants the width as an attribute: <%s%s>" % (name, attributes)
    if name == "table" and not re.search(r'cellspacing="\d+"|border-collapse:collapse', attributes):
        yield "Word chooses the room between cells: <table%s>" % attributes


def sheet_faults(sheet):
    """A letter without its style sheet differs in colors alone."""
    if len(sheet) > SHEET_MOST:
        yield "a style sheet of %d bytes" % len(sheet)
    if re.search(r"@(?!media\b)|\[|\burl\(|/\*", sheet):
        yield "a style sheet for which Gmail gives it all up"
    outside = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheet)
    for rule in re.findall(r"\{([^{}]*)\}", outside):
        for name in re.findall(r"(?:^|;)\s*([a-z-]+)\s*:", rule):
            if not re.fullmatch(SHEET_MAY, name):
                yield "the style sheet is needed for " + name


def faults(letter):
    """What mail programs would spoil in the HTML of a letter."""
    source = letter.html
    if not source:
        return
    if len(source.encode()) > CLIPPED:
        yield "%d bytes, which Gmail cuts" % len(source.encode())
    head, _, body = source.partition("<body")
    for wanted in HEAD:
        if not re.search(wanted, head):
            yield "the head has no " + wanted
    sheets = re.findall(r"<style>(.*?)</style>", head, re.S)
    if len(sheets) != 1 or "<style" in body:
        yield "%d style sheets" % source.count("<style")
    for sheet in sheets:
        yield from known(sheet_faults, sheet)
    found = re.search(r"<(%s)\b" % NO_ELEMENT, body)
    if found:
        yield "HTML that programs take out: " + found.group(0)
    for found in re.findall(r"<(\w+)((?:\s[^<>]*)?)>(?=(<img)?)", "<body" + body):
        yield from known(element_faults, *found)
