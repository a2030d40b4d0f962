"""Tests of logging in: host keys, keys and passphrases, and messages of ssh and hosts that refuse.
"""
import re
import shlex
import subprocess

import harness
import sshd
import support
import terminal


class Logins(support.Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.host = cls.site.host('gc-01')
        cls.report = cls.put_report(cls, cls.host)

    def works(self, host, *options, env=None):
        self.assertIn('Fullest tile', self.run_cli('summary', f'{host}:{self.report}', *options, env=env).stdout)

    def refused(self, host, *said, options=(), env=None):
        return self.fails(('summary', f'{host}:{self.report}', *options), host, *said, env=env)

    # ---- host keys ------------------------------------------------------------------------------

    def test_unknown(self):
        self.site.host('gc-02', known=False)
        self.refused('gc-02', 'is missing in known_hosts', 'ssh gc-02', options=('--batch',))
        # The user cannot be asked, or declines.
        self.fails(('summary', f'gc-02:{self.report}'), 'is missing in known_hosts', 'ssh gc-02', start_new_session=True)
        self.refused('gc-02', 'was not accepted', env=self.site.secret('no'))
        self.assertNotIn('gc-02', self.site.known_hosts.read_text())
        self.works('gc-02', env=self.site.secret('yes'))
        self.assertIn('gc-02', self.site.known_hosts.read_text())
        self.assertIn('fingerprint', ' '.join(self.site.asked()))
        self.works('gc-02', '--batch')

    def test_changed(self):
        """A changed key is refused without a prompt, so that it cannot be accepted by mistake."""
        host = self.site.host('gc-03')
        host.change_key()
        asked = len(self.site.asked())
        said = self.refused('gc-03', f'{self.site.known_hosts}, line', env=self.site.secret('yes', 'yes')).stderr
        self.assertEqual(len(self.site.asked()), asked)
        self.assertEqual(host.asked(), [])
        # The suggested command fixes it.
        command = re.search('run "(ssh-keygen .*)"$', said.strip())[1]
        subprocess.run(shlex.split(command), check=True, capture_output=True)
        self.refused('gc-03', 'is missing in known_hosts', options=('--batch',))
        self.works('gc-03', env=self.site.secret('yes'))

    def test_known_under_another_name_does_not_count(self):
        self.site.name('alias', self.host.port, alias='another')
        self.refused('alias', options=('--batch',))

    # ---- keys -----------------------------------------------------------------------------------

    def test_passphrase(self):
        self.site.host('gc-04', key=self.site.locked_key)
        self.works('gc-04', env=self.site.secret(sshd.PASSPHRASE))
        self.works('gc-04', env=self.site.secret('wrong', 'wrong again', sshd.PASSPHRASE))
        asked = len(self.site.asked())
        self.refused('gc-04', 'refused the login', env=self.site.secret('wrong', 'wrong', 'wrong'))
        self.assertEqual(len(self.site.asked()), asked + 3)
        self.refused('gc-04', 'refused the login', 'ssh-add', options=('--batch',), env=self.site.secret(sshd.PASSPHRASE))
        self.fails(('summary', f'gc-04:{self.report}'), 'refused the login', 'ssh-add', start_new_session=True)
        self.assertEqual(len(self.site.asked()), asked + 3)

    def test_passphrase_on_a_terminal(self):
        self.site.host('gc-05', key=self.site.locked_key)
        code, shown, left = terminal.run(['summary', f'gc-05:{self.report}'], self.site.env, [('Enter passphrase', f'{sshd.PASSPHRASE}\r')])
        self.assertEqual((code, left), (0, []), shown)
        self.assertIn('Fullest tile', shown)
        self.assertNotIn(sshd.PASSPHRASE, shown)
        self.site.host('gc-06', known=False)
        code, shown, left = terminal.run(['summary', f'gc-06:{self.report}'], self.site.env, [('(yes/no', 'yes\r')])
        self.assertEqual((code, left), (0, []), shown)
        # Ctrl+C at the prompt.
        code, shown, left = terminal.run(['summary', f'gc-05:{self.report}'], self.site.env, [('Enter passphrase', '\x03')])
        self.assertNotEqual(code, 0)
        self.assertEqual(left, [])

    def test_nobody_is_let_in(self):
        self.site.host('gc-07', key=self.site.stranger)
        self.refused('gc-07', 'refused the login', 'publickey', 'ssh gc-07')

    def test_passphrases_are_nowhere(self):
        """Passphrases are neither arguments nor in the environment, of ssh or of its askpass
        program."""
        self.assertNotIn(sshd.PASSPHRASE, (self.site.folder / 'ssh.log').read_text())

    # ---- prompts of the window
    # ----------------------------------------------------------------------

    def connect(self, host, *answers):
        """Connects with answers to prompts. Returns the prompts and the result."""
        done = subprocess.run([harness.BIN / 'remote-connect', f'{host}:{self.report}', *answers], env=self.site.env,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=240, check=False)
        self.assertEqual(done.stderr, '')
        *questions, end = done.stdout.splitlines()
        return '\n'.join(questions), end

    def test_questions_of_keys(self):
        """Prompts of ssh reach poplens-askpass, each time that ssh asks."""
        self.site.host('gc-20', key=self.site.locked_key)
        question = f"secret gc-20: Enter passphrase for key '{self.site.locked_key}':"
        for answers, asked, end in ((['wrong', sshd.PASSPHRASE], 2, 'connected'), ([sshd.PASSPHRASE], 1, 'connected'),
                                    (['wrong', 'wrong', 'wrong', sshd.PASSPHRASE], 3, 'passphrase or password was not accepted'),
                                    (['-', '-', '-'], 1, 'no key, passphrase or password was accepted')):
            questions, found = self.connect('gc-20', *answers)
            self.assertEqual(questions, '\n'.join([question] * asked))
            self.assertIn(end, found)

    def test_questions_of_hosts(self):
        self.site.host('gc-21', known=False)
        for answer, end in (('no', 'was not accepted'), ('-', 'was not accepted'), ('yes', 'connected')):
            questions, found = self.connect('gc-21', answer)
            self.assertTrue(questions.startswith('confirm gc-21: The authenticity of host'), questions)
            self.assertIn('fingerprint is SHA256:', questions)
            self.assertIn(end, found)
        self.assertEqual(self.connect('gc-21', 'no'), ('', 'connected'))

    # ---- no way in ------------------------------------------------------------------------------

    def test_no_way(self):
        self.site.name('closed', sshd.free_port())
        self.refused('closed', 'refused the connection at port')
        self.site.entries['nowhere'] = ('HostName nowhere.invalid',)
        self.site.write_config()
        self.refused('nowhere', 'unknown host name .nowhere.invalid.;')
        self.fails(('summary', f'gc-01:{self.report}'), 'was not found', 'POPLENS_SSH', env={'POPLENS_SSH': '/nonexistent/ssh'})
        self.refused('gc-01', env={'POPLENS_SSH': '/bin/false'})
        self.refused('gc-01', env={'POPLENS_SSH': '/bin/true'})

    def test_a_name_alone(self):
        """The name of a computer instead of a path."""
        for name, hint in ('gc-01', True), ('profile.pop', False), ('/gc-01', False):
            said = self.run_cli('summary', name, status=1).stderr
            self.assertEqual(f'; for another computer write {name}:/path' in said, hint, said)

    def test_no_sftp(self):
        self.site.host('gc-08', sftp='/nonexistent/sftp-server')
        self.refused('gc-08', 'offers no SFTP')
        self.site.host('gc-09', sftp='')
        self.refused('gc-09', 'offers no SFTP')

    def test_a_greeting(self):
        """The most common failure of SFTP: .bashrc prints text."""
        greeting = self.site.folder / 'greeting'
        greeting.write_text(f'#!/bin/sh\necho "Welcome to gc-10"\necho "no mail"\nexec {sshd.SFTP_SERVER}\n')
        aside = self.site.folder / 'aside'
        aside.write_text(f'#!/bin/sh\necho "A word beside" >&2\nexec {sshd.SFTP_SERVER}\n')
        for script in greeting, aside:
            script.chmod(0o755)
        self.site.host('gc-10', sftp=str(greeting))
        self.refused('gc-10', 'login .*.Welcome to gc-10.', 'prints text at login')
        self.site.host('gc-11', sftp=str(aside))
        self.works('gc-11')

    def test_a_jump_that_fails(self):
        self.site.host('gc-12', jump='gc-13')
        self.site.name('gc-13', sshd.free_port())
        self.refused('gc-12', 'refused the connection')

    # ---- addresses with side effects
    # --------------------------------------------------------------

    def test_no_address_is_an_option(self):
        trap = self.site.folder / 'trap'
        for address in (f'ssh://-oProxyCommand=touch%20{trap}/x', f'ssh://-oProxyCommand=touch%20{trap}@gc-01/x',
                        f'ssh://gc-01:-oProxyCommand=x/x', f'-oProxyCommand=touch {trap}:x',
                        f'-oProxyCommand=touch {trap}@gc-01:x', 'ssh:///x', 'ssh://gc-01:70000/x', 'gc 01\n:x'):
            done = harness.run('summary', '--', address, env=self.site.env)
            self.assertIn(done.returncode, (1, 2), address)
            self.assertFalse(trap.exists(), address)
        done = harness.run('summary', 'ssh://kim:hunter2@gc-01/x', env=self.site.env)
        self.assertIn(done.returncode, (1, 2))
        self.assertNotIn('hunter2', done.stdout + done.stderr)

    def test_what_ssh_is_started_with(self):
        """ssh is started without a shell, without forwarding, and without a command."""
        before = len((self.site.folder / 'ssh.log').read_text().splitlines())
        self.works('gc-01', '--batch')
        lines = (self.site.folder / 'ssh.log').read_text().splitlines()[before:]
        for wanted in ('ClearAllForwardings=yes', 'ForwardAgent=no', 'PermitLocalCommand=no', 'BatchMode=yes',
                       'ServerAliveInterval', '-s -- gc-01 sftp'):
            self.assertIn(wanted, lines[0])
        self.assertNotIn('StrictHostKeyChecking', lines[0])


if __name__ == '__main__':
    support.main()
