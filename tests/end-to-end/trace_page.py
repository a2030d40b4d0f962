"""A window with the Execution Trace, as a user sees it."""

import re

import driver
import page
from driver import check, say, wait

# Pixels from the chart's top to the lane of the first IPU, below legend, ruler, runs and live
# bytes.
LANE = 136
# Pixels from the chart's top to the first tiles, below two lanes.
TILES = 196
RANGE = r"cycles (%s) to (%s)" % (page.NUMBER, page.NUMBER)


class Trace(page.Page):
    """The page of a report; its chart describes the cycles that it shows."""

    def __init__(self, report, query=""):
        # If cycles outside the program are shown, the axis is linear.
        super().__init__(report, "trace" + query + ("&" if query else "?") + "outside=yes")
        self.chart_node = self.chart("Executed steps")

    def empty(self):
        """Returns the distance from the chart's top to an empty place below its last lane, in
        pixels."""
        return self.chart_node.extents()[3] - 4

    def view(self):
        found = re.match("Shown: " + RANGE, self.chart_node.description_now())
        return found and (page.number(found.group(1)), page.number(found.group(2)))

    def settle(self, good):
        """Returns the view when it is @good and stable."""
        return driver.wait_still("the trace to come to rest, not at %r" % (self.view(),),
                                 lambda: self.view() and good(self.view()) and self.view(),
                                 self.app, 12)

    def selected(self):
        """Returns the selected cycles."""
        found = re.search("Selected: " + RANGE + "$", self.chart_node.description_now())
        return found and (page.number(found.group(1)), page.number(found.group(2)))

    def click_lane(self, share, modifier=None):
        self.click_chart(self.chart_node, share, LANE, modifier)

    def drag(self, start, end):
        chart, before = self.chart_node, self.selected()
        self.window.drag(chart, self.at(chart, start, LANE), self.at(chart, end, LANE + 8))
        return wait("another range", lambda: self.selected() != before and self.selected(),
                    alive=self.app)

    def expect_statistics(self, keys="", shares=(0.3, 0.55)):
        """Checks that the numbers of a dragged range are those of the terminal."""
        first, last = self.drag(*shares)
        begin, end = self.view()
        for share, cycle in zip(shares, (first, last)):
            check(abs((cycle - begin) / (end - begin) - share) < 0.01,
                  "%d is at %g of %d to %d" % (cycle, share, begin, end))
        has = self.wait_place("trace", range="%d..%d" % (first, last))
        table = self.tab("Breakdown", STATISTICS, "Step types")
        rows = table.expect_terminal(self.report, "trace-types",
                                     "--location=trace?range=%s%s" % (has["range"], keys))
        say("cycles %d to %d: %d rows" % (first, last, len(rows)))
        return first, last, rows


STATISTICS = re.compile("^Cycles by step type$")


def span(view):
    return view[1] - view[0]


def working_range(report):
    """Returns the cycles that the trace opens on: from the first begin of work (compute or
    exchange) to its last end, or to the end of the trace if the rest is not longer than the
    work."""
    steps = page.records(report, "trace-steps")
    rows = [r for r in steps if r["type"] in ("OnTileExecute", "DoExchange", "GlobalExchange")]
    begin, last, end = (min(int(r["from"]) for r in rows), max(int(r["to"]) for r in rows), max(int(r["to"]) for r in steps))
    return begin, end if end - last <= last - begin else last


def zoom_and_pan(view):
    """Tries W, S, A, D, 0 and F, with a step selected."""
    opened = view.settle(lambda shown: shown == working_range(view.report))
    # The chart need not be clicked before.
    view.window.key("w")
    view.settle(lambda shown: span(shown) < span(opened))
    view.window.key("s")
    view.settle(lambda shown: abs(span(shown) - span(opened)) <= 0.01 * span(opened))
    view.click_lane(0.5)
    step = view.wait_key("executed")
    row = [r for r in page.records(view.report, "trace-steps") if r["step"] == step][0]
    view.window.key("w", "w")
    closer = view.settle(lambda shown: span(shown) < 0.8 * span(opened))
    view.window.key("d")
    right = view.settle(lambda shown: shown[0] > closer[0])
    check(abs(span(right) - span(closer)) <= 2, "as wide as before: %r" % (right,))
    view.window.key("a", "a")
    left = view.settle(lambda shown: shown[0] < right[0])
    view.window.key("s")
    view.settle(lambda shown: span(shown) > span(left))
    view.window.key("0")
    last = max(int(r["to"]) for r in page.records(view.report, "trace-steps"))
    # The location has as many digits as a view of that width needs.
    view.settle(lambda shown: shown[0] == 0 and abs(shown[1] - last) < 1e-6 * last)
    view.window.key("f")
    view.settle(lambda shown: shown[0] <= int(row["from"]) and shown[1] >= int(row["to"]) and
                span(shown) < 1.5 * span((int(row["from"]), int(row["to"]))))
    return step, row


def ordered(report, *, waits):
    """Returns the waiting or the working steps by ID, with the cycles of their longest block."""
    rows = [r for r in page.records(report, "trace-steps", "--location=trace?from=0")]
    waiting = ("StreamCopyBegin", "StreamCopyEnd", "Sync", "Sans", "SyncAns")
    return sorted((int(r["step"]), int(r["to"]) - int(r["from"])) for r in rows
                  if (r["type"] in waiting) == waits)


def longest_gap(report):
    """Returns the longest interval in cycles without work."""
    rows = page.records(report, "trace-steps", "--location=trace?from=0")
    end = gap = 0
    for begin, to in sorted((int(r["from"]), int(r["to"])) for r in rows if r["type"] in
                            ("OnTileExecute", "DoExchange", "GlobalExchange", "StreamCopy")):
        end, gap = max(end, to), max(gap, begin - end)
    return gap
