"""Operations with mouse and keys; tables have the numbers of poplens-cli."""

import os
import re
import shutil
import tempfile
import urllib.parse

import driver
import page
import reports
from driver import case, check, say


def place(**keys):
    return "--location=operations?" + "&".join("%s=%s" % item for item in keys.items())


def told(report, *options, by="tile_cycles"):
    return page.rows("operations", report, "--sort=" + by, *options)


@case
def layers():
    """the demo: operations of each layer and measure, in the order of the terminal"""
    view = page.Page(reports.copy(), "operations")
    layers = [row["layer"] for row in page.rows("operations", view.report, "--all", table="layers")]
    for index in (layers.index("poplibs"), 0):
        view.choose("Layer", index)
        view.wait_place("operations", layer=layers[index])
        wanted = told(view.report, "--layer", layers[index])
        page.Table(view.window, "Operations").wait_rows(
            "operations of %s" % layers[index],
            lambda rows, wanted=wanted: [r[0] for r in rows[:8]] == [w["name"] for w in wanted[:8]])
    view.choose("Measure", 0)
    has = view.wait_place("operations", layer=layers[0], measure="programs")
    check("operation" not in has, "no operation is selected: %r" % has)
    wanted = told(view.report, by="programs")
    table = page.Table(view.window, "Operations")
    table.wait_rows("by programs", lambda rows: [r[2] for r in rows[:8]] ==
                    ["{:,}".format(w["programs"]) if w["programs"] is not None else "–"
                     for w in wanted[:8]])
    driver.wait("its columns", lambda: [title.split("\n")[0] for title in table.titles()][:3] ==
                ["Operation", "Share", "Programs"], alive=view.app)
    view.close()


@case
def one_operation():
    """an operation by its link: its programs, variables and contexts; sorting and filter stay"""
    view = page.Page(reports.copy(), "operations?measure=tile_cycles&filter.operations=matmul")
    rows = told(view.report)
    wanted = [row for row in rows if "matmul" in row["name"]]
    view.window.wait_text("%d of %d" % (len(wanted), len(rows)))
    table = page.Table(view.window, "Operations")
    table.wait_rows("those with the word", lambda rows: [r[0] for r in rows[:4]] ==
                    [w["name"] for w in wanted[:4]])
    table.follow(2)
    operation = wanted[2]["operation"]
    view.wait_place("operations", operation=operation, measure="tile_cycles",
                    **{"filter.operations": "matmul"})
    of = place(operation=operation)
    programs = view.tab("Programs", "Programs of operations").expect_terminal(
        view.report, "programs", of + "&by=operation", "--sort=-tile_cycles")
    check(len(programs) == wanted[2]["programs"], "%d programs" % len(programs))
    variables = view.tab("Variables", "Variables of operations").expect_terminal(
        view.report, "variables", of + "&by=operation", "--sort=-bytes")
    check(sum(int(row[3]) for row in variables) == wanted[2]["variable_bytes"], "its bytes")
    chain = view.tab("Debug Contexts", "Debug contexts").expect_terminal(
        view.report, "contexts", of)
    check(chain[0][2] == operation, "its context: %r" % chain[0])
    say("%d programs, %d variables" % (len(programs), len(variables)))
    view.tab("Layers", "Operation layers").expect_terminal(view.report, "layers")
    view.window.key("alt+Left")
    view.wait_place("operations", operation=None, measure="tile_cycles")
    view.close()


def from_menu(view, table, index, name):
    """Chooses an item of a row's menu."""
    table.click_row(index, button=3)
    view.take_menu_item(name)


@case
def choose_rows():
    """a click on a row selects its operation, Escape clears it; if it is filtered out, a notice
    says so"""
    view = page.Page(reports.copy(), "operations?measure=programs")
    wanted = told(view.report, by="programs")
    table = page.Table(view.window, "Operations")
    table.wait_rows("operations", lambda rows: [r[0] for r in rows[:4]] ==
                    [w["name"] for w in wanted[:4]])
    for index in (2, 1):
        table.click_row(index)
        view.wait_place("operations", operation=wanted[index]["operation"])
    view.window.key("Escape")
    view.wait_place("operations", operation=None)
    table.click_row(0)
    view.wait_place("operations", operation=wanted[0]["operation"])
    view.window.key("ctrl+f")
    view.window.type("nothing-like-this")
    view.window.wait_text("Selection hidden by the filter")
    view.window.key("Escape")
    table = page.Table(view.window, "Operations")
    table.wait_rows("all again", lambda rows: len(rows) > 4)
    view.window.wait_gone("label", "Selection hidden by the filter")
    view.close()


@case
def source_of_a_row():
    """the source of an operation: copied, and the reason why it cannot be opened"""
    view = page.Page(reports.copy(), "operations?measure=programs")
    wanted = told(view.report, by="programs")
    table = page.Table(view.window, "Operations")
    table.wait_rows("operations", lambda rows: [r[0] for r in rows[:4]] ==
                    [w["name"] for w in wanted[:4]])
    index = next(i for i, row in enumerate(wanted) if row["location"])
    location = wanted[index]["location"]
    from_menu(view, table, index, "Copy Source Location")
    driver.wait("the location", lambda: page.clipboard() == location, alive=view.app)
    from_menu(view, table, index, "Open Source File")
    view.window.wait_toast(re.compile(re.escape(location.rsplit(":", 1)[0]) + ": .*"))
    say(location)
    view.close()


@case
def choose_columns():
    """a hidden column stays hidden in the next window; all can be restored"""
    view = page.Page(reports.copy(), "operations?measure=tile_cycles")
    table = page.Table(view.window, "Operations")

    def titles():
        return [title.split("\n")[0] for title in table.titles()]

    before = driver.wait_still("the columns", lambda: "Programs" in titles() and titles(), view.app)
    from_menu(view, table, 0, "Columns…")
    view.reach("Programs", "Tab")
    view.window.key("space")
    driver.wait("one less", lambda: titles() == [t for t in before if t != "Programs"],
                alive=view.app)
    say("%s" % titles())
    # The list of columns stays open for more choices.
    view.window.key("Escape")
    view.wait_place("operations", operation=None)
    view.close()
    view = page.Page(view.report, "operations?measure=tile_cycles", home=view.app.home,
                     settings=None)
    table = page.Table(view.window, "Operations")
    driver.wait("the same", lambda: titles() == [t for t in before if t != "Programs"],
                alive=view.app)
    from_menu(view, table, 0, "Columns…")
    view.reach("Show All", "Tab")
    view.window.key("space")
    driver.wait("all of them", lambda: titles() == before, alive=view.app)
    view.window.key("Escape")
    view.wait_place("operations", operation=None)
    view.close()


@case
def by_source_code():
    """lines of source code: the terminal's numbers; a chosen folder, and the text beside the costs"""
    view = page.Page(reports.copy(), "operations")
    view.choose("By", 1)
    view.wait_place("operations", view="source")
    view.choose("Measure", 2)
    view.wait_place("operations", view="source", measure="peak")
    rows = page.rows("operations", view.report, "--by=line", "--location=operations?measure=peak")
    files = sorted((row for row in rows if row["depth"] == 0), key=lambda row: -row["peak"])
    table = page.Table(view.window, "Source code")
    table.wait_rows("files", lambda shown: [r[0] for r in shown[:3]] == [row["source"] for row in files[:3]])
    line = max((row for row in rows if row["kind"] == "line"), key=lambda row: row["peak"])
    view.close()
    folder = os.path.join(tempfile.mkdtemp(prefix="model-", dir=driver.work()), "model")
    os.makedirs(folder)
    with open(os.path.join(folder, "encoder.py"), "w", encoding="utf-8") as file:
        file.writelines("y = layer_%d (x)\n" % n for n in range(1, 2000))
    place = "operations?view=source&measure=peak&line=" + urllib.parse.quote(line["key"], safe="")
    view = page.Page(view.report, place)
    table = page.Table(view.window, "Source code")
    shown = table.wait_rows("the line", lambda rows: any(r[0] == line["source"] for r in rows))
    index = next(i for i, row in enumerate(shown) if row[0] == line["source"])
    from_menu(view, table, index, "Choose Source Folder…")
    dialog = view.app.window("Choose Source Folder")
    dialog.type(os.path.dirname(folder))
    driver.wait("the path in the field", lambda: [
        n for n in dialog.nodes("text", "GtkFileChooserEntry") if n.text().rstrip("/") == os.path.dirname(folder)],
                alive=view.app)
    driver.wait("Choose to be pressed", lambda: [n for n in dialog.nodes("push button", "_Choose Choose")
                                                 if n.has(driver.atspi.SENSITIVE)], alive=view.app)
    dialog.key("Return")
    view.window.wait_toast(re.compile("Source folder added: .*"))
    view.tab("Text")
    view.window.wait_text("%s: changed since the report" % line["file"])
    view.window.wait_text("1,999 rows")
    view.window.key("ctrl+comma")
    preferences = view.app.window("Preferences")
    preferences.wait_text("Folders on this computer for paths in reports")
    preferences.wait_text(os.path.dirname(folder))
    preferences.key("Escape")
    view.close()


@case
def without_contexts():
    """without debug.cbor everything is unattributed, and a notice names the option that records it"""
    view = page.Page(reports.like("integrals"), "operations")
    view.window.wait_text(re.compile("autoReport.outputDebugInfo=true"))
    wanted = told(view.report)
    page.Table(view.window, "Operations").wait_rows(
        "what is left", lambda rows: [r[0] for r in rows] == [w["name"] for w in wanted])
    view.close()


@case
def graph():
    """the graph: groups in the location are open, Backspace closes the last, and By leads back to
    the treemap"""
    if not shutil.which("dot"):
        say("graphviz is not installed: no graph here")
        return
    view = page.Page(reports.copy(), "operations?view=graph&regions=no&open=Fwd/encoder,Bwd/encoder")
    chart = view.chart("Graph of operations")
    nodes = int(view.wait_chart(chart, r"(\d+) nodes")[1])
    view.click_chart(chart, 0.5, 8)
    view.window.key("BackSpace")
    view.wait_place("operations", view="graph", open="Fwd/encoder")
    view.wait_chart(chart, r"\b%d nodes" % (nodes - 1))
    view.window.key("BackSpace")
    view.wait_place("operations", view="graph", open=None)
    view.wait_chart(chart, r"\b%d nodes" % (nodes - 2))
    view.window.key("alt+Left")
    view.wait_place("operations", view="graph", open="Fwd/encoder")
    view.choose("By", 0)
    view.chart("Tile cycles")
    view.close()


if __name__ == "__main__":
    driver.main()
