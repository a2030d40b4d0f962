#!/usr/bin/python3
"""Findings that the user dismissed, as the window keeps them beside the bookmarks: left out of what is said first, counted,
and told with --all; JSON and tables have the reason."""
import hashlib
import json
import pathlib
import tempfile
import unittest
import urllib.parse

from harness import Report, run, write_demo

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

    def findings(self, command):
        return json.loads(self.ask(command, demo(), '--json'))

    def test_time(self):
        before = self.findings('time')
        self.assertEqual((before['dismissed'], {one['dismissed'] for one in before['findings']}), (0, {None}))
        first, second = before['findings'][:2]
        self.assertIn(first['sentence'][:40], self.ask('time', demo()))
        self.dismiss((first['kind'], first['subject']), ('gaps', ''), ('few_tiles', 'no/such'))
        after = self.findings('time')
        self.assertEqual(after['dismissed'], 1)
        self.assertEqual([one['dismissed'] for one in after['findings']],
                         [REASON] + [None] * (len(after['findings']) - 1))
        for one in after['findings']:
            one['dismissed'] = None
        self.assertEqual({**after, 'dismissed': 0}, before)
        text = self.ask('time', demo())
        self.assertIn('1 finding dismissed; --all shows them', text)
        self.assertNotIn(first['sentence'][:40], text)
        self.assertIn(f'{second["title"]}, {second["subject"]}: at most', ' '.join(text.split()))
        text = self.ask('time', demo(), '--all')
        self.assertIn(first['sentence'][:40], text)
        self.assertIn(f'Dismissed: {REASON}', text)

    def test_facts(self):
        fact, = self.findings('time')['facts']
        self.dismiss((fact['kind'], fact['subject']))
        self.assertEqual(self.findings('time')['dismissed'], 1)
        text = ' '.join(self.ask('time', demo(), '--all').split())
        self.assertIn(f'{fact["sentence"]} Dismissed: {REASON}', text)

    def test_insights(self):
        """On memory and on time alike; names that a file of keys cannot have are written otherwise."""
        before = self.findings('insights')['findings']
        chosen = [one for one in before if one['kind'] in ('saving', 'fact')]
        self.assertTrue({one['key'] for one in chosen} & {'gaps', 'exchange_bound'})
        self.dismiss(*((one['key'], one['subject']) for one in chosen))
        after = self.findings('insights')
        self.assertEqual(after['dismissed'], len(chosen))
        self.assertEqual([one['dismissed'] for one in after['findings']],
                         [REASON if one in chosen else None for one in before])
        text = self.ask('insights', demo())
        self.assertIn(f'{len(chosen)} findings dismissed; --all shows them', text)
        for one in chosen:
            self.assertNotIn(one['sentence'][:40], ' '.join(text.split()))
        for table, key in (('findings', 'key'), ('advice', 'key'), ('time-findings', 'kind')):
            rows = json.loads(self.ask('table', table, demo(), '--format', 'json'))
            self.assertTrue(rows)
            for row in rows:
                is_chosen = (row[key], row['subject']) in {(one['key'], one['subject']) for one in chosen}
                self.assertEqual(row['dismissed'], REASON if is_chosen else None, (table, row))

    def test_page(self):
        """The page counts them and leaves them out; where its location asks for them, they are there with the reason."""
        chosen = next(one for one in self.findings('insights')['findings'] if one['kind'] == 'saving')
        for kept in ((), ((chosen['key'], chosen['subject']),)):
            self.dismiss(*kept)
            out = self.home / 'report.html'
            self.ask('report', demo(), '-o', out)
            text = out.read_text(encoding='utf-8').replace('<wbr>', '')
            self.assertEqual('1 finding dismissed' in text, bool(kept))
            self.assertEqual(chosen['sentence'][:30] in text, not kept)

    def test_other(self):
        """Those of another compilation, and a damaged file, change nothing."""
        before = self.ask('time', demo())
        self.dismiss(('exchange_bound', ''), at='findings other')
        self.assertEqual(self.ask('time', demo()), before)
        (self.home / 'poplens/bookmarks.ini').write_bytes(b'\xff\x00[[\nno file of keys')
        self.assertEqual(self.ask('time', demo()), before)


if __name__ == '__main__':
    unittest.main()
