#!/usr/bin/python3
"""Tests findings that the user dismissed, which the window saves beside the bookmarks: they are left out of the first
answer and counted; their tables, which --all shows, have the reason."""
import hashlib
import json
import pathlib
import tempfile
import unittest
import urllib.parse

from harness import Report, rows, run, write_demo

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-dismissed-')
REASON = 'known: a [test] = ä'


def demo():
    path = pathlib.Path(FOLDER.name, 'planted')
    if not path.exists():
        write_demo(path, '--preset=plain', '--without=archive,debug', '--plant=exchange=output/MatMul:9000',
                   '--plant=host-wait=Update/learningRate:600000')
    return path


def group(report):
    ident = Report(report).all('select compilation_id from compilation_info')[0][0]
    return 'findings ' + hashlib.sha1(f'id {ident}'.encode()).hexdigest()


def name(kind, subject):
    return urllib.parse.quote(f'{kind} {subject}' if subject else kind, safe=" /*.:,-_~")


class Dismissed(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = pathlib.Path(folder.name)

    def dismiss(self, *findings, at=None):
        (self.home / 'poplens').mkdir(exist_ok=True)
        lines = [f'[{at or group(demo())}]'] + [f'{name(*finding)}={REASON}' for finding in findings]
        (self.home / 'poplens/bookmarks.ini').write_text('\n'.join(lines) + '\n', encoding='utf-8')

    def ask(self, *arguments):
        done = run(*arguments, env={'XDG_DATA_HOME': str(self.home)})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def findings(self, table='time-findings'):
        return rows(json.loads(self.ask('table', table, demo(), '--json')))

    def said(self):
        return ' '.join(json.loads(self.ask('time', demo(), '--json'))['answer'])

    def test_time(self):
        before = self.findings()
        self.assertEqual({one['dismissed'] for one in before}, {None})
        # Facts, which have no advice, come first.
        first, second = [one for one in before if one['advice']][:2]
        self.assertIn(first['sentence'][:40], self.said())
        self.dismiss((first['kind'], first['subject']), ('gaps', ''), ('idle_tiles', 'no/such'))
        after = self.findings()
        self.assertEqual([one['dismissed'] for one in after], [REASON if one == first else None for one in before])
        self.assertEqual([{**one, 'dismissed': None} for one in after], before)
        self.assertIn('1 finding dismissed', self.said())
        self.assertNotIn(first['sentence'][:40], self.said())
        self.assertIn(second['sentence'][:40], self.said())
        text = self.ask('time', demo(), '--all')
        self.assertIn(first['sentence'], text)
        self.assertIn(REASON, text)

    def test_facts(self):
        fact = next(one for one in self.findings() if not one['advice'])
        self.dismiss((fact['kind'], fact['subject']))
        self.assertIn(REASON, [one['dismissed'] for one in self.findings() if one['kind'] == fact['kind']])

    def test_insights(self):
        """Findings on memory and on time are dismissed alike; names that are invalid in a key file are encoded."""
        chosen = {(one['key'], one['subject']) for one in self.findings('findings') if one['saves'] or one['cycles']}
        self.assertTrue({key for key, _ in chosen} & {'gaps', 'exchange'})
        self.dismiss(*chosen)
        for table, key in (('findings', 'key'), ('advice', 'key'), ('time-findings', 'kind')):
            found = self.findings(table)
            self.assertTrue(found)
            for row in found:
                self.assertEqual(row['dismissed'], REASON if (row[key], row['subject']) in chosen else None, (table, row))

    def test_page(self):
        """The page counts them and leaves them out; if its location requests them, they are shown with the reason."""
        chosen = next(one for one in self.findings('findings') if one['saves'])
        for kept in ((), ((chosen['key'], chosen['subject']),)):
            self.dismiss(*kept)
            out = self.home / 'report.html'
            self.ask('export', demo(), '-o', out)
            text = out.read_text(encoding='utf-8').replace('<wbr>', '')
            self.assertEqual('1 finding dismissed' in text, bool(kept))
            listed = text.split('<section id="findings">')[1].split('</section>')[0]
            self.assertEqual(f'<strong>{chosen["title"]}</strong>' in listed, not kept)

    def test_other(self):
        """Dismissed findings of another compilation, and a damaged file, change nothing."""
        before = self.ask('time', demo())
        self.dismiss(('exchange', ''), at='findings other')
        self.assertEqual(self.ask('time', demo()), before)
        (self.home / 'poplens/bookmarks.ini').write_bytes(b'\xff\x00[[\nno file of keys')
        self.assertEqual(self.ask('time', demo()), before)


if __name__ == '__main__':
    unittest.main()
