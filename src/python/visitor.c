/* Python base class of visitors. Its visit methods do nothing. */
#include "python/pva.h"

typedef struct {
  PyObject_HEAD
} PvaVisitor;

static PyObject *
visitor_ignore (PyObject *self, PyObject *program)
{
  Py_RETURN_NONE;
}

/* Accepts and ignores all arguments, because derived classes may take some. */
static PyObject *
visitor_create (PyTypeObject *type, PyObject *args, PyObject *named)
{
  return type->tp_alloc (type, 0);
}

static int
visitor_init (PyObject *self, PyObject *args, PyObject *named)
{
  return 0;
}

static void
visitor_dealloc (PyObject *self)
{
  PyTypeObject *type = Py_TYPE (self);

  type->tp_free (self);
  Py_DECREF (type);
}

#define VISIT(type)                                                                                \
  {                                                                                                \
    "visit" type, visitor_ignore, METH_O,                                                          \
        "visit" type "($self, program, /)\n--\n\nCalled for programs of type " type "."            \
  }

PyType_Spec pva_visitor_spec = {
    .name = "pva.ProgramVisitor",
    .basicsize = sizeof (PvaVisitor),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots =
        (PyType_Slot[]){
            {Py_tp_doc, "Base class for actions on each type of program.\n\nDerive a class, define "
                        "methods such as visitOnTileExecute (self, program), and pass an instance "
                        "to Program.accept(). It calls the method for the type of the program "
                        "only; it does not visit children."},
            {Py_tp_new, visitor_create},
            {Py_tp_init, visitor_init},
            {Py_tp_dealloc, visitor_dealloc},
            {Py_tp_methods,
             (PyMethodDef[]){
                 VISIT ("Unknown"),
                 VISIT ("Sequence"),
                 VISIT ("OnTileExecute"),
                 VISIT ("Repeat"),
                 VISIT ("RepeatWhile"),
                 VISIT ("If"),
                 VISIT ("Switch"),
                 VISIT ("Call"),
                 VISIT ("OnEveryTileSwitch"),
                 VISIT ("DoExchange"),
                 VISIT ("GlobalExchange"),
                 VISIT ("CodeCopy"),
                 VISIT ("StreamCopyBegin"),
                 VISIT ("StreamCopyMid"),
                 VISIT ("StreamCopyEnd"),
                 VISIT ("WriteUndef"),
                 VISIT ("SetLocalConsensusFromVar"),
                 VISIT ("Sync"),
                 VISIT ("Sans"),
                 VISIT ("SyncAns"),
                 {NULL},
             }},
            {0, NULL},
        },
};
