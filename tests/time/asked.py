"""Answers of `poplens-cli` on time, of one report and of two, with the names of the reference."""
import functools
import json
import re

from harness import output, rows, run, table

def key_of(title):
    """Returns the reference's key of a class: "inter-IPU exchange" is inter_ipu_exchange."""
    return re.sub('[ -]', '_', title.lower())


def where_of(answer, found):
    """Returns the sentence on where the cycles went, without the finding after it."""
    where = next((text for text in answer if re.search(' cycles? (is|are) ', text)), '')
    where = re.split(' Largest loss: | Nothing saves ', where)[0]
    return functools.reduce(lambda text, one: text.partition(' ' + one['sentence'])[0], found, where)


class Time(dict):
    """The answer of `time` and its tables, which are requested when they are needed."""

    def __init__(self, path, scope):
        said = output(path, 'time', '--all', *(['--range', scope] if scope else []))
        self.path, self.scope, figures = path, scope, said['figures']
        found = [{**row, 'subject': row['subject'] or ''} for row in rows(said, 'time-findings')]
        ipus = said['tables']['time-ipus']
        super().__init__(
            total=figures['trace_cycles'], program=figures['program_cycles'], outside=figures['outside_cycles'],
            approximated=any('≈' in column['title'] for column in ipus['columns']),
            ipus=[{'ipu': row['ipu'], 'classes': {key: row[key] for key in row if key not in ('ipu', 'total')}}
                  for row in ipus['rows']],
            waterfall={row['bar']: row['cycles'] for row in rows(said, 'time-causes')},
            facts=[row for row in found if row['share'] is None], findings=[row for row in found if row['share'] is not None],
            headline=said['answer'][bool(scope)], where=where_of(said['answer'], found))

    def __missing__(self, key):
        self[key] = {'critical_path': self.critical_path, 'checks': lambda: self.table('time-causes', 'by=finding'), 'threshold': self.threshold,
                     'iterations': lambda: self.table('runs', 'by=iteration'), 'waits': self.waits,
                     'transfers': lambda: self.table('time-transfers'),
                     'copies': lambda: self.table('time-transfers', 'by=ipu')}[key]()
        return self[key]

    def table(self, name, *keys):
        if self.scope:
            keys = *keys, 'range=' + self.scope.replace('=', '%3D')
        return table(self.path, name, '?'.join(('trace', '&'.join(keys))) if keys else None)

    def waits(self):
        return sorted(self.table('time-waits'), key=lambda row: (row['ipu'], row['last']))

    def threshold(self):
        """Returns the printed threshold, rounded to tenths of a percent."""
        note = output(self.path, 'time', '--by', 'finding')['tables']['time-causes']['note']
        return float(re.search(r'Threshold: ([\d.]+) %', note)[1]) / 100

    def critical_path(self):
        return [{'ipu': row['ipu'], 'from': row['from'], 'to': row['from'] + row['cycles'], 'class': key_of(row['class']),
                 'step': row['step']} for row in self.table('critical-path')]


@functools.cache
def time_of(path, scope=None):
    return Time(path, scope)


@functools.cache
def diff(first, second, *options):
    done = run('diff', first, second, *options, '--json')
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def sentence(first, second):
    """Returns the sentence on the time of two reports, or None."""
    return next((text for text in diff(first, second)['answer'] if 'rogram time ' in text), None)


@functools.cache
def compared(name, first, second, place='trace?same=yes'):
    """Returns all rows of a table of two reports."""
    done = run('table', name, first, second, '--json', '--location', place)
    assert done.returncode == 0, done.stderr
    return rows(json.loads(done.stdout))
