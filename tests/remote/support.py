"""Shared by the tests of remote reports: a site, hosts with the demo report, and running programs.
"""
import os
import signal
import shutil
import subprocess
import sys
import time
import unittest

import harness
import sshd

FAKE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'fake_sftp.py')


def main():
    reason = sshd.why_not()
    if reason:
        print(f'skipped: {reason}')
        sys.exit(harness.SKIP)
    unittest.main(verbosity=2)


class Case(unittest.TestCase):
    """A test with a site; checks at the end that its hosts were only read."""

    @classmethod
    def setUpClass(cls):
        cls.site = sshd.Site()
        cls.site.__enter__()
        cls.addClassCleanup(cls.site.__exit__, None, None, None)

    @classmethod
    def tearDownClass(cls):
        for host in cls.site.hosts.values():
            wrong = host.not_harmless()
            assert not wrong, f'{host.folder.name} was asked for more than to read: {wrong[:5]}'

    def run_cli(self, *words, env=None, status=0, **options):
        done = harness.run(*words, env={**self.site.env, **(env or {})}, **options)
        self.assertEqual(done.returncode, status, (words, done.stdout[-300:], done.stderr[-2000:]))
        return done

    def start(self, *words, env=None):
        """Starts poplens-cli."""
        return subprocess.Popen([harness.BIN / 'poplens-cli', *map(str, words)], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, env=env or self.site.env, stdin=subprocess.DEVNULL)

    def fails(self, words, *said, env=None, **options):
        """Checks that a command ends with status 1 and one sentence that contains @said."""
        done = self.run_cli(*words, env=env, status=1, **options)
        self.assertEqual(done.stdout, '')
        self.assertTrue(done.stderr.startswith('poplens-cli: '), done.stderr)
        self.assertTrue(done.stderr.isprintable() or done.stderr.replace('\n', '').isprintable(), done.stderr)
        for part in said:
            self.assertRegex(done.stderr, part)
        return done

    def put_report(self, host, name='training', of=harness.Small):
        """Copies the demo report to @host. Returns its path there."""
        folder = host.home / name
        shutil.copytree(of.path(), folder)
        return folder

    def assert_interrupted(self, child):
        """Interrupts @child as Ctrl+C does. Fails if it ends by itself, with a status."""
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=240)
        self.assertEqual(child.returncode, -signal.SIGINT)

    def counted(self, name, what):
        """Returns what is transferred over the link to @name while what() runs, and the time that
        it takes."""
        link = self.site.links[name]
        link.settle()
        link.start_counting()
        start = time.monotonic()
        what()
        took = time.monotonic() - start
        return link.settle(), took
