"""Requests of tests to the X server: the clipboard, and whether a program has handled all input.

Both replace waiting for a fixed time: the server notifies changes of the clipboard (XFixes), and a
window answers _NET_WM_PING after all earlier events."""

import ctypes
import os
import select
import time

PROPERTY_NOTIFY, SELECTION_NOTIFY, CLIENT_MESSAGE = 28, 31, 33
PROPERTY_CHANGE_MASK, SUBSTRUCTURE_NOTIFY_MASK = 1 << 22, 1 << 19
PROPERTY_NEW_VALUE = 0

c_int, c_long, c_ulong, c_void_p = ctypes.c_int, ctypes.c_long, ctypes.c_ulong, ctypes.c_void_p


class SelectionEvent(ctypes.Structure):
    _fields_ = [("type", c_int), ("serial", c_ulong), ("sent", c_int), ("display", c_void_p),
                ("requestor", c_ulong), ("selection", c_ulong), ("target", c_ulong),
                ("property", c_ulong), ("time", c_ulong)]


class PropertyEvent(ctypes.Structure):
    _fields_ = [("type", c_int), ("serial", c_ulong), ("sent", c_int), ("display", c_void_p),
                ("window", c_ulong), ("atom", c_ulong), ("time", c_ulong), ("state", c_int)]


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", c_int), ("serial", c_ulong), ("sent", c_int), ("display", c_void_p),
                ("window", c_ulong), ("message", c_ulong), ("format", c_int),
                ("data", c_long * 5)]


class Event(ctypes.Union):
    _fields_ = [("type", c_int), ("selection", SelectionEvent), ("property", PropertyEvent),
                ("message", ClientMessage), ("room", c_long * 24)]


def on_error(_display, _event):
    """Ignores errors about windows that are gone."""
    return 0


def load():
    lib = ctypes.CDLL("libX11.so.6")
    for name, result, arguments in (
            ("XOpenDisplay", c_void_p, [ctypes.c_char_p]),
            ("XDefaultRootWindow", c_ulong, [c_void_p]),
            ("XInternAtom", c_ulong, [c_void_p, ctypes.c_char_p, c_int]),
            ("XCreateSimpleWindow", c_ulong, [c_void_p, c_ulong] + [c_int] * 2 + [ctypes.c_uint] * 3 +
             [c_ulong] * 2),
            ("XSelectInput", c_int, [c_void_p, c_ulong, c_long]),
            ("XConnectionNumber", c_int, [c_void_p]), ("XPending", c_int, [c_void_p]),
            ("XSync", c_int, [c_void_p, c_int]), ("XFlush", c_int, [c_void_p]),
            ("XFree", c_int, [c_void_p]),
            ("XGetInputFocus", c_int, [c_void_p, ctypes.POINTER(c_ulong), ctypes.POINTER(c_int)]),
            ("XNextEvent", c_int, [c_void_p, ctypes.POINTER(Event)]),
            ("XSendEvent", c_int, [c_void_p, c_ulong, c_int, c_long, ctypes.POINTER(Event)]),
            ("XConvertSelection", c_int, [c_void_p] + [c_ulong] * 5),
            ("XDeleteProperty", c_int, [c_void_p, c_ulong, c_ulong]),
            ("XGetWindowProperty", c_int, [c_void_p, c_ulong, c_ulong, c_long, c_long, c_int, c_ulong] +
             [ctypes.POINTER(c_ulong), ctypes.POINTER(c_int)] + [ctypes.POINTER(c_ulong)] * 2 +
             [ctypes.POINTER(c_void_p)])):
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib


class Server:
    """The test's own connection to the X server."""

    def __init__(self):
        self.lib = load()
        self.on_error = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)(on_error)
        self.lib.XSetErrorHandler(self.on_error)
        self.display = self.lib.XOpenDisplay(os.environ["DISPLAY"].encode())
        if not self.display:
            raise OSError("there is no X server %s" % os.environ["DISPLAY"])
        self.root = self.lib.XDefaultRootWindow(self.display)
        self.own = self.lib.XCreateSimpleWindow(self.display, self.root, 0, 0, 1, 1, 0, 0, 0)
        self.lib.XSelectInput(self.display, self.own, PROPERTY_CHANGE_MASK)
        # Answers to pings are sent to the root window.
        self.lib.XSelectInput(self.display, self.root, SUBSTRUCTURE_NOTIFY_MASK)
        self.clipboard = self.atom("CLIPBOARD")
        self.watch_clipboard()
        self.n_copies = 0
        self.n_pings = 0

    def atom(self, name):
        return self.lib.XInternAtom(self.display, name.encode(), 0)

    def watch_clipboard(self):
        fixes = ctypes.CDLL("libXfixes.so.3")
        fixes.XFixesQueryExtension.argtypes = [c_void_p] + [ctypes.POINTER(c_int)] * 2
        fixes.XFixesSelectSelectionInput.argtypes = [c_void_p, c_ulong, c_ulong, c_ulong]
        base, errors = c_int(), c_int()
        fixes.XFixesQueryExtension(self.display, ctypes.byref(base), ctypes.byref(errors))
        self.copied = base.value
        fixes.XFixesSelectSelectionInput(self.display, self.own, self.clipboard, 1)

    # ---- events ----

    def next_event(self, end):
        """Returns the next event before the time @end, or None. Counts changes of the clipboard."""
        event = Event()
        while not self.lib.XPending(self.display):
            left = end - time.monotonic()
            if left <= 0:
                return None
            select.select([self.lib.XConnectionNumber(self.display)], [], [], left)
        self.lib.XNextEvent(self.display, ctypes.byref(event))
        self.n_copies += event.type == self.copied
        return event

    def wait_event(self, good, seconds):
        """Whether a @good event arrives in time."""
        end = time.monotonic() + seconds
        while True:
            event = self.next_event(end)
            if not event:
                return False
            if good(event):
                return True

    # ---- focus and ping ----

    def has_focus(self):
        """Whether any window has the focus; if one is closed, the root window gets it."""
        window, revert = c_ulong(), c_int()
        self.lib.XGetInputFocus(self.display, ctypes.byref(window), ctypes.byref(revert))
        return window.value not in (0, 1, self.root)

    def ping(self, window, given_up):
        """Waits until the program of a window has handled all earlier events, or @given_up() is
        true."""
        self.n_pings += 1
        event = Event()
        message = event.message
        message.type, message.window, message.format = CLIENT_MESSAGE, window, 32
        message.message, name = self.atom("WM_PROTOCOLS"), self.atom("_NET_WM_PING")
        message.data[:3] = [name, self.n_pings, window]
        self.lib.XSendEvent(self.display, window, 0, 0, ctypes.byref(event))
        while not self.wait_event(
                lambda answer: answer.type == CLIENT_MESSAGE and answer.message.data[0] == name and
                answer.message.data[1] == self.n_pings, 0.1) and not given_up():
            pass

    # ---- clipboard ----

    def copies(self):
        """Returns the number of changes of the clipboard so far."""
        self.lib.XSync(self.display, 0)
        while self.next_event(0):
            pass
        return self.n_copies

    def wait_copy(self, before, seconds):
        """Whether the clipboard changes after @before."""
        return self.copies() > before or self.wait_event(lambda event: self.n_copies > before, seconds)

    def text(self, seconds=20):
        """Returns the text on the clipboard as another program gets it; "" if there is none."""
        place = self.atom("POPLENS_TEST")
        self.lib.XDeleteProperty(self.display, self.own, place)
        self.lib.XConvertSelection(self.display, self.clipboard, self.atom("UTF8_STRING"), place,
                                   self.own, 0)
        end = time.monotonic() + seconds
        given = []

        def answered(event):
            given[:] = [event.selection.property]
            return event.type == SELECTION_NOTIFY
        if not self.wait_event(answered, seconds) or not given[0]:
            return ""
        kind, data = self.take(place)
        return (self.pieces(place, end) if kind == self.atom("INCR") else data).decode()

    def take(self, place):
        """Returns type and bytes of a property, and deletes it."""
        kind, form = c_ulong(), c_int()
        n, left, data = c_ulong(), c_ulong(), c_void_p()
        self.lib.XGetWindowProperty(self.display, self.own, place, 0, 1 << 26, 1, 0,
                                    ctypes.byref(kind), ctypes.byref(form), ctypes.byref(n),
                                    ctypes.byref(left), ctypes.byref(data))
        # Xlib returns numbers of 32 bits as longs.
        size = n.value * {8: 1, 16: 2}.get(form.value, ctypes.sizeof(c_long))
        taken = ctypes.string_at(data, size) if data else b""
        if data:
            self.lib.XFree(data)
        return kind.value, taken

    def pieces(self, place, end):
        """Reads a property that arrives in chunks; the last one is empty."""
        text = b""
        while self.wait_event(lambda event: event.type == PROPERTY_NOTIFY and
                              event.property.state == PROPERTY_NEW_VALUE and
                              event.property.atom == place, end - time.monotonic()):
            piece = self.take(place)[1]
            if not piece:
                return text
            text += piece
        return b""
