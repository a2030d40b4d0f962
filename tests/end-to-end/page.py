"""A page of a report as a user reads it: its chart, tabs, tables and location."""

import csv
import io
import json
import os
import re
import shlex
import subprocess
import urllib.parse

import driver
from driver import App, check, wait

NUMBER = r"[\d,]+"
# Enough space for all tabs, tools and columns that the cases use.
WIDE = "[window]\nwidth=1560\nheight=960\n"
# Pixels from the start of a row, in its padding.
IN_FRONT_OF_A_NAME = 4


def number(text):
    return int(text.replace(",", ""))


def plain(text):
    """Replaces no-break spaces, as before units, by plain ones."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def clipboard():
    """Returns the text on the clipboard, as another program gets it."""
    return driver.server().text()


def focused(app):
    """Returns the names of the focused nodes."""
    return {n.name for n in app.program.items().values() if n.has(driver.atspi.FOCUSED)}


def cli(*arguments):
    """Returns the output of poplens-cli."""
    return subprocess.run([os.path.join(driver.BINARIES, "poplens-cli"), *arguments],
                          stdout=subprocess.PIPE, check=True).stdout.decode()


def answer(*arguments):
    """Returns its JSON output."""
    return json.loads(cli(*arguments, "--json"))


def rows(*arguments, table=None):
    """Returns the rows of the named table in its output, else of the first one."""
    tables = answer(*arguments)["tables"]
    return tables[table or next(iter(tables))]["rows"]


def terminal(report, table, *options):
    """Returns the rows of a table as written by poplens-cli, without the header."""
    text = cli("table", table, report, "--csv", *options)
    return list(csv.reader(io.StringIO(text)))[1:]


def records(report, table, *options):
    """Returns the rows of a table, each as a dictionary."""
    return list(csv.DictReader(io.StringIO(cli("table", table, report, "--csv", *options))))


def parse_place(text):
    """Parses a location: “memory?tile=5” is ("memory", {"tile": "5"})."""
    page, _, query = text.partition("?")
    return page, dict(urllib.parse.parse_qsl(query, keep_blank_values=True))


class Table:
    """The table with a title that is on the screen."""

    def __init__(self, window, title):
        self.window = window
        self.title = title
        self.node = wait("the table “%s”" % title, self.find, alive=window.app)

    def find(self):
        for node in self.window.nodes(None, self.title):
            # Rows have no nodes until they are requested, so a header has to be visible.
            if node.role in ("table", "tree table") and any(
                    n.is_shown() for n in node.walk() if n.role == "label"):
                return node
        return None

    def rows(self):
        return self.node.rows()

    def titles(self):
        """Returns the titles of its columns from left to right."""
        labels = [n for n in self.find().walk() if n.role == "label" and
                  n.ancestor("filler").name == "GtkColumnViewTitle"]
        return [n.name for n in sorted(labels, key=lambda n: n.extents()[0])]

    def wait_rows(self, what, good):
        return wait(what, lambda: good(self.rows()) and self.rows(), alive=self.window.app)

    def wait_all(self, what, at_least):
        """Returns the rows on the screen when no more arrive: they come a few per frame."""
        return driver.wait_still(what, lambda: len(self.rows()) >= at_least and self.rows(),
                                 self.window.app, 12)

    def header(self, title):
        """Returns the header of a column; a tab, a legend or a cell may have the same text."""
        wanted = re.compile("^%s(\n|$)" % re.escape(title))
        return wait("the column “%s”" % title, lambda: next(
            (n for n in self.window.nodes("label", wanted) if n.is_shown() and
             getattr(n.ancestor("filler"), "name", None) == "GtkColumnViewTitle"), None),
            alive=self.window.app)

    def row_point(self, index):
        """Returns a point on a row, right of the arrow, when the row is laid out."""
        def place():
            _, top = self.node.extents()[:2]
            _, y, _, height = self.node.program.extents(self.node.row_paths()[index])
            return 150, y - top + height // 2
        return driver.wait_still("row %d of %s" % (index, self.title), place, self.window.app)

    def click_row(self, index, modifier=None, button=1):
        self.window.click(self.node, *self.row_point(index), modifier=modifier, button=button)

    def follow(self, index):
        """Follows the link of a row with Enter. Clicks beside the name first: a click on it would
        follow the link, and Enter would go to the focused widget of the new page."""
        self.window.click(self.node, IN_FRONT_OF_A_NAME, self.row_point(index)[1])
        self.window.key("Return")

    def copied(self):
        """Returns all rows with exact values, copied with Ctrl+A and Ctrl+C. Clicks beside the name
        first, as a click on it would open a card."""
        self.window.click(self.node, IN_FRONT_OF_A_NAME, self.row_point(0)[1])
        self.window.key("ctrl+a")
        return [line.split("\t") for line in self.window.copy("ctrl+c").splitlines()[1:]]

    def expect_terminal(self, report, table, *options):
        """Waits until the table has the rows that poplens-cli prints, except for the depth of a
        tree. Returns them."""
        wanted = [[value for key, value in row.items() if key != "depth"] for row in records(report, table, *options)]
        check(wanted, "%s has rows" % table)
        wait("the terminal's rows of %s %s" % (table, " ".join(options)),
             lambda: self.copied() == wanted, alive=self.window.app)
        return wanted


def named(control):
    """Returns a pattern for a name, or a name with its value."""
    return re.compile("^%s(: .*)?$" % re.escape(control))


def reach(window, good, key):
    """Presses a key until a @good node is focused: GTK reports wrong positions of nodes in
    popovers."""
    def reached():
        if any(n.has(driver.atspi.FOCUSED) and good(n) for n in window.nodes()):
            return True
        window.key(key)
        return False
    wait("it to have the keyboard", reached, alive=window.app)


def display(window, control, *keys):
    """Focuses a switch or a drop-down list of the menu “Display” and presses keys. The help button
    before it has the same name."""
    window.press("Display")
    reach(window, lambda n: n.name.startswith(control + ": ") or n.name == control and n.role == "check box", "Tab")
    window.key(*keys)


def choose(window, control, find, in_display=False):
    """Chooses an option of a drop-down list, with mouse and keys. @find gets the titles of the
    options and returns the index of one."""
    if in_display:
        display(window, control, "space")
    else:
        window.click(window.wait_for("combo box", control))

    def options():
        # Several lists have the same name, as views of a tab do: takes the focused one.
        lists = [[n for n in box.walk() if n.role == "list item"] for box in window.nodes("combo box", control)]
        return next((items for items in lists if any(n.has(driver.atspi.FOCUSED) for n in items)), None)
    items = wait("the options of %s" % control, options, alive=window.app)
    index = find([[n.name for n in item.walk() if n.role == "label"][0] for item in items])
    window.key("Home", *["Down"] * index, "Return", *["Escape"] * in_display)


def views_of(window, tab):
    """Returns the arrow after the name of a tab with several views, or None. It overlaps the end of
    the tab; a hidden page can have an arrow with that name, too."""
    shown = window.shown("page tab", named(tab))
    left, top, width, height = shown.extents() if shown else (0, 0, 0, 0)

    def is_of_tab(node):
        x, y, wide, high = node.extents()
        return wide > 0 and left < x < left + width + wide and abs(y + high // 2 - top - height // 2) < height
    return next((n for n in window.nodes("push button", "Views of %s" % tab) if is_of_tab(n)), None)


def take_view(window, tab, find):
    """Chooses a view of a tab in its menu. @find gets the titles and returns the index of one."""
    window.click(wait("the views of %s" % tab, lambda: views_of(window, tab), alive=window.app))

    def opened():
        items = window.nodes("menu item")
        now = [n for n in items if n.has(driver.atspi.FOCUSED)]
        return now and (now[0], [n for n in items if n.parent_path == now[0].parent_path])
    now, items = wait("the menu of the views of %s" % tab, opened, alive=window.app)
    titles = [n.name for n in items]
    by = find(titles) - titles.index(now.name)
    window.key(*["Down" if by > 0 else "Up"] * abs(by), "Return")


class Page:
    """The window of a report; its state is read from the chart's accessible description."""

    def __init__(self, report, place, **app_options):
        self.report = report
        self.app = App(report, "--location", place, **{"settings": WIDE, **app_options})
        self.window = self.app.window("%s – Poplens" % os.path.basename(report))

    def close(self):
        self.app.close(self.window)

    def wait_page(self, name):
        wait("the page %s" % name, lambda: [
            n for n in self.window.nodes("list item", name) if n.has(driver.atspi.SELECTED)],
             alive=self.app)

    # ---- the chart ----

    def chart(self, name):
        """Returns the chart with a title, which can be a pattern, when it is described."""
        return self.window.wait_for("image", name, re.compile("^Shown: "))

    def wait_chart(self, chart, pattern):
        """Waits until the chart's description contains @pattern. Returns the match."""
        return wait("the chart to say “%s”, not “%s”" % (pattern, chart.description_now()),
                    lambda: re.search(pattern, chart.description_now()), alive=self.app)

    def at(self, chart, share, y):
        """Returns a point of the chart, at a share of its plot's width and @y pixels from its top."""
        width = chart.extents()[2]
        return int(PLOT_LEFT + (width - PLOT_RIGHT - PLOT_LEFT) * share), y

    def click_chart(self, chart, share, y, modifier=None):
        self.window.click(chart, *self.at(chart, share, y), modifier=modifier)

    # ---- controls and tabs ----

    def tab(self, name, title=None, view=None):
        """Clicks a tab, scrolling with the wheel until it is visible, and chooses its @view.
        Returns its table."""
        def seen():
            # Each view has a tab node; only one has a width.
            found = [n for n in self.window.nodes("page tab", named(name)) if n.extents()[2] > 0]
            if not found or found[0].is_shown():
                return found and found[0]
            others = [n for n in self.window.nodes("page tab") if n.is_shown()]
            if others:
                middle = others[len(others) // 2]
                right = found[0].extents()[0] > middle.extents()[0]
                self.window.move(middle)
                self.window.wheel(-1 if right else 1)
            return None
        tab = wait("the tab “%s”" % name, seen, alive=self.app)
        # A click on the tab in front would collapse it.
        if not tab.has(driver.atspi.SELECTED):
            self.window.click(tab)
        if view:
            take_view(self.window, name, lambda titles: titles.index(view))
        # A view without a title is a chart.
        return Table(self.window, title or name) if title or not view else None

    def details(self, title):
        """Expands the table of all details of the selection beside the trace."""
        self.window.click(self.window.wait_for("push button", "All Details"))
        return Table(self.window, title)

    def choose(self, control, index, in_display=False):
        """Chooses the option with that index in a drop-down list, with mouse and keys."""
        choose(self.window, control, lambda titles: index, in_display)

    def focused(self, role=None):
        """Returns the names of the focused nodes."""
        return [n.name for n in self.window.nodes(role) if n.has(driver.atspi.FOCUSED)]

    def reach(self, name, key):
        """Presses a key until the node with that name is focused."""
        reach(self.window, lambda n: plain(n.name) == name, key)

    def take_menu_item(self, name):
        """Chooses an item of the menu that is opening; earlier keys would go to the page below."""
        wait("the menu", lambda: self.focused("menu item"), alive=self.app)
        self.reach(name, "Down")
        self.window.key("Return")

    def scroll_to(self, find):
        """Turns the wheel over the page until a pointer would find the node that @find returns."""
        def seen():
            node = find()
            if node and node.is_shown():
                return node
            x, y = self.window.origin()
            width, height = self.window.extents()[2:]
            up = node and node.extents()[1] < height // 2
            self.window.input("mousemove", x + width * 3 // 4, y + height // 2, "click", 4 if up else 5)
            return None
        return wait("what is further down", seen, alive=self.app)

    # ---- the location ----

    def location(self):
        """Returns the words of the command that Ctrl+Shift+C copies."""
        words = shlex.split(self.window.copy("ctrl+shift+c"))
        return words if words[:1] == ["poplens"] else []

    def place(self):
        """Returns page and keys of the current location; ("", {}) if the clipboard has something
        else."""
        words = self.location()
        return parse_place(words[words.index("--location") + 1]) if "--location" in words else ("", {})

    def wait_place(self, page, **keys):
        """Waits until the location is @page with @keys (None: without that key). Returns all keys."""
        last = []

        def there():
            last[:] = [self.place()]
            here, has = last[0]
            return here == page and all(has.get(k) == v for k, v in keys.items()) and (has,)
        try:
            return wait("the location", there, alive=self.app)[0]
        except driver.Failed as failed:
            raise driver.Failed("%s: %s with %s, not %s" % (failed, page, keys, last)) from failed

    def wait_key(self, key, good=lambda value: True):
        """Waits until the location has a @good value of a key. Returns the value."""
        def value():
            has = self.place()[1]
            return key in has and good(has[key]) and (has[key],)
        return wait("%s in the location" % key, value, alive=self.app)[0]



# Margins of every chart with an axis, in a window of that width.
PLOT_LEFT = 73
PLOT_RIGHT = 12
