"""Reports on other computers: connecting, prompts of ssh, folders, a lost connection. The other
computer is this one, behind a fake ssh (fake-ssh)."""

import contextlib
import os
import re
import signal
import tempfile

import driver
import page
import reports
from driver import App, case, check, say, wait

SERVER = "/usr/lib/openssh/sftp-server"
if not os.path.exists(SERVER):
    print("skipped: no %s; script/bootstrap installs openssh-server" % SERVER)
    driver.sys.exit(driver.SKIP)


class Far:
    """The fake ssh and its behaviour."""

    def __init__(self, mode="plain"):
        self.folder = tempfile.mkdtemp(prefix="ssh-", dir=driver.work())
        self.set(mode)

    def set(self, mode):
        with open(os.path.join(self.folder, "mode"), "w", encoding="utf-8") as file:
            file.write(mode)

    def environment(self):
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake-ssh")
        return {"POPLENS_SSH": program, "FAKE_SSH": self.folder}

    def send(self, number):
        """Sends a signal to all conversations of the connection: SIGKILL ends it, SIGSTOP holds
        answers back."""
        with open(os.path.join(self.folder, "pids"), encoding="utf-8") as file:
            for pid in file.read().split():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(pid), number)


NOT_ACCEPTED = "That passphrase was not accepted"


def photograph(name):
    """Saves a picture in $POPLENS_E2E_FILM, for people."""
    folder = os.environ.get("POPLENS_E2E_FILM")
    if folder:
        driver.run("import", "-silent", "-window", "root", os.path.join(folder, name + ".png"))


def open_dialog(app):
    window = app.window("Poplens")
    window.press("Open Remote Report…")
    return app.window("Open Remote Report")


def connect(dialog, text):
    dialog.wait_for("text", "Host or address")
    dialog.type(text)
    dialog.key("Return")


def summary_is_shown(window):
    window.wait_for("list item", "Summary")
    window.wait_text("Fullest Tile")


@case
def browse():
    """a host, its folders, a report opened; then in the recent reports"""
    far, path = Far(), reports.copy("far away")
    app = App(environment=far.environment())
    dialog = open_dialog(app)
    connect(dialog, "gc-01:" + os.path.dirname(path))
    dialog.wait_text("1 item")
    photograph("e2e-browser")
    dialog.type("nothing")
    dialog.wait_text("No names match “nothing”")
    photograph("e2e-filter")
    dialog.press(re.compile("Clear Filter$"))
    dialog.wait_text("1 item")
    dialog.key("Down")
    dialog.key("Return")
    window = app.window("far away – Poplens")
    summary_is_shown(window)
    window.wait_text("gc-01:" + path)
    photograph("e2e-summary")
    say("browsed and opened")
    app.close(window)

    app = App(home=app.home, environment=far.environment())
    window = app.window("Poplens")
    window.click(window.wait_for("list item", "far away"), x=40)
    window = app.window("far away – Poplens")
    summary_is_shown(window)
    say("opened from the recent ones, without a dialog")
    app.close(window)


@case
def compare():
    """a local report compared with a remote one, by the menu"""
    far, first, second = Far(), reports.copy("demo"), reports.copy("far away")
    app = App(first, environment=far.environment())
    window = app.window("demo – Poplens")
    summary_is_shown(window)
    window.press("Compare with")
    wait("the menu", lambda: window.nodes("menu item", "Remote Report…"), alive=app)
    driver.xdotool("key", "r")
    dialog = app.window("Open Remote Report")
    connect(dialog, "gc-01:" + second)
    window.wait_text("Before: demo · After: far away")
    photograph("e2e-compare")
    app.close(window)


@case
def folder():
    """a remote folder of reports: what got worse, compared over the same connection, and back; then
    the connection is lost, and F5 reads the list again"""
    far, parent = Far(), reports.nightly()
    app = App("gc-01:" + parent, environment=far.environment())
    window = app.window("nightly – Poplens")
    answer = re.compile("^run-6 got slower by ")
    window.wait_for("label", answer)
    window.wait_text("gc-01:" + parent)
    photograph("e2e-remote-folder")
    window.press("Compare run-5 With run-6")
    window = app.window("run-5 – Poplens")
    window.wait_text("Before: run-5 · After: run-6")
    window.wait_text(re.compile("programs changed: "))
    window.key("alt+Up")
    window = app.window("nightly – Poplens")
    window.wait_for("label", answer)
    far.send(signal.SIGKILL)
    reports.put(parent, "run-7")
    window.key("F5")
    page.Table(window, "Reports").wait_rows("the new one", lambda rows: any(row[0] == "run-7" for row in rows))
    say("read again over a new connection")
    app.close(window)


@case
def argument():
    """an address on the command line, whose key needs a passphrase"""
    far, path = Far("passphrase"), reports.copy()
    app = App("gc-01:" + path, "--location", "memory?tile=5", environment=far.environment())
    dialog = app.window("Connect to Host")
    dialog.wait_text(re.compile("Enter passphrase for key"))
    check(not dialog.nodes("label", NOT_ACCEPTED) or not dialog.shown("label", NOT_ACCEPTED), "nothing was refused yet")
    dialog.type("wrong")
    dialog.key("Return")
    dialog.wait_text(NOT_ACCEPTED)
    photograph("e2e-wrong-passphrase")
    dialog.type("secret")
    photograph("e2e-passphrase")
    dialog.key("Return")
    window = app.window("demo – Poplens")
    window.wait_for("image", "Memory by tile", re.compile(r"Selected: tile 5\b"))
    app.close(window)


@case
def unknown_key():
    """an unknown host: its fingerprint; Enter does not accept it"""
    far, path = Far("unknown"), reports.copy()
    app = App("gc-01:" + path, environment=far.environment())
    dialog = app.window("Connect to Host")
    dialog.wait_text(re.compile("^SHA256:0rEMq2Lm4jX7mWl3gYhOZ1rpKfHUV0ZkXn3xqk8Yb5c$"))
    photograph("e2e-unknown")
    dialog.key("Return")
    dialog.wait_for("push button", re.compile("Try Again$"))
    photograph("e2e-refused-key")
    dialog.press(re.compile("Try Again$"))
    dialog.press(re.compile("Trust and Connect$"))
    window = app.window("demo – Poplens")
    summary_is_shown(window)
    app.close(window)


@case
def changed_key():
    """a changed host key is refused, with file and line; it cannot be accepted"""
    far = Far("changed")
    app = App("gc-01:/data/run", environment=far.environment())
    dialog = app.window("Connect to Host")
    dialog.wait_for("push button", re.compile("Try Again$"))
    wait("file and line", lambda: [n for n in dialog.nodes() if re.search(r"known_hosts.*12", n.name)],
         alive=app)
    check(not dialog.nodes("push button", re.compile("Trust")) or not
          dialog.shown("push button", re.compile("Trust")), "no button trusts it")
    photograph("e2e-changed")
    dialog.key("Escape")
    window = app.window("Poplens")
    window.wait_for("push button", "Open Remote Report…")
    app.close(window)


@case
def cancel():
    """a host that does not answer: Escape cancels at once"""
    far = Far("hang")
    app = App("gc-01:/data/run", environment=far.environment())
    dialog = app.window("Connect to Host")
    dialog.wait_text(re.compile("Connecting to gc-01"))
    photograph("e2e-connecting")
    dialog.key("Escape")
    window = app.window("Poplens")
    window.wait_for("push button", "Open Remote Report…", seconds=5)
    app.close(window)


@case
def lost():
    """the connection is lost: loaded data stays, and Reconnect restores it"""
    far, path = Far(), reports.copy()
    app = App("gc-01:" + path, environment=far.environment())
    window = app.window("demo – Poplens")
    summary_is_shown(window)
    far.set("refused")
    far.send(signal.SIGKILL)
    window.wait_text(re.compile("^The connection to gc-01 was lost.*Loaded data remains available"))
    window.wait_text("Fullest Tile")
    photograph("e2e-lost")
    far.set("plain")
    window.press(re.compile("Reconnect$"))
    window.wait_gone("label", re.compile("Loaded data remains available"))
    window.key("alt+3")
    window.wait_for("image", "Memory by tile")
    say("lost, and connected again")
    app.close(window)


@case
def locked():
    """the same with a key that needs a passphrase: prompts appear only after Try Again is pressed"""
    far, path = Far("passphrase"), reports.copy()
    app = App("gc-01:" + path, environment=far.environment())
    dialog = app.window("Connect to Host")
    dialog.wait_text(re.compile("Enter passphrase for key"))
    dialog.type("secret")
    dialog.key("Return")
    window = app.window("demo – Poplens")
    summary_is_shown(window)
    far.send(signal.SIGKILL)
    window.key("alt+7")
    window.wait_text(re.compile("needs the passphrase or login again .publickey.; press Reconnect$"))
    window.wait_text(re.compile("^The connection to gc-01 was lost.*press Reconnect.*Loaded data remains available"))
    photograph("e2e-locked")
    window.press(re.compile("Try Again$"))
    dialog = app.window("Connect to Host")
    for answer in "wrong", "wrong", "wrong":
        dialog.wait_text(re.compile("Enter passphrase for key"))
        dialog.type(answer)
        dialog.key("Return")
    dialog.wait_for("push button", re.compile("Try Again$"))
    wait("why", lambda: [n for n in dialog.nodes() if "the passphrase or password was not accepted" in n.name], alive=app)
    photograph("e2e-in-vain")
    dialog.press(re.compile("Try Again$"))
    dialog.wait_text(re.compile("Enter passphrase for key"))
    dialog.type("secret")
    dialog.key("Return")
    window.wait_for("page tab", "Bookmarks")
    window.wait_gone("label", re.compile("Loaded data remains available"))
    app.close(window)


@case
def slow():
    """a slow page says so; the page before is not shown in the meantime"""
    far, path = Far(), reports.copy()
    app = App("gc-01:" + path, environment=far.environment())
    window = app.window("demo – Poplens")
    summary_is_shown(window)
    far.send(signal.SIGSTOP)
    window.key("alt+7")
    window.wait_text("Loading Execution Trace from gc-01…")
    check(not window.shown("label", "Fullest Tile"), "Summary is not shown under Execution Trace")
    photograph("e2e-slow")
    window.press(re.compile("Cancel$"))
    window.wait_text("Execution Trace Not Loaded")
    window.press(re.compile(" Load$"))
    window.wait_text("Loading Execution Trace from gc-01…")
    far.send(signal.SIGCONT)
    window.wait_for("page tab", "Bookmarks")
    app.close(window)


@case
def expensive():
    """a page that would transfer much asks first, once"""
    far, path = Far(), reports.demo("far away", extra=["--variables=1200000"])
    app = App("gc-01:" + path, environment=far.environment())
    window = app.window("far away – Poplens")
    summary_is_shown(window)
    window.key("alt+4")
    window.wait_text(re.compile("^Needs about 4[0-9.]+ MiB"))
    photograph("e2e-expensive")
    window.key("alt+3")
    chart = window.wait_for("image", "Memory by tile")
    window.click(chart, chart.extents()[2] // 4, chart.extents()[3] // 2, button=2)
    window.wait_text("Card Not Loaded")
    photograph("e2e-expensive-card")
    window.key("Escape")
    window.wait_gone("label", "Card Not Loaded")
    window.click(window.wait_for("page tab", "Variables"))
    window.wait_text("Variables Not Loaded")
    photograph("e2e-expensive-tab")
    window.key("ctrl+k")
    window.wait_text(re.compile("^Names not loaded: 4[0-9.]+ MiB"))
    window.type("memory map")
    window.wait_text(re.compile("^[0-9]+ found"))
    photograph("e2e-names")
    window.key("Escape")
    window.key("alt+4")
    window.wait_text("Liveness Not Loaded")
    window.press(re.compile(" Load$"))
    window.wait_for("image", re.compile("Liveness|Live"))
    window.key("alt+3")
    window.wait_text("Variables Not Loaded")
    # The button is below the one that offers archive.a.
    buttons = [n for n in window.nodes("push button", re.compile("(^| )Load$")) if n.is_shown()]
    window.click(max(buttons, key=lambda button: button.extents()[1]))
    window.wait_text(re.compile(r"^Tile [0-9]+, the fullest\."))
    photograph("e2e-expensive-loaded")
    window.key("alt+1")
    window.wait_text("Fullest Tile")
    window.key("alt+4")
    window.wait_for("image", re.compile("Liveness|Live"))
    window.key("ctrl+comma")
    preferences = app.window("Preferences")
    preferences.wait_text(re.compile("^[4-6][0-9.]+ MiB of remote reports$"))
    photograph("e2e-preferences")
    preferences.press(re.compile(" Clear$"))
    preferences.wait_text("Nothing")
    preferences.key("Escape")
    preferences.wait_closed()
    app.close(window)


@case
def findings():
    """Insights works without the variables of a large report until they are requested"""
    far, path = Far(), reports.demo("far away", extra=["--variables=3000000", "--without=archive,debug"])
    app = App("gc-01:" + path, environment=far.environment())
    window = app.window("far away – Poplens")
    summary_is_shown(window)
    window.key("alt+2")
    window.wait_text(re.compile("^Variables and liveness not loaded: 1[0-9.]+ MiB"))
    photograph("e2e-findings-offered")
    far.send(signal.SIGSTOP)
    window.press(re.compile(" Load$"))
    window.wait_text(re.compile("^Loading variables and liveness: 1[0-9.]+ MiB"))
    photograph("e2e-findings-loading")
    window.press(re.compile(" Cancel$"))
    window.wait_text(re.compile("^Variables and liveness not loaded: 1[0-9.]+ MiB"))
    far.send(signal.SIGCONT)
    window.press(re.compile(" Load$"))
    window.wait_gone("label", re.compile("^(Loading v|V)ariables and liveness"))
    check(not window.nodes("label", re.compile("^Variables are not loaded yet")), "the page lacks what was loaded")
    photograph("e2e-findings")
    app.close(window)


def start_copy(app, window, target):
    window.key("F10")
    wait("the menu", lambda: window.nodes("menu item", "Copy Report to This Computer…"), alive=app)
    driver.xdotool("key", "u")
    dialog = app.window("Copy Report to Folder")
    dialog.type(target)
    wait("the path in the field", lambda: [
        n for n in dialog.nodes("text", "GtkFileChooserEntry") if n.text().rstrip("/") == target], alive=app)
    wait("Copy to be pressed", lambda: [n for n in dialog.nodes("push button", re.compile("Copy"))
                                        if n.has(driver.atspi.SENSITIVE)], alive=app)
    dialog.key("Return")


def check_copy(window, path, target):
    window.wait_toast(re.compile("^Copied to "))
    copy = os.path.join(target, "far away")
    check(sorted(os.listdir(copy)) == sorted(os.listdir(path)), "the same files: %r" % os.listdir(copy))
    for name in os.listdir(path):
        with open(os.path.join(path, name), "rb") as one, open(os.path.join(copy, name), "rb") as two:
            check(one.read() == two.read(), "%s is the same" % name)


@case
def copied():
    """Copy Report to This Computer: every file, byte by byte"""
    far, path = Far(), reports.copy("far away")
    target = tempfile.mkdtemp(prefix="copy-", dir=driver.work())
    app = App("gc-01:" + path, environment=far.environment())
    window = app.window("far away – Poplens")
    summary_is_shown(window)
    start_copy(app, window, target)
    check_copy(window, path, target)
    app.close(window)


@case
def copy_is_cut():
    """the connection is lost while a report is copied: the dialog stays, and Continue copies the
    rest"""
    far, path = Far(), reports.copy("far away")
    target = tempfile.mkdtemp(prefix="copy-", dir=driver.work())
    app = App("gc-01:" + path, environment=far.environment())
    window = app.window("far away – Poplens")
    summary_is_shown(window)
    far.send(signal.SIGSTOP)
    start_copy(app, window, target)
    progress = app.window("Copying Report")
    far.set("refused")
    far.send(signal.SIGKILL)
    progress.wait_text(re.compile("^Copy incomplete: .*gc-01.* Continue connects and copies the rest.$"))
    photograph("e2e-copy-cut")
    far.set("plain")
    progress.press(re.compile("Continue$"))
    check_copy(window, path, target)
    say("went on")
    app.close(window)


if __name__ == "__main__":
    driver.main()
