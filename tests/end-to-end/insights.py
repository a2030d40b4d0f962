"""Insights: each finding leads to its location, and its command prints its number."""

import os
import re
import subprocess

import driver
import page
import reports
from driver import case, check, say, wait

QUANTITY = re.compile("([0-9][0-9,.]*) ([KMGT]?i?B|%)")
SIZES = {unit: 1024 ** i for i, unit in enumerate(("B", "KiB", "MiB", "GiB", "TiB"))}
# Findings on waiting tiles are one group.
WAITS = ("idle_tiles", "load_imbalance", "straggler")


def group_of(finding):
    return "tile_wait" if finding["key"] in WAITS else finding["key"]


def findings_of(report):
    findings = page.rows("table", "findings", report)
    check(len(findings) > 5, "there are findings: %d" % len(findings))
    return findings


def all_open(findings):
    """Returns the location at which all rows are expanded."""
    words = sorted({group_of(one) for one in findings if one["cycles"]})
    return "insights?open=" + ",".join(words + [word + ".more" for word in words] + ["memory.more"])


def listed(findings):
    """Returns the findings that have a row; that the model fits is a card's title instead."""
    return [one for one in findings if one["key"] != "capacity"]


def items(view):
    """Returns all shown rows from top to bottom. Hidden rows have nodes without a size."""
    return [row for node in view.window.nodes("list") for row in node.children
            if row.role == "list item" and row.extents()[2] > 0]


def row_of(view, finding):
    """Returns the row of a finding, or None if it is not there yet."""
    return next((row for row in items(view) if page.plain(row.name) == finding["sentence"]), None)


def item_of(view, label):
    """Returns the row with a label, or None."""
    return next((row for row in items(view) if label in labels_of(row)), None)


def labels_of(row):
    return [page.plain(n.name) for n in row.walk() if n.role == "label"]


def expand(view, group):
    """Expands a group with its arrow, unless it is expanded."""
    arrow = view.scroll_to(lambda: next((n for n in view.window.nodes("push button") if n.description == group), None))
    if arrow.name == "Expand":
        view.window.click(arrow)


def button_of(view, finding, name):
    """Returns an icon of the finding's row, which exists while the pointer is on the row."""
    def find():
        row = row_of(view, finding)
        if not row:
            return None
        view.window.move(row)
        return next((n for n in row.walk() if n.name == name), None)
    view.scroll_to(lambda: row_of(view, finding))
    return wait("the button “%s”" % name, find, alive=view.app)


def run_in_shell(command):
    """Returns the output of the command in a shell with Poplens in the PATH."""
    path = driver.BINARIES + os.pathsep + os.environ["PATH"]
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False,
                          env={**os.environ, "PATH": path})
    check(done.returncode == 0, "%s: %d, %s" % (command, done.returncode, done.stderr))
    return page.plain(done.stdout)


def quantities(text):
    """Yields the numbers of bytes and percent in a text: whether it is percent, the value, and the
    maximal rounding error. A column has one unit; a sentence may use another."""
    for digits, unit in QUANTITY.findall(text):
        digits, size = digits.strip(",.").replace(",", ""), SIZES.get(unit, 1)
        yield unit == "%", float(digits) * size, size * 0.5 * 10 ** -len(digits.partition(".")[2])


def says(printed, wanted):
    return any(has[0] == wanted[0] and abs(has[1] - wanted[1]) <= has[2] + wanted[2] for has in quantities(printed))


def check_commands(view, findings):
    """Checks that each finding has a row, and that its command prints its number."""
    sentences = {finding["sentence"] for finding in listed(findings)}

    def missing():
        return sentences - {page.plain(row.name) for row in items(view)}
    wait("rows of all findings, but for %r" % missing(), lambda: not missing(), alive=view.app)
    for finding in listed(findings):
        printed = run_in_shell(finding["command"])
        number = next(quantities(finding["sentence"]), None)
        check(not number or says(printed, number), "%s: the number of “%s” is not in\n%s" %
              (finding["command"], finding["sentence"], printed))


def follow_all(view, findings):
    """Follows each link, and goes back."""
    seen = set()
    for finding in listed(findings):
        where, keys = page.parse_place(finding["location"])
        # A finding shows its first occurrence, with the keys that it needs.
        if "finding" in keys:
            keys = {key: keys[key] for key in ("finding", "tab") if key in keys}
        # Tries each location once.
        if finding["location"] in seen:
            continue
        seen.add(finding["location"])
        view.window.click(view.scroll_to(lambda finding=finding: row_of(view, finding)))
        view.wait_place(where, **keys)
        view.window.key("alt+Left")
    say("%d findings, %d places" % (len(findings), len(seen)))


@case
def links_and_commands():
    """a whole report: every link leads to its location, every command prints its number"""
    report = reports.like("integrals")
    findings = findings_of(report)
    view = page.Page(report, all_open(findings))
    view.wait_page("Insights")
    check_commands(view, findings)
    follow_all(view, findings)
    view.close()


def group_titles(view):
    """Returns the titles of the shown groups, and whether each is expanded."""
    arrows = [n for row in items(view) for n in row.walk() if n.name in ("Expand", "Collapse")]
    return [(n.description, n.name == "Collapse") for n in sorted(arrows, key=lambda n: n.extents()[1])]


@case
def cards():
    """layout: Time beside Memory above Facts; groups sorted by saving, the first one expanded"""
    view = page.Page(reports.copy(), "insights")
    view.wait_page("Insights")
    findings = findings_of(view.report)
    order = list(dict.fromkeys(group_of(one) for one in findings if one["cycles"] and one["key"] not in ("before_start", "between_runs")))
    titles = {row["kind"]: row["title"] for row in page.records(view.report, "time-findings")}
    wanted = [titles[key] for key in order]
    driver.wait_still("the groups %r" % wanted, lambda: [title for title, _ in group_titles(view)] == wanted, view.app)
    check([is_open for _, is_open in group_titles(view)] == [True] + [False] * (len(wanted) - 1), group_titles(view))
    left, top = view.window.wait_for("label", "Time").extents()[:2]
    memory = view.window.wait_for("label", re.compile("^Fits: .* free on tile ")).extents()
    facts = view.window.wait_for("label", "Facts").extents()
    check(memory[0] > left + 300 and abs(memory[1] - top) < 12, "Memory is beside Time: %r, %r" % (memory, (left, top)))
    check(facts[0] > left + 300 and facts[1] > memory[1] + 60, "Facts are below it: %r" % (facts,))
    # Parts of a collapsed group have no rows; icons are shown only at the pointer.
    closed = next(one for one in findings if one["key"] == "idle_tiles" and one["subject"])
    check(row_of(view, closed) is None, "its group is closed")
    check(not [n for n in view.window.nodes("push button", "Copy the command") if n.is_shown()], "icons only where one points")
    expand(view, "Tile wait")
    view.wait_place("insights", open="first,tile_wait")
    row = wait("its part", lambda: row_of(view, closed), alive=view.app)
    before = row.extents()
    button = button_of(view, closed, "Copy the command")
    check(row_of(view, closed).extents() == before, "nothing moves")
    view.window.click(button)
    view.window.wait_toast("Command copied")
    wait("the command", lambda: page.clipboard() == closed["command"], alive=view.app)
    view.close()


@case
def keyboard():
    """with the keyboard alone: filtering, expanding, collapsing, copying, dismissing, following"""
    view = page.Page(reports.copy(), "insights")
    view.wait_page("Insights")
    findings = findings_of(view.report)
    finding = next(one for one in findings if one["key"] == "host" and one["subject"])
    wait("its row", lambda: row_of(view, finding), alive=view.app)

    def focused():
        return next((row for row in items(view) if row.has(driver.atspi.FOCUSED)), None)

    word = finding["subject"].split("/")[-1]
    titles = {row["kind"]: row["title"] for row in page.records(view.report, "time-findings")}
    wanted = {titles[group_of(one)] for one in findings if one["cycles"] and word in one["sentence"]}
    check(len(wanted) < len(group_titles(view)), "not all have the word: %r" % wanted)
    view.window.key("ctrl+f")
    view.window.type(word)
    view.wait_place("insights", search=word)
    wait("the groups %r alone" % wanted, lambda: {title for title, _ in group_titles(view)} == wanted and row_of(view, finding),
         alive=view.app)
    view.window.key("Escape")
    view.wait_place("insights", search=None)
    for _ in range(12):
        if focused():
            break
        view.window.key("Tab")
    check(focused() and "Host" in labels_of(focused()), "the first row has the keyboard")
    view.window.key("Left")
    view.wait_place("insights", open="none")
    view.window.key("Right")
    view.wait_place("insights", open="first")
    wait("its part", lambda: row_of(view, finding), alive=view.app)
    # The advice of the group is between them, and can be focused for reading.
    view.window.key("Down", "Down")
    wait("the part has the keyboard", lambda: focused() and page.plain(focused().name) == finding["sentence"], alive=view.app)
    view.window.key("ctrl+c")
    wait("the command", lambda: page.clipboard() == finding["command"], alive=view.app)
    view.window.key("Delete")
    wait("the entry", lambda: view.window.nodes("text", "Reason to dismiss this finding"), alive=view.app)
    view.window.type("known")
    view.window.key("Return")
    wait("the row gone", lambda: row_of(view, finding) is None, alive=view.app)
    view.window.click(view.window.wait_toast("Undo"))
    row = wait("the row again", lambda: row_of(view, finding), alive=view.app)
    check(row, "there")
    view.close()


@case
def followed():
    """a followed finding stays on its pages, N goes through its steps, Clear and Escape restore the
    earlier view"""
    before = "trace?bsp=yes&executed=5&from=1300000&tab=steps&to=2600000"
    view = page.Page(reports.copy(), before)
    view.wait_page("Execution Trace")
    finding = next(one for one in findings_of(view.report) if one["key"] == "idle_tiles" and one["subject"])
    name = page.parse_place(finding["location"])[1]["finding"]

    def enter():
        view.window.key("alt+2")
        view.wait_page("Insights")
        expand(view, "Tile wait")
        view.window.click(view.scroll_to(lambda: row_of(view, finding)))
        return view.wait_place("trace", finding=name, bsp="yes")

    def count():
        return next((n.name for n in view.window.nodes("label") if re.match("[0-9]+ of [0-9]+$", n.name)), None)

    enter()
    at = int(view.wait_key("at"))
    said = wait("which it is", count, alive=view.app)
    n = int(said.split()[2])
    check(said == "%d of %d" % (at, n) and n > 2, said)
    check(any(label.name.startswith("Idle tiles, ") for label in view.window.nodes("label")), "its title")
    view.window.key("n")
    after = view.wait_place("trace", at=str(at % n + 1))
    check(after["executed"], after)
    view.window.key("shift+n", "shift+n")
    view.wait_place("trace", at=str((at - 2) % n + 1))
    view.window.key("alt+5")
    view.wait_place("programs", finding=name, at=str((at - 2) % n + 1))
    view.window.press("Next Occurrence (N)")
    view.wait_place("programs", at=str(at))
    # A tab continues to follow the finding, and says so if it has none of it.
    view.window.key("alt+7")
    view.wait_page("Execution Trace")
    view.window.press("Slowest Tiles: Finding", "page tab")
    view.wait_place("trace", tab="finding-slowest", finding=name)
    view.window.press("Exchanges: Finding", "page tab")
    view.wait_place("trace", tab="finding-exchanges")
    view.window.wait_for("label", "The finding speaks of no exchange")
    view.window.key("alt+6")
    view.wait_place("operations", finding=name, at=str(at))
    wait("the operation of the step", lambda: view.place()[1].get("operation"), alive=view.app)
    view.window.key("alt+3")
    view.wait_page("Memory")
    wait("no bar", lambda: not view.window.shown("push button", "Clear Finding (Esc)"), alive=view.app)
    view.window.key("alt+7")
    view.wait_page("Execution Trace")
    view.window.press("Clear Finding (Esc)")
    restored = view.wait_place("trace", finding=None, at=None, **page.parse_place(before)[1])
    check(restored == page.parse_place(before)[1], restored)
    enter()
    view.wait_key("at")
    view.window.key("Escape")
    restored = view.wait_place("trace", finding=None, at=None, **page.parse_place(before)[1])
    check(restored == page.parse_place(before)[1], restored)
    view.close()


@case
def two_ipus():
    """the demo: commands print their numbers; bars and the switch of tiles lead on"""
    report = reports.copy()
    findings = findings_of(report)
    view = page.Page(report, all_open(findings))
    view.wait_page("Insights")
    check_commands(view, findings)
    view.window.press("Peaks by Tile")
    view.wait_place("insights", view="tiles")
    bars = view.scroll_to(lambda: (view.window.nodes("image", "Fullest tiles") or [None])[0])
    fullest = page.records(view.report, "insights-tiles")[0]["tile"]
    # Bars are one below the other, the fullest at the top, under the legend and the name of the
    # limit.
    view.window.click(bars, bars.extents()[2] // 4, 60)
    view.wait_page("Memory")
    view.wait_place("memory", tile=fullest)
    view.window.key("alt+Left")
    view.wait_page("Insights")
    histogram = view.scroll_to(
        lambda: (view.window.nodes("image", "Tiles by memory use") or [None])[0])
    before = histogram.description_now()
    view.window.click(view.scroll_to(
        lambda: (view.window.nodes("check box", "Include Gaps") or [None])[0]))
    wait("another histogram", lambda: histogram.description_now() != before, alive=view.app)
    view.wait_place("insights", gaps="yes")
    view.close()


@case
def dismissed():
    """a finding is dismissed with a reason, counted, shown with a click, and restored; a dismissal
    is undone"""
    view = page.Page(reports.copy(), "insights")
    view.wait_page("Insights")
    finding = next(one for one in findings_of(view.report) if one["saves"])
    path = os.path.join(view.app.home, "data", "poplens", "bookmarks.ini")

    def counted():
        return item_of(view, "Show 1 dismissed")

    def dismiss():
        view.window.click(button_of(view, finding, "Dismiss Finding…"))
        wait("the entry", lambda: view.window.nodes("text", "Reason to dismiss this finding"), alive=view.app)
        view.window.type("known since May")
        view.window.key("Return")

    dismiss()
    wait("the count", counted, alive=view.app)
    wait("the row gone", lambda: row_of(view, finding) is None, alive=view.app)
    wait("the reason in the file",
         lambda: os.path.exists(path) and "=known since May" in open(path, encoding="utf-8").read(), alive=view.app)
    view.window.click(view.scroll_to(counted))
    view.wait_place("insights", dismissed="yes")
    row = view.scroll_to(lambda: row_of(view, finding))
    check("Dismissed: known since May" in labels_of(row), labels_of(row))
    view.window.click(button_of(view, finding, "Restore Finding"))
    view.window.wait_toast("Finding restored")
    wait("no count", lambda: not item_of(view, "Hide dismissed"), alive=view.app)
    check("known" not in open(path, encoding="utf-8").read(), "restored in the file, too")
    dismiss()
    view.window.click(view.window.wait_toast("Undo"))
    wait("no count", lambda: not counted() and row_of(view, finding), alive=view.app)
    view.close()


@case
def two_clicks_to_the_contents():
    """out of memory: from opening the report to the contents of the fullest tile at its peak"""
    report = reports.demo("over", extra=["--overflow"])
    over = page.records(report, "overflow")
    peak = max(page.records(report, "liveness-tiles"), key=lambda row: int(row["bytes"]))
    there = "liveness?tile=%s&step=%s" % (peak["tile"], peak["step"])
    largest = page.records(report, "contents", "--location", there)[0]["name"]
    view = page.Page(report, "summary")
    view.wait_page("Summary")
    view.window.click(view.window.wait_for("list item", "Insights"))
    view.wait_page("Insights")
    # The title of the card has the number of tiles.
    title = view.window.wait_for("label", re.compile("^[0-9,]+ of [0-9,]+ tiles? over"))
    check(page.plain(title.name).startswith("%d of " % len(over)), title.name)
    view.window.click(view.scroll_to(lambda: item_of(view, "Cause")))
    view.wait_page("Liveness")
    view.wait_place("liveness", tile=peak["tile"], step=peak["step"])
    view.tab("Tile Contents", "Tile contents", "Table")
    table = page.Table(view.window, "Tile contents")
    table.wait_rows("the largest kind first", lambda rows: rows and largest in rows[0])
    view.close()


@case
def sections():
    """the demo: the section is part of the location; going back restores it"""
    view = page.Page(reports.copy(), "insights")
    view.wait_page("Insights")
    view.window.press("What If")
    view.wait_place("insights", view="what-if")
    view.window.wait_text("Tiles over capacity")
    view.window.key("alt+Left")
    view.wait_place("insights", view=None)
    view.window.wait_for("label", "Facts")
    view.window.key("alt+Right")
    view.wait_place("insights", view="what-if")
    view.close()


@case
def a_tile_of_the_map():
    """the demo: a click on the plan of tiles leads to what is live on that tile at its peak"""
    view = page.Page(reports.copy(), "insights?view=tiles")
    view.wait_page("Insights")
    plan = view.scroll_to(
        lambda: (view.window.nodes("image", "Peak of Each Tile") or [None])[0])
    width, height = plan.extents()[2:]
    view.window.click(plan, width // 4, height // 2)
    view.wait_page("Liveness")
    has = view.wait_place("liveness")
    peaks = {row["tile"]: row["step"] for row in page.records(view.report, "liveness-tiles")}
    check(peaks[has["tile"]] == has["step"], "tile %(tile)s at step %(step)s" % has)
    view.close()


@case
def what_if():
    """the demo: a pattern, its factor, no instrumentation; numbers, command and history"""
    view = page.Page(reports.copy(), "insights?view=what-if")
    view.wait_page("Insights")
    # The answer comes first, the user's changes below it.
    view.window.wait_for("label", "Tiles over capacity")
    view.window.click(view.window.wait_for("text", "Variables to scale"))
    view.window.type("weights")
    view.window.key("Return")
    view.wait_place("insights", scale="weights=1")
    view.window.wait_text("Tiles over capacity")
    view.window.click(view.window.wait_for("spin button", "Factor"))
    view.window.key("ctrl+a")
    view.window.type("1.5")
    view.window.key("Return")
    view.wait_place("insights", scale="weights=1.5")
    view.window.click(view.window.wait_for("check box", "Remove Instrumentation"))
    view.wait_place("insights", scale="weights=1.5", change="no-instrumentation")
    place = "insights?scale=weights=1.5&change=no-instrumentation"
    first = page.records(view.report, "what-if", "--location", place)[0]
    over = [int(first["over" + of]) + int(first["tight" + of]) for of in ("_before", "")]
    view.window.wait_text("{:,} \u2192 {:,}".format(*over))
    view.window.wait_text(re.compile("^Tile %s at " % first["first_tile"]))
    check([n.text() for n in view.window.nodes("spin button", "Factor")] == ["1.50"], "the factor is shown with a point")
    command = "poplens-cli fit '%s' --scale 'weights=1.5' --change 'no-instrumentation'" % view.report

    def copied():
        # Sections arrive some frames after the cards of an answer, with their command.
        view.window.press("Copy Command")
        return page.clipboard() == command
    wait("the command on the clipboard", copied, alive=view.app)
    check("1.5" in run_in_shell(page.clipboard()), "the command says what is changed")
    view.window.key("alt+Left")
    view.wait_place("insights", scale="weights=1.5", change=None)
    wait("the box to be free again", lambda: not view.window.wait_for(
        "check box", "Remove Instrumentation").has(driver.atspi.CHECKED), alive=view.app)
    view.close()


if __name__ == "__main__":
    driver.main()
