#!/usr/bin/python3
"""Checks that src/remote makes only requests that read: it cannot write any that change a file on another computer.

    sftp-reads.py [ROOT]        prints violations as FILE:LINE: WHAT, and exits 1 if there are any
    sftp-reads.py --self-test   tests the check itself

The types of packets are the constants POPLENS_SFTP_… = N of sftp-codec.h, and only sftp-codec.c makes packets. A file
is opened with no flag other than that for reading.
"""
import pathlib
import re
import sys
import tempfile
import unittest

HEADER, CODEC = 'src/remote/sftp-codec.h', 'src/remote/sftp-codec.c'
# SSH_FXP_… of requests that read, and of replies; 200 is an extension, whose name is in EXTENSIONS.
ALLOWED = {'INIT': 1, 'VERSION': 2, 'OPEN': 3, 'CLOSE': 4, 'READ': 5, 'LSTAT': 7, 'FSTAT': 8, 'OPENDIR': 11, 'READDIR': 12,
           'REALPATH': 16, 'STAT': 17, 'READLINK': 19, 'STATUS': 101, 'HANDLE': 102, 'DATA': 103, 'NAME': 104, 'ATTRS': 105,
           'LIMITS': 200, 'EXTENDED_REPLY': 201}
# Codes of a status, in the same header.
CODES = {'OK': 0, 'EOF': 1}
EXTENSIONS = {'limits@openssh.com'}
CONSTANT = re.compile(r'\bPOPLENS_SFTP_([A-Z_]+) = (\w+)')
EXTENSION = re.compile(r'"([\w-]+@[\w.-]+)"')
FLAG = re.compile(r'#define FLAG_(\w+) (\w+)')
# Names of requests and flags that write, in any spelling.
WRITING = re.compile(r'\b(?:SSH_)?(?:FX[PF]_)?(WRITE|SETSTAT|FSETSTAT|REMOVE|MKDIR|RMDIR|RENAME|SYMLINK|LINK|CREAT|TRUNC|APPEND|EXCL)\b')


def lines(root, name):
    return enumerate((root / name).read_text().splitlines(), 1)


def wrong_constants(root):
    found = {}
    for number, line in lines(root, HEADER):
        for name, value in CONSTANT.findall(line):
            found[name] = value
            if {**ALLOWED, **CODES}.get(name) != int(value, 0):
                yield f'{HEADER}:{number}: {name} = {value} is no packet that reads'
    if not ALLOWED.keys() <= found.keys():
        yield f'{HEADER}:1: types of packets are missing, so this test reads them wrongly'


def wrong_codec(root):
    flags = []
    for number, line in lines(root, CODEC):
        flags += [(number, flag) for flag in FLAG.findall(line)]
    if [flag for _, flag in flags] != [('READ', '1')]:
        yield f'{CODEC}:{flags[0][0] if flags else 1}: a file is opened with FLAG_READ = 1 and no other flag'


def wrong_words(root):
    for name in (HEADER, CODEC):
        for number, line in lines(root, name):
            for word in WRITING.findall(line):
                yield f'{name}:{number}: {word} writes'
            for extension in EXTENSION.findall(line):
                if extension not in EXTENSIONS:
                    yield f'{name}:{number}: the extension {extension} is not one that is known to read'


def wrong(root):
    yield from wrong_constants(root)
    yield from wrong_codec(root)
    yield from wrong_words(root)


class SelfTest(unittest.TestCase):
    def found(self, header='', codec='', flag='#define FLAG_READ 1\n'):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / 'src/remote').mkdir(parents=True)
            every = ''.join(f'  POPLENS_SFTP_{name} = {value},\n' for name, value in {**ALLOWED, **CODES}.items())
            (root / HEADER).write_text(every + header)
            (root / CODEC).write_text(flag + codec)
            return list(wrong(root))

    def test_reading_passes(self):
        self.assertEqual(self.found(codec='#define LIMITS "limits@openssh.com"\n'), [])

    def test_writing_fails(self):
        for header in ('POPLENS_SFTP_WRITE = 6,', 'POPLENS_SFTP_MAKE = 14,', 'POPLENS_SFTP_STAT = 9,', 'POPLENS_SFTP_STAT = 0x9,'):
            self.assertTrue(self.found(header=header), header)
        for codec in ('put (out, SSH_FXP_REMOVE);', '"posix-rename@openssh.com"', '#define FLAG_CREATE 8', 'FXF_WRITE'):
            self.assertTrue(self.found(codec=codec), codec)
        self.assertTrue(self.found(flag='#define FLAG_READ 3\n'))
        self.assertTrue(self.found(flag=''))

    def test_the_list_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / 'src/remote').mkdir(parents=True)
            (root / HEADER).write_text('')
            (root / CODEC).write_text('#define FLAG_READ 1\n')
            self.assertEqual(len(list(wrong(root))), 1)


def main(arguments):
    if arguments == ['--self-test']:
        return unittest.main(argv=[sys.argv[0]])
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parents[2]).resolve()
    found = list(wrong(root))
    for text in found:
        print(text)
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
