"""The Memory page as a user reads it: the description of its chart, and the text of its field."""

import re

import reports
from driver import App, check, wait

NUMBER = r"[\d,]+"


def number(text):
    return int(text.replace(",", ""))


class MemoryPage:
    """The Memory page in a window; its state is read from the chart's accessible description."""

    def __init__(self, app, window):
        self.app = app
        self.window = window
        self.chart = window.wait_for("image", "Memory by tile", re.compile("^Shown: "))
        self.entry = window.wait_for("text", "Selected tiles")

    def view(self):
        """Returns the first and last shown tile, or None."""
        found = re.match("Shown: tiles (%s)–(%s)" % (NUMBER, NUMBER), self.chart.description_now())
        if found:
            return number(found.group(1)), number(found.group(2))
        found = re.match("Shown: tile (%s)" % NUMBER, self.chart.description_now())
        return (number(found.group(1)),) * 2 if found else None

    def selected(self):
        """Returns the first and last tile of the first selected range, or None."""
        found = re.search(r"Selected: tiles? (%s)(?:–(%s))?" % (NUMBER, NUMBER),
                          self.chart.description_now())
        if not found:
            return None
        return number(found.group(1)), number(found.group(2) or found.group(1))

    def field(self):
        """Returns the text of the field for tiles."""
        return self.entry.text()

    def wait_view(self, good):
        return wait("the chart to show other tiles",
                    lambda: self.view() and good(self.view()) and self.view(), alive=self.app)

    def wait_selected(self, wanted):
        """Waits until the selection is @wanted, written as in the field; field and chart must
        agree."""
        wait("“%s” in the field" % wanted, lambda: self.field() == wanted, alive=self.app)
        first = re.match(r"(\d+)(?:-(\d+))?", wanted)
        tiles = first and (int(first.group(1)), int(first.group(2) or first.group(1)))
        wait("the chart to select %s" % wanted, lambda: self.selected() == tiles, alive=self.app)

    def wait_some_selected(self):
        """Waits until chart and field agree on a selection. Returns its first and last tile."""
        def agree():
            tiles = self.selected()
            text = tiles and ("%d" if tiles[0] == tiles[1] else "%d-%d") % tiles[:1 + (
                tiles[0] != tiles[1])]
            return tiles if tiles and self.field().split(", ")[0] == text else None
        return wait("a selection", agree, alive=self.app)

    def click(self, share, modifier=None, share_y=0.75):
        """Clicks in the chart, at shares of its width and height."""
        width, height = self.chart.extents()[2:]
        self.window.click(self.chart, int(width * share), int(height * share_y), modifier=modifier)

    def type_tiles(self, text):
        self.window.click(self.entry, 20)
        self.window.key("ctrl+a")
        self.window.type(text)
        self.window.key("Return")


def open_page(query="", name="demo", **app_options):
    """Opens a demo report on the Memory page. Returns the page."""
    app = App(reports.copy(name), "--location", "memory" + query, **app_options)
    window = app.window("%s – Poplens" % name)
    page = MemoryPage(app, window)
    check(window.wait_for("list item", "Memory"), "the page is Memory")
    return page
