#!/usr/bin/python3
"""Checks the texts of src for plain words: lists what string literals must not contain.

    words.py [ROOT]        prints violations as FILE:LINE: WHAT, and exits 1 if there are any
    words.py --self-test   tests the check itself

Errors are “invalid x”, not “x is no y”; a title names the thing and is not the beginning of a question. All texts of C
below src/ and of the Python module are checked.
"""
import ast
import pathlib
import re
import sys
import tempfile
import unittest

from literals import literals

KINDS = ('*.c', '*.h', '*.py', '*.pyi')
# Data of the synthetic report.
EXEMPT = {'src/demo/vertex-types.c'}
WORDS = ('is no ', 'stands', 'lies', 'as it lies', 'such a', 'at most of', 'real report', 'real file', '(place:', '1st', '2nd',
         # The glossary has other words for these.
         'with gaps', 'in use', 'too full', 'to spare', 'what is', 'Tile use', 'tile use', 'Picture', 'a picture', 'the picture',
         'side bar', 'being read', 'told by', 'Where from', 'who was last', "compiler's account", 'computed by Poplens',
         # Riddles, and phrases that are not English.
         'is not there', 'are not there', 'not known', 'near it', 'so many', 'as a part of', 'in a place', 'A row a', '%ss',
         'put in', 'added up', 'Id',
         # British spelling.
         'initialize', 'analyze', 'neighbor', 'neighbors', 'optimize', 'optimization', 'visualize')
# A literal that begins like a question but does not end like one, or that does not name a thing.
BEGINNING = re.compile(r'(?:(?:What|Whose|Who) (?!If\b|if\b)|(?:Of|Its|Those|The same) [a-z])')


def pattern(word):
    """Returns the pattern of a whole word, in its case; “is no longer” is allowed."""
    return re.compile((r'\b' if word[0].isalnum() else '') + re.escape(word) +
                      (r'\b' if word[-1].isalnum() else '(?!longer)' if word[-1] == ' ' else ''))


FORBIDDEN = [(word, pattern(word)) for word in WORDS]


def texts(path):
    """Yields (line, content) of each literal of a file."""
    if path.suffix in ('.py', '.pyi'):
        return [(node.lineno, node.value) for node in ast.walk(ast.parse(path.read_text()))
                if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return literals(path.read_text())


def bad_words(said):
    """Yields the words that a literal must not contain."""
    for word, words in FORBIDDEN:
        if words.search(said):
            yield word
    if BEGINNING.match(said) and not said.endswith('?'):
        yield said.split()[0]


def wrong(root):
    for path in sorted(path for kind in KINDS for path in (root / 'src').rglob(kind)):
        name = path.relative_to(root).as_posix()
        if name in EXEMPT:
            continue
        for line, said in texts(path):
            for word in bad_words(said):
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

    def test_every_room_is_held(self):
        for name in ('src/other/a.c', 'src/other/deep/a.h'):
            self.assertEqual(len(self.found('x = "“%s” is no unit";', name)), 1, name)

    def test_python_is_held(self):
        for text in ('"""The same of a tile."""', "f'{x} is no tile'", 'x = "Its name."'):
            self.assertEqual(len(self.found(f'\n{text}\n', 'src/python/pva/a.py')), 1, text)
        self.assertEqual(self.found('# is no text\nx = "Name of the tile."', 'src/python/pva/a.pyi'), [])


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
