"""The module of the classes in libpva: pva.pva_core.ExecutionStep is pva.ExecutionStep."""
from ._base import PUBLIC
from ._pva import ProgramVisitor

globals().update(PUBLIC)
del PUBLIC
