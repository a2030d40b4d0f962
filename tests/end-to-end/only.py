"""Only this operation: from a row of Operations to pages that are limited to it, between them, and
back to everything."""

import re

import driver
import page
import reports
from driver import case, check, say

NOTICE = re.compile("^Showing only .*matmul.* \\(layer xla_op\\)")


def told(report, table, *options):
    return page.terminal(report, table, "--limit=0", *options)


@case
def there_and_back():
    """memory, liveness and trace of one operation; the notice and Escape remove the limit"""
    view = page.Page(reports.copy(), "operations?layer=xla_op&filter.operations=qkv")
    table = page.Table(view.window, "Operations")
    table.wait_rows("operations", lambda rows: rows and "qkv" in rows[0][0])
    table.follow(0)
    operation = view.wait_place("operations", layer="xla_op")["operation"]
    keys = {"layer": "xla_op", "operation": operation}
    view.window.press("Memory")
    view.wait_place("memory", tab="memory-tiles", **keys)
    view.window.wait_text(NOTICE)
    place = "--location=memory?layer=xla_op&operation=" + operation
    rows = page.Table(view.window, "Memory by tile").expect_terminal(view.report, "memory-tiles", place)
    say("%d tiles" % len(rows))
    # Pages that support the limit keep it; others remove it.
    view.window.key("alt+4")
    view.wait_place("liveness", **keys)
    view.window.wait_text(NOTICE)
    view.window.key("alt+5")
    view.wait_place("programs", operation=None)
    view.window.key("alt+7")
    view.wait_place("trace", **keys)
    steps = told(view.report, "trace-steps", "--location=trace?layer=xla_op&operation=" + operation)
    view.window.wait_text(re.compile("^Showing only .*matmul"))
    check(steps, "it has steps")
    view.window.press("Show All")
    view.wait_place("trace", operation=None, layer=None)
    view.window.key("alt+3")
    view.wait_place("memory", operation=None, layer=None)
    view.window.wait_gone("label", NOTICE)
    # Goes back to the limited page; Escape in the chart removes the limit, too.
    for _ in range(2):
        view.window.key("alt+Left")
    view.wait_place("trace", **keys)
    view.window.wait_text(NOTICE)
    view.click_chart(view.chart("Executed steps"), 0.5, 3)
    view.window.key("Escape", "Escape")
    view.wait_place("trace", operation=None, layer=None)
    view.close()


@case
def from_the_menu():
    """a row's menu leads to the pages of its operation alone"""
    view = page.Page(reports.copy(), "operations?layer=xla_op&filter.operations=qkv")
    table = page.Table(view.window, "Operations")
    table.wait_rows("operations", lambda rows: rows and "qkv" in rows[0][0])
    table.click_row(0)
    view.window.key("Menu")
    view.take_menu_item("Liveness")
    check(view.wait_place("liveness", layer="xla_op").get("operation"), "one operation")
    view.window.wait_text(NOTICE)
    view.close()


@case
def misuse():
    """an unknown operation: the page of everything, and a notice"""
    view = page.Page(reports.copy(), "memory?layer=xla_op&operation=77777777")
    view.window.wait_text(re.compile("unknown operation"))
    view.window.wait_gone("label", re.compile("^Showing only "))
    view.close()


if __name__ == "__main__":
    driver.main()
