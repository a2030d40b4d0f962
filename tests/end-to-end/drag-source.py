"""Opens a window that provides files for drag and drop: drag-source.py PATH…"""

import os
import sys

os.environ.pop("G_DEBUG", None)

import gi  # noqa: E402

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, GObject, Gtk  # noqa: E402


def prepare(source, x, y, paths):
    value = GObject.Value(Gdk.FileList, Gdk.FileList.new_from_list([Gio.File.new_for_path(path) for path in paths]))
    return Gdk.ContentProvider.new_for_value(value)


Gtk.init()
window = Gtk.Window(title="drag source", decorated=False, default_width=200, default_height=200)
source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
source.connect("prepare", prepare, sys.argv[1:])
window.set_child(Gtk.Label(label="drag me"))
window.add_controller(source)
window.present()
GLib.MainLoop().run()
