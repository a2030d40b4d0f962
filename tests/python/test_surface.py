"""Tests that libpva.tsv, module pva and the table of docs/python.md list the same public names of libpva.

    test_surface.py --write docs/python.md     writes the table again

libpva.tsv has a line for each name: class, name, source, and whether pva has it. The source is where the name was seen;
it is certain, unless a question mark says that the script may never have run. `guessed` was not seen anywhere, but
belongs to a seen name; `own` is not in libpva.
"""
import csv
import enum
import pathlib
import re
import sys
import unittest

import pva

HERE = pathlib.Path(__file__).resolve().parent
LIST, PAGE = HERE / 'libpva.tsv', HERE.parents[1] / 'docs/python.md'
BEGIN, END = '<!-- names of libpva: test_surface.py writes this table -->\n', '<!-- end of the names -->\n'
CLASS = '(class)'
SOURCES = {
    'documents': "the public beginnings of libpva's reference and user guide",
    'tutorial': 'the public tutorial of libpva',
    'examples': "Graphcore's examples and tutorials",
    'popliner': 'popliner',
    'addons': 'IPU TensorFlow Addons',
    'tensorflow': 'tests of TensorFlow for IPUs',
    'popart': 'tests of PopART',
    'poptorch': 'tests of PopTorch',
    'poplibs': 'tools and tests of PopLibs, in C++',
    'reptil': 'the package reptil',
    'script': 'other scripts',
}
# Columns of a region or range are in classes of the same name.
VARIANTS = {'MemoryRegion': pva.TileMemory.total.class_, 'CycleRange': pva.ActiveCycles.cyclesTo.class_}


def lines():
    with LIST.open(newline='') as file:
        return list(csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE))


def names_of_class(name, found):
    """Yields (class, name) of all public members that a class does not inherit from a class of pva."""
    yield name, CLASS
    if issubclass(found, enum.Enum):
        yield from ((name, member.name) for member in found)
        return
    found = VARIANTS.get(name, found)
    bases = [base for base in found.__mro__[1:] if base.__module__ == 'pva' and base.__name__ != name]
    for attribute in dir(found):
        if (not attribute.startswith('_') or attribute == '_id') and not any(hasattr(base, attribute) for base in bases):
            yield name, attribute
            value = getattr(found, attribute)
            if isinstance(value, type) and issubclass(value, enum.Enum):
                yield from names_of_class(f'{name}.{attribute}', value)


def names_of_module():
    yield 'pva', 'pva_core'
    for name in pva.__all__:
        found = getattr(pva, name)
        if isinstance(found, type) and not issubclass(found, Exception):
            yield from names_of_class(name, found)
        else:
            yield 'pva', name


def standing(source):
    """Returns 'certain', 'guessed' or 'own'."""
    return source if source in ('guessed', 'own') else 'guessed' if source.endswith('?') else 'certain'


def cell(found):
    """Returns names by source: "popliner: `id`, `json`; poptorch: `layer`"."""
    by_source = {}
    for line in found:
        by_source.setdefault(line['source'], []).append(f"`{line['name']}`")
    said = [('' if source == standing(source) else f'{source}: ') + ', '.join(names) for source, names in by_source.items()]
    return '; '.join(said)


def table():
    """Returns the table for the page."""
    out = ['| class | certain | guessed | beyond libpva |', '|---|---|---|---|']
    listed = lines()
    for name in dict.fromkeys(line['class'] for line in listed):
        found = [line for line in listed if line['class'] == name and line['here'] == 'yes']
        mark = {'own': ' (own)', 'guessed': ' (guessed)'}.get(''.join(l['source'] for l in found if l['name'] == CLASS), '')
        cells = [cell(l for l in found if l['name'] != CLASS and standing(l['source']) == kind)
                 for kind in ('certain', 'guessed', 'own')]
        out.append(f'| `{name}`{mark} |' + ''.join(f' {text} |' if text else ' |' for text in cells))
    out += ['', 'Sources:', '', *(f'- {key}: {text}' for key, text in SOURCES.items())]
    out += ['', 'What scripts ask for, and the module does not have:', '']
    out += [f"- `{line['class']}.{line['name']}` ({line['source'].rstrip('?')}): {re.sub('^no: ', '', line['here'])}"
            for line in listed if line['here'] != 'yes']
    return '\n'.join(out) + '\n'


def page():
    """Returns docs/python.md with a new table."""
    before, rest = PAGE.read_text().split(BEGIN)
    return before + BEGIN + '\n' + table() + '\n' + END + rest.split(END)[1]


class Surface(unittest.TestCase):
    def test_list_and_module(self):
        here = [(line['class'], line['name']) for line in lines() if line['here'] == 'yes']
        self.assertEqual(len(here), len(set(here)))
        there = set(names_of_module())
        self.assertEqual(set(here) - there, set(), 'listed, and not in the module')
        self.assertEqual(there - set(here), set(), 'in the module, and not listed')

    def test_list(self):
        for line in lines():
            self.assertIn(line['source'].rstrip('?'), {*SOURCES, 'guessed', 'own'}, line)
            self.assertTrue(line['here'] == 'yes' or line['here'].startswith('no: '), line)
        self.assertGreater(sum(standing(line['source']) == 'certain' for line in lines()), 150)

    def test_what_is_not_here(self):
        for line in lines():
            if line['here'] != 'yes':
                self.assertFalse(hasattr(getattr(pva, line['class']), line['name']), line)

    def test_page(self):
        self.assertEqual(PAGE.read_text(), page(), f'{__file__} --write {PAGE} writes it')


if __name__ == '__main__':
    if sys.argv[1:2] == ['--write']:
        pathlib.Path(sys.argv[2]).write_text(page())
    else:
        unittest.main()
