#!/usr/bin/python3
"""Checks the table of rooms against every #include and every link line of src/.

    rooms.py [ROOT]        prints violations as FILE:LINE: WHAT, and exits 1 if there are any
    rooms.py --self-test   tests the check on small trees with planted violations

The table is that of docs/architecture.md. A new room, or a new library for one, is a change of the design: change both
in one commit.
"""
import pathlib
import re
import sys
import tempfile
import unittest

# Room: the rooms and the libraries that it may use. GLib, GObject, GIO and the C library (with libm and threads) are
# always allowed. The names of libraries are the values of HEADERS and TARGETS.
TABLE = {
    'base': ([], []),
    'model': (['base'], []),
    'database': (['base'], ['SQLite']),
    'profile': (['base', 'model', 'database'], []),
    'archive': (['base', 'model'], ['libelf']),
    'debuginfo': (['base', 'model'], ['libcbor']),
    'remote': (['base'], []),
    'report': (['base', 'model', 'database', 'profile', 'archive', 'debuginfo', 'remote'], ['json-glib']),
    'analysis': (['base', 'model'], []),
    'derived': (['base', 'model', 'analysis', 'report'], []),
    'tables': (['base', 'model', 'analysis', 'report', 'derived'], []),
    'export': (['base', 'model', 'report', 'analysis', 'derived', 'tables'], ['SQLite']),
    'library': (['base', 'model', 'report', 'analysis', 'derived', 'tables'], []),
    'charts': (['base'], ['cairo', 'pango']),
    'pages': (['base', 'model', 'report', 'analysis', 'derived', 'tables', 'charts'], ['cairo', 'pango']),
    'cli': (['pages', 'tables', 'export'], []),
    'guide': ([], ['cmark-gfm']),
    'app': (['pages', 'tables', 'charts', 'guide'], ['GTK', 'libadwaita']),
    'askpass': ([], []),
    'demo': (['base'], ['SQLite', 'libcbor', 'libelf']),
    'python': ([], ['Python', 'libpoplens']),
}
# "… and what they use": rooms used indirectly; of their libraries only cairo.
AND_WHAT_THEY_USE = ('cli', 'app')
COMES_ALONG = ('cairo',)
# Libraries that are part of the interface of another one.
BRINGS = {'GTK': ('cairo', 'pango'), 'libadwaita': ('GTK', 'cairo', 'pango')}

# The first pattern that matches the whole name decides; None: always allowed.
HEADERS = [
    (r'(glib|gobject|gio|gmodule)/.*|glib(-object|-unix)?\.h|gio/.*|gmodule\.h', None),
    (r'sqlite3(ext)?\.h', 'SQLite'),
    (r'cbor(/.*|\.h)', 'libcbor'),
    (r'(libelf/.*|libelf|gelf|elf|elfutils/.*)(\.h)?', 'libelf'),
    (r'json-glib/.*', 'json-glib'),
    (r'cairo.*\.h', 'cairo'),
    (r'pango/.*', 'pango'),
    (r'(gtk|gdk|gsk|graphene|gdk-pixbuf)(/.*|-.*|\.h)', 'GTK'),
    (r'adwaita\.h|libadwaita.*', 'libadwaita'),
    (r'cmark-gfm.*\.h', 'cmark-gfm'),
    (r'Python\.h|structmember\.h', 'Python'),
    (r'(sys|linux)/.*', None),
    (r'(alloca|assert|byteswap|complex|ctype|dirent|dlfcn|endian|errno|error|execinfo|fcntl|fenv|float|'
     r'fnmatch|ftw|getopt|glob|inttypes|iso646|langinfo|libgen|limits|locale|malloc|math|memory|poll|'
     r'pthread|pwd|regex|sched|semaphore|setjmp|signal|spawn|stdalign|stdarg|stdatomic|stdbool|stddef|'
     r'stdint|stdio|stdlib|stdnoreturn|string|strings|syslog|termios|tgmath|threads|time|uchar|unistd|'
     r'utime|wchar|wctype)\.h', None),
]
TARGETS = [
    (r'PUBLIC|PRIVATE|INTERFACE|PkgConfig::GLIB|Threads::Threads|m|dl|pthread|-lm|\$\{CMAKE_DL_LIBS\}',
     None),
    (r'PkgConfig::SQLITE|SQLite::SQLite3|-?l?sqlite3', 'SQLite'),
    (r'PkgConfig::CBOR|-?l?cbor', 'libcbor'),
    (r'PkgConfig::(LIB)?ELF|-?l?elf', 'libelf'),
    (r'PkgConfig::JSON|-?l?json-glib-1.0', 'json-glib'),
    (r'PkgConfig::CAIRO|-?l?cairo', 'cairo'),
    (r'PkgConfig::PANGO|-?l?pango(cairo)?-1.0', 'pango'),
    (r'PkgConfig::GTK|-?l?gtk-4', 'GTK'),
    (r'PkgConfig::ADWAITA|-?l?adwaita-1', 'libadwaita'),
    (r'PkgConfig::CMARK|-?l?cmark-gfm(-extensions)?', 'cmark-gfm'),
    (r'Python3::\w+', 'Python'),
    (r'poplens-shared', 'libpoplens'),
]
# Folders that may include <poplens/…>: the public headers, the room that implements them, and code that uses nothing
# else: Python's module and the examples.
PUBLIC_READERS = ('include/poplens', 'examples', 'library', 'python')
INCLUDE = re.compile(r'^\s*#\s*include\b\s*(.*)')
NAMED = re.compile(r'"([^"]+)"|<([^>]+)>')
COMMAND = re.compile(r'\b(\w+)\s*\(([^()]*)\)')


class Unknown(Exception):
    """A name that no pattern matches."""


def library(name, patterns):
    for pattern, answer in patterns:
        if re.fullmatch(pattern, name):
            return answer
    raise Unknown(name)


def rooms_of(room):
    """Returns the rooms that a room may use, including itself."""
    direct = TABLE[room][0]
    if room not in AND_WHAT_THEY_USE:
        return {room, *direct}
    return {room}.union(*(followed_down(used) for used in direct))


def followed_down(room):
    return {room}.union(*(followed_down(used) for used in TABLE[room][0]))


def libraries_of(room):
    """Returns the libraries that a room may use."""
    own = set(TABLE[room][1])
    if room in AND_WHAT_THEY_USE:
        below = (TABLE[used][1] for used in rooms_of(room))
        own |= {name for names in below for name in names if name in COMES_ALONG}
    return own.union(*(BRINGS.get(name, ()) for name in own))


def check_use(who, rooms, libraries, room=None, name=None):
    """Returns the error in the use of a room or a library, or None."""
    if room is not None and room not in TABLE:
        return f'"{room}" is no room'
    if room is not None and room not in rooms:
        return f'{who} may not use the room {room}'
    if name is not None and name not in libraries:
        return f'{who} may not use {name}'
    return None


def check_include(text, who, rooms, libraries):
    """Returns the error in the text after #include, or None."""
    match = NAMED.match(text)
    if not match:
        return 'an #include that cannot be read: write the name out'
    quoted, system = match.groups()
    if who in PUBLIC_READERS and (quoted or system).startswith('poplens/'):
        return None
    if quoted is not None:
        room, slash, rest = quoted.partition('/')
        if not slash or '..' in quoted.split('/'):
            return f'"{quoted}" names no room: write "room/file.h"'
        return check_use(who, rooms, libraries, room=room)
    if system.split('/')[0] in (*TABLE, '..'):
        return f'<{system}> is a room of ours: write "room/file.h"'
    try:
        return check_use(who, rooms, libraries, name=library(system, HEADERS) or None)
    except Unknown:
        return f'<{system}> belongs to no library that the design names'


def check_source(path, who, rooms, libraries):
    for number, line in enumerate(path.read_text(errors='replace').splitlines(), 1):
        match = INCLUDE.match(line)
        wrong = match and check_include(match[1], who, rooms, libraries)
        if wrong:
            yield path, number, wrong


def linked(command, words):
    """Yields the linked names in a CMake command, as (word, whether it is a room's name)."""
    if command == 'poplens_room':
        section = None
        for word in words[1:]:
            if word in ('SOURCES', 'USES', 'LIBS'):
                section = word
            elif section in ('USES', 'LIBS'):
                yield word, section == 'USES'
    elif command == 'target_link_libraries':
        yield from ((word, False) for word in words[1:])
    elif command == 'target_link_options':
        yield from ((word, False) for word in words[1:] if word.startswith('-l'))


def check_link(word, is_room, room, local):
    """Returns the error in one word of a link line, or None."""
    if word in local:
        return None
    if is_room:
        return check_use(room, rooms_of(room), (), room=word)
    if word.startswith('poplens-') and word != 'poplens-shared':
        return check_use(room, rooms_of(room), (), room=word.removeprefix('poplens-'))
    try:
        return check_use(room, (), libraries_of(room), name=library(word, TARGETS))
    except Unknown:
        return f'{word} is no room and no library that the design names'


def cmake_commands(path):
    """Yields (line, command, [(line, word)...]) of a CMake file; comments are blanked, lines kept."""
    text = re.sub(r'#[^\n]*', '', path.read_text())
    for match in COMMAND.finditer(text):
        words = [(text.count('\n', 0, match.start(2) + w.start()) + 1, w[0].strip('"'))
                 for w in re.finditer(r'\$<[^>]*>|[^\s;]+', match[2])]
        yield text.count('\n', 0, match.start()) + 1, match[1].lower(), words


def pieces(word):
    """Returns the names in a generator expression, such as $<LINK_LIBRARY:WHOLE_ARCHIVE,poplens-app>, or the word."""
    if word.startswith('$<'):
        return re.findall(r'[\w-]+::\w+|poplens-[\w-]+', word) or [word]
    return [word]


def check_cmake(path, room):
    """Checks the link lines of a room's CMakeLists.txt."""
    commands = list(cmake_commands(path))
    local = {words[0][1] for _, name, words in commands
             if name in ('add_library', 'add_executable') and words}
    # The target of a room may have another name than the room.
    local |= {after for _, name, words in commands if name == 'poplens_room'
              for (_, word), (_, after) in zip(words, words[1:]) if word == 'TARGET'}
    for line, command, words in commands:
        if command in ('link_libraries', 'link_directories'):
            yield path, line, f'{command}() links past the table: use poplens_room or its target'
        if command == 'poplens_room' and words and words[0][1] != room:
            yield path, line, f'the room in src/{room} is called {words[0][1]}'
        position = 0
        for word, is_room in linked(command, [w for _, w in words]):
            position = next(i for i in range(position, len(words)) if words[i][1] == word)
            for piece in pieces(word):
                wrong = check_link(piece, is_room, room, local)
                if wrong:
                    yield path, words[position][0], wrong


def check_outside(path):
    """Link lines are allowed only in rooms."""
    for line, command, _ in cmake_commands(path):
        if command in ('target_link_libraries', 'link_libraries', 'poplens_room'):
            yield path, line, f'{command}() belongs into the CMakeLists.txt of a room'


def check_room(folder):
    room = folder.name
    if room not in TABLE:
        yield folder, 1, f'"{room}" is no room of the house'
        return
    for path in sorted(folder.rglob('*')):
        if path.suffix in ('.c', '.h'):
            yield from check_source(path, room, rooms_of(room), libraries_of(room))
        elif path.name == 'CMakeLists.txt' or path.suffix == '.cmake':
            yield from check_cmake(path, room)


def check_map(root):
    """docs/architecture.md, if it exists, names every existing room."""
    page = root / 'docs/architecture.md'
    if not page.exists():
        return
    text = page.read_text()
    for folder in sorted((root / 'src').iterdir()):
        if folder.is_dir() and f'src/{folder.name}/' not in text:
            yield page, 1, f'says nothing of src/{folder.name}/'


def check_tree(root):
    """Yields all violations under root, as (path, line, what)."""
    src = root / 'src'
    for entry in sorted(src.iterdir()):
        if entry.is_dir():
            yield from check_room(entry)
        elif entry.suffix in ('.c', '.h'):
            yield entry, 1, 'stands in no room'
        elif entry.name == 'CMakeLists.txt':
            yield from check_outside(entry)
    for path in sorted((root / 'include').rglob('*.h')):
        yield from check_source(path, 'include/poplens', (), ())
    for path in sorted((root / 'examples').rglob('*.c')):
        yield from check_source(path, 'examples', (), ())
    if (root / 'CMakeLists.txt').exists():
        yield from check_outside(root / 'CMakeLists.txt')
    yield from check_map(root)


class SelfTest(unittest.TestCase):
    """Plants one violation in each test."""

    def found(self, files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / 'src').mkdir()
            for name, text in files.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return [f'{p.relative_to(root)}:{n}: {what}' for p, n, what in check_tree(root)]

    def expect(self, files, where, what):
        found = self.found(files)
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(where), found)
        self.assertIn(what, found[0])

    def test_what_is_allowed_passes(self):
        self.assertEqual(self.found({
            'src/base/a.c': '#include "base/a.h"\n#include <math.h>\n#include <gio/gunixoutputstream.h>\n',
            'src/profile/a.c': '#include "model/a.h"\n#include "database/a.h"\n',
            'src/database/a.c': '#include "base/a.h"\n#  include <sqlite3.h>\n#include <sys/stat.h>\n',
            'src/charts/a.h': '#include <cairo-svg.h>\n#include <pango/pangocairo.h>\n',
            'src/cli/a.c': '#include "profile/a.h"\n#include <cairo.h>\n',
            'src/app/a.c': '#include <adwaita.h>\n#include <gtk/gtk.h>\n#include <pango/pango.h>\n',
            'src/python/a.c': '#include <Python.h>\n#include <poplens/report.h>\n',
            'src/python/CMakeLists.txt': 'target_link_libraries(pva PRIVATE poplens-shared Python3::Module)',
            'src/library/a.c': '#include "tables/a.h"\n#include <poplens/report.h>\n',
            'examples/c/a.c': '#include <poplens/poplens.h>\n#include <stdio.h>\n',
            'src/base/CMakeLists.txt': 'poplens_room(base SOURCES a.c)\ntarget_link_libraries(poplens-base'
                                       ' PUBLIC m)\n',
            'src/app/CMakeLists.txt': 'poplens_room(app SOURCES a.c USES pages charts\n'
                                      ' LIBS PkgConfig::GTK PkgConfig::ADWAITA) # LIBS sqlite3\n'
                                      'add_executable(poplens main.c)\n'
                                      'target_link_libraries(poplens PRIVATE poplens-app)\n',
            'docs/architecture.md': 'src/base/ src/database/ src/profile/ src/charts/ src/cli/ src/app/ src/python/ '
                                    'src/library/',
        }), [])

    def test_a_room_that_is_not_allowed(self):
        self.expect({'src/charts/a.c': '\n#include "report/report.h"\n'},
                    'src/charts/a.c:2:', 'charts may not use the room report')

    def test_direct_means_direct(self):
        self.expect({'src/tables/a.c': '#include "profile/profile.h"\n'},
                    'src/tables/a.c:1:', 'tables may not use the room profile')

    def test_a_library_that_is_not_allowed(self):
        for room, header, name in (('analysis', 'sqlite3.h', 'SQLite'), ('pages', 'gtk/gtk.h', 'GTK'),
                                   ('cli', 'sqlite3.h', 'SQLite'), ('app', 'sqlite3.h', 'SQLite'),
                                   ('profile', 'sqlite3.h', 'SQLite'),
                                   ('cli', 'pango/pango.h', 'pango'), ('tables', 'cairo.h', 'cairo'),
                                   ('model', 'json-glib/json-glib.h', 'json-glib'),
                                   ('charts', 'gdk/gdk.h', 'GTK'), ('report', 'cbor.h', 'libcbor'),
                                   ('profile', 'gelf.h', 'libelf'), ('cli', 'adwaita.h', 'libadwaita')):
            self.expect({f'src/{room}/deep/a.h': f'# include <{header}>\n'},
                        f'src/{room}/deep/a.h:1:', f'{room} may not use {name}')

    def test_names_that_nobody_knows(self):
        self.expect({'src/base/a.c': '#include <curl/curl.h>\n'}, 'src/base/a.c:1:', 'no library')
        self.expect({'src/base/a.c': '#include "a.h"\n'}, 'src/base/a.c:1:', 'names no room')
        self.expect({'src/base/a.c': '#include "base/../model/a.h"\n'}, 'src/base/a.c:1:', 'no room')
        self.expect({'src/base/a.c': '#include <model/a.h>\n'}, 'src/base/a.c:1:', 'a room of ours')
        self.expect({'src/base/a.c': '#include HEADER\n'}, 'src/base/a.c:1:', 'cannot be read')
        self.expect({'src/util/a.c': ''}, 'src/util:1:', 'no room of the house')
        self.expect({'src/a.c': ''}, 'src/a.c:1:', 'stands in no room')

    def test_link_lines(self):
        for text, line, what in (
                ('poplens_room(tables SOURCES a.c\n  USES base\n profile)', 3, 'the room profile'),
                ('poplens_room(tables SOURCES a.c USES base LIBS PkgConfig::SQLITE)', 1, 'SQLite'),
                ('target_link_libraries(poplens-tables PUBLIC\n  poplens-charts)', 2, 'the room charts'),
                ('target_link_libraries(poplens-tables PUBLIC PkgConfig::GTK)', 1, 'GTK'),
                ('target_link_libraries(x $<LINK_LIBRARY:WHOLE_ARCHIVE,poplens-app>)', 1, 'room app'),
                ('target_link_libraries(x poplens-shared)', 1, 'libpoplens'),
                ('target_link_libraries(x ${OTHER})', 1, 'no room and no library'),
                ('target_link_options(x PRIVATE -lsqlite3)', 1, 'SQLite'),
                ('poplens_room(tables USES util)', 1, '"util" is no room'),
                ('poplens_room(table SOURCES a.c)', 1, 'is called table'),
                ('link_libraries(sqlite3)', 1, 'links past the table')):
            self.expect({'src/tables/CMakeLists.txt': text}, f'src/tables/CMakeLists.txt:{line}:', what)
        self.expect({'CMakeLists.txt': 'target_link_libraries(poplens-base sqlite3)'},
                    'CMakeLists.txt:1:', 'belongs into')

    def test_public_headers(self):
        self.expect({'include/poplens/a.h': '#include "poplens/b.h"\n#include "profile/a.h"\n'},
                    'include/poplens/a.h:2:', 'may not use the room profile')
        self.expect({'include/poplens/a.h': '#include "report/a.h"\n'},
                    'include/poplens/a.h:1:', 'may not use the room report')
        self.expect({'examples/c/a.c': '#include <poplens/a.h>\n#include "base/a.h"\n'},
                    'examples/c/a.c:2:', 'may not use the room base')
        self.expect({'src/pages/a.c': '#include <poplens/report.h>\n'}, 'src/pages/a.c:1:', 'no library')
        self.expect({'src/python/a.c': '#include "report/report.h"\n'},
                    'src/python/a.c:1:', 'python may not use the room report')

    def test_the_map_names_every_room(self):
        self.expect({'src/base/a.c': '', 'src/model/a.c': '', 'docs/architecture.md': 'src/base/'},
                    'docs/architecture.md:1:', 'src/model/')


def main(arguments):
    if arguments == ['--self-test']:
        return unittest.main(argv=[sys.argv[0]])
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parents[2]).resolve()
    found = list(check_tree(root))
    for path, line, what in found:
        print(f'{path.relative_to(root)}:{line}: {what}')
    print(f'{len(found)} breaks of the table of rooms' if found else 'every room keeps to its table')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
