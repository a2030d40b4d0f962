"""The Execution Trace with mouse and keys; tables have the numbers of poplens-cli."""

import os
import re

import driver
import page
import reports
from driver import case, check, say, wait
from trace_page import LANE, TILES, Trace, longest_gap, ordered, span, working_range, zoom_and_pan


@case
def notices():
    """Show All of a notice restores hidden steps, and keeps zoom and selected cycles"""
    view = Trace(reports.like("integrals"), "?hide=sync&from=0")
    opened = view.settle(lambda shown: shown[0] == 0)
    selected = view.drag(0.3, 0.55)
    view.window.key("w", "w", "w")
    closer = view.settle(lambda shown: span(shown) < 0.7 * span(opened))
    before = driver.wait_still("a location at rest", lambda: view.wait_place("trace", hide="sync"),
                               view.app)
    view.window.press("Show All")
    after = view.wait_place("trace", hide=None)
    check(after == {k: v for k, v in before.items() if k != "hide"}, "%r, then %r" % (before, after))
    check(view.settle(lambda shown: True) == closer, "still %r, not %r" % (closer, view.view()))
    check(view.selected() == selected, "still selected %r, not %r" % (selected, view.selected()))
    view.close()


@case
def jumps():
    """from a step to a longer one, to a wait and back with L and X; Backspace undoes the last zoom"""
    view = Trace(reports.like("integrals"), "?executed=3&from=0")
    work, waits = ordered(view.report, waits=False), ordered(view.report, waits=True)
    view.click_chart(view.chart_node, 0.5, view.empty())
    view.window.key("x")
    waiting = [s for s, cycles in waits if cycles]
    at = int(view.wait_key("executed", lambda step: step != "3"))
    check(at in waiting, "step %d waits: %r" % (at, waiting))
    long_one = max(work, key=lambda r: r[1])
    for _ in range(20):
        view.wait_place("trace", jump=None)
        before = int(view.wait_key("executed"))
        if before == long_one[0]:
            break
        view.window.key("l")
        now = int(view.wait_key("executed", lambda step, before=before: int(step) != before))
        check(now > before, "%d comes after %d" % (now, before))
    check(before == long_one[0], "the longest is the last: %d, not %r" % (before, long_one))
    view.window.key("l")
    view.window.wait_toast("No later step takes longer")
    opened = view.view()
    view.window.key("w", "w", "w")
    view.settle(lambda shown: span(shown) < 0.7 * span(opened))
    view.window.key("BackSpace")
    view.settle(lambda shown: abs(span(shown) - span(opened)) <= 0.01 * span(opened))


@case
def measure():
    """M measures from edge to edge of steps; Ctrl+C copies the number; Escape ends it"""
    view = Trace(reports.like("integrals"), "?from=0")
    rows = page.records(view.report, "trace-steps", "--location=trace?from=0")
    edges = {int(r[k]) for r in rows for k in ("from", "to")}
    view.click_chart(view.chart_node, 0.5, view.empty())
    view.window.key("m")
    before = view.selected()
    view.window.drag(view.chart_node, view.at(view.chart_node, 0.001, LANE),
                     view.at(view.chart_node, 0.999, LANE + 8))
    cycles = int(wait("a number on the clipboard", lambda: re.fullmatch(
        "[0-9]+", view.window.copy("ctrl+c")), alive=view.app).group())
    check(cycles in {b - a for a in edges for b in edges}, "%d is from edge to edge" % cycles)
    check(view.selected() == before, "nothing was selected: %r" % (view.selected(),))
    view.window.key("Escape")
    view.drag(0.3, 0.55)


@case
def bookmarks():
    """K asks for a note, which is saved; the tab lists it: F2, Delete and Undo; Shift+K lists it"""
    view = Trace(reports.like("integrals"), "?from=0")
    path = os.path.join(view.app.home, "data", "poplens", "bookmarks.ini")

    def kept():
        if not os.path.exists(path):
            return []
        with open(path, encoding="utf-8") as file:
            return re.findall("^([0-9]+)=(.*)$", file.read(), re.M)
    view.click_chart(view.chart_node, 0.5, view.empty())
    view.window.key("k")
    field = re.compile("^Note at cycle .*")
    wait("a field for a note", lambda: list(view.window.nodes("text", field)), alive=view.app)
    view.window.type("the slow one")
    view.window.key("Return")
    found = wait("a bookmark in its file", kept, alive=view.app)
    check([note for _, note in found] == ["the slow one"], "the note: %r" % found)
    cycle = found[0][0]
    table = view.tab("Bookmarks", "Bookmarks")
    table.wait_rows("the bookmark", lambda rows: len(rows) == 1)
    table.click_row(0)
    view.window.key("F2")
    wait("a field for the note", lambda: list(view.window.nodes("text", field)), alive=view.app)
    view.window.key("ctrl+a")
    view.window.type("changed")
    view.window.key("Return")
    wait("another note in the file", lambda: kept() == [(cycle, "changed")], alive=view.app)
    wait("another note in the table", lambda: "changed" in str(table.rows()), alive=view.app)
    table.click_row(0)
    view.window.key("Delete")
    wait("no bookmark in the file", lambda: not kept(), alive=view.app)
    # libadwaita repeats the name of a toast's button.
    view.window.click(view.window.wait_toast(re.compile("^Undo")))
    wait("the bookmark again", lambda: kept() == [(cycle, "changed")], alive=view.app)
    view.click_chart(view.chart_node, 0.5, view.empty())
    view.window.key("shift+k")
    wait("the list", lambda: list(view.window.nodes("push button", "Delete")), alive=view.app)
    view.window.key("Tab", "Tab", "Return")
    wait("no bookmark in the file again", lambda: not kept(), alive=view.app)


@case
def bookmark_of_a_range():
    """Shift+K shows all bookmarks of a range; Ctrl+Z restores one, also after reading again; a copy
    of the report has them"""
    view = Trace(reports.copy())
    path = os.path.join(view.app.home, "data", "poplens", "bookmarks.ini")

    def kept():
        with open(path, encoding="utf-8") as file:
            return re.findall("^([0-9-]+)=(.*)$", file.read(), re.M)
    first, last = view.drag(0.3, 0.6)
    view.window.move(view.chart_node, *view.at(view.chart_node, 0.45, LANE))
    view.window.key("k")
    wait("a field for a note", lambda: list(view.window.nodes(
        "text", re.compile("^Note on cycles .*"))), alive=view.app)
    view.window.type("the part")
    view.window.key("Return")
    mine = [("%d-%d" % (first, last), "the part")]
    wait("a bookmark in its file", lambda: os.path.exists(path) and kept() == mine, alive=view.app)

    while span(view.settle(bool)) > (last - first) / 4:
        view.window.key("w", "w")
    view.window.key("shift+k")
    wait("the list", lambda: list(view.window.nodes("push button", "Delete")), alive=view.app)
    view.window.key("Return")
    shown = view.settle(lambda seen: seen[0] <= first and seen[1] >= last)
    check(span(shown) < 1.5 * (last - first), "the range fills the view: %r" % (shown,))
    view.window.key("Escape")
    view.window.wait_gone("push button", "Delete")

    table = view.tab("Bookmarks", "Bookmarks")
    table.wait_rows("the bookmark", lambda rows: len(rows) == 1)
    table.click_row(0)
    view.window.key("Delete")
    wait("no bookmark in the file", lambda: not kept(), alive=view.app)
    view.window.key("ctrl+z")
    wait("the bookmark again", lambda: kept() == mine, alive=view.app)
    view.window.key("F5")
    view.window.wait_toast("Reloaded")
    table = view.tab("Bookmarks", "Bookmarks")
    table.wait_rows("the bookmark", lambda rows: len(rows) == 1)
    table.click_row(0)
    view.window.key("Delete")
    wait("no bookmark in the file", lambda: not kept(), alive=view.app)
    # The toast about reading replaces the one with the button; both vanish by themselves.
    view.window.key("F5")
    wait("no Undo", lambda: not view.window.shown("push button", re.compile("^Undo")),
         alive=view.app)
    view.window.key("ctrl+z")
    wait("the bookmark again", lambda: kept() == mine, alive=view.app)
    view.close()

    other = page.Page(reports.copy(), "trace", home=view.app.home)
    table = other.tab("Bookmarks", "Bookmarks")
    table.wait_rows("the same in a copy", lambda rows: "the part" in str(rows))
    other.close()


@case
def keys_and_step():
    """a whole report: opens on the work; zooms and pans; a step, its liveness and back; a range"""
    view = Trace(reports.like("integrals"))
    step, row = zoom_and_pan(view)
    table = view.details("Executed step")
    wanted = [r[:3] for r in page.terminal(view.report, "card",
                                           "--location=trace?executed=" + step)]
    wait("all that the terminal says of it", lambda: [r[:3] for r in table.copied()] == wanted,
         alive=view.app)
    titles = [r[0] for r in wanted]
    liveness = titles.index("Program step")
    table.follow(liveness)
    view.wait_page("Liveness")
    view.wait_place("liveness", step=wanted[liveness][1])
    view.window.key("alt+Left")
    view.wait_page("Execution Trace")
    view.wait_place("trace", executed=step)
    view.window.click(view.chart_node, *view.at(view.chart_node, 0.5, LANE))
    first, last, rows = view.expect_statistics()
    check(int(row["from"]) <= first and last <= int(row["to"]), "the drag was within the step")
    check({int(r[4]) for r in rows} == {last - first}, "so these are all cycles: %r" % rows)
    view.close()


@case
def search_of_the_location():
    """a location with a search: matches are counted at once, and N goes to them without a click"""
    view = Trace(reports.like("integrals"), "?search=streamcopy")
    hits = len([r for r in page.records(view.report, "trace-steps")
                if r["type"].startswith("StreamCopy")])
    view.window.wait_text("%d matches" % hits)
    view.window.key("n")
    at = int(view.window.wait_text(re.compile("^[0-9]+ of %d$" % hits)).name.split()[0])
    view.window.key("shift+n")
    view.window.wait_text("%d of %d" % ((at - 2) % hits + 1, hits))
    view.close()


@case
def search_and_folds():
    """matches are counted and visited; G folds waits; V shows the flame graph; Escape removes the
    matches"""
    view = Trace(reports.like("integrals"))
    steps = [r["step"] for r in page.records(view.report, "trace-steps")
             if r["type"].startswith("StreamCopy")]
    view.window.key("ctrl+f")
    view.window.type("streamcopy")
    # The first match is the one that begins in view; from there on they are cyclic.
    first = view.window.wait_text(re.compile("^[0-9]+ of %d$" % len(steps))).name
    at = int(first.split()[0])
    order = ["Return"] * (len(steps) + 1) + ["shift+Return"] * 2
    for key in order:
        view.window.key(key)
        at = (at - 1 + (1 if key == "Return" else -1)) % len(steps) + 1
        view.window.wait_text("%d of %d" % (at, len(steps)))
    view.wait_place("trace", executed=steps[at - 1], search="streamcopy")
    say("%d hits, the last was step %s" % (len(steps), steps[at - 1]))
    view.window.key("Escape")
    view.window.wait_gone("label", re.compile(" of %d$" % len(steps)))

    view.click_lane(0.5)
    view.window.key("0")
    flat = view.window.picture(view.chart_node)
    view.window.key("g")
    folded = view.window.wait_text(re.compile("^[0-9]+ waits? collapsed: ")).name
    view.wait_place("trace", fold="yes")
    gone, everything = [page.number(n) for n in re.search(
        r": (%s) of (%s) cycles" % (page.NUMBER, page.NUMBER), folded).groups()]
    gap = longest_gap(view.report)
    check(0.3 * everything < gap, "one wait is long: %d cycles" % gap)
    check(0.99 * gap < gone < everything, "it is gone: " + folded)
    view.window.key("g")
    view.window.wait_gone("label", folded)
    view.wait_place("trace", fold="no")
    view.window.key("v")
    view.wait_place("trace", view="flame")
    wait("another picture", lambda: view.window.picture(view.chart_node) != flat, alive=view.app)
    view.window.key("v")
    # If blocks are recorded, there is a view of them.
    if view.wait_key("view", lambda now: now != "flame") == "blocks":
        view.window.key("v")
    view.wait_place("trace", view="flat")
    view.close()


@case
def letters_of_another_layout():
    """without Latin letters on the keyboard, a key means the letter at its position"""
    view = Trace(reports.like("integrals"), "?from=0")

    def press_in_russian(code):
        driver.run("setxkbmap", "-layout", "ru")
        try:
            view.window.input("key", code)
        finally:
            driver.run("setxkbmap", "-layout", "us")

    press_in_russian("42")  # the position of G
    view.wait_place("trace", fold="yes")
    view.window.key("ctrl+f")
    press_in_russian("42")
    view.wait_place("trace", fold="yes", search="\u043f")
    press_in_russian("ctrl+38")  # the position of A: select all text
    press_in_russian("43")
    view.wait_place("trace", fold="yes", search="\u0440")
    press_in_russian("ctrl+45")  # the position of K, an accelerator of the application
    view.window.wait_for(name="Search by name or number")
    view.window.key("Escape")
    press_in_russian("ctrl+59")  # the position of the comma
    preferences = view.window.app.window("Preferences")
    preferences.key("Escape")
    preferences.wait_closed()
    view.close()


@case
def search_by_expression():
    """a regular expression on names and types, shown on the overview strip too; an invalid one is
    an error"""
    view = Trace(reports.like("integrals"), "?from=0")
    steps = [r["step"] for r in page.records(view.report, "trace-steps")
             if re.search("copy(begin|end)|sans", r["type"] + " " + (r["name"] or ""), re.I)]
    check(len(steps) > 2, "some hits: %r" % steps)

    def strip():
        """Returns the pixels of the overview strip above the chart."""
        x, y = view.window.point(view.chart_node, 0, 0)
        return driver.pixels(x, y - 40, view.chart_node.extents()[2], 36)
    view.settle(lambda shown: True)
    view.window.move(view.chart_node, *view.at(view.chart_node, 0.5, view.empty()))
    before = driver.wait_still("a strip at rest", strip, view.app)
    view.window.key("ctrl+f")
    view.window.type("/copy(begin|end)|sans/")
    wait("marks on the strip", lambda: strip() != before, alive=view.app)
    view.window.wait_text(re.compile("^[0-9]+ of %d$" % len(steps)))
    view.window.key("ctrl+a")
    view.window.type("/copy(/")
    said = view.window.wait_text(re.compile("^Invalid regular expression: ")).name
    view.window.key("Escape")
    wait("no marks on the strip", lambda: strip() == before, alive=view.app)
    say("%d hits; %s" % (len(steps), said))
    view.close()


@case
def find_a_hidden_step():
    """Ctrl+K, or a match, of a kind that the legend hides: it is shown again; Undo hides it"""
    view = Trace(reports.like("integrals"), "?colour=type&hide=compute,host-begin")
    view.settle(lambda shown: True)
    view.window.key("ctrl+k")
    view.window.wait_for(name="Search by name or number")
    view.window.type("executed step 3")
    wait("the step first", lambda: [
        n for n in view.window.nodes("list item") if n.has(driver.atspi.SELECTED) and
        any(page.plain(c.name).startswith("Executed step 3") for c in n.walk())], alive=view.app)
    # Enter alone opens its card.
    view.window.key("ctrl+Return")
    # Reading the location would replace this toast by "Copied".
    view.window.wait_toast("Now shown: StreamCopyBegin")
    view.settle(lambda shown: True)
    view.wait_place("trace", executed="3", hide="compute")
    view.window.key("alt+Left")
    view.wait_place("trace", hide="compute,host-begin")
    view.window.key("alt+Right")
    view.wait_place("trace", executed="3", hide="compute")

    view.window.key("ctrl+f")
    step = next(r["step"] for r in page.records(view.report, "trace-steps", "--location=trace?from=0")
                if r["type"] == "OnTileExecute")
    view.window.type("#" + step)
    view.window.wait_text("1 of 1")
    view.window.wait_toast("Now shown: OnTileExecute")
    view.window.click(view.window.wait_toast(re.compile("^Undo")))
    view.wait_place("trace", executed=step, hide="compute")
    view.close()


def expect_a_box_beside_lanes(view):
    """Checks that the hover box of a step covers no other lane, and closes when a menu opens."""
    width, height = view.chart_node.extents()[2:]

    def above():
        return driver.pixels(*view.window.point(view.chart_node, 0, 0), width, LANE - 50)

    def below():
        # The lane of the other IPU.
        top = round(0.6 * height)
        return driver.pixels(*view.window.point(view.chart_node, 0, top), width, height - top)
    view.window.move(view.chart_node, 5, -60)
    without, lanes = driver.wait_still("no box", above, view.app), below()
    view.window.move(view.chart_node, view.at(view.chart_node, 0.2, LANE)[0], LANE)
    wait("a box above the lanes", lambda: above() != without, alive=view.app)
    check(below() == lanes, "a box over lanes")
    view.window.click(view.chart_node, view.at(view.chart_node, 0.2, LANE)[0], LANE, button=3)
    wait("no box above a menu", lambda: above() == without, alive=view.app)
    view.window.key("Escape")


@case
def two_ipus():
    """the demo: numbers of a range on all IPUs and on one; a group collapses and expands"""
    view = Trace(reports.copy())
    view.settle(lambda shown: shown == working_range(view.report))
    first, last, rows = view.expect_statistics()
    for ipu in "01":
        told = sum(int(row[4]) for row in rows if row[1] == ipu)
        check(0 < told <= last - first, "cycles of IPU %s: %d of %d" % (ipu, told, last - first))
    check({row[1] for row in rows} == {"", "0", "1"}, "both IPUs: %r" % rows)

    expect_a_box_beside_lanes(view)
    open_lanes = view.window.picture(view.chart_node)
    view.window.click(view.chart_node, 30, LANE)
    view.wait_place("trace", collapse="0")
    wait("fewer lanes", lambda: view.window.picture(view.chart_node) != open_lanes, alive=view.app)
    # A click on the same point would be a double click.
    view.window.click(view.chart_node, 16, LANE)
    view.wait_place("trace", collapse=None)

    view.choose("IPU", 2)
    view.wait_place("trace", ipu="1")
    wait("other lanes", lambda: view.window.picture(view.chart_node) != open_lanes, alive=view.app)
    # Selects other cycles than before, as the view is the same.
    view.expect_statistics("&ipu=1", (0.35, 0.6))
    view.close()


@case
def tiles():
    """tiles below the IPU: a click names tile and step; rows get higher with wheel and key"""
    # Around the begin of the compute step: tiles begin it one by one, some hundreds of cycles
    # before the first row of the step does.
    steps = page.records(reports.like("integrals"), "trace-steps")
    work = [r for r in steps if r["type"] == "OnTileExecute"]
    longest = max(work, key=lambda r: int(r["cycles"]))
    begin = int(longest["from"])
    view = Trace(reports.like("integrals"), "?from=%d&to=%d" % (begin - 1000, begin + 200))
    chart = view.chart_node
    view.window.click(chart, *view.at(chart, 0.5, LANE))
    view.window.key("b")
    view.wait_place("trace", bsp="yes")

    def click_tile(share, good):
        def clicked():
            # The first tiles may not take part.
            view.window.click(chart, *view.at(chart, share, TILES + 60))
            has = view.place()[1]
            return good(has.get("executed")) and has["tile"] and has
        return wait("a tile and its step at %g" % share, clicked, alive=view.app)
    has = click_tile(0.97, lambda step: step == longest["step"])
    check(0 <= int(has["tile"]) < 1472, has)
    click_tile(0.02, lambda step: step and int(step) < int(longest["step"]))
    view.window.click(chart, 30, TILES, button=4, modifier="ctrl")
    once = float(view.wait_key("zoom", lambda zoom: float(zoom) > 1))
    view.window.key("bracketright")
    view.wait_key("zoom", lambda zoom: float(zoom) > once)
    view.window.key("bracketleft", "bracketleft", "bracketleft")
    wait("all lines", lambda: float(view.wait_place("trace").get("zoom", 1)) == 1,
         alive=view.app)
    view.window.key("b")
    wait("no tiles", lambda: view.wait_place("trace").get("bsp", "no") == "no", alive=view.app)
    view.close()


@case
def not_recorded():
    """a report without execution: the page is insensitive, and says why and which option records it"""
    view = page.Page(reports.like("firehose"), "summary")
    row = wait("the page's row, grey", lambda: [
        n for n in view.window.nodes("list item", "Execution Trace")
        if n.description and not n.has(driver.atspi.SENSITIVE)], alive=view.app)[0]
    view.window.key("alt+7")
    view.window.wait_toast("Execution Trace: " + row.description)
    check("autoReport.outputExecutionProfile" in row.description, row.description)
    view.wait_page("Summary")
    say(row.description)
    view.close()
    asked = page.Page(reports.like("firehose"), "trace")
    asked.window.wait_toast("Execution Trace: " + row.description)
    asked.close()


if __name__ == "__main__":
    driver.main()
