/* Extension module _pva: its types, functions and exceptions. */
#include "python/pva.h"

#include <string.h>

/* Before Python 3.11: attribute of each type that refers to the module. */
#define MODULE "_module"

static int module_exec (PyObject *module);

static void
module_free_state (void *module)
{
  PvaState *state = PyModule_GetState (module);

  Py_CLEAR (state->source);
  Py_CLEAR (state->frame);
  Py_CLEAR (state->column);
  Py_CLEAR (state->numbers);
  Py_CLEAR (state->item);
  Py_CLEAR (state->rows);
  Py_CLEAR (state->rows_iterator);
  Py_CLEAR (state->attribute);
  Py_CLEAR (state->variants);
  Py_CLEAR (state->visitor);
  Py_CLEAR (state->error);
  Py_CLEAR (state->closed);
  Py_CLEAR (state->visit);
  Py_CLEAR (state->id_slots);
  for (guint e = 0; e < PVA_N_ERRORS; e++)
    Py_CLEAR (state->errors[e]);
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL},
};

/* Implements describe (frame) → dict: name of each column → (sentence, unit). */
static PyObject *
describe_columns (PyObject *module, PyObject *args)
{
  const char *frame;
  PoplensFrameColumn column;

  if (!PyArg_ParseTuple (args, "s", &frame))
    return NULL;
  PyObject *found = PyDict_New ();
  for (guint c = 0; found && poplens_describe_frame_column (frame, c, &column); c++) {
    PyObject *said = Py_BuildValue ("ss", column.doc, column.unit);
    if (!said || PyDict_SetItemString (found, column.name, said) < 0)
      Py_CLEAR (found);
    Py_XDECREF (said);
  }
  return found;
}

static PyMethodDef module_methods[] = {
    {"describe", describe_columns, METH_VARARGS, NULL},
    {NULL},
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pva._pva",
    .m_doc = "Implementation of module pva; not for programs.",
    .m_size = sizeof (PvaState),
    .m_methods = module_methods,
    .m_slots = module_slots,
    .m_free = module_free_state,
};

PvaState *
pva_state_of (PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
  PyObject *module = PyType_GetModuleByDef (type, &definition);
#else
  PyObject *module = PyObject_GetAttrString ((PyObject *) type, MODULE);

  Py_XDECREF (module); /* cannot free the module: the type holds a reference, too */
#endif
  return PyModule_GetState (module);
}

/* ---- types ----------------------------------------------------------------------------------- */

/* Creates a type that belongs to the module. Python code cannot create instances of a type without
 * Py_tp_new. NULL with an exception. */
static PyTypeObject *
make_type (PyObject *module, PyType_Spec *spec)
{
#if PY_VERSION_HEX >= 0x030B0000
  return (PyTypeObject *) PyType_FromModuleAndSpec (module, spec, NULL);
#else
  g_autoptr (GArray) slots = g_array_new (TRUE, TRUE, sizeof (PyType_Slot));
  PyType_Spec known = *spec;
  void *get_buffer = NULL, *constructor = NULL;

  for (const PyType_Slot *slot = spec->slots; slot->slot; slot++) {
    if (slot->slot == Py_tp_new)
      constructor = slot->pfunc;
    if (slot->slot == Py_bf_getbuffer)
      get_buffer = slot->pfunc;
    if (slot->slot > 0)
      g_array_append_val (slots, *slot);
  }
  known.slots = (PyType_Slot *) (void *) slots->data;
  PyTypeObject *type = (PyTypeObject *) PyType_FromSpec (&known);
  if (!type)
    return NULL;
  type->tp_as_buffer->bf_getbuffer = (getbufferproc) get_buffer;
  if (!constructor)
    type->tp_new = NULL;
  if (PyDict_SetItemString (type->tp_dict, MODULE, module) < 0)
    Py_CLEAR (type);
  else
    PyType_Modified (type);
  return type;
#endif
}

/* Adds @value to the module as @name. The caller keeps its reference. −1 with an exception. */
static int
add_object (PyObject *module, const char *name, gpointer value)
{
  Py_INCREF ((PyObject *) value);
  if (PyModule_AddObject (module, name, value) >= 0)
    return 0;
  Py_DECREF ((PyObject *) value);
  return -1;
}

/* ---- exceptions ------------------------------------------------------------------------------ */

typedef struct {
  const char *name, *doc;
  /* (nullable): built-in exception as a second base class, which programs may catch */
  PyObject *also;
} ExceptionSpec;

static PyObject *
add_exception (PyObject *module, const ExceptionSpec *exception, PyObject *base)
{
  g_autofree char *name = g_strconcat ("pva.", exception->name, NULL);
  PyObject *bases =
      exception->also ? PyTuple_Pack (2, base, exception->also) : PyTuple_Pack (1, base);
  PyObject *made = bases ? PyErr_NewExceptionWithDoc (name, exception->doc, bases, NULL) : NULL;

  Py_XDECREF (bases);
  if (made && add_object (module, exception->name, made) < 0)
    Py_CLEAR (made);
  return made;
}

static int
add_exceptions (PyObject *module, PvaState *state)
{
  const ExceptionSpec error = {"Error", "A report cannot be read.", NULL};
  const ExceptionSpec closed = {"ClosedError", "The report is closed.", PyExc_ValueError};
  const ExceptionSpec all[PVA_N_ERRORS] = {
      [POPLENS_ERROR_NOT_FOUND] = {"NotFoundError",
                                   "The path, or an item in the report, was not found.",
                                   PyExc_FileNotFoundError},
      [POPLENS_ERROR_NOT_A_REPORT] = {"NotAReportError", "The path exists but contains no profile.",
                                      NULL},
      [POPLENS_ERROR_SEVERAL] = {"SeveralReportsError",
                                 "The path contains several reports; open one of them.", NULL},
      [POPLENS_ERROR_UNSUPPORTED] = {"UnsupportedError", "The format is known but unsupported.",
                                     NULL},
      [POPLENS_ERROR_EMPTY] = {"EmptyError", "The profile has tables but no rows.", NULL},
      [POPLENS_ERROR_DAMAGED] = {"DamagedError", "The file is damaged.", NULL},
      [POPLENS_ERROR_ABSENT] =
          {"AbsentError",
           "The report has no such data; the message names the engine option that records it.",
           PyExc_LookupError},
      [POPLENS_ERROR_CHANGED] = {"ChangedError",
                                 "The file changed since it was opened; open the report again.",
                                 NULL},
      [POPLENS_ERROR_BUSY] = {"BusyError", "The file is locked or still being written.", NULL},
      [POPLENS_ERROR_USAGE] = {"UsageError",
                               "Invalid argument: an unknown name or a key out of range.",
                               PyExc_ValueError},
      [POPLENS_ERROR_LINK] = {"LinkError", "The report's computer cannot be reached; try again.",
                              PyExc_ConnectionError},
      [POPLENS_ERROR_READ] = {"ReadError",
                              "The disk or the memory failed, not the file; try again.",
                              PyExc_OSError},
  };

  state->error = add_exception (module, &error, PyExc_RuntimeError);
  if (!state->error)
    return -1;
  for (guint e = 0; e < PVA_N_ERRORS; e++)
    if (!(state->errors[e] = add_exception (module, &all[e], state->error)))
      return -1;
  state->closed = add_exception (module, &closed, state->error);
  return state->closed ? 0 : -1;
}

PyObject *
pva_raise (PvaState *state, GError *error)
{
  PyObject *class = state->error;

  if (error->domain == POPLENS_ERROR && (guint) error->code < PVA_N_ERRORS)
    class = state->errors[error->code];
  /* Escape invalid UTF-8, which the paths of files can contain. */
  PyObject *message = PyUnicode_DecodeUTF8 (error->message, (Py_ssize_t) strlen (error->message),
                                            "backslashreplace");
  if (message)
    PyErr_SetObject (class, message);
  Py_XDECREF (message);
  g_error_free (error);
  return NULL;
}

/* ---- module ---------------------------------------------------------------------------------- */

static int
module_exec (PyObject *module)
{
  PvaState *state = PyModule_GetState (module);
  const struct {
    PyTypeObject **type;
    PyType_Spec *spec;
  } types[] = {
      {&state->source, &pva_source_spec},       {&state->frame, &pva_frame_spec},
      {&state->column, &pva_column_spec},       {&state->numbers, &pva_numbers_spec},
      {&state->item, &pva_item_spec},           {&state->rows, &pva_rows_spec},
      {&state->attribute, &pva_attribute_spec}, {&state->rows_iterator, &pva_rows_iterator_spec},
      {&state->variants, &pva_variants_spec},   {&state->visitor, &pva_visitor_spec},
  };

  for (guint t = 0; t < G_N_ELEMENTS (types); t++) {
    *types[t].type = make_type (module, types[t].spec);
    if (!*types[t].type ||
        add_object (module, strrchr (types[t].spec->name, '.') + 1, *types[t].type) < 0)
      return -1;
  }
  state->visit = PyUnicode_InternFromString ("_visit");
  state->id_slots = PyDict_New ();
  if (!state->visit || !state->id_slots || add_exceptions (module, state) < 0)
    return -1;
  return PyModule_AddStringConstant (module, "__version__", poplens_get_version ());
}

PyMODINIT_FUNC PyInit__pva (void);

PyMODINIT_FUNC
PyInit__pva (void)
{
  return PyModuleDef_Init (&definition);
}
