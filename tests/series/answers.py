"""Answers of the program's change point detection and of the reference, in the same form."""
import json
import subprocess

import reference


def by_program(program, series):
    """Returns an answer for each series. @program: test-change-points"""
    lines = ''.join(' '.join(repr(v) for v in values) + '\n' for values in series)
    done = subprocess.run([program], input=lines, stdout=subprocess.PIPE, encoding='utf-8', check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def by_reference(values):
    told = reference.told(values)
    return {'changes': [dict(c._asdict(), noise=c.noise or 0.0) for c in reference.find(values)], **told._asdict()}
