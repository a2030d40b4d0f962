"""The window writes nothing to a report's directory, and opens a recovered copy if necessary."""

import hashlib
import os

import driver
import reports
from damage import leave_journal
from driver import App, case, check


def fingerprint(folder):
    """Returns names, sizes, times and bytes; the folder's own time reveals temporary files."""
    found = {".": os.stat(folder).st_mtime_ns}
    for name in sorted(os.listdir(folder)):
        info = os.stat(os.path.join(folder, name))
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = (info.st_ino, info.st_size, info.st_mtime_ns, hashlib.sha256(file.read()).hexdigest())
    return found


@case
def pages_write_nothing():
    """every page is shown, and the directory does not change"""
    path = reports.copy()
    before = fingerprint(path)
    app = App(path)
    window = app.window("demo – Poplens")
    window.wait_text("Fullest Tile")
    for number in "2347":
        window.key("alt+" + number)
        window.key("F5")
    window.key("alt+1")
    window.wait_text("Fullest Tile")
    app.close(window)
    check(fingerprint(path) == before, "the report's directory is as it was")


@case
def recovered_copy():
    """a recovered copy of a report with a journal is offered, and opens"""
    path = reports.copy()
    leave_journal(os.path.join(path, "profile.pop"))
    before = fingerprint(path)
    check("profile.pop-journal" in before, "a journal lies beside the profile")
    app = App(path)
    window = app.window("demo – Poplens")
    window.wait_text("Cannot Open Report")
    # The button is focused.
    window.key("Return")
    window.wait_text("Fullest Tile")
    app.close(window)
    check(fingerprint(path) == before, "the report's directory is as it was")


if __name__ == "__main__":
    driver.main()
