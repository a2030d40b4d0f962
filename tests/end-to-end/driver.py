"""Drives Poplens as a user does: keys and mouse by xdotool, and reads the screen by AT-SPI and
pixels.

Everything waits for a condition, never for a fixed time: wait(). A theme is a file of functions
marked @case, run by main(); each starts a program of its own, with separate settings. A failed case
leaves a picture of the screen and the accessible tree in POPLENS_E2E_OUTPUT."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))

SKIP = 77
SECONDS = float(os.environ.get("POPLENS_E2E_SECONDS", "60"))
BINARIES = os.environ.get("POPLENS_BINDIR", "")
SHARED = os.environ.get("POPLENS_SHARED", "")
OUTPUT = os.environ.get("POPLENS_E2E_OUTPUT", "")
# script/test --long: all seeds instead of one for each property.
LONG = os.environ.get("POPLENS_TEST_LONG") == "1"

if not shutil.which("xdotool") or not shutil.which("import"):
    print("skipped: no xdotool or no ImageMagick; script/bootstrap installs them")
    sys.exit(SKIP)
try:
    import atspi
    import x11
except (ImportError, ValueError) as error:
    print("skipped: %s; script/bootstrap installs it" % error)
    sys.exit(SKIP)


# Errors of incomplete answers: rows that do not exist yet, a node that was not found.
NOT_YET = (atspi.Gone, LookupError, AttributeError, TypeError)
# Two clicks on one point within this time are a double click, by X's clock: seconds, pixels.
DOUBLE_CLICK = 0.5
DOUBLE_CLICK_REACH = 8


class Failed(AssertionError):
    pass


class Skipped(Exception):
    pass


def say(text):
    print("  " + text, flush=True)


def check(condition, text):
    if not condition:
        raise Failed(text)


VAIN = "waited in vain"


def wait(what, ask, seconds=None, alive=None):
    """Returns the result of @ask as soon as it is true; fails after @seconds, or if @alive has
    ended. @ask may look for something that does not exist yet."""
    end = time.monotonic() + (seconds or SECONDS)
    last, pause = None, 0.02
    while True:
        try:
            last = ask()
            if last:
                return last
        except NOT_YET as not_yet:
            last = not_yet
        if alive:
            alive.check_alive(what)
        if time.monotonic() > end:
            raise Failed("%s for: %s (last: %r)" % (VAIN, what, last))
        # Looking is work for the program too, so what takes long is checked less often.
        time.sleep(pause)
        pause = min(pause * 1.6, 0.25)


def wait_still(what, ask, alive=None, times=3):
    """Returns the result of @ask when it is true and was the same @times times."""
    seen = []

    def same():
        seen.append(ask())
        return len(seen) >= times and all(s == seen[-1] for s in seen[-times:]) and seen[-1]
    return wait(what, same, alive=alive)


def run(*arguments):
    """Returns the output of a program; "" if it fails."""
    return subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          check=False).stdout


def xdotool(*arguments):
    return run("xdotool", *[str(a) for a in arguments]).decode()


_server = []


def server():
    """Returns the test's own connection to the X server."""
    if not _server:
        _server.append(x11.Server())
    return _server[0]


def pixels(x, y, width, height):
    """Returns the RGB bytes of a part of the screen."""
    return run("import", "-silent", "-window", "root", "-crop",
               "%dx%d+%d+%d" % (width, height, x, y), "-depth", "8", "rgb:-")


class Window:
    """A window of the program: its accessible frame and its X window."""

    def __init__(self, app, title, x_id=None, path=None):
        """@x_id: if the X window has another title, or none; @path: if the accessible one has."""
        self.app = app
        self.title = title
        # The title changes with the contents.
        self.path = path or wait("the accessible window “%s”" % title, lambda: app.program.windows()[title], alive=app)
        self.x_id = x_id or wait("the X window “%s”" % title, self.find_x, alive=app)
        self.focus()
        # Before it is painted, events have no effect.
        wait("“%s” to be painted" % title, lambda: self.extents()[2] > 1, alive=app)

    def find_x(self):
        found = xdotool("search", "--all", "--onlyvisible", "--pid", self.app.process.pid, "--name",
                        "^%s$" % re.escape(self.title_now())).split()
        return found[-1] if found else None

    def focus(self):
        xdotool("windowfocus", self.x_id)

    def title_now(self):
        return self.app.program.property(self.path, atspi.ACCESSIBLE, "Name")

    def frame(self):
        """Returns a current snapshot of the window's nodes."""
        for node in self.app.program.tree().children:
            if node.path == self.path:
                return node
        raise atspi.Gone("there is no accessible window “%s”" % self.title)

    def extents(self):
        return self.app.program.extents(self.path)

    # ---- nodes ----

    def nodes(self, role=None, name=None, description=None):
        """Returns all matching nodes, shown or not. Texts are exact, or compiled patterns."""
        return [n for n in self.frame().walk() if (not role or n.role == role) and
                fits(name, n.name) and fits(description, n.description)]

    def shown(self, role=None, name=None, description=None):
        """Returns the first matching node that a pointer would find, or None."""
        for node in self.nodes(role, name, description):
            if node.is_shown():
                return node
        return None

    def wait_for(self, role=None, name=None, description=None, seconds=None):
        what = "%s “%s”" % (role or "node", getattr(name or description, "pattern",
                                                    name or description))
        return wait(what, lambda: self.shown(role, name, description), seconds, self.app)

    def wait_text(self, text):
        """Waits for a label with @text, which can be a pattern."""
        return self.wait_for("label", text)

    def toast_nodes(self):
        """Returns texts and paths of the nodes of the toast. It is shown only for seconds, and
        reading all nodes of a new page may take as long."""
        program = self.app.program
        path = program.find(self.path, "AdwToastWidget", 5)
        return list(program.names_below(path)) if path else []

    def wait_toast(self, text):
        """Waits for a toast with @text, or with a button of that text. Returns the node."""
        what = "the message “%s”" % getattr(text, "pattern", text)
        name, path = wait(what, lambda: next(
            ((name, path) for name, path in self.toast_nodes() if fits(text, name)), None),
                          alive=self.app)
        return atspi.Node(self.app.program, path, None, 0, 0, name, "label", "", [0, 0])

    def wait_gone(self, role=None, name=None, description=None):
        """Waits until no such node is shown."""
        wait("no %s “%s”" % (role or "node", getattr(name, "pattern", name)),
             lambda: not self.shown(role, name, description), alive=self.app)

    def wait_closed(self):
        """Waits until the window is closed: it would get keys that are pressed before."""
        wait("“%s” to close" % self.title, lambda: self.path not in self.app.program.windows().values() and
             self.x_id not in self.app.surfaces(), alive=self.app)

    # ---- keys and mouse ----

    def input(self, *arguments):
        """Sends keys and buttons with xdotool, and waits until the program has handled them."""
        xdotool(*arguments)
        self.wait_taken()

    def wait_taken(self):
        """Waits until the program has handled all keys and buttons, or its window is gone."""
        server().ping(int(self.x_id), lambda: self.app.process.poll() is not None or
                      self.x_id not in self.app.surfaces())

    def take_focus(self):
        """Focuses the window if no window has the focus, because that one was closed."""
        if not server().has_focus():
            self.focus()

    def key(self, *names):
        for name in names:
            self.take_focus()
            self.input("key", "--clearmodifiers", name)

    def type(self, text):
        self.take_focus()
        self.input("type", "--delay", "12", text)

    def copy(self, *names):
        """Presses keys, and returns the text that they copy to the clipboard; "" if they copy
        nothing."""
        before = server().copies()
        self.key(*names)
        return server().text() if server().wait_copy(before, 2) else ""

    def origin(self):
        """Returns the screen position of 0, 0 of the accessible coordinates."""
        geometry = dict(line.split("=") for line in
                        xdotool("getwindowgeometry", "--shell", self.x_id).split())
        frame = self.extents()
        # The shadow has the same width on all sides of the window.
        return (int(geometry["X"]) + (int(geometry["WIDTH"]) - frame[2]) // 2,
                int(geometry["Y"]) + (int(geometry["HEIGHT"]) - frame[3]) // 2)

    def size(self):
        geometry = dict(line.split("=") for line in
                        xdotool("getwindowgeometry", "--shell", self.x_id).split())
        return int(geometry["WIDTH"]), int(geometry["HEIGHT"])

    def point(self, node, x=None, y=None):
        """Returns a point on the screen: the middle of a node that has stopped moving, or @x, @y
        pixels from its corner."""
        left, top, width, height = wait_still("%r to stand still" % node, node.extents,
                                              alive=self.app)
        at_x = width // 2 if x is None else x
        at_y = height // 2 if y is None else y
        x0, y0 = self.origin()
        return x0 + left + at_x, y0 + top + at_y

    def move(self, node, x=None, y=None):
        self.input("mousemove", *self.point(node, x, y))

    def come_to(self, point):
        """Moves the pointer beside @point first, as a hand does. After a menu was closed with keys,
        GTK 4.8 drops the next click of a pointer that has not moved: 3 of some 70 clicks, and
        none of 72 with this move."""
        self.input("mousemove", point[0] + 3, point[1])

    def click(self, node, x=None, y=None, button=1, modifier=None):
        point = self.point(node, x, y)
        held = ["keydown", modifier] if modifier else []
        free = ["keyup", modifier] if modifier else []
        self.app.wait_single_click(point)
        self.come_to(point)
        self.input("mousemove", *point, *held, "click", button, *free)

    def double_click(self, node, x=None, y=None):
        point = self.point(node, x, y)
        self.app.wait_single_click(point)
        self.come_to(point)
        self.input("mousemove", *point, "click", "--repeat", 2, "--delay", 20, 1)

    def wheel(self, clicks, modifier=None):
        """Turns the wheel at the pointer: up, or down if @clicks is negative."""
        held = ["keydown", modifier] if modifier else []
        free = ["keyup", modifier] if modifier else []
        self.input(*held, "click", "--repeat", abs(clicks), "--delay", 30, 4 if clicks > 0 else 5,
                   *free)

    def drag(self, node, start, end, modifier=None):
        """Drags with the left button from one point of a node to another."""
        x0, y0 = self.point(node, *start)
        x1, y1 = self.point(node, *end)
        held = ["keydown", modifier] if modifier else []
        free = ["keyup", modifier] if modifier else []
        steps = []
        for i in range(1, 7):
            steps += ["mousemove", x0 + (x1 - x0) * i // 6, y0 + (y1 - y0) * i // 6]
        self.app.wait_single_click((x0, y0))
        self.input("mousemove", x0, y0, *held, "mousedown", 1, *steps, "mouseup", 1, *free)

    def press(self, name, role="push button"):
        """Clicks a button as soon as a pointer would find it. Returns the button."""
        button = self.wait_for(role, name)
        self.click(button)
        return button

    def picture(self, node):
        """Returns the pixels of a node."""
        x, y = self.point(node, 0, 0)
        return pixels(x, y, *node.extents()[2:])


def fits(wanted, text):
    if wanted is None:
        return True
    return bool(wanted.search(text)) if hasattr(wanted, "search") else wanted == text


class App:
    """A running Poplens, with a home directory of its own or that of an earlier one."""

    all = []
    bus = None

    def __init__(self, *arguments, home=None, settings=None, environment=None):
        self.home = home or tempfile.mkdtemp(prefix="home-", dir=work())
        self.log = os.path.join(self.home, "stderr-%d" % len(App.all))
        if settings:
            folder = os.path.join(self.home, "config", "poplens")
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, "settings.ini"), "w", encoding="utf-8") as file:
                file.write(settings)
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [os.path.join(BINARIES, "poplens"), *[str(a) for a in arguments]],
                env=self.environment(environment or {}), stdin=subprocess.DEVNULL, stdout=log,
                stderr=log)
        App.all.append(self)
        self.last_click = (0, 0, 0)
        App.bus = App.bus or atspi.Bus()
        self.program = wait("the program on the accessibility bus",
                            lambda: App.bus.program(self.process.pid), alive=self)

    def environment(self, more):
        folders = {"XDG_%s_HOME" % name.upper(): os.path.join(self.home, name)
                   for name in ("config", "cache", "data", "state")}
        return {**os.environ, **folders, "HOME": self.home, "POPLENS_TEST": "1",
                "G_DEBUG": "fatal-warnings", **more}

    def check_alive(self, what):
        if self.process.poll() is not None:
            raise Failed("the program ended with %d while waiting for: %s\n%s" %
                         (self.process.returncode, what, self.stderr()))

    def stderr(self):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return file.read()

    def window(self, title):
        """Returns the window with this title, or of a comparison with the report that it names."""
        either = re.compile("(.* → )?%s" % re.escape(title).replace("\\ –\\ Poplens", "( → .*)? – Poplens"))
        path = wait("the window “%s”" % title, lambda: next(
            (path for name, path in self.program.windows().items() if either.fullmatch(name)), None), alive=self)
        return Window(self, title, path=path)

    def surfaces(self):
        """Returns the IDs of its windows, tooltips and menus on the screen."""
        return set(xdotool("search", "--onlyvisible", "--maxdepth", 1, "--pid",
                           self.process.pid).split())

    def wait_single_click(self, point):
        """Waits until a click at @point cannot be the second one of a double click."""
        x, y, at = self.last_click
        if max(abs(point[0] - x), abs(point[1] - y)) <= DOUBLE_CLICK_REACH:
            time.sleep(max(0, at + DOUBLE_CLICK - time.monotonic()))
        self.last_click = (*point, time.monotonic())

    def titles(self):
        return sorted(self.program.windows())

    def expect_end(self):
        """Waits for the program's end, and checks that it printed no warnings."""
        code = wait("the program's end", lambda: self.process.poll() is not None and
                    (self.process.returncode,))[0]
        check(code == 0, "the program ended with %d\n%s" % (code, self.stderr()))
        complaint = re.search(r"(CRITICAL|WARNING|Sanitizer|runtime error).*", self.stderr())
        check(not complaint, "the program complained:\n%s" % self.stderr())

    def close(self, window):
        """Closes the only window as a user does, and waits for the program's end."""
        window.focus()
        window.key("ctrl+w")
        self.expect_end()

    def kill(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


# ---- cases -------------------------------------------------------------------------------------

_cases = []
_work = []


def case(function):
    _cases.append(function)
    return function


def work():
    """Returns a folder for files of this theme's cases."""
    if not _work:
        _work.append(tempfile.mkdtemp(prefix="poplens-e2e."))
    return _work[0]


def leave_traces(name):
    if not OUTPUT:
        return
    os.makedirs(OUTPUT, exist_ok=True)
    base = os.path.join(OUTPUT, name)
    run("import", "-silent", "-window", "root", base + ".png")
    with open(base + ".txt", "w", encoding="utf-8") as file:
        for app in App.all:
            if app.process.poll() is None:
                try:
                    write_tree(file, app.program.tree(), 0)
                except (atspi.Gone, AttributeError) as error:
                    print("no tree: %s" % error, file=file)
            print("---- stderr\n" + app.stderr(), file=file)
    print("  left in %s.png, .txt" % base, flush=True)


def write_tree(file, node, depth):
    try:
        extents = "%d,%d %dx%d" % node.extents() if depth else ""
    except atspi.Gone:
        extents = "?"
    print("%s%s '%s' '%s' %s" % ("  " * depth, node.role, node.name, node.description, extents),
          file=file)
    for child in node.children:
        write_tree(file, child, depth + 1)


def run_case(theme, function):
    """Runs a case. Returns the error message, or ""."""
    name = "%s-%s" % (theme, function.__name__)
    began = time.monotonic()
    print("%s: %s" % (name, (function.__doc__ or "").strip()), flush=True)
    App.all.clear()
    # A point where no widget reacts.
    xdotool("mousemove", 1599, 999, "keyup", "ctrl", "keyup", "shift", "keyup", "alt")
    wrong = ""
    try:
        function()
    except Skipped as skipped:
        print("  skipped: %s" % skipped)
    except Exception as error:  # pylint: disable=broad-except
        wrong = str(error) or repr(error)
        traceback.print_exc(file=sys.stdout)
        leave_traces(name)
    finally:
        for app in App.all:
            app.kill()
    print("  %s (%.1f s)" % ("FAILED" if wrong else "ok", time.monotonic() - began), flush=True)
    return wrong


# Warnings of GTK 4.8 about its own accessible objects if a window closes while they are read: seen
# twice in some fifty file choosers, with other windows on the bus. Nothing outside of GTK calls
# these functions.
GTK_RACE = re.compile(r"Gtk-CRITICAL \*\*: [0-9:.]+: gtk_at_spi_(context|root)_to_ref: assertion "
                      r"'GTK_IS_AT_SPI_(CONTEXT|ROOT) \(self\)' failed")


def run_case_again(theme, function):
    """Runs a case, and again if it timed out or if GTK's own race ended it: of some thousand clicks
    a few are lost on a busy machine. A broken case fails twice. Returns whether it passed."""
    wrong = run_case(theme, function)
    if wrong and (VAIN in wrong or any(GTK_RACE.search(app.stderr()) for app in App.all)):
        print("  once more: a click may be lost, and GTK fails an assertion about its accessible objects", flush=True)
        wrong = run_case(theme, function)
    return not wrong


def main():
    """Runs all cases of the theme, or those named in the arguments, even if the theme is skipped."""
    theme = os.path.basename(sys.argv[0]).replace(".py", "")
    if os.environ.get("POPLENS_E2E_SKIP") and len(sys.argv) < 2:
        print("%s: skipped: %s" % (theme, os.environ["POPLENS_E2E_SKIP"]))
        sys.exit(77)
    chosen = [c for c in _cases if len(sys.argv) < 2 or c.__name__ in sys.argv[1:]]
    for program in ("poplens", "poplens-cli", "poplens-demo"):
        if not os.path.exists(os.path.join(BINARIES, program)):
            sys.exit("POPLENS_BINDIR is %r, and there is no %s in it" % (BINARIES, program))
    try:
        failed = [c.__name__ for c in chosen if not run_case_again(theme, c)]
    finally:
        shutil.rmtree(work(), ignore_errors=True)
    if failed:
        sys.exit("%s: %d of %d cases failed: %s" %
                 (theme, len(failed), len(chosen), ", ".join(failed)))
    print("%s: %d cases passed" % (theme, len(chosen)))
