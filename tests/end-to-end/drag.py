"""Drags a file from another program."""

import os
import subprocess
import sys

import driver
from driver import wait


def drop(app, window, paths, done):
    """Drags @paths (one, or several together) from another program's window to the middle of
    @window, until @done returns true."""
    source = subprocess.Popen([sys.executable, os.path.join(os.path.dirname(__file__),
                                                            "drag-source.py"), *([paths] if isinstance(paths, str) else paths)])
    try:
        x_id = wait("the drag source", lambda: driver.xdotool(
            "search", "--all", "--onlyvisible", "--pid", source.pid, "--name",
            "^drag source$").split())[0]
        driver.xdotool("windowmove", "--sync", window.x_id, 300, 100)
        driver.xdotool("windowmove", x_id, 0, 0)
        wait("the drag source in its corner", lambda: "Position: 0,0" in driver.xdotool(
            "getwindowgeometry", x_id))
        driver.xdotool("windowraise", x_id, "mousemove", 100, 100)
        driver.xdotool("mousedown", 1)
        # Moves until the window accepts the drop.
        positions = [(100 + 10 * i, 100 + 6 * i) for i in range(1, 60)]
        wait("the window to take it", lambda: approach(window, positions))
        driver.xdotool("mouseup", 1)
    finally:
        wait_or_kill(app, source, done)


def approach(window, positions):
    if positions:
        driver.xdotool("mousemove", *positions.pop(0))
    return [n for n in window.nodes("label", "Drop to Open") if n.extents()[2] > 0]


def wait_or_kill(app, source, done):
    try:
        wait("the report that was dropped", done, alive=app)
    finally:
        source.kill()
        source.wait()
