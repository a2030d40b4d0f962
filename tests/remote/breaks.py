"""Tests of links that end and are restored."""
import os
import time

from far import Far
import support


class Breaks(Far):
    def setUp(self):
        super().setUp()
        self.plain = self.run_cli('table', 'findings', self.report, '--json').stdout

    def test_cut_anywhere(self):
        """poplens-cli connects again and prints the same; during login it ends with an error
        message."""
        login, size = self.measure()
        steps = 6
        for i in range(1, steps):
            at = login + (size - login) * i // steps
            self.cut_next(at)
            done = self.insights()
            self.assertIsNone(self.link.cut_after, 'nothing was cut')
            self.assertEqual(done.stdout.replace('gc-01:/', '/'), self.plain, at)
        for at in (1, 50, login // 2):
            self.cut_next(at)
            self.fails(('table', 'findings', self.address, '--no-cache'), 'gc-01')

    def cut_next(self, at):
        """Cuts the next connection after @at bytes, not one that is still ending."""
        self.link.cut()
        self.link.settle()
        self.link.start_counting()
        self.link.cut_after = at

    def test_python_goes_on(self):
        """A report stays open while its connection ends, while there is none, and afterwards."""
        os.environ.update(self.site.env, **self.cache('python'))
        import pva
        with pva.openReport(self.address) as far, pva.openReport(str(self.report)) as near:
            def same(name):
                here, there = near.table(name), far.table(name)
                self.assertEqual([there.row(i) for i in range(there.rows)], [here.row(i) for i in range(here.rows)])
            same('memory-details')
            self.host.end_sessions()
            same('variables')
            self.link.refuses = True
            self.link.cut()
            with self.assertRaises(pva.Error) as caught:
                len(far.execution.steps)
            self.assertNotIsInstance(caught.exception, (pva.ChangedError, pva.DamagedError))
            self.assertIn('gc-01', str(caught.exception))
            same('memory-details')
            self.link.refuses = False
            # After a failed attempt there is no other one for a while, so that callers do not wait.
            time.sleep(5)
            self.assertEqual(len(far.execution.steps), len(near.execution.steps))


if __name__ == '__main__':
    support.main()
