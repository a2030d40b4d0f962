"""Types of the model, as pva_core of libpva has it; with __init__.pyi those of module pva."""
import enum
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar

from . import DebugContext as DebugContext, Location as Location, Numbers, Operation as Operation
from . import OperationAnalysis as OperationAnalysis, Report as Report, Rows, Time as Time, TimeIpu as TimeIpu

_T = TypeVar('_T')


class IPU:
    class Architecture(enum.Enum):
        def __int__(self) -> int: ...
        def __index__(self) -> int: ...
        Ipu1 = 0
        Ipu2 = 1
        Ipu21 = 2
        Ipu30 = 3
        Unknown = 4

class Item:
    def __copy__(self: _T) -> _T: ...
    def __deepcopy__(self: _T, memo: object) -> _T: ...

class ProgramVisitor:
    def __init__(self, *args: Any, **named: Any) -> None: ...
    def visitUnknown(self, __program: Program) -> Any: ...
    def visitSequence(self, __program: SequenceProgram) -> Any: ...
    def visitOnTileExecute(self, __program: OnTileExecuteProgram) -> Any: ...
    def visitRepeat(self, __program: RepeatProgram) -> Any: ...
    def visitRepeatWhile(self, __program: RepeatWhileProgram) -> Any: ...
    def visitIf(self, __program: IfProgram) -> Any: ...
    def visitSwitch(self, __program: SwitchProgram) -> Any: ...
    def visitCall(self, __program: CallProgram) -> Any: ...
    def visitOnEveryTileSwitch(self, __program: OnEveryTileSwitchProgram) -> Any: ...
    def visitDoExchange(self, __program: DoExchangeProgram) -> Any: ...
    def visitGlobalExchange(self, __program: GlobalExchangeProgram) -> Any: ...
    def visitCodeCopy(self, __program: CodeCopyProgram) -> Any: ...
    def visitStreamCopyBegin(self, __program: StreamCopyBeginProgram) -> Any: ...
    def visitStreamCopyMid(self, __program: StreamCopyMidProgram) -> Any: ...
    def visitStreamCopyEnd(self, __program: StreamCopyEndProgram) -> Any: ...
    def visitWriteUndef(self, __program: WriteUndefProgram) -> Any: ...
    def visitSetLocalConsensusFromVar(self, __program: SetLocalConsensusFromVarProgram) -> Any: ...
    def visitSync(self, __program: SyncProgram) -> Any: ...
    def visitSans(self, __program: SansProgram) -> Any: ...
    def visitSyncAns(self, __program: SyncAnsProgram) -> Any: ...

class ActiveCycles(Item):
    cyclesFrom: Final[CycleRange]
    cyclesTo: Final[CycleRange]

class AllCycles(Item):
    cyclesTo: Final[CycleRange]

class Block(Item):
    program: Final[Program | None]
    tile: Final[int]
    cyclesFrom: Final[int]
    cyclesTo: Final[int]
    @property
    def isCommon(self) -> bool: ...
    @property
    def isStreamCopy(self) -> bool: ...
    @property
    def isOverflow(self) -> bool: ...
    @property
    def isAnonymous(self) -> bool: ...
    @property
    def isBlockFlush(self) -> bool: ...

class BriefVariable(Item):
    id: Final[int]
    _id: Final[int]
    bytes: Final[int]
    tileId: Final[int]
    offset: Final[int]
    equivalenceClass: Final[EquivalenceClass]

class Program(Item):
    class Type(enum.Enum):
        def __int__(self) -> int: ...
        def __index__(self) -> int: ...
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
    type: Final[Type]
    _id: Final[int | None]
    typeName: Final[str]
    @property
    def name(self) -> str: ...
    @property
    def controlCodeByTile(self) -> Numbers: ...
    @property
    def vars(self) -> Sequence[Variable]: ...
    def accept(self, __visitor: ProgramVisitor) -> None: ...
    @property
    def debugContext(self) -> DebugContext | None: ...
    children: Final[Sequence[Program]]

class CallProgram(Program):
    functionId: Final[int]
    @property
    def target(self) -> Program | None: ...

class ExchangeProgram(Program):
    @property
    def bytesReceivedByTile(self) -> Numbers: ...
    @property
    def bytesSentByTile(self) -> Numbers: ...
    @property
    def bytesReceivedByIpu(self) -> Numbers: ...
    @property
    def bytesSentByIpu(self) -> Numbers: ...
    @property
    def codeBytesByTile(self) -> Numbers: ...
    @property
    def estimatedCyclesByTile(self) -> Numbers: ...

class CodeCopyProgram(ExchangeProgram): ...

class CompilationReport(Item):
    graph: Final[Graph]
    target: Final[Target]
    tiles: Final[Rows[Tile]]
    computeSets: Final[Rows[ComputeSet]]
    programs: Final[Rows[Program]]
    livenessProgramSteps: Final[Rows[LivenessProgramStep]]
    loweredVariables: Final[LoweredVariables]
    @property
    def ipus(self) -> Rows[CompilationIpu]: ...
    @property
    def alwaysLiveVariables(self) -> list[LivenessVariable]: ...
    def alwaysLiveVariablesForTile(self, tile: int) -> list[LivenessVariable]: ...

class CompilationIpu(Item):
    @property
    def id(self) -> int: ...
    @property
    def tiles(self) -> Rows[Tile]: ...

class ComputeSet(Item):
    _id: Final[int]
    name: Final[str]
    vertices: Final[Rows[ComputeSetVertex]]
    vars: Final[Rows[Variable]]
    numEdges: Final[int]
    estimatedFlopsByTile: Final[Numbers]
    @property
    def cyclesByTile(self) -> Numbers: ...
    @property
    def estimatedCyclesByTile(self) -> Numbers: ...

class ComputeSetVertex(Item):
    type: Final[VertexType]
    countByTile: Final[Numbers]

class CycleRange(Item):
    min: Final[int]
    max: Final[int]
    mean: Final[int]

class DoExchangeProgram(ExchangeProgram): ...

class EquivalenceClass(Item):
    id: Final[int]
    alwaysLive: Final[bool]
    steps: Final[Sequence[StepRange]]

class ExecutionReport(Item):
    totalCycles: Final[TotalCycles]
    @property
    def steps(self) -> Rows[ExecutionStep]: ...
    @property
    def runs(self) -> Rows[Run]: ...
    def blocks(self, tile: int) -> Rows[Block]: ...
    @property
    def blockTiles(self) -> list[int]: ...

class ExecutionStep(Item):
    id: Final[int]
    typeName: Final[str]
    program: Final[Program]
    ipus: Final[Rows[ExecutionStepIpu]]
    @property
    def computeSets(self) -> list[ComputeSet]: ...
    @property
    def cyclesByTile(self) -> Numbers: ...

class ExecutionStepIpu(Item):
    cycles: Final[int]
    cyclesBase: Final[int]
    activeCycles: Final[ActiveCycles]
    allCycles: Final[AllCycles]
    activeTiles: Final[int]
    activeTileBalance: Final[float]
    tileBalance: Final[float]
    threadBalance: Final[float]
    @property
    def ipu(self) -> int: ...
    @property
    def cyclesByTile(self) -> Numbers: ...
    @property
    def dataIn(self) -> int: ...
    @property
    def dataOut(self) -> int: ...

class GlobalExchangeProgram(ExchangeProgram):
    @property
    def cyclesFrom(self) -> CycleRange: ...
    @property
    def cyclesTo(self) -> CycleRange: ...

class Graph(Item):
    numComputeSets: Final[int]
    numVertices: Final[int]
    numEdges: Final[int]
    numVars: Final[int]

class HostStream(Item):
    name: Final[str]
    toHost: Final[bool]
    isRemoteBuffer: Final[bool]

class IfProgram(Program): ...

class SyncProgram(Program):
    syncType: Final[str]

class ImplicitSyncProgram(SyncProgram): ...

class InstrumentationSettings(Item):
    class ComputeInstrumentationLevel(enum.Enum):
        def __int__(self) -> int: ...
        def __index__(self) -> int: ...
        Off = 0
        Vertex = 1
        Tile = 2
        Ipu = 3
        Device = 4
        Unknown = 5
    class ExternalExchangeInstrumentationLevel(enum.Enum):
        def __int__(self) -> int: ...
        def __index__(self) -> int: ...
        Off = 0
        Tile = 1
        Unknown = 2
    class ControlFlowInstrumentationLevel(enum.Enum):
        def __int__(self) -> int: ...
        def __index__(self) -> int: ...
        Off = 0
        Tile = 1
        Unknown = 2
    Device: Final = ComputeInstrumentationLevel.Device
    Ipu: Final = ComputeInstrumentationLevel.Ipu
    Vertex: Final = ComputeInstrumentationLevel.Vertex
    Off: Final = ExternalExchangeInstrumentationLevel.Off
    Tile: Final = ExternalExchangeInstrumentationLevel.Tile
    Unknown: Final = ExternalExchangeInstrumentationLevel.Unknown
    @property
    def compute(self) -> ComputeInstrumentationLevel: ...
    @property
    def externalExchange(self) -> ExternalExchangeInstrumentationLevel: ...
    @property
    def controlFlow(self) -> ControlFlowInstrumentationLevel: ...

class LivenessProgramStep(Item):
    program: Final[Program]
    @property
    def notAlwaysLiveMemory(self) -> NotAlwaysLiveMemory: ...
    def notAlwaysLiveMemoryForIpu(self, ipu: int) -> NotAlwaysLiveMemoryForIpu: ...
    def notAlwaysLiveMemoryForTile(self, tile: int) -> NotAlwaysLiveMemoryForTile: ...

class LivenessVariable:
    def __init__(self, number: int | None, name: str, size: int) -> None: ...
    id: Final[int | None]
    name: Final[str]
    size: Final[int]

class LoweredVariables(Item):
    @property
    def allBriefVars(self) -> Rows[BriefVariable]: ...
    @property
    def allVars(self) -> Rows[Variable]: ...
    def forTile(self, tile: int) -> Rows[Variable]: ...

class MemoryByCategory(Item):
    @property
    def interleaved(self) -> OverlapRegion: ...
    @property
    def nonInterleaved(self) -> OverlapRegion: ...
    @property
    def overflowed(self) -> OverlapRegion: ...
    @property
    def total(self) -> int: ...

class MemoryCategories(Item):
    def __getattr__(self, name: str) -> MemoryByCategory: ...
    def __getitem__(self, name: str) -> MemoryByCategory: ...
    def __iter__(self) -> Iterator[str]: ...
    @property
    def variable(self) -> MemoryByCategory: ...
    @property
    def multiple(self) -> MemoryByCategory: ...
    @property
    def controlId(self) -> MemoryByCategory: ...
    @property
    def message(self) -> MemoryByCategory: ...
    @property
    def hostMessage(self) -> MemoryByCategory: ...
    @property
    def globalMessage(self) -> MemoryByCategory: ...
    @property
    def rearrangement(self) -> MemoryByCategory: ...
    @property
    def outputEdge(self) -> MemoryByCategory: ...
    @property
    def constant(self) -> MemoryByCategory: ...
    @property
    def hostExchangePacketHeader(self) -> MemoryByCategory: ...
    @property
    def globalExchangePacketHeader(self) -> MemoryByCategory: ...
    @property
    def stack(self) -> MemoryByCategory: ...
    @property
    def vertexInstanceState(self) -> MemoryByCategory: ...
    @property
    def copyDescriptor(self) -> MemoryByCategory: ...
    @property
    def vectorListDescriptor(self) -> MemoryByCategory: ...
    @property
    def vertexFieldData(self) -> MemoryByCategory: ...
    @property
    def controlTable(self) -> MemoryByCategory: ...
    @property
    def controlCode(self) -> MemoryByCategory: ...
    @property
    def vertexCode(self) -> MemoryByCategory: ...
    @property
    def internalExchangeCode(self) -> MemoryByCategory: ...
    @property
    def hostExchangeCode(self) -> MemoryByCategory: ...
    @property
    def globalExchangeCode(self) -> MemoryByCategory: ...
    @property
    def instrumentationResults(self) -> MemoryByCategory: ...
    @property
    def dwarf(self) -> MemoryByCategory: ...
    @property
    def sharedCodeStorage(self) -> MemoryByCategory: ...
    @property
    def sharedDataStorage(self) -> MemoryByCategory: ...
    @property
    def sharedStructureState(self) -> MemoryByCategory: ...

class MemoryRegion(Item):
    excludingGaps: Final[int]
    includingGaps: Final[int]

class Microseconds(Item):
    start: Final[int]
    @property
    def end(self) -> int: ...

class NoEquivalenceClass(EquivalenceClass): ...

class NotAlwaysLiveMemory(Item):
    bytes: Final[int]
    @property
    def variables(self) -> list[LivenessVariable]: ...

class NotAlwaysLiveMemoryForIpu(Item):
    @property
    def bytes(self) -> int: ...
    @property
    def variables(self) -> list[LivenessVariable]: ...

class NotAlwaysLiveMemoryForTile(Item):
    @property
    def bytes(self) -> int: ...
    @property
    def variables(self) -> list[LivenessVariable]: ...

class OnEveryTileSwitchProgram(Program): ...

class OnTileExecuteProgram(Program):
    computeset: Final[ComputeSet]

class OverlapRegion(Item):
    @property
    def nonOverlapped(self) -> int: ...
    @property
    def overlapped(self) -> int: ...
    @property
    def total(self) -> int: ...

class PoplarVersion(Item):
    string: Final[str]
    packageHash: Final[str]
    @property
    def major(self) -> int: ...
    @property
    def minor(self) -> int: ...
    @property
    def point(self) -> int: ...

class RepeatProgram(Program):
    repeatCount: Final[int | None]

class RepeatWhileProgram(Program): ...

class Run(Item):
    id: Final[int]
    name: Final[str]
    microseconds: Final[Microseconds]
    steps: Final[Rows[ExecutionStep]]
    numPrograms: Final[int]
    @property
    def cyclesByIpu(self) -> Numbers: ...

class SansProgram(Program):
    tiles: Final[Numbers]

class SequenceProgram(Program): ...

class SetLocalConsensusFromVarProgram(Program): ...

class StepRange(Item):
    start: Final[int]
    end: Final[int]

class StreamCopyBeginProgram(Program): ...

class StreamCopyEndProgram(Program): ...

class StreamCopyMidProgram(ExchangeProgram):
    @property
    def streams(self) -> Rows[HostStream]: ...

class SwitchProgram(Program): ...

class SyncAnsProgram(Program):
    tiles: Final[Numbers]

class Target(Item):
    class Type(enum.Enum):
        def __int__(self) -> int: ...
        def __index__(self) -> int: ...
        Ipu = 0
        IpuModel = 1
        Cpu = 2
        Unknown = 3
    numIPUs: Final[int]
    numReplicas: Final[int]
    ipusPerReplica: Final[int]
    tilesPerIpu: Final[int]
    numTiles: Final[int]
    tilesPerReplica: Final[int]
    bytesPerTile: Final[int]
    bytesPerIPU: Final[int]
    memoryPerReplica: Final[int]
    totalMemory: Final[int]
    clockFrequency: Final[int]
    @property
    def type(self) -> Type: ...
    @property
    def architecture(self) -> IPU.Architecture: ...

class Tile(Item):
    id: Final[int]
    memory: Final[TileMemory]

class TileMemory(Item):
    total: Final[MemoryRegion]
    interleaved: Final[MemoryRegion]
    nonInterleaved: Final[MemoryRegion]
    overflowed: Final[MemoryRegion]
    alwaysLiveBytes: Final[int]
    notAlwaysLiveBytes: Final[int]
    category: Final[MemoryCategories]
    @property
    def vertices(self) -> list[TileVertex]: ...

class TileVertex(Item):
    @property
    def type(self) -> VertexType: ...
    @property
    def codeBytes(self) -> int: ...

class TotalCycles(Item):
    @property
    def total(self) -> int: ...
    @property
    def byName(self) -> dict[str, int]: ...

class UnloweredVariable:
    def __init__(self, source: object, number: int) -> None: ...
    _id: Final[int]
    @property
    def kind(self) -> str | None: ...

class Variable(BriefVariable):
    @property
    def name(self) -> str: ...
    @property
    def alignment(self) -> int: ...
    @property
    def alwaysLive(self) -> bool: ...
    @property
    def hasUnloweredVar(self) -> bool: ...
    @property
    def unloweredVar(self) -> UnloweredVariable | None: ...
    @property
    def category(self) -> str: ...
    @property
    def kind(self) -> str | None: ...

class ProfileReportVersion(Item):
    string: Final[str]
    isUnstableFormat: Final[bool]
    @property
    def major(self) -> int: ...
    @property
    def minor(self) -> int: ...
    @property
    def point(self) -> int: ...

class VertexType(Item):
    _id: Final[int]
    name: Final[str]
    size: Final[int]
    source: Final[str]
    codeBytesByTile: Final[Numbers]

class WriteUndefProgram(Program): ...
