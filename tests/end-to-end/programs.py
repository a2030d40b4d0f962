"""Program Tree with mouse and keys; tables have the numbers of poplens-cli."""

import driver
import page
import reports
from driver import case, check, say, wait


def longest(report):
    """Returns the program with the most cycles on tiles: its ID, {key: row} of its details, and the
    details."""
    rows = [r for r in page.records(report, "programs") if r["type"] == "OnTileExecute"]
    program = max(rows, key=lambda r: int(r["tile_cycles"] or 0))["id"]
    details = page.records(report, "card", "--location=programs?program=" + program)
    return program, {r["key"]: n for n, r in enumerate(details)}, details


@case
def tree():
    """a click on a row: the tabs show it; the rows are those of the terminal"""
    view = page.Page(reports.like("integrals"), "programs")
    table = page.Table(view.window, "Program tree")
    # The terminal's table of a tree has the depth as last column.
    rows = [row[:-1] for row in page.terminal(view.report, "programs")]
    wait("the terminal's rows", lambda: table.copied() == rows, alive=view.app)
    wanted = [r for r in page.records(view.report, "programs") if r["type"] == "DoExchange"][0]
    index = [row[0] for row in rows].index("DoExchange")
    table.click_row(index)
    view.wait_place("programs", program=wanted["id"])
    place = "--location=programs?program=" + wanted["id"]
    by_tile = view.tab("Tiles", "Costs by tile", "Table").expect_terminal(
        view.report, "tile-costs", place, "--sort=cycles")
    say("%d rows, program %s on %d tiles" % (len(rows), wanted["id"], len(by_tile)))
    check(by_tile, "it moves bytes")
    view.close()


@case
def links():
    """a location selects a row; details lead to Liveness and to the parent program"""
    program, keys, wanted = longest(reports.like("integrals"))
    view = page.Page(reports.like("integrals"), "programs?program=" + program)
    details = page.Table(view.window, "Program")
    view.window.wait_for("label", "Fact")
    view.window.wait_gone("label", "Meaning")
    view.window.wait_gone("label", "Key")
    parent = wanted[keys["parent"]]["value"].split(",")[0]
    details.follow(keys["parent"])
    view.wait_place("programs", program=parent)
    wanted = page.records(view.report, "card", "--location=programs?program=" + parent)
    details.wait_rows("details of program " + parent, lambda rows: rows and rows[0][1] == parent)
    details.follow([r["key"] for r in wanted].index("liveness_step"))
    view.wait_page("Liveness")
    view.close()


@case
def by_tile():
    """a click on the chart selects the tile, whose numbers are beside it"""
    program = longest(reports.like("integrals"))[0]
    view = page.Page(reports.like("integrals"), "programs?program=%s&tab=tile-costs-chart" % program)
    chart = view.chart("Cycles of a program by tile")
    rows = page.records(view.report, "tile-costs", "--location=programs?program=" + program)
    view.click_chart(chart, 0.5, 120)
    tile = view.wait_key("tile")
    wanted = next(row for row in rows if row["tile"] == tile)
    view.window.wait_for("label", "Tile " + tile)
    view.window.wait_for("label", "{:,}".format(int(wanted["cycles"])))
    view.wait_chart(chart, "Selected: tile %s:" % tile)
    view.wait_place("programs", program=program, tile=tile)
    say("tile %s takes %s cycles" % (tile, wanted["cycles"]))
    view.window.click(view.window.wait_for("push button", "GtkButton", "Memory"))
    view.wait_place("memory", tile=tile)
    view.close()


@case
def there_and_back():
    """details lead to the trace, whose step leads back; so does a variable's lifetime"""
    program, keys, _ = longest(reports.like("integrals"))
    view = page.Page(reports.like("integrals"), "programs?program=" + program)
    page.Table(view.window, "Program").follow(keys["first_execution"])
    view.wait_page("Execution Trace")
    executed = view.wait_key("executed")
    place = "--location=trace?executed=" + executed
    step = [r["key"] for r in page.records(view.report, "card", place)]
    view.details("Executed step").follow(step.index("program"))
    view.wait_place("programs", program=program)

    view.close()

    passing = [r for r in page.records(view.report, "variables") if r["always_live"] == "0"][0]
    place = "liveness?variable=%s&tab=variable-steps" % passing["id"]
    view = page.Page(reports.like("integrals"), place)
    life = page.records(view.report, "variable-steps", "--location=" + place)
    born = [r["what"] for r in life].index("Born at")
    page.Table(view.window, "Lifetime of a variable").follow(born)
    view.wait_place("programs", program=life[born]["program"])
    say("executed step %s and back; variable %s is born in program %s"
        % (executed, passing["id"], life[born]["program"]))
    view.close()


if __name__ == "__main__":
    driver.main()
