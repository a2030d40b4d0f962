"""Returns the commands and options of the programs, from their own --help."""
import re
import subprocess

from harness import BIN


def help_of(program, *arguments):
    done = subprocess.run([BIN / program, *arguments, '--help'], capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, ''), done
    return done.stdout


def options(text):
    return set(re.findall(r'^ +(?:-\w, )?--([a-z][a-z-]*)', text, re.MULTILINE))


def letters(text):
    return set(re.findall(r'^ +-(\w), --([a-z-]+)', text, re.MULTILINE))


def commands():
    return re.findall(r'^  ([a-z][a-z-]*) +[a-z]', help_of('poplens-cli'), re.MULTILINE)


def options_of(command):
    return help_of('poplens-cli', command)
