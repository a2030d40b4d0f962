#!/usr/bin/python3
"""Names of all focusable nodes: walks the accessible tree of each page."""

import re

import driver
import page
import reports
from driver import App, case, check, say, wait

# The pages, and tabs and chapters with controls of their own.
LOCATIONS = (
    "summary", "insights", "insights?view=what-if", "memory", "memory?tab=memory-map&tile=5",
    "memory?view=map", "liveness?step=37,158", "liveness?tab=lifetimes-chart", "programs", "operations",
    "operations?view=graph", "trace", "trace?view=flame&bsp=yes", "trace?tab=bookmarks")
# GTK names a node without name after its class.
CLASS = re.compile(r"^((Gtk|Adw|Poplens)[A-Z][A-Za-z]*)?$")
# Rows are identified by their labels, scrolled areas and lists by their contents.
HOLDERS = {"list item", "list", "table row", "tree item", "filler", "panel", "scroll pane", "frame", "table",
           "viewport", "grouping", "page tab list", "tree table", "section", "window", "dialog"}


def is_named(node):
    return not CLASS.match(node.name) or bool(node.description)


def nameless(window):
    """Returns focusable nodes that have no name and, if they are containers, no label below."""
    found = []
    for node in window.frame().walk():
        if not node.has(driver.atspi.FOCUSABLE) or is_named(node) or not node.extents()[2]:
            continue
        below = [n for n in node.walk() if n is not node and n.name and not CLASS.match(n.name)]
        if node.role in HOLDERS and (below or node.role != "list item"):
            continue
        found.append("%s “%s” %s" % (node.role, node.name, node.extents()))
    return found


COMPARED = ("summary", "insights", "insights?view=what-if", "memory", "liveness", "programs", "operations", "trace",
            "trace?view=flame", "trace?view=traces")


def check_pages(report, locations):
    wrong = {}
    for location in locations:
        view = page.Page(report, location)
        wait("the page", lambda: len([n for n in view.window.frame().walk()
                                      if n.has(driver.atspi.FOCUSABLE)]) > 20, alive=view.app)
        found = driver.wait_still("the page to be whole", lambda: (nameless(view.window), ), view.app)[0]
        if found:
            wrong[location] = sorted(set(found))
        view.close()
    for location, found in wrong.items():
        say("%s: %s" % (location, "; ".join(found)))
    check(not wrong, "nameless widgets on %s" % ", ".join(wrong))


@case
def every_page():
    """each focusable widget has a name"""
    check_pages(reports.copy(), LOCATIONS)


@case
def of_two():
    """so do those of two reports"""
    second = reports.demo("second", seed=5)
    check_pages(reports.copy(), ["%s%swith=%s" % (c, "&" if "?" in c else "?", second) for c in COMPARED])


@case
def of_many():
    """so do those of a folder"""
    app = App(reports.nightly())
    window = app.window("nightly – Poplens")
    window.wait_for("label", re.compile("^run-6 got slower by "))
    found = driver.wait_still("the page to be whole", lambda: (nameless(window), ), app)[0]
    check(not found, "nameless widgets: %s" % "; ".join(found))
    app.close(window)


# Pages with a selection, as an inspector shows it.
SELECTIONS = ("summary", "memory?tile=5", "memory?tab=memory-map&tile=5", "liveness?step=37,158", "liveness?step=158",
              "programs?program=100", "operations?operation=15", "trace?executed=40", "insights")
# Names of columns and tables in files, of keys, and of sources in keys.
KEYS = re.compile(r"\b[a-z]+(_[a-z0-9]+)+\b|\bPOPLENS_|^(key|file|provenance|Key|Where from|Provenance)$")
# Reports name layers, and advice names options of frameworks.
DATA = re.compile(r"\b(xla_op|poplar_driver|[a-z_]+\.(py|cpp|cc|pop))\b|[\w.]+ \(TensorFlow\)|[\w.]+ \(PopTorch\)|"
                  r"io_tiles\.\w+")


@case
def no_keys():
    """no text outside of tables' rows has the name of a column, of a key or of a source"""
    report = reports.copy()
    wrong = {}
    for location in SELECTIONS:
        view = page.Page(report, location)

        def found():
            # The folder's name is random.
            texts = [n.name for n in view.window.frame().walk()
                     if n.name and report not in n.name and not CLASS.match(n.name)]
            return len(texts) > 30 and (sorted({t for t in texts if KEYS.search(DATA.sub("", t))}), )
        keys = driver.wait_still("the page to be whole", found, view.app)[0]
        if keys:
            wrong[location] = keys
        view.close()
    check(not wrong, "keys are shown: %r" % wrong)


@case
def others():
    """so do the widgets of the start page, of Preferences and of the guide"""
    app = driver.App()
    window = app.window("Poplens")
    window.wait_for("push button", "Open Report Folder…")
    check(not nameless(window), "start page: %r" % nameless(window))
    for key, title in (("ctrl+comma", "Preferences"), ("F1", "User Guide")):
        window.key(key)
        other = app.window(title)
        wait("its widgets", lambda shown=other: len(shown.nodes()) > 20, alive=app)
        check(not nameless(other), "%s: %r" % (title, nameless(other)))
        other.key("Escape")
        other.wait_closed()
    app.close(window)


if __name__ == "__main__":
    driver.main()
