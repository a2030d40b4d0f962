#!/usr/bin/python3
"""Preferences of charts: each takes effect at once, in all windows, and is saved."""

import os
import re

import driver
import page
import reports
from driver import App, case, check, wait

SMALL = "[window]\nwidth=790\nheight=900\n"
# Colour of compute in light mode in the palettes standard, Okabe–Ito and Viridis.
INKS = ("bf3a30", "af480b", "268354")


def open_charts(app, window):
    """Opens Preferences on the page of charts."""
    window.key("ctrl+comma")
    preferences = app.window("Preferences")
    tab = wait("the tab", lambda: [n for n in preferences.nodes(name="Charts") if n.role != "label" and
                                   n.is_shown()], alive=app)[0]
    preferences.click(tab)
    preferences.wait_for("combo box", "Colours")
    return preferences


class Two:
    """Two reports side by side; Preferences are over the first."""

    def __init__(self, place, settings=""):
        self.app = App(reports.copy("one"), reports.copy("two"), "--location", place,
                       settings=SMALL + settings)
        self.one = self.app.window("one – Poplens")
        self.two = self.app.window("two – Poplens")
        driver.xdotool("windowmove", self.one.x_id, 0, 0)
        driver.xdotool("windowmove", self.two.x_id, 800, 0)

    def preferences(self):
        return open_charts(self.app, self.one)

    def settings(self):
        with open(os.path.join(self.app.home, "config", "poplens", "settings.ini"), encoding="utf-8") as file:
            return file.read()

    def close(self):
        self.two.key("ctrl+w")
        self.two.wait_closed()
        self.app.close(self.one)


def choose(preferences, row, option):
    """Chooses an option of a row, whose list has the current option before all options."""
    page.choose(preferences, row, lambda titles: titles[len(titles) - len(set(titles)):].index(option))


def close(preferences):
    preferences.key("Escape")
    preferences.wait_closed()


def has(window, colour):
    """Whether the upper half of the window, with its chart, has more than a few pixels of a colour."""
    x, y = window.origin()
    seen = driver.pixels(x, y + 60, *window.size()[:1], 400)
    wanted = bytes.fromhex(colour)
    return sum(seen[i:i + 3] == wanted for i in range(0, len(seen), 3)) > 50


@case
def palettes():
    """each palette is shown at once in another window, and saved"""
    both = Two("trace")
    wait("the standard colours", lambda: has(both.two, INKS[0]), alive=both.app)
    preferences = both.preferences()
    for title, ink in (("Okabe–Ito", INKS[1]), ("Viridis", INKS[2])):
        choose(preferences, "Colours", title)
        wait("the colours of " + title,
             lambda wanted=ink: has(both.two, wanted) and not has(both.two, INKS[0]), alive=both.app)
    close(preferences)
    wait("the same in the first window", lambda: has(both.one, INKS[2]), alive=both.app)
    both.close()
    check("colours=viridis" in both.settings(), "the settings have the palette")


def clock_of(window, gigahertz):
    """Waits until the Summary shows cycles and seconds at that clock rate."""
    def found():
        for node in window.nodes("label", re.compile(" cycles · ")):
            cycles, amount, unit = re.match(r"([0-9,]+) cycles · ([0-9.]+).(s|ms|µs)", node.name).groups()
            cycles, time = int(cycles.replace(",", "")), float(amount) * {"s": 1, "ms": 1e-3, "µs": 1e-6}[unit]
            if abs(cycles / time - gigahertz * 1e9) < 0.01 * gigahertz * 1e9:
                return cycles, time
        return None
    return wait("a clock of %g GHz" % gigahertz, found, alive=window.app)


@case
def clock_and_axis():
    """another clock rate is used at once in another window; the rate and the axis are saved"""
    both = Two("summary")
    clock_of(both.two, 1.85)
    preferences = both.preferences()
    choose(preferences, "Time axis", "Nominal time")
    preferences.click(preferences.wait_for("spin button", "Nominal clock"), x=20)
    preferences.key("ctrl+a")
    preferences.type("1000")
    preferences.key("Return")
    answer = page.answer("summary", both.app.process.args[1])["figures"]
    cycles, _ = clock_of(both.two, 1)
    check(cycles == answer["program_cycles"], "%d cycles are not %r" % (cycles, answer["program_cycles"]))
    close(preferences)
    both.close()
    check("axis=time" in both.settings() and "clock=1000" in both.settings(), "both are kept")


@case
def wheel():
    """the wheel zooms if that is chosen, and with Ctrl in any case"""
    view = page.Page(reports.copy(), "memory")
    chart = view.chart("Memory by tile")
    all_ = chart.description_now()
    view.window.move(chart, 400, 200)
    view.window.wheel(2)
    preferences = open_charts(view.app, view.window)
    check(chart.description_now() == all_, "the wheel alone does not zoom at first")
    choose(preferences, "Mouse wheel", "Zoom")
    close(preferences)
    for modifier in (None, "ctrl"):
        before = chart.description_now()
        view.window.move(chart, 400, 200)
        view.window.wheel(2, modifier)
        wait("a closer view", lambda was=before: chart.description_now() != was, alive=view.app)
    view.close()


if __name__ == "__main__":
    driver.main()
