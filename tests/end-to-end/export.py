"""Taking away: pictures of charts and pages, tables as files; by keys, menu and dialog."""

import csv
import json
import os
import re
import tempfile
import xml.etree.ElementTree

import driver
import memory
from driver import App, case, check, say, wait
from page import Table, cli


def save_as(page, title, path):
    """Types @path into the dialog @title and accepts it."""
    dialog = page.app.window(title)
    dialog.key("ctrl+a")
    dialog.type(path)
    wait("the path in the field", lambda: [
        n for n in dialog.nodes("text") if n.text() == path], alive=page.app)
    dialog.key("Return")


def saved(page, path, good):
    """Waits until @path is there whole; nothing else is beside it."""
    page.window.wait_text(re.compile(re.escape(path) + "$"))
    with open(path, "rb") as file:
        data = file.read()
    check(good(data), "%s is not what it should be: %r" % (path, data[:40]))
    check(all(not name.startswith(".") for name in os.listdir(os.path.dirname(path))),
          "only finished files: %r" % os.listdir(os.path.dirname(path)))
    say("%s, %d bytes" % (os.path.basename(path), len(data)))
    return data


@case
def pictures():
    """Ctrl+E and a name give PNG, SVG and PDF"""
    page = memory.open_page("?breakdown=region")
    with tempfile.TemporaryDirectory() as folder:
        for name, begin in (("a.png", b"\x89PNG"), ("b.svg", b"<?xml"), ("c.pdf", b"%PDF-")):
            path = os.path.join(folder, name)
            page.window.focus()
            page.window.key("ctrl+e")
            dialog = page.app.window("Export picture")
            dialog.wait_for("push button", re.compile("Save…$"))
            dialog.key("ctrl+s")
            save_as(page, "Save picture", path)
            data = saved(page, path, lambda data: data.startswith(begin))
            if name == "b.svg":
                root = xml.etree.ElementTree.fromstring(data)
                check(root.get("width") == "1000px", "the width is %s" % root.get("width"))
                check(b"Non-interleaved" in data, "the legend's texts are in it")
    page.app.close(page.window)


@case
def tables():
    """Ctrl+S in a table gives CSV or JSON, as it is filtered and sorted"""
    page = memory.open_page("?sort.memory-tiles=-total")
    page.window.click(page.window.wait_for("page tab", "Tiles"))
    table = Table(page.window, "Memory by tile")
    table.wait_rows("rows", lambda rows: len(rows) > 4)
    report = page.window.shown("label", re.compile("^/")).name
    wanted = json.loads(cli("table", "memory-tiles", report, "--sort=-total", "--format=json"))
    with tempfile.TemporaryDirectory() as folder:
        for name in ("tiles.csv", "tiles.json"):
            path = os.path.join(folder, name)
            table.click_row(0)
            page.window.key("ctrl+s")
            save_as(page, "Save table", path)
            data = saved(page, path, bool).decode()
            rows = json.loads(data) if name.endswith("json") else list(csv.DictReader(data.splitlines()))
            check([int(row["tile"]) for row in rows] == [row["tile"] for row in wanted],
                  "the rows of %s in their order" % name)
    page.app.close(page.window)


@case
def shared():
    """Ctrl+Shift+E gives one HTML file of the whole report, with a button that opens it; the menu has it too"""
    page = memory.open_page("")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "shared.html")
        page.window.key("F10")
        wait("the menu", lambda: page.window.nodes("menu item", "Share as One File…"), alive=page.app)
        page.window.key("Escape")
        page.window.focus()
        page.window.key("ctrl+shift+e")
        save_as(page, "Save report as one HTML file", path)
        page.window.wait_text("Saved shared.html")
        page.window.wait_text("Open")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        check(text.startswith("<!DOCTYPE html>") and text.endswith("</html>\n"), "a whole document")
        check(text.count("<svg") >= 6 and "Findings" in text, "charts and findings are in it")
        check(folder not in text, "nothing of this machine")
        check(os.listdir(folder) == ["shared.html"], "one file: %r" % os.listdir(folder))
    page.app.close(page.window)


@case
def refused():
    """a report's directory is not written to"""
    page = memory.open_page("")
    page.window.click(page.window.wait_for("page tab", "Tiles"))
    table = Table(page.window, "Memory by tile")
    table.wait_rows("rows", lambda rows: len(rows) > 4)
    report = page.window.shown("label", re.compile("^/")).name
    before = sorted(os.listdir(report))
    table.click_row(0)
    page.window.key("ctrl+s")
    save_as(page, "Save table", os.path.join(report, "x.csv"))
    page.window.wait_text(re.compile("lies in the report's directory"))
    check(sorted(os.listdir(report)) == before, "nothing was written there")
    page.app.close(page.window)


if __name__ == "__main__":
    driver.main()
