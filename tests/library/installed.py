#!/usr/bin/python3
"""Tests libpoplens as a program uses it: installed into a folder.

  installed.py BUILD EXAMPLES [CC [CXX]]

Each header compiles on its own, in C and C++; the library exports exactly the declared functions;
the examples are built with pkg-config and find_package, and print what the library returns."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, EXAMPLES = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
CC, CXX = (sys.argv[3:] + ['cc', 'c++'][len(sys.argv[3:]):])[:2]
SOURCE = EXAMPLES.parents[1]
NAMES = ('summary', 'tiles', 'cycles', 'table', 'check')
STRICT = ('-Wall', '-Wextra', '-Wpedantic', '-Werror', '-Wno-variadic-macros')


def run(*command, env=None):
    done = subprocess.run([str(c) for c in command], text=True, capture_output=True, env=env, check=False)
    if done.returncode:
        raise AssertionError(f'{command}: {done.returncode}\n{done.stdout}{done.stderr}')
    return done.stdout


def declared():
    """Returns the names that the public headers mark as exported."""
    found = set()
    for path in (SOURCE / 'include/poplens').glob('*.h'):
        text = re.sub(r'/\*.*?\*/', '', path.read_text(), flags=re.S)
        found |= set(re.findall(r'POPLENS_EXPORT\s[^;(]*?\b(poplens_\w+)\s*\(', text))
    return found


def errors_of(path):
    return re.findall(r'^\s*(POPLENS_ERROR_\w+),', path.read_text(), flags=re.M)


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix='poplens-installed-'))
        made = cls.folder / 'made'
        for component in ('library', 'development'):
            run('cmake', '--install', BUILD, '--component', component, '--prefix', made)
        # The library must not depend on the installation path, so it is moved. A prefix with a
        # space needs pkgconf: pkg-config 0.29 splits it.
        cls.prefix = cls.folder / ('moved' if run('pkg-config', '--version').startswith('0.') else 'a moved prefix')
        made.rename(cls.prefix)
        cls.lib = next(cls.prefix.rglob('libpoplens.so')).parent
        cls.report = cls.folder / 'report'
        run(BUILD / 'bin/poplens-demo', cls.report)
        cls.env = {**os.environ, 'PKG_CONFIG_PATH': str(cls.lib / 'pkgconfig'), 'LD_LIBRARY_PATH': str(cls.lib)}

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def flags(self, *words):
        out = run('pkg-config', *words, env=self.env)
        # pkg-config escapes a space in a path with a backslash.
        return [w.replace('\0', ' ') for w in out.replace('\\ ', '\0').split()]

    def test_headers_compile_alone(self):
        headers = sorted(p.name for p in (self.prefix / 'include/poplens').iterdir())
        self.assertEqual(headers, sorted(p.name for p in (SOURCE / 'include/poplens').glob('*.h')))
        flags = self.flags('--cflags', 'poplens')
        for name in headers:
            for compiler, language in ((CC, 'c'), (CXX, 'c++')):
                for twice in (1, 2):
                    source = self.folder / f'alone.{"c" if language == "c" else "cc"}'
                    source.write_text(f'#include <poplens/{name}>\n' * twice + 'int main (void) { return 0; }\n')
                    run(compiler, '-x', language, *STRICT, '-fsyntax-only', *flags, source)

    def test_exported_is_declared(self):
        names = declared()
        self.assertGreater(len(names), 35)
        listed = run('nm', '-D', '--defined-only', self.lib / 'libpoplens.so')
        symbols = [line.split()[-1] for line in listed.splitlines()]
        plain = {s.split('@')[0] for s in symbols} - {'POPLENS_0'}
        # Symbols that a sanitizer adds to every library.
        plain = {s for s in plain if not s.startswith(('__asan', '__odr_asan', '__ubsan', '__gcov'))}
        self.assertEqual(plain, names)
        self.assertTrue(all('@@POPLENS_0' in s for s in symbols if s.startswith('poplens_')), symbols)
        mapped = re.findall(r'^\s+(poplens_\w+);', (SOURCE / 'src/library/libpoplens.map').read_text(), flags=re.M)
        self.assertEqual(mapped, sorted(names))

    def test_static_defines_only_what_is_declared(self):
        listed = run('nm', '-g', '--defined-only', self.lib / 'libpoplens.a')
        symbols = {line.split()[-1] for line in listed.splitlines() if re.match(r'[0-9a-f]+ [A-Z] ', line)}
        self.assertEqual({s for s in symbols if not s.startswith('__odr_asan')}, declared())

    def test_soname_and_needs(self):
        said = run('readelf', '-d', self.lib / 'libpoplens.so')
        self.assertIn('[libpoplens.so.0]', said)
        for name in ('gtk', 'cairo', 'pango', 'adwaita'):
            self.assertNotIn(name, said)

    def test_errors_have_the_same_numbers_inside(self):
        self.assertEqual(errors_of(SOURCE / 'include/poplens/error.h'), errors_of(SOURCE / 'src/base/error.h'))

    def test_no_path_of_the_build(self):
        for path in self.prefix.rglob('*'):
            if path.suffix in ('.pc', '.cmake', '.h'):
                text = path.read_text()
                self.assertNotIn(str(BUILD), text, path)
                self.assertNotIn(str(SOURCE), text, path)
                self.assertNotIn(str(self.folder), text, path)

    def check_examples(self, folder):
        said = {name: run(folder / name, self.report, env=self.env) for name in ('summary', 'tiles', 'cycles')}
        cli = BUILD / 'bin/poplens-cli'
        self.assertIn('memory_bytes', said['summary'])
        self.assertRegex(said['tiles'], r'^tile \d+: \d+ bytes\n')
        self.assertRegex(said['cycles'], r'OnTileExecute +\d+\n')
        place = ('memory-tiles', 'memory?tile=0-5')
        table = run(folder / 'table', self.report, *place, env=self.env).replace('\t', ',')
        self.assertEqual(table, run(cli, 'table', place[0], self.report, '--location', place[1], '--csv'))
        listed = run(folder / 'table', env=self.env)
        self.assertEqual([line.split()[0] for line in listed.splitlines()],
                         [line.split()[0] for line in run(cli, 'table', '--list').splitlines()])
        self.check_limits(folder)
        wrong = subprocess.run([folder / 'summary', self.prefix], text=True, capture_output=True, env=self.env,
                               check=False)
        self.assertEqual(wrong.returncode, 1)
        self.assertIn('No report found', wrong.stderr)

    def check_limits(self, folder):
        """Limits, locations and the trace are those of the terminal."""
        cli, trace = BUILD / 'bin/poplens-cli', folder / 'slow.trace.json'
        rules = ('max-memory-bytes=4000 GiB', 'max-trace-cycles=7', 'program:*Fwd*:max-cycles=1')
        done = subprocess.run([folder / 'check', self.report, trace, *rules], text=True, capture_output=True, env=self.env,
                              check=False)
        self.assertEqual((done.returncode, done.stderr), (3, ''), done.stdout)
        self.assertIn('1 passed, 2 failed, 0 unknown.', done.stdout)
        asked = subprocess.run([cli, 'budget', self.report, '--json', *(w for r in rules for w in ('--rule', r))],
                               text=True, capture_output=True, check=False)
        self.assertEqual(asked.returncode, 3)
        lines = [line for line in done.stdout.splitlines() if line[:4] in ('pass', 'fail')]
        judged = json.loads(asked.stdout)['tables']['budget']['rows']
        self.assertEqual(len(lines), len(judged))
        for line, rule in zip(lines, judged):
            self.assertEqual(line.split()[0], rule['result'])
            self.assertEqual(float(line.split(': ')[1].split(',')[0]), rule['value'])
        named = [line.split("'")[1] for line in done.stdout.splitlines() if '--location' in line]
        found = json.loads(run(cli, 'find', self.report, 'fwd', '--limit', '0', '--json'))['tables']['find']['rows']
        self.assertEqual(named, [r['location'] for r in found if r['kind'] != 'view'][:5])
        run(cli, 'export', self.report, '-o', folder / 'cli.trace.json')
        self.assertEqual(trace.read_bytes(), (folder / 'cli.trace.json').read_bytes())

    def test_examples_by_pkg_config(self):
        flags = self.flags('--cflags', '--libs', 'poplens')
        for name in NAMES:
            run(CC, '-std=c11', *STRICT, EXAMPLES / f'{name}.c', *flags, '-o', self.folder / name)
        self.check_examples(self.folder)

    def test_shared_needs_glib_alone(self):
        """The development files of the library's own dependencies are not needed."""
        folder = self.folder / 'pc'
        folder.mkdir()
        for path in run('pkg-config', '--variable', 'pc_path', 'pkg-config').strip().split(':'):
            for pc in pathlib.Path(path).glob('*.pc'):
                if pc.stem not in ('sqlite3', 'libelf', 'libcbor', 'json-glib-1.0') and not (folder / pc.name).exists():
                    (folder / pc.name).symlink_to(pc)
        env = {**self.env, 'PKG_CONFIG_LIBDIR': str(folder)}
        self.assertIn('-lpoplens', run('pkg-config', '--cflags', '--libs', 'poplens', env=env))
        with self.assertRaises(AssertionError):
            run('pkg-config', '--libs', 'poplens-static', env=env)

    def test_static_by_pkg_config(self):
        flags = self.flags('--cflags', '--libs', 'poplens-static')
        program = self.folder / 'static'
        run(CC, EXAMPLES / 'summary.c', *flags, '-o', program)
        self.assertNotIn('libpoplens', run('ldd', program))
        self.assertIn('memory_bytes', run(program, self.report))

    def test_examples_by_cmake(self):
        build = self.folder / 'cmake'
        run('cmake', '-G', 'Ninja', '-S', EXAMPLES, '-B', build, f'-DCMAKE_PREFIX_PATH={self.prefix}',
            f'-DCMAKE_C_COMPILER={CC}', env=self.env)
        run('cmake', '--build', build, env=self.env)
        self.check_examples(build)
        self.assertIn('memory_bytes', run(build / 'summary-static', self.report))


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1], verbosity=2)
