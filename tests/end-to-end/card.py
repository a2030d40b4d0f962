"""Cards: opened by a click on a name, by Ctrl+K, by menu and keys; their links are followed, and
their text is that of the terminal."""

import re

import driver
import page
import reports
from driver import case, check, wait

SMALL = "[window]\nwidth=1000\nheight=700\n"
VARIABLE = "variable embedding table"


def pane(view, title):
    """Waits for the card with that title. Returns it."""
    return view.window.wait_for("panel", "Card: " + title)


def rows(view, title):
    """Returns the texts of the card's rows."""
    return [page.plain(n.name) for n in pane(view, title).walk() if n.role == "list item"]


def wait_closed(view):
    wait("the card to close", lambda: not [n for n in view.window.nodes("panel") if
                                           n.name.startswith("Card") and n.is_shown()], alive=view.app)


def told(report, words):
    """Returns what the terminal prints: the name of the item, and for each row the beginning of its
    text and its location."""
    facts = page.rows("show", report, *words.split(), table="card")
    return facts[0]["value"], [(", ".join([f["what"]] + [f["value"]] * isinstance(f["value"], str)), f["location"])
                               for f in facts[1:] if f["what"] != "Details"]


def check_rows(view, words):
    """Checks that the card has the rows of the terminal, after a row with the name that leads to
    the item."""
    name, facts = told(view.report, words)
    shown = rows(view, name)
    check(shown[0].startswith("Show in "), "the first row leads to it: %r" % shown)
    check(len(shown) == len(facts) + 1, "%d rows for %d facts" % (len(shown) - 1, len(facts)))
    for row, (fact, _) in zip(shown[1:], facts):
        check(row.startswith(page.plain(fact)), "“%s” does not begin with “%s”" % (row, fact))
    return name, facts


def search(view, words, title):
    view.window.key("ctrl+k")
    view.window.wait_for(name="Search by name or number")
    view.window.type(words)
    wait("%s first" % title, lambda: [
        n for n in view.window.nodes("list item") if n.has(driver.atspi.SELECTED) and
        any(page.plain(c.name) == title for c in n.walk())], alive=view.app)


@case
def by_search():
    """Ctrl+K, a name, Enter: its card, with the first link focused; Escape; Ctrl+Enter goes there"""
    view = page.Page(reports.copy(), "summary")
    view.wait_page("Summary")
    found = page.rows("find", view.report, *VARIABLE.split())[0]
    search(view, VARIABLE, found["title"])
    view.window.key("Return")
    pane(view, found["title"])
    name, facts = check_rows(view, VARIABLE)
    check(name == found["title"], "it is the card of %s" % name)
    view.wait_place("summary")
    wait("the first place to have the keyboard", lambda: view.focused("list item") == ["Show in Liveness"],
         alive=view.app)
    view.window.key("Return")
    where, keys = page.parse_place(found["location"])
    view.wait_place(where, **keys)
    # Follows a later row to Memory, and goes back; the card stays open.
    at = next(i for i, (fact, _) in enumerate(facts) if fact.startswith("Most on one tile"))
    wanted = facts[at][1]
    view.reach(next(r for r in rows(view, name) if r.startswith("Most on one tile")), "Down")
    view.window.key("Return")
    where, keys = page.parse_place(wanted)
    view.wait_place(where, **keys)
    view.window.key("alt+Left")
    view.wait_place("liveness")
    pane(view, name)
    view.window.key("Escape")
    wait_closed(view)
    view.wait_place("liveness")
    # Enter goes to the location at once if there is no card.
    search(view, "tile 812", "Tile 812")
    view.window.key("ctrl+Return")
    view.wait_place("memory", tile="812")
    wait_closed(view)
    view.close()


def first_variable(view):
    """Returns name and ID in the first row of Live Variables."""
    row = page.records(view.report, "live-variables", "--location", "liveness?step=37")[0]
    return row["variable"], "variable " + row["id"]


def click_name(view, table, index=0, button=1):
    """Clicks the first letters of a row's name."""
    _, y = table.row_point(index)
    view.window.click(table.node, 30, y, button=button)


@case
def by_click():
    """a click on a name in a table opens its card, over the end of the page in a small window; the
    table keeps the focus; a click follows a row of the card"""
    view = page.Page(reports.copy(), "liveness?step=37&tab=live-variables", settings=SMALL)
    view.wait_page("Liveness")
    table = page.Table(view.window, "Live variables")
    name, words = first_variable(view)
    table.wait_rows("the largest first", lambda r: r and name in r[0])
    before = table.node.extents()[2]
    click_name(view, table)
    pane(view, name)
    _, facts = check_rows(view, words)
    check(table.find().extents()[2] == before, "the page keeps its width")
    view.wait_place("liveness", step="37", variable=None)
    place = next(place for fact, place in facts if fact.startswith("Lifetime"))
    view.window.click(next(n for n in pane(view, name).walk() if n.role == "list item" and
                           n.name.startswith("Lifetime")))
    where, keys = page.parse_place(place)
    view.wait_place(where, **keys)
    view.window.press("Close card")
    wait_closed(view)
    view.close()


@case
def beside():
    """in a wide window the card is beside the page; the middle button, Alt+Enter and the menu open
    it"""
    view = page.Page(reports.copy(), "liveness?step=37&tab=live-variables")
    view.wait_page("Liveness")
    table = page.Table(view.window, "Live variables")
    name, words = first_variable(view)
    table.wait_rows("the largest first", lambda r: r and name in r[0])
    chart = view.chart(re.compile("^Live memory"))
    before = chart.extents()[2]
    click_name(view, table, button=2)
    pane(view, name)
    wait("a narrower page", lambda: view.chart(re.compile("^Live memory")).extents()[2] < before - 300,
         alive=view.app)
    view.window.key("Escape")
    wait_closed(view)
    wait("the page as it was", lambda: view.chart(re.compile("^Live memory")).extents()[2] == before,
         alive=view.app)
    table.click_row(0)
    view.window.key("alt+Return")
    pane(view, name)
    check_rows(view, words)
    view.window.key("Escape")
    wait_closed(view)
    table.click_row(0, button=3)
    view.take_menu_item("Show Card")
    pane(view, name)
    view.close()


def title_of(view):
    """Waits for a card. Returns its title."""
    def shown():
        found = [n.name for n in view.window.nodes("panel", re.compile("^Card: .")) if n.is_shown()]
        return found and found[0][len("Card: "):]
    return wait("a card", shown, alive=view.app)


@case
def of_charts():
    """the middle button or the menu opens the card of a chart's item: a tile of Memory, a program
    of the trace; items without a card open none"""
    view = page.Page(reports.copy(), "memory")
    view.wait_page("Memory")
    chart = view.chart(re.compile("^Memory"))
    view.window.click(chart, *view.at(chart, 0.3, 200), button=2)
    tile = title_of(view)
    check(re.match(r"Tile \d+$", tile), "a tile: %s" % tile)
    check_rows(view, tile.lower())
    view.wait_place("memory", tile=None)
    view.window.key("Escape")
    wait_closed(view)
    # A step has the card of its program.
    view.window.key("alt+4")
    view.wait_page("Liveness")
    chart = view.chart(re.compile("^Live memory"))
    view.window.click(chart, *view.at(chart, 0.3, 150), button=2)
    program = title_of(view)
    check(rows(view, program)[0] == "Show in Program Tree", "the program of a step: %s" % program)
    view.window.key("Escape")
    wait_closed(view)
    # Opens it with the menu; a group of operations has no card.
    view.window.key("alt+6")
    view.wait_page("Operations")
    chart = view.chart("Tile cycles")
    _, _, width, height = chart.extents()
    view.window.click(chart, width // 2, height // 2, button=2)
    view.window.wait_toast("No card for this item")
    view.window.click(chart, width * 92 // 100, height // 5, button=3)
    view.take_menu_item("Show Card")
    operation = title_of(view)
    names = [row["name"] for row in page.records(view.report, "operations")]
    check(operation in names, "an operation: %s" % operation)
    view.close()


@case
def as_text():
    """Ctrl+C in the card copies it as printed in the terminal"""
    view = page.Page(reports.copy(), "summary")
    view.wait_page("Summary")
    search(view, "tile 812", "Tile 812")
    view.window.key("Return")
    pane(view, "Tile 812")
    wait("its first place to have the keyboard", lambda: view.focused("list item") == ["Show in Memory"],
         alive=view.app)
    text = view.window.copy("ctrl+c")
    view.window.wait_toast("Copied the card")
    printed = page.cli("show", view.report, "tile", "812")
    for line in text.splitlines():
        check(" ".join(line.split()) in [" ".join(p.split()) for p in printed.splitlines()],
              "the terminal does not print “%s”" % line)
    check(len(text.splitlines()) > 5, "it has rows: %r" % text)
    view.close()


if __name__ == "__main__":
    driver.main()
