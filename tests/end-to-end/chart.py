"""The chart of the Memory page: zoom, pan, selection and breakdown, with mouse and keys."""

import re

import driver
import memory
import page as pages
import reports
from driver import case, check, say, wait

ALL = (0, 2943)


def zoom_in(page, factor, clicks=4, share=0.4):
    """Turns the wheel up with Ctrl over the chart, until the view is narrower by @factor. Returns
    the view."""
    before = page.view()
    page.window.move(page.chart, int(page.chart.extents()[2] * share), 200)
    page.window.wheel(clicks, "ctrl")
    return settle(page, lambda view: span(view) < factor * span(before))


def span(view):
    return view[1] - view[0]


def settle(page, good):
    """Returns the view when it is @good and stable: the steps of a zoom arrive one by one."""
    return driver.wait_still("the chart to come to rest",
                             lambda: good(page.view()) and page.view(), page.app, 12)


@case
def wheel():
    """Ctrl+wheel zooms at the pointer, Shift+wheel pans, Home shows all"""
    page = memory.open_page()
    page.wait_view(lambda view: view == ALL)
    page.click(0.4)
    under = page.wait_some_selected()[0]
    # Four clicks zoom in more than twofold.
    first = zoom_in(page, 0.5)
    say("tiles %d–%d around tile %d" % (*first, under))
    share = (under - first[0]) / span(first)
    before = (under - ALL[0]) / span(ALL)
    check(abs(share - before) < 0.03, "the tile at the pointer stays: %.3f, %.3f" % (before, share))

    page.window.wheel(-1, "shift")
    moved = settle(page, lambda view: view != first)
    check(moved[0] > first[0] and abs(span(moved) - span(first)) <= 2,
          "to the right: %r" % (moved,))
    page.window.wheel(-1, "ctrl")
    settle(page, lambda view: span(view) > span(moved))
    page.window.key("Home")
    page.wait_view(lambda view: view == ALL)
    page.app.close(page.window)


@case
def keys():
    """W, S, A, D, F and 0 in a focused chart"""
    page = memory.open_page()
    page.click(0.3)
    tile = page.wait_some_selected()[0]
    page.window.key("w", "w")
    closer = settle(page, lambda view: span(view) < 0.8 * span(ALL))
    page.window.key("d")
    right = settle(page, lambda view: view[0] > closer[0])
    page.window.key("a", "a")
    left = settle(page, lambda view: view[0] < right[0])
    page.window.key("s")
    settle(page, lambda view: span(view) > span(left))
    page.window.key("f")
    fitted = settle(page, lambda view: span(view) < 200)
    check(fitted[0] <= tile <= fitted[1], "F shows tile %d: %r" % (tile, fitted))
    say("zoomed, panned, fitted to tile %d: %d–%d" % (tile, *fitted))
    page.window.key("0")
    page.wait_view(lambda view: view == ALL)
    page.app.close(page.window)


@case
def typed_range():
    """Z asks for a range, and names errors in it; Shift with arrows pages; Alt+Page Down continues"""
    page = memory.open_page()
    page.wait_view(lambda view: view == ALL)
    page.window.key("z")
    # GTK reports wrong positions of nodes in popovers.
    wait("the present range", lambda: [n.text() for n in page.window.nodes("text", "Range")] == ["0–2,943"],
         alive=page.app)
    page.window.type("much")
    page.window.key("Return")
    wait("what is wrong", lambda: page.window.nodes("label", re.compile("^Not a range. Tiles, for example")),
         alive=page.app)
    page.window.key("ctrl+a")
    page.window.type("500..699")
    page.window.key("Return")
    page.wait_view(lambda view: view == (500, 699))
    wait("the popover to go", lambda: not page.window.nodes("text", "Range"), alive=page.app)
    page.click(0.5)
    page.window.key("shift+Right")
    page.wait_view(lambda view: view == (700, 899))
    page.window.key("shift+Left", "shift+Left")
    page.wait_view(lambda view: view == (300, 499))
    page.window.key("alt+Next")
    wait("the next page", lambda: [n for n in page.window.nodes("list item", "Liveness")
                                   if n.has(driver.atspi.SELECTED)], alive=page.app)
    page.window.key("alt+Prior", "alt+Prior")
    wait("the page before", lambda: [n for n in page.window.nodes("list item", "Insights")
                                     if n.has(driver.atspi.SELECTED)], alive=page.app)
    page.app.close(page.window)


@case
def click_selects():
    """a click selects, Ctrl toggles, Shift extends, Escape clears"""
    page = memory.open_page()
    page.click(0.2)
    first = page.wait_some_selected()[0]
    page.click(0.4, "ctrl")
    wait("two tiles in the field", lambda: page.field().count(",") == 1, alive=page.app)
    one, two = [int(t) for t in page.field().split(", ")]
    check(one == first and two > first, "the second was added: %s" % page.field())
    say("tiles %d and %d" % (one, two))
    # Tiles are in a row: the middle between two pixels is the middle between two tiles.
    page.click(0.3, "ctrl")
    wait("three tiles in the field", lambda: page.field().count(",") == 2, alive=page.app)
    middle = int(page.field().split(", ")[1])
    check(abs(middle - (one + two) / 2) <= 4, "%d lies amid %d and %d" % (middle, one, two))
    # A click on the same point would be a double click.
    page.click(0.3, "ctrl", 0.6)
    page.wait_selected("%d, %d" % (one, two))
    page.click(0.25)
    anchor = page.wait_some_selected()[0]
    wait("a single tile", lambda: page.field() == str(anchor), alive=page.app)
    page.click(0.35, "shift")
    wait("a range", lambda: page.field().startswith("%d-" % anchor), alive=page.app)
    page.window.key("Escape")
    wait("nothing selected", lambda: page.field() == "" and not page.selected(), alive=page.app)
    page.app.close(page.window)


@case
def drag_selects():
    """a drag selects the tiles in its range; the table below shows them"""
    page = memory.open_page()
    page.click(0.2)
    left = page.wait_some_selected()[0]
    page.click(0.4)
    right = wait("another tile", lambda: page.selected() and page.selected()[0] > left and
                 page.selected()[0], alive=page.app)
    chart = page.chart
    width, height = chart.extents()[2:]
    page.window.drag(chart, (int(width * 0.2), height * 3 // 4), (int(width * 0.4), height // 2))
    tiles = wait("a range", lambda: page.selected() and page.selected()[1] > page.selected()[0] and
                 page.selected(), alive=page.app)
    check(abs(tiles[0] - left) <= 4 and abs(tiles[1] - right) <= 4,
          "%r are those between %d and %d" % (tiles, left, right))
    page.wait_selected("%d-%d" % tiles)
    say("tiles %d–%d" % tiles)
    page.app.close(page.window)


@case
def field_selects():
    """the field accepts single tiles and ranges; errors are refused and named"""
    page = memory.open_page()
    page.type_tiles("0, 5, 100-120")
    page.wait_selected("0, 5, 100-120")
    for header in ("Tile 0", "Tile 5", "Tile 100"):
        page.window.wait_text(header)
    page.type_tiles("2944")
    wait("the reason", lambda: page.entry.description_now() ==
         "Unknown tile 2944; the last tile is 2,943", alive=page.app)
    check(page.selected() == (0, 0), "the selection stays: %r" % (page.selected(),))
    page.window.key("Escape")
    page.wait_selected("0, 5, 100-120")
    page.app.close(page.window)


@case
def double_click():
    """a double click shows all again"""
    page = memory.open_page("?from=100&to=200")
    page.wait_view(lambda view: view == (100, 199))
    page.window.double_click(page.chart, None, 200)
    page.wait_view(lambda view: view == ALL)
    page.app.close(page.window)


@case
def double_click_keeps():
    """a double click does not change the selection"""
    page = memory.open_page("?from=100&to=200&tile=120-150")
    page.wait_selected("120-150")
    page.window.double_click(page.chart, None, 200)
    page.wait_view(lambda view: view == ALL)
    page.wait_selected("120-150")
    page.app.close(page.window)


@case
def buttons():
    """buttons of the tool bar zoom, too"""
    page = memory.open_page("?tile=1000-1040")
    page.window.press("Zoom in")
    closer = settle(page, lambda view: span(view) < span(ALL))
    page.window.press("Zoom out")
    settle(page, lambda view: span(view) > span(closer))
    page.window.press("Zoom in")
    settle(page, lambda view: span(view) < span(ALL))
    page.window.press("Show all")
    page.wait_view(lambda view: view == ALL)
    page.app.close(page.window)


@case
def overview():
    """the overview strip: dragging its middle moves the view, dragging its handle resizes it"""
    page = memory.open_page("?from=1000&to=1400")
    chart = page.chart
    # The strip has no node: it is directly above the chart, over its plot.
    width = chart.extents()[2]
    plot = (64, width - 12)

    def at(tile):
        return int(plot[0] + (plot[1] - plot[0]) * tile / 2944), -20
    page.window.drag(chart, at(1200), at(600))
    moved = settle(page, lambda view: view[1] < 1300)
    check(abs(span(moved) - 399) <= 3, "as wide as before: %r" % (moved,))
    say("moved to %d–%d" % moved)
    page.window.drag(chart, at(moved[1] + 1), at(moved[1] + 600))
    wider = settle(page, lambda view: view[1] > moved[1] + 200)
    check(wider[0] == moved[0], "only its end moved: %r" % (wider,))
    page.app.close(page.window)


@case
def hover():
    """the pointer shows a hover box, and removes it when it leaves"""
    page = memory.open_page()

    def picture():
        return page.window.picture(page.chart)
    before = wait("a picture at rest", lambda: stable(picture), alive=page.app)
    page.window.move(page.chart, 400, 200)
    first = wait("a box", lambda: stable(picture) not in (None, before) and stable(picture),
                 alive=page.app)
    page.window.move(page.chart, 500, 200)
    wait("another box", lambda: stable(picture) not in (None, before, first), alive=page.app)
    page.window.move(page.chart, 5, -60)
    wait("no box", lambda: picture() == before, alive=page.app)
    page.app.close(page.window)


@case
def cursor():
    """Ctrl+Right moves a cursor from tile to tile, Space selects its tile"""
    page = memory.open_page("?from=100&to=150")
    page.click(0.4)
    tile = page.wait_some_selected()[0]
    page.window.key("ctrl+Right", "ctrl+Right", "space")
    page.wait_selected(str(tile + 2))
    page.window.key("ctrl+Left", "ctrl+space")
    page.wait_selected("%d-%d" % (tile + 1, tile + 2))
    page.app.close(page.window)


def choose(page, name, option):
    """Chooses an option of a drop-down list, with keys."""
    pages.choose(page.window, name, lambda titles: titles.index(option))
    wait("%s to be %s" % (name, option), lambda: [
        n for n in page.window.nodes("label", option) if n.ancestor("combo box") and n.is_shown()],
         alive=page.app)


@case
def breakdown():
    """another breakdown has another legend, and Alt+Left restores the first"""
    page = memory.open_page()

    def legend():
        chart = page.chart
        x, y = page.window.point(chart, 0, 0)
        return driver.pixels(x, y, chart.extents()[2], 44)
    groups = wait("a legend at rest", lambda: stable(legend), alive=page.app)
    choose(page, "Breakdown", "Category")
    wait("another legend", lambda: stable(legend) not in (None, groups), alive=page.app)
    page.window.key("alt+Left")
    page.window.wait_text("Category group")
    wait("the first legend", lambda: legend() == groups, alive=page.app)
    page.app.close(page.window)


def stable(picture):
    """Returns the picture if two in a row are equal."""
    first = picture()
    return first if first == picture() else None


@case
def legend_hides():
    """a click on a name in the legend hides its band; the description says what is shown"""
    page = memory.open_page()
    chart = page.chart
    before = wait("a picture at rest", lambda: stable(lambda: page.window.picture(chart)),
                  alive=page.app)
    page.window.click(chart, 80, 14)
    page.window.move(chart, 5, -60)
    wait("other bands", lambda: stable(lambda: page.window.picture(chart)) not in (None, before),
         alive=page.app)
    page.window.click(chart, 80, 14)
    page.window.move(chart, 5, -60)
    wait("the band again", lambda: page.window.picture(chart) == before, alive=page.app)
    page.app.close(page.window)


@case
def order_by_use():
    """sorted by use, the fullest tile comes first"""
    page = memory.open_page("?from=0&to=4")
    before = page.chart.description_now()
    pages.choose(page.window, "Sort by", lambda titles: titles.index("Memory use"), in_display=True)
    wait("other tiles", lambda: page.chart.description_now() != before, alive=page.app)
    page.click(0.15)
    first = page.wait_some_selected()[0]
    page.window.key("Home")
    fullest = wait("the fullest tile", lambda: re.search(
        r"^Shown: .* highest [^.]*? at tile ([\d,]+)\. ", page.chart.description_now()),
                   alive=page.app)
    check(memory.number(fullest.group(1)) == first, "the fullest, %s, is the first: %d" %
          (fullest.group(1), first))
    say("tile %d" % first)
    page.window.key("alt+Left", "alt+Left")
    wait("the first tiles", lambda: page.chart.description_now() == before, alive=page.app)
    page.app.close(page.window)


@case
def memory_map():
    """a click in the memory map names the variable there, and a link what it shares memory with"""
    page = memory.open_page("?tile=5&tab=memory-map")
    chart = page.window.wait_for("image", "Memory map", re.compile("."))
    page.window.wait_text("Tile 5")
    width = chart.extents()[2]
    heading = "Select a variable to see what shares its memory, or a gap to see its cause."
    page.window.wait_text(heading)
    page.window.click(chart, int(width * 0.3), 122)
    page.window.wait_text(re.compile("Address|Cause"))
    wait("the heading to go", lambda: not page.window.nodes("label", heading), alive=page.app)
    page.window.key("alt+Left")
    page.window.wait_text(heading)
    page.app.close(page.window)


@case
def used_memory():
    """the memory map of a whole report opens on the used memory; the note, Home and 0 show all"""
    view = pages.Page(reports.like("integrals"), "memory?tile=5&tab=memory-map")
    chart = view.chart("Memory map")
    used = int(pages.records(view.report, "memory-tiles", "--location", "memory?tile=5")[0][
        "total_including_gaps"])
    shown = r"^Shown: 0x([0-9a-f]+) to 0x([0-9a-f]+)"

    def length():
        found = re.search(shown, chart.description_now())
        return int(found.group(2), 16) - int(found.group(1), 16)
    view.wait_chart(chart, shown)
    wait("what is used, %d bytes" % used, lambda: used <= length() < used * 1.05, alive=view.app)
    for key in ("Home", "0"):
        view.window.click(chart, chart.extents()[2] // 2, chart.extents()[3] - 12)
        view.window.key(key)
        wait("all of the memory", lambda: length() == 624 * 1024, alive=view.app)
        view.window.wheel(3, "ctrl")
        wait("less of it", lambda: length() < 624 * 1024, alive=view.app)
    view.close()


@case
def tile_map():
    """the tile map: wheel, keys and drags zoom and move it; going back restores its view"""
    view = pages.Page(reports.copy(), "memory?view=map")
    chart = view.chart("Excl. gaps by tile")
    width, height = chart.extents()[2:]
    view.wait_place("memory", zoom=None)
    view.window.move(chart, width // 4, height // 2)
    view.window.wheel(4, "ctrl")
    zoomed = driver.wait_still("the zoom of four clicks", lambda: view.wait_key(
        "zoom", lambda zoom: float(zoom.split("@")[0]) > 2), alive=view.app)
    view.window.click(chart, width // 4, height // 2)
    view.wait_key("tile")
    at = view.wait_place("memory", zoom=zoomed)
    view.window.key("w")
    closer = view.wait_key("zoom", lambda zoom: zoom != zoomed)
    x, y = view.window.point(chart, width // 2, height // 2)
    view.window.input("mousemove", x, y, "mousedown", 2, "mousemove_relative", 60, 20,
                      "mousemove_relative", 60, 20, "mouseup", 2)
    moved = view.wait_key("zoom", lambda zoom: zoom != closer)
    check(moved.split("@")[0] == closer.split("@")[0], "moved, as large: %s, %s" % (closer, moved))
    view.window.key("Home")
    view.wait_place("memory", zoom=None, tile=at["tile"])
    view.window.key("alt+Left")
    view.wait_place("memory", zoom=zoomed, tile=None)
    view.window.key("alt+Right")
    view.wait_place("memory", zoom=None, tile=at["tile"])
    view.close()


@case
def chosen_variables():
    """the tile map by chosen variables: added in the field, removed in the legend"""
    view = pages.Page(reports.copy(), "memory?view=map&colour=chosen")
    chart = view.chart("Selected variables by tile")
    view.wait_chart(chart, "^Shown: Add variables or categories")
    view.window.click(view.window.wait_for("text", "Add a variable"))
    view.window.type("category:stack")
    view.window.key("Return")
    view.wait_place("memory", plot="category:stack")
    # Waits for the legend, which is below the bar and its numbers.
    wait("the legend", lambda: not chart.description_now().startswith("Shown: Add "),
         alive=view.app)
    view.window.click(chart, 40, 57)
    view.wait_place("memory", plot=None)
    view.window.key("alt+Left")
    view.wait_place("memory", plot="category:stack")
    view.choose("Range", 1, in_display=True)
    view.wait_place("memory", plot="category:stack", ramp="spread")
    view.close()


if __name__ == "__main__":
    driver.main()
