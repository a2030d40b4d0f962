"""Liveness with mouse and keys; tables have the numbers of poplens-cli."""

import driver
import page
import reports
from driver import case, check, say, wait

MIDDLE = 200
TITLE = "Live memory by step, %s"


def n_steps(view):
    return len(page.terminal(view.report, "liveness-steps"))


def click_step(view, chart, step, modifier=None):
    view.click_chart(chart, (step + 0.5) / n_steps(view), MIDDLE, modifier)


def total_at(report, step):
    return int(page.records(report, "liveness-steps")[step]["total"])


def wait_highest(view, chart, wanted):
    """Waits until the chart describes @wanted bytes as its highest."""
    view.wait_chart(chart, r"highest [^(]*\({0:,}\sB\)|highest {0:,}\sB".format(wanted))


def expected_highest(report, *options):
    live = page.answer("liveness", report, *options)
    return live["figures"]["always_live_bytes"] + max(
        row["not_always_live"] for row in live["tables"]["liveness-steps"]["rows"])


@case
def steps():
    """a click on a step shows what is live, born and freed; Ctrl+click adds steps, with signed
    differences"""
    view = page.Page(reports.like("integrals"), "liveness")
    chart = view.chart(TITLE % "all tiles")
    click_step(view, chart, 14)
    view.wait_chart(chart, "Selected: step 14")
    table = page.Table(view.window, "Live variables")
    place = "--location=liveness?step=14"
    live = table.expect_terminal(view.report, "live-variables", place)
    told = page.answer("liveness", view.report, "--step", "14", "--all")
    total = told["figures"]["live_bytes"]
    check(sum(int(row[4]) for row in live) == total == total_at(view.report, 14),
          "what is live adds up to %d" % total)
    others = view.tab("Live Variables", "Not-always-live variables", "Not always live").expect_terminal(
        view.report, "not-always-live-variables", place)
    born = {int(row[1]): int(row[7]) for row in others if int(row[7])}
    check(born == {v["id"]: v["born"] for v in told["tables"]["live-variables"]["rows"] if v["born"]}, "born: %r" % born)
    say("%d live, %d born" % (len(live), len(born)))

    view.tab("Live Variables", "Live variables", "All")
    click_step(view, chart, 34, "ctrl")
    view.wait_chart(chart, "1 more range")
    table = page.Table(view.window, "Live variables")
    both = table.expect_terminal(view.report, "live-variables", "--location=liveness?step=14,34")
    differences = [int(row[6]) for row in both]
    check(sum(differences) == total_at(view.report, 34) - total_at(view.report, 14),
          "the differences add up: %r" % differences)
    check(min(differences) < 0 < max(differences), "some are more, some less")
    for sign in "+−":
        view.window.click(table.header("34 − 14"), 10)
        table.wait_rows("%s first" % sign, lambda rows, sign=sign: [
            cell for cell in rows[0] if cell.startswith(sign)])
    view.tab("Program", "Costs by tile", "Tiles").expect_terminal(
        view.report, "tile-costs", "--location=liveness?by=step&step=14,34", "--sort=-estimated_cycles")
    peaks(view, chart)
    view.close()


def peaks(view, chart):
    """A peak's link leads to its step alone, in the window that compares two."""
    table = view.tab("Steps", "Peaks", "Peaks")
    wanted = table.expect_terminal(view.report, "liveness-peaks")
    table.follow(2)
    view.wait_chart(chart, "Selected: step %s:" % wanted[2][0])
    view.wait_place("liveness", step=wanted[2][0])


@case
def jumps():
    """buttons lead to the peak and the one before it; a button without a target is insensitive"""
    view = page.Page(reports.like("integrals"), "liveness?step=20")
    chart = view.chart(TITLE % "all tiles")
    peak = max(range(n_steps(view)), key=lambda step: total_at(view.report, step))
    view.window.click(view.window.wait_for("push button", "Peak"))
    view.wait_chart(chart, "Selected: step %d:" % peak)
    view.window.click(view.window.wait_for("push button", "Previous Peak"))
    view.wait_chart(chart, r"Selected: step (?!%d:)\d+" % peak)
    wait("the button that no variable is chosen for", lambda: not view.window.nodes(
        "push button", "Next Lifetime Change")[0].has(driver.atspi.SENSITIVE), alive=view.app)
    view.close()


@case
def controls():
    """without always-live memory, steps by name, the source by tile, and their numbers"""
    view = page.Page(reports.like("integrals"), "liveness")
    chart = view.chart(TITLE % "all tiles")
    whole = expected_highest(view.report)
    wait_highest(view, chart, whole)
    page.display(view.window, "Show Always Live", "space", "Escape")
    always = page.answer("liveness", view.report)["figures"]["always_live_bytes"]
    wait_highest(view, chart, whole - always)
    view.wait_place("liveness", **{"always-live": "no"})
    page.display(view.window, "Show Always Live", "space", "Escape")
    wait_highest(view, chart, whole)

    view.window.key("ctrl+f")
    view.window.type("streamcopymid")
    found = page.terminal(view.report, "liveness-steps", "--filter=streamcopymid")
    for n, row in enumerate(found[:2], 1):
        # Typing already selects the first.
        if n > 1:
            view.window.key("Return")
        # A match is selected when the search stops at it, which rebuilds the page; the count stays.
        view.wait_place("liveness", step=row[0])
        view.window.wait_text("%d of %d" % (n, len(found)))
    view.tab("Steps", "Live memory by step").wait_rows(
        "the steps with the word", lambda rows: len(rows) == len(found))
    say("%d steps have the word" % len(found))

    view.window.click(view.window.wait_for("text", "Selected tiles"))
    view.window.type("5")
    view.window.key("Return")
    chart = view.chart(TITLE % "tile 5")
    wait_highest(view, chart, expected_highest(view.report, "--tile", "5"))
    view.tab("Live Variables", "Live variables").expect_terminal(view.report, "live-variables",
                                               "--location=liveness?step=6&tile=5")
    view.choose("Scope", 0)
    chart = view.chart(TITLE % "all tiles")
    wait_highest(view, chart, whole)
    view.wait_place("liveness", tile="5", scope="all")
    view.close()


@case
def of_an_ipu():
    """the demo: the source is an IPU; a step leads to the trace, and back"""
    view = page.Page(reports.copy(), "liveness")
    chart = view.chart(TITLE % "all tiles")
    view.choose("Scope", 2)
    chart = view.chart(TITLE % "IPU 1")
    wait_highest(view, chart, expected_highest(view.report, "--ipu", "1"))
    view.click_chart(chart, 0.6, MIDDLE)
    # Without a selection the step of the peak is marked.
    step = view.wait_key("step")
    view.wait_chart(chart, "Selected: step %s:" % step)
    page.Table(view.window, "Live variables").expect_terminal(
        view.report, "live-variables", "--location=liveness?ipu=1&step=" + step)
    table = view.tab("Steps", "Live memory by step")
    program = page.terminal(view.report, "liveness-steps")[7][1]
    table.follow(7)
    view.wait_page("Execution Trace")
    view.wait_place("trace", program=program)
    view.window.key("alt+Left")
    view.wait_page("Liveness")
    view.wait_place("liveness", step=step, ipu="1")
    view.close()


@case
def contents():
    """contents of the fullest tile: a treemap with the sum of the table; a click selects a variable"""
    view = page.Page(reports.copy(), "liveness?tab=contents-chart")
    rows = page.records(view.report, "contents")
    total = sum(int(row["bytes"]) for row in rows if row["depth"] == "0")
    chart = view.chart("Tile contents")
    said = view.wait_chart(chart, r"Shown: ([^:]*): .*?\(?(%s) B" % page.NUMBER)
    check(page.number(said.group(2)) == total, "%s of %d" % (said.group(0), total))
    check(said.group(1).startswith("Tile "), said.group(1))
    _, _, width, height = chart.extents()
    for share in range(1, 20):
        view.window.click(chart, width * share // 20, height * 2 // 3)
        if "variable" in view.wait_place("liveness"):
            break
    chosen = view.wait_key("variable")
    check(chosen in [row["id"] for row in rows], "variable %s is in the table" % chosen)
    # The selected variable has a frame, wherever the pointer is; without a selection there is none.
    view.window.move(chart, 5, -60)
    framed = driver.wait_still("a frame", lambda: view.window.picture(chart), view.app)
    view.window.key("alt+Left")
    driver.wait("no frame", lambda: view.window.picture(chart) != framed, alive=view.app)
    view.window.key("alt+Right")
    driver.wait("the frame again", lambda: view.window.picture(chart) == framed, alive=view.app)
    table = view.tab("Tile Contents", "Tile contents", "Table")
    table.wait_rows("the largest kind first", lambda cells: cells and rows[0]["name"] in cells[0])
    view.close()


if __name__ == "__main__":
    driver.main()
