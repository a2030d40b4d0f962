"""Opening reports: by argument, file chooser, drag and drop, list and button; and errors."""

import os
import re
import shutil
import subprocess
import tempfile
import urllib.parse

import drag
import driver
import page
import reports
from driver import App, case, check, say, wait


def summary_is_shown(window):
    """Checks that the Summary is shown: its row is selected, and the figures come first."""
    wait("the row Summary to be selected", lambda: window.shown("list item", "Summary").has(
        driver.atspi.SELECTED), alive=window.app)
    window.wait_text("Fullest Tile")


@case
def start_page():
    """the start page offers ways to open a report, and says what to do next"""
    app = App()
    window = app.window("Poplens")
    for name in ("Open Report Folder…", "Open File…", "Open Remote Report…", "Open Demo Report"):
        window.wait_for("push button", name)
    window.wait_text(re.compile("^Reports that you open are listed here"))
    say("four ways to open, no recent report")
    app.close(window)


@case
def argument():
    """a report as argument opens on its Summary"""
    path = reports.copy()
    app = App(path)
    window = app.window("demo – Poplens")
    summary_is_shown(window)
    window.wait_text(path)
    say("title, path and Summary")
    app.close(window)


@case
def file_argument():
    """a file of the report opens the report"""
    app = App(os.path.join(reports.copy("file"), "profile.pop"))
    window = app.window("file – Poplens")
    summary_is_shown(window)
    app.close(window)


@case
def odd_name():
    """a folder whose name is not UTF-8 opens or is reported as missing, without a warning (warnings
    are fatal)"""
    path = os.fsencode(reports.copy("odd")) + b"\xff"
    os.rename(path[:-1], path)
    path = os.fsdecode(path)
    app = App(path)
    window = app.window("odd\ufffd – Poplens")
    summary_is_shown(window)
    # Sections are built from the top, on the screen or below.
    wait("the section of the files", lambda: window.nodes("label", "Report Files"), alive=app)
    app.close(window)
    app = App(path + "/nowhere")
    window = app.window("nowhere – Poplens")
    window.wait_text("Cannot Open Report")
    window.wait_text(re.compile(r"odd\ufffd/nowhere"))
    say("both without a warning")
    app.close(window)


@case
def place():
    """--location goes to a page and selects"""
    app = App(reports.copy(), "--location", "memory?tile=5")
    window = app.window("demo – Poplens")
    window.wait_for("image", "Memory by tile", re.compile(r"Selected: tile 5\b"))
    wait("the row Memory to be selected", lambda: window.shown("list item", "Memory").has(
        driver.atspi.SELECTED), alive=app)
    say("Memory, tile 5")
    app.close(window)


@case
def link():
    """a link goes to a location; a link to another computer asks before it runs ssh"""
    app = App("poplens://%s?location=memory%%3Ftile%%3D5" % urllib.parse.quote(reports.copy()))
    window = app.window("demo – Poplens")
    window.wait_for("image", "Memory by tile", re.compile(r"Selected: tile 5\b"))
    app.close(window)
    app = App("poplens:///data?location=nowhere")
    window = app.window("Poplens")
    window.wait_text("Cannot Open Report")
    window.wait_text(re.compile("nowhere"))
    app.close(window)
    with tempfile.TemporaryDirectory() as folder:
        asked = os.path.join(folder, "asked")
        with open(os.path.join(folder, "ssh"), "w") as file:
            file.write("#!/bin/sh\n: >%s\nexit 255\n" % asked)
        os.chmod(file.name, 0o755)
        # A colon need not be escaped in a location.
        for question, uri in (("Connect to kim@gc-01?", "poplens://kim@gc-01/data/run?location=summary"),
                              ("Connect to gc-02?", "poplens:///nowhere?location=summary%3Fwith%3Dgc-02:/b")):
            app = App(uri, environment={"PATH": folder + os.pathsep + os.environ["PATH"]})
            window = app.window("Poplens")
            asking = app.window(question)
            asking.key("Escape")
            asking.wait_closed()
            window.wait_for("push button", "Open Report Folder…")
            check(not os.path.exists(asked), "ssh was not run")
            app.close(window)
        app = App("poplens://kim@gc-01/data/run", environment={"PATH": folder + os.pathsep + os.environ["PATH"]})
        window = app.window("Poplens")
        app.window("Connect to kim@gc-01?").key("alt+o")
        wait("ssh to be run", lambda: os.path.exists(asked), alive=app)
        app.window("Connect to Host").key("Escape")
        app.close(app.window("Poplens"))
    say("no, twice, and yes")


@case
def wrong_place():
    """an invalid location is an error on the command line"""
    done = subprocess.run([os.path.join(driver.BINARIES, "poplens"), "--location", "nowhere", "/tmp"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    check(done.returncode == 2, "exit code 2, not %d" % done.returncode)
    check(b"nowhere" in done.stderr, "the message names it: %r" % done.stderr)


def choose(app, title, accept, path):
    """Types a path into the dialog with that title, and accepts it."""
    dialog = app.window(title)
    # A slash opens the field for a path.
    dialog.type(path)
    wait("the path in the field", lambda: [
        n for n in dialog.nodes("text", "GtkFileChooserEntry") if n.text().rstrip("/") == path],
         alive=app)
    wait("%s to be pressed" % accept, lambda: [
        n for n in dialog.nodes("push button", "_%s %s" % (accept, accept)) if n.has(driver.atspi.SENSITIVE)], alive=app)
    dialog.key("Return")


@case
def chooser():
    """Ctrl+O, a path, Return"""
    path = reports.copy("with a space")
    app = App()
    window = app.window("Poplens")
    window.wait_for("push button", "Open Report Folder…")
    window.key("ctrl+o")
    choose(app, "Open Report", "Open", path)
    window = app.window("with a space – Poplens")
    summary_is_shown(window)
    app.close(window)


@case
def compare_two():
    """the start page's card asks for the report before and for the one after"""
    before, after = reports.copy("one"), reports.demo("two", seed=2)
    app = App()
    window = app.window("Poplens")
    window.press("Compare Two Reports…")
    choose(app, "Report to Compare", "Next", before)
    choose(app, "Compare With Report", "Compare", after)
    window = app.window("one – Poplens")
    window.wait_for("label", re.compile("two"))
    window.wait_for("push button", "Stop comparing")
    app.close(window)


@case
def dropped():
    """a folder with a space in its name, dropped on the window"""
    path = reports.copy("dropped here")
    app = App()
    window = app.window("Poplens")
    window.wait_for("push button", "Open Report Folder…")
    drag.drop(app, window, path,
              lambda: any(t.endswith(" – Poplens") for t in app.titles()))
    window = app.window("dropped here – Poplens")
    summary_is_shown(window)
    app.close(window)


@case
def no_report():
    """a folder without a report: what was looked for, and what to do"""
    path = reports.empty_folder()
    app = App(path)
    window = app.window("empty – Poplens")
    window.wait_text(re.compile("No report found.*profile.pop", re.DOTALL))
    window.wait_text(path)
    window.press(re.compile("Start Page$"))
    window = app.window("Poplens")
    window.wait_for("push button", "Open Report Folder…")
    say("told, and back on the start page")
    app.close(window)


@case
def nothing_there():
    """a path that does not exist is an error, not a crash"""
    app = App("/nonexistent/report")
    window = app.window("report – Poplens")
    window.wait_text("Cannot Open Report")
    app.close(window)


@case
def aborted():
    """a report that Poplar aborted: one sentence"""
    app = App(reports.like("aborted"))
    window = app.window("aborted – Poplens")
    window.wait_text("Cannot Open Report")
    window.wait_text(re.compile("profile_tvsri9nv.pop"))
    app.close(window)


@case
def parent_folder():
    """a folder of two reports lists them; the selected one opens"""
    parent = tempfile.mkdtemp(prefix="r-", dir=driver.work())
    for name in ("inference", "training"):
        shutil.copytree(reports.copy(), os.path.join(parent, name))
    app = App(parent)
    window = app.window("%s – Poplens" % os.path.basename(parent))
    window.wait_for("label", re.compile("^Reports of one model"))
    table = page.Table(window, "Reports")
    table.wait_rows("both", lambda rows: [row[0] for row in rows] == ["inference", "training"])
    table.click_row(1)
    window.key("Return")
    # A name that several reports have is shown with that of its folder.
    window = app.window("%s/training – Poplens" % os.path.basename(parent))
    summary_is_shown(window)
    app.close(window)


@case
def recent():
    """opened reports are listed; deleted ones are marked and can be removed"""
    stays, goes = reports.copy("stays"), reports.copy("goes")
    app = App(goes)
    window = app.window("goes – Poplens")
    summary_is_shown(window)
    app.close(window)
    shutil.rmtree(goes)
    home = app.home
    app = App(stays, home=home)
    window = app.window("stays – Poplens")
    summary_is_shown(window)
    app.close(window)

    app = App(home=home)
    window = app.window("Poplens")
    window.wait_for("list item", "stays")
    window.wait_text("missing")
    wait("the newest first", lambda: [n.name for n in window.nodes("list item")] ==
         ["stays", "goes"], alive=app)
    wait("only “goes” to be missing", lambda: [
        n.ancestor("list item").name for n in window.nodes("label", "missing") if n.is_shown()] ==
         ["goes"], alive=app)
    window.press("Remove goes from the list")
    wait("the missing one off the list", lambda: not window.nodes("list item", "goes"), alive=app)
    say("missing one marked and removed")
    window.click(window.wait_for("list item", "stays"), x=40)
    window = app.window("stays – Poplens")
    summary_is_shown(window)
    app.close(window)


@case
def demo_report():
    """the start page's button writes and opens the demo report"""
    app = App()
    window = app.window("Poplens")
    window.press("Open Demo Report")
    window = app.window("demo – Poplens")
    summary_is_shown(window)
    app.close(window)


@case
def two_reports():
    """two arguments open two windows; Ctrl+N a third"""
    app = App(reports.copy("one"), reports.copy("two"))
    one, two = app.window("one – Poplens"), app.window("two – Poplens")
    two.focus()
    two.key("ctrl+n")
    third = app.window("Poplens")
    for window in (third, two):
        window.focus()
        window.key("ctrl+w")
        wait("%s closed" % window.title, lambda: window.title not in app.titles(), alive=app)
    app.close(one)


@case
def integrals():
    """a report of one IPU"""
    app = App(reports.like("integrals"))
    window = app.window("integrals – Poplens")
    summary_is_shown(window)
    window.key("alt+3")
    window.wait_for("image", "Memory by tile", re.compile(r"Shown: tiles 0–"))
    app.close(window)


@case
def unfinished():
    """an unfinished report says so"""
    app = App(reports.like("firehose-killed"))
    window = app.window("firehose-killed – Poplens")
    summary_is_shown(window)
    window.press(re.compile("^[0-9]+ notices? on this report, [0-9]+ warning"))
    wait("a notice that the run is unfinished", lambda: [n for n in window.nodes("list item")
                                                         if "the run is unfinished" in n.name], alive=app)
    window.key("Escape")
    app.close(window)


if __name__ == "__main__":
    driver.main()
