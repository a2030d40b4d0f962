"""Tests of servers that violate the protocol: legal behaviour works, all else ends with an error
message."""
import concurrent.futures
import resource
import signal
import subprocess
import time

import harness
import support

LEGAL = ('plain', 'short-reads', 'reordered', 'slow-drip', 'most-32k', 'no-limits', 'limits-100000', 'limits-0',
         'limits-7', 'limits-99999999999', 'odd-names')
# Behaviour that must end with an error.
ILLEGAL = ('wrong-id', 'wrong-kind', 'same-answer-twice', 'data-too-long', 'data-empty', 'string-too-long', 'end-too-early',
           'many-attributes', 'no-attributes', 'huge-file', 'huge-packet', 'empty-packet', 'cut-packet', 'end-version',
           'end-open', 'end-read', 'code-3', 'code-4', 'code-8', 'code-99', 'read-code-3', 'read-code-4', 'version-2', 'noise',
           'noise-alone', 'says-denied', 'says-refused', 'says-wild', 'flood')
# Behaviour that begins later, so that another connection succeeds, or is about folders, which a
# report may not need.
LATER = ('wrong-id.5', 'data-empty.4', 'end-too-early.6', 'huge-packet.3', 'cut-packet.3', 'end-read.3', 'read-code-4.3',
         'many-names', 'wild-names', 'endless-names')
HANGS = ('hang-version', 'hang-extended', 'hang-realpath', 'hang-stat', 'hang-opendir', 'hang-readdir', 'hang-open',
         'hang-read', 'hang-read.3', 'mute-read', 'mute-read.3', 'mute-close')
MOST_MEMORY = 400 << 20


class Misbehaving(support.Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.report = harness.Small.path()
        cls.env = {**cls.site.env, 'POPLENS_SSH': support.FAKE}
        cls.plain = harness.run('table', 'findings', cls.report, '--all').stdout

    def ask(self, host):
        """Runs a command. Returns host, status, output and messages."""
        done = subprocess.run([harness.BIN / 'poplens-cli', 'table', 'findings', f'{host}:{self.report}', '--all', '--no-cache'],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.env,
                              stdin=subprocess.DEVNULL, errors='replace', timeout=240, check=False)
        return host, done.returncode, done.stdout, done.stderr

    def ask_all(self, hosts):
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            return list(pool.map(self.ask, hosts))

    def test_legal(self):
        for host, code, out, said in self.ask_all(LEGAL):
            with self.subTest(host):
                self.assertEqual((code, said), (0, ''))
                # Lines are broken differently, as commands contain the host's name.
                self.assertEqual(out.replace(f'{host}:/', '/').split(), self.plain.split())

    def assert_refused(self, host, code, out, said):
        self.assertEqual((code, out), (1, ''), said)
        self.assertTrue(said.startswith('poplens-cli: '), said)
        self.assertTrue(said.replace('\n', '').isprintable(), said)
        self.assertLess(len(said), 1500)
        self.assertIn(host.split('.')[0], said)

    def test_illegal(self):
        for found in self.ask_all(ILLEGAL):
            with self.subTest(found[0]):
                self.assert_refused(*found)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10, MOST_MEMORY)

    def test_later(self):
        """The result is complete, or an error message."""
        for host, code, out, said in self.ask_all(LATER):
            with self.subTest(host):
                if code:
                    self.assert_refused(host, code, out, said)
                else:
                    self.assertEqual((out.replace(f'{host}:/', '/').split(), said), (self.plain.split(), ''))

    def test_hanging(self):
        """Ctrl+C ends the command, whatever it waits for."""
        def hang(host):
            child = self.start('table', 'findings', f'{host}:{self.report}', '--all', '--no-cache', env=self.env)
            time.sleep(1.5)
            if child.poll() is None:
                child.send_signal(signal.SIGINT)
            return host, *child.communicate(timeout=240), child.returncode
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            found = list(pool.map(hang, HANGS))
        for host, out, said, code in found:
            with self.subTest(host):
                # A request that is never made cannot hang.
                if code != -signal.SIGINT:
                    self.assertEqual(out.replace(f'{host}:/', '/').split(), self.plain.split(), said)
        self.assertGreaterEqual([code for *_, code in found].count(-signal.SIGINT), 6, found)


if __name__ == '__main__':
    support.main()
