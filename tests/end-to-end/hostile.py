"""Hostile names in reports, and files that vanish while pages load."""

import os
import re
import shutil
import threading
import time

import driver
import hostile_report
import page
import reports
from driver import App, case, check, say, wait

PAGES = ("Summary", "Insights", "Memory", "Liveness", "Execution Trace")
KEYS = {"Summary": "alt+1", "Insights": "alt+2", "Memory": "alt+3", "Liveness": "alt+4",
        "Execution Trace": "alt+7"}
# Seconds of work of the main thread (other programs do not count). Laying out a megabyte of text
# takes ten; truncated texts are fast.
MOST_SECONDS = 8


def is_selected(window, name):
    return [n for n in window.nodes("list item", name) if n.has(driver.atspi.SELECTED)]


def is_loading(window):
    """Whether the window says that it is reading."""
    return window.shown("label", re.compile("^(Reading|Loading)"))


def main_thread_seconds(app):
    """Returns the processor time of the program's main thread so far, in seconds."""
    with open("/proc/%d/task/%d/stat" % (app.process.pid, app.process.pid), encoding="ascii",
              errors="replace") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def go(window, name):
    """Goes to a page. Returns the seconds of work until it is shown."""
    began = main_thread_seconds(window.app)
    window.key(KEYS[name])
    wait("the page %s" % name, lambda: is_selected(window, name), alive=window.app)
    wait("an end of loading", lambda: not is_loading(window), alive=window.app)
    return main_thread_seconds(window.app) - began


def visit_views(window, tab):
    """Shows each other view of the tab in front, with its menu. Returns the number of views."""
    n, at = 2, 1

    def take(views):
        nonlocal n
        n = len(views)
        return at
    while at < n and page.views_of(window, tab):
        page.take_view(window, tab, take)
        at += 1
    return at


def visit_tabs(window):
    """Shows each view of each tab, by name. Returns their number."""
    n = 0
    names = [n.name.split(": ")[0] for n in window.nodes("page tab") if n.is_shown()]
    for name in names:
        tab = window.shown("page tab", page.named(name))
        if tab:
            if not tab.has(driver.atspi.SELECTED):
                window.click(tab)
            wait("the tab %s" % name, lambda name=name: [
                n for n in window.nodes("page tab", page.named(name)) if n.has(driver.atspi.SELECTED)],
                 alive=window.app)
            n += visit_views(window, name)
    return n


def hover(window):
    """Moves the pointer over the page in rows, so that cells, cards, bars and charts show their
    boxes."""
    x, y = window.origin()
    width, height = window.extents()[2:]
    for step in range(12):
        window.input("mousemove", x + 260 + (width - 300) * (step % 4) // 4,
                     y + 90 + (height - 120) * (step // 4) // 3)
    # Longer than the delay of tooltips.
    time.sleep(0.7)


def find(window, words):
    window.key("ctrl+k")
    window.wait_for(name="Search by name or number")
    window.type(words)
    wait("an answer", lambda: [n for n in window.nodes("list item") if n.has(driver.atspi.SELECTED)] or
         window.shown("label", re.compile("Nothing of this report")), alive=window.app)
    window.key("Escape")
    window.wait_gone(name="Search by name or number")


def open_window(path, *arguments):
    app = App(path, *arguments, settings=page.WIDE)
    title = wait("a window", lambda: [t for t in app.titles() if t.endswith(" – Poplens")],
                 alive=app)[0]
    # The folder's name is hostile too, so it is not used as a pattern.
    x_id = wait("its X window", lambda: driver.xdotool(
        "search", "--all", "--onlyvisible", "--pid", app.process.pid, "--name", "Poplens$").split(),
                alive=app)[-1]
    return app, driver.Window(app, title, x_id)


def visit(path, tabs=True):
    app, window = open_window(path)
    slowest = 0
    for name in PAGES:
        slowest = max(slowest, go(window, name))
        n = visit_tabs(window) if tabs else 0
        hover(window)
        say("%s: %d views" % (name, n))
    for words in ("b>bold", "click", "long", "13"):
        find(window, words)
    slowest = max(slowest, go(window, "Summary"))
    check(slowest < MOST_SECONDS, "no page takes long: %.1f s" % slowest)
    say("the slowest page took %.1f s" % slowest)
    app.close(window)


@case
def names():
    """markup, control characters, invalid UTF-8 and a megabyte in every name: on every page, in
    every tab, tooltip and search result"""
    visit(hostile_report.make())


@case
def words():
    """the same in the format's own words: refused parts quote them in the error"""
    visit(hostile_report.make(words=True), tabs=driver.LONG)


def disturb(path, whole, stop):
    """Until @stop: truncates, deletes, replaces and restores the profile."""
    profile = os.path.join(path, "profile.pop")
    turn = 0
    while not stop.wait(0.02 + turn * 7 % 11 / 100):
        turn += 1
        if turn % 4 == 1 and os.path.exists(profile):
            os.truncate(profile, os.path.getsize(whole) // 8192 * 4096)
        elif turn % 4 == 2 and os.path.exists(profile):
            os.remove(profile)
        else:
            shutil.copyfile(whole, profile + ".new")
            os.rename(profile + ".new", profile)


@case
def files_go_while_pages_load():
    """each page is opened and loaded again while its file is truncated, replaced and deleted"""
    original = reports.copy()
    whole = os.path.join(original, "profile.pop")
    # The keys below lead to each page: the first location only varies the order.
    for place in ("memory", "trace", "summary", "insights", "liveness") if driver.LONG else ("memory",):
        path = reports.copy("changing")
        app, window = open_window(path, "--location", place)
        stop = threading.Event()
        writer = threading.Thread(target=disturb, args=(path, whole, stop))
        writer.start()
        try:
            for key in ("F5", "alt+1", "alt+4", "F5", "alt+7", "alt+3", "F5", "alt+2") * 2:
                window.key(key)
                time.sleep(0.12)
                app.check_alive("the file is changed on the page %s" % place)
        finally:
            stop.set()
            writer.join()
        recover(app, window, path, whole)
        app.close(window)
        say("%s: lives" % place)


def recover(app, window, path, whole):
    """Restores the file, and shows it with F5."""
    shutil.copyfile(whole, os.path.join(path, "profile.pop.new"))
    os.rename(os.path.join(path, "profile.pop.new"), os.path.join(path, "profile.pop"))

    def whole_again():
        if window.shown("label", "Fullest Tile"):
            return True
        window.key("F5", "alt+1")
        time.sleep(0.5)
        return False
    wait("the Summary again", whole_again, alive=app)


if __name__ == "__main__":
    driver.main()
