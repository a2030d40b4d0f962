#!/usr/bin/python3
"""Tests poplens-cli find from outside: its results are those of the tables, and each location opens."""
import json
import re
import shlex
import sqlite3
import unittest

from harness import REPORTS, changed, output, rows, run, table
from harness import Small as Demo


def find(report, *words):
    """Returns all results, in order."""
    return rows(output(report, 'find', *words, '--all'))


class Finding(unittest.TestCase):
    def test_wrong_use(self):
        for arguments in ((), (Demo.path(),), (Demo.path(), 'x', '--limit', '-1'), (Demo.path(), 'x', '--unit', 'x'),
                          (Demo.path(), 'x', '--colour'), (Demo.path(), '')):
            done = run('find', *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ''), arguments)
            self.assertIn('poplens-cli', done.stderr)
        done = run('find', '/nowhere', 'x')
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        done = run('find', '--help')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertIn('poplens-cli find ', done.stdout)

    def test_nothing(self):
        done = run('find', Demo.path(), 'frobnicate')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertIn('frobnicate', done.stdout)
        got = output(Demo.path(), 'find', 'frobnicate')
        self.assertEqual((got['figures']['found'], rows(got), got['missing']), (0, [], []))

    def test_damage_is_named(self):
        """Programs that cannot be read are not searched, and a message says so; for an undamaged report there is
        none."""
        with changed("update programs set children = x'01'", of=Demo) as report:
            done = run('find', report, 'a')
            self.assertEqual(done.returncode, 0)
            self.assertRegex(done.stderr, r'^poplens-cli: .*profile.pop, table programs')
            done = run('find', report, 'a', '--json')
            got = json.loads(done.stdout)
            self.assertEqual([f'poplens-cli: {m["reason"][:-1]}' for m in got['missing'] if m['damaged']], done.stderr.splitlines())
            self.assertNotIn('program', {r['kind'] for r in rows(got)})
        self.assertEqual(output(Demo.path(), 'find', 'a')['missing'], [])

    def test_words_are_one_query(self):
        self.assertEqual(find(Demo.path(), 'tile', '5'), find(Demo.path(), 'tile 5'))
        only = find(Demo.path(), 'tile', '5')
        self.assertEqual([(r['kind'], r['id'], r['location']) for r in only], [('tile', 5, 'memory?tile=5')])

    def test_limit_says_how_many(self):
        everything = find(Demo.path(), 'program')
        few = output(Demo.path(), 'find', 'program', '--limit', '3')
        self.assertEqual((rows(few), few['figures']['found']), (everything[:3], len(everything)))
        self.assertEqual([few['tables']['find'][count] for count in ('shown', 'of')], [3, len(everything)])
        self.assertGreater(len(everything), 30)
        shown, total = map(int, re.search(r'(\d+) of (\d+) rows', run('find', Demo.path(), 'program', '--limit', '3').stdout).groups())
        self.assertEqual(shown, 3)
        # Filters and sort orders apply to all results, not to those within the limit.
        sort = 'find', 'program', '--sort', '-title'
        self.assertEqual(rows(output(Demo.path(), *sort, '--limit', '1')), rows(output(Demo.path(), *sort, '--all'))[:1])
        # Names of one pattern share a line, and every name belongs to a line.
        text = run('find', Demo.path(), 'program', '--limit', '0').stdout.splitlines()[1:-1]
        self.assertEqual(len(text), total)
        counts = [re.search(r'  ([\d,]+) ×', line) for line in text]
        self.assertEqual(sum(int(n[1].replace(',', '')) if n else 1 for n in counts), len(everything))

    def test_patterns_lead_to_each(self):
        """A line of several results has no ID; the command below it lists each with its own ID."""
        folded = run('find', Demo.path(), 'copyFromHost').stdout
        self.assertRegex(folded, r'(?m)^program +– +copyFromHost +6 × ')
        command = re.search(r'(?m)^Next +poplens-cli (.*)', folded)[1]
        each = run(*shlex.split(command)).stdout
        ids = re.findall(r'(?m)^program +(\d+) ', each)
        self.assertEqual(sorted(map(int, ids)), sorted(r['id'] for r in find(Demo.path(), 'copyFromHost')))
        self.assertNotIn('Next', each)

    def test_all_that_sql_finds(self):
        """Compares names of variables with plain SQL on the file."""
        for report in (Demo.path(), *(p for p in (REPORTS / 'integrals', REPORTS / 'firehose') if p.is_dir())):
            file = sqlite3.connect(f'file:{report}/profile.pop?mode=ro', uri=True)
            for word in ('a', 'code', 'weights', 'ID#1'):
                ids = {row[0] for row in file.execute('select id from unlowered_vars where instr(lower(name), lower(?))',
                                                      (word,))}
                got = [r for r in find(report, 'variable', word) if r['kind'] == 'variable']
                self.assertEqual({r['id'] for r in got}, ids, (report, word))
                self.assertEqual(len(got), len(ids))
            file.close()

    def test_operations_layers_and_kinds(self):
        """Results of a requested kind come first; names of layers and operations are those of the tables."""
        report = Demo.path()

        kinds = {row['title']: row for row in table(report, 'kinds') if row['kind'] not in ('packing', 'gap')}
        for found in find(report, 'kind'):
            if found['kind'] == 'kind':
                self.assertIn(f"filter.live-variables={kinds[found['title']]['kind']}&", found['location'])
                self.assertEqual(run('table', 'live-variables', report, '--location', found['location']).returncode, 0)
                del kinds[found['title']]
        self.assertFalse(kinds)
        self.assertEqual(find(report, 'kind optimiser')[0]['title'], 'Optimiser state')
        operations = {row['operation']: row['name'] for row in table(report, 'operations')}
        results = find(report, 'op', 'matmul')
        kind = [r['kind'] for r in results]
        self.assertEqual(kind[:kind.count('operation')], ['operation'] * kind.count('operation'))
        self.assertGreater(kind.count('operation'), 3)
        for r in results[:kind.count('operation')]:
            self.assertEqual(r['title'], operations[r['location'].rpartition('operation=')[2]])
        layers = [r for r in find(report, 'layer') if r['kind'] == 'layer']
        self.assertTrue(layers)
        for r in layers:
            inside = table(report, 'programs', r['location'])
            self.assertTrue(inside and any(f"{r['title']}/" in (row['name'] or '') for row in inside), r)

    def test_source_code(self):
        """Finds all files and lines of the table sources, and no others; a line by its name, its path or its number."""
        report = Demo.path()
        rows = table(report, 'source-lines')
        lines = {row['key'] for row in rows if row['kind'] == 'line'}
        files = {row['file'] for row in rows if row['kind'] == 'file'}
        results = [r for r in find(report, 'source') if r['kind'] == 'source']
        self.assertEqual({r['detail'].rpartition(' · ')[2] for r in results}, lines | files)
        self.assertEqual(len(results), len(lines | files))
        self.assertTrue(all(r['id'] is None for r in results))
        some = max(lines)
        name, number = some.rpartition('/')[2], some.rpartition(':')[2]
        for query in (name, some, f'line {number}', f'source {name.replace(":", " ")}'):
            self.assertIn((name, f'operations?line={some}&view=source'),
                          [(r['title'], r['location']) for r in find(report, query)], query)
        self.assertEqual(find(report, name)[0]['title'], name)
        # The lines of a file are one result, and the file is another.
        text = run('find', report, 'source').stdout
        for file in files:
            of_it = [line for line in lines if line.startswith(f'{file}:')]
            self.assertRegex(text, rf'(?m)^source +– +{re.escape(file)}:\* +{len(of_it)} × ')
            shown = table(report, 'source-lines', f'operations?filter.source-lines={file}:&view=source')
            self.assertEqual({row['key'] for row in shown if row['kind'] == 'line'}, set(of_it))

    def test_words_of_a_name(self):
        """A capital after a lower-case letter begins a word."""
        titles = [r['title'] for r in find(Demo.path(), 'variable', 'gradient')]
        humps = [t for t in titles if t.endswith('/weightGradient')]
        within = [t for t in titles if not re.search(r'(?i)(?<![a-z0-9])gradient|[a-z]Gradient', t)]
        self.assertTrue(humps)
        self.assertTrue(all(titles.index(t) > titles.index(humps[-1]) for t in within))

    def test_tile_variables(self):
        with sqlite3.connect(f'file:{Demo.path()}/profile.pop?mode=ro', uri=True) as file:
            for number, tile in file.execute('select var_id, tile from vars_info where var_id % 977 = 3').fetchall():
                result, = find(Demo.path(), 'lowered', str(number))
                self.assertEqual((result['kind'], result['id'], result['location']),
                                 ('tile-variable', number, f'memory?tile-variable={number}&tab=memory-map&tile={tile}'))
        file.close()

    def test_places_open(self):
        """The table at each kind's location, filtered, contains the result."""
        seen = set()
        for query in ('tile 3', 'ipu 1', 'step 4', 'executed 2', 'program 3', 'compute set', 'vertex type', 'variable'):
            for result in find(Demo.path(), query, '--limit', '3'):
                seen.add(result['kind'])
                place = result['location']
                if 'tab=' not in place:
                    continue
                shown = table(Demo.path(), place.split('tab=')[1].split('&')[0], place)
                self.assertIn(result['title'], [v for row in shown for v in row.values()])
        views = find(Demo.path(), 'view')
        self.assertEqual({r['kind'] for r in views}, {'view'})
        self.assertIn(('What If', 'insights?view=what-if'), [(r['title'], r['location']) for r in views])
        first = find(Demo.path(), 'tile', 'map', '--limit', '1')[0]
        self.assertEqual((first['kind'], first['location']), ('view', 'memory?view=map'))
        self.assertEqual(seen, {'tile', 'ipu', 'step', 'executed-step', 'program', 'compute-set', 'vertex-type', 'variable'})


if __name__ == '__main__':
    unittest.main()
