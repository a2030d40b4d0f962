#!/usr/bin/python3
"""Checks the minimum versions of libraries: docs/porting.md, CMakeLists.txt, and the functions that programs call.

    floors.py BUILD         prints violations, and exits 1 if there are any; 77 if dpkg has no symbols
    floors.py --self-test   tests the check itself

Debian's packages list the version that introduced each function. Newer functions than those of the minimum version must
be in src/base/older.h. The lists of libcbor and json-glib begin with the package's first version, so these two are not
checked.
"""
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The row of docs/porting.md, and the package that lists the functions.
PACKAGES = {'glib-2.0': 'libglib2.0-0', 'sqlite3': 'libsqlite3-0', 'libelf': 'libelf1', 'cairo': 'libcairo2',
            'pangocairo': 'libpango-1.0-0'}
PROGRAMS = ('bin/poplens-cli', 'bin/poplens-demo', 'src/library/libpoplens.so')
KNOWN = pathlib.Path('/var/lib/dpkg/info')


def version(text):
    return [int(part) for part in re.findall(r'\d+', re.split(r'[-+~]', text)[0])]


def written(document):
    """Returns the minimum version of each library in the document's table."""
    table = document.split('## Least versions')[1].split('\n## ')[0]
    return dict(re.findall(r'^\| ([\w.-]+) \| ([\d.]+) \|', table, re.M))


def asked(cmake):
    """Returns the minimum version of each library that CMake requires."""
    least = dict(re.findall(r'([\w.-]+)>=([\d.]+)', cmake))
    least['CMake'] = re.search(r'cmake_minimum_required\(VERSION ([\d.]+)', cmake)[1]
    return least


def newer(called, symbols, least):
    """Yields (function, version) of called functions that are newer than the minimum version."""
    for name, came in re.findall(r'^ (\w+)@\S+ (\S+)', symbols, re.M):
        # Snapshots before a release have the odd number before it: 2.67.3 belongs to 2.68.
        if name in called and version(came)[:2] > version(least)[:2]:
            yield name, came


def called_by(programs):
    lines = subprocess.run(['nm', '-D', '--undefined-only', *programs], check=True, capture_output=True, text=True).stdout
    return set(re.findall(r' U (\w+)', lines))


def wrong(build):
    table = written((ROOT / 'docs/porting.md').read_text())
    least = asked((ROOT / 'CMakeLists.txt').read_text())
    for name, number in least.items():
        if name in table and table[name] != number:
            yield f'docs/porting.md: {name} {table[name]}, but CMakeLists.txt asks for {number}'
    older = set(re.findall(r'\b(g_\w+)\b \(', (ROOT / 'src/base/older.h').read_text()))
    older |= set(re.findall(r'#define (g_\w+)', (ROOT / 'src/base/older.h').read_text()))
    called = called_by([build / name for name in PROGRAMS if (build / name).exists()])
    for name, package in PACKAGES.items():
        for path in KNOWN.glob(f'{package}:*.symbols'):
            for function, came in newer(called - older, path.read_text(), table[name]):
                yield f'{function} () came with {name} {came}; {table[name]} is the least'


class SelfTest(unittest.TestCase):
    def test_newer(self):
        symbols = ' g_new_one@Base 2.67.1\n g_old_one@Base 2.12.0\n g_same@Base 2.64.3\n g_not_called@Base 2.80\n'
        found = list(newer({'g_new_one', 'g_old_one', 'g_same'}, symbols, '2.64'))
        self.assertEqual(found, [('g_new_one', '2.67.1')])

    def test_table_and_cmake(self):
        self.assertEqual(written('# A\n\n## Least versions\n\n| glib-2.0 | 2.64 | x |\n\n## B\n| z | 1 |'), {'glib-2.0': '2.64'})
        self.assertEqual(asked('cmake_minimum_required(VERSION 3.18)\nx(G glib-2.0>=2.64 gio-2.0)'),
                         {'glib-2.0': '2.64', 'CMake': '3.18'})


if __name__ == '__main__':
    if sys.argv[1:] == ['--self-test']:
        unittest.main(argv=sys.argv[:1])
    if not list(KNOWN.glob('libglib2.0-0:*.symbols')):
        print('dpkg has no symbols of GLib here')
        sys.exit(77)
    found = list(wrong(pathlib.Path(sys.argv[1])))
    print('\n'.join(found))
    sys.exit(bool(found))
