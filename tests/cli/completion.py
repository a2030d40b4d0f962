#!/usr/bin/python3
"""Tests completion in bash, zsh and fish, each with the same expectations, if the shell is installed."""
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import tempfile
import termios
import time
import unittest

from harness import BIN, run
from takes import commands, options, options_of

COMPLETION = pathlib.Path(__file__).resolve().parents[2] / 'resources/completion'
PAGES = {'summary', 'insights', 'memory', 'liveness', 'programs', 'operations', 'trace'}
ENVIRONMENT = {**os.environ, 'PATH': f'{BIN.resolve()}:{os.environ["PATH"]}', 'LC_ALL': 'C.UTF-8'}


class Offers:
    """Words that are offered after "poplens-cli LINE"; "=" ends an option that takes a value."""

    def complete(self, line, folder=None):
        raise NotImplementedError

    def names(self, line, folder=None):
        """Returns the offers without options, as names of files, without the backslash that stops zsh from expanding
        "?"."""
        return {w.rstrip('/').replace('\\?', '?') for w in self.complete(line, folder) if not w.startswith('-')}

    def test_commands(self):
        self.assertEqual(self.names(''), set(commands()))
        self.assertEqual(self.complete('--'), {'--help', '--version', '--recover', '--batch', '--no-cache'})
        self.assertEqual(self.complete('li'), {'liveness', 'list'})
        self.assertEqual(self.complete('--recover summ'), {'summary'})

    def test_options(self):
        for command in commands():
            offered = self.complete(f'{command} --')
            self.assertEqual({o.removeprefix('--').removesuffix('=') for o in offered},
                             options(options_of(command)) | {'recover', 'batch', 'no-cache'}, command)
        self.assertEqual(self.complete('table --col'), {'--columns='})
        self.assertEqual(self.complete('--recover table --col'), {'--columns='})

    def test_values(self):
        units = {'binary', 'si', 'bytes'}
        for line in ('summary --unit=', 'summary --unit ', 'summary --json --unit=', '--recover summary --unit='):
            self.assertEqual(self.names(line), units, line)
        self.assertEqual(self.complete('summary x --unit s'), {'si'})
        self.assertEqual(self.complete('fit --estimate=p'), {'pessimistic'})
        self.assertEqual(self.complete('memory --by m'), {'model-layer'})
        self.assertEqual(self.names('export x --location='), {f'{p}?' for p in PAGES})
        self.assertEqual(self.names('export x --location li'), {'liveness?'})

    def test_tables(self):
        tables = {line.split()[0] for line in run('table', '--list').stdout.splitlines()}
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, 'report').mkdir()
            self.assertEqual(self.names('table ', folder), tables)
            for line in ('table --unit=si memory-ti', 'table --unit si memory-ti', 'table --csv memory-ti'):
                self.assertEqual(self.names(line, folder), {'memory-tiles'}, line)
            self.assertEqual(self.names('table options ', folder), {'report'})

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, 'report').mkdir()
            pathlib.Path(folder, 'rules.ini').touch()
            self.assertEqual(self.names('summary rep', folder), {'report'})
            self.assertEqual(self.names('summary ', folder), {'report', 'rules.ini'})
            self.assertEqual(self.names('export report --output ', folder), {'report', 'rules.ini'})
            self.assertEqual(self.names('budget report --rules ru', folder), {'rules.ini'})
            self.assertEqual(self.names('budget report --rules=ru', folder), {'rules.ini'})


class Bash(Offers, unittest.TestCase):
    def complete(self, line, folder=None):
        """COMP_WORDS as bash splits them, with "=" as a word of its own."""
        words = re.findall(r'=|[^\s=]+', line) + ([''] if not line or line[-1] == ' ' else [])
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _poplens_cli; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(['bash', '-c', script, 'bash', COMPLETION / 'poplens-cli.bash', 'poplens-cli', *words],
                              capture_output=True, text=True, timeout=600, cwd=folder, env=ENVIRONMENT)
        self.assertEqual((done.returncode, done.stderr), (0, ''), line)
        return set(done.stdout.split())


@unittest.skipUnless(shutil.which('fish'), 'fish is not installed')
class Fish(Offers, unittest.TestCase):
    def complete(self, line, folder=None):
        with tempfile.TemporaryDirectory() as home:
            done = subprocess.run(['fish', '--no-config', '-c', 'source $argv[1]; complete -C $argv[2]',
                                   COMPLETION / 'poplens-cli.fish', f'poplens-cli {line}'],
                                  capture_output=True, text=True, timeout=600, cwd=folder,
                                  env={**ENVIRONMENT, 'HOME': home, 'XDG_CONFIG_HOME': home, 'XDG_DATA_HOME': home})
        self.assertEqual((done.returncode, done.stderr), (0, ''), line)
        words = {offer.split('\t')[0] for offer in done.stdout.splitlines()}
        # fish offers whole words: "--unit=si".
        value = re.search(r'--[a-z-]+=[^ ]*$', line)
        return {w.split('=', 1)[1] for w in words} if value else words


ZSH = r'''
PROMPT= RPROMPT= LISTMAX=9999
unsetopt beep auto_list auto_menu list_ambiguous prompt_cr prompt_sp
fpath=($COMPLETION $fpath)
autoload -U compinit && compinit -u -d $HOME/dump
compadd () { # says what is offered, and offers it
  if [[ ${@[1,(i)(-|--)]} != *-[a-zA-Z]#[OAD]* ]]; then
    local -a __hits
    builtin compadd -A __hits "$@"
    print -rl -- $^__hits >>$HOME/offers
  fi
  builtin compadd "$@"
}
stty -echo
'''


@unittest.skipUnless(shutil.which('zsh'), 'zsh is not installed')
class Zsh(Offers, unittest.TestCase):
    """An interactive zsh on a terminal, in which Tab is pressed after each line."""

    def setUp(self):
        self.home = tempfile.TemporaryDirectory(prefix='poplens-zsh-')
        self.addCleanup(self.home.cleanup)
        self.folder = pathlib.Path(self.home.name)
        (self.folder / 'setup').write_text(ZSH)
        self.terminal, other = pty.openpty()
        # Ctrl+U is for zsh's editor. Before that has started, the terminal would handle it and delete the line.
        settings = termios.tcgetattr(other)
        settings[6][termios.VKILL] = b'\0'
        termios.tcsetattr(other, termios.TCSANOW, settings)
        self.shell = subprocess.Popen(['zsh', '-f', '-i'], stdin=other, stdout=other, stderr=other, start_new_session=True,
                                      env={**ENVIRONMENT, 'HOME': self.home.name, 'TERM': 'dumb', 'COMPLETION': str(COMPLETION)})
        os.close(other)
        self.addCleanup(self.stop)
        self.enter(' source $HOME/setup')

    def stop(self):
        self.shell.kill()
        self.shell.wait()
        os.close(self.terminal)

    def enter(self, command):
        """Runs a command to its end, and discards the terminal's output."""
        mark = self.folder / 'done'
        os.write(self.terminal, f'{command}; : >$HOME/done\n'.encode())
        end = time.monotonic() + 60
        while not mark.exists():
            self.assertLess(time.monotonic(), end, command)
            if select.select([self.terminal], [], [], 0.02)[0]:
                os.read(self.terminal, 65536)
        mark.unlink()

    def complete(self, line, folder=None):
        offers = self.folder / 'offers'
        offers.unlink(missing_ok=True)
        if folder:
            self.enter(f' cd {folder}')
        # Ctrl+U deletes the line.
        os.write(self.terminal, f'poplens-cli {line}\t\x15'.encode())
        self.enter(' :')
        return set(offers.read_text().split()) if offers.exists() else set()


class Syntax(unittest.TestCase):
    def test_shells_can_read_theirs(self):
        for shell, script in (('bash', 'poplens-cli.bash'), ('zsh', '_poplens-cli'), ('fish', 'poplens-cli.fish')):
            if shutil.which(shell):
                done = subprocess.run([shell, '-n', COMPLETION / script], capture_output=True, text=True, timeout=600)
                self.assertEqual((done.returncode, done.stderr), (0, ''), shell)

    def test_pages(self):
        """The completion scripts list all pages, and no others."""
        said = re.search(r'PAGE one of (.*)', run('export', 'x', '-o', 'y.png', '--location', 'x').stderr).group(1)
        self.assertEqual(set(said.split(', ')), PAGES)


if __name__ == '__main__':
    unittest.main()
