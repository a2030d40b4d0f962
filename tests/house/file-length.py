#!/usr/bin/python3
"""Checks that source files have at most 1,000 lines; a longer file should be split.

    file-length.py [ROOT]        prints FILE: N lines for each longer file, and exits 1 if there are any
    file-length.py --self-test   tests the check itself
"""
import os
import pathlib
import sys
import tempfile
import unittest

LIMIT = 1000
ENDINGS = {'.c', '.h', '.py', '.pyi', '.sh', '.ui', '.css', '.cmake'}


def is_source(path):
    """TRUE for source files, by extension, or for scripts, by the first two bytes."""
    if path.suffix in ENDINGS or path.name == 'CMakeLists.txt':
        return True
    if path.suffix:
        return False
    with path.open('rb') as file:
        return file.read(2) == b'#!'


def sources(root):
    for folder, below, names in os.walk(root):
        # Skips build output, and folders of git and other tools.
        below[:] = sorted(name for name in below
                          if name == '.ci' or not (name.startswith('.') or name in ('build', '__pycache__')))
        for name in sorted(names):
            path = pathlib.Path(folder, name)
            if path.is_file() and not path.is_symlink() and is_source(path):
                yield path


def lines(path):
    return len(path.read_bytes().splitlines())


def too_long(root):
    """Returns (path, lines) of each source file over the limit."""
    return [(path, count) for path in sources(root) if (count := lines(path)) > LIMIT]


class SelfTest(unittest.TestCase):
    def found(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            return [(str(p.relative_to(folder)), count) for p, count in too_long(pathlib.Path(folder))]

    def test_the_limit_itself_passes(self):
        self.assertEqual(self.found('src/base/a.c', 'x\n' * LIMIT), [])

    def test_one_line_more_fails(self):
        for name in ('src/base/a.c', 'src/base/a.h', 'tests/a.py', 'ui/a.ui', 'resources/a.css',
                     'cmake/a.cmake', 'CMakeLists.txt'):
            self.assertEqual(self.found(name, 'x\n' * (LIMIT + 1)), [(name, LIMIT + 1)])
        self.assertEqual(self.found('a.c', 'x\n' * LIMIT + 'no newline'), [('a.c', LIMIT + 1)])

    def test_scripts_are_known_by_their_first_line(self):
        self.assertEqual(self.found('.ci/run', '#!/bin/sh\n' * (LIMIT + 1)), [('.ci/run', LIMIT + 1)])
        self.assertEqual(self.found('LICENSE', 'x\n' * (LIMIT + 1)), [])

    def test_data_and_what_is_built_do_not_count(self):
        for name in ('tests/golden/a.json', 'build/dev/a.c', '.git/a.c'):
            self.assertEqual(self.found(name, 'x\n' * (LIMIT + 1)), [])


def main(arguments):
    if arguments == ['--self-test']:
        return unittest.main(argv=[sys.argv[0]])
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parents[2]).resolve()
    found = too_long(root)
    for path, count in found:
        print(f'{path.relative_to(root)}: {count} lines (limit {LIMIT}): make it two files')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
