#!/usr/bin/python3
"""Checks that the code in docs/adding-a-chart.md compiles.

    guide.py BUILD         compiles each block where the guide puts it, with the flags of a neighbouring file; prints
                           the compiler's messages, and exits 1 if there are any
    guide.py --self-test   tests the check itself

BUILD is a build folder of CMake with compile_commands.json.
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDE = ROOT / 'docs/adding-a-chart.md'
# Text that identifies a block, and the file that the block belongs to; None: part of an existing file.
PLACES = {
    'static const PoplensColumn delay_columns': 'table',
    'poplens_build_sync_delays (PoplensReport': 'table',
    'POPLENS_BUILDER (sync_delays)': 'builder',
    '{"sync-delays"': 'row',
    'sync_delays_chart (const PoplensTarget': 'page',
    'add_sync_delays (PoplensPage': 'page',
    'g_test_init': 'test',
    'guint32 *sync_delay_tile;': None,
    'poplens_query_new (load->database': None,
}
INCLUDES = '#include "pages/core/page-private.h"\n'
ROW = '#include "tables/engine/builders.h"\n#include "tables/engine/registry.h"\n' \
      '#define BIT(part) POPLENS_PART_BIT (POPLENS_PART_##part)\n%s\n' \
      'const PoplensTableSpec rows[];\nconst PoplensTableSpec rows[] = {\n%s};\n'


def blocks(text):
    """Returns the blocks of C by their file; an unknown block is an error."""
    found = {}
    for block in re.findall(r'```c\n(.*?)```', text, re.S):
        places = [place for mark, place in PLACES.items() if mark in block]
        if not places:
            raise SystemExit('%s: a block of C that guide.py does not know:\n%s' % (GUIDE.name, block))
        found[places[0]] = found.get(places[0], '') + block
    return found


def sources(found):
    """Returns each file that the guide makes, complete, with the neighbour whose flags it uses."""
    head, _, rest = found['table'].partition('typedef')
    return {
        'table': (head + found['builder'] + 'typedef' + rest, 'src/tables/summary/summary.c'),
        'row': (ROW % (found['builder'], found['row']), 'src/tables/engine/registry.c'),
        'page': (INCLUDES + found['page'], 'src/pages/summary/summary-page.c'),
        'test': (found['test'], 'tests/tables/test-programs.c'),
    }


def compile_all(build, text):
    """Returns the compiler's messages, by file."""
    commands = {c['file']: c for c in json.loads((build / 'compile_commands.json').read_text())}
    said = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, (source, neighbour) in sources(blocks(text)).items():
            path = pathlib.Path(folder) / ('%s.c' % name)
            path.write_text(source)
            command = commands[str(ROOT / neighbour)]
            words = shlex.split(command['command'])
            words = words[:words.index('-o')] + ['-Wno-unused-function', '-fsyntax-only', str(path)]
            run = subprocess.run(words, cwd=command['directory'], stderr=subprocess.PIPE, check=False)
            if run.returncode:
                said[name] = run.stderr.decode()
    return said


class SelfTest(unittest.TestCase):
    def test_blocks(self):
        found = blocks(GUIDE.read_text())
        self.assertEqual(set(found), set(PLACES.values()))
        with self.assertRaises(SystemExit):
            blocks('```c\nint x;\n```')

    def test_wrong(self):
        build = pathlib.Path(sys.argv[1])
        text = GUIDE.read_text()
        self.assertEqual(set(compile_all(build, text.replace('NULL, POPLENS_PAGE_SUMMARY', 'POPLENS_PAGE_SUMMARY'))),
                         {'row'})
        self.assertEqual(set(compile_all(build, text.replace('row->delay', 'row->late'))), {'table'})


def main():
    if '--self-test' in sys.argv:
        sys.argv.remove('--self-test')
        unittest.main(argv=sys.argv[:1])
    said = compile_all(pathlib.Path(sys.argv[1]), GUIDE.read_text())
    for name, text in said.items():
        print('%s: the code for the %s does not compile:\n%s' % (GUIDE.name, name, text))
    sys.exit(1 if said else 0)


main()
