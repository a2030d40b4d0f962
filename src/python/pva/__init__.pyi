"""Types of the attributes of module pva. The descriptions are in the module: help(pva)."""
import enum
import os
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar, overload

_T = TypeVar('_T')

__version__: str


def openReport(profile: str | bytes | os.PathLike[Any], debug: str | bytes | os.PathLike[Any] | None = None) -> Report: ...


# ---- exceptions -------------------------------------------------------------------------------------

class Error(RuntimeError): ...
class NotFoundError(Error, FileNotFoundError): ...
class NotAReportError(Error): ...
class SeveralReportsError(Error): ...
class UnsupportedError(Error): ...
class EmptyError(Error): ...
class DamagedError(Error): ...
class AbsentError(Error, LookupError): ...
class ChangedError(Error): ...
class BusyError(Error): ...
class UsageError(Error, ValueError): ...
class LinkError(Error, ConnectionError): ...
class ReadError(Error, OSError): ...
class ClosedError(Error, ValueError): ...


# ---- lists and columns ------------------------------------------------------------------------------

class Rows(Sequence[_T]):
    @overload
    def __getitem__(self, index: int) -> _T: ...
    @overload
    def __getitem__(self, index: slice) -> Rows[_T]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[_T]: ...

class Numbers(Sequence[int]):
    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Numbers: ...
    def __len__(self) -> int: ...
    def __add__(self, other: Sequence[int]) -> list[int]: ...
    def __buffer__(self, flags: int) -> memoryview: ...
    def tolist(self) -> list[int]: ...

class Column(Sequence[Any]):
    name: Final[str]
    title: Final[str]
    unit: Final[str]
    provenance: Final[str]
    doc: Final[str]
    valid: Final[bytes | None]
    absent: Final[int | None]
    copied: Final[bool]
    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __len__(self) -> int: ...
    def __buffer__(self, flags: int) -> memoryview: ...
    def tolist(self) -> list[Any]: ...
    def text(self, code: int) -> str: ...
    def sum(self, row: int) -> int | None: ...

class Frame:
    name: Final[str]
    title: Final[str]
    note: Final[str | None]
    partial: Final[bool]
    rows: Final[int]
    columns: Final[tuple[Column, ...]]
    def __getitem__(self, name: str) -> Column: ...
    def __contains__(self, name: object) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def keys(self) -> tuple[str, ...]: ...
    def items(self) -> list[tuple[str, Column]]: ...
    def row(self, number: int) -> dict[str, Any]: ...


# ---- enumerations -----------------------------------------------------------------------------------

class ProgramType(enum.Enum):
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

class TargetType(enum.Enum):
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    Ipu = 0
    IpuModel = 1
    Cpu = 2
    Unknown = 3

class Architecture(enum.Enum):
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    Ipu1 = 0
    Ipu2 = 1
    Ipu21 = 2
    Ipu30 = 3
    Unknown = 4

class ComputeInstrumentation(enum.Enum):
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    Off = 0
    Vertex = 1
    Tile = 2
    Ipu = 3
    Device = 4
    Unknown = 5

class ExternalExchangeInstrumentation(enum.Enum):
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    Off = 0
    Tile = 1
    Unknown = 2

class ControlFlowInstrumentation(enum.Enum):
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    Off = 0
    Tile = 1
    Unknown = 2


# ---- the model --------------------------------------------------------------------------------------

class IPU:
    Architecture = Architecture

class Item: ...

class ProgramVisitor:
    def __init__(self, *args: Any, **named: Any) -> None: ...
    def visitUnknown(self, program: Program) -> Any: ...
    def visitSequence(self, program: SequenceProgram) -> Any: ...
    def visitOnTileExecute(self, program: OnTileExecuteProgram) -> Any: ...
    def visitRepeat(self, program: RepeatProgram) -> Any: ...
    def visitRepeatWhile(self, program: RepeatWhileProgram) -> Any: ...
    def visitIf(self, program: IfProgram) -> Any: ...
    def visitSwitch(self, program: SwitchProgram) -> Any: ...
    def visitCall(self, program: CallProgram) -> Any: ...
    def visitOnEveryTileSwitch(self, program: OnEveryTileSwitchProgram) -> Any: ...
    def visitDoExchange(self, program: DoExchangeProgram) -> Any: ...
    def visitGlobalExchange(self, program: GlobalExchangeProgram) -> Any: ...
    def visitCodeCopy(self, program: CodeCopyProgram) -> Any: ...
    def visitStreamCopyBegin(self, program: StreamCopyBeginProgram) -> Any: ...
    def visitStreamCopyMid(self, program: StreamCopyMidProgram) -> Any: ...
    def visitStreamCopyEnd(self, program: StreamCopyEndProgram) -> Any: ...
    def visitWriteUndef(self, program: WriteUndefProgram) -> Any: ...
    def visitSetLocalConsensusFromVar(self, program: SetLocalConsensusFromVarProgram) -> Any: ...
    def visitSync(self, program: SyncProgram) -> Any: ...
    def visitSans(self, program: SansProgram) -> Any: ...
    def visitSyncAns(self, program: SyncAnsProgram) -> Any: ...

class OperationAnalysis:
    layer: Final[str | None]
    operations: Final[Sequence[Operation]]
    def __init__(self, report: Report, layer: str | None = None) -> None: ...

class Report:
    closed: Final[bool]
    path: Final[str]
    compilation: Final[Compilation]
    execution: Final[Execution]
    poplarVersion: Final[PoplarVersion]
    version: Final[Version]
    instrumentationSettings: Final[InstrumentationSettings]
    notices: Final[list[str]]
    time: Final[Time]
    def __init__(self, profile: str | bytes | os.PathLike[Any], debug: str | bytes | os.PathLike[Any] | None = None) -> None: ...
    def __enter__(self) -> Report: ...
    def __exit__(self, *unused: object) -> None: ...
    def close(self) -> None: ...
    def listPrintLength(self, length: int | None = None) -> int: ...
    def frame(self, name: str, key: int = 0) -> Frame: ...
    def table(self, name: str, place: str | None = None) -> Frame: ...
    def find(self, query: str, limit: int = 20) -> Frame: ...
    def budget(self, *rules: str, file: str | bytes | os.PathLike[Any] | None = None) -> Frame: ...
    def exportTrace(self, path: str | bytes | os.PathLike[Any], format: str | None = None, place: str | None = None) -> str: ...
    def compareWith(self, other: Report | None) -> None: ...
    def load(self, *parts: str) -> None: ...
    def explain(self, part: str) -> str | None: ...

class TimeIpu:
    ipu: Final[int]
    classes: Final[dict[str, float | None]]
    def __init__(self, ipu: int, classes: dict[str, float | None]) -> None: ...

class Time:
    ipus: Final[list[TimeIpu]]
    waterfall: Final[dict[str, float]]
    total: Final[int]
    outside: Final[int]
    program: Final[int]
    waits: Final[Frame]
    transfers: Final[Frame]
    copies: Final[Frame]
    path: Final[Frame]
    def __init__(self, source: object) -> None: ...

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
    isCommon: Final[bool]
    isStreamCopy: Final[bool]
    isOverflow: Final[bool]
    isAnonymous: Final[bool]
    isBlockFlush: Final[bool]

class BriefVariable(Item):
    id: Final[int]
    _id: Final[int]
    bytes: Final[int]
    tileId: Final[int]
    offset: Final[int]
    equivalenceClass: Final[EquivalenceClass]

class Program(Item):
    Type = ProgramType
    type: Final[ProgramType]
    _id: Final[int | None]
    typeName: Final[str]
    name: Final[str]
    controlCodeByTile: Final[Numbers]
    vars: Final[Sequence[Variable]]
    def accept(self, visitor: ProgramVisitor) -> None: ...
    debugContext: Final[DebugContext | None]
    children: Final[Sequence[Program]]

class CallProgram(Program):
    functionId: Final[int]
    target: Final[Program | None]

class ExchangeProgram(Program):
    bytesReceivedByTile: Final[Numbers]
    bytesSentByTile: Final[Numbers]
    bytesReceivedByIpu: Final[Numbers]
    bytesSentByIpu: Final[Numbers]
    codeBytesByTile: Final[Numbers]
    estimatedCyclesByTile: Final[Numbers]

class CodeCopyProgram(ExchangeProgram): ...

class Compilation(Item):
    graph: Final[Graph]
    target: Final[Target]
    tiles: Final[Rows[Tile]]
    computeSets: Final[Rows[ComputeSet]]
    programs: Final[Rows[Program]]
    livenessProgramSteps: Final[Rows[LivenessProgramStep]]
    loweredVariables: Final[LoweredVariables]
    ipus: Final[Rows[CompilationIpu]]
    alwaysLiveVariables: Final[list[LivenessVariable]]
    def alwaysLiveVariablesForTile(self, tile: int) -> list[LivenessVariable]: ...

class CompilationIpu(Item):
    id: Final[int]
    tiles: Final[Rows[Tile]]

class ComputeSet(Item):
    _id: Final[int]
    name: Final[str]
    vertices: Final[Rows[ComputeSetVertex]]
    vars: Final[Rows[Variable]]
    numEdges: Final[int]
    estimatedFlopsByTile: Final[Numbers]
    cyclesByTile: Final[Numbers]
    estimatedCyclesByTile: Final[Numbers]

class ComputeSetVertex(Item):
    type: Final[VertexType]
    countByTile: Final[Numbers]

class CycleRange(Item):
    min: Final[int]
    max: Final[int]
    mean: Final[int]

class DebugContext(Item):
    id: Final[int]
    name: Final[str]
    category: Final[str]
    layerName: Final[str]
    body: Final[dict[str, Any]]
    json: Final[str]
    layer: Final[str]
    location: Final[Location]
    parents: Final[list[DebugContext]]

class DoExchangeProgram(ExchangeProgram): ...

class EquivalenceClass(Item):
    id: Final[int]
    alwaysLive: Final[bool]
    steps: Final[Sequence[StepRange]]

class Execution(Item):
    totalCycles: Final[TotalCycles]
    steps: Final[Rows[ExecutionStep]]
    runs: Final[Rows[Run]]
    def blocks(self, tile: int) -> Rows[Block]: ...
    blockTiles: Final[list[int]]

class ExecutionStep(Item):
    id: Final[int]
    typeName: Final[str]
    program: Final[Program]
    ipus: Final[Rows[ExecutionStepIpu]]
    computeSets: Final[list[ComputeSet]]
    cyclesByTile: Final[Numbers]

class ExecutionStepIpu(Item):
    cycles: Final[int]
    cyclesBase: Final[int]
    activeCycles: Final[ActiveCycles]
    allCycles: Final[AllCycles]
    activeTiles: Final[int]
    activeTileBalance: Final[float]
    tileBalance: Final[float]
    threadBalance: Final[float]
    ipu: Final[int]
    cyclesByTile: Final[Numbers]
    dataIn: Final[int]
    dataOut: Final[int]

class GlobalExchangeProgram(ExchangeProgram): ...

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
    ComputeInstrumentation = ComputeInstrumentation
    ExternalExchangeInstrumentation = ExternalExchangeInstrumentation
    ControlFlowInstrumentation = ControlFlowInstrumentation
    compute: Final[ComputeInstrumentation]
    externalExchange: Final[ExternalExchangeInstrumentation]
    controlFlow: Final[ControlFlowInstrumentation]

class LivenessProgramStep(Item):
    program: Final[Program]
    notAlwaysLiveMemory: Final[NotAlwaysLiveMemory]
    def notAlwaysLiveMemoryForIpu(self, ipu: int) -> NotAlwaysLiveMemoryForIpu: ...
    def notAlwaysLiveMemoryForTile(self, tile: int) -> NotAlwaysLiveMemoryForTile: ...

class LivenessVariable:
    id: Final[int | None]
    name: Final[str]
    size: Final[int]

class Location(Item):
    fileName: Final[str]
    functionName: Final[str]
    lineNumber: Final[int]

class LoweredVariables(Item):
    allBriefVars: Final[Rows[BriefVariable]]
    allVars: Final[Rows[Variable]]
    def forTile(self, tile: int) -> Rows[Variable]: ...

class MemoryByCategory(Item):
    interleaved: Final[OverlapRegion]
    nonInterleaved: Final[OverlapRegion]
    overflowed: Final[OverlapRegion]
    total: Final[int]

class MemoryCategories(Item):
    variable: Final[MemoryByCategory]
    multiple: Final[MemoryByCategory]
    controlId: Final[MemoryByCategory]
    message: Final[MemoryByCategory]
    hostMessage: Final[MemoryByCategory]
    globalMessage: Final[MemoryByCategory]
    rearrangement: Final[MemoryByCategory]
    outputEdge: Final[MemoryByCategory]
    constant: Final[MemoryByCategory]
    hostExchangePacketHeader: Final[MemoryByCategory]
    globalExchangePacketHeader: Final[MemoryByCategory]
    stack: Final[MemoryByCategory]
    vertexInstanceState: Final[MemoryByCategory]
    copyDescriptor: Final[MemoryByCategory]
    vectorListDescriptor: Final[MemoryByCategory]
    vertexFieldData: Final[MemoryByCategory]
    controlTable: Final[MemoryByCategory]
    controlCode: Final[MemoryByCategory]
    vertexCode: Final[MemoryByCategory]
    internalExchangeCode: Final[MemoryByCategory]
    hostExchangeCode: Final[MemoryByCategory]
    globalExchangeCode: Final[MemoryByCategory]
    instrumentationResults: Final[MemoryByCategory]
    dwarf: Final[MemoryByCategory]
    sharedCodeStorage: Final[MemoryByCategory]
    sharedDataStorage: Final[MemoryByCategory]
    sharedStructureState: Final[MemoryByCategory]

class MemoryRegion(Item):
    excludingGaps: Final[int]
    includingGaps: Final[int]

class Microseconds(Item):
    start: Final[int]
    end: Final[int]

class NoEquivalenceClass(EquivalenceClass): ...

class NotAlwaysLiveMemory(Item):
    bytes: Final[int]
    variables: Final[list[LivenessVariable]]

class NotAlwaysLiveMemoryForIpu(Item):
    bytes: Final[int]
    variables: Final[list[LivenessVariable]]

class NotAlwaysLiveMemoryForTile(Item):
    bytes: Final[int]
    variables: Final[list[LivenessVariable]]

class OnEveryTileSwitchProgram(Program): ...

class OnTileExecuteProgram(Program):
    computeset: Final[ComputeSet]

class Operation(Item):
    name: Final[str]
    debugContext: Final[DebugContext]
    replacedDebugContext: Final[list[DebugContext]]
    def programs(self) -> Rows[Program]: ...
    vars: Final[Rows[Variable]]
    firstStepIndex: Final[int | None]
    lastStepIndex: Final[int | None]

class OverlapRegion(Item):
    nonOverlapped: Final[int]
    overlapped: Final[int]
    total: Final[int]

class PoplarVersion(Item):
    string: Final[str]
    packageHash: Final[str]
    major: Final[int]
    minor: Final[int]
    point: Final[int]

class RepeatProgram(Program):
    repeatCount: Final[int | None]

class RepeatWhileProgram(Program): ...

class Run(Item):
    id: Final[int]
    name: Final[str]
    microseconds: Final[Microseconds]
    steps: Final[Rows[ExecutionStep]]
    numPrograms: Final[int]

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
    streams: Final[Rows[HostStream]]

class SwitchProgram(Program): ...

class SyncAnsProgram(Program):
    tiles: Final[Numbers]

class Target(Item):
    Type = TargetType
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
    type: Final[TargetType]
    architecture: Final[Architecture]

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
    vertices: Final[list[TileVertex]]

class TileVertex(Item):
    type: Final[VertexType]
    codeBytes: Final[int]

class TotalCycles(Item):
    total: Final[int]
    byName: Final[dict[str, int]]

class UnloweredVariable:
    _id: Final[int]
    kind: Final[str | None]

class Variable(BriefVariable):
    name: Final[str]
    alignment: Final[int]
    alwaysLive: Final[bool]
    hasUnloweredVar: Final[bool]
    unloweredVar: Final[UnloweredVariable | None]
    category: Final[str]
    kind: Final[str | None]

class Version(Item):
    string: Final[str]
    isUnstableFormat: Final[bool]
    major: Final[int]
    minor: Final[int]
    point: Final[int]

class VertexType(Item):
    _id: Final[int]
    name: Final[str]
    size: Final[int]
    source: Final[str]
    codeBytesByTile: Final[Numbers]

class WriteUndefProgram(Program): ...
