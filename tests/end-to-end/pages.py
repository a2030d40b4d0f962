"""Pages by key and click, history, and settings of the window: size, theme, side bar."""

import os
import re

import driver
import memory
import reports
from driver import App, case, check, say, wait
from page import choose


def open_report(*arguments, **options):
    app = App(reports.copy(), *arguments, **options)
    window = app.window("demo – Poplens")
    window.wait_for("list item", "Summary")
    return app, window


def wait_page(window, name):
    """Waits until the row of a page is selected and the page is shown."""
    wait("the page %s" % name, lambda: [
        n for n in window.nodes("list item", name) if n.has(driver.atspi.SELECTED)],
         alive=window.app)
    if name == "Memory":
        window.wait_for("image", "Memory by tile", re.compile("^Shown: "))
    else:
        window.wait_text("Fullest Tile")


@case
def by_key():
    """Alt+1 and Alt+3"""
    app, window = open_report()
    wait_page(window, "Summary")
    for key, name in (("alt+3", "Memory"), ("alt+1", "Summary"), ("alt+KP_3", "Memory")):
        window.key(key)
        wait_page(window, name)
    app.close(window)


@case
def by_click():
    """the rows of the side bar"""
    app, window = open_report()
    for name in ("Memory", "Summary", "Memory"):
        window.click(window.wait_for("list item", name))
        wait_page(window, name)
    app.close(window)


def rows_of_pages(window):
    pages = [n for n in window.nodes("list", "Pages")][0]
    return [n for n in pages.walk() if n.role == "list item"]


@case
def not_there():
    """a missing page says why: as tooltip, to a screen reader, and if its key is pressed"""
    app, window = open_report()
    wait_page(window, "Summary")
    rows = wait("seven pages", lambda: len(rows_of_pages(window)) == 7 and rows_of_pages(window),
                alive=app)
    for index, row in enumerate(rows):
        grey = not row.has(driver.atspi.SENSITIVE)
        check(grey == bool(row.description), "%r, reason %r" % (row, row.description))
        if not grey:
            continue
        window.key("alt+%d" % (index + 1))
        window.wait_toast("%s: %s" % (row.name, row.description))
    wait_page(window, "Summary")
    grey = [row for row in rows if not row.has(driver.atspi.SENSITIVE)]
    if not grey:
        raise driver.Skipped("every page is there")
    say("%d of 7 are not there" % len(grey))
    before = app.surfaces()
    window.move(grey[0])
    window.move(grey[0], 20)
    wait("a tooltip", lambda: app.surfaces() - before, alive=app)
    window.move(rows[0], 300)
    window.focus()
    app.close(window)


@case
def notices():
    """notices on the report are behind one icon, not on the page; its rows can be read with keys"""
    page = memory.open_page()
    window = page.window

    def has_keyboard(start):
        wait("the row “%s…” to have the keyboard" % start, lambda: [
            n for n in window.nodes("list item") if n.has(driver.atspi.FOCUSED) and
            n.name.startswith(start)], alive=page.app)
    icon = window.wait_for("push button", "2 notices on this report")
    check(not window.shown("label", re.compile("^Unverified")), "no line on the page")
    window.click(icon)
    has_keyboard("Unverified: numbering and clock alignment across IPUs. If wrong, ")
    window.key("Down")
    has_keyboard("Unverified: layout of interleaved memory. If wrong, ")
    window.key("Escape")
    window.wait_gone("list item", re.compile("^Unverified"))
    page.app.close(window)


@case
def place_survives():
    """selection and zoom are kept on other pages and in the history"""
    page = memory.open_page("?tile=100-120&from=0&to=400")
    window = page.window
    page.wait_selected("100-120")
    window.key("alt+1")
    wait_page(window, "Summary")
    window.key("alt+3")
    wait_page(window, "Memory")
    page.wait_selected("100-120")
    page.wait_view(lambda view: view == (0, 399))
    page.type_tiles("7")
    page.wait_selected("7")
    window.key("alt+Left")
    page.wait_selected("100-120")
    window.key("alt+Left")
    wait_page(window, "Summary")
    window.press("Back")
    wait_page(window, "Memory")
    page.wait_selected("100-120")
    for _ in range(2):
        window.press("Forward")
    wait_page(window, "Memory")
    window.key("alt+Right")
    page.wait_selected("7")
    page.app.close(window)


@case
def summary_answers():
    """a new window shows the verdict, both bars and the first step without scrolling, in this
    order; collapsed sections have their answer beside the title"""
    app, window = open_report()
    wait_page(window, "Summary")
    first = wait("the steps", lambda: [n for n in window.nodes("push button", "Show") if n.description], alive=app)[0]
    seen = [window.wait_text(re.compile("^The model "))]
    seen += [window.wait_for("image", name, re.compile("^Shown: ")) for name in ("Program time", "Fullest tile")]
    seen.append(first)
    tops = [node.extents()[1] for node in seen]
    check(tops == sorted(tops), "in order: %r" % tops)
    last = seen[-1].extents()
    check(last[1] + last[3] <= window.extents()[3], "all is on the screen: %r in %r" % (last, window.extents()))
    files = [n.name for n in window.nodes("toggle button") + window.nodes("push button") if n.name.startswith("Report Files: ")]
    check(files and "files" in files[0], "the row of the files: %r" % files)
    say("%r" % tops)
    app.close(window)


@case
def step_leads_there():
    """the first of the next steps, the likely one, leads to its subject"""
    app, window = open_report()
    wait_page(window, "Summary")
    window.wait_text("Savings overlap and do not add up")
    first = wait("the steps", lambda: [n for n in window.nodes("push button", "Show") if n.description], alive=app)[0]
    say(first.description)
    window.click(first)
    window.wait_for("image", "Executed steps", re.compile("^Shown: "))
    app.close(window)


@case
def bars_by_keys():
    """Tab to the bar of the Summary shows the focus; Down and Enter lead to the trace of a class"""
    app, window = open_report()
    wait_page(window, "Summary")
    chart = window.wait_for("image", "Program time", re.compile("^Shown: Compute "))

    def edge():
        """Returns the middle of the upper edge, where only the focus ring is drawn."""
        x, y = window.point(chart, None, 0)
        return driver.pixels(x, y, 4, 3)
    window.input("mousemove", 5, 5)
    before = driver.wait_still("the bars at rest", edge, app)
    for _ in range(30):
        if window.nodes("image", "Program time")[0].has(driver.atspi.FOCUSED):
            break
        window.key("Tab")
    wait("a ring around the bars", lambda: edge() != before, alive=app)
    window.key("Down", "Return")
    wait("the keyboard in the trace", lambda: [
        n for n in window.nodes("image", "Executed steps") if n.has(driver.atspi.FOCUSED)], alive=app)
    app.close(window)


def brightness(window):
    """Returns the brightness of the header bar's left end, 0 to 255."""
    x, y = window.origin()
    colours = driver.pixels(x + 300, y + 20, 4, 4)
    return sum(colours) // len(colours)


@case
def dark_theme():
    """Preferences make it dark at once, and also the next time"""
    app, window = open_report()
    wait_page(window, "Summary")
    wait("a light window at first", lambda: brightness(window) > 180, alive=app)
    window.key("ctrl+comma")
    preferences = app.window("Preferences")
    choose(preferences, "Theme", lambda titles: titles.index("Dark"))
    wait("the window to be dark", lambda: brightness(window) < 80, alive=app)
    preferences.key("Escape")
    preferences.wait_closed()
    app.close(window)
    with open(os.path.join(app.home, "config", "poplens", "settings.ini"), encoding="utf-8") as f:
        check("theme=dark" in f.read(), "settings.ini has the theme")
    app = App(home=app.home)
    window = app.window("Poplens")
    window.wait_for("push button", "Open Report Folder…")
    wait("the next window to be dark", lambda: brightness(window) < 80, alive=app)
    app.close(window)


@case
def size_is_kept():
    """the next window has the size of the last one"""
    app = App()
    window = app.window("Poplens")
    window.wait_for("push button", "Open Report Folder…")
    driver.xdotool("windowsize", window.x_id, 1040, 760)
    wait("the window to have its new size", lambda: window.size() == (1040, 760) and
         window.extents()[2] < 1041, alive=app)
    app.close(window)
    app = App(home=app.home)
    window = app.window("Poplens")
    window.wait_for("push button", "Open Report Folder…")
    wait("the size of the last window (%r)" % (window.size(),),
         lambda: window.size() == (1040, 760), alive=app)
    app.close(window)


@case
def narrow_side_bar():
    """F9 reduces the side bar to icons, in the next window too"""
    app, window = open_report()

    def width():
        return window.nodes("list", "Pages")[0].extents()[2]
    wide = driver.wait_still("a wide side bar", width, app)
    window.key("F9")
    wait("a narrow side bar", lambda: width() < wide / 2, alive=app)
    window.click(window.wait_for("list item", "Memory"))
    wait_page(window, "Memory")
    app.close(window)
    app, window = open_report(home=app.home)
    wait("a narrow side bar at once", lambda: width() < wide / 2, alive=app)
    window.key("F9")
    wait("a wide one again", lambda: width() == wide, alive=app)
    app.close(window)


@case
def help_and_about():
    """Ctrl+? lists the keys; the menu has About"""
    app, window = open_report()
    wait_page(window, "Summary")
    before = app.surfaces()
    window.key("ctrl+question")
    # GTK does not set a title of this window in X.
    x_id = wait("the shortcuts", lambda: app.surfaces() - before, alive=app).pop()
    title = wait("its name", lambda: [t for t in app.titles() if t != window.title], alive=app)[0]
    shortcuts = driver.Window(app, title, x_id)
    wait("the keys of the pages", lambda: shortcuts.shown("label", re.compile("sidebar")),
         alive=app)
    shortcuts.key("Escape")
    shortcuts.wait_closed()
    window.focus()
    window.key("F10")
    wait("the menu", lambda: window.nodes("menu item", re.compile("About")), alive=app)
    window.key("Escape")
    app.close(window)


if __name__ == "__main__":
    driver.main()
