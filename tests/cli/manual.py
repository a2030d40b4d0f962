"""Manual pages and completion say what the programs take: each command and option of --help, and no other."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from harness import BIN, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ROOT / 'docs/man'
COMPLETION = ROOT / 'resources/completion'
PROGRAMS = ['poplens', 'poplens-cli', 'poplens-demo']
ANY = {'help', 'version'}  # of every command: they stand once


def help_of(program, *arguments):
    done = subprocess.run([BIN / program, *arguments, '--help'], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, ''), done
    return done.stdout


def options(text):
    return set(re.findall(r'^ +(?:-\w, )?--([a-z][a-z-]*)', text, re.MULTILINE))


def letters(text):
    return set(re.findall(r'^ +-(\w), --([a-z-]+)', text, re.MULTILINE))


def commands():
    return re.findall(r'^  ([a-z][a-z-]*) +[a-z]', help_of('poplens-cli'), re.MULTILINE)


def options_of(command):
    text = help_of('poplens-cli', command)
    return text + (help_of('poplens-cli', 'trace', '--export', 'chrome') if command == 'trace' else '')


def page_options(text):
    """Long options that a part of a page names: "Fl -json , -all" are two."""
    found = set()
    for line in re.findall(r'^\.(?:It )?Fl (.*)', text, re.MULTILINE):
        found |= set(re.findall(r'(?:^|(?<= ))-([a-z][a-z-]+)', line))
    return found


def page_letters(text):
    return set(re.findall(r'^\.It Fl (\w) , Fl -([a-z-]+)', text, re.MULTILINE))


class Manual(unittest.TestCase):
    def test_each_command_with_its_options(self):
        page = (PAGES / 'poplens-cli.1').read_text()
        body = re.search(r'^\.Sh COMMANDS\n(.*?)^\.Sh ', page, re.DOTALL | re.MULTILINE).group(1)
        parts = re.split(r'^\.Ss (.*)\n', body, flags=re.MULTILINE)
        self.assertEqual(parts[1::2], commands())
        for command, text in zip(parts[1::2], parts[2::2]):
            known = options_of(command)
            self.assertEqual(page_options(text), options(known) - ANY, command)
            self.assertEqual(page_letters(text), letters(known) - {('h', 'help')}, command)
        common = re.search(r'^\.Sh OPTIONS OF ALL COMMANDS\n(.*?)^\.Sh ', page, re.DOTALL | re.MULTILINE).group(1)
        self.assertEqual(page_options(common), ANY | {'recover', 'json', 'all', 'unit'})
        self.assertIn('--recover', help_of('poplens-cli'))

    def test_programs_of_one_command(self):
        for program in ('poplens', 'poplens-demo'):
            page, known = (PAGES / f'{program}.1').read_text(), help_of(program)
            text = re.search(r'^The options are as follows:\n(.*?)^\.Sh ', page, re.DOTALL | re.MULTILINE).group(1)
            self.assertEqual(page_options(text), options(known), program)
            self.assertEqual(page_letters(text), letters(known), program)
        page, known = (PAGES / 'poplens-demo.1').read_text(), help_of('poplens-demo')
        presets = re.findall(r'^  ([a-z0-9-]+) +[^ -]', known.split('Presets')[1], re.MULTILINE)
        self.assertEqual(re.findall(r'^\.It Cm (.*)', page, re.MULTILINE), presets)
        parts = re.search(r'--without leaves out: (.*)\.\n', known).group(1).split(', ')
        for part in parts:
            self.assertRegex(page, rf'[ ,]{part}[ ,\n]')

    def test_well_formed(self):
        for program in PROGRAMS:
            page = PAGES / f'{program}.1'
            if shutil.which('man'):
                done = subprocess.run(['man', '--warnings', '-l', page], capture_output=True, text=True, timeout=60,
                                      env={**os.environ, 'MANWIDTH': '80', 'LC_ALL': 'C.UTF-8', 'MANPAGER': 'cat'})
                self.assertEqual((done.returncode, done.stderr), (0, ''), program)
                self.assertIn(program, done.stdout)
                # A macro or an escape that was not understood stands in the text.
                self.assertNotRegex(done.stdout, r'\\[&(]|^\.[A-Z]|\b(Fl|Ns|Ar|Cm)\b')
            if shutil.which('mandoc'):
                done = subprocess.run(['mandoc', '-Tlint', '-Wwarning', page], capture_output=True, text=True, timeout=60)
                self.assertEqual(done.stdout, '', program)

    def test_refer_to_each_other(self):
        for program in PROGRAMS:
            for other in re.findall(r'^\.Xr ([\w-]+) 1', (PAGES / f'{program}.1').read_text(), re.MULTILINE):
                self.assertIn(other, PROGRAMS)


class Bash(unittest.TestCase):
    """What bash would offer: COMP_WORDS as it parts them, with "=" a word of its own."""

    def complete(self, *words, folder=None):
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _poplens_cli; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(['bash', '-c', script, 'bash', COMPLETION / 'poplens-cli.bash', 'poplens-cli', *words],
                              capture_output=True, text=True, timeout=60, cwd=folder,
                              env={**os.environ, 'PATH': f'{BIN.resolve()}:{os.environ["PATH"]}'})
        self.assertEqual((done.returncode, done.stderr), (0, ''), words)
        return set(done.stdout.split())

    def test_commands(self):
        self.assertEqual(self.complete(''), set(commands()) | {'--help', '--version', '--recover'})
        self.assertEqual(self.complete('re'), {'render', 'report'})
        self.assertEqual(self.complete('--recover', 'summ'), {'summary'})

    def test_options(self):
        for command in commands():
            offered = {o.removeprefix('--').removesuffix('=') for o in self.complete(command, '--')}
            self.assertEqual(offered, options(options_of(command)) | {'recover'}, command)
        self.assertEqual(self.complete('table', '--for'), {'--format='})

    def test_values(self):
        self.assertEqual(self.complete('summary', '--unit', '=', ''), {'binary', 'si', 'bytes'})
        self.assertEqual(self.complete('summary', '--unit', '='), {'binary', 'si', 'bytes'})
        self.assertEqual(self.complete('summary', 'x', '--unit', 's'), {'si'})
        self.assertEqual(self.complete('table', '--format', '=', 'c'), {'csv'})
        self.assertEqual(self.complete('trace', '--export', ''), {'chrome', 'perfetto', 'speedscope', 'folded'})
        pages = set(re.search(r'is no page: (.*)', run('render', 'x', '-o', 'y', '--page', 'x').stderr)
                    .group(1).replace(' or ', ', ').split(', '))
        self.assertEqual(len(pages), 7)
        self.assertEqual(self.complete('render', 'x', '--page', ''), pages)
        self.assertEqual(self.complete('render', 'x', '--place', '=', ''), {p + '?' for p in pages})
        for script in ('_poplens-cli', 'poplens-cli.fish'):
            for page in pages:
                self.assertIn(page, (COMPLETION / script).read_text())

    def test_tables(self):
        names = {line.split()[0] for line in run('table', '--list').stdout.splitlines()}
        self.assertEqual(self.complete('table', ''), names)
        self.assertEqual(self.complete('table', '--format', '=', 'csv', 'memory-t'), {'memory-tiles'})
        self.assertEqual(self.complete('table', '--format', 'csv', 'memory-t'), {'memory-tiles'})
        self.assertEqual(self.complete('table', '--provenance', 'memory-t'), {'memory-tiles'})
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, 'report').mkdir()
            self.assertEqual(self.complete('table', 'options', '', folder=folder), {'report'})
            self.assertEqual(self.complete('summary', 'rep', folder=folder), {'report'})
            self.assertEqual(self.complete('report', 'report', '--output', '', folder=folder), {'report'})

    def test_other_shells_can_read_theirs(self):
        for shell, script in (('bash', 'poplens-cli.bash'), ('zsh', '_poplens-cli'), ('fish', 'poplens-cli.fish')):
            if shutil.which(shell):
                done = subprocess.run([shell, '-n', COMPLETION / script], capture_output=True, text=True, timeout=60)
                self.assertEqual((done.returncode, done.stderr), (0, ''), shell)


class Installed(unittest.TestCase):
    def test_where_others_look(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(['cmake', '--install', BIN.parent, '--prefix', folder, '--component', 'manual'], check=True,
                           timeout=60, stdout=subprocess.DEVNULL)
            there = {str(p.relative_to(folder)) for p in pathlib.Path(folder).rglob('*') if p.is_file()}
        self.assertEqual(there, {f'share/man/man1/{p}.1' for p in PROGRAMS} | {
            'share/bash-completion/completions/poplens-cli', 'share/zsh/site-functions/_poplens-cli',
            'share/fish/vendor_completions.d/poplens-cli.fish'})


if __name__ == '__main__':
    unittest.main()
