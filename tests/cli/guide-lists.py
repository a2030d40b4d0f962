#!/usr/bin/python3
"""Tests that the lists of tables and of tabs in the reference are those of the program.

    guide-lists.py --write writes both lists, in a second; new tables come last, to be moved to their section
"""
import re
import sys
import unittest

from harness import ROOT, Small, run

TABLES = ROOT / 'docs/guide/reference-tables.md'
TABS = ROOT / 'docs/guide/reference-locations.md'
TABLE_LINE = r'^- `([a-z-]+)`: (.*)\n'
TAB_ROW = r'^\| ([A-Z][A-Za-z ]+) \| (`.*`) \|$'
PAGES = {'Memory': 'memory', 'Liveness': 'liveness', 'Program Tree': 'programs', 'Operations': 'operations',
         'Execution Trace': 'trace'}


def tables():
    """Returns each table with the program's description."""
    return dict(re.findall(r'^(\S+) +(.*?)(?: \[BEFORE AFTER.*)?(?:\. Keys: .*)?$', run('table', '--list').stdout, re.M))


def tabs(title):
    """Returns the tabs of the page with this title, in the form of the reference."""
    done = run('export', Small.path(), '--location', f'{PAGES[title]}?tab=nowhere', '-o', 'tab.png')
    assert done.returncode == 2, done.stderr
    known = re.search('this page has ([a-z, -]+?) Try:', ' '.join(done.stderr.split()))[1]
    return ', '.join(f'`{name}`' for name in known.split(', '))


def with_tables(text):
    """Returns the text with the existing tables, new ones at the end."""
    left = tables()
    text = re.sub(TABLE_LINE, lambda line: f'- `{line[1]}`: {left.pop(line[1])}\n' if line[1] in left else '', text, flags=re.M)
    return text + ''.join(f'- `{name}`: {says}\n' for name, says in left.items())


def with_tabs(text):
    """Returns the text with the existing tabs."""
    before, after = text.split('## Tabs')
    return before + '## Tabs' + re.sub(TAB_ROW, lambda row: f'| {row[1]} | {tabs(row[1])} |', after, flags=re.M)


LISTS = {TABLES: with_tables, TABS: with_tabs}


class Lists(unittest.TestCase):
    maxDiff = 2000

    def test_lists(self):
        for path, renewed in LISTS.items():
            with self.subTest(text=path.name):
                text = path.read_text(encoding='utf-8')
                self.assertEqual(text, renewed(text))

    def test_all_pages(self):
        """Each page with tabs has a row."""
        rows = re.findall(TAB_ROW, TABS.read_text(encoding='utf-8').split('## Tabs')[1], re.M)
        self.assertEqual([title for title, _ in rows], list(PAGES))


if __name__ == '__main__':
    if '--write' in sys.argv:
        for document, renew in LISTS.items():
            document.write_text(renew(document.read_text(encoding='utf-8')), encoding='utf-8')
    else:
        unittest.main()
