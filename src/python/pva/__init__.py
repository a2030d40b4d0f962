"""Profiles of the Graphcore Poplar SDK, with the interface of libpva. Part of Poplens.

    import pva

    report = pva.openReport("training/profile.pop")
    report.compilation.target.numTiles
    sum(step.ipus[0].cycles for step in report.execution.steps)
    [tile.memory.total.includingGaps for tile in report.compilation.tiles]

Lists create their objects on access, and an object holds only its row in the report, so 300,000 steps cost
nothing until they are used. Whole columns come without a copy:

    frame = report.frame("tiles")               # docs/library-frames.md lists the frames
    numpy.asarray(frame["total_including_gaps"])
    report.table("memory-tiles", location="memory?tile=0-9")["total"].tolist()

Search by name or number, limits, and the trace for other programs:

    report.find("conv fwd")["location"].tolist()
    report.budget("max-tile-bytes=600 KiB", "program:conv*:max-share=25 %")["result"].tolist()
    report.exportTrace("run.pftrace")

Errors are pva.Error and its subclasses; each message names the file and says what to do. Missing data raises
AbsentError, which names the engine option that records it. As in libpva, a list by tile that was not recorded
is empty, and so are the steps of a report without an execution.
"""
from collections.abc import Sequence

from . import _pva
from . import _debug, _execution, _liveness, _memory, _programs, _report
from ._base import PUBLIC
from ._pva import (AbsentError, BusyError, ChangedError, ClosedError, Column, DamagedError, EmptyError, Error, Frame,
                   LinkError, NotAReportError, NotFoundError, Numbers, ProgramVisitor, ReadError, Rows,
                   SeveralReportsError, UnsupportedError, UsageError)

for _sequence in (Column, Numbers, Rows):
    Sequence.register(_sequence)
# Report, Program, Tile, OperationAnalysis …: every class of the model. __init__.pyi lists them.
globals().update(PUBLIC)
from . import pva_core  # noqa: E402, as pva_core needs all classes
__version__ = _pva.__version__


def openReport(profile=None, debug=None, *, filename=None, profileFilename=None, debugInfoFilename=None):
    """Opens a report: its directory, its profile.pop, or a profile under any name.

    A report on another computer is HOST:PATH or ssh://USER@HOST:PORT/PATH. It is read through ssh, which asks on the
    terminal where it has to. Where the computer cannot be reached, also later, pva.LinkError is raised.

    `debug` is the path of a debug.cbor; without it, the file beside the profile or in the folder above is used.
    `filename` and `profileFilename` are other names of `profile`, and `debugInfoFilename` of `debug`, as in libpva.
    Opening reads no data, so it takes milliseconds at any size, on another computer as long as connecting.
    Raises pva.Error."""
    profiles = [path for path in (profile, filename, profileFilename) if path is not None]
    debugs = [path for path in (debug, debugInfoFilename) if path is not None]
    if len(profiles) != 1 or len(debugs) > 1:
        given = f'{len(profiles)} in profile, filename and profileFilename, {len(debugs)} in debug and debugInfoFilename'
        raise TypeError(f'openReport() takes one profile, and at most one debug.cbor, not {given}')
    return _report.Report(*profiles, *debugs)


__all__ = [name for name in dir() if not name.startswith('_') and name not in ('PUBLIC', 'Sequence', 'pva_core')]
