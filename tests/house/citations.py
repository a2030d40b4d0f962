#!/usr/bin/python3
"""Checks every citation of a document against the existing headings.

    citations.py [ROOT]        prints violations as FILE:LINE: WHAT, and exits 1 if there are any
    citations.py --self-test   tests the check itself

Comments cite a section by the number of its heading: “formats.md 3.2”, “formats.md 5.3, 8.9”, “look.md 2 and 3”.
Documents link to it: “[3.2](formats.md#32-lists-of-integers)”, “[Settings](#settings)”. A document is a file in docs/,
in docs/guide/ or in the root. So nothing cites a file outside the repository, and renumbering cannot leave wrong
citations. Links of documents lead to files that exist, and each picture of docs/images/ is shown. A source that C code,
a document or a test in Python names, as “charts/lanes/field.h” or “src/report/files.c”, exists; in comments and
documents also one without its folder, as “field.h”.
"""
import os
import pathlib
import re
import sys
import tempfile
import unittest

FOLDERS = ('src', 'include', 'tests', 'docs', 'examples', 'resources', 'script', 'ui', 'cmake')
ENDINGS = {'.c', '.h', '.py', '.pyi', '.sh', '.md', '.css', '.ui', '.in', '.cmake', '.1', '.txt', ''}
LARGEST = 1 << 20

# A line may end between a document and a number, and between two numbers; the next line may begin with a comment's
# leader.
SPACE = r'(?:[ \t]*\n[ \t]*(?:\*|/\*|#|//)?[ \t]*|[ \t]+)'
NUMBER = r'\d+(?:\.\d+)*(?![\w%])'
# A document's name on its own: in quotes, or below another folder, it is a file that a test writes.
DOCUMENT = r'''(?<![\w/'"$.-])(?:\.\./)*(?:docs/)?(?P<name>(?:guide/)?[A-Za-z][\w-]*\.md)\b'''
CITATION = re.compile(rf'{DOCUMENT}(?P<numbers>{SPACE}{NUMBER}(?:(?:,|{SPACE}and){SPACE}{NUMBER})*)?')
IN_CODE = re.compile(r'(?<!\]\()docs/(?P<name>(?:guide/)?[\w-]+\.md)#(?P<anchor>[\w-]+)')
LINK = re.compile(r'\]\((?P<path>[^()\s#]*)(?:#(?P<anchor>[^()\s]+))?\)')
SOURCE = re.compile(r'(?<![\w/.-])(?P<folder>src/)?(?P<name>(?P<room>[a-z]+)/[\w/-]+\.[ch])\b')
# Invented sources in documents that explain how to write one.
INVENTED = {'tables/trace/sync.c', 'test-sync-delays.c', 'memory-by-tile.c', 'utils.c'}
# A source named without its folder, and sources of other projects.
BARE = re.compile(r'(?<![\w/.<-])(?P<name>[a-z][a-z0-9-]*\.[ch])\b')
OUTSIDE = {'elf.h', 'ssh.c'}
COMMENT = re.compile(r'/\*.*?\*/', re.DOTALL)
HEADING = re.compile(r'#{1,6}\s+(.*?)\s*#*$')
FENCE = re.compile(r'\s*(```|~~~)')


def slug(title):
    """Returns the anchor that forges make of a heading."""
    title = re.sub(r'!?\[([^\]]*)\]\([^)]*\)', r'\1', title)
    return ''.join(c for c in title.lower().replace(' ', '-') if c.isalnum() or c in '-_')


class Document:
    def __init__(self, text):
        self.anchors, self.numbers, self.twice = set(), set(), []
        fenced = False
        for line, content in enumerate(text.splitlines(), 1):
            if FENCE.match(content):
                fenced = not fenced
            found = None if fenced else HEADING.match(content)
            if found:
                self.add(line, found[1])

    def add(self, line, title):
        anchor, n = slug(title), 0
        while (anchor if not n else f'{anchor}-{n}') in self.anchors:
            n += 1
        self.anchors.add(anchor if not n else f'{anchor}-{n}')
        number = re.match(r'(\d+(?:\.\d+)*)\.?\s', title)
        if number and number[1] in self.numbers:
            self.twice.append((line, number[1]))
        elif number:
            self.numbers.add(number[1])


def documents(root):
    """Returns {path from the root: Document}."""
    return {str(path.relative_to(root)): Document(path.read_text())
            for path in [*root.glob('*.md'), *root.glob('docs/*.md'), *root.glob('docs/guide/*.md')]}


def texts(root):
    """Returns (path from the root, text) of all files that may cite, without this file, which is full of wrong
    citations."""
    found = [*root.glob('*.md'), *root.glob('CMakeLists.txt')]
    for folder in FOLDERS:
        for base, below, names in os.walk(root / folder):
            below[:] = sorted(name for name in below if name != '__pycache__')
            found += [pathlib.Path(base, name) for name in sorted(names)]
    for path in found:
        if (path.suffix in ENDINGS and path.is_file() and path.stat().st_size <= LARGEST
                and path.name != pathlib.Path(__file__).name):
            try:
                yield str(path.relative_to(root)), path.read_text()
            except UnicodeDecodeError:
                pass


def by_number(known, path, text):
    """Yields (offset, error) of cited documents, and of the numbers after them."""
    for found in CITATION.finditer(text):
        beside = os.path.join(os.path.dirname(path), found['name'])
        places = [place for place in (beside, *(f'{folder}{found["name"]}' for folder in ('docs/', 'docs/guide/', ''))) if place in known]
        if not places:
            yield found.start(), f'cites {found["name"]}, which is no document of the repository'
            continue
        for number in re.findall(r'\d+(?:\.\d+)*', found['numbers'] or ''):
            if number not in known[places[0]].numbers:
                yield found.start(), f'cites {found["name"]} {number}, and no heading has that number'


def by_link(root, known, path, text):
    """Yields (offset, error) of links, and of other references to an anchor."""
    for found in IN_CODE.finditer(text):
        document = known.get(f'docs/{found["name"]}')
        if not document or found['anchor'] not in document.anchors:
            yield found.start(), f'cites docs/{found["name"]}#{found["anchor"]}, which is not there'
    if not path.endswith('.md'):
        return
    for found in LINK.finditer(text):
        target = os.path.normpath(os.path.join(os.path.dirname(path), found['path'])) if found['path'] else path
        if '://' in found['path']:
            continue
        if found['anchor'] and (target not in known or found['anchor'] not in known[target].anchors):
            yield found.start(), f'links to {found["path"]}#{found["anchor"]}, which is not there'
        elif found['path'] and not found['anchor'] and not (root / target).exists():
            yield found.start(), f'links to {found["path"]}, which is not there'


def by_source(root, rooms, path, text):
    """Yields (offset, error) of named sources. A name with a capital is a placeholder for many."""
    if not path.endswith(('.c', '.h', '.md', '.py')):
        return
    for found in SOURCE.finditer(text):
        # Tests in Python also write sources of their own, without the folder; house tests write them with it.
        if path.endswith('.py') and (not found['folder'] or path.startswith('tests/house/')):
            continue
        name = found['name']
        if found['room'] not in rooms or name in INVENTED or name != name.lower():
            continue
        if not any((root / folder / name).exists() for folder in ('src', 'tests')):
            yield found.start(), f'names {name}, which is not there'


def by_bare_name(names, path, text):
    """Yields (offset, error) of sources that are named without a folder."""
    if path.endswith('.md'):
        parts = [(0, text)]
    elif path.endswith(('.c', '.h')):
        parts = [(found.start(), found[0]) for found in COMMENT.finditer(text)]
    else:
        parts = []
    for start, part in parts:
        for found in BARE.finditer(part):
            if found['name'] not in names | INVENTED | OUTSIDE:
                yield start + found.start(), f'names {found["name"]}, which is not there'


def not_shown(root):
    """Returns the pictures that no document shows, by their path from the root."""
    shown = {os.path.normpath(os.path.join(os.path.dirname(path), found['path']))
             for path, text in texts(root) if path.endswith('.md') for found in LINK.finditer(text)}
    pictures = sorted(str(path.relative_to(root)) for path in root.glob('docs/images/*'))
    return [path for path in pictures if path not in shown]


def wrong(root):
    known = documents(root)
    found = [(path, line, f'a second heading has the number {number}')
             for path, document in sorted(known.items()) for line, number in document.twice]
    rooms = {path.name for path in (root / 'src').glob('*')}
    names = {path.name for folder in ('src', 'tests', 'include', 'examples') for path in (root / folder).rglob('*.[ch]')}
    for path, text in texts(root):
        for offset, what in [*by_number(known, path, text), *by_link(root, known, path, text),
                             *by_source(root, rooms, path, text), *by_bare_name(names, path, text)]:
            found.append((path, text.count('\n', 0, offset) + 1, what))
    found += [(path, 1, 'no document shows this picture') for path in not_shown(root)]
    return [f'{path}:{line}: {what}' for path, line, what in found]


class SelfTest(unittest.TestCase):
    FORMATS = '# Formats\n\n## 1. Files\n\n## 3. profile.pop\n\n### 3.2 Lists of integers\n\n```\n## 9. In code\n```\n'

    def found(self, files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {'docs/formats.md': self.FORMATS, **files}.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return wrong(root)

    def expect(self, files, place, word):
        found = self.found(files)
        self.assertEqual([text.split(': ')[0] for text in found], [place], found)
        self.assertIn(word, found[0])

    def test_what_exists_passes(self):
        self.assertEqual(self.found({
            'src/a.c': '/* formats.md 3.2; (formats.md 1, 3.2). See docs/formats.md, formats.md 1 and 3.\n'
                       ' * Also formats.md\n * 3.2: ok, and docs/formats.md#32-lists-of-integers. */\n',
            'tests/a.py': '# formats.md\n# 3.2\nopen("changes.md")\n',
            'docs/other.md': '# Other\n\n[3.2](formats.md#32-lists-of-integers) [up](#other) [web](https://a.b/#c)\n',
            'README.md': '[lists](docs/formats.md#32-lists-of-integers)\n'}), [])

    def test_a_section_that_is_not_there_fails(self):
        self.expect({'src/a.c': 'int a;\n/* formats.md 3.3 */\n'}, 'src/a.c:2', '3.3')
        self.expect({'include/a.h': '/* formats.md 1, 4 */\n'}, 'include/a.h:1', ' 4,')
        self.expect({'tests/a.py': '# formats.md 1 and 9\n'}, 'tests/a.py:1', ' 9,')
        self.expect({'src/a.c': '/* formats.md\n * 32 */\n'}, 'src/a.c:1', '32')

    def test_a_source_that_is_not_there_fails(self):
        self.expect({'src/base/a.c': '/* See base/b.h. */\n'}, 'src/base/a.c:1', 'base/b.h')
        self.expect({'src/base/a.c': '\n', 'docs/b.md': '`src/base/b.c`\n'}, 'docs/b.md:1', 'base/b.c')
        self.expect({'src/base/a.c': '/* As b.h says. */\n'}, 'src/base/a.c:1', 'b.h')
        self.expect({'src/base/a.c': '\n', 'docs/b.md': '`b.c`\n'}, 'docs/b.md:1', 'b.c')
        self.expect({'src/base/a.c': '\n', 'tests/t.py': '"src/base/b.c"\n'}, 'tests/t.py:1', 'base/b.c')
        self.assertEqual(self.found({'src/base/a.h': '\n', 'src/base/a.c': '#include <math.h>\n/* base/a.h, a.h, base/NAME.c, sys/stat.h */\n'}), [])

    def test_a_document_that_is_not_there_fails(self):
        self.expect({'src/a.c': '/* (LOOK.md) */\n'}, 'src/a.c:1', 'LOOK.md')
        self.expect({'src/a.c': '/* docs/look.md 1 */\n'}, 'src/a.c:1', 'look.md')
        self.expect({'resources/a.css': "/* DESIGN.md's grid */\n"}, 'resources/a.css:1', 'DESIGN.md')

    def test_an_anchor_that_is_not_there_fails(self):
        self.expect({'src/a.c': '/* docs/formats.md#32-lists */\n'}, 'src/a.c:1', '#32-lists')
        self.expect({'docs/other.md': '# A\n\n[b](#b)\n'}, 'docs/other.md:3', '#b')
        self.expect({'README.md': '[b](docs/formats.md#9-in-code)\n'}, 'README.md:1', 'links to docs/formats.md')

    def test_pages_of_the_guide_are_documents(self):
        guide = {'docs/guide/a.md': '# A\n\n[b](b.md#b) [f](../formats.md#1-files)\n', 'docs/guide/b.md': '# B\n'}
        self.assertEqual(self.found({**guide, 'src/a.c': '/* docs/guide/a.md#a, guide/b.md */\n',
                                     'README.md': '[a](docs/guide/a.md) [b](docs/guide/b.md#b)\n'}), [])
        self.expect({**guide, 'src/a.c': '/* docs/guide/c.md */\n'}, 'src/a.c:1', 'guide/c.md')
        self.expect({**guide, 'README.md': '[a](docs/guide/a.md#b)\n'}, 'README.md:1', '#b')

    def test_a_link_to_nothing_fails(self):
        self.expect({'docs/other.md': '# A\n\n![b](images/b.png)\n'}, 'docs/other.md:3', 'images/b.png')
        self.assertEqual(self.found({'docs/other.md': '![b](images/b.png)\n', 'docs/images/b.png': ''}), [])

    def test_a_picture_that_nothing_shows_fails(self):
        self.expect({'docs/images/b.png': ''}, 'docs/images/b.png:1', 'shows')

    def test_a_number_that_stands_twice_fails(self):
        self.expect({'docs/other.md': '## 1. A\n## 1. B\n'}, 'docs/other.md:2', 'number 1')

    def test_anchors_of_equal_headings_are_counted(self):
        self.assertEqual(Document('# A `b` [c](d)\n# A b c\n').anchors, {'a-b-c', 'a-b-c-1'})

    def test_the_tree_has_citations(self):
        root = pathlib.Path(__file__).parents[2]
        cited = sum(bool(found['numbers']) for _, text in texts(root) for found in CITATION.finditer(text))
        self.assertGreater(cited, 50)


def main(arguments):
    if arguments == ['--self-test']:
        return unittest.main(argv=[sys.argv[0]])
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parents[2]).resolve()
    found = wrong(root)
    for text in found:
        print(text)
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
