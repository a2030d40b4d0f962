#!/usr/bin/python3
"""Holds the texts of src to plain words: what string literals may not say.

    words.py [ROOT]        prints what breaks it as FILE:LINE: WHAT and exits 1 if anything does
    words.py --self-test   proves that it would

Errors say “invalid x”, not “x is no y”; a title names the thing and is not the beginning of a question. CLEAN has the
rooms, or single files of a room, whose texts are plain already: add a room as it becomes clean, until all are there.
"""
import pathlib
import re
import sys
import tempfile
import unittest

from literals import literals

CLEAN = ('src/analysis/', 'src/app/', 'src/archive/', 'src/base/', 'src/charts/', 'src/cli/', 'src/database/', 'src/debuginfo/', 'src/demo/',
         'src/model/', 'src/pages/', 'src/profile/', 'src/report/', 'src/tables/budget', 'src/tables/find/find.c', 'src/tables/engine/table-where.c')
# Data of the synthetic report.
EXEMPT = {'src/demo/categories.c'}
WORDS = ('is no ', 'stands', 'lies', 'as it lies', 'such a', 'at most of', 'real report', 'real file', '(place:', '1st', '2nd')
# A literal whose first word begins a question, unless it is one or a name.
QUESTION = re.compile(r'(?:What|Whose|Who) (?!If\b)')

def pattern(word):
    """A word as a whole, in the case that it is written in; “is no longer” may be said."""
    return re.compile((r'\b' if word[0].isalnum() else '') + re.escape(word) +
                      (r'\b' if word[-1].isalnum() else '(?!longer)' if word[-1] == ' ' else ''))


FORBIDDEN = [(word, pattern(word)) for word in WORDS]


def bad_words(text):
    """(line, word) of each literal that has one."""
    for line, said in literals(text):
        for word, words in FORBIDDEN:
            if words.search(said):
                yield line, word
        if QUESTION.match(said) and not said.endswith('?'):
            yield line, said.split()[0]


def wrong(root):
    for path in sorted(path for kind in ('*.c', '*.h') for path in (root / 'src').rglob(kind)):
        name = path.relative_to(root).as_posix()
        if name in EXEMPT or not name.startswith(CLEAN):
            continue
        for line, word in bad_words(path.read_text()):
            yield f'{name}:{line}: “{word.strip()}” is not a word of these texts: say what happened and what to do'


class SelfTest(unittest.TestCase):
    def found(self, text, name='src/cli/a.c'):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True)
            path.write_text(text)
            return list(wrong(pathlib.Path(folder)))

    def test_words_fail(self):
        for text in ('“%s” is no unit', 'the name stands twice', 'where it lies', 'no such argument: such a one',
                     'no real report has it', 'no real file has it', 'Tiles (place: tile)', '1st', 'the 2nd', 'What differs',
                     'Whose tiles', 'Who was last'):
            found = self.found(f'\nx = _("{text}");\n')
            self.assertEqual(len(found), 1, text)
            self.assertTrue(found[0].startswith('src/cli/a.c:2: '), found)

    def test_parts_of_a_literal_are_one(self):
        self.assertEqual(len(self.found('x = "“%s” is "\n    "no unit";\n')), 1)

    def test_others_pass(self):
        for text in ('x = "unknown unit “%s”";', 'x = "What If, What fits?";', '/* "is no unit" */', '// "lies"\n', "x = '\"';",
                     'x = "families, understands";', '#include "stands.h"\n', 'x = "What fits?";',
                     'x = "is no longer there";'):
            self.assertEqual(self.found(text), [], text)

    def test_other_rooms_wait(self):
        self.assertEqual(self.found('x = "“%s” is no unit";', 'src/other/a.c'), [])

    def test_rooms_are_there(self):
        root = pathlib.Path(__file__).parents[2]
        for room in CLEAN:
            self.assertTrue(list(root.glob(room + '*')), room)


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
