"""Where cycles went, on the Execution Trace: tables have the numbers of poplens-cli."""

import driver
import page
import reports
from driver import case, check, say, wait
from trace_page import LANE, Trace, working_range

# Pixels from the top of the bars to the bar of the second IPU.
IPU_1 = 69


@case
def where_cycles_go():
    """cycles by program of a dragged range, and savings by balancing, are those of the terminal,
    and follow another drag; a click on the plan of stragglers selects a tile"""
    view = Trace(reports.copy())
    for start, end in ((0.3, 0.5), (0.6, 0.9)):
        first, last = view.drag(start, end)
        place = "--location=trace?range=%d-%d" % (first, last)
        table = view.tab("Programs", "Cycles by compute set", "By group")
        table.expect_terminal(view.report, "trace-costs", place)
        view.tab("Programs", "Imbalance", "Imbalance").expect_terminal(
            view.report, "trace-bound", place)
    view.tab("Slowest Tiles", view="Tiles")
    chart = view.chart("Slowest tiles")
    view.window.click(chart, chart.extents()[2] // 4, chart.extents()[3] - 40)
    tile = view.wait_key("tile")
    view.window.wait_text("Tile " + tile)
    say("tile %s" % tile)
    view.close()


@case
def box_of_a_low_chart():
    """the hover box with exact values is higher than the bars of the IPUs, and overlaps the tabs"""
    view = Trace(reports.copy(), "?tab=trace-time")
    bars = view.chart("Where the time went")

    def tabs():
        x, y = view.window.point(bars, 0, 0)
        return driver.pixels(x, y - 40, bars.extents()[2], 36)
    before = driver.wait_still("the tabs to come to rest", tabs, view.app)
    view.window.move(bars, 300, IPU_1)
    wait("a box over them", lambda: tabs() != before, alive=view.app)
    view.window.move(view.chart_node, 5, -60)
    wait("no box", lambda: tabs() == before, alive=view.app)
    view.close()


def what_works_longest(report):
    """Returns the ID of the step of work with the most cycles."""
    work = [r for r in page.records(report, "trace-steps") if r["waiting"] == "false"]
    return max(work, key=lambda r: int(r["cycles"]))["step"]


@case
def three_clicks():
    """the costliest step, its slowest tile and the largest variable at the peak: each in at most
    three clicks, and with one command"""
    view = page.Page(reports.like("integrals"), "summary")
    view.wait_page("Summary")
    dearest = what_works_longest(view.report)
    check(str(page.rows("trace", view.report, "--by=step", "--where=waiting = no", "--sort=cycles")[0]["step"]) == dearest,
          "the command for the dearest step")
    view.window.click(view.window.wait_for("list item", "Execution Trace"))
    chart = view.chart("Executed steps")
    top = view.tab("Steps", "Longest steps", "Longest")
    top.wait_rows("the dearest step", lambda rows: rows[0][0] == dearest)

    latest = [r[1] for r in page.terminal(view.report, "card", "--location=trace?executed=" + dearest) if r[0] == "Slowest tile"]
    view.window.key("alt+1")
    view.wait_page("Summary")
    view.window.click(view.window.wait_for("list item", "Execution Trace"))
    begin, end = working_range(view.report)
    row = next(r for r in page.records(view.report, "trace-steps") if r["step"] == dearest)
    middle = (int(row["from"]) + int(row["to"])) / 2
    view.click_chart(chart, (middle - begin) / (end - begin), LANE)
    step = view.details("Executed step")
    step.wait_rows("the dearest step", lambda rows: rows[0][:2] == ["Step", dearest])
    check(len(latest) == 1, "one tile is latest: %r" % latest)
    wait("the tile that is latest", lambda: [
        r[1] for r in step.copied() if r[0] == "Slowest tile"] == latest, alive=view.app)

    largest = page.terminal(view.report, "peak-variables", "--limit=1")[0]
    view.window.click(view.window.wait_for("list item", "Liveness"))
    table = page.Table(view.window, "Live variables")
    view.window.click(table.header("Not always live"), 10)
    table.wait_rows("the largest variable", lambda rows: rows[0][:2] == largest[:2])
    say("step %s, tile %s, %s with %s B" % (dearest, latest[0], largest[0], largest[3]))
    view.close()


if __name__ == "__main__":
    driver.main()
