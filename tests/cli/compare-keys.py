#!/usr/bin/python3
"""Tests the location keys that tables of two reports declare, against the keys that change their output."""
import concurrent.futures
import pathlib
import re
import shutil
import tempfile
import unittest

from harness import run, write_demo

# Values that differ from the defaults. "scope" and "replica" are not tested: they say which of "tile" and "ipu"
# applies.
VALUES = {'tile': ('3',), 'ipu': ('1',), 'step': ('5',), 'breakdown': ('category',), 'gaps': ('no',),
          'always-live': ('no',), 'by': ('layer',), 'layer': ('poplibs',), 'range': ('iteration%3D2',),
          'waits': ('yes',), 'measure': ('bytes', 'programs'), 'group': ('operation',), 'top': ('3',), 'depth': ('1',), 'changed': ('yes',)}


def declared():
    """Returns the declared keys of each table, by its name and value of by."""
    return {(line.split()[0], by): set(keys.split(', ')) - {'scope'} for line in run('table', '--list').stdout.splitlines()
            for by, keys in re.findall(r'\[BEFORE AFTER(?: by ([a-z-]+))?: ([^]]*)\]', line)}


class Keys(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix='poplens-keys-')
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        for seed in '1', '2':
            write_demo(cls.folder / seed, '--tiles=32', f'--seed={seed}')
        shutil.copytree(cls.folder / '1', cls.folder / 'copy')

    def rows(self, table, place, other='2'):
        """Returns the output; None if the value is refused."""
        name, by = table
        place = f'{place}&by={by}' if by and 'by=' not in place else place
        done = run('table', name, self.folder / '1', self.folder / other, '--csv', '--location', f'memory?{place}')
        self.assertIn(done.returncode, (0, 2), done.stderr)
        return done.stdout if done.returncode == 0 else None

    def read_keys(self, table):
        """Returns the keys that change the output. All rows are shown, so that a key that leaves some out is noticed.
        The last test compares a report with its copy, which has no changes."""
        plain = self.rows(table, 'same=yes')
        read = {key for key, values in VALUES.items() for value in values
                if self.rows(table, f'same=yes&{key}={value}') not in (None, plain)}
        return read | ({'same'} if self.rows(table, 'same=yes', 'copy') != self.rows(table, 'same=no', 'copy') else set())

    def test_those_and_no_other(self):
        tables = declared()
        self.assertGreater(len(tables), 10)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            read = dict(zip(tables, pool.map(self.read_keys, tables)))
        for table, keys in tables.items():
            with self.subTest(table=table):
                self.assertEqual(read[table], keys)


if __name__ == '__main__':
    unittest.main()
