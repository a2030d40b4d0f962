"""Tests of the number of round trips and of transferred bytes, over a link with a delay."""
import json
import pathlib
import re

from far import BLOCK, Far
import harness
import support

PADDING = 6 << 20


class Waits(Far):
    def moved(self, *words, env=None, runs=1):
        """Returns the bytes and round trips of a command without the login; the least of some runs,
        as a reply that is late on a busy computer costs another round trip."""
        login, _ = self.counted('gc-01', lambda: self.site.log_in('gc-01'))
        every = [self.counted('gc-01', lambda: self.run_cli(*words, env=env))[0] for _ in range(runs)]
        size = min(found.down for found in every) - login.down
        waits = min(found.rounds for found in every) - login.rounds
        print(f'  {words[0]}: {size:,} bytes, {waits} waits; login {login.down:,} bytes, {login.rounds} waits')
        return size, waits

    def test_summary(self):
        size, waits = self.moved('summary', self.address, '--no-cache', runs=3)
        self.assertLessEqual(waits, 25)
        self.assertLessEqual(size, self.profile_size)
        # It is not read in pages of SQLite, and no byte twice.
        self.assertGreaterEqual(size, BLOCK)

    def test_all_of_it_is_moved_once(self):
        size, _ = self.moved('table', 'findings', self.address, '--no-cache')
        files = sum(path.stat().st_size for path in self.report.iterdir())
        self.assertLessEqual(size, files * 1.05 + BLOCK)

    def test_opened_again(self):
        env = self.cache('again')
        # Summary also reads a small debug.cbor and archive.a, one after the other.
        for command, most in (('memory', 3), ('summary', 7)):
            self.moved(command, self.address, env=env)
            size, waits = self.moved(command, self.address, env=env, runs=3)
            self.assertLessEqual(size, 100_000)
            self.assertLessEqual(waits, most)
        self.assertGreater(self.kept('again'), BLOCK)
        for path in pathlib.Path(env['XDG_CACHE_HOME']).rglob('*'):
            self.assertEqual(path.stat().st_mode & 0o077, 0, path)

    def test_diff_leaves_debug_information(self):
        """Large debug information on another computer is read only if operations are requested."""
        pair = [self.put_report(self.host, name, of) for name, of in (('before', harness.Small), ('after', harness.Compiled))]
        for folder in pair:
            debug = folder / 'debug.cbor'
            data = debug.read_bytes()
            # Adds a pair to the map: text "x" and 6 MiB of bytes.
            self.assertIn(data[0], range(0xa0, 0xb6))
            debug.write_bytes(bytes([data[0] + 1]) + b'\x61x\x5a' + PADDING.to_bytes(4, 'big') + bytes(PADDING) + data[1:])
        others = sum(path.stat().st_size for folder in pair for path in folder.iterdir() if path.name != 'debug.cbor')
        words = ('diff', *(f'gc-01:{folder}' for folder in pair), '--json', '--no-cache')
        found = []

        def compare(*more):
            found.append(json.loads(self.run_cli(*words, *more).stdout))
        size = self.counted('gc-01', compare)[0].down
        chosen = self.counted('gc-01', lambda: compare('--by', 'operation'))[0].down
        print(f'  diff: {size:,} bytes of {others:,} and {2 * PADDING:,} of debug information; operations {chosen:,}')
        self.assertLess(size, others * 1.05 + 4 * BLOCK)
        self.assertGreater(chosen, 2 * PADDING)
        here = json.loads(self.run_cli('diff', *pair, '--json').stdout)['tables']
        far = found[0]['tables']
        self.assertEqual(found[1]['tables']['operations']['rows'], here['operations']['rows'])
        # The cycles of all steps are not read unless they are requested.
        missing = {one['what']: one['reason'] for one in found[0]['missing']}
        for name, by in ('operations', 'operation'), ('time-causes', 'cause'), ('critical-path', 'critical-path'), ('time-findings', 'finding'):
            self.assertIn(f'--by {by}', missing[by])
            self.assertNotIn(name, far)
            here.pop(name, None)
        # For the same reason kinds of variables, which the sentence on the peak names too, are not
        # computed.
        for tables in far, here:
            variables = tables['variables']
            variables['note'] = re.sub(' (Mostly|Largest): .*', '', variables['note'].replace(' Mostly ', ' Mostly: '))
            for row in variables['rows']:
                del row['kind']
        self.assertEqual(json.dumps(far).replace('gc-01:/', '/'), json.dumps(here))

    def test_nothing_is_kept_where_nothing_shall_be(self):
        self.run_cli('memory', self.address, '--no-cache', env=self.cache('none'))
        self.assertEqual(self.kept('none'), 0)


if __name__ == '__main__':
    support.main()
