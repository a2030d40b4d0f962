#!/usr/bin/python3
"""Checks the Flatpak manifest against the source: libraries that CMake requires are in the runtime or are built, with a
checksum, and names are those of the desktop file.

    flatpak.py [ROOT]        prints violations, and exits 1 if there are any
    flatpak.py --self-test   tests the check on changed manifests
"""
import copy
import json
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

MANIFEST = 'resources/flatpak/org.poplens.Poplens.json'
# Libraries in org.gnome.Platform, by their names in pkg-config.
RUNTIME = {'glib-2.0', 'gobject-2.0', 'gio-2.0', 'sqlite3', 'json-glib-1.0', 'cairo', 'pangocairo', 'gtk4', 'libadwaita-1'}
BUILT = {'libelf': 'elfutils', 'libcbor': 'libcbor', 'libcmark-gfm': 'cmark-gfm'}


def required(root):
    """Returns the pkg-config names that the build requires."""
    found = re.findall(r'pkg_check_modules\(\w+ REQUIRED IMPORTED_TARGET ([^)]*)\)', (root / 'CMakeLists.txt').read_text())
    return {word.split('>=')[0] for words in found for word in words.split()}


def wrong(manifest, root):
    """Yields the errors of a manifest."""
    modules = {module['name']: module for module in manifest['modules']}
    for package in sorted(required(root)):
        if package not in RUNTIME and BUILT.get(package) not in modules:
            yield f'{package} is neither of the runtime nor built'
    if list(modules)[-1:] != ['poplens']:
        yield 'poplens is not built last'
    for name, module in modules.items():
        for source in module['sources']:
            if source['type'] == 'archive' and not re.fullmatch('[0-9a-f]{64}', source.get('sha256', '')):
                yield f'{name}: a source without a checksum'
            if source['type'] == 'dir' and not (root / MANIFEST).parent.joinpath(source['path'], 'CMakeLists.txt').is_file():
                yield f'{name}: no source in {source["path"]}'
    desktop = root / f'resources/{manifest["id"]}.desktop'
    if not desktop.is_file():
        yield f'no desktop file of {manifest["id"]}'
    elif not re.search(rf'^Exec={manifest["command"]}\b', desktop.read_text(), re.M):
        yield f'the desktop file does not start {manifest["command"]}'


class SelfTest(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path()
        self.manifest = json.loads((self.root / MANIFEST).read_text())

    def fails(self, words):
        self.assertIn(words, '\n'.join(wrong(self.manifest, self.root)))

    def test_as_it_is(self):
        self.assertEqual(list(wrong(self.manifest, self.root)), [])
        self.assertLess({'libelf', 'gtk4', 'sqlite3', 'gio-2.0', 'libadwaita-1'}, required(self.root))

    def test_library_left_out(self):
        self.manifest['modules'] = [m for m in self.manifest['modules'] if m['name'] != 'libcbor']
        self.fails('libcbor is neither')

    def test_no_checksum(self):
        del self.manifest['modules'][0]['sources'][0]['sha256']
        self.fails('without a checksum')

    def test_names(self):
        self.manifest['command'] = 'popins'
        self.fails('does not start popins')
        self.manifest['id'] = 'org.poplens.Other'
        self.fails('no desktop file')

    def test_order(self):
        self.manifest['modules'] = copy.deepcopy(self.manifest['modules'][::-1])
        self.fails('not built last')

    def test_source(self):
        self.manifest['modules'][-1]['sources'][0]['path'] = '..'
        self.fails('no source in ..')


def main():
    if sys.argv[1:] == ['--self-test']:
        unittest.main(argv=sys.argv[:1])
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else '.')
    broken = list(wrong(json.loads((root / MANIFEST).read_text()), root))
    # flatpak-builder, if installed, finds keys and values of the wrong type.
    if shutil.which('flatpak-builder'):
        read = subprocess.run(['flatpak-builder', '--show-manifest', root / MANIFEST], capture_output=True, text=True)
        broken += [f'flatpak-builder: {line}' for line in read.stderr.splitlines() if read.returncode or 'Unknown' in line]
    for line in broken:
        print(f'{MANIFEST}: {line}')
    return 1 if broken else 0


if __name__ == '__main__':
    sys.exit(main())
