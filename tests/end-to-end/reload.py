"""Files that change while a report is open: replaced, growing, deleted, damaged."""

import os
import re
import shutil
import threading

import driver
import memory
import reports
from driver import App, case, check, say, wait


def bar(window):
    """Returns the text of the reload bar, or None."""
    node = window.shown("label", re.compile(
        "Showing the loaded version|is still being written|Loaded data remains|^Reload|^Cannot reload"))
    return node.name if node and node.name not in ("Reload", "Reloaded") else None


def wait_bar(window, pattern):
    return wait("the bar to say: %s" % pattern,
                lambda: re.search(pattern, bar(window) or "") and bar(window), alive=window.app)


def wait_no_bar(window):
    wait("the bar to go", lambda: not bar(window), alive=window.app)


def replace(path, other):
    """Replaces the profile of @path by another report's, with rename ()."""
    new = os.path.join(path, "profile.pop.new")
    shutil.copyfile(os.path.join(other, "profile.pop"), new)
    os.rename(new, os.path.join(path, "profile.pop"))


def open_page(query=""):
    path = reports.copy()
    app = App(path, "--location", "memory" + query)
    return path, memory.MemoryPage(app, app.window("demo – Poplens"))


def total(page):
    """Returns the bytes of the shown tiles from the chart's description."""
    found = re.search(r"sum [^(]*\(([\d,]+) B\)", page.chart.description_now())
    return memory.number(found.group(1)) if found else None


@case
def replaced():
    """another profile replaces it: a bar, F5, new numbers, the same location"""
    path, page = open_page("?tile=100-120&from=0&to=400")
    before = wait("its bytes", lambda: total(page), alive=page.app)
    page.wait_selected("100-120")
    replace(path, reports.demo(seed=2))
    text = wait_bar(page.window, "profile.pop.*Showing the loaded version")
    say(text)
    check(total(page) == before, "the old report is still shown")
    page.window.key("F5")
    wait("other numbers", lambda: total(page) not in (None, before), alive=page.app)
    wait_no_bar(page.window)
    page.wait_selected("100-120")
    page.wait_view(lambda view: view == (0, 399))
    page.app.close(page.window)


@case
def by_button():
    """the bar's button, and a page that was not shown before"""
    path, page = open_page()
    before = wait("its bytes", lambda: total(page), alive=page.app)
    replace(path, reports.demo(seed=3))
    wait_bar(page.window, "Showing the loaded version")
    page.window.click(wait("the button in the bar", lambda: page.window.shown(
        "push button", re.compile("^_Reload Reload$")), alive=page.app))
    wait("other numbers", lambda: total(page) not in (None, before), alive=page.app)
    page.window.key("alt+1")
    page.window.wait_text("Fullest Tile")
    page.app.close(page.window)


@case
def compared_with_past():
    """loaded data is compared with the new state; data that was not loaded says so, and the
    comparison can be closed"""
    path, page = open_page("?tile=5")
    window = page.window
    before = wait("its bytes", lambda: total(page), alive=page.app)
    window.key("alt+1")
    window.wait_text("Fullest Tile")
    replace(path, reports.demo(seed=2))
    wait_bar(window, "Showing the loaded version")
    window.press(re.compile("Compare With What Was Here$"))
    window.wait_text("Before: demo (before reload) · After: demo")
    window.wait_for("label", "demo (before reload) → demo")
    window.wait_text("Figures")
    window.key("alt+3")
    chart = window.wait_for("image", "Memory by tile, compared")
    say(chart.description_now())
    window.wait_for("label", re.compile("^Memory including gaps, all tiles: .*→"))
    once = window.wait_for("label", re.compile("^Memory including gaps, all tiles: .*→")).name
    replace(path, reports.demo(seed=3))
    wait_bar(window, "Showing the loaded version")
    window.press(re.compile("Compare With What Was Here$"))
    wait("the change from the second state to the third", lambda: [
        n for n in window.nodes("label", re.compile("^Memory including gaps, all tiles: .*→")) if n.is_shown() and n.name != once], alive=page.app)
    now = window.wait_for("label", re.compile("^Memory including gaps, all tiles: .*→")).name
    check(now.split(": ")[1].split(" →")[0] == once.split("→ ")[1].split(":")[0], "%s, then %s" % (once, now))
    window.key("alt+1")
    window.wait_text("Figures")
    window.press("Stop comparing")
    window.wait_text("Fullest Tile")
    window.key("alt+3")
    wait("the new numbers alone", lambda: total(page) not in (None, before), alive=page.app)
    page.app.close(window)


@case
def growing():
    """a file that is being written: the bar says so, and waits"""
    path, page = open_page()
    stop = threading.Event()

    def write():
        with open(os.path.join(path, "profile.pop"), "ab", buffering=0) as file:
            while not stop.wait(0.05):
                file.write(b"\0" * 4096)
    writer = threading.Thread(target=write)
    writer.start()
    try:
        say(wait_bar(page.window, "is still being written"))
        wait("nothing to reload yet", lambda: not any(
            b.is_shown() and b.has(driver.atspi.SENSITIVE) for b in page.window.nodes(
                "push button", re.compile("^_Reload Reload$"))), alive=page.app)
        page.window.key("F5")
        page.window.wait_toast("The report is being written; reload when complete")
    finally:
        stop.set()
        writer.join()
    wait_bar(page.window, "Showing the loaded version")
    check(page.view() == (0, 2943), "the old content stays: %r" % (page.view(),))
    page.app.close(page.window)


@case
def vanished():
    """deleted: loaded data stays readable; when it is back, the bar closes"""
    path, page = open_page()
    for key, name in (("alt+1", "label"), ("alt+3", "image")):
        page.window.key(key)
        page.window.wait_for(name, "Fullest Tile" if name == "label" else "Memory by tile")
    aside = path + ".aside"
    os.rename(path, aside)
    say(wait_bar(page.window, "Loaded data remains available"))
    page.click(0.3)
    page.wait_some_selected()
    page.window.key("alt+1")
    page.window.wait_text("Fullest Tile")
    page.window.key("alt+3")
    page.window.wait_for("image", "Memory by tile")
    os.rename(aside, path)
    wait_no_bar(page.window)
    page.app.close(page.window)


@case
def broken():
    """replaced by an invalid profile: reloading fails, and the old report stays"""
    path, page = open_page()
    new = os.path.join(path, "profile.pop.new")
    with open(new, "wb") as file:
        file.write(b"this is no profile\n" * 1000)
    os.remove(os.path.join(path, "archive.a"))      # else reloading would show it
    os.rename(new, os.path.join(path, "profile.pop"))
    wait_bar(page.window, "Showing the loaded version|Loaded data remains")
    page.window.key("F5")
    say(wait_bar(page.window, "Cannot reload: .*profile.pop"))
    check(page.view() == (0, 2943), "the old content stays: %r" % (page.view(),))
    page.click(0.3)
    page.wait_some_selected()
    page.app.close(page.window)


@case
def unchanged():
    """F5 without a change reads again and says so"""
    _, page = open_page("?tile=5")
    page.window.key("F5")
    page.window.wait_toast("Reloaded")
    page.wait_selected("5")
    page.app.close(page.window)


@case
def file_appears():
    """a file that appears is named"""
    path = reports.copy()
    os.remove(os.path.join(path, "app.json"))
    app = App(path)
    window = app.window("demo – Poplens")
    window.wait_text("Fullest Tile")
    with open(os.path.join(path, "app.json"), "w", encoding="utf-8") as file:
        file.write('{"batch": 4}')
    say(wait_bar(window, "app.json.*Showing the loaded version"))
    window.key("ctrl+r")
    window.wait_toast("Reloaded")
    wait_no_bar(window)
    app.close(window)


if __name__ == "__main__":
    driver.main()
