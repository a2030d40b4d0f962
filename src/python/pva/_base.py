"""Descriptors that tell which column each attribute of the model is in.

Each function makes a descriptor of the extension. It finds the column of a frame once for each report, and
reads the cell of an object's row on access. `absent` is the result for a cell without a value. Without a `doc` the
attribute is described as the column is.
"""
import functools

from . import _pva

_columns = functools.lru_cache(_pva.describe)


def sentence(frame, column):
    """The library's description of a column, with the unit if the sentence does not name it."""
    doc, unit = _columns(frame)[column]
    told = unit not in ('bytes', 'cycles', 'hertz', 'microseconds') or unit.rstrip('s') in doc.lower()
    return f'{doc}.' if told else f'{doc}, in {unit}.'


def cell(frame, column, doc=None, absent=None):
    """The value of a column in the row of the object."""
    return _pva.attribute('cell', doc or sentence(frame, column), frame, column, absent=absent)


def lone(frame, column, absent=None):
    """As cell, without computing the whole column."""
    return _pva.attribute('lone', sentence(frame, column), frame, column, absent=absent)


def detail(column, doc=None, plus=None, absent=0):
    """The value of a column of the frame step-details, which is read in pieces, or the sum of two columns."""
    return _pva.attribute('piece', doc or sentence('step-details', column), 'step-details', column, also=plus,
                          number=4096, absent=absent)


def numbers(frame, column):
    """The list of a column in the row of the object; empty if there is none."""
    return _pva.attribute('numbers', sentence(frame, column), frame, column)


def part(cls, doc, other=-1):
    """An object of the same row."""
    return _pva.attribute('same', doc, class_=cls, number=other)


def link(cls, frame, column, to, doc, absent=None):
    """The object of the row of `to` (frame, column) with the id that the column has."""
    return _pva.attribute('link', doc, frame, column, to[0], to[1], class_=cls, absent=absent)


def row_link(cls, frame, column, doc, absent=None):
    """The object of the row that the column has."""
    return _pva.attribute('link', doc, frame, column, class_=cls, absent=absent)


def every(cls, frame, doc):
    """An object for each row of a frame."""
    return _pva.attribute('all', doc, frame, class_=cls)


def linked(cls, frame, column, to, doc):
    """Objects of the ids in a list."""
    return _pva.attribute('list', doc, frame, column, to[0], to[1], class_=cls)


def group(cls, frame, column, doc, to=(None, None)):
    """Objects of the rows whose column has this object's row, or the id that it has in `to`."""
    return _pva.attribute('group', doc, frame, column, to[0], to[1], class_=cls)


def dense(cls, frame, column, by, count, doc):
    """As group, but one object for each number below `count`, in the order of the column `by`."""
    return _pva.attribute('dense', doc, frame, column, count[0], count[1], by, class_=cls)


PUBLIC = {}


def named(cls):
    """A class decorator: makes the class a member of module pva, whatever file defines it."""
    cls.__module__ = 'pva'
    cls.__qualname__ = cls.__name__
    # Variants of a class with different columns have the name of the first.
    PUBLIC.setdefault(cls.__name__, cls)
    return cls


@named
class Item(_pva.Item):
    """An object of a report. It holds its row in the report, and no values."""
    __slots__ = ()

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        return f'<pva.{type(self).__name__} {self._row}>'


def cached(source, key, make):
    """The result of the first call of make (): plain data only, no objects of the report."""
    found = source.cache.get(key)
    if found is None:
        found = source.cache[key] = make()
    return found


def by_tile(source, frame, keys):
    """The values of the tiles of each IPU, IPU after IPU, by keys of a frame; empty if not recorded."""
    per = cached(source, 'tiles per IPU', lambda: source.frame('target')['tiles_per_ipu'][0])
    return source.gather(frame, keys, per)
