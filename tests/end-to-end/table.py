"""Tables: sorting, filtering, folding, copying; the same numbers as in the terminal."""

import re

import driver
import memory
import reports
from driver import App, case, check, say, wait
from page import Page, Table, terminal


def open_tab(tab, title, query="", view=None):
    """Opens a demo report on a tab of Memory. Returns page and table."""
    page = memory.open_page(query)
    return page, Page.tab(page, tab, title, view)


def first_column(rows):
    return [row[0] for row in rows]


@case
def sort():
    """a header sorts, a second click reverses, as in the terminal"""
    page, table = open_tab("Tiles", "Memory by tile")
    report = page.window.wait_text(re.compile("^/")).name
    first = [row[0] for row in terminal(report, "memory-tiles", "--sort=total_including_gaps", "--limit=3")]
    table.wait_rows("those that need most", lambda rows: first_column(rows)[:3] == first)
    fullest = [row[0] for row in terminal(report, "memory-tiles", "--sort=total", "--limit=4")]
    emptiest = [row[0] for row in terminal(report, "memory-tiles", "--sort=+total", "--limit=4")]
    seen = []
    for _ in range(2):
        page.window.click(table.header("Excl. gaps"), 10)
        rows = table.wait_rows("another order", lambda rows: first_column(rows)[:4] in (
            fullest, emptiest) and first_column(rows)[:4] not in seen)
        seen.append(first_column(rows)[:4])
        say("tiles %s first" % ", ".join(seen[-1]))
    page.window.key("alt+1")
    page.window.wait_text("Fullest Tile")
    page.window.key("alt+3")
    Table(page.window, "Memory by tile").wait_rows(
        "the order to stay", lambda rows: first_column(rows)[:4] == seen[1])
    page.app.close(page.window)


@case
def sort_by_keyboard():
    """the menu key of a row sorts by each column, without a pointer"""
    view = Page(reports.copy(), "memory?tab=memory-tiles")
    table = Table(view.window, "Memory by tile")
    first = [row[0] for row in terminal(view.report, "memory-tiles", "--sort=total_including_gaps", "--limit=3")]
    fullest = [row[0] for row in terminal(view.report, "memory-tiles", "--sort=total", "--limit=4")]
    table.wait_rows("those that need most", lambda rows: first_column(rows)[:3] == first)
    table.click_row(0)
    view.window.key("Menu")
    view.take_menu_item("Sort By")
    view.take_menu_item("Excl. gaps")
    table.wait_rows("the fullest first", lambda rows: first_column(rows)[:4] == fullest)
    say("tiles %s first" % ", ".join(fullest))
    view.close()


@case
def copy_rows():
    """Ctrl+C copies the selected rows, with the terminal's values"""
    page, table = open_tab("Tiles", "Memory by tile")
    report = page.window.wait_text(re.compile("^/")).name
    table.wait_rows("rows", lambda rows: len(rows) > 4)
    table.click_row(0)
    table.click_row(2, "shift")
    text = page.window.copy("ctrl+c")
    page.window.wait_toast("Copied 3 rows")
    lines = text.splitlines()
    check(len(lines) == 4, "a line of titles and three rows: %r" % lines)
    check(lines[0].startswith("Tile\tIPU\tNeed"), "titles: %r" % lines[0])
    copied = [line.split("\t") for line in lines[1:]]
    wanted = terminal(report, "memory-tiles", "--limit=3", "--sort=total_including_gaps")
    check(copied == wanted, "the terminal's values: %r, %r" % (copied, wanted))
    page.app.close(page.window)


@case
def filter_rows():
    """the filter keeps rows that contain its words, and counts them"""
    page, table = open_tab("Details", "Memory by category", view="Categories")
    report = page.window.wait_text(re.compile("^/")).name
    found = terminal(report, "memory-categories", "--filter=vertex")
    every = table.wait_all("rows", 5)
    # Ctrl+F focuses the filter of the visible table.
    page.window.key("ctrl+f")
    entry = wait("the filter to have the keyboard", lambda: [
        n for n in page.window.nodes("entry", "Filter rows") if n.text() == "" and n.is_shown()],
                 alive=page.app)[0]
    page.window.type("vertex")
    check(0 < len(found) < 27, "%d rows are left" % len(found))
    table.wait_rows("rows with “vertex” only", lambda rows: len(rows) == len(found) and all(
        "vertex" in " ".join(row).lower() for row in rows))
    page.window.wait_text(re.compile("^%d of 27$" % len(found)))
    say("%d of 27" % len(found))
    page.window.type(" nothing-like-this")
    page.window.wait_text(re.compile("^No rows match “vertex nothing-like-this”$"))
    wait("the words in the field", lambda: entry.text() == "vertex nothing-like-this",
         alive=page.app)
    page.window.key("Escape")
    table = Table(page.window, "Memory by category")
    table.wait_rows("all rows again", lambda rows: rows == every)
    page.app.close(page.window)


@case
def fold():
    """branches collapse and expand, with arrow and key"""
    page, table = open_tab("Details", "Memory breakdown")
    every = table.wait_all("rows", 7)
    check(every[2][0] == "Excluding gaps", "the third row has branches: %r" % every[:3])
    table.click_row(2)
    page.window.key("Left")
    table.wait_rows("the branch closed", lambda rows: rows[3:4] != every[3:4])
    page.window.key("Right")
    table.wait_rows("the branch open", lambda rows: rows == every)
    page.app.close(page.window)


@case
def selection_in_columns():
    """the details have a column for each selected tile, with the terminal's values"""
    page, table = open_tab("Details", "Memory breakdown", "?tile=5,7")
    report = page.window.wait_text(re.compile("^/")).name
    rows = table.wait_rows("rows", lambda rows: len(rows) > 6)
    tiles = terminal(report, "memory-tiles", "--location=memory?tile=5,7", "--columns=tile,total")
    say("tiles and bytes: %s" % tiles)
    check(len(tiles) == 2, "two tiles: %r" % tiles)
    titles = wait("a column for each", lambda: {"Tile " + t for t, _ in tiles} <= set(
        table.titles()) and table.titles(), alive=page.app)
    for tile, total in tiles:
        cell = rows[2][titles.index("Tile " + tile)]
        check(re.match(r"[\d.,]+ KiB$", cell), "tile %s: %r" % (tile, cell))
        shown = float(cell.replace(",", "").split()[0])
        check(abs(shown - int(total) / 1024) < 0.6, "tile %s: %s is %s B" % (tile, cell, total))
    page.app.close(page.window)


@case
def column_width():
    """a widened column keeps its width, in the next window too"""
    page, table = open_tab("Details", "Memory by category", view="Categories")

    def width():
        return table.header("Group").ancestor("filler").extents()[2]
    before = driver.wait_still("the column", width, page.app)
    header = table.header("Group").ancestor("filler")
    # Titles have padding; the border between two columns is after it.
    page.window.drag(header, (before + 9, 10), (before + 69, 10))
    wider = driver.wait_still("a wider column", lambda: width() > before + 40 and width(), page.app)
    say("%d to %d pixels" % (before, wider))
    page.app.close(page.window)
    page = memory.open_page("?tab=memory-categories", home=page.app.home)
    table = Table(page.window, "Memory by category")
    wait("the width of the last window (%d)" % wider, lambda: width() == wider, alive=page.app)
    page.app.close(page.window)


@case
def options():
    """engine options: filtered with “/”, changed ones first"""
    path = reports.copy()
    app = App(path)
    window = app.window("demo – Poplens")
    window.wait_text("Fullest Tile")
    everything = terminal(path, "options")
    changed = terminal(path, "options", "--where=is_default = no")
    check(0 < len(changed) < len(everything), "%d of %d options were changed" %
          (len(changed), len(everything)))

    def wait_count(text):
        wait("“%s” beside the options" % text, lambda: window.nodes("label", text), alive=app)
    row = "Engine Options: %d of %d changed" % (len(changed), len(everything))
    wait("its row, with its answer", lambda: window.nodes("push button", row), alive=app)
    # Opens the table, and scrolls to it and the tools beside it.
    window.key("slash")
    wait_count("%d rows" % len(everything))
    wait("a filter on the screen", lambda: window.shown("entry", "Filter rows"), alive=app)
    window.type("outputArchive")
    wait_count("1 of %d" % len(everything))
    window.key("Escape")
    wait_count("%d rows" % len(everything))
    say("%d of %d options were changed" % (len(changed), len(everything)))
    app.close(window)


if __name__ == "__main__":
    driver.main()
