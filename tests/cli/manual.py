"""Tests that manual pages describe the programs: each command and option of --help, and no others."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from harness import BIN, ROOT, run
from takes import commands, help_of, letters, options, options_of

PAGES = ROOT / 'docs/man'
TERMINAL = ['poplens-cli', 'poplens-demo']
PROGRAMS = ['poplens', *TERMINAL]


def page_options(text):
    """Returns the long options in a part of a page: "Fl -json , -all" has two."""
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
        common = page_options(re.search(r'^\.Sh OPTIONS OF ALL COMMANDS\n(.*?)^\.Sh ', page, re.DOTALL | re.MULTILINE).group(1))
        self.assertEqual(parts[1::2], commands())
        for command, text in zip(parts[1::2], parts[2::2]):
            known = options_of(command)
            self.assertEqual(page_options(text), options(known) - common, command)
            self.assertEqual(page_letters(text), letters(known) - {('h', 'help')}, command)
        # The command check has no options of its own.
        of_any = options(help_of('poplens-cli')) - {'fail-if'} | {'help'}
        self.assertEqual(common, options(options_of('check')) | of_any | {'location'})

    def test_kinds_of_rules(self):
        """`budget --rule` takes the kinds that the guide names, and no others, and its help lists every rule."""
        says, lists = run('budget', '/nonexistent', '--rule', 'x').stderr, run('budget', '--help').stdout
        kinds = set(re.search(r'KIND: ([a-z, -]+)', says)[1].split(', '))
        self.assertEqual(set(re.findall(r'^  ([a-z-]+):NAME:', lists, re.MULTILINE)), kinds)
        guide = (ROOT / 'docs/guide/reference-budget.md').read_text()
        table = guide.split('| limits of things with a name |')[1].split('\n\n')[0]
        self.assertEqual(set(re.findall('`([a-z-]+)`', ' '.join(re.findall(r'^\| ([^|]*) \|', table, re.MULTILINE)))), kinds)

    def of_one_command(self, program):
        """Returns page and help of a program, which must list the same options."""
        page, known = (PAGES / f'{program}.1').read_text(), help_of(program)
        text = re.search(r'^The options are as follows:\n(.*?)^\.Sh ', page, re.DOTALL | re.MULTILINE).group(1)
        self.assertEqual(page_options(text), options(known))
        self.assertEqual(page_letters(text), letters(known))
        return page, known

    @unittest.skipUnless((BIN / 'poplens').exists(), 'built without the window')
    def test_the_window(self):
        self.of_one_command('poplens')

    def test_the_generator(self):
        page, known = self.of_one_command('poplens-demo')
        presets = re.findall(r'^  ([a-z0-9-]+) +[^ -]', known.split('Presets')[1].split('\n\n')[0], re.MULTILINE)
        self.assertEqual(re.findall(r'^\.It Cm (.*)', page, re.MULTILINE), presets)
        parts = re.search(r'Parts for --without: (.*)\.\n', known).group(1).split(', ')
        for part in parts:
            self.assertRegex(page, rf'[ ,]{part}[ ,\n]')

    def test_well_formed(self):
        for program in PROGRAMS:
            page = PAGES / f'{program}.1'
            if shutil.which('man'):
                done = subprocess.run(['man', '--warnings', '-l', page], capture_output=True, text=True, timeout=600,
                                      env={**os.environ, 'MANWIDTH': '80', 'LC_ALL': 'C.UTF-8', 'MANPAGER': 'cat'})
                self.assertEqual((done.returncode, done.stderr), (0, ''), program)
                self.assertIn(program, done.stdout)
                # An unknown macro or escape would appear in the text.
                self.assertNotRegex(done.stdout, r'\\[&(]|^\.[A-Z]|\b(Fl|Ns|Ar|Cm)\b')
            if shutil.which('mandoc'):
                done = subprocess.run(['mandoc', '-Tlint', '-Wwarning', page], capture_output=True, text=True, timeout=600)
                self.assertEqual(done.stdout, '', program)

    def test_refer_to_each_other(self):
        for program in PROGRAMS:
            for other in re.findall(r'^\.Xr ([\w-]+) 1', (PAGES / f'{program}.1').read_text(), re.MULTILINE):
                self.assertIn(other, [*PROGRAMS, 'ssh', 'ssh-add'])


class Installed(unittest.TestCase):
    def test_where_others_look(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(['cmake', '--install', BIN.parent, '--prefix', folder, '--component', 'manual'], check=True,
                           timeout=600, stdout=subprocess.DEVNULL)
            there = {str(p.relative_to(folder)) for p in pathlib.Path(folder).rglob('*') if p.is_file()}
            guide = {p for p in there if p.startswith('share/doc/poplens/')}
            for program in TERMINAL if shutil.which('man') else ():
                done = subprocess.run(['man', '-M', f'{folder}/share/man', program], capture_output=True, text=True, timeout=600,
                                      env={**os.environ, 'LC_ALL': 'C.UTF-8', 'MANPAGER': 'cat'})
                self.assertEqual((done.returncode, done.stderr), (0, ''), program)
                self.assertIn('DESCRIPTION', done.stdout)
        self.assertTrue({'share/doc/poplens/guide/README.md', 'share/doc/poplens/images/summary.png',
                         'share/doc/poplens/formats.md'} <= guide, guide)
        self.assertEqual(there - guide, {f'share/man/man1/{p}.1' for p in TERMINAL} | {
            'share/bash-completion/completions/poplens-cli', 'share/zsh/site-functions/_poplens-cli',
            'share/fish/vendor_completions.d/poplens-cli.fish'})


if __name__ == '__main__':
    unittest.main()
