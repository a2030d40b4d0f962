"""Where the cycles of the trace went."""
from ._base import named


@named
class TimeIpu:
    """The time of an IPU."""
    __slots__ = ('_ipu', '_classes')

    def __init__(self, ipu, classes):
        self._ipu = ipu
        self._classes = classes

    @property
    def ipu(self):
        """Number of the IPU."""
        return self._ipu

    @property
    def classes(self):
        """Mean cycles of a tile by the key of the class."""
        return self._classes

    def __repr__(self):
        return f'<pva.TimeIpu {self._ipu}>'


@named
class Time:
    """Where the cycles of the trace went, as the tables of `poplens-cli time` have it: each cycle of each IPU in one class.

    docs/guide/reference-time.md of Poplens has the classes and bars. Cycles are not rounded. A value that the report
    does not tell is None. AbsentError if nothing was executed."""
    __slots__ = ('_source',)

    def __init__(self, source):
        self._source = source

    @property
    def ipus(self):
        """The IPUs with their classes: mean cycles of a tile by key, which add up to the total."""
        table = self._source.table('time-ipus', None)
        rows = [table.row(row) for row in range(table.rows)]
        return [TimeIpu(row['ipu'], {key: value for key, value in row.items() if key not in ('ipu', 'total')})
                for row in rows]

    @property
    def waterfall(self):
        """Cycles by bar, from compute, perfectly spread, to what was measured. They add up to the total."""
        table = self._source.table('time-causes', None)
        return dict(zip(table['bar'], table['cycles']))

    @property
    def total(self):
        """Cycles of the trace."""
        return round(self._source.table('time-ipus', None)['total'][0])

    @property
    def outside(self):
        """Cycles before the host started the runs."""
        return round(self.waterfall['outside'])

    @property
    def program(self):
        """Cycles of the program, by which reports are judged: the total without outside."""
        return self.total - self.outside

    @property
    def iteration(self):
        """Cycles of the median iteration; None where the program has none."""
        return self._source.frame('headline')['iteration_cycles'][0]

    @property
    def waits(self):
        """The table time-waits: which IPU waits for which, and what the last one did."""
        return self._source.table('time-waits', None)

    @property
    def transfers(self):
        """The table time-transfers: cycles of exchanges and copies that compute hides, and what they block."""
        return self._source.table('time-transfers', None)

    @property
    def copies(self):
        """The table time-transfers by IPU: copies from the host to each IPU and back."""
        return self._source.table('time-transfers', 'trace?by=ipu')

    @property
    def path(self):
        """The table critical-path."""
        return self._source.table('critical-path', None)
