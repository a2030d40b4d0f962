"""Layout of each page: at three window sizes, with larger text, and from right to left."""

import os
import re
import subprocess

import driver
import reports
from driver import App, case, check, say, wait

SIZES = (1000, 700), (1366, 768), (1920, 1200)
CONTROLS = "push button", "toggle button", "text", "combo box"

# What a user sees of each page without scrolling, from top to bottom.
PAGES = {
    "summary": (("label", "The model "), ("image", "Program time"), ("image", "Fullest tile"), ("push button", "Show")),
    "memory": (("label", "Every tile fits"), ("image", "Memory by tile"), ("page tab", "Details")),
    "liveness": (("label", "Most bytes are live "), ("image", "Live memory by step"), ("page tab", "Live Variables")),
    "programs": (("label", "Program "), ("page tab", "Details")),
    "operations": (("label", ".* takes the most tile cycles"), ("image", "Tile cycles"), ("page tab", "Operations")),
    "trace": (("label", ".* of the program's "), ("image", "Executed steps"), ("page tab", "Steps")),
}


def open_page(page, size, **environment):
    width, height = size
    app = App(reports.demo(), "--location", page, environment=environment,
              settings="[window]\nwidth=%d\nheight=%d\n" % size)
    window = app.window("demo – Poplens")
    wait("a window of %d × %d" % size, lambda: window.size() == (width, height), alive=app)
    return app, window


def seen(window, role, pattern):
    """Waits for the first matching node on the screen."""
    return window.wait_for(role, re.compile("^(%s)" % pattern))


def boxes(window):
    """Returns all visible controls: node, left, top, right, bottom."""
    found = []
    for node in window.nodes():
        if node.role in CONTROLS:
            x, y, width, height = node.extents()
            if width > 0 and height > 0 and node.is_shown():
                found.append((node, x, y, x + width, y + height))
    return found


def check_controls(window, what):
    """Checks that no control is cut off at an edge or covered by another."""
    _, _, width, height = window.extents()
    all_boxes = boxes(window)
    check(len(all_boxes) > 8, "%s: controls on the screen: %d" % (what, len(all_boxes)))
    for node, left, _, right, _ in all_boxes:
        check(left >= 0 and right <= width, "%s: %r from %d to %d of %d" % (what, node, left, right, width))
    for i, (one, left, top, right, bottom) in enumerate(all_boxes):
        for other, left2, top2, right2, bottom2 in all_boxes[i + 1:]:
            apart = left2 >= right or left >= right2 or top2 >= bottom or top >= bottom2
            check(apart or one.is_below(other.path) or other.is_below(one.path),
                  "%s: %r and %r do not cover each other" % (what, one, other))


def check_page(page, size, lanes=2, rows=None):
    """Checks a page. @lanes: the trace's chart has at least 1/@lanes of the page's height; @rows:
    number of expected nodes without scrolling"""
    app, window = open_page(page, size)
    tops = []
    for role, pattern in PAGES[page][:rows]:
        node = seen(window, role, pattern)
        left, top, width, height = driver.wait_still("%s at rest" % node.name, node.extents, app)
        tops.append(top)
        check(left >= 0 and left + width <= window.extents()[2] and top + height <= window.extents()[3],
              "%s at %r: %r is on the screen" % (page, size, node))
    # Program Time and Fullest Tile are side by side if there is enough space.
    check(tops == sorted(tops), "%s at %r: in this order: %r" % (page, size, tops))
    check_controls(window, "%s at %r" % (page, size))
    chart = window.shown("image", re.compile("Executed steps"))
    if page == "trace":
        height, whole = chart.extents()[3], window.extents()[3] - tops[0]
        say("%r: the chart has %d of %d" % (size, height, whole))
        check(height * lanes >= whole, "%r: the chart has 1/%d of the page" % (size, lanes))
    app.close(window)


@case
def small():
    """1000 × 700"""
    for page in PAGES:
        check_page(page, SIZES[0])


@case
def medium():
    """1366 × 768"""
    for page in PAGES:
        check_page(page, SIZES[1])


@case
def large():
    """1920 × 1200"""
    for page in PAGES:
        check_page(page, SIZES[2])


@case
def large_text():
    """1366 × 768 with text one and a half times as large"""
    # Without a desktop's setting, GTK asks the X server.
    driver.run("xprop", "-root", "-format", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", "Xft.dpi:\t144\n")
    try:
        for page in PAGES:
            check_page(page, SIZES[1], lanes=4, rows=3)
    finally:
        driver.run("xprop", "-root", "-remove", "RESOURCE_MANAGER")


def mirror():
    """Compiles a library that makes GTK use a right-to-left language. Returns its path."""
    source = os.path.join(driver.work(), "mirror.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write("""#include <string.h>
const char *g_dgettext (const char *domain, const char *text)
{
  return (strcmp (text, "default:LTR") ? text : "default:RTL");
}
""")
    library = os.path.join(driver.work(), "mirror.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-fno-builtin", source, "-o", library], check=True)
    return library


@case
def right_to_left():
    """all pages mirrored: the sidebar is at the right, and nothing is cut off or covered"""
    library = mirror()
    for page in PAGES:
        app, window = open_page(page, SIZES[1], LD_PRELOAD=library)
        pages = window.wait_for("list", "Pages")
        check(pages.extents()[0] > window.extents()[2] / 2, "%s: the sidebar is at the right" % page)
        seen(window, *PAGES[page][0])
        check_controls(window, "%s mirrored" % page)
        app.close(window)


if __name__ == "__main__":
    driver.main()
