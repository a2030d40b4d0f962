"""Tests of copying a report from another computer: the files are equal."""
import filecmp
import time

import harness
import support


class Fetching(support.Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.host = cls.site.host('gc-01')
        cls.site.host('gc-02', jump='gc-01')
        cls.site.share_connections()
        cls.report = cls.put_report(cls, cls.host)
        cls.other = cls.put_report(cls, cls.host, 'other', harness.Executed)

    def test_fetch(self):
        for address, name in ((f'gc-01:{self.report}', 'one'), (f'gc-02:{self.report}', 'two')):
            to = self.site.folder / name
            self.run_cli('fetch', address, to)
            compared = filecmp.dircmp(self.report, to)
            self.assertEqual((compared.left_only, compared.right_only, compared.diff_files), ([], [], []))
            for file in self.report.iterdir():
                self.assertEqual((to / file.name).read_bytes(), file.read_bytes(), file.name)
        # A second fetch does not overwrite a different report.
        self.run_cli('fetch', f'gc-01:{self.other}', self.site.folder / 'one', status=2)
        self.assertEqual((self.site.folder / 'one/profile.pop').read_bytes(), (self.report / 'profile.pop').read_bytes())

    def test_the_destination_is_here(self):
        wrong = f'gc-02:{self.site.folder}/there'
        said = self.run_cli('fetch', f'gc-01:{self.report}', wrong, cwd=self.site.folder, status=2).stderr
        self.assertRegex(said, 'gc-02:.* is on another computer; the destination is a folder of this one .*"\./gc-02:')
        self.assertFalse((self.site.folder / 'gc-02:').exists())
        self.run_cli('fetch', f'gc-01:{self.report}', './gc-02:here', cwd=self.site.folder)
        self.assertTrue((self.site.folder / 'gc-02:here/profile.pop').exists())
        # An existing local folder has precedence over the address.
        self.run_cli('fetch', f'gc-01:{self.report}', 'gc-02:here', cwd=self.site.folder)

    def test_it_goes_on_where_it_stopped(self):
        host = self.site.host('gc-03', delay=0.005, rate=4e6)
        report = self.put_report(host, of=harness.Executed)
        to, link = self.site.folder / 'three', self.site.links['gc-03']
        child = self.start('fetch', f'gc-03:{report}', to)
        size = sum(file.stat().st_size for file in report.iterdir())
        while link.counted.down < size * 2 // 3:
            self.assertIsNone(child.poll())
            time.sleep(0.01)
        self.assert_interrupted(child)
        counted, _ = self.counted('gc-03', lambda: self.run_cli('fetch', f'gc-03:{report}', to))
        self.assertLess(counted.down, size * 2 // 3)
        for file in report.iterdir():
            self.assertEqual((to / file.name).read_bytes(), file.read_bytes(), file.name)


if __name__ == '__main__':
    support.main()
