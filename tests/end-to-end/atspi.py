"""Reads the accessible tree of a running program over D-Bus, without a cache.

GTK 4.8 returns a snapshot of all known nodes with one call (Cache.GetItems), but it only knows
nodes that were requested before, and calls every child of a stack visible. Hence tree() requests
missing nodes, and is_shown() asks which node is at the middle of a node, as a pointer would."""

import os
import time

# Fatal warnings are for the program under test only; GLib reads this when it is loaded.
os.environ.pop("G_DEBUG", None)

import gi  # noqa: E402

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

import cache_items  # noqa: E402

# at-spi2-core 2.53.1 renamed a role: maps it to the name of 2.46, as in Debian 12.
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
# Contains hundreds of rows that are created for scrolling: only rows() looks into it.
UNOPENED = "GtkColumnListView"
# Seconds after which tree() requests the children of every node, not only of those that lack some.
ALL_ASKED_EVERY = 1.0


class Gone(Exception):
    """A node that does not exist any more, or does not exist yet."""


class Bus:
    """The accessibility bus of the session."""

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
        """Calls a method. Returns the answer, a GVariant."""
        try:
            return self.connection.call_sync(name, path, interface, method, arguments, None, 0,
                                             20000, None)
        except GLib.Error as error:
            raise Gone("%s of %s: %s" % (method, path, error.message)) from error

    def program(self, pid):
        """Returns the application node of a process, or None if it has not registered yet."""
        for name, path in self.call("org.a11y.atspi.Registry", ROOT, ACCESSIBLE, "GetChildren")[0]:
            owner = self.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus",
                              "GetConnectionUnixProcessID", GLib.Variant("(s)", (name,)))[0]
            if owner == pid:
                return Program(self, name, path)
        return None


class Program:
    """A program on the accessibility bus."""

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
        """Requests the children of all paths at once. Returns them by path; vanished nodes have
        none."""
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
        """Returns every node that GTK knows, by path, without children."""
        answer = self.bus.ask(self.name, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")
        nodes = {}
        for path, parent, index, n, name, role, description, states in cache_items.read(answer):
            nodes[path] = Node(self, path, parent, index, n, name, ROLES.get(role, "?"),
                               description, states)
        return nodes

    def tree(self):
        """Returns the root of a snapshot of all nodes except rows of tables."""
        asked = set()
        while True:
            nodes = self.items()
            known = dict.fromkeys(nodes, 0)
            for node in nodes.values():
                if node.parent_path in known:
                    known[node.parent_path] += 1
            # A hidden widget keeps its node, so the number of children does not show that another
            # replaced it.
            asks_all = time.monotonic() > self.all_asked + ALL_ASKED_EVERY
            lacking = [n.path for n in nodes.values() if n.n_children and not is_row(n, nodes) and
                       (asks_all or known[n.path] < n.n_children)]
            if asks_all:
                self.all_asked = time.monotonic()
            # A node that is being built can have more children the next time. The application does
            # not report its number of windows.
            lacking = [(p, nodes[p].n_children if p in nodes else 0) for p in lacking + [self.root]]
            lacking = [p for p in lacking if p not in asked]
            asked.update(lacking)
            found = self.children_of({p for p, _ in lacking})
            if not [p for p in found if self.make_known(found[p], nodes)]:
                return link(nodes, self.root)

    def make_known(self, paths, nodes):
        """Requests all nodes below @paths that are not in @nodes, so that items() returns them
        afterwards. Returns whether there were any."""
        lacking = [path for path in paths if path not in nodes]
        for path in lacking:
            # Rows come after the headers of their columns: no other name has to be requested.
            if len(paths) != 2 or path != paths[1] or self.name_left(path) != UNOPENED:
                self.make_known(self.children_left(path), nodes)
        return bool(lacking)

    def children_left(self, path):
        """Returns the children; none for a vanished node."""
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
        """Returns the paths of the program's windows by name."""
        return {self.property(path, ACCESSIBLE, "Name"): path for path in self.children(self.root)}

    def find(self, path, name, depth):
        """Returns the path of a node with @name, at most @depth levels below @path, or None."""
        level = [path]
        for _ in range(depth):
            level = [child for above in level for child in self.children(above)]
            for child in level:
                if self.property(child, ACCESSIBLE, "Name") == name:
                    return child
        return None

    def names_below(self, path):
        """Yields name and path of all nodes below @path."""
        for child in self.children(path):
            yield self.property(child, ACCESSIBLE, "Name"), child
            yield from self.names_below(child)

    def extents(self, path):
        """Returns x, y, width and height relative to the window without its shadow."""
        return self.call(path, COMPONENT, "GetExtents", GLib.Variant("(u)", (IN_WINDOW,)))[0]


def is_row(node, nodes):
    """Whether a node is the list of a table's rows, or in it."""
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
    """A node of a snapshot. Attributes are those of the snapshot; methods ask the program."""

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
        """Whether the node is @path or a descendant of it."""
        here = self.path
        while here and here != NULL:
            if here == path:
                return True
            here = self.program.property(here, ACCESSIBLE, "Parent")[1]
            if here == ROOT:
                return False
        return False

    def at(self, x, y):
        """Returns the innermost node that a pointer would find at a point of this window, or None."""
        _, path = self.program.call(self.path, COMPONENT, "GetAccessibleAtPoint",
                                    GLib.Variant("(iiu)", (x, y, IN_WINDOW)))[0]
        return None if path == NULL else Node(self.program, path, None, 0, 0, "", "", "", [0, 0])

    def is_shown(self):
        """Whether a pointer finds the node at its middle. An insensitive widget is never found."""
        window = self.window()
        x, y, width, height = self.extents()
        if not window or width <= 0 or height <= 0:
            return False
        found = window.at(x + width // 2, y + height // 2)
        if found:
            return found.is_below(self.path)
        # An image that fills its button has no node, so look beside it.
        found = window.at(x - 4, y + height // 2)
        return bool(found) and (found.is_below(self.path) or
                                found.path in (self.parent.path, self.parent.parent_path))

    def text(self):
        """Returns the text of a field."""
        n = self.program.property(self.path, TEXT, "CharacterCount")
        return self.program.call(self.path, TEXT, "GetText", GLib.Variant("(ii)", (0, n)))[0]

    def rows(self):
        """Returns the texts of a table's cells, a list for each row that is laid out."""
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
        """Returns the text of a cell; its other nodes are the arrow."""
        if self.program.role(path) == "label":
            return self.program.property(path, ACCESSIBLE, "Name")
        children = self.program.children(path)
        texts = [self.text_below(child) for child in children]
        if texts:
            return texts[-1]
        return self.program.property(path, ACCESSIBLE, "Name")

