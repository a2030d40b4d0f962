/* Finds the debug contexts of what a location selects, and writes their titles. */
#include "derived/operations/debug-source.h"

#include "analysis/operations/debug-operation.h"
#include "analysis/programs/program-tree.h"
#include "base/error.h"
#include "derived/programs/program-location.h"
#include "derived/trace/trace-location.h"
#include "model/step-list.h"

#include <string.h>

/* Maximum number of variables or compute sets with the same name that are listed. */
#define MOST_OF_A_NAME 16

const PoplensDebugContexts *
poplens_debug_at_hand (PoplensReport *report, GCancellable *cancellable)
{
  const PoplensDebugContexts *contexts = poplens_report_peek (report, POPLENS_PART_DEBUG);
  const PoplensReportFile *file = poplens_report_get_file (report, POPLENS_FILE_DEBUG);

  if (contexts || !file->path || file->size > POPLENS_DEBUG_AT_ONCE)
    return contexts;
  return poplens_report_load_debug (report, cancellable, NULL);
}

gboolean
poplens_debug_is_far (PoplensReport *report)
{
  const PoplensReportFile *file = poplens_report_get_file (report, POPLENS_FILE_DEBUG);

  return !poplens_report_is_near (report) && file->path && file->size > POPLENS_DEBUG_AT_ONCE &&
         !poplens_report_peek (report, POPLENS_PART_DEBUG);
}

/* ---- subjects -------------------------------------------------------------------------------- */

typedef struct {
  PoplensReport *report;
  const PoplensLocation *location;
  GCancellable *cancellable;
  GPtrArray *out;
  guint more;
} SubjectFinder;

static void
subject_free (gpointer data)
{
  PoplensDebugSubject *subject = data;

  g_free (subject->title);
  g_array_unref (subject->ids);
  g_free (subject);
}

/* Adds a subject without ids, and returns it. @title: (transfer full). */
static PoplensDebugSubject *
add_subject (SubjectFinder *self, char *title)
{
  PoplensDebugSubject *subject = g_new0 (PoplensDebugSubject, 1);

  subject->title = title;
  subject->ids = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_ptr_array_add (self->out, subject);
  return subject;
}

static void
add_context_id (PoplensDebugSubject *subject, guint64 id)
{
  if (id)
    g_array_append_val (subject->ids, id);
}

static gboolean
set_not_found (GError **error, const char *what, const char *value)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "no %s “%s”", what, value);
  return FALSE;
}

/* Adds a compute set. @set: its row. */
static void
add_compute_set_row (SubjectFinder *self, const PoplensVertices *v, guint32 set)
{
  const char *name = poplens_strings_get (v->strings, v->compute_set_name[set]);
  char *title =
      g_strdup_printf ("Compute set %u%s%s", v->compute_set_id[set], *name ? ", " : "", name);

  add_context_id (add_subject (self, title), v->compute_set_debug_id[set]);
}

/* Adds a program, and the compute set that it executes. @programs: (nullable): NULL if loading them
 * set @error. FALSE with @error. */
static gboolean
add_program_subject (SubjectFinder *self, const PoplensPrograms *programs, guint32 id,
                     GError **error)
{
  guint32 row = programs ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;
  g_autofree char *name = programs ? poplens_program_title (programs, id) : NULL;
  gconstpointer vertices;

  if (!programs)
    return FALSE;
  if (row == POPLENS_NO_ROW) {
    g_autofree char *text = g_strdup_printf ("%u", id);
    return set_not_found (error, "program", text);
  }
  add_context_id (add_subject (self, g_strdup_printf ("Program %u, %s", id, name)),
                  programs->debug_id[row]);
  if (programs->compute_set[row] == POPLENS_NO_ROW)
    return TRUE;
  if (!poplens_report_load_optional (self->report, POPLENS_PART_VERTICES, &vertices,
                                     self->cancellable, error))
    return FALSE;
  guint32 set = poplens_program_compute_set (programs, vertices, row);
  if (set != G_MAXUINT32)
    add_compute_set_row (self, vertices, set);
  return TRUE;
}

static gboolean
add_named_program (SubjectFinder *self, const char *text, GError **error)
{
  guint64 id;

  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32 - 1, &id, NULL))
    return set_not_found (error, "program", text);
  return add_program_subject (
      self, poplens_programs_of_location (self->report, self->location, self->cancellable, error),
      (guint32) id, error);
}

/* Adds the program of an executed step, or of a step of liveness. Both kinds of steps execute
 * programs of the first compilation step. */
static gboolean
add_step_program (SubjectFinder *self, guint32 id, GError **error)
{
  return add_program_subject (
      self, poplens_report_load_programs (self->report, self->cancellable, error), id, error);
}

static gboolean
add_executed_step (SubjectFinder *self, const char *text, GError **error)
{
  const PoplensExecution *x =
      poplens_report_load_execution (self->report, self->cancellable, error);
  guint32 step;

  if (!x)
    return FALSE;
  if (!poplens_trace_find_executed (x, text, &step))
    return set_not_found (error, "executed step", text);
  if (x->step_program[step] != POPLENS_NO_PROGRAM)
    return add_step_program (self, x->step_program[step], error);
  add_subject (self, g_strdup_printf ("Executed step %s: an implicit sync", text));
  return TRUE;
}

static gboolean
add_program_steps (SubjectFinder *self, const char *text, GError **error)
{
  const PoplensLiveness *liveness =
      poplens_report_load_liveness (self->report, self->cancellable, error);
  PoplensStepList steps;

  if (!liveness)
    return FALSE;
  if (!poplens_step_list_parse (&steps, text) || !steps.n || steps.highest >= liveness->n_steps)
    return set_not_found (error, "step", text);
  for (guint i = 0; i < MIN (steps.n, POPLENS_MOST_STEPS); i++)
    if (!add_step_program (self, liveness->program[steps.step[i]], error))
      return FALSE;
  return TRUE;
}

static gboolean
add_compute_set_subject (SubjectFinder *self, const char *text, GError **error)
{
  const PoplensVertices *v = poplens_report_load_vertices (self->report, self->cancellable, error);
  guint before = self->out->len;
  guint64 id;

  if (!v)
    return FALSE;
  guint32 set = g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32 - 1, &id, NULL)
                    ? poplens_vertices_find_compute_set (v, (guint32) id)
                    : G_MAXUINT32;
  if (set != G_MAXUINT32) {
    add_compute_set_row (self, v, set);
    return TRUE;
  }
  for (guint32 c = 0; c < v->n_compute_sets; c++) {
    if (strcmp (text, poplens_strings_get (v->strings, v->compute_set_name[c])))
      continue;
    if (self->out->len - before < MOST_OF_A_NAME)
      add_compute_set_row (self, v, c);
    else
      self->more++;
  }
  return self->out->len > before || set_not_found (error, "compute set", text);
}

/* Adds a variable. @row: row of unlowered_vars. */
static void
add_variable_row (SubjectFinder *self, const PoplensVariables *v, guint32 row)
{
  const char *name = poplens_strings_get (v->strings, v->unlowered_name[row]);
  PoplensDebugSubject *subject = add_subject (
      self, g_strdup_printf ("Variable %u%s%s", v->unlowered_id[row], *name ? ", " : "", name));
  guint32 debug = poplens_variables_find_debug (v, v->unlowered_id[row]);

  if (debug == G_MAXUINT32)
    return;
  g_autoptr (GArray) ids = poplens_lists_values (v->debug_ids, debug);
  for (guint i = 0; i < ids->len; i++)
    add_context_id (subject, g_array_index (ids, guint64, i));
}

static gboolean
add_variable_subject (SubjectFinder *self, const char *text, GError **error)
{
  const PoplensVariables *v =
      poplens_report_load_variables_brief (self->report, self->cancellable, error);
  gboolean is_id;
  guint found = 0;
  guint64 id;

  if (!v)
    return FALSE;
  is_id = g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32 - 1, &id, NULL);
  for (guint32 r = 0; r < v->n_unlowered; r++) {
    gboolean same = is_id ? v->unlowered_id[r] == id
                          : !strcmp (text, poplens_strings_get (v->strings, v->unlowered_name[r]));
    if (same && found++ < MOST_OF_A_NAME)
      add_variable_row (self, v, r);
    else
      self->more += same;
  }
  return found || set_not_found (error, "variable", text);
}

static gboolean
add_context_subject (SubjectFinder *self, const char *text, GError **error)
{
  guint64 id;

  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT64, &id, NULL))
    return set_not_found (error, "debug context", text);
  add_context_id (add_subject (self, g_strdup_printf ("Debug context %s", text)), id);
  return TRUE;
}

/* Adds the context of an operation. Operations that are not contexts, such as "unattributed", have
 * none. */
static gboolean
add_operation_subject (SubjectFinder *self, const char *text, GError **error)
{
  guint64 id;

  return !g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT64, &id, NULL) ||
         add_context_subject (self, text, error);
}

GPtrArray *
poplens_debug_subjects (PoplensReport *report, const PoplensLocation *location, guint *more,
                        GCancellable *cancellable, GError **error)
{
  static const struct {
    const char *key;
    gboolean liveness, trace; /* whether the pages Liveness and Execution Trace use the key */
    gboolean (*add) (SubjectFinder *self, const char *text, GError **error);
  } keys[] = {{"context", FALSE, FALSE, add_context_subject},
              {"executed", FALSE, TRUE, add_executed_step},
              {"program", FALSE, TRUE, add_named_program},
              {"step", TRUE, FALSE, add_program_steps},
              {"compute-set", FALSE, FALSE, add_compute_set_subject},
              {"variable", TRUE, FALSE, add_variable_subject},
              {"operation", FALSE, FALSE, add_operation_subject}};
  g_autoptr (GPtrArray) out = g_ptr_array_new_with_free_func (subject_free);
  SubjectFinder self = {report, location, cancellable, out, 0};
  PoplensPageId page = location ? poplens_location_get_page (location) : POPLENS_PAGE_SUMMARY;

  for (guint k = 0; location && k < G_N_ELEMENTS (keys); k++) {
    const char *text = poplens_location_get (location, keys[k].key);
    gboolean is_operation = keys[k].add == add_operation_subject;
    gboolean counts = page == POPLENS_PAGE_LIVENESS     ? keys[k].liveness
                      : page == POPLENS_PAGE_TRACE      ? keys[k].trace && !out->len
                      : page == POPLENS_PAGE_OPERATIONS ? is_operation
                                                        : !is_operation;
    if (text && counts && !keys[k].add (&self, text, error))
      return NULL;
  }
  *more = self.more;
  return g_steal_pointer (&out);
}

/* ---- texts ----------------------------------------------------------------------------------- */

char *
poplens_debug_title (const PoplensDebugContexts *contexts, guint32 context)
{
  char buffer[POPLENS_DEBUG_LABEL_SIZE];
  const char *layer = poplens_debug_context_layer (contexts, context);
  const char *category = poplens_debug_context_category (contexts, context);
  const char *name = poplens_debug_context_label (contexts, context, buffer);

  return g_strdup_printf ("%s%s%s%s%s", layer, *category ? " " : "", category, *name ? ": " : "",
                          name);
}

char *
poplens_debug_location (const PoplensDebugContexts *contexts, guint32 context)
{
  const char *file = poplens_debug_context_file (contexts, context);

  if (!file || !*file)
    return NULL;
  if (contexts->line[context] == POPLENS_LINE_TOO_LARGE)
    return g_strdup_printf ("%s (line number out of range)", file);
  return contexts->line[context] ? g_strdup_printf ("%s:%u", file, contexts->line[context])
                                 : g_strdup (file);
}
