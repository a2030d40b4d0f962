#!/usr/bin/python3
"""Tests hostile schemas: every command ends within 5 s of processor time and 1 GiB of address space, with data or with
a message that names the file. Legal schemas change no answer."""

import contextlib
import os
import pathlib
import resource
import sqlite3
import subprocess
import unittest

from harness import BIN, Small as Demo, changed, output, rows, run

SECONDS, BYTES = 5, 1 << 30
COMMANDS = (('summary',), ('check', '--all'), ('programs', '--all'), ('table', 'tile-variables', '--location',
            'memory?tile=3'), ('table', 'checks'), ('table', 'trace-steps'), ('table', 'trace-slowest'), ('memory', '--tile', '3'))


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def writable(*statements):
    return 'pragma writable_schema = 1', *statements, 'pragma writable_schema = reset'


def first_column(table, column):
    """Inserts @column before all other columns of a table's definition."""
    return writable(f"update sqlite_schema set sql = substr(sql, 1, instr(sql, '(')) || '{column}, ' || "
                    f"substr(sql, instr(sql, '(') + 1) where name = '{table}'")


def define(table, old, new):
    return writable(f"update sqlite_schema set sql = replace(sql, '{old}', '{new}') where name = '{table}'")


def many(kind, n, sql):
    return writable(f'{UP_TO.format(n)} insert into '
                    f"sqlite_schema select '{kind}', 't' || i, 't' || i, 2, {sql} from n")


DOUBLING = ', '.join(f'x{i} as (x{i - 1} || x{i - 1})' for i in range(1, 200))
GROWS = 'hex(zeroblob(200000000))'

UP_TO = 'with recursive n (i) as (values (1) union all select i + 1 from n where i < {})'

# statements, and words of the message of some command (None: as if nothing had been changed)
HARM = {
    'generated': (first_column('programs', f'extra as ({GROWS})'), 'programs has the generated column extra'),
    'stored': (first_column('vars_info', f'oid as ({GROWS}) stored'), 'vars_info has the generated column oid'),
    'row id': (first_column('steps', 'rowid as (1)'), 'steps has the generated column rowid'),
    'doubling': (first_column('memory_by_tile', f'x0 as (tile), {DOUBLING}'), 'memory_by_tile has the generated'),
    'default': (define('unlowered_vars', 'name TEXT', "name TEXT default ''" + 'x' * 5000 + "''"), 'unlowered_vars has a default'),
    'default that grows': (define('unlowered_vars', 'name TEXT', f'name TEXT default ({GROWS})'), None),
    'check': (writable(f"update sqlite_schema set sql = substr(sql, 1, length(sql) - 1) || ', check ({GROWS} > 1))' "
                       "where name in ('programs', 'vars_info', 'steps_by_ipu')"), None),
    'without row id': (('create table x (id integer primary key, is_always_live) without rowid',
                        'insert into x select id, is_always_live from eq_classes', 'drop table eq_classes',
                        'alter table x rename to eq_classes'), None),
    'strict': (('create table x (id integer primary key, is_always_live integer) strict',
                'insert into x select id, is_always_live from eq_classes', 'drop table eq_classes',
                'alter table x rename to eq_classes'), None),
    'shared root': (writable("update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = "
                             "'vars_info') where name = 'unlowered_vars'"), 'shares its pages with table'),
    'expressions': ((f'create index p on programs (length({GROWS})) where id = 0',
                     'create index q on exchange_regions (id || var_id)',
                     f'create index r on steps_by_ipu (step_id) where length({GROWS}) > step_id and step_id < 0'), None),
    'tables': (many('table', 30000, "'create table t' || i || ' (x)'"), 'too complex'),
    'wide tables': (many('table', 300, "'create table t' || i || ' (y, " + ', '.join(f'x{i}' for i in range(240)) +
                         ")'"), 'graph_info shares its pages with table t1'),
    'megabytes': (writable("update sqlite_schema set sql = sql || ' -- ' || hex(zeroblob(8000000)) where name = "
                           "'programs'"), 'profile.pop'),
    'tiles': (('update target_info set num_tiles = 2000000000, tiles_per_ipu = 2000000000, tiles_per_replica = 2000000000',),
              'tiles_per_ipu is out of range (2000000000)'),
    'a tile less': (('delete from memory_by_tile where tile = (select max(tile) from memory_by_tile)',),
                    'a list is longer than'),
    'half a byte': (('update memory_by_tile set total = total + 0.5 where tile = 3',), 'total is not a whole number'),
    'ranges': ((f'insert into eq_class_step {UP_TO.format(80_000)} select 10, i % 100, 200 from n',),
               'expected a range that starts after step 200'),
    'parts': (('update compute_sets set name = '
               f"({UP_TO.format(20_000)} select group_concat('x' || i, '/') from n) where compute_set = 5",), None),
    'doubled keys': (('create table x as select * from eq_classes', 'insert into x select * from eq_classes',
                      'drop table eq_classes', 'alter table x rename to eq_classes'), '= number of its rows (keys)'),
}


@contextlib.contextmanager
def harmed(statements):
    with changed(of=Demo) as report:
        file = sqlite3.connect(report / 'profile.pop', isolation_level=None)
        for statement in statements:
            # Reading the malformed schema again fails here, which does not matter, as it was written.
            with contextlib.suppress(sqlite3.DatabaseError):
                file.execute(statement)
        file.close()
        yield report


class Harm(unittest.TestCase):
    def ask(self, *arguments):
        done = run(*arguments, preexec_fn=limit)
        self.assertIn(done.returncode, (0, 1, 3), (arguments, done.stderr))
        self.assertNotIn('not enough memory', done.stderr + done.stdout)
        if done.returncode == 1:
            self.assertIn('profile.pop', done.stderr, arguments)
        return done

    def test_each_ends(self):
        good = output(Demo.path(), 'summary')
        for name, (statements, says) in HARM.items():
            with self.subTest(harm=name), harmed(statements) as report:
                told = ''
                for command, *options in COMMANDS:
                    words = (options.pop(0),) if command == 'table' else ()
                    done = self.ask(command, *words, report, *options)
                    told += ' '.join((done.stdout + done.stderr).split())
                self.ask('diff', report, report)
                self.ask('export', report, '--location', 'trace?bsp=yes', '--output', pathlib.Path(report.parent, 'x.png'))
                self.ask('export', report, '--output', pathlib.Path(report.parent, 'report.html'))
                if says:
                    self.assertTrue(says in told, told[:400])
                else:
                    made = output(report, 'summary')
                    for key in 'answer', 'figures', 'tables', 'missing', 'notices':
                        self.assertEqual(made[key], good[key], key)


class Storage(unittest.TestCase):
    def test_what_sqlite_reads_is_named(self):
        with harmed(HARM['without row id'][0]) as report:
            done = run('check', report, '--all')
            leaves, = (one for one in rows(output(report, 'check')) if one['key'] == 'leaves')
        self.assertEqual(done.returncode, 0)
        self.assertIn('SQLite reads eq_classes: it is not a plain table.', ' '.join(done.stdout.split()))
        self.assertEqual((leaves['result'], leaves['failed']), ('pass', 0))
        self.assertIn('eq_classes', leaves['exceptions'])
        self.assertNotIn('SQLite reads eq_classes', run('check', Demo.path(), '--all').stdout)

    def test_rows_are_found_by_their_key(self):
        """A table that is rewritten with row ids that are not its keys, or without row ids, gives the same answers."""
        ways = {'exchange_regions': ('update exchange_regions set rowid = -rowid',)}
        with contextlib.closing(sqlite3.connect(Demo.path() / 'profile.pop')) as file:
            for table, end in (('vars_info', ' DESC'), ('compute_sets', ' WITHOUT ROWID'), ('cycles_by_tile', ' DESC')):
                sql, = file.execute('select sql from sqlite_schema where name = ?', (table,)).fetchone()
                sql = sql.replace(f'TABLE {table}', 'TABLE x').rstrip(';')
                ways[table] = (sql.replace('PRIMARY KEY', 'PRIMARY KEY DESC', 1) if end == ' DESC' else sql + end,
                               f'insert into x select * from {table} order by rowid desc', f'drop table {table}',
                               f'alter table x rename to {table}')
        tables = 'idle-variables', 'tile-gaps', 'time-ipus'
        by = {'tile-gaps': ['--location=memory?by=cause']}
        good = [run('table', table, Demo.path(), '--csv', *by.get(table, ())).stdout for table in tables]
        for way, statements in ways.items():
            with self.subTest(table=way), harmed(statements) as report:
                self.assertEqual([run('table', table, report, '--csv', *by.get(table, ())).stdout for table in tables],
                                 good)

    def test_damaged_index(self):
        """An index without its rows is reported, and the parts are complete."""
        with changed(of=Demo) as report:
            path = report / 'profile.pop'
            with contextlib.closing(sqlite3.connect(path)) as file:
                page, size = file.execute("select rootpage, (select page_size from pragma_page_size) from "
                                          "sqlite_schema where name = 'sqlite_autoindex_programs_1'").fetchone()
            data = bytearray(path.read_bytes())
            at = (page - 1) * size
            data[at] = 10
            data[at + 3:at + 5] = bytes(2)
            path.write_bytes(data)
            done = run('check', report)
            self.assertEqual(done.returncode, 3)
            self.assertIn('1 of', done.stdout)
            self.assertRegex(' '.join(done.stdout.split()),
                             r'programs, index sqlite_autoindex_programs_1: expected [\d,]+, found 0')
            whole = [run('programs', one, '--all').stdout for one in (report, Demo.path())]
            self.assertEqual(*whole)


class Deep(unittest.TestCase):
    LEVELS = 200_000

    def varint(self, n):
        out = [n & 0x7f | 0x80]
        while n := n >> 7:
            out.insert(0, n & 0x7f)
        return bytes(out)

    def test_text_of_a_deep_tree(self):
        """Each level is below the previous one: lines have a limited length, and contain the depth."""
        with changed(of=Demo) as report:
            with contextlib.closing(sqlite3.connect(report / 'profile.pop')) as file:
                step, first = file.execute('select compilation_step_id, max(id) + 1 from programs').fetchone()
                variant, children = file.execute('select variant, children from programs where id = 0').fetchone()
                file.executemany("insert into programs (compilation_step_id, id, variant, children, name) values (?, ?, ?, ?, 'level')",
                                 ((step, first + i, variant, self.varint(first + i + 1) if i < self.LEVELS - 1 else b'')
                                  for i in range(self.LEVELS)))
                file.execute('update programs set children = ? where id = 0', (children + self.varint(first),))
                file.commit()
            for arguments in (('programs', report, '--all'), ('table', 'programs', report)):
                shown = self.bounded(*arguments)
                levels = [line for line in shown if ' level ' in line + ' ']
                self.assertEqual(len(levels), self.LEVELS)
                # The root has depth 0, the first level 1.
                self.assertTrue(levels[39].startswith(' ' * 80 + 'Sequence'), levels[39])
                self.assertTrue(levels[40].startswith(' ' * 80 + '(depth 41) Sequence'), levels[40])
                self.assertTrue(levels[20_000].startswith(' ' * 80 + '(depth 20,001) Sequence'))
                self.assertTrue(levels[-1].startswith(' ' * 80 + '(depth 65,535 or more) Sequence'))

    def bounded(self, *arguments):
        with subprocess.Popen([BIN / 'poplens-cli', *map(str, arguments)], stdout=subprocess.PIPE, text=True, encoding='utf-8',
                              env={**os.environ, 'LC_ALL': 'C.UTF-8'}) as child:
            lines = []
            for line in child.stdout:
                if len(line) > 1000:
                    child.kill()
                    self.fail(f'a line of {len(line)} characters')
                lines.append(line.rstrip('\n'))
        self.assertEqual(child.returncode, 0)
        return lines


if __name__ == '__main__':
    unittest.main()
