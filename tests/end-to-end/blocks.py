"""Lightweight profiling on the Execution Trace, with mouse and keys; tables have the numbers of
poplens-cli."""

import re

import driver
import page
import reports
from driver import case, check, say, wait

# Pixels from the chart's top to the lane of the first tile, below legend and ruler.
LANE = 62
RANGE = r"cycles (%s) to (%s)" % (page.NUMBER, page.NUMBER)


class Blocks(page.Page):
    """The page of a report that has only blocks."""

    def __init__(self, query=""):
        super().__init__(reports.demo("light", extra=("--instrumentation", "blocks")),
                         "trace" + query)
        self.chart_node = self.chart("Recorded blocks")

    def view(self):
        found = re.match("Shown: " + RANGE, self.chart_node.description_now())
        return found and (page.number(found.group(1)), page.number(found.group(2)))


@case
def opens_with_blocks():
    """a report without steps opens with blocks, from the first one on; a click describes a block
    completely"""
    view = Blocks()
    rows = page.records(view.report, "blocks")
    first, last = min(int(r["from"]) for r in rows), max(int(r["to"]) for r in rows)
    wait("all blocks", lambda: view.view() == (first, last), alive=view.app)
    view.click_chart(view.chart_node, 0.12, LANE)
    block = view.wait_key("block")
    row = [r for r in rows if r["row"] == block][0]
    check(row["tile"] == "0", "a block of the first lane: %r" % (row,))
    table = view.tab("Block", re.compile("block", re.I))
    table.wait_rows("the block", lambda shown: shown[0][:2] == ["Block", page.plain(block)] or
                    shown[0][:2] == ["Block", block])
    say("block %s: %s, cycles %s to %s" % (block, row["name"], row["from"], row["to"]))
    view.close()


@case
def statistics_and_clocks():
    """the statistics of dragged cycles are those of the terminal; clocks begin at 0 with the first
    block; V"""
    view = Blocks()
    chart = view.chart_node
    wait("a view", view.view, alive=view.app)
    view.window.drag(chart, view.at(chart, 0.3, LANE), view.at(chart, 0.6, LANE + 8))
    has = view.wait_key("range")
    table = view.tab("Range", re.compile("statistics|blocks by program", re.I))
    rows = table.expect_terminal(view.report, "blocks", "--location=trace?by=program&range=" + has)
    say("cycles %s: %d rows" % (has, len(rows)))
    view.choose("Clock", 1)
    view.wait_place("trace", clock="first", range=None)
    wait("cycle 0", lambda: view.view() and view.view()[0] == 0, alive=view.app)
    view.click_chart(chart, 0.12, LANE)
    view.window.key("v")
    has = view.wait_place("trace", view="flat")
    check("from" not in has, "cycles of blocks mean nothing to steps: %r" % has)
    view.close()


if __name__ == "__main__":
    driver.main()
