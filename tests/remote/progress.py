"""Tests of the progress line of a command on the terminal, which is removed before other output."""
import os
import re
import signal
import socket
import subprocess
import time

import harness
import sshd
import support
import terminal

LINE = re.compile(r'\r\x1b\[K(gc-\d\d: [^\r\n\x1b]*)')


def silent_port(case):
    """Returns the port of a computer that accepts connections and sends nothing."""
    server = socket.create_server(('127.0.0.1', 0))
    case.addCleanup(server.close)
    return server.getsockname()[1]


class Progress(support.Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.host = cls.site.host('gc-01', delay=0.005, rate=3e6)
        cls.link = cls.site.links['gc-01']
        cls.report = cls.put_report(cls, cls.host, of=harness.Executed)
        cls.words = ('table', 'findings', f'gc-01:{cls.report}', '--no-cache')

    def lines(self, shown):
        """Returns the texts of the progress line, and checks that none is left."""
        self.assertFalse([line for line in terminal.screen(shown) if ' read' in line or 'iB/s' in line], shown[-2000:])
        return LINE.findall(shown)

    def test_reading(self):
        plain = self.run_cli('table', 'findings', self.report).stdout
        started, first = time.monotonic(), []

        def look(shown):
            if not first and ' read' in shown:
                first.append(time.monotonic() - started)
        code, shown, _ = terminal.run(self.words, self.site.env, then=look)
        self.assertEqual(code, 0, shown)
        lines = self.lines(shown)
        self.assertGreater(first[0], 1)
        self.assertGreater(len(lines), 2, shown)
        self.assertEqual(len(set(line.split(':')[0] for line in lines)), 1)
        self.assertRegex(lines[-1], r'^gc-01: [\d.,]+ [KM]iB read, [\d.,]+ [KM]iB/s$')
        # The line is removed before the first word of the output, and does not return.
        head = plain.splitlines()[0][:20]
        self.assertTrue(shown[:shown.index(head)].endswith(terminal.WIPE), shown[:2000])
        self.assertNotIn(' read,', shown[shown.index(head):])

    def test_beside_a_file_and_on_a_narrow_terminal(self):
        out = self.site.folder / 'out.json'
        code, shown, _ = terminal.run((*self.words, '--json'), self.site.env, columns=20, stdout=out)
        self.assertEqual(code, 0, shown)
        self.assertGreater(len(self.lines(shown)), 1)
        self.assertEqual(max(map(len, self.lines(shown))), 19)
        self.assertEqual(terminal.screen(shown), [''])
        self.assertTrue(out.read_text().startswith('{'))

    def test_errors_have_their_own_line(self):
        words = ('table', 'findings', f'gc-01:{self.report}', '--no-cache')

        def cut(shown):
            if ' read' in shown:
                self.link.refuses = True
                self.link.cut()
        try:
            code, shown, _ = terminal.run(words, self.site.env, then=cut)
        finally:
            self.link.refuses = False
        self.assertEqual(code, 1, shown)
        self.lines(shown)
        self.assertTrue(terminal.screen(shown)[-2].startswith('poplens-cli: '), shown)

    def test_silence(self):
        """A silent link while reading, and while connecting without prompts."""
        stops = []

        def look(shown):
            if ' read' in shown and not stops:
                stops.append(True)
                self.link.stop()
            if ', no answer for ' in shown:
                self.link.go_on()
        code, shown, _ = terminal.run(self.words, self.site.env, then=look)
        self.assertEqual(code, 0, shown)
        self.assertRegex(shown, r'gc-01: [\d.,]+ [KM]iB read, no answer for \d+ seconds')
        self.assertNotRegex(shown, r'no answer for [12] seconds')
        self.lines(shown)

        self.site.name('gc-03', silent_port(self))
        code, shown, _ = terminal.run(('memory', 'gc-03:/x', '--batch'), self.site.env)
        self.assertEqual(code, 1, shown)
        self.assertRegex(shown, r'gc-03: connecting, no answer for \d+ seconds')
        self.assertNotIn('connecting', terminal.screen(shown)[0])

    def test_nothing_where_nobody_looks(self):
        self.assertEqual(self.run_cli(*self.words).stderr, '')
        code, shown, _ = terminal.run(self.words, self.site.env, term='dumb')
        self.assertEqual(code, 0)
        self.assertNotIn('\x1b[K', shown)
        # Local reports have no progress line.
        code, shown, _ = terminal.run(('table', 'findings', self.report), self.site.env)
        self.assertNotIn('\x1b[K', shown)

    def test_questions_have_a_line_of_their_own(self):
        """The first prompt, and one while reading."""
        host = self.site.host('gc-02', key=self.site.locked_key, delay=0.005, rate=3e6)
        report, link = self.put_report(host, of=harness.Executed), self.site.links['gc-02']
        cuts = []

        def cut(shown):
            if ' read' in shown and not cuts:
                cuts.append(True)
                link.cut()
        asked = 'Enter passphrase'
        answers = [(asked, f'{sshd.PASSPHRASE}\r'), (asked, f'{sshd.PASSPHRASE}\r')]
        code, shown, left = terminal.run(('table', 'findings', f'gc-02:{report}', '--no-cache'), self.site.env, answers, then=cut)
        self.assertEqual((code, left), (0, []), shown)
        self.lines(shown)
        before, _, _ = shown.rpartition(asked)
        self.assertTrue(before.rstrip('\r').endswith(terminal.WIPE), before[-300:])
        self.assertEqual(len([line for line in terminal.screen(shown) if asked in line]), 2)

    def interfere(self, change):
        """Returns the error of a command whose profile is changed while it reads."""
        self.link.start_counting()
        child = self.start(*self.words)
        while self.link.counted.down < 3e6:
            self.assertIsNone(child.poll())
            time.sleep(0.01)
        change()
        _, said = child.communicate(timeout=240)
        self.assertEqual(child.returncode, 1)
        return said

    def test_what_to_do_in_a_terminal(self):
        profile = self.report / 'profile.pop'
        aside = profile.with_name('aside')
        name = f'poplens-cli: gc-01:{profile} '
        self.assertEqual(self.interfere(lambda: os.utime(profile)),
                         f'{name}changed since it was opened; run the command again\n')
        self.assertEqual(self.interfere(lambda: profile.rename(aside)), f'{name}was deleted\n')
        aside.rename(profile)

    # ---- fetch ----------------------------------------------------------------------------------

    def test_fetch(self):
        to = self.site.folder / 'copy of it'
        words = ('fetch', f'gc-01:{self.report}', to)
        size = sum(file.stat().st_size for file in self.report.iterdir())
        code, shown, left = terminal.run(words, self.site.env, [('/s, ', '\x03')])
        self.assertEqual((code, left), (-signal.SIGINT, []), shown)
        self.assertRegex(self.lines(shown)[-1],
                         r'^gc-01: [\d.,]+ [KM]iB of [\d.,]+ MiB, [\d.,]+ [KM]iB/s, (a few|about \d+) seconds left(\^C)?$')
        self.assertEqual(terminal.screen(shown)[-2:], [
            f'poplens-cli: stopped; what was copied is kept in {to}, and the same command continues there', ''])
        parts = list(to.glob('*.part'))
        self.assertEqual(len(parts), 1)
        kept = parts[0].stat().st_size
        # The same file by another name of the host and a link there.
        self.site.name('gc-09', self.link.port, alias='gc-01')
        (self.host.home / 'latest').symlink_to(self.report)
        counted, _ = self.counted('gc-01', lambda: self.run_cli('fetch', f'gc-09:{self.host.home}/latest', to))
        self.assertLess(counted.down, size - kept // 2)
        self.assertEqual(sorted(file.name for file in to.iterdir()), sorted(file.name for file in self.report.iterdir()))
        for file in self.report.iterdir():
            self.assertEqual((to / file.name).read_bytes(), file.read_bytes(), file.name)
        self.assertRegex(self.run_cli(*words).stdout, 'copy of it: already complete, ')

    def test_stopped_without_a_terminal(self):
        to = self.site.folder / 'stopped'
        child = self.start('fetch', f'gc-01:{self.report}', to)
        while not list(to.glob('*.part')) or not list(to.glob('*.part'))[0].stat().st_size:
            time.sleep(0.05)
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=240)
        self.assertEqual(child.returncode, -signal.SIGINT)
        self.assertEqual(said, f'poplens-cli: stopped; what was copied is kept in {to}, and the same command continues '
                         'there\n')

    def test_ignored_interrupts_stay_ignored(self):
        """As for a script in the background."""
        child = subprocess.Popen(['sh', '-c', 'trap "" INT; exec "$@"', 'sh', harness.BIN / 'poplens-cli', 'fetch',
                                  f'gc-01:{self.report}', str(self.site.folder / 'background')],
                                 env=self.site.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        time.sleep(1)
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=240)
        self.assertEqual(child.returncode, 0)


if __name__ == '__main__':
    support.main()
