"""Two reports: opened by command line, keys and drag and drop; swapped and closed; unreadable ones.
"""

import os
import re

import drag
import driver
import page
import reports
from damage import edit
from driver import App, case, check, say, wait


def two():
    return reports.copy("demo"), reports.demo("second", seed=5)


def compared(window, name):
    """Waits until the bar names the other report, and the page shows it."""
    window.wait_text("Before: demo · After: %s" % name)


def stop(app, window):
    """Clicks the bar's close button, and waits for the page of the first report alone."""
    window.click(wait("the cross", lambda: window.shown("push button", "Stop comparing"), alive=app))
    window.wait_for("image", re.compile("^Memory by tile$"))
    window.wait_gone("label", re.compile("^Before: "))


def choose(app, window, keys, path):
    """Opens a dialog with @keys, and types the path into it."""
    window.key(keys)
    dialog = app.window("Compare With Report")
    dialog.type(path)
    wait("the path in the field", lambda: [
        n for n in dialog.nodes("text", "GtkFileChooserEntry") if n.text().rstrip("/") == path],
         alive=app)
    wait("Compare to be pressed", lambda: [
        n for n in dialog.nodes("push button", "_Compare Compare") if n.has(driver.atspi.SENSITIVE)],
         alive=app)
    dialog.key("Return")
    dialog.wait_closed()


def start(place="summary"):
    first, second = two()
    app = App(first, "--with", second, "--location", place)
    window = app.window("demo – Poplens")
    compared(window, "second")
    return app, window, first, second


@case
def by_command():
    """--with: a headline with signs, both graphs, on each page; going back in the history restores
    them"""
    app, window, _first, _second = start()
    window.wait_text("Figures")
    window.key("alt+3")
    chart = window.wait_for("image", "Memory by tile, compared")
    say(chart.description_now())
    window.key("alt+4")
    window.wait_for("image", "Live memory by step, compared")
    for key, tab in (("alt+5", "Operations"), ("alt+6", "Compute Sets"), ("alt+7", None)):
        window.key(key)
        if tab:
            window.wait_text(tab)
        else:
            window.wait_for("image", "Executed steps, compared")
            window.wait_text(re.compile(".*Program time "))
    window.key("alt+Left", "alt+Left", "alt+Left")
    window.wait_for("image", "Live memory by step, compared")
    compared(window, "second")
    app.close(window)


@case
def tab_goes_round():
    """on each page Tab reaches the chart, and goes from the last widget to the first"""
    app, window, _first, _second = start()
    for key, name, chart in (("alt+3", "Memory", "Memory by tile, compared"),
                             ("alt+4", "Liveness", "Live memory by step, compared"),
                             ("alt+6", "Operations", "Tile cycles, larger of both reports"),
                             ("alt+7", "Execution Trace", "Executed steps, compared")):
        window.key(key)
        window.wait_for("image", chart)
        seen = set()
        for _ in range(80):
            window.key("Tab")
            seen |= page.focused(app)
            if {name, chart, "Stop comparing"} <= seen:
                break
        check({name, chart, "Stop comparing"} <= seen, "%s: Tab came to %s" % (name, ", ".join(sorted(seen))))
    app.close(window)


@case
def breakdown():
    """the differences of a tile, by breakdown, are those that the terminal prints; tiles sorted by
    change"""
    first, second = two()
    view = page.Page(first, "memory?tab=memory-categories-by-tile&tile=7&from=0&to=20&with=%s" % second)
    chart = view.chart("Memory by tile, compared")
    table = page.Table(view.window, "Memory by tile and kind")
    for index, choice in ((2, None), (3, "category"), (1, "region")):
        if choice:
            view.choose("Breakdown", index)
            view.wait_place("memory", breakdown=choice)
        table.expect_terminal(first, "memory-categories", second, "--location",
                              "memory?by=tile&tile=7&breakdown=%s" % (choice or "group"))
    before = chart.description_now()
    view.choose("Sort by", 1)
    view.wait_place("memory", breakdown="region", **{"order": "change"})
    largest = max(page.records(first, "memory-tiles", second),
                  key=lambda row: int(row["total_including_gaps_change"]))
    wait("other tiles", lambda: chart.description_now() != before, alive=view.app)
    view.click_chart(chart, 0.02, 80)
    view.wait_place("memory", tile=largest["tile"])
    view.close()


@case
def flame():
    """cycles by name, traces and operations of both reports; the tables below have the rows of the
    terminal"""
    first, second = two()
    view = page.Page(first, "trace?with=%s" % second)
    view.choose("View", 1)
    view.wait_place("trace", **{"view": "flame"})
    view.chart("Change by name")
    page.Table(view.window, "Cycles by name").expect_terminal(first, "trace-costs", second)
    view.choose("View", 0)
    chart = view.chart("Executed steps, compared")
    before = chart.description_now()
    view.choose("Align", 3)
    view.wait_place("trace", align="iteration=2")
    wait("another stretch", lambda: chart.description_now() != before, alive=view.app)
    view.window.key("alt+6")
    view.chart("Tile cycles, larger of both reports")
    page.Table(view.window, "Operations").expect_terminal(first, "operations", second)
    view.close()


@case
def close_and_back():
    """the bar's close button ends the comparison; Alt+Left compares again"""
    app, window, _first, _second = start("memory")
    window.wait_for("image", "Memory by tile, compared")
    stop(app, window)
    window.key("alt+Left")
    window.wait_for("image", "Memory by tile, compared")
    compared(window, "second")
    app.close(window)


def turned(window, name):
    """Waits until the bar and the heading say that the opened report is the one after @name."""
    window.wait_text("Before: %s · After: demo" % name)
    window.wait_for("label", "%s → demo" % name)
    check(window.title_now() == "%s → demo – Poplens" % name, "the window is called %s" % window.title_now())


@case
def swap():
    """swapping keeps page and selection; it works with both folders deleted, as nothing is read
    again"""
    app, window, first, second = start("memory?tile=7")
    window.wait_for("image", "Memory by tile, compared", re.compile("Selected: tile 7"))
    band = window.wait_for("label", re.compile("^Memory including gaps, all tiles: .*→")).name
    window.press("_Swap Swap")
    turned(window, "second")
    window.wait_for("image", "Memory by tile, compared", re.compile("Selected: tile 7"))
    window.wait_gone("label", band)
    for folder in (first, second):
        os.rename(folder, folder + " is gone")
    window.wait_for("label", re.compile("^Before: second \\(changed on disk: .*deleted.*After: demo$"))
    window.press("_Swap Swap")
    window.wait_for("label", "demo → second")
    window.wait_for("label", band)
    window.wait_for("image", "Memory by tile, compared", re.compile("Selected: tile 7"))
    window.key("alt+Left")
    window.wait_for("label", "second → demo")
    window.wait_gone("label", band)
    app.close(window)


@case
def older():
    """a report that was compiled earlier comes before, even if it is chosen second; closing it
    shows the first report"""
    first, second = two()
    edit(second, "update date_time set string = '2023-03-14 09:26:53'")
    app = App(first, "--location", "memory?tile=7")
    window = app.window("demo – Poplens")
    window.wait_for("image", re.compile("^Memory by tile$"))
    choose(app, window, "ctrl+d", second)
    turned(window, "second")
    window.wait_for("image", "Memory by tile, compared", re.compile("Selected: tile 7"))
    stop(app, window)
    window.wait_for("label", "demo")
    window.key("alt+Left")
    turned(window, "second")
    app.close(window)


@case
def read_again():
    """the second profile changes: the bar says so, and a click compares with the new one"""
    app, window, _first, second = start("memory")
    before = window.wait_for("label", re.compile("^Memory including gaps, all tiles: .*→")).name
    edit(second, "update memory_by_tile set total_including_gaps = total_including_gaps + 65536")
    window.wait_for("label", re.compile("After: second \\(changed on disk: "))
    check(window.nodes("label", before), "what was read stays")
    window.press("_Reload Reload")
    compared(window, "second")
    wait("the numbers of now", lambda: [n for n in window.nodes("label", re.compile("^Memory including gaps, all tiles: .*→"))
                                        if n.name != before], alive=app)
    window.wait_gone("label", re.compile("as it was"))
    app.close(window)


@case
def broken():
    """an invalid second report: a message says why, and the first report stays"""
    first = reports.copy("demo")
    app = App(first, "--with", "/nowhere/at/all", "--location", "memory")
    window = app.window("demo – Poplens")
    window.wait_for("image", re.compile("^Memory by tile$"))
    window.wait_for("label", re.compile("^Cannot compare: .*nowhere"))
    app.close(window)


@case
def without_the_page():
    """the first report lacks the page: the first existing page is shown, compared"""
    first, second = reports.demo("first", extra=reports.COMPILED), reports.demo("second", extra=reports.COMPILED)
    app = App(first, "--with", second, "--location", "trace")
    window = app.window("first → second – Poplens")
    window.wait_toast(re.compile("^Execution Trace: No execution recorded"))
    window.wait_text("Before: first · After: second")
    window.wait_text("Figures")
    app.close(window)


@case
def by_key():
    """Ctrl+D and the path of a folder, Return; Ctrl+Shift+D and the path of a file"""
    first, second = two()
    app = App(first, "--location", "memory")
    window = app.window("demo – Poplens")
    window.wait_for("image", re.compile("^Memory by tile$"))
    choose(app, window, "ctrl+d", second)
    compared(window, "second")
    window.wait_for("image", "Memory by tile, compared")
    stop(app, window)
    choose(app, window, "ctrl+shift+d", os.path.join(second, "profile.pop"))
    compared(window, "second")
    window.wait_for("image", "Memory by tile, compared")
    app.close(window)


@case
def dropped():
    """a second report is dropped on the first one, and compared after a question"""
    first, second = two()
    app = App(first, "--location", "memory")
    window = app.window("demo – Poplens")
    window.wait_for("image", re.compile("^Memory by tile$"))
    heading = "Compare the Two Reports?"
    drag.drop(app, window, second, lambda: window.nodes("label", heading) or any(
        "Poplens" not in title for title in app.titles()))
    window.key("Return")
    compared(window, "second")
    window.wait_for("image", "Memory by tile, compared")
    app.close(window)


@case
def dropped_two():
    """two folders are dropped together on a window without a report, and compared"""
    first, second = two()
    app = App()
    window = app.window("Poplens")
    window.wait_for("push button", "Compare Two Reports…")
    drag.drop(app, window, [first, second], lambda: app.titles() != ["Poplens"])
    window = app.window("demo – Poplens")
    compared(window, "second")
    app.close(window)


def take(app, window, item):
    """Chooses an item of the menu that is opening, with keys: GTK reports wrong positions of nodes
    in popovers."""
    def reached():
        now = [n.name for n in window.nodes("menu item") if n.has(driver.atspi.FOCUSED)]
        if now and item not in now:
            window.key("Down")
        return item in now
    wait("the menu's item “%s”" % item, reached, alive=app)
    window.key("Return")


@case
def recent():
    """compare with a recent report: from the header, and from a row of the start page"""
    first, second = two()
    app = App(second)
    window = app.window("second – Poplens")
    window.wait_for("label", "second")
    app.close(window)
    home = app.home
    app = App(first, "--location", "memory", home=home)
    window = app.window("demo – Poplens")
    window.wait_for("image", re.compile("^Memory by tile$"))
    window.press("Compare with")
    take(app, window, "second")
    compared(window, "second")
    window.wait_for("image", "Memory by tile, compared")
    app.close(window)

    app = App(home=home)
    window = app.window("Poplens")
    window.wait_for("list item", "demo → second")
    window.press("Compare second with a recent report")
    take(app, window, "demo")
    window = app.window("second – Poplens")
    window.wait_text("Before: second · After: demo")
    app.close(window)


@case
def another_while_opening():
    """the comparison is closed and another report chosen while the first is still read: the last
    one is shown"""
    first, second = two()
    third = reports.demo("third", seed=6)
    app = App(first, "--with", second, "--location", "memory")
    window = app.window("demo – Poplens")
    window.wait_for("label", re.compile("^(Opening second|Before: demo · After: second)"))
    stop(app, window)
    choose(app, window, "ctrl+d", third)
    compared(window, "third")
    app.close(window)


@case
def not_another():
    """a report that cannot be opened does not end the comparison: a message says why, and the
    history has no entry for it"""
    app, window, _, second = start("memory")
    nothing = os.path.join(os.path.dirname(second), "no report")
    os.makedirs(nothing, exist_ok=True)
    choose(app, window, "ctrl+d", nothing)
    window.wait_toast(re.compile("^Cannot compare: "))
    compared(window, "second")
    window.wait_for("image", "Memory by tile, compared")
    window.key("alt+Left")
    window.wait_gone("label", re.compile("Cannot compare"))
    app.close(window)


if __name__ == "__main__":
    driver.main()
