"""Tests of the fixtures with Debian's own sftp: hosts, jump hosts, links, keys, and the misbehaving
server."""
import os
import subprocess

import sshd
import support

SIZE = 3_000_000


class Fixture(support.Case):
    def setUp(self):
        self.out = self.site.folder / 'out'
        self.out.unlink(missing_ok=True)

    def get(self, target, path, ssh=None, env=None):
        """Fetches @path with sftp. Returns its exit status and messages."""
        done = subprocess.run(['sftp', '-oBatchMode=no', '-S', ssh or self.site.ssh, '-b', '-', target], text=True, check=False,
                              input=f'get {path} {self.out}\n', capture_output=True, env=env or self.site.env,
                              timeout=240)
        return done.returncode, done.stderr


class Hosts(Fixture):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.data = os.urandom(SIZE)
        cls.near = cls.site.host('gc-01')
        cls.far = cls.site.host('gc-02', delay=0.005, rate=100e6)
        cls.site.host('gc-03', jump='gc-01')
        cls.path = cls.near.home / 'data'
        cls.path.write_bytes(cls.data)

    def assert_came(self, target, **more):
        self.assertEqual(self.get(target, self.path, **more)[0], 0)
        self.assertEqual(self.out.read_bytes(), self.data)

    def test_near_and_behind_a_jump(self):
        self.assert_came('gc-01')
        self.assertIn(f'close "{self.path}" bytes read {SIZE} written 0', self.near.asked())
        before = self.logins(self.near)
        self.assert_came('gc-03')
        self.assertEqual(self.logins(self.near), before + 1)

    def logins(self, host):
        return (host.folder / 'sshd.log').read_text().count('Accepted publickey')

    def test_a_long_way_counts(self):
        login, _ = self.counted('gc-02', lambda: self.site.log_in('gc-02'))
        counted, took = self.counted('gc-02', lambda: self.assert_came('gc-02'))
        self.assertEqual(counted.connections, 1)
        self.assertTrue(SIZE < counted.down < SIZE * 1.05, counted)
        self.assertTrue(8 <= login.rounds <= 20, login)
        self.assertTrue(login.rounds + 4 <= counted.rounds <= login.rounds + 60, (login, counted))
        self.assertGreater(took, counted.rounds * 0.010 * 0.7)

    def test_cut_stopped_refused(self):
        link = self.site.links['gc-02']
        link.settle()
        link.start_counting()
        link.cut_after = 1_000_000
        self.assertNotEqual(self.get('gc-02', self.path)[0], 0)
        self.assertEqual(link.counted.down, 1_000_000)
        link.start_counting()
        link.stop_after = 500_000
        child = subprocess.Popen([self.site.ssh, '-o', 'ServerAliveInterval=1', '-o', 'ServerAliveCountMax=1', 'gc-02',
                                  'cat', str(self.path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                 env=self.site.env)
        self.assertLess(len(child.communicate(timeout=240)[0]), 500_000)
        self.assertTrue(link.stopped.is_set())
        link.cut()
        link.go_on()
        link.refuses = True
        self.assertNotEqual(self.get('gc-02', self.path)[0], 0)
        link.refuses = False
        self.assert_came('gc-02')

    def test_what_writes_is_seen(self):
        host = self.site.host('gc-09')
        done = subprocess.run(['sftp', '-S', self.site.ssh, '-b', '-', 'gc-09'], text=True, check=False,
                              input=f'put {self.path} {host.home}/new\nrm {host.home}/new\n', capture_output=True,
                              env=self.site.env)
        self.assertEqual(done.returncode, 0, done.stderr)
        wrong = [line.split()[0] for line in host.not_harmless()]
        del self.site.hosts['gc-09']
        self.assertLess({'open', 'close', 'remove'}, {*wrong, ''})

    def test_keys(self):
        unknown = self.site.host('gc-04', known=False)
        code, said = self.get('gc-04', self.path)
        self.assertNotEqual(code, 0)
        self.assertIn('Host key verification failed', said)
        self.site.know('gc-04')
        self.assert_came('gc-04')
        unknown.change_key()
        self.assertIn('REMOTE HOST IDENTIFICATION HAS CHANGED', self.get('gc-04', self.path)[1])
        self.site.host('gc-05', key=self.site.locked_key)
        self.assert_came('gc-05', env=self.site.secret('wrong', sshd.PASSPHRASE))
        self.assertEqual(len(self.site.asked()), 2)
        self.site.host('gc-06', key=self.site.stranger)
        self.assertIn('Permission denied (publickey)', self.get('gc-06', self.path)[1])


class Misbehaving(Fixture):
    def setUp(self):
        super().setUp()
        self.path = self.site.folder / 'big'
        self.path.write_bytes(os.urandom(SIZE))

    def test_legal_ways(self):
        for host in ('plain', 'short-reads', 'reordered', 'slow-drip', 'most-32k', 'no-limits', 'limits-100000',
                     'no-attributes', 'odd-names'):
            self.out.unlink(missing_ok=True)
            self.assertEqual(self.get(host, self.path, support.FAKE)[0], 0, host)
            self.assertEqual(self.out.read_bytes(), self.path.read_bytes(), host)

    def test_what_sftp_refuses(self):
        for host, said in (('wrong-id', 'Unexpected reply'), ('data-too-long', 'more data than asked'),
                           ('huge-packet', 'too long'), ('noise', 'too long'), ('cut-packet', 'closed'),
                           ('code-3', 'Permission denied'), ('says-denied', 'Permission denied'),
                           ('same-answer-twice', 'Unexpected reply'), ('read-code-4.5', 'Failure'),
                           ('end-open', 'closed')):
            code, text = self.get(host, self.path, support.FAKE)
            self.assertNotEqual(code, 0, host)
            self.assertIn(said, text, host)


if __name__ == '__main__':
    support.main()
