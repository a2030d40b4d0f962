"""How often an answer is waited for and how much moves, over a link with a delay."""
import pathlib

from far import BLOCK, Far
import support


class Waits(Far):
    def moved(self, *words, env=None, runs=1):
        """Bytes and waits of a command beyond logging in, the fewest of some runs: what answers late on a busy computer
        is waited for once more."""
        login, _ = self.counted('gc-01', lambda: self.login('gc-01'))
        every = [self.counted('gc-01', lambda: self.run_cli(*words, env=env))[0] for _ in range(runs)]
        size = min(found.down for found in every) - login.down
        waits = min(found.rounds for found in every) - login.rounds
        print(f'  {words[0]}: {size:,} bytes, {waits} waits; login {login.down:,} bytes, {login.rounds} waits')
        return size, waits

    def test_summary(self):
        size, waits = self.moved('summary', self.address, '--no-cache', runs=3)
        self.assertLessEqual(waits, 25)
        self.assertLessEqual(size, self.profile_size)
        # Not in pages of SQLite, and nothing twice.
        self.assertGreaterEqual(size, BLOCK)

    def test_all_of_it_is_moved_once(self):
        size, _ = self.moved('insights', self.address, '--no-cache')
        files = sum(path.stat().st_size for path in self.report.iterdir())
        self.assertLessEqual(size, files * 1.05 + BLOCK)

    def test_opened_again(self):
        env = self.cache('again')
        # Summary reads a small debug.cbor and archive.a as well, one after the other.
        for command, most in (('memory', 3), ('summary', 7)):
            self.moved(command, self.address, env=env)
            size, waits = self.moved(command, self.address, env=env, runs=3)
            self.assertLessEqual(size, 100_000)
            self.assertLessEqual(waits, most)
        self.assertGreater(self.kept('again'), BLOCK)
        for path in pathlib.Path(env['XDG_CACHE_HOME']).rglob('*'):
            self.assertEqual(path.stat().st_mode & 0o077, 0, path)

    def test_nothing_is_kept_where_nothing_shall_be(self):
        self.run_cli('memory', self.address, '--no-cache', env=self.cache('none'))
        self.assertEqual(self.kept('none'), 0)


if __name__ == '__main__':
    support.main()
