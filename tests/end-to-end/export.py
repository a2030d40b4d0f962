"""Exporting: pictures of charts, tables as files, with keys, menus and dialogs."""

import csv
import json
import os
import re
import tempfile
import xml.etree.ElementTree

import driver
import memory
from driver import case, check, say, wait
import reports
from page import Page, Table, cli, rows as page_rows


def save_as(page, title, path):
    """Types @path into the dialog @title and accepts it."""
    dialog = page.app.window(title)
    dialog.key("ctrl+a")
    dialog.type(path)
    wait("the path in the field", lambda: [
        n for n in dialog.nodes("text") if n.text() == path], alive=page.app)
    dialog.key("Return")
    dialog.wait_closed()


def saved(page, path, good):
    """Waits until @path is saved and @good, without temporary files beside it."""
    page.window.wait_toast(re.compile(re.escape(path) + "$"))
    with open(path, "rb") as file:
        data = file.read()
    check(good(data), "%s is not what it should be: %r" % (path, data[:40]))
    check(all(not name.startswith(".") for name in os.listdir(os.path.dirname(path))),
          "only finished files: %r" % os.listdir(os.path.dirname(path)))
    say("%s, %d bytes" % (os.path.basename(path), len(data)))
    return data


@case
def pictures():
    """Ctrl+E and a name save PNG, SVG and PDF"""
    page = memory.open_page("?breakdown=region")
    with tempfile.TemporaryDirectory() as folder:
        for name, begin in (("a.png", b"\x89PNG"), ("b.svg", b"<?xml"), ("c.pdf", b"%PDF-")):
            path = os.path.join(folder, name)
            page.window.focus()
            page.window.key("ctrl+e")
            dialog = page.app.window("Export Image")
            dialog.wait_for("push button", re.compile("Save…$"))
            dialog.key("ctrl+s")
            save_as(page, "Save Image", path)
            data = saved(page, path, lambda data: data.startswith(begin))
            if name == "b.svg":
                root = xml.etree.ElementTree.fromstring(data)
                check(root.get("width") == "1000px", "the width is %s" % root.get("width"))
                check(b"Non-interleaved" in data, "the legend's texts are in it")
    page.app.close(page.window)


@case
def tables():
    """Ctrl+S in a table saves CSV or JSON, filtered and sorted as shown"""
    page = memory.open_page("?sort.memory-tiles=-total")
    page.window.click(page.window.wait_for("page tab", "Tiles"))
    table = Table(page.window, "Memory by tile")
    table.wait_rows("rows", lambda rows: len(rows) > 4)
    report = page.window.wait_text(re.compile("^/")).name
    wanted = page_rows("table", "memory-tiles", report, "--sort=total")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("tiles.csv", "tiles.json"):
            path = os.path.join(folder, name)
            table.click_row(0)
            page.window.key("ctrl+s")
            save_as(page, "Save Table", path)
            data = saved(page, path, bool).decode()
            rows = (json.loads(data)["tables"]["memory-tiles"]["rows"] if name.endswith("json")
                    else list(csv.DictReader(data.splitlines())))
            check([int(row["tile"]) for row in rows] == [row["tile"] for row in wanted],
                  "the rows of %s in their order" % name)
    page.app.close(page.window)


@case
def shared():
    """Ctrl+Shift+E saves the whole report as one HTML file, with a button that opens it; the menu
    has it too"""
    page = memory.open_page("")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "shared.html")
        page.window.key("F10")
        wait("the menu", lambda: page.window.nodes("menu item", "Export HTML Report…"), alive=page.app)
        page.window.key("Escape")
        page.window.focus()
        page.window.key("ctrl+shift+e")
        save_as(page, "Save HTML Report", path)
        page.window.wait_toast("Saved shared.html")
        page.window.wait_toast("Open")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        check(text.startswith("<!DOCTYPE html>") and text.endswith("</html>\n"), "a whole document")
        check(text.count("<svg") >= 6 and "Findings" in text, "charts and findings are in it")
        check(folder not in text, "nothing of this machine")
        check(os.listdir(folder) == ["shared.html"], "one file: %r" % os.listdir(folder))
    page.app.close(page.window)


@case
def refused():
    """nothing is written to a report's directory"""
    page = memory.open_page("")
    page.window.click(page.window.wait_for("page tab", "Tiles"))
    table = Table(page.window, "Memory by tile")
    table.wait_rows("rows", lambda rows: len(rows) > 4)
    report = page.window.wait_text(re.compile("^/")).name
    before = sorted(os.listdir(report))
    table.click_row(0)
    page.window.key("ctrl+s")
    save_as(page, "Save Table", os.path.join(report, "x.csv"))
    page.window.wait_toast(re.compile("is in the report directory"))
    check(sorted(os.listdir(report)) == before, "nothing was written there")
    page.app.close(page.window)


def export_trace(view, path):
    """Chooses “Export Trace…” in the chart's menu and types @path. Returns the dialog."""
    chart = view.chart("Executed steps")
    view.window.click(chart, *view.at(chart, 0.5, 100), button=3)
    view.take_menu_item("Export Trace…")
    dialog = view.app.window(
        "Save Trace as .pftrace (Perfetto), .trace.json (Chrome) or .folded")
    dialog.key("ctrl+a")
    dialog.type(path)
    wait("the path in the field", lambda: [
        n for n in dialog.nodes("text") if n.text() == path], alive=view.app)
    return dialog


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


@case
def traces():
    """Export Trace… writes the same as the terminal; nothing if it is cancelled; an existing file
    only after a question; errors are reported"""
    view = Page(reports.copy(), "trace")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "t.folded")
        dialog = export_trace(view, path)
        dialog.key("Escape")
        dialog.wait_closed()
        check(os.listdir(folder) == [], "nothing was written")

        export_trace(view, path).key("Return")
        view.window.wait_toast(re.compile("^Saved " + re.escape(path)))
        wanted = os.path.join(folder, "wanted.folded")
        cli("export", view.report, "--view", "flat", "-o", wanted)
        with open(path, "rb") as mine, open(wanted, "rb") as terminal:
            check(mine.read() == terminal.read(), "the terminal's file")

        for answer, kept in (("Escape", True), ("Return", False)):
            with open(path, "w", encoding="utf-8") as file:
                file.write("old")
            dialog = export_trace(view, path)
            windows = view.app.surfaces()
            dialog.key("Return")
            question = wait("the question", lambda: view.app.surfaces() - windows, alive=view.app)
            dialog.key(answer)
            if kept:
                wait("no question", lambda: not view.app.surfaces() & question, alive=view.app)
                dialog.key("Escape")
                dialog.wait_closed()
                check(text_of(path) == "old", "the file is kept")
            else:
                # The toast "Saved" of the first export may still be shown.
                wait("the new file", lambda: text_of(path) != "old", alive=view.app)

    for folder, said in (("/sys", "/sys/t.folded"), (view.report, "is in the report directory")):
        before = sorted(os.listdir(folder))
        export_trace(view, os.path.join(folder, "t.folded")).key("Return")
        say(view.window.wait_toast(re.compile(said)).name)
        check(sorted(os.listdir(folder)) == before, "nothing in " + folder)
    view.close()


if __name__ == "__main__":
    driver.main()
