"""Lifetimes below the graph of Liveness: a common axis, clicks, orders, added variables."""

import driver
import page
import reports
from driver import case, check, say

GRAPH = "Live memory by step, all tiles"
BARS = "Lifetimes of variables, all tiles"
# Pixels from the chart's top to the middle of the first row, and from row to row.
FIRST, PITCH = 67, 24
MIDDLE = 160


def open_page(report="integrals", place="liveness?tab=lifetimes"):
    view = page.Page(reports.like(report), place)
    return view, view.chart(GRAPH), view.chart(BARS)


def zoom_in(view, chart, share, y):
    view.window.move(chart, *view.at(chart, share, y))
    view.window.wheel(3, "ctrl")


def shown(view, chart):
    """Returns the first and last step in view."""
    match = view.wait_chart(chart, r"Shown: steps (%s)(?:–| to )(%s)" % (page.NUMBER, page.NUMBER))
    return page.number(match.group(1)), page.number(match.group(2))


def lives(view, order):
    """Returns the rows of the table in the order of the chart."""
    rows = sorted(page.records(view.report, "variables"), key=lambda row: -int(row["at_peak"]))[:50]
    return sorted(rows, key=order)


@case
def axis():
    """zooming over the bars moves the graph, and over the graph the bars"""
    view, graph, bars = open_page()
    n = len(page.terminal(view.report, "liveness-steps"))
    driver.wait("all steps", lambda: shown(view, graph) == (0, n - 1) and
                shown(view, bars) == (0, n), alive=view.app)
    zoom_in(view, bars, 0.5, FIRST)
    shown_below(view, graph, n - 1)
    narrow = driver.wait_still("the graph to show what the bars do", lambda: same_steps(
        shown(view, graph), shown(view, bars)), view.app, 12)
    zoom_in(view, graph, 0.5, MIDDLE)
    narrower = shown_below(view, bars, narrow[1] - narrow[0])
    say("%r, then %r" % (narrow, narrower))
    view.window.click(bars, *view.at(bars, 0.5, FIRST))
    view.window.key("0")
    shown_above(view, graph, n - 2)
    view.close()


def same_steps(graph, bars):
    """Returns the graph's steps if the bars show the same; their views end after a step, or on it."""
    return abs(bars[0] - graph[0]) <= 1 and abs(bars[1] - graph[1]) <= 1 and graph


def shown_below(view, chart, width):
    """Waits until fewer steps are in view. Returns the first and last."""
    driver.wait("fewer than %d steps" % width, lambda: span(view, chart) < width, alive=view.app)
    return shown(view, chart)


def shown_above(view, chart, width):
    driver.wait("more than %d steps" % width, lambda: span(view, chart) > width, alive=view.app)


def span(view, chart):
    first, last = shown(view, chart)
    return last - first


@case
def clicks():
    """a click selects the variable and the step at the pointer; another order puts other variables
    on top"""
    view, graph, bars = open_page()
    n = len(page.terminal(view.report, "liveness-steps"))
    rows = lives(view, lambda row: -int(row["bytes"]))
    at = next(i for i, row in enumerate(rows[:5]) if row["always_live"] == "0")
    step = (int(rows[at]["born"]) + int(rows[at]["freed"])) // 2
    view.click_chart(bars, (step + 0.5) / n, FIRST + PITCH * at)
    view.wait_place("liveness", variable=rows[at]["id"], step=str(step))
    view.wait_chart(graph, "Selected: step %d:" % step)
    view.wait_chart(bars, "Selected: 1 range")
    say("%s at step %d" % (rows[at]["variable"], step))

    view.choose("Sort by", 1)
    view.wait_place("liveness", **{"order": "birth"})
    first = min(rows, key=lambda row: (int(row["born"]), -int(row["freed"]), int(row["id"])))
    driver.wait("%s on top" % first["variable"], lambda: clicked(view, bars) == first["id"],
                alive=view.app)
    view.close()


def clicked(view, bars):
    view.click_chart(bars, 0.1, FIRST)
    return view.place()[1].get("variable")


@case
def added():
    """a variable that is added by name is at the top, and its cross removes it"""
    view, _, bars = open_page()
    all_of = len(page.terminal(view.report, "variables"))
    view.window.wait_for("label", "50 of {:,}".format(all_of))
    small = page.records(view.report, "variables", "--sort=+bytes", "--filter=broadcastProgramId")[0]
    view.window.click(view.window.wait_for("text", "Add a variable"))
    view.window.type(small["variable"])
    view.window.key("Return")
    view.wait_place("liveness", plot=small["variable"])
    view.window.wait_for("label", "51 of {:,}".format(all_of))
    n = len(page.terminal(view.report, "liveness-steps"))
    view.click_chart(bars, (int(small["born"]) + 0.5) / n, FIRST)
    view.wait_place("liveness", variable=small["id"], step=small["born"])
    view.window.click(bars, 8, FIRST)
    view.window.wait_for("label", "50 of {:,}".format(all_of))
    view.wait_place("liveness", plot=None)
    view.close()


@case
def to_its_source():
    """from a variable at the peak to its debug contexts in two clicks: a bar, a tab"""
    view, _, bars = open_page("firehose", "liveness?tab=lifetimes&order=birth")
    at_peak = page.records(view.report, "live-variables")
    lines = {row["id"] for row in at_peak if row["line"]}
    n = len(page.terminal(view.report, "liveness-steps"))
    rows = lives(view, lambda row: (int(row["born"]), -int(row["freed"]), int(row["id"])))
    at = next(i for i, row in enumerate(rows[:6]) if row["id"] in lines)
    step = (int(rows[at]["born"]) + int(rows[at]["freed"])) // 2
    view.window.click(bars, *view.at(bars, (step + 0.5) / n, FIRST + PITCH * at))
    view.wait_key("variable")
    has = view.wait_place("liveness")
    variable = has["variable"]
    chosen = [row for row in at_peak if row["id"] == variable]
    check(len(chosen) == 1 and chosen[0]["line"], "a variable with a line: %r" % chosen)
    chain = view.tab("Selection", "Debug contexts", "Debug contexts").expect_terminal(
        view.report, "contexts", "--location=liveness?variable=%s&step=%s"
        % (variable, has["step"]))
    check(any(chosen[0]["line"] in row for row in chain), "the chain has its line")
    say("%s: %d rows" % (chosen[0]["variable"], len(chain)))
    view.close()


@case
def table():
    """the same as a table"""
    view = page.Page(reports.like("integrals"), "liveness?tab=variables")
    page.Table(view.window, "Variables").expect_terminal(view.report, "variables")
    view.close()


if __name__ == "__main__":
    driver.main()
