"""Find everything (Ctrl+K), and the location that is copied opens the same view."""

import os
import shlex
import subprocess
import sys

import driver
import reports
from driver import App, case, check, wait


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


def shown_text(window, text):
    return window.shown(name=text)


def clipboard():
    reader = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clipboard.py")
    return subprocess.run([sys.executable, reader], capture_output=True, text=True, timeout=60,
                          check=True).stdout


@case
def by_key():
    """Ctrl+K, a tile's number, Enter: Memory with that tile; Escape leaves things alone"""
    app, window, _ = open_report()
    window.key("ctrl+k")
    window.wait_for(name="Find by name or number")
    window.key("Escape")
    wait("the card is away", lambda: not window.shown(name="Find by name or number"), alive=app)
    wait_page(window, "Summary")
    window.key("ctrl+k")
    window.wait_for(name="Find by name or number")
    window.type("tile 812")
    window.wait_for(name="Tile 812")
    window.key("Return")
    wait_page(window, "Memory")
    window.wait_text("Tile 812")
    window.key("alt+Left")
    wait_page(window, "Summary")
    app.close(window)


@case
def by_button_and_click():
    """the button, a step's number, a click on its row: Liveness at that step"""
    app, window, _ = open_report()
    window.press("Find everything")
    window.wait_for(name="Find by name or number")
    window.type("liveness step 7")
    window.click(window.wait_for(name="Step 7"))
    wait_page(window, "Liveness")
    app.close(window)


@case
def nothing():
    """what is not there is said, and Enter does nothing"""
    app, window, _ = open_report()
    window.key("ctrl+k")
    window.wait_for(name="Find by name or number")
    window.type("frobnicate")
    window.wait_text("Nothing of this report is called “frobnicate”")
    window.key("Return")
    window.key("Escape")
    wait_page(window, "Summary")
    app.close(window)


@case
def location():
    """Ctrl+Shift+C: the command of the clipboard opens the same report at the same Place"""
    place = "memory?breakdown=category&from=10&tab=memory-categories&tile=5,7&to=60"
    app, window, path = open_report("--place", place)
    wait_page(window, "Memory")
    window.wait_for("image", "Memory by tile")
    window.key("ctrl+shift+c")
    window.wait_text("Copied the command that opens this view")
    words = shlex.split(clipboard())
    check(words == ["poplens", path, "--place", place], "the clipboard has %s" % words)
    app.close(window)
    again = App(*words[1:])
    window = again.window("demo – Poplens")
    wait_page(window, "Memory")
    window.wait_for("image", "Memory by tile")
    window.key("ctrl+shift+c")
    window.wait_text("Copied the command that opens this view")
    check(shlex.split(clipboard()) == words, "it opens another view")
    again.close(window)


if __name__ == "__main__":
    driver.main()
