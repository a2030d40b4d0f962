"""Enumerations, with the names of libpva."""
import enum


class _Enum(enum.Enum):
    """An enumeration. Members have a name and a number, as in libpva."""

    def __int__(self):
        return self.value

    def __index__(self):
        return self.value

    @classmethod
    def _of(cls, text, other='Unknown'):
        """The member with a name of the file, or the member for all other names."""
        return cls.__members__.get(text, cls.__members__[other])


class ProgramType(_Enum):
    """Type of a program. The numbers are those of the files, for types that were seen there."""
    Unknown = 0
    Sequence = 1
    OnTileExecute = 2
    Repeat = 3
    RepeatWhile = 4
    If = 5
    Switch = 6
    Call = 8
    OnEveryTileSwitch = 9
    DoExchange = 11
    GlobalExchange = 12
    CodeCopy = 13
    StreamCopyBegin = 17
    StreamCopyMid = 18
    StreamCopyEnd = 19
    WriteUndef = 20
    SetLocalConsensusFromVar = 23
    Sync = 25
    Sans = 27
    SyncAns = 28


ProgramType.__qualname__ = 'Program.Type'
ProgramType.__name__ = 'Type'


class TargetType(_Enum):
    """Type of the target."""
    Ipu = 0
    IpuModel = 1
    Cpu = 2
    Unknown = 3


TargetType.__qualname__ = 'Target.Type'
TargetType.__name__ = 'Type'
TARGETS = {'IPU': TargetType.Ipu, 'IPU_MODEL': TargetType.IpuModel, 'CPU': TargetType.Cpu}


class Architecture(_Enum):
    """Generation of the IPU."""
    Ipu1 = 0
    Ipu2 = 1
    Ipu21 = 2
    Ipu30 = 3
    Unknown = 4


Architecture.__qualname__ = 'IPU.Architecture'


class ComputeInstrumentationLevel(_Enum):
    """Level at which compute sets were measured."""
    Off = 0
    Vertex = 1
    Tile = 2
    Ipu = 3
    Device = 4
    Unknown = 5


ComputeInstrumentationLevel.__qualname__ = 'InstrumentationSettings.ComputeInstrumentationLevel'


class ExternalExchangeInstrumentationLevel(_Enum):
    """Whether exchanges with the host and between IPUs were measured."""
    Off = 0
    Tile = 1
    Unknown = 2


ExternalExchangeInstrumentationLevel.__qualname__ = 'InstrumentationSettings.ExternalExchangeInstrumentationLevel'


class ControlFlowInstrumentationLevel(_Enum):
    """Whether control flow was measured."""
    Off = 0
    Tile = 1
    Unknown = 2


ControlFlowInstrumentationLevel.__qualname__ = 'InstrumentationSettings.ControlFlowInstrumentationLevel'

for _made in (ProgramType, TargetType, Architecture, ComputeInstrumentationLevel, ExternalExchangeInstrumentationLevel,
              ControlFlowInstrumentationLevel):
    _made.__module__ = 'pva'
