#!/usr/bin/python3
"""Checks dependencies between the subjects of a room, and finds cyclic dependencies between its files.

    subjects.py [ROOT]        prints violations as FILE:LINE: WHAT, and exits 1 if there are any
    subjects.py --self-test   tests the check on small trees with planted violations

A room with many files has a folder for each subject: `ls src/*/liveness` lists all of Liveness. rooms.py checks
dependencies between rooms.
"""
import collections
import pathlib
import re
import sys
import tempfile
import unittest

# Room: subject: the other subjects of the room that it may use. '' stands for the files in the room itself, which all
# subjects may use. Remove a dependency when it is not needed any more.
ARROWS = {
    'analysis': {
        'check': 'insights liveness', 'compare': 'memory operations programs summary time trace', 'insights': 'liveness memory time',
        'liveness': 'memory', 'memory': 'liveness trace', 'operations': 'insights liveness memory programs trace',
        'programs': '', 'reports': 'trace', 'summary': 'time', 'time': 'programs trace', 'trace': 'operations'
    },
    'derived': {
        'check': '', 'compare': 'insights operations time trace', 'insights': 'liveness operations time trace',
        'liveness': 'operations programs', 'memory': 'operations', 'operations': 'insights programs time trace',
        'programs': 'trace', 'time': 'trace',
        'trace': 'operations programs time'
    },
    'tables': {
        'budget': 'engine', 'card': 'engine find', 'compare': 'engine', 'engine': '', 'export': 'engine', 'find': 'engine',
        'insights': 'engine', 'liveness': 'engine', 'memory': 'engine', 'operations': 'engine',
        'programs': 'engine trace', 'reports': 'budget compare engine', 'summary': 'engine time', 'time': 'engine', 'trace': 'engine'
    },
    'charts': {
        'core': 'difference', 'difference': 'core', 'floor': 'core', 'graph': 'core', 'lanes': 'core',
        'shares': 'core', 'treemap': 'core'
    },
    'pages': {
        'compare': 'core insights liveness memory operations trace', 'core': 'compare insights operations trace', 'insights': 'core',
        'liveness': 'core', 'memory': 'core', 'operations': 'core', 'picture': 'core', 'programs': 'core', 'reports': 'core',
        'share': 'core picture', 'summary': 'core', 'trace': 'core'
    },
    'app': {
        'card': 'remote widgets window', 'chart': 'page widgets window', 'compare': 'remote window', 'dialogs': 'chart page remote table widgets window',
        'find': 'remote window', 'help': 'widgets',
        'page': 'chart dialogs remote table widgets window', 'remote': 'widgets window', 'table': 'dialogs widgets window',
        'widgets': '',
        'reports': 'chart table widgets window',
        'window': 'card compare dialogs find help page remote reports widgets'
    },
}
# Files with a cyclic dependency, and the reason. A file and its "-private.h" count as one.
CIRCLES = [
    ('app', 'table/table-actions table/table-copy table/table-widget',
     'the table widget and what is done with it'),
    ('app', 'window/application window/window',
     'an application opens windows, and a window is of an application'),
    ('charts', 'core/layout difference/difference',
     'the layout of a chart makes room for its difference, which is laid out in it'),
    ('demo', 'build contexts debug demo files layers layout liveness model network '
     'off-chip oom-model parts pipeline plan planted purpose replay side-files stages timeline '
     'vertex-types write',
     'the model of a report, and what fills it'),
    ('model', 'location location-keys',
     'a location, and the register of its keys'),
    ('pages', 'compare/compare-page core/page core/views insights/changes insights/insights-page '
     'operations/operations-treemap trace/light trace/trace-model '
     'trace/trace-view',
     'core/page dispatches to the pages, and each page is one'),
    ('pages', 'picture/canvas picture/chart-paint picture/picture',
     'a picture is painted on a canvas of its own measures'),
    ('report', 'files report search',
     'the files of a report are found by what opens it'),
]
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')


def includes(path):
    for number, line in enumerate(path.read_text(errors='replace').splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match[1]


def subject_of(name):
    """Returns the folder in "room/folder/file.h", or ''."""
    return '/'.join(name.split('/')[1:-1])


def sources(room):
    return sorted(path for path in room.rglob('*') if path.suffix in ('.c', '.h'))


def check_arrows(room, arrows):
    """Yields dependencies between subjects that the table does not list, and listed ones that are not needed."""
    used = set()
    for path in sources(room):
        own = subject_of(path.relative_to(room.parent).as_posix())
        if own and own not in arrows:
            yield path, 1, f'{room.name} has no subject "{own}"'
            continue
        for number, name in includes(path):
            other = subject_of(name)
            if name.split('/')[0] != room.name or not other or other == own:
                continue
            used.add((own, other))
            if other not in arrows.get(own, '').split():
                yield path, number, f'{room.name}/{own} may not use {room.name}/{other}'
    for own, others in arrows.items():
        for other in others.split():
            if (own, other) not in used:
                yield room, 1, f'nothing in {room.name}/{own} uses {room.name}/{other}: take the arrow out'


def unit_of(name):
    """Returns a file without its suffix; a private header belongs to its file."""
    return re.sub(r'(-private)?\.[ch]$', '', name)


def graph_of(room):
    """Returns {unit: the units of the room that its files include}."""
    graph = collections.defaultdict(set)
    for path in sources(room):
        unit = unit_of(path.relative_to(room.parent).as_posix())
        graph[unit] |= {unit_of(name) for _, name in includes(path)
                        if name.split('/')[0] == room.name} - {unit}
    return graph


def reachable(graph, start):
    seen, rest = set(), [start]
    while rest:
        for unit in graph.get(rest.pop(), ()):
            if unit not in seen:
                seen.add(unit)
                rest.append(unit)
    return seen


def circles_of(room):
    """Returns sets of units each of which reaches all others."""
    graph = graph_of(room)
    reach = {unit: reachable(graph, unit) for unit in graph}
    circles = {frozenset(other for other in reach[unit] if unit in reach.get(other, ()))
               for unit in graph if unit in reach[unit]}
    return sorted(circles, key=sorted)


def check_circles(room, named):
    """Yields cycles that are not listed, or have grown, and listed cycles that do not exist any more."""
    named = [(set(f'{room.name}/{unit}' for unit in units.split()), room_name)
             for room_name, units, _ in named if room_name == room.name]
    found = circles_of(room)
    for circle in found:
        within = [units for units, _ in named if circle <= units]
        if not within:
            yield room, 1, 'a circle of files: ' + ' '.join(sorted(circle))
    for units, _ in named:
        now = set().union(*(circle for circle in found if circle <= units))
        if now != units:
            yield room, 1, 'no longer in that circle: ' + ' '.join(sorted(units - now))


def check_tree(root):
    for room in sorted(path for path in (root / 'src').iterdir() if path.is_dir()):
        yield from check_arrows(room, ARROWS.get(room.name, {}))
        yield from check_circles(room, CIRCLES)


class SelfTest(unittest.TestCase):
    """Plants one violation in each test."""

    def found(self, files, check):
        with tempfile.TemporaryDirectory() as folder:
            room = pathlib.Path(folder) / 'room'
            for name, text in files.items():
                path = room / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return [what for _, _, what in check(room)]

    def arrows(self, files):
        return self.found(files, lambda room: check_arrows(room, {'a': 'b', 'b': ''}))

    def test_an_arrow_that_is_named_passes(self):
        self.assertEqual(self.arrows({'a/x.c': '#include "room/b/y.h"\n#include "other/c/z.h"\n',
                                      'b/y.h': '#include "room/own.h"\n'}), [])

    def test_an_arrow_that_is_not_named(self):
        found = self.arrows({'a/x.c': '#include "room/b/y.h"\n', 'b/y.c': '#include "room/a/x.h"\n'})
        self.assertEqual(found, ['room/b may not use room/a'])

    def test_an_arrow_of_the_room_itself(self):
        found = self.arrows({'a/x.c': '#include "room/b/y.h"\n', 'own.c': '#include "room/a/x.h"\n'})
        self.assertEqual(found, ['room/ may not use room/a'])

    def test_an_arrow_that_nothing_needs(self):
        self.assertEqual(self.arrows({'a/x.c': '\n'}),
                         ['nothing in room/a uses room/b: take the arrow out'])

    def test_a_subject_that_is_not_named(self):
        self.assertIn('room has no subject "c"', self.arrows({'c/x.c': '\n'}))

    def circles(self, files, named=()):
        return self.found(files, lambda room: check_circles(room, named))

    RING = {'a.h': '#include "room/b.h"\n', 'b.c': '#include "room/c.h"\n', 'c.c': '#include "room/a.h"\n'}

    def test_a_circle_that_is_not_named(self):
        self.assertEqual(self.circles(self.RING), ['a circle of files: room/a room/b room/c'])

    def test_a_circle_that_is_named(self):
        self.assertEqual(self.circles(self.RING, [('room', 'a b c', 'why')]), [])

    def test_a_circle_that_has_grown(self):
        self.assertEqual(self.circles(self.RING, [('room', 'a b', 'why')]),
                         ['a circle of files: room/a room/b room/c', 'no longer in that circle: room/a room/b'])

    def test_a_private_header_is_part_of_its_file(self):
        self.assertEqual(self.circles({'a.h': '\n', 'a-private.h': '#include "room/a.h"\n',
                                       'a.c': '#include "room/a-private.h"\n'}), [])


def main():
    if sys.argv[1:] == ['--self-test']:
        unittest.main(argv=sys.argv[:1])
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else '.')
    broken = 0
    for path, number, what in check_tree(root):
        print(f'{path.relative_to(root)}:{number}: {what}')
        broken = 1
    return broken


if __name__ == '__main__':
    sys.exit(main())
