"""Decodes the answer of AT-SPI's Cache.GetItems.

It describes every node of a program, some thousand of them, each time the screen is inspected.
GLib's unpack() makes a Python object of each part, which took half of a theme's time. This decodes
GVariant's serialisation directly: the parts of a tuple in order, each aligned, followed by the end
offsets of parts of variable size, in reverse order."""

import struct

TYPE = "(a((so)(so)(so)iiassusau))"
NUMBER = struct.Struct("=I")
INDICES = struct.Struct("=ii")


def offsets_of(data, start, end, n):
    """Returns the last @n end offsets of the container at @start … @end, in order, and their width
    in bytes."""
    size = end - start
    width = 1 if size <= 0xff else 2 if size <= 0xffff else 4 if size <= 0xffffffff else 8
    return [start + int.from_bytes(data[end - (i + 1) * width:end - i * width], "little")
            for i in range(n)], width


def text(data, start, end):
    """Returns a string without its final NUL."""
    return data[start:end - 1].decode()


def path(data, start, end):
    """Returns the path of an (so), which is a program on the bus and a path in it."""
    (middle,), width = offsets_of(data, start, end, 1)
    return text(data, middle, end - width)


def align(position):
    return (position + 3) & ~3


def item(data, start, end):
    """Returns path, parent's path, index, number of children, name, role, description, states."""
    (own, _, parent, interfaces, name, description), width = offsets_of(data, start, end, 6)
    application = offsets_of(data, start, end, 2)[0][1]
    index, n_children = INDICES.unpack_from(data, align(parent))
    role = NUMBER.unpack_from(data, align(name))[0]
    states = align(description)
    n_states = (end - 6 * width - states) // NUMBER.size
    return (path(data, start, own), path(data, application, parent), index, n_children,
            text(data, interfaces, name), role, text(data, align(name) + NUMBER.size, description),
            struct.unpack_from("=%dI" % n_states, data, states))


def read(variant):
    """Returns the items of a GVariant of TYPE, each a tuple as of item()."""
    if variant.get_type_string() != TYPE:
        raise ValueError("GetItems answers with %s" % variant.get_type_string())
    data = variant.get_data_as_bytes().get_data()
    if not data:
        return []
    (last,), width = offsets_of(data, 0, len(data), 1)
    n = (len(data) - last) // width
    items = []
    start = 0
    for i in range(n):
        at = last + i * width
        end = int.from_bytes(data[at:at + width], "little")
        items.append(item(data, start, end))
        start = align(end)
    return items
