"""Tests the table of bookmarks of a trace, which the window saves in the user's own files: the steps at each bookmark
against plain SQL."""
import hashlib
import json
import pathlib
import random
import tempfile
import unittest

from harness import REPORTS, Demo, Report, rows as rows_of, run

WAITS = ('StreamCopyBegin', 'StreamCopyEnd', 'Sync', 'Sans', 'SyncAns')


class Bookmarks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = pathlib.Path(folder.name)

    def keep(self, group, marks):
        (self.home / 'poplens').mkdir(exist_ok=True)
        lines = [f'[{group}]'] + [f'{name}={note}' for name, note in marks]
        (self.home / 'poplens/bookmarks.ini').write_text('\n'.join(lines) + '\n', encoding='utf-8')

    def table(self, report, place='trace'):
        done = run('table', 'bookmarks', report, '--json', '--location', place, env={'XDG_DATA_HOME': str(self.home)})
        self.assertEqual(done.returncode, 0, done.stderr)
        return rows_of(json.loads(done.stdout))

    def reports(self):
        yield Demo.path()
        if (REPORTS / 'integrals').is_dir():
            yield REPORTS / 'integrals'

    def group(self, report, clock='trace'):
        ident = Report(report).all('select compilation_id from compilation_info')[0][0]
        return f'{clock} ' + hashlib.sha1(f'id {ident}'.encode()).hexdigest()

    def test_none(self):
        self.assertEqual(self.table(Demo.path()), [])
        self.keep('trace other', [('5', 'of another compilation')])
        self.assertEqual(self.table(Demo.path()), [])
        text = run('table', 'bookmarks', Demo.path(), env={'XDG_DATA_HOME': str(self.home)})
        self.assertEqual(text.returncode, 0)
        self.assertIn('No bookmarks', text.stdout)
        (self.home / 'poplens/bookmarks.ini').write_bytes(b'\xff\x00[[\nno file of keys')
        self.assertEqual(self.table(Demo.path()), [])

    def test_what_ran_there(self):
        chance = random.Random(11)
        for report in self.reports():
            rows = Report(report).all(
                'select step_id, ipu, type, cycles_base + active_cycles_from_max, cycles_base + active_cycles_to_max '
                'from steps_by_ipu join steps on steps.id = step_id where active_tiles > 0 and ipu is not null')
            last = max(row[4] for row in rows)
            places = sorted(chance.sample(range(last + 1000), 20) + chance.sample([row[3] for row in rows], 5))
            marks = {str(at): f'note {at}' for at in places}
            marks[f'{places[3]}-{places[3] + 77}'] = 'a ränge = [x]; y'
            self.keep(self.group(report), list(marks.items()) + [('5x', 'none'), ('9-3', 'none')])
            got = self.table(report)
            self.assertEqual([row['number'] for row in got], list(range(1, len(marks) + 1)))
            self.assertEqual({(f"{r['from']}-{r['to']}" if r['to'] else str(r['from'])): r['note'] for r in got}, marks)
            for row, after in zip(got, got[1:] + [None]):
                self.assertEqual(row['next'], after['from'] - row['from'] if after else None)
                self.assertEqual(row['cycles'], row['to'] and row['to'] - row['from'])
                at = row['from']
                there = [(kind not in WAITS, end - begin, step, ipu) for step, ipu, kind, begin, end in rows
                         if begin <= at < max(end, begin + 1)]
                self.assertEqual(bool(there), row['step'] is not None, row)
                if there:
                    best = max(there)[:2]
                    self.assertIn((row['step'], row['ipu']), [t[2:] for t in there if t[:2] == best])

    def test_of_an_ipu(self):
        """If only one IPU is shown, steps of the other are not listed for a bookmark."""
        rows = Report(Demo.path()).all(
            'select step_id, ipu, cycles_base + active_cycles_from_max from steps_by_ipu where active_tiles > 0')
        starts = sorted({begin for _, _, begin in rows})
        self.keep(self.group(Demo.path()), [(str(at), '') for at in starts[::9]])
        for ipu in 0, 1:
            got = self.table(Demo.path(), f'trace?ipu={ipu}')
            self.assertEqual({row['ipu'] for row in got} - {None}, {ipu})
            begins = {(begin, step) for step, on, begin in rows if on == ipu}
            self.assertTrue(any((row['from'], row['step']) in begins for row in got))
        self.assertEqual({row['ipu'] for row in self.table(Demo.path())}, {0, 1})

    def test_clocks(self):
        """Each list has the bookmarks of its clock, as cycles of different clocks are not comparable."""
        groups = {'trace': 'trace', 'trace?view=flame&clock=first': 'trace', 'trace?view=blocks': 'blocks',
                  'trace?view=blocks&clock=recorded': 'blocks', 'trace?view=blocks&clock=first': 'blocks-from-first'}
        marks = {clock: (str(11 * i + 7), f'by {clock}') for i, clock in enumerate(sorted(set(groups.values())))}
        text = '\n'.join(f'[{self.group(Demo.path(), clock)}]\n{at}={note}' for clock, (at, note) in marks.items())
        (self.home / 'poplens').mkdir()
        (self.home / 'poplens/bookmarks.ini').write_text(text)
        for place, clock in groups.items():
            got = self.table(Demo.path(), place)
            self.assertEqual([(str(row['from']), row['note']) for row in got], [marks[clock]], place)
            if clock != 'trace':
                self.assertEqual([row['step'] for row in got], [None])


if __name__ == '__main__':
    unittest.main()
