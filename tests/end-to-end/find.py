"""Finding items (Ctrl+K), and the copied location, which opens the same view."""

import re
import shlex

import driver
import page
import reports
from driver import App, case, check, say, wait
from trace_page import STATISTICS


def open_report(*arguments):
    path = reports.copy()
    app = App(path, *arguments)
    window = app.window("demo – Poplens")
    window.wait_for("list item", "Summary")
    return app, window, path


def wait_page(window, name):
    wait("the page %s" % name, lambda: [
        n for n in window.nodes("list item", name) if n.has(driver.atspi.SELECTED)],
         alive=window.app)


def wait_first(window, title):
    """Waits until the first row has the title and is selected, so that Enter opens it."""
    wait("%s first" % title, lambda: [
        n for n in window.nodes("list item") if n.has(driver.atspi.SELECTED) and
        any(page.plain(c.name) == title for c in n.walk())], alive=window.app)


@case
def by_key():
    """Ctrl+K, a tile's number, Ctrl+Enter: Memory with that tile; Escape changes nothing"""
    app, window, _ = open_report()
    window.key("ctrl+k")
    window.wait_for(name="Search by name or number")
    window.key("Escape")
    window.wait_gone(name="Search by name or number")
    wait_page(window, "Summary")
    window.key("ctrl+k")
    window.wait_for(name="Search by name or number")
    window.type("tile 812")
    wait_first(window, "Tile 812")
    window.key("ctrl+Return")
    wait_page(window, "Memory")
    window.wait_text("Tile 812")
    window.key("alt+Left")
    wait_page(window, "Summary")
    app.close(window)


@case
def a_tab_by_name():
    """Ctrl+K, a tab's name, Enter: the tab is in front, and the tile stays selected"""
    view = page.Page(reports.copy(), "memory?tile=812")
    view.wait_page("Memory")
    for words, title, place in (("memory gaps", "Gaps", "memory?tab=tile-gaps&tile=812"),
                                ("what if", "What If", "insights?view=what-if&tile=812")):
        view.window.key("ctrl+k")
        view.window.wait_for(name="Search by name or number")
        view.window.type(words)
        wait_first(view.window, title)
        view.window.key("Return")
        where, keys = page.parse_place(place)
        view.wait_place(where, **keys)
    view.close()


@case
def by_button_and_click():
    """the button, a step's number, a click on its row: Liveness at that step"""
    app, window, _ = open_report()
    window.press("Search")
    window.wait_for(name="Search by name or number")
    window.type("liveness step 7")
    window.click(window.wait_for(name="Program step 7"))
    wait_page(window, "Liveness")
    app.close(window)


@case
def nothing():
    """no matches: a text says so, and Enter does nothing"""
    app, window, _ = open_report()
    window.key("ctrl+k")
    window.wait_for(name="Search by name or number")
    window.type("frobnicate")
    window.wait_text("No matches for “frobnicate”")
    window.key("Return")
    window.key("Escape")
    wait_page(window, "Summary")
    app.close(window)


@case
def location():
    """Ctrl+Shift+C: the copied command opens the same report at the same location"""
    place = "memory?breakdown=category&from=10&tab=memory-categories&tile=5,7&to=60"
    app, window, path = open_report("--location", place)
    wait_page(window, "Memory")
    window.wait_for("image", "Memory by tile")
    words = shlex.split(window.copy("ctrl+shift+c"))
    window.wait_toast("Copied the command that opens this view")
    check(words == ["poplens", path, "--location", place], "the clipboard has %s" % words)
    app.close(window)
    again = App(*words[1:])
    window = again.window("demo – Poplens")
    wait_page(window, "Memory")
    window.wait_for("image", "Memory by tile")
    copied = window.copy("ctrl+shift+c")
    window.wait_toast("Copied the command that opens this view")
    check(shlex.split(copied) == words, "it opens another view")
    again.close(window)


@case
def every_kind():
    """a variable, program, compute set, vertex type, tile and steps: Ctrl+Enter goes to the
    terminal's location"""
    view = page.Page(reports.copy(), "summary")
    view.wait_page("Summary")
    for kind, words in (("variable", "variable embedding table"),
                        ("program", "program classifier convolve"),
                        ("compute-set", "compute set layer1 softmax"), ("vertex-type", "vertex type cast"),
                        ("tile", "tile 1054"), ("step", "liveness step 37"),
                        ("executed-step", "executed 9"), ("operation", "op classifier matmul"),
                        ("layer", "layer layer1"), ("kind", "kind optimiser"),
                        ("tile-variable", "lowered 63218")):
        found = page.rows("find", view.report, *words.split())[0]
        check(found["kind"] == kind, "“%s” finds a %s: %r" % (words, kind, found))
        view.window.key("ctrl+k")
        view.window.wait_for(name="Search by name or number")
        view.window.type(words)
        wait_first(view.window, found["title"])
        view.window.key("ctrl+Return")
        where, keys = page.parse_place(found["location"])
        view.wait_place(where, **keys)
        say("%s: %s" % (words, found["location"]))
    # Names that match one pattern are one result, which leads to a table of them.
    view.window.key("ctrl+k")
    view.window.wait_for(name="Search by name or number")
    view.window.type("variable weights momentum")
    wait_first(view.window, "Fwd/encoder/layer*/ffn/expand/matmul/weights/momentum")
    view.window.key("Return")
    view.wait_place("liveness", tab="variables")
    view.close()


@case
def location_of_a_trace():
    """the copied command restores the trace's view, step, range and options"""
    place = "trace?executed=37&from=1300000&range=1400000..2200000&tab=trace-types&to=2300000" \
            "&view=flame"
    view = page.Page(reports.copy(), place)
    shown = view.wait_chart(view.chart("Executed steps"), "^Shown: .* Selected: .*").group(0)
    view.window.press("Zoom in")
    chart = view.chart("Executed steps")
    wait("a closer view", lambda: chart.description_now() != shown, alive=view.app)
    view.wait_key("from", lambda cycle: cycle != "1300000")
    view.wait_place("trace", executed="37", range="1400000..2200000", view="flame")
    shown = driver.wait_still("the view at rest", chart.description_now, view.app, 12)
    words = wait("the location", view.location, alive=view.app)
    # Rows arrive a few per frame, and the list decides how many are laid out.
    first = 6
    statistics = page.Table(view.window, STATISTICS).wait_rows(
        "the statistics", lambda rows: len(rows) >= first)
    view.close()
    again = page.Page(words[1], words[3])
    again.wait_chart(again.chart("Executed steps"), "^%s$" % re.escape(shown))
    table = page.Table(again.window, STATISTICS)
    table.wait_rows("the same numbers", lambda rows: len(rows) >= first and
                    rows[:first] == statistics[:first])
    wait("the same location", lambda: again.place() == page.parse_place(words[3]), alive=again.app)
    again.close()


if __name__ == "__main__":
    driver.main()
