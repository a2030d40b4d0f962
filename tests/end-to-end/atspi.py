"""The accessible tree of a running program, over D-Bus and without a cache.

GTK 4.8 gives a snapshot of all nodes it knows with one call (Cache.GetItems) but knows only those
that somebody asked for, and calls every child of a stack visible. Hence two things here that a
plain walk would not need: tree() asks for what is missing, and is_shown() asks what lies at the
middle of a node, as a pointer would find it.
"""

import os
import time

# Fatal warnings are for the program under test; GLib reads this when it is loaded.
os.environ.pop("G_DEBUG", None)

import gi  # noqa: E402

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

import cache_items  # noqa: E402

# Since 2.53.1 at-spi2-core calls a role otherwise: here it has the name of 2.46, as on Debian 12.
OLD_NAMES = {"button": "push button"}


def role_name(role):
    name = Atspi.role_get_name(Atspi.Role(role))
    return OLD_NAMES.get(name, name)


ROLES = {i: role_name(i) for i in range(int(Atspi.Role.LAST_DEFINED))}
SELECTED = int(Atspi.StateType.SELECTED)
SENSITIVE = int(Atspi.StateType.SENSITIVE)
CHECKED = int(Atspi.StateType.CHECKED)
FOCUSED = int(Atspi.StateType.FOCUSED)
FOCUSABLE = int(Atspi.StateType.FOCUSABLE)

ACCESSIBLE = "org.a11y.atspi.Accessible"
COMPONENT = "org.a11y.atspi.Component"
TEXT = "org.a11y.atspi.Text"
ROOT = "/org/a11y/atspi/accessible/root"
NULL = "/org/a11y/atspi/null"
IN_WINDOW = 1
# Holds rows by the hundred, made ahead for scrolling: rows() looks into it where that is wanted.
UNOPENED = "GtkColumnListView"
# So often tree() asks every node for its children, and not only those that seem to lack some (s).
ALL_ASKED_EVERY = 1.0


class Gone(Exception):
    """What was asked is not there any more, or not yet."""


class Bus:
    """The accessibility bus of this session."""

    def __init__(self):
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        address = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress",
                                    None, None, 0, 10000, None).unpack()[0]
        flags = (Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT |
                 Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)
        self.connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)

    def call(self, *call):
        return self.ask(*call).unpack()

    def ask(self, name, path, interface, method, arguments=None):
        """The answer as it comes, a GVariant."""
        try:
            return self.connection.call_sync(name, path, interface, method, arguments, None, 0,
                                             20000, None)
        except GLib.Error as error:
            raise Gone("%s of %s: %s" % (method, path, error.message)) from error

    def program(self, pid):
        """The application node of a process, or None as long as it has not registered."""
        for name, path in self.call("org.a11y.atspi.Registry", ROOT, ACCESSIBLE, "GetChildren")[0]:
            owner = self.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus",
                              "GetConnectionUnixProcessID", GLib.Variant("(s)", (name,)))[0]
            if owner == pid:
                return Program(self, name, path)
        return None


class Program:
    """One program on the bus."""

    def __init__(self, bus, name, root):
        self.bus = bus
        self.name = name
        self.root = root
        self.all_asked = 0.0

    def call(self, path, interface, method, arguments=None):
        return self.bus.call(self.name, path, interface, method, arguments)

    def property(self, path, interface, name):
        return self.call(path, "org.freedesktop.DBus.Properties", "Get",
                         GLib.Variant("(ss)", (interface, name)))[0]

    def role(self, path):
        return ROLES.get(self.call(path, ACCESSIBLE, "GetRole")[0], "?")

    def children(self, path):
        return [p for _, p in self.call(path, ACCESSIBLE, "GetChildren")[0] if p != NULL]

    def children_of(self, paths):
        """Children by path, asked for at once; of what is gone by now there are none."""
        found = {}

        def answered(connection, result, path):
            try:
                answer = connection.call_finish(result).unpack()[0]
                found[path] = [p for _, p in answer if p != NULL]
            except GLib.Error as error:
                found[path] = error
        for path in paths:
            self.bus.connection.call(self.name, path, ACCESSIBLE, "GetChildren", None, None, 0, 20000,
                                     None, answered, path)
        while len(found) < len(paths):
            GLib.MainContext.default().iteration(True)
        if isinstance(found.get(self.root), GLib.Error):
            raise Gone("the program: %s" % found[self.root].message)
        return {path: [] if isinstance(children, GLib.Error) else children for path, children in found.items()}

    def items(self):
        """Every node that GTK knows by its path, without children."""
        answer = self.bus.ask(self.name, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")
        nodes = {}
        for path, parent, index, n, name, role, description, states in cache_items.read(answer):
            nodes[path] = Node(self, path, parent, index, n, name, ROLES.get(role, "?"),
                               description, states)
        return nodes

    def tree(self):
        """The root of a snapshot of all nodes but the rows of tables."""
        asked = set()
        while True:
            nodes = self.items()
            known = dict.fromkeys(nodes, 0)
            for node in nodes.values():
                if node.parent_path in known:
                    known[node.parent_path] += 1
            # A hidden widget keeps its node, so that the number does not tell of one shown in its place.
            asks_all = time.monotonic() > self.all_asked + ALL_ASKED_EVERY
            lacking = [n.path for n in nodes.values() if n.n_children and not is_row(n, nodes) and
                       (asks_all or known[n.path] < n.n_children)]
            if asks_all:
                self.all_asked = time.monotonic()
            # What is being built may have more of them at the next look. The application does not say
            # how many windows it has.
            lacking = [(p, nodes[p].n_children if p in nodes else 0) for p in lacking + [self.root]]
            lacking = [p for p in lacking if p not in asked]
            asked.update(lacking)
            found = self.children_of({p for p, _ in lacking})
            if not [p for p in found if self.make_known(found[p], nodes)]:
                return link(nodes, self.root)

    def make_known(self, paths, nodes):
        """Asks for all below @paths that is not in @nodes, so that items() has it from now on;
        whether there was any."""
        lacking = [path for path in paths if path not in nodes]
        for path in lacking:
            # Rows stand below the heads of their columns: no other name need be asked for.
            if len(paths) != 2 or path != paths[1] or self.name_left(path) != UNOPENED:
                self.make_known(self.children_left(path), nodes)
        return bool(lacking)

    def children_left(self, path):
        """None of what is gone by now."""
        try:
            return self.children(path)
        except Gone:
            return []

    def name_left(self, path):
        try:
            return self.property(path, ACCESSIBLE, "Name")
        except Gone:
            return None

    def windows(self):
        """Paths of its windows, by name."""
        return {self.property(path, ACCESSIBLE, "Name"): path for path in self.children(self.root)}

    def find(self, path, name, depth):
        """Path of a node of that name, so deep below @path at most; None where there is none."""
        level = [path]
        for _ in range(depth):
            level = [child for above in level for child in self.children(above)]
            for child in level:
                if self.property(child, ACCESSIBLE, "Name") == name:
                    return child
        return None

    def names_below(self, path):
        """Names of all nodes below @path, with their paths."""
        for child in self.children(path):
            yield self.property(child, ACCESSIBLE, "Name"), child
            yield from self.names_below(child)

    def extents(self, path):
        """x, y, width, height in the window, without the decoration's shadow."""
        return self.call(path, COMPONENT, "GetExtents", GLib.Variant("(u)", (IN_WINDOW,)))[0]


def is_row(node, nodes):
    """Whether it is the list of a table's rows, or in it."""
    while node:
        if node.name == UNOPENED:
            return True
        node = nodes.get(node.parent_path)
    return False


def link(nodes, root):
    for node in nodes.values():
        parent = nodes.get(node.parent_path)
        if parent and parent is not node:
            node.parent = parent
            parent.children.append(node)
    for node in nodes.values():
        node.children.sort(key=lambda n: n.index)
    if root not in nodes:
        raise Gone("the program has no accessible root")
    return nodes[root]


class Node:
    """A node of a snapshot. What is plain data is as it was then; the methods ask now."""

    def __init__(self, program, path, parent, index, n_children, name, role, description, states):
        self.program = program
        self.path = path
        self.parent_path = parent
        self.index = index
        self.n_children = n_children
        self.name = name
        self.role = role
        self.description = description
        self.states = states
        self.parent = None
        self.children = []

    def __repr__(self):
        return "%s '%s'" % (self.role, self.name)

    def has(self, state):
        return bool(self.states[state // 32] >> (state % 32) & 1)

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    def ancestor(self, role):
        node = self
        while node and node.role != role:
            node = node.parent
        return node

    def window(self):
        node = self
        while node and node.parent_path != ROOT:
            node = node.parent
        return node

    def extents(self):
        return self.program.extents(self.path)

    def description_now(self):
        return self.program.property(self.path, ACCESSIBLE, "Description")

    def center(self):
        x, y, width, height = self.extents()
        return x + width // 2, y + height // 2

    def is_below(self, path):
        """Whether it is @path, or a child of it, at any depth."""
        here = self.path
        while here and here != NULL:
            if here == path:
                return True
            here = self.program.property(here, ACCESSIBLE, "Parent")[1]
            if here == ROOT:
                return False
        return False

    def at(self, x, y):
        """The innermost node at a point of this window that a pointer would find, or None."""
        _, path = self.program.call(self.path, COMPONENT, "GetAccessibleAtPoint",
                                    GLib.Variant("(iiu)", (x, y, IN_WINDOW)))[0]
        return None if path == NULL else Node(self.program, path, None, 0, 0, "", "", "", [0, 0])

    def is_shown(self):
        """Whether a pointer finds it at its middle; an insensitive widget is never found."""
        window = self.window()
        x, y, width, height = self.extents()
        if not window or width <= 0 or height <= 0:
            return False
        found = window.at(x + width // 2, y + height // 2)
        if found:
            return found.is_below(self.path)
        # A picture that fills its button has no node: then what is beside it tells.
        found = window.at(x - 4, y + height // 2)
        return bool(found) and (found.is_below(self.path) or
                                found.path in (self.parent.path, self.parent.parent_path))

    def text(self):
        """What is written in a field."""
        n = self.program.property(self.path, TEXT, "CharacterCount")
        return self.program.call(self.path, TEXT, "GetText", GLib.Variant("(ii)", (0, n)))[0]

    def rows(self):
        """Texts of a table's cells, a list a row, of the rows that have their place on screen."""
        lines = []
        for row in self.row_paths():
            lines.append([self.text_below(cell) for cell in self.program.children(row)])
        return lines

    def row_paths(self):
        lists = [n for n in self.walk() if n.role == "list"]
        if not lists:
            raise Gone("%r has no list of rows" % self)
        placed = []
        for path in self.program.children(lists[0].path):
            _, y, width, height = self.program.extents(path)
            if width > 0 and height > 0:
                placed.append((y, path))
            elif placed:
                break
        return [path for _, path in sorted(placed)]

    def text_below(self, path):
        """The text of a cell: what else it has is its arrow."""
        if self.program.role(path) == "label":
            return self.program.property(path, ACCESSIBLE, "Name")
        children = self.program.children(path)
        texts = [self.text_below(child) for child in children]
        if texts:
            return texts[-1]
        return self.program.property(path, ACCESSIBLE, "Name")

