"""The list of a folder's reports: regressions, opening one, comparing two, and back."""

import os
import re
import shutil

import driver
import page
from driver import App, case, check, say, wait
from reports import NIGHTS, SLOW, nightly, put

def start(parent):
    app = App(parent, settings=page.WIDE)
    window = app.window("%s – Poplens" % os.path.basename(parent))
    return app, window, page.Table(window, "Reports")


class List(page.Page):
    """The list as a page, so that its menus can be used with keys."""

    def __init__(self, app, window):
        self.app, self.window = app, window


def answered(window, pattern="run-6 got slower by .* %, because of inter-IPU exchange"):
    return window.wait_for("label", re.compile(pattern))


@case
def which_and_why():
    """the headline names what got worse; a click compares it with the report before; Alt+Up leads
    back"""
    app, window, table = start(nightly())
    answered(window)
    rows = table.wait_all("rows", NIGHTS)
    check([row[0] for row in rows] == ["run-%d" % n for n in range(1, NIGHTS + 1)], "in order: %r" % rows)
    window.press("Compare run-5 With run-6")
    window = app.window("run-5 → run-6 – Poplens")
    window.wait_text("Before: run-5 · After: run-6")
    window.key("alt+Up")
    window = app.window("nightly – Poplens")
    answered(window)
    check(not window.shown("push button", "Reports"), "no way back where one is there")
    app.close(window)


@case
def open_and_compare():
    """Enter opens the selected report, or compares two, the older one first"""
    app, window, table = start(nightly())
    answered(window)
    table.click_row(1)
    window.key("Down")
    wait("the name of the row with the keyboard", lambda: [
        n for n in app.program.items().values() if n.has(driver.atspi.FOCUSED) and n.name == "run-3"], alive=app)
    window.key("Return")
    window = app.window("run-3 – Poplens")
    window.wait_text("Fullest Tile")
    window.press("Reports")
    window = app.window("nightly – Poplens")
    answered(window)
    table = page.Table(window, "Reports")
    table.click_row(4)
    table.click_row(0, "ctrl")
    window.key("Return")
    window = app.window("run-1 → run-5 – Poplens")
    window.wait_text("Before: run-1 · After: run-5")
    app.close(window)


@case
def by_keys():
    """with the keyboard alone: the regression and its cause, two rows, their comparison, swapped,
    alone, and back"""
    app, window, table = start(nightly())
    answered(window)
    table.wait_all("rows", NIGHTS)
    window.wait_text(re.compile("Inter-IPU exchange takes .* cycles more than in run-5"))
    for _ in range(40):
        window.key("Tab")
        if "Compare run-5 With run-6" in page.focused(app):
            break
    check("Compare run-5 With run-6" in page.focused(app), "the button is a stop of Tab")
    while "GtkColumnListView" not in page.focused(app) and not page.focused(app) & {"run-1", "run-6"}:
        window.key("Tab")
    window.key("End", "shift+Up", "Return")
    window = app.window("run-5 → run-6 – Poplens")
    window.wait_text("Before: run-5 · After: run-6")
    for words, title in (("swap before", "run-6 → run-5"), ("show after alone", "run-5"), ("show both", "run-6 → run-5")):
        window.key("ctrl+k")
        window.type(words)
        window.wait_for("label", re.compile(words, re.IGNORECASE))
        window.key("Return")
        wait("the title %s" % title, lambda: window.title_now() == title + " – Poplens", alive=app)
    window.key("alt+Up")
    answered(app.window("nightly – Poplens"))
    app.close(window)


@case
def row_menu():
    """the context menu copies the path, and opens a window beside the list"""
    parent = nightly()
    app, window, table = start(parent)
    answered(window)
    table.click_row(2, button=3)
    List(app, window).take_menu_item("Copy Path")
    window.wait_toast("Copied the path")
    check(page.clipboard() == os.path.join(parent, "run-3"), "the path: %r" % page.clipboard())
    table.click_row(3, button=3)
    List(app, window).take_menu_item("Open in New Window")
    beside = app.window("run-4 – Poplens")
    beside.wait_text("Fullest Tile")
    beside.key("ctrl+w")
    beside.wait_closed()
    window.focus()
    answered(window)
    app.close(window)


@case
def read_again():
    """F5 reads new reports; the row of a damaged report says why; Ctrl+F filters"""
    parent = nightly()
    app, window, table = start(parent)
    answered(window)
    os.mkdir(os.path.join(parent, "cut"))
    shutil.copy(os.path.join(parent, "run-1", "profile.pop"), os.path.join(parent, "cut"))
    with open(os.path.join(parent, "cut", "profile.pop"), "r+b") as file:
        file.truncate(10000)
    window.key("F5")
    window.wait_text(re.compile("1 of 7 reports cannot be read"))
    rows = table.wait_all("rows", NIGHTS + 1)
    check(any(row[0] == "cut" and any("truncated" in cell for cell in row) for row in rows), "why: %r" % rows)
    window.key("ctrl+f")
    window.type("truncated")
    table.wait_rows("the one that is broken", lambda rows: [row[0] for row in rows] == ["cut"])
    app.close(window)


@case
def time_classes():
    """columns of time classes arrive by themselves; the report of the headline is selected; a click
    selects in all charts"""
    parent = nightly()
    put(parent, "run-7", "--without=archive,debug,execution,json")
    app, window, table = start(parent)
    answered(window)
    shown = List(app, window)
    columns = shown.chart("Program time")
    shown.wait_chart(columns, r"Selected: report 6: ")
    shown.wait_chart(shown.chart("Iteration"), "Selected: report 6: ")
    wait("the cause in the table", lambda: any("inter-IPU exchange" in " ".join(row) for row in table.rows()), alive=app)
    shown.click_chart(columns, 2.5 / 7, 120)
    shown.wait_chart(columns, "Selected: report 3: ")
    shown.wait_chart(shown.chart("Fullest tile"), "Selected: report 3: 1 report, sum ")
    shown.click_chart(columns, 6.5 / 7, 120)
    shown.wait_chart(shown.chart("Iteration"), "Selected: report 7: 1 report, not recorded")
    shown.wait_chart(shown.chart("Fullest tile"), "Selected: report 7: 1 report, sum ")
    app.close(window)


@case
def unlike_models():
    """reports of different models are bars with verdicts, and are not compared with each other"""
    parent = os.path.join(os.path.dirname(nightly()), "unlike")
    put(parent, "small")
    put(parent, "other", "--tiles=64")
    put(parent, "large", "--overflow")
    app, window, table = start(parent)
    window.wait_for("label", re.compile("large does not fit"))
    window.wait_text(re.compile(".*The 2 models are not compared with each other"))
    check(not window.shown("push button", re.compile("^Compare ")), "nothing is compared")
    shown = List(app, window)
    shown.click_chart(shown.chart("Program time"), 0.5, 30)
    shown.wait_chart(shown.chart("Fullest tile"), "Selected: ")
    check(any("over" in " ".join(row) for row in table.rows()), "the verdict: %r" % table.rows())
    app.close(window)


@case
def further_down():
    """reports two folders below are found"""
    app, window, table = start(nightly(below="bert/mk2"))
    answered(window, "bert/mk2/run-6 got slower by ")
    check(table.wait_all("rows", NIGHTS)[0][0] == "bert/mk2/run-1", "by their paths")
    say("bert/mk2/run-1 …")
    app.close(window)


if __name__ == "__main__":
    driver.main()
