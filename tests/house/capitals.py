#!/usr/bin/python3
"""Checks that windows, headings, menus and buttons have the capitals of headings: “Copy Report to This Computer…”.

    capitals.py [ROOT]        prints violations as FILE: WHAT, and exits 1 if there are any
    capitals.py --self-test   tests the check itself

Checks the texts of ui/, and those that src/app gives to buttons and menus. tests/pages/test-words.c checks pages.
"""
import pathlib
import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

SMALL = {'a', 'an', 'and', 'as', 'at', 'by', 'for', 'in', 'of', 'off', 'on', 'or', 'the', 'to'}
TITLED = re.compile(r'(Adw|Gtk)(ApplicationWindow|Window|WindowTitle|PreferencesWindow|PreferencesPage|PreferencesGroup|'
                    r'StatusPage|ShortcutsSection|ShortcutsGroup)$')
BUTTON = re.compile(r'Gtk(Menu|Toggle|Check)?Button$')
CALL = re.compile(r'(?:gtk_button_new_with_(?:label|mnemonic)|g_menu_append(?:_submenu|_section)?|g_menu_item_new) '
                  r'\((?:\w+, )?"([^"]+)"')


def is_heading(text):
    words = text.replace('_', '').split()
    return all(not w[0].islower() or (i and w.rstrip('…') in SMALL) for i, w in enumerate(words))


def of_builder(element, kind='', said=False):
    """Yields the texts of a template; an accessible name is written like a sentence."""
    if element.tag in ('object', 'template'):
        kind = element.get('parent') if element.tag == 'template' else element.get('class')
    name = element.get('name')
    if element.text and not said and (
            (element.tag == 'attribute' and name == 'label') or
            (element.tag == 'property' and ((name == 'label' and BUTTON.match(kind or '')) or
                                            (name == 'title' and TITLED.match(kind or ''))))):
        yield element.text
    for child in element:
        yield from of_builder(child, kind, said or child.tag == 'accessibility')


def wrong(root):
    found = [(path, text) for path in sorted((root / 'ui').glob('*.ui'))
             for text in of_builder(ElementTree.parse(path).getroot())]
    found += [(path, text) for path in sorted((root / 'src' / 'app').rglob('*.c'))
              for text in CALL.findall(path.read_text())]
    for path, text in found:
        if not is_heading(text):
            yield f'{path.relative_to(root).as_posix()}: “{text}” has not the capitals of a heading'


class SelfTest(unittest.TestCase):
    def found(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True)
            path.write_text(text)
            return len(list(wrong(pathlib.Path(folder))))

    def test_builder(self):
        button = '<object class="GtkButton"><property name="label">%s</property></object>'
        for text, n in (('Open report', 1), ('open', 1), ('_Open Report…', 0), ('Copy to the Host', 0)):
            self.assertEqual(self.found('ui/a.ui', button % text), n, text)
        self.assertEqual(self.found('ui/a.ui', '<item><attribute name="label">New window</attribute></item>'), 1)
        self.assertEqual(self.found('ui/a.ui', '<object class="AdwPreferencesGroup"><property name="title">Source code'
                                               '</property></object>'), 1)

    def test_others_pass(self):
        for text in ('<object class="GtkLabel"><property name="label">No results</property></object>',
                     '<object class="GtkButton"><accessibility><property name="label">Close card</property>'
                     '</accessibility></object>'):
            self.assertEqual(self.found('ui/a.ui', text), 0, text)

    def test_calls(self):
        self.assertEqual(self.found('src/app/a.c', 'g_menu_append (menu, "Copy row", "table.copy-row");'), 1)
        self.assertEqual(self.found('src/app/a.c', 'x = gtk_button_new_with_label ("Show All");'), 0)


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
