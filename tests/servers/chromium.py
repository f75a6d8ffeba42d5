"""Chromium, driven by its driver (WebDriver), for the tests that look at letters as a reader does."""
import base64
import json
import re
import shutil
import subprocess
import urllib.request

PROGRAMS = "chromedriver", "tidy"


def missing():
    """The first program that the tests need and that is not here; None if all are."""
    return next((program for program in PROGRAMS if not shutil.which(program)), None)


class Browser:
    """A browser that keeps what it writes in a folder."""

    def __init__(self, folder):
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True)
        for line in self.driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                self.url = "http://127.0.0.1:%s/session" % found.group(1)
                break
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                            "--disable-dev-shm-usage", "--user-data-dir=" + folder]}
        wanted = {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}
        self.url += "/" + self.ask("", {"capabilities": wanted})["sessionId"]

    def ask(self, path, body=None, method="POST"):
        request = urllib.request.Request(
            self.url + path, method=method, headers={"Content-Type": "application/json"},
            data=json.dumps(body).encode() if body is not None else None)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def command(self, name, **parameters):
        """A command of the DevTools protocol."""
        return self.ask("/goog/cdp/execute", {"cmd": name, "params": parameters})

    def script(self, text, *arguments):
        """What a script returns that runs in the page."""
        return self.ask("/execute/sync", {"script": text, "args": list(arguments)})

    def open(self, page):
        """Opens the page in a file."""
        self.ask("/url", {"url": "file://" + page})

    def window(self, width, high=800, dark=False):
        """How wide and high the window is, and whether its reader likes it dark."""
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=high,
                     deviceScaleFactor=1, mobile=False)

    def shoot(self, picture):
        """Leaves a screenshot of the window in a file."""
        shot = self.command("Page.captureScreenshot", format="png")
        with open(picture, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def close(self):
        try:
            self.ask("", method="DELETE")
        finally:
            self.driver.terminate()
            self.driver.wait()


def page_of(letter):
    """The HTML of a letter, with its pictures within."""
    html = letter.html
    for name, png in zip(dict.fromkeys(re.findall(r'src="cid:([^"]*)"', html)), letter.pictures):
        html = html.replace("cid:" + name,
                            "data:image/png;base64," + base64.b64encode(png).decode())
    return html
