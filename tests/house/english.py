#!/usr/bin/env python3
"""Holds comments, names, documents and commit subjects to plain English (CONTRIBUTING.md).

    english.py [TOP...]              prints FILE:LINE: [RULE] COMMENT, and counts by rule (tops: src include); exits 1 if there are any
    english.py --counts [TOP...]     the counts alone
    english.py --docs                phrases of docs/*.md, docs/guide/*.md, README.md, CONTRIBUTING.md; exits 1 if there are any
    english.py --log RANGE           commit subjects: “room: verb …”, 72 characters (git log RANGE); exits 1 if any is not
    english.py --only RULE[,RULE...] these rules alone; --rules lists them with what to write instead
    english.py --suggest             for common names: FILE:LINE: add_row -> trace_last_add_row, Row -> TraceLastRow
    english.py --self-test           proves that every rule finds what it should, and not what it should not

Rules of truth compare a comment with the code below it: what they find are mistakes. Rules of names are about static functions
and types that a grep cannot tell apart. Rules of style (STYLE below) find comments of which two in five read well: those are
shown with --style. The scanner knows comments, strings and braces, not C.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys
import unittest

# ---- the scanner ------------------------------------------------------------------------------------------------

# kind: 'head'   the first comment of a file, before any code
#       'rule'   a divider: /* ---- title ---- */
#       'doc'    on lines of its own, outside braces: of a function, type, macro or constant
#       'field'  on lines of its own in a struct, enum or initializer
#       'inside' on lines of its own in a function body
#       'trail'  behind code on the same line
# after: the code that follows or, of 'trail', stands before it; end: offset behind the comment
Comment = collections.namedtuple('Comment', 'line kind text after raw end')
Name = collections.namedtuple('Name', 'line kind name text')

TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*(?:\n[ \t]*//[^\n]*)*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[{}\n]', re.S)
DIVIDER = re.compile(r'-{3,}')


def clean(raw):
    """The words of a comment without its frame, on one line."""
    if raw.startswith('//'):
        lines = [line.strip().lstrip('/') for line in raw.split('\n')]
    else:
        lines = [re.sub(r'^\*(?: |$)', '', line.strip()) for line in raw[2:-2].split('\n')]
    return re.sub(r'\s+', ' ', ' '.join(lines)).strip()


def next_code(source, position):
    """The code that follows, up to four lines of it, on one line."""
    taken = []
    for row in source[position:position + 600].split('\n'):
        row = row.strip()
        if not row:
            if taken:
                break
            continue
        if row.startswith(('/*', '//')):
            break
        taken.append(row)
        if row.endswith((';', '{', '}', ',')) or len(taken) == 4 or row[0] == '#' and row[-1] != '\\':
            break
    return re.sub(r'\s+', ' ', ' '.join(taken))[:160]


def comments(source):
    """Every comment of a file, in order."""
    found = []
    depth = []  # one entry per open brace: True inside a function body
    line, line_start, position = 1, 0, 0
    seen_code = False
    before = ''  # code since the last ; or } outside braces, to tell a body from a struct
    for match in TOKEN.finditer(source):
        between = source[position:match.start()]
        seen_code = seen_code or bool(between.strip())
        before += between
        position = match.end()
        token = match.group()
        if token == '\n':
            line += 1
            line_start = match.end()
            before += '\n'
        elif token == '{':
            seen_code = True
            head = re.split(r'[;}]', before)[-1].rstrip() if not depth else ''
            depth.append(depth[-1] if depth else bool(re.search(r'\)\s*$', head)) and '=' not in head)
            before = ''
        elif token == '}':
            if depth:
                depth.pop()
            before = ''
        elif token[0] == '/':
            behind = source[line_start:match.start()].strip()
            text = clean(token)
            end = source.find('\n', match.end())
            rest = source[match.end():end if end >= 0 else None].strip()
            if not rest or rest.startswith('\\'):
                rest = next_code(source, match.end())
            kind = ('rule' if DIVIDER.search(token) and len(DIVIDER.sub('', text).strip(' -*')) < 70 else
                    'head' if not seen_code else
                    'trail' if behind and not behind.endswith('*/') else
                    'inside' if depth and depth[-1] else 'field' if depth else 'doc')
            found.append(Comment(line, kind, text, behind if kind == 'trail' else rest, token, match.end()))
            line += token.count('\n')
            if '\n' in token:
                line_start = match.start() + token.rfind('\n') + 1
        else:
            line += token.count('\n')
            before += '""'
            seen_code = True
    return found


BLANK = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)
FUNCTION = re.compile(r'^(static (?:inline )?(?:[^\n;=(){}]*?))\n(\w+) \(([^{};]*?)\)\n\{', re.M | re.S)
TYPE = re.compile(r'^typedef (struct|enum|union)(?: (\w+))?\s*\{', re.M)
ALIAS = re.compile(r'^typedef (struct|enum|union) (\w+) (\w+);', re.M)
TAGGED = re.compile(r'^(struct|enum|union) (\w+)\s*\{', re.M)


def blanked(source):
    """The source with comments and texts as spaces, lines kept."""
    return BLANK.sub(lambda match: re.sub(r'[^\n]', ' ', match.group()), source)


def closing(source, start):
    depth = 0
    for at in range(start, len(source)):
        depth += (source[at] == '{') - (source[at] == '}')
        if source[at] == '}' and not depth:
            return at
    return len(source)


def names(source):
    """Static functions, and the types that a file defines."""
    plain = blanked(source)
    found = []

    def add(match, kind, name, text):
        found.append(Name(plain.count('\n', 0, match) + 1, kind, name, re.sub(r'\s+', ' ', text)))

    for match in FUNCTION.finditer(plain):
        add(match.start(2), 'function', match.group(2), f'{match.group(1)} {match.group(2)} ({match.group(3)})')
    aliases = {match.group(2): match.group(3) for match in ALIAS.finditer(plain)}
    for match in TYPE.finditer(plain):
        end = closing(plain, match.end() - 1)
        name = re.match(r'\}\s*(\w+)', plain[end:end + 80])
        if name:
            body = plain[match.end() - 1:end + 1]
            add(match.start(), match.group(1), name.group(1), f'typedef {match.group(1)} {body} {name.group(1)}')
    for match in TAGGED.finditer(plain):
        body = plain[match.end() - 1:closing(plain, match.end() - 1) + 1]
        name = aliases.get(match.group(2), match.group(2).lstrip('_'))
        add(match.start(), match.group(1), name, f'{match.group(1)} {match.group(2)} {body}')
    return found


# ---- words ------------------------------------------------------------------------------------------------------

# rule, kinds of comment ('' : all), pattern, what to write instead.
PROSE = {'head', 'doc', 'field', 'inside'}
WORDS = (
    ('of-opening', PROSE, r'^Of (?!course\b)', 'Begin with the noun or the verb: “Sorts causes by …”, not “Of causes, by …”.'),
    ('what-riddle', PROSE, r'^What (?:of|no|nobody|it|they|is (?:not?|told|said|there)|stands|lies|goes|comes)\b(?!.*\?$)', 'Name the thing.'),
    ('what-opening', PROSE, r'^What (?!If\b|if\b|(?:of|no|nobody|it|they|is (?:not?|told|said|there)|stands|lies|goes|comes)\b)(?!.*\?$)', 'Name the thing: “Longest gap between ticks”, not “What ticks are apart at most”.'),
    ('who-opening', PROSE, r'^(?:Who|Whoever|Whose)\b(?!.*\?$)', 'Name the caller, user or thread.'),
    ('pronoun-opening', PROSE,
     r'^(?:(?:It|Its|They|Their|Those|These|Others?|Such|Likewise)\b|The same\b(?! \w+ (?:as|for)\b)|Both(?= (?:are|is|of|have|with|without|by|may)\b)|Both,'
     r'|One (?:that|which|who|of|by|in|is|may|has|alone|with|without|whose)\b|That (?:of|which|is|the|@)|More (?:there|of them|are)\b'
     r'|Another (?:one|is|has)\b|All of (?:it|them)\b|Some that\b)',
     'Name the thing; the line above is not part of this comment.'),
    ('so-opening', PROSE, r'^(?:So (?:many|much|often|far|long|little|that|few)\b|As (?:many|much|often|little)\b)', 'Say what the number limits and its unit.'),
    ('continuation', None, r'^(?:…|\.\.\.)', 'A comment does not begin in the one above: repeat the noun.'),
    ('pronoun-only', {'trail'},
     r'^(?:(?:of|by|in|at|on|with|for|from|to|as) (?:it|them|those|these|that|both|others|which|what \w+ \w+[^,;:]{0,24})|that (?:it|they)\b[^,;:]{0,16}|as it is \w+)$',
     'Name the thing that the field belongs to.'),
    ('see-file', None, r'^[Ss]ee [\w/-]+\.[ch](?: ?\(\))?\.?$', 'Say it, then cite the file.'),
    ('is-told', None, r'\b(?:is|are|was|were|be|been|not|being) told\b(?! apart)', '“reported”, “listed”, “detected”, “passed”.'),
    ('stands', None, r'\b(?:stands|stand|stood)\b(?! (?:for|out|in for|alone|idle|still)\b)', '“is”, “is written”, “is at”.'),
    ('is-no', None, r'(?<!there )(?<!There )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|need\b|room\b|way\b|reason\b)\w', '“is not a”.'),
    ('nobody', None, r'\b(?:nobody|somebody|anybody|everybody|whoever|himself)\b', 'Name the caller, user, reader or thread; use the passive.'),
    ('where-if', None, r'\b(?:TRUE|FALSE|NULL|G_MAXUINT32|G_MAXUINT|G_MAXUINT64|G_MAXSIZE|-1|−1|0) where\b', '“if”: “NULL if the file lacks it”.'),
    ('anew', None, r'\banew\b', '“again”.'),
    ('lets-go', None, r'\blets (?:\w+ ){0,2}go\b', '“releases”, “unrefs”, “unlocks”.'),
    ('ground', None, r'\bground\b(?! truth)', '“background” of a colour; “baseline” of what-if.'),
    ('turns', None, r'\b(?:take|takes|taking|took) turns\b', '“alternate” (statistics: a bimodal series).'),
    ('idiom', None, r'\b(?:put right|puts right|(?:that|which|it|one|and) is done with|all the same|be it|much the same)\b', '“recovered”, “finished”, “nevertheless”.'),
    ('where-opening', PROSE, r'^Where (?!.*\?$)[^,:;.]*\.?(?: \(.*)?$', 'Name the thing: “Offset of the next item”, not “Where the next item begins”.'),
)
WORDS = tuple((rule, kinds, re.compile(pattern), advice) for rule, kinds, pattern, advice in WORDS)

# ---- truth ------------------------------------------------------------------------------------------------------

RETURNS = re.compile(r'^(?:static |inline |extern |G_\w+ |POPLENS_EXPORT )*((?:const |unsigned )*\w+) ?(\**)\s*\w+ \(')
VALUES = {'void', 'gboolean', 'int', 'guint', 'guint32', 'guint64', 'gint64', 'gint32', 'guint16', 'guint8', 'gsize', 'gssize', 'double', 'float', 'gint'}
AT = re.compile(r'(?<![\w@.%"*])@(\w+)')
DOXYGEN = {'param', 'return', 'file', 'brief', 'name', 'page', 'section', 'code', 'endcode'}
OWNED = re.compile(r'(?:^|\. )\(transfer (?:full|container|none)\)(?=[.:]|$)')


def block_after(source, end):
    """The lines behind a comment up to the first blank one or the next comment of its own line; of a function up to {."""
    taken = []
    for row in source[end:end + 6000].split('\n')[1:]:
        if not row.strip() or (row.lstrip().startswith(('/*', '//')) and taken):
            break
        taken.append(row)
        if row == '{':
            break
    return '\n'.join(taken)


def truths(source, comment):
    """(rule, why) of what a comment says that the code below it does not."""
    if comment.kind != 'doc':
        return
    block = block_after(source, comment.end)
    if not block or block.startswith(('#', 'typedef', 'struct', 'enum', 'union', 'static const')):
        return
    declaration = re.split(r'[;{]', block)[0]
    if '(' not in declaration or '=' in declaration:
        return
    words = set(re.findall(r'\w+', blanked(block)))
    for name in AT.findall(comment.text):
        if name not in words and name not in DOXYGEN:
            yield 'unknown-parameter', f'@{name} is no parameter of the function below'
    match = RETURNS.match(re.sub(r'\s+', ' ', declaration))
    if match and match.group(1).split()[-1] in VALUES and not match.group(2) and declaration.count('(') == 1:
        if OWNED.search(comment.text) and '**' not in declaration.replace('GError **error', ''):
            yield 'transfer-of-value', 'says who owns a result that is a number'
        if re.search(r'(?:^|[.;] )NULL (?:where|if|with|only|for|when)\b', comment.text):
            yield 'null-of-value', 'says NULL of a function that returns a number'


# ---- what says nothing ------------------------------------------------------------------------------------------

EMPTY = {'the', 'a', 'an', 'of', 'for', 'to', 'in', 'is', 'are', 'and', 'or', 'its', 'it', 'this', 'that', 'all', 'by', 'on', 'with', 'from', 'at'}


def stems(text):
    return {re.sub(r'(?:es|s|ed|ing)$', '', word) for word in re.findall(r'[a-z]{2,}', re.sub(r'([a-z])([A-Z])', r'\1_\2', text).lower().replace('_', ' '))}


def says_nothing(comment):
    """Whether all words of a comment are in the name beside it."""
    words = {word for word in stems(comment.text)} - {re.sub(r'(?:es|s|ed|ing)$', '', word) for word in EMPTY}
    return (comment.kind == 'doc' and 1 <= len(words) <= 6 and re.fullmatch(r"[A-Za-z ,.'-]+", comment.text) and
            len(comment.text.split()) > 1 and words <= stems(comment.after))


# ---- names ------------------------------------------------------------------------------------------------------

# A name of a static function in more files than this cannot be found by grep; of a type in a .c file.
MOST_FILES_FUNCTION = 3
MOST_FILES_TYPE = 1
# Virtual functions of GTK and GObject keep their names.
VFUNCS = {'measure', 'size_allocate', 'snapshot', 'dispose', 'finalize', 'constructed', 'get_property', 'set_property', 'get_request_mode',
          'class_init', 'init', 'allocate'}
# Types named by a pronoun, an adverb or a participle without its noun.
VAGUE_TYPES = {'Both', 'Way', 'Some', 'Things', 'Thing', 'Shown', 'Data', 'Last', 'Found', 'Only', 'Rest', 'How', 'From', 'Below', 'Beyond', 'Less',
               'Known', 'Whole', 'Kept', 'Other', 'Others', 'Now', 'Same', 'Made', 'Making', 'Asked', 'Wanted', 'Heard', 'Met', 'Held', 'Told', 'Placed',
               'Moved', 'Counted', 'Marked', 'Alike', 'Base', 'First', 'Inside', 'InLine', 'Side', 'Ground', 'Question', 'Walk', 'Work', 'Maker', 'Part',
               'Parts', 'Piece', 'Turn', 'Turns', 'Measured', 'Taken', 'Given', 'Left', 'Seen', 'What', 'Where', 'Which', 'Pot', 'Reading', 'Writing'}


def name_findings(files):
    """(file, line, rule, text) of names."""
    functions, types = collections.defaultdict(list), collections.defaultdict(list)
    for name, path, source in files:
        for item in names(source):
            if item.kind == 'function':
                functions[item.name].append((name, item))
            elif path.suffix == '.c' and not item.name.startswith(('Poplens', 'Pva')):
                types[item.name].append((name, item))
    for group, most, rule in ((functions, MOST_FILES_FUNCTION, 'common-function'), (types, MOST_FILES_TYPE, 'common-type')):
        for word, places in group.items():
            n = len({file for file, item in places})
            if n > most and word not in VFUNCS:
                for file, item in places:
                    yield file, item.line, rule, f'{word} ({n} files): {item.text[:90]}'
    for word, places in types.items():
        if word in VAGUE_TYPES and len({file for file, item in places}) <= MOST_FILES_TYPE:
            for file, item in places:
                yield file, item.line, 'vague-type', f'{word}: {item.text[:90]}'


# ---- all of it --------------------------------------------------------------------------------------------------

def suggestion(file, word, rule):
    """A name with the subject of its file before it."""
    parts = pathlib.PurePath(file).stem.split('-')
    if rule == 'common-function':
        own = word.split('_')
        return '_'.join([part for part in parts if part not in own or set(parts) <= set(own)] + own)
    own = re.findall(r'[A-Z][a-z0-9]*', word)
    return ''.join([part.capitalize() for part in parts if part.capitalize() not in own] + own)


def comment_findings(name, source):
    found = comments(source)
    if not found or found[0].kind != 'head':
        yield name, 1, 'no-head', 'no comment says what this file is and why'
    for comment in found:
        if comment.kind == 'rule':
            continue
        for rule, kinds, pattern, advice in WORDS:
            if (kinds is None or comment.kind in kinds) and pattern.search(comment.text):
                yield name, comment.line, rule, comment.text
        for rule, why in truths(source, comment):
            yield name, comment.line, rule, f'{why}: {comment.text}'
        if says_nothing(comment):
            yield name, comment.line, 'says-nothing', f'{comment.text} => {comment.after[:80]}'


RULES = ([rule for rule, kinds, pattern, advice in WORDS] +
         ['unknown-parameter', 'transfer-of-value', 'null-of-value', 'says-nothing', 'no-head', 'common-function', 'common-type', 'vague-type'])


# Rules of style: more than one finding of five is clear at first reading all the same. Shown with --style only.
STYLE = {'what-opening', 'where-opening', 'where-if', 'nobody'}


def read(root, tops):
    files = []
    for top in tops:
        base = root / top
        for path in [base] if base.is_file() else sorted(base.rglob('*.[ch]')):
            files.append((path.relative_to(root).as_posix(), path, path.read_text(errors='replace')))
    return files


def findings(root, tops, only):
    files = read(root, tops)
    for name, path, source in files:
        for finding in comment_findings(name, source):
            if finding[2] in only:
                yield finding
    for finding in sorted(name_findings(files)):
        if finding[2] in only:
            yield finding


# ---- documents and commits --------------------------------------------------------------------------------------

IN_DOCS = {'is-told', 'stands', 'nobody', 'anew', 'lets-go', 'turns', 'idiom'}
DOC_PHRASES = [(rule, pattern) for rule, kinds, pattern, advice in WORDS if rule in IN_DOCS] + [
    ('of-opening', re.compile(r'(?:^|[.:] )(?!Of course)Of (?:a|an|the|one|these|those|several|each|all|it|other|of|[a-z]+s)\b[^.|]*')),
    ('so-many', re.compile(r'\b(?:so many|so much|so often|as it lies|as they lie|(?<!here )is no (?!longer|more|less|need|room|way)\w+)\b')),
]


def doc_findings(root):
    paths = [root / 'README.md', root / 'CONTRIBUTING.md', *sorted((root / 'docs').glob('*.md')), *sorted((root / 'docs/guide').glob('*.md'))]
    for path in paths:
        fenced = False
        for number, row in enumerate(path.read_text().split('\n'), 1):
            fenced ^= row.lstrip().startswith('```')
            row = re.sub(r'`[^`]*`|“[^”]*”|\[[^\]]*\]\([^)]*\)|\*[^*]*\*', '_', row)
            for rule, pattern in DOC_PHRASES:
                if not fenced and pattern.search(row):
                    yield path.relative_to(root).as_posix(), number, rule, row.strip()[:160]


NO_VERB = re.compile(r'^(?:a|an|the|what|who|whose|which|where|how|one|two|no|each|every|all|both|some|of|as|when|that|those|these|its|it|this)\b', re.I)


def log_findings(root, commits):
    log = subprocess.run(['git', '-C', str(root), 'log', '--no-merges', '--format=%h%x09%s', *commits.split()], capture_output=True, text=True, check=False)
    if log.returncode:
        print(f'Skipped: git lists no commits here: {log.stderr.strip()}')
        sys.exit(77)
    for row in log.stdout.splitlines():
        commit, subject = row.split('\t', 1)
        match = re.match(r'[a-z0-9][\w./-]*(?:, [\w./-]+)*: (.+)', subject)
        if not match:
            yield commit, 0, 'no-room', subject
        elif NO_VERB.match(match.group(1)):
            yield commit, 0, 'no-verb', subject
        if len(subject) > 72:
            yield commit, 0, 'too-long', subject


def print_all(found, counts):
    found = list(found)
    if not counts:
        for file, line, rule, text in found:
            print(f'{file}:{line}: [{rule}] {text}' if line else f'{file}: [{rule}] {text}')
    for rule, n in collections.Counter(rule for file, line, rule, text in found).most_common():
        print(f'{n:6} {rule}')
    return 1 if found else 0


class SelfTest(unittest.TestCase):
    def rules(self, source):
        return {rule for name, line, rule, text in comment_findings('a.c', '/* Head of a file. */\n' + source)}

    def test_openings(self):
        for rule, text in (('of-opening', 'Of a measure; the first two also of BOTH.'), ('what-opening', 'What a node says.'),
                           ('what-riddle', 'What of a measure; the first two also of BOTH.'), ('what-riddle', 'What is not drawn for itself.'),
                           ('who-opening', 'Who writes a file holds its lock.'), ('pronoun-opening', 'It is one that is to be opened.'),
                           ('pronoun-opening', 'The same, in pieces.'), ('pronoun-opening', 'More there are in no system.'),
                           ('pronoun-opening', 'That of the id; it is there.'), ('so-opening', 'So many of the pieces are added up.'),
                           ('continuation', '… and how many.'), ('see-file', 'see host-lanes.c')):
            self.assertIn(rule, self.rules(f'static int x;\n/* {text} */\nstatic void\nf (void)\n{{\n}}\n'), text)

    def test_plain_openings(self):
        for text in ('Sorts causes by share.', 'What If: evaluates changes.', 'The same name as in the file.', 'As long as the report is open.',
                     'One list by IPU.', 'Offset of a leaf.'):
            self.assertEqual(set(), self.rules(f'static int x;\n/* {text} */\nstatic void\nf (void)\n{{\n}}\n'), text)

    def test_phrases(self):
        for rule, text in (('is-told', 'A step that is told.'), ('stands', 'The name stands below.'), ('is-no', 'That is no error.'),
                           ('nobody', 'Nobody waits; somebody asks.'), ('where-if', 'NULL where the file lacks it.'), ('anew', 'Built anew.'),
                           ('lets-go', 'Lets go of the lock.'), ('ground', 'Kept on the ground.'), ('turns', 'Values that take turns.')):
            self.assertIn(rule, self.rules(f'static int x;\n/* {text} */\nint y;\n') | self.rules(f'static int x; /* {text.lower()} */\n'), text)
        for text in ('@n stands for the number.', 'There is no lock.', 'It is no longer there. x', 'Two that can be told apart.'):
            self.assertFalse({'is-told', 'stands', 'is-no'} & self.rules(f'int x;\n/* {text} */\nint y;\n'), text)

    def test_truth(self):
        self.assertIn('transfer-of-value', self.rules('int x;\n/* Reads all. (transfer full): GArray */\nstatic gboolean\nread_uses (Maker *self)\n{\n}\n'))
        self.assertIn('unknown-parameter', self.rules('int x;\n/* The rows of @table. */\nint rows (Report *report);\n'))
        self.assertIn('null-of-value', self.rules('int x;\n/* Reads. NULL if it fails. */\nstatic gboolean\nf (Maker *self)\n{\n}\n'))
        for text in ('/* The rows of @report. (transfer full) */\nGArray *rows (Report *report);', '/* @out: (out) (transfer full). */\nint f (char **out);'):
            self.assertFalse({'transfer-of-value', 'unknown-parameter', 'null-of-value'} & self.rules(f'int x;\n{text}\n'), text)

    def test_names(self):
        files = [(f'{n}.c', pathlib.Path(f'{n}.c'), 'typedef struct {\n  int x;\n} Both;\nstatic void\nadd_row (int x)\n{\n}\n') for n in range(4)]
        rules = {(rule, text.split()[0]) for name, line, rule, text in name_findings(files)}
        self.assertEqual({('common-function', 'add_row'), ('common-type', 'Both')}, rules)
        self.assertEqual({('vague-type', 'Both:')}, {(rule, text.split()[0]) for name, line, rule, text in name_findings(files[:1])})

    def test_suggestions(self):
        self.assertEqual('trace_last_add_row', suggestion('src/tables/trace/trace-last.c', 'add_row', 'common-function'))
        self.assertEqual('LevelStepsSearch', suggestion('src/analysis/reports/level-steps.c', 'Search', 'common-type'))

    def test_heads(self):
        self.assertIn('no-head', {rule for name, line, rule, text in comment_findings('a.c', '#include "a.h"\n/* A. */\nint x;\n')})


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('tops', nargs='*', default=['src', 'include'])
    parser.add_argument('--root', type=pathlib.Path, default=pathlib.Path('.'))
    parser.add_argument('--counts', action='store_true')
    parser.add_argument('--style', action='store_true')
    parser.add_argument('--docs', action='store_true')
    parser.add_argument('--log')
    parser.add_argument('--only')
    parser.add_argument('--rules', action='store_true')
    parser.add_argument('--suggest', action='store_true')
    parser.add_argument('--self-test', action='store_true')
    options = parser.parse_args()
    if options.self_test:
        unittest.main(argv=sys.argv[:1])
    if options.rules:
        for rule, kinds, pattern, advice in WORDS:
            print(f'{rule:18}{advice}')
        print('\n'.join(RULES[len(WORDS):]))
        return 0
    if options.suggest:
        taken = collections.Counter()
        for file, line, rule, text in sorted(name_findings(read(options.root, options.tops))):
            word = text.split()[0].rstrip(':')
            new = suggestion(file, word, rule)
            taken[new] += 1
            print(f'{file}:{line}: {word} -> {new}')
        print(f'{sum(taken.values())} names; {sum(1 for n in taken.values() if n > 1)} suggestions are in two files')
        return 0
    if options.docs:
        return print_all(doc_findings(options.root), options.counts)
    if options.log:
        return print_all(log_findings(options.root, options.log), options.counts)
    only = set(options.only.split(',')) if options.only else set(RULES) - (set() if options.style else STYLE)
    found = list(findings(options.root, options.tops, only))
    return print_all(found, options.counts)


if __name__ == '__main__':
    sys.exit(main())
