#!/usr/bin/python3
"""Checks that src formats decimal numbers in one file only: base/format.c.

    numbers.py [ROOT]        prints violations as FILE:LINE: WHAT, and exits 1 if there are any
    numbers.py --self-test   tests the check itself

printf's %f, %e and %g follow the locale: with a decimal comma, a location or a command cannot be parsed, and the same
number looks different on two pages.
"""
import pathlib
import re
import sys
import tempfile
import unittest

from literals import literals

ALLOWED = {'src/base/format.c'}
CONVERSION = re.compile(r"%[-+ #0']*(?:\*|\d+)?(?:\.(?:\*|\d+)?)?(?:l|L)?[fFeEgGaA]")
PERCENT = re.compile(r'%%')


def conversions(text):
    """Yields (line, conversion) of each conversion of a real number in a string literal."""
    for line, said in literals(text):
        for found in CONVERSION.finditer(PERCENT.sub('\0\0', said)):
            yield line, found[0]


def wrong(root):
    for path in sorted(path for kind in ('*.c', '*.h') for path in (root / 'src').rglob(kind)):
        name = str(path.relative_to(root))
        if name not in ALLOWED:
            for line, conversion in conversions(path.read_text()):
                yield f'{name}:{line}: “{conversion}” follows the locale: use base/format.h'


class SelfTest(unittest.TestCase):
    def found(self, text, name='src/a/a.c'):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True)
            path.write_text(text)
            return list(wrong(pathlib.Path(folder)))

    def test_conversions_fail(self):
        for conversion in ('%f', '%.1f', '%.*g', '%+5.2e', '%lf', '%G'):
            found = self.found(f'\nx = g_strdup_printf ("at {conversion} %%", y);\n')
            self.assertEqual(len(found), 1, conversion)
            self.assertTrue(found[0].startswith('src/a/a.c:2: '), found)

    def test_others_pass(self):
        for text in ('"%d %s %u%% full"', '"100 %%free"', "'%'", '/* "%.1f" */', '// "%g"\n', '"%" G_GUINT64_FORMAT'):
            self.assertEqual(self.found(text), [], text)

    def test_one_place_may(self):
        self.assertEqual(self.found('"%.1f"', 'src/base/format.c'), [])

    def test_the_place_has_some(self):
        root = pathlib.Path(__file__).parents[2]
        self.assertTrue(any(list(conversions((root / name).read_text())) for name in ALLOWED))


def main(arguments):
    if arguments == ['--self-test']:
        return unittest.main(argv=[sys.argv[0]])
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parents[2]).resolve()
    found = list(wrong(root))
    for text in found:
        print(text)
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
