"""Tests of the cache on disk: damaged, partly written, without space, used by two programs at once.
"""
import concurrent.futures
import contextlib
import pathlib
import random
import shlex
import sqlite3
import subprocess
import time

from far import BLOCK, Far
import harness
import support


class Kept(Far):
    """Cached blocks that are damaged."""

    def setUp(self):
        super().setUp()
        self.plain = self.run_cli('memory', self.report).stdout

    def assert_right(self, env):
        self.assertEqual(self.run_cli('memory', self.address, env=env).stdout.replace('gc-01:/', '/'), self.plain)

    def files(self, env):
        return [path for path in pathlib.Path(env['XDG_CACHE_HOME']).rglob('*') if path.is_file()]

    def test_damaged(self):
        """Each cache file in turn is changed all over, truncated, and removed."""
        def flip(data):
            return bytes(byte ^ 0x55 if i % 1000 == 17 else byte for i, byte in enumerate(data))
        spoils = (flip, lambda data: data[:len(data) // 2], lambda data: None)
        env = self.cache('damaged')
        self.assert_right(env)
        names = [path.relative_to(env['XDG_CACHE_HOME']) for path in self.files(env)]
        self.assertGreater(len(names), 1)
        for name in names:
            for spoil in spoils:
                path = pathlib.Path(env['XDG_CACHE_HOME'], name)
                if path.exists():
                    data = spoil(path.read_bytes())
                    path.unlink() if data is None else path.write_bytes(data)
                self.assert_right(env)

    def test_no_room(self):
        """Limits files to 100 KiB, then uses a directory that cannot be created."""
        env = {**self.site.env, **self.cache('full'), 'LC_ALL': 'C.UTF-8'}
        command = shlex.join([str(harness.BIN / 'poplens-cli'), 'memory', self.address])
        done = subprocess.run(['bash', '-c', f'trap "" XFSZ; ulimit -f 100; exec {command}'], env=env, text=True,
                                      capture_output=True, check=False, timeout=240)
        self.assertEqual((done.returncode, done.stdout.replace('gc-01:/', '/')), (0, self.plain), done.stderr)
        blocked = self.site.folder / 'blocked'
        blocked.write_text('no folder')
        self.assert_right({'XDG_CACHE_HOME': str(blocked)})
        # Partly written files have no effect later.
        self.assert_right(self.cache('full'))

    def test_two_programs_at_once(self):
        env = self.cache('two')
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda _: self.assert_right(env), range(4)))
        self.assert_right(env)

    def test_reports_alone(self):
        """Files that are not part of a report are not cached, whatever their names, nor is a
        fetched report."""
        folder = self.host.home / 'others'
        for name in ('none', 'noise'):
            (folder / name).mkdir(parents=True)
        noise = random.Random(1).randbytes(4 * BLOCK)
        (folder / 'big.tar').write_bytes(noise)
        (folder / 'noise/archive.a').write_bytes(noise)
        for path in (folder / 'songs.db', folder / 'of-songs/profile.pop'):
            path.parent.mkdir(exist_ok=True)
            with contextlib.closing(sqlite3.connect(path)) as songs, songs:
                songs.execute('create table songs (name)')
                songs.executemany('insert into songs values (?)', [(noise[:BLOCK],)] * 4)
        env = self.cache('others')
        for name in ('big.tar', 'songs.db', 'of-songs', 'of-songs/profile.pop', 'none'):
            self.fails(('summary', f'gc-01:{folder}/{name}'), env=env)
        self.run_cli('summary', f'gc-01:{folder}/noise', env=env)
        self.run_cli('fetch', self.address, self.site.folder / 'fetched', env=env)
        self.assertEqual(self.files(env), [])
        # A file with a report's name, beside a valid profile.
        report = self.put_report(self.host, 'half')
        (report / 'debug.cbor').write_bytes(noise)
        self.run_cli('operations', f'gc-01:{report}', env=env)
        kept = ''.join(path.read_text() for path in self.files(env) if path.name == 'meta.ini')
        self.assertIn(f'path={report}/profile.pop', kept)
        self.assertNotIn('debug.cbor', kept)

    def test_killed_while_it_writes(self):
        env = {**self.site.env, **self.cache('killed')}
        for after in (0.2, 0.3, 0.4, 0.5):
            child = self.start('memory', self.address, env=env)
            time.sleep(after)
            child.kill()
            child.communicate()
            self.assert_right(env)


if __name__ == '__main__':
    support.main()
