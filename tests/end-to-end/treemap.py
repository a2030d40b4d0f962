"""The treemap of operations: into groups and out again with mouse and keys; its numbers are those
of the terminal."""

import driver
import page
import reports
from driver import case, check, say, wait

TITLE = "Tile cycles"
# A path and its cycles, exact after rounded ones: "Fwd: 4,817 M cycles (4,817,258,619)".
OF_PATH = r"([^:]*): (?:\S+ M cycles \()?(%s)(?:\)| cycle)" % page.NUMBER


def costs(report):
    """Returns path and tile cycles of each operation from the terminal, without idle steps."""
    rows = page.records(report, "operations")
    return [(row["path"] or row["name"], int(row["tile_cycles"] or 0)) for row in rows
            if row["operation"] != "no-program"]


def below(rows, path):
    return sum(cycles for name, cycles in rows if name == path or name.startswith(path + "/"))


def shown(view, chart):
    """Returns path and value of the shown group from the chart's description."""
    match = view.wait_chart(chart, "Shown: " + OF_PATH)
    return match.group(1), page.number(match.group(2))


def wait_shown(view, chart, path, cycles):
    wait("%s with %d" % (path, cycles), lambda: shown(view, chart) == (path, cycles),
         alive=view.app)


def check_group(view, chart, rows):
    """Checks that the group of the location is shown, with the cycles of its operations."""
    path = view.wait_key("path")
    check(below(rows, path) > 0, "%s is a path of operations" % path)
    wait_shown(view, chart, path, below(rows, path))
    return path


@case
def drill():
    """double click and Enter open a group; Backspace, Escape, the path and Back lead out"""
    view = page.Page(reports.copy(), "operations?measure=tile_cycles")
    rows = costs(view.report)
    whole = sum(cycles for _, cycles in rows)
    chart = view.chart(TITLE)
    wait_shown(view, chart, "All operations", whole)

    x, y, width, height = chart.extents()
    middle = (width // 4, height // 2)
    view.window.double_click(chart, *middle)
    path = check_group(view, chart, rows)
    say("into %s: %d of %d cycles" % (path, below(rows, path), whole))
    view.window.key("BackSpace")
    wait("out", lambda: shown(view, chart)[1] > below(rows, path), alive=view.app)
    while shown(view, chart)[0] != "All operations":
        before = shown(view, chart)
        view.window.key("Escape")
        wait("further out", lambda: shown(view, chart)[1] > before[1], alive=view.app)
    wait_shown(view, chart, "All operations", whole)

    # The cursor is on the group that was left, if the pointer is on no item.
    view.window.move(chart, 3, 3)
    view.window.key("Right", "Return")
    inside = check_group(view, chart, rows)
    check(inside.split("/")[0] == path.split("/")[0], "%s is where %s is" % (inside, path))
    view.window.key("alt+Left")
    wait_shown(view, chart, "All operations", whole)
    view.window.key("alt+Right")
    wait_shown(view, chart, inside, below(rows, inside))
    # Clicks the first name of the path.
    view.window.click(chart, 40, 18)
    wait_shown(view, chart, "All operations", whole)
    view.close()


@case
def select():
    """a click selects an operation, in the location too; another measure keeps it"""
    view = page.Page(reports.copy(), "operations?measure=tile_cycles")
    chart = view.chart(TITLE)
    x, y, width, height = chart.extents()
    view.window.click(chart, width // 4, height // 2)
    selected = view.wait_chart(chart, "Selected: " + OF_PATH)
    path, cycles = selected.group(1), page.number(selected.group(2))
    key = view.wait_key("operation")
    row = [r for r in page.records(view.report, "operations") if r["operation"] == key][0]
    check((row["path"], int(row["tile_cycles"])) == (path, cycles), "it is %r" % row)
    say("%s, %d cycles" % (path, cycles))
    view.window.key("Escape")
    view.wait_chart(chart, "Nothing selected")
    view.wait_place("operations", operation=None)
    view.close()


if __name__ == "__main__":
    driver.main()
