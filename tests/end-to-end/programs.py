"""Program Tree by mouse and keys; its tables have the numbers that poplens-cli gives."""

import driver
import page
import reports
from driver import case, check, say, wait


@case
def tree():
    """a row by click: the tabs are about it; the rows are the terminal's"""
    view = page.Page(reports.real("integrals"), "programs")
    table = page.Table(view.window, "Program tree")
    # Of a tree the terminal has a last column more, for the depth.
    rows = [row[:-1] for row in page.terminal(view.report, "programs")]
    wait("the terminal's rows", lambda: table.copied() == rows, alive=view.app)
    wanted = [r for r in page.records(view.report, "programs") if r["type"] == "DoExchange"][0]
    index = [row[0] for row in rows].index("DoExchange")
    table.click_row(index)
    view.wait_place("programs", program=wanted["id"])
    place = "--place=programs?program=" + wanted["id"]
    view.window.click(view.window.wait_for("page tab", "By tile"))
    by_tile = page.Table(view.window, "A program by tile").expect_terminal(
        view.report, "program-tiles", place)
    say("%d rows, program %s on %d tiles" % (len(rows), wanted["id"], len(by_tile)))
    check(by_tile, "it moves bytes")
    view.close()


@case
def links():
    """a place chooses a row; details lead to Liveness and to the program above"""
    view = page.Page(reports.real("integrals"), "programs?program=13")
    details = page.Table(view.window, "A program")
    wanted = page.records(view.report, "program-details", "--place=programs?program=13")
    details.follow([r["key"] for r in wanted].index("parent"))
    view.wait_place("programs", program="11")
    wanted = page.records(view.report, "program-details", "--place=programs?program=11")
    details.wait_rows("details of program 11", lambda rows: rows and rows[0][1] == "11")
    details.follow([r["key"] for r in wanted].index("liveness_step"))
    view.wait_page("Liveness")
    view.close()


if __name__ == "__main__":
    driver.main()
