#!/usr/bin/python3
"""Tests the files that `cmake --install` installs, by component (the packages are made of these lists), and the MIME
type as desktops see it.

    installed.py BUILD
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv[1]).resolve()
PROGRAM = {'bin/poplens-cli', 'bin/poplens-demo', 'libexec/poplens/poplens-askpass'}
WINDOW = {'bin/poplens', 'share/man/man1/poplens.1',
          'share/applications/org.poplens.Poplens.desktop', 'share/metainfo/org.poplens.Poplens.metainfo.xml',
          'share/mime/packages/org.poplens.Poplens.xml', 'share/icons/hicolor/scalable/apps/org.poplens.Poplens.svg'}
MANUAL = {'share/man/man1/poplens-cli.1', 'share/man/man1/poplens-demo.1',
          'share/bash-completion/completions/poplens-cli', 'share/zsh/site-functions/_poplens-cli',
          'share/fish/vendor_completions.d/poplens-cli.fish'}
GUESS = '''
import sys
from gi.repository import Gio
for path in sys.argv[1:]:
    print(Gio.content_type_guess(path, open(path, "rb").read())[0])
'''


class Installed(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='poplens-installed-'))
        self.addCleanup(shutil.rmtree, self.folder)

    def install(self, *words):
        subprocess.run(['cmake', '--install', BUILD, '--prefix', self.folder, *words], check=True, stdout=subprocess.DEVNULL)
        return {str(p.relative_to(self.folder)) for p in self.folder.rglob('*') if not p.is_dir()}

    def test_program(self):
        self.assertEqual(self.install('--component', 'program'), PROGRAM)

    def test_window(self):
        self.assertEqual(self.install('--component', 'window'), WINDOW)

    def test_manual(self):
        names = self.install('--component', 'manual')
        guide = {name for name in names if name.startswith('share/doc/poplens/')}
        self.assertEqual(names - guide, MANUAL)
        self.assertIn('share/doc/poplens/guide/README.md', guide)

    def test_library(self):
        names = {re.sub(r'.*/', '', name) for name in self.install('--component', 'library')}
        self.assertEqual({re.sub(r'so\.0\..*', 'so.0.', name) for name in names}, {'libpoplens.so.0', 'libpoplens.so.0.'})

    def test_development(self):
        names = self.install('--component', 'development')
        self.assertEqual({re.sub(r'.*/', '', n) for n in names if not n.startswith('include/poplens/')},
                         {'libpoplens.so', 'libpoplens.a', 'poplens.pc', 'poplens-static.pc', 'poplens-config.cmake',
                          'poplens-config-version.cmake'})
        self.assertIn('include/poplens/catalogue.h', names)

    def test_all_is_in_a_component(self):
        everything = self.install()
        shutil.rmtree(self.folder)
        for component in ('program', 'window', 'manual', 'library', 'development', 'python'):
            parts = self.install('--component', component)
        self.assertEqual(parts, everything)

    def test_a_profile_is_known_by_its_name(self):
        self.install('--component', 'window')
        mime = self.folder / 'share/mime'
        subprocess.run(['update-mime-database', mime], check=True)
        files = [self.folder / 'profile.pop', self.folder / 'other.db', self.folder / 'other']
        for path in files:
            path.write_bytes(b'SQLite format 3\0' + bytes(4080))
        out = subprocess.run([sys.executable, '-c', GUESS, *files], check=True, capture_output=True, text=True,
                             env={**os.environ, 'XDG_DATA_HOME': str(self.folder / 'none'),
                                  'XDG_DATA_DIRS': f'{self.folder}/share:/usr/share'}).stdout
        self.assertEqual(out.split(), ['application/x-poplar-profile', *['application/vnd.sqlite3'] * 2])


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1], verbosity=2)
