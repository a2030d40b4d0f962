"""Prints the text on the clipboard, as another program gets it."""

import os
import sys

os.environ.pop("G_DEBUG", None)

import gi  # noqa: E402

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def on_text(clipboard, result, loop):
    try:
        sys.stdout.write(clipboard.read_text_finish(result) or "")
    except GLib.Error as error:
        sys.stderr.write(error.message + "\n")
    loop.quit()


Gtk.init()
main_loop = GLib.MainLoop()
Gdk.Display.get_default().get_clipboard().read_text_async(None, on_text, main_loop)
GLib.timeout_add_seconds(20, main_loop.quit)
main_loop.run()
