"""A page of a report as a user reads it: its chart, its tabs and tables, and what its location is."""

import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
import urllib.parse

import driver
from driver import App, check, wait

NUMBER = r"[\d,]+"
# Room for all tabs, tools and columns that the cases look at.
WIDE = "[window]\nwidth=1560\nheight=960\n"


def number(text):
    return int(text.replace(",", ""))


def plain(text):
    """With simple spaces: those before a unit do not break."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def clipboard():
    """The text on the clipboard, as another program gets it."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clipboard.py")
    try:
        return subprocess.run([sys.executable, script], stdout=subprocess.PIPE, timeout=5,
                              check=False).stdout.decode()
    except subprocess.TimeoutExpired:
        # The owner gave it up while it was read.
        return ""


def cli(*arguments):
    """What poplens-cli prints."""
    return subprocess.run([os.path.join(driver.BINARIES, "poplens-cli"), *arguments],
                          stdout=subprocess.PIPE, check=True).stdout.decode()


def answer(*arguments):
    """What it prints as JSON."""
    return json.loads(cli(*arguments, "--json"))


def terminal(report, table, *options):
    """Rows of a table as poplens-cli writes them, without the header."""
    text = cli("table", table, report, "--format", "csv", *options)
    return list(csv.reader(io.StringIO(text)))[1:]


def records(report, table, *options):
    """The same, each row as a dictionary."""
    return list(csv.DictReader(io.StringIO(cli("table", table, report, "--format", "csv",
                                               *options))))


def parse_place(text):
    """“memory?tile=5” as ("memory", {"tile": "5"})."""
    page, _, query = text.partition("?")
    return page, dict(urllib.parse.parse_qsl(query, keep_blank_values=True))


class Table:
    """The table of a title that is on the screen."""

    def __init__(self, window, title):
        self.window = window
        self.title = title
        self.node = wait("the table “%s”" % title, self.find, alive=window.app)

    def find(self):
        for node in self.window.nodes(None, self.title):
            # Its rows have no nodes until they are asked for, so the pointer looks for a header.
            if node.role in ("table", "tree table") and any(
                    n.is_shown() for n in node.walk() if n.role == "label"):
                return node
        return None

    def rows(self):
        return self.node.rows()

    def titles(self):
        """Of its columns, from left to right."""
        labels = [n for n in self.find().walk() if n.role == "label" and
                  n.ancestor("filler").name == "GtkColumnViewTitle"]
        return [n.name for n in sorted(labels, key=lambda n: n.extents()[0])]

    def wait_rows(self, what, good):
        return wait(what, lambda: good(self.rows()) and self.rows(), alive=self.window.app)

    def header(self, title):
        """The head of a column; a tab, a legend or a cell may say the same."""
        wanted = re.compile("^%s(\n|$)" % re.escape(title))
        return wait("the column “%s”" % title, lambda: next(
            (n for n in self.window.nodes("label", wanted) if n.is_shown() and
             getattr(n.ancestor("filler"), "name", None) == "GtkColumnViewTitle"), None),
            alive=self.window.app)

    def click_row(self, index, modifier=None):
        path = self.node.row_paths()[index]
        x, y, _, height = self.node.program.extents(path)
        left, top = self.node.extents()[:2]
        # Right of a branch's arrow.
        self.window.click(self.node, x - left + 150, y - top + height // 2, modifier=modifier)

    def follow(self, index):
        """Follows the link of a row, as Enter does."""
        self.click_row(index)
        self.window.key("Return")

    def copied(self):
        """All its rows with their exact values, as Ctrl+A and Ctrl+C give them to others."""
        self.click_row(0)
        self.window.key("ctrl+a", "ctrl+c")
        return [line.split("\t") for line in clipboard().splitlines()[1:]]

    def expect_terminal(self, report, table, *options):
        """Waits until it has the rows that poplens-cli prints, and returns those."""
        wanted = terminal(report, table, *options)
        check(wanted, "%s has rows" % table)
        wait("the terminal's rows of %s %s" % (table, " ".join(options)),
             lambda: self.copied() == wanted, alive=self.window.app)
        return wanted


class Page:
    """A report's window; the chart's accessible description is what is believed."""

    def __init__(self, report, place, **app_options):
        self.report = report
        self.app = App(report, "--place", place, **{"settings": WIDE, **app_options})
        self.window = self.app.window("%s – Poplens" % os.path.basename(report))

    def close(self):
        self.app.close(self.window)

    def wait_page(self, name):
        wait("the page %s" % name, lambda: [
            n for n in self.window.nodes("list item", name) if n.has(driver.atspi.SELECTED)],
             alive=self.app)

    # ---- the chart ----

    def chart(self, name):
        """The chart of a title, which may be a pattern, once it says what it shows."""
        return self.window.wait_for("image", name, re.compile("^Shown: "))

    def wait_chart(self, chart, pattern):
        """Waits until its description has @pattern: the match."""
        return wait("the chart to say “%s”, not “%s”" % (pattern, chart.description_now()),
                    lambda: re.search(pattern, chart.description_now()), alive=self.app)

    def at(self, chart, share, y):
        """A point of the chart, at a share of its plot's width and @y from its top."""
        width = chart.extents()[2]
        return int(PLOT_LEFT + (width - PLOT_RIGHT - PLOT_LEFT) * share), y

    def click_chart(self, chart, share, y, modifier=None):
        self.window.click(chart, *self.at(chart, share, y), modifier=modifier)

    # ---- controls and tabs ----

    def tab(self, name, title=None):
        """Clicks a tab, turning the wheel over the others until it is in sight: its table."""
        def seen():
            found = self.window.nodes("page tab", name)
            if not found or found[0].is_shown():
                return found and found[0]
            others = [n for n in self.window.nodes("page tab") if n.is_shown()]
            if others:
                middle = others[len(others) // 2]
                right = found[0].extents()[0] > middle.extents()[0]
                self.window.move(middle)
                driver.xdotool("click", 5 if right else 4)
            return None
        self.window.click(wait("the tab “%s”" % name, seen, alive=self.app))
        return Table(self.window, title or name)

    def choose(self, control, index):
        """Takes the option of that index of a drop-down list, by mouse and keys."""
        self.window.click(self.window.wait_for("combo box", control))
        wait("the options of %s" % control, lambda: [
            n for n in self.window.nodes("list item") if n.has(driver.atspi.FOCUSED)],
             alive=self.app)
        self.window.key("Home", *["Down"] * index, "Return")

    def scroll_to(self, find):
        """Turns the wheel over the page until what @find returns is where a pointer finds it."""
        def seen():
            node = find()
            if node and node.is_shown():
                return node
            x, y = self.window.origin()
            width, height = self.window.extents()[2:]
            up = node and node.extents()[1] < height // 2
            driver.xdotool("mousemove", x + width * 3 // 4, y + height // 2, "click", 4 if up else 5)
            return None
        return wait("what is further down", seen, alive=self.app)

    # ---- the location ----

    def location(self):
        """The words of the command that Ctrl+Shift+C copies."""
        self.window.key("ctrl+shift+c")
        words = shlex.split(clipboard())
        return words if words[:1] == ["poplens"] else []

    def place(self):
        """Page and keys where it stands; ("", {}) where the clipboard has something else."""
        words = self.location()
        return parse_place(words[words.index("--place") + 1]) if "--place" in words else ("", {})

    def wait_place(self, page, **keys):
        """Waits until it stands on @page with @keys, None for one that is not there: all keys."""
        last = []

        def there():
            last[:] = [self.place()]
            here, has = last[0]
            return here == page and all(has.get(k) == v for k, v in keys.items()) and (has,)
        try:
            return wait("the location", there, alive=self.app)[0]
        except driver.Failed as failed:
            raise driver.Failed("%s: %s with %s, not %s" % (failed, page, keys, last)) from failed


# Of every chart with an axis, in a window of that width.
PLOT_LEFT = 73
PLOT_RIGHT = 12
