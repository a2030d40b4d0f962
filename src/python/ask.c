/* Methods of a report in Python whose arguments are texts of the user: search, budget, export of
 * the trace. */
#include "python/pva.h"

#include <string.h>

/* Converts "" to NULL. Optional words are passed as "", because a NULL would end the array of
 * words. */
static const char *
empty_to_null (const char *word)
{
  return *word ? word : NULL;
}

/* ---- names ----------------------------------------------------------------------------------- */

static void
read_search (PoplensReport *report, char **words, guint64 key, PvaAnswer *answer,
             GCancellable *cancellable, GError **error)
{
  answer->frame = poplens_report_find (report, words[0], (guint) key, cancellable, error);
}

/* Implements search (query, limit) → Frame. */
PyObject *
pva_source_search (PvaSource *self, PyObject *args)
{
  const char *query;
  PyObject *limit;
  guint64 most;

  if (!PyArg_ParseTuple (args, "sO", &query, &limit) || !pva_unsigned (limit, &most))
    return NULL;
  return (PyObject *) pva_wait_for_frame (self, read_search, (const char *[]){query, NULL},
                                          MIN (most, G_MAXINT32));
}

/* ---- limits ---------------------------------------------------------------------------------- */

static void
read_budget (PoplensReport *report, char **words, guint64 key, PvaAnswer *answer,
             GCancellable *cancellable, GError **error)
{
  answer->frame = poplens_report_check_budget (report, empty_to_null (words[0]),
                                               (const char *const *) words + 1, cancellable, error);
}

/* Returns the text of a rule. NULL with an exception if it is not a str, or contains a NUL. */
static const char *
rule_text (PyObject *rule)
{
  Py_ssize_t length;

  if (!PyUnicode_Check (rule)) {
    PyErr_Format (PyExc_TypeError,
                  "budget() takes rules as text, such as 'max-tile-bytes=600 KiB', not %s",
                  Py_TYPE (rule)->tp_name);
    return NULL;
  }
  const char *text = PyUnicode_AsUTF8AndSize (rule, &length);
  if (!text || strlen (text) == (gsize) length)
    return text;
  PyErr_SetString (PyExc_ValueError, "invalid rule: it contains a NUL character");
  return NULL;
}

/* Implements budget (rules, file) → Frame. */
PyObject *
pva_source_budget (PvaSource *self, PyObject *args)
{
  PyObject *rules, *file, *path = NULL, *frame = NULL;

  if (!PyArg_ParseTuple (args, "O!O", &PyTuple_Type, &rules, &file) ||
      (file != Py_None && !PyUnicode_FSConverter (file, &path)))
    return NULL;
  Py_ssize_t n = PyTuple_GET_SIZE (rules);
  g_autofree const char **words = g_new0 (const char *, (gsize) n + 2);
  gboolean good = TRUE;
  words[0] = path ? PyBytes_AS_STRING (path) : "";
  for (Py_ssize_t r = 0; good && r < n; r++)
    good = (words[r + 1] = rule_text (PyTuple_GET_ITEM (rules, r))) != NULL;
  if (good)
    frame = (PyObject *) pva_wait_for_frame (self, read_budget, words, 0);
  Py_XDECREF (path);
  return frame;
}

/* ---- the trace ------------------------------------------------------------------------------- */

static void
write_trace (PoplensReport *report, char **words, guint64 key, PvaAnswer *answer,
             GCancellable *cancellable, GError **error)
{
  poplens_report_save_trace (report, words[0], empty_to_null (words[1]), empty_to_null (words[2]),
                             &answer->text, cancellable, error);
}

/* Implements export_trace (path, format, location) → summary in words. */
PyObject *
pva_source_export_trace (PvaSource *self, PyObject *args)
{
  const char *format, *location;
  PyObject *path, *summary = NULL;
  PvaAnswer answer;

  if (!PyArg_ParseTuple (args, "O&zz", PyUnicode_FSConverter, &path, &format, &location))
    return NULL;
  const char *words[] = {PyBytes_AS_STRING (path), format ? format : "", location ? location : "",
                         NULL};
  if (pva_wait (self, write_trace, words, 0, &answer)) {
    summary = PyUnicode_FromString (answer.text);
    g_free (answer.text);
  }
  Py_DECREF (path);
  return summary;
}
