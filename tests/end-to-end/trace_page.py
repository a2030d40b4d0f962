"""A window on the Execution Trace, as a user has it before them."""

import re

import driver
import page
from driver import check, say, wait

# From the chart's top: the lane of the first IPU, under legend, ruler, runs and live bytes.
LANE = 136
# … and its first tiles, below two lanes.
TILES = 196
RANGE = r"cycles (%s) to (%s)" % (page.NUMBER, page.NUMBER)


class Trace(page.Page):
    """The page of a report, whose chart tells the cycles that it shows."""

    def __init__(self, report, query=""):
        # With what is outside of the program the axis is even.
        super().__init__(report, "trace" + query + ("&" if query else "?") + "outside=yes")
        self.chart_node = self.chart("Executed steps")

    def empty(self):
        """How far down the chart nothing is drawn: below its last lane."""
        return self.chart_node.extents()[3] - 4

    def view(self):
        found = re.match("Shown: " + RANGE, self.chart_node.description_now())
        return found and (page.number(found.group(1)), page.number(found.group(2)))

    def settle(self, good):
        """What is shown once it is @good and stays so."""
        return driver.wait_still("the trace to come to rest, not at %r" % (self.view(),),
                                 lambda: self.view() and good(self.view()) and self.view(),
                                 self.app, 12)

    def selected(self):
        """The cycles selected."""
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
        """A dragged range's numbers are the terminal's."""
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
    """From the first begin of work on tiles, or an exchange, to the last end; to the end of all where work is half of that."""
    steps = page.records(report, "trace-steps")
    rows = [r for r in steps if r["type"] in ("OnTileExecute", "DoExchange", "GlobalExchange")]
    begin, last, end = (min(int(r["from"]) for r in rows), max(int(r["to"]) for r in rows), max(int(r["to"]) for r in steps))
    return begin, end if end - last <= last - begin else last


def zoom_and_pan(view):
    """W, S, A, D, 0 and F, with a step selected."""
    opened = view.settle(lambda shown: shown == working_range(view.report))
    # The chart need not have been clicked.
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
    """Steps by their id, those that wait or those that work, with the cycles of their longest block."""
    rows = [r for r in page.records(report, "trace-steps", "--location=trace?from=0")]
    waiting = ("StreamCopyBegin", "StreamCopyEnd", "Sync", "Sans", "SyncAns")
    return sorted((int(r["step"]), int(r["to"]) - int(r["from"])) for r in rows
                  if (r["type"] in waiting) == waits)


def longest_gap(report):
    """Cycles in a row in which nothing works."""
    rows = page.records(report, "trace-steps", "--location=trace?from=0")
    end = gap = 0
    for begin, to in sorted((int(r["from"]), int(r["to"])) for r in rows if r["type"] in
                            ("OnTileExecute", "DoExchange", "GlobalExchange", "StreamCopy")):
        end, gap = max(end, to), max(gap, begin - end)
    return gap
