/* Variables at a step, at the peak, always, and over all steps: one kind of table. */
#include "tables/builders.h"

#include "analysis/debug-operation.h"
#include "analysis/variable-live.h"
#include "tables/debug-source.h"
#include "tables/live-source.h"

#include <string.h>

#define MOST_VALUES 5
#define NOTHING G_MININT64 /* a cell that is not recorded */

typedef struct {
  guint32 variable;
  gint64 values[MOST_VALUES];
} Row;

/* Name, id and category come first, then the values, then the first value's share of @whole. */
enum { NAME, ID, CATEGORY, FIRST_VALUE };

typedef struct {
  const PoplensVariables *variables; /* the report's */
  GHashTable *categories;            /* their names: code and such go by them */
  GArray *rows;
  guint n_values;
  guint64 whole;
  guint step_value;                  /* the value that is a step to go to; G_MAXUINT: none */
  const PoplensDebugContexts *debug; /* the report's; NULL: none at hand */
} Data;

static void
data_free (gpointer pointer)
{
  Data *data = pointer;

  g_array_unref (data->rows);
  g_hash_table_unref (data->categories);
  g_free (data);
}

/* Where the variable comes from: columns behind the share, where contexts are at hand. */
enum { OPERATION, FILE_NAME, LINE };

static void
operation_cell (const Data *data, const Row *row, guint column, PoplensValue *value)
{
  const PoplensDebugContexts *d = data->debug;
  guint32 context = poplens_debug_operation_of_variable (d, data->variables, row->variable);

  if (context == POPLENS_NO_CONTEXT)
    return;
  const char *name = poplens_debug_context_name (d, context);
  if (column == OPERATION)
    poplens_cell_text (value, name ? name : "(name not in the file)");
  else if (column == FILE_NAME)
    poplens_cell_text (value, poplens_debug_context_file (d, context));
  else if (d->line[context] && d->line[context] != POPLENS_LINE_TOO_LARGE)
    poplens_cell_int (value, d->line[context]);
}

static void
cell (gconstpointer pointer, guint32 row, guint column, PoplensValue *value)
{
  const Data *data = pointer;
  const Row *r = &g_array_index (data->rows, Row, row);
  const char *name = column == NAME || column == CATEGORY
                         ? poplens_variable_name (data->variables, r->variable)
                         : NULL;

  if (column == NAME)
    poplens_cell_text (value, name);
  else if (column == ID && r->variable != POPLENS_NO_VARIABLE)
    poplens_cell_int (value, r->variable);
  else if (column == CATEGORY)
    poplens_cell_int (value, name && g_hash_table_contains (data->categories, name));
  else if (column >= FIRST_VALUE && column < FIRST_VALUE + data->n_values) {
    if (r->values[column - FIRST_VALUE] != NOTHING)
      poplens_cell_int (value, r->values[column - FIRST_VALUE]);
  } else if (column == FIRST_VALUE + data->n_values && data->whole)
    poplens_cell_real (value, (double) r->values[0] / (double) data->whole);
  else if (column > FIRST_VALUE + data->n_values && data->debug)
    operation_cell (data, r, column - FIRST_VALUE - data->n_values - 1, value);
}

static char *
link_to_step (gconstpointer pointer, guint32 row)
{
  const Data *data = pointer;
  gint64 step = data->step_value == G_MAXUINT
                    ? NOTHING
                    : g_array_index (data->rows, Row, row).values[data->step_value];

  return step == NOTHING ? NULL : g_strdup_printf ("liveness?step=%" G_GINT64_FORMAT, step);
}

static Data *
data_new (const PoplensVariables *variables, guint n_values)
{
  Data *data = g_new0 (Data, 1);

  data->variables = variables;
  data->n_values = n_values;
  data->step_value = G_MAXUINT;
  data->rows = g_array_new (FALSE, TRUE, sizeof (Row));
  data->categories = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint32 c = 0; c < variables->n_categories; c++)
    g_hash_table_add (data->categories, (gpointer) poplens_strings_get (
                                            variables->strings, variables->category_name[c]));
  return data;
}

static void
add_row (Data *data, guint32 variable, gint64 a, gint64 b, gint64 c, gint64 d)
{
  Row row = {variable, {a, b, c, d, 0}};

  data->whole += (guint64) a;
  g_array_append_val (data->rows, row);
}

static int
most_first (gconstpointer a, gconstpointer b)
{
  const Row *ra = a, *rb = b;

  if (ra->values[0] != rb->values[0])
    return ra->values[0] > rb->values[0] ? -1 : 1;
  return ra->variable < rb->variable ? -1 : ra->variable > rb->variable;
}

/* @values: the columns of the values. Takes @data. */
static PoplensTable *
finish (Data *data, const char *name, PoplensReport *report, const PoplensColumnSpec *values,
        const char *share_doc)
{
  static const PoplensColumnSpec first[FIRST_VALUE] = {
      {"variable", "Variable", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
       "Name of the variable (unlowered_vars.name); empty where the file has none for its id."},
      {"id", "Id", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
       "Its id, as var_bytes_by_eq_class numbers them."},
      {"category", "Compiler's", POPLENS_UNIT_BOOL, POPLENS_FROM_DERIVED,
       "Whether it stands for a category of the compiler's, code or stack, and not for a variable "
       "of the program."},
  };
  static const PoplensColumnSpec source[] = {
      {"operation", "Operation", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
       "Operation of the framework that made the variable: of several contexts their nearest "
       "common "
       "one; empty where it is attributed to none (debug.cbor)."},
      {"file", "File", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Source file of the operation."},
      {"line", "Line", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Line in it."},
  };
  const PoplensColumnSpec share = {"share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
                                   share_doc};
  guint n = data->n_values;
  PoplensTable *table;

  g_array_sort (data->rows, most_first);
  data->debug = poplens_debug_at_hand (report, NULL);
  table = poplens_table_new (name, poplens_tables_find (name)->title, data->rows->len, cell, data,
                             data_free, report);

  poplens_table_add_columns (table, first, FIRST_VALUE);
  poplens_table_add_columns (table, values, n);
  poplens_table_add_columns (table, &share, 1);
  if (data->debug)
    poplens_table_add_columns (table, source, G_N_ELEMENTS (source));
  for (guint c = 0; c < n; c++)
    if (values[c].unit != POPLENS_UNIT_ID)
      poplens_table_add_total (table, FIRST_VALUE + c);
  poplens_table_add_total (table, FIRST_VALUE + n);
  poplens_table_set_link (table, link_to_step);
  return table;
}

static PoplensTable *
set_note (PoplensTable *table, PoplensLiveSource *source, guint32 step, const char *more)
{
  g_autofree char *where = step == POPLENS_NO_STEP ? g_strdup (source->label)
                                                   : poplens_live_source_describe (source, step);
  g_autofree char *note = g_strdup_printf ("%s. %s", where, more);

  if (g_ascii_islower (*note))
    *note = g_ascii_toupper (*note);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- a step ---------------------------------------------------------------------------- */

static PoplensLiveStep *
load_step (PoplensLiveSource *source, guint32 step, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensClassBytes) bytes = poplens_live_source_bytes (source, cancellable, error);

  if (!bytes)
    return NULL;
  /* A program without steps has nothing live. */
  return poplens_live_step_new (source->liveness, bytes, step);
}

static PoplensTable *
build_two_steps (PoplensLiveSource *source, const PoplensLiveStep *first, GCancellable *cancellable,
                 GError **error)
{
  static const PoplensColumnSpec columns[] = {
      {"live", "Live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes live at the step, always-live ones included."},
      {"live_2", "Live at the second", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes live at the second step, always-live ones included."},
      {"difference", "Difference", POPLENS_UNIT_SIGNED_BYTES, POPLENS_FROM_DERIVED,
       "Bytes at the second step minus bytes at the first."},
  };
  g_autoptr (PoplensLiveStep) second = load_step (source, source->step2, cancellable, error);
  g_autoptr (GArray) rows = second ? poplens_live_step_compare (first, second) : NULL;
  g_autofree char *more = NULL;
  g_autofree char *program = NULL;
  Data *data;

  if (!second)
    return NULL;
  data = data_new (source->variables, G_N_ELEMENTS (columns));
  for (guint i = 0; i < rows->len; i++) {
    const PoplensStepDifference *row = &g_array_index (rows, PoplensStepDifference, i);
    add_row (data, row->variable, (gint64) row->first, (gint64) row->second, row->difference, 0);
  }
  program = poplens_program_title (source->programs, source->liveness->program[source->step2]);
  more = g_strdup_printf ("Compared with step %u, %s.", source->step2, program);
  return set_note (finish (data, "live-variables", source->report, columns,
                           "Bytes at the first step as a part of all that is live there."),
                   source, first->step, more);
}

static PoplensTable *
build_one_step (PoplensLiveSource *source, const PoplensLiveStep *step)
{
  static const PoplensColumnSpec columns[] = {
      {"live", "Live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes live at the step: the two columns that follow together (var_bytes_by_eq_class)."},
      {"not_always_live", "Not always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Of them, bytes that are not live at every step."},
      {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Of them, bytes that are live at every step."},
  };
  Data *data = data_new (source->variables, G_N_ELEMENTS (columns));

  for (guint i = 0; i < step->variables->len; i++) {
    const PoplensStepVariable *v = &g_array_index (step->variables, PoplensStepVariable, i);
    if (v->live + v->always_live)
      add_row (data, v->variable, (gint64) (v->live + v->always_live), (gint64) v->live,
               (gint64) v->always_live, 0);
  }
  return set_note (finish (data, "live-variables", source->report, columns,
                           "Bytes as a part of all that is live at the step."),
                   source, step->step, "Bytes are those of one replica.");
}

/* A table of a report whose program has no step. */
static PoplensTable *
build_nothing (PoplensLiveSource *source, const char *name)
{
  static const PoplensColumnSpec column = {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                                           "Bytes at the step."};

  return finish (data_new (source->variables, 1), name, source->report, &column,
                 "Bytes as a part of them all.");
}

/* The source that @place asks for, and its step with what is live there; *@step is NULL where there
 * is none. */
static gboolean
load (PoplensLiveSource *source, PoplensLiveStep **step, PoplensReport *report,
      const PoplensPlace *place, GCancellable *cancellable, GError **error)
{
  guint32 at;

  /* The variables' absence is said before anything is counted. */
  if (!poplens_live_source_init (source, report, place, cancellable, error) ||
      !poplens_report_load_variables (report, cancellable, error) ||
      !poplens_live_source_step (source, &at, cancellable, error))
    return FALSE;
  if (at == POPLENS_NO_STEP)
    return TRUE;
  *step = load_step (source, at, cancellable, error);
  return *step != NULL;
}

PoplensTable *
poplens_build_live_variables (PoplensReport *report, const PoplensPlace *place,
                              GCancellable *cancellable, GError **error)
{
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensLiveStep) step = NULL;

  if (!load (&source, &step, report, place, cancellable, error))
    return NULL;
  if (!step)
    return build_nothing (&source, "live-variables");
  return source.has_step2 ? build_two_steps (&source, step, cancellable, error)
                          : build_one_step (&source, step);
}

/* ---- born, freed ----------------------------------------------------------------------- */

static PoplensTable *
build_changes (PoplensReport *report, const PoplensPlace *place, const char *name, gboolean born,
               const char *doc, GCancellable *cancellable, GError **error)
{
  const PoplensColumnSpec column = {"bytes", born ? "Born" : "Freed", POPLENS_UNIT_BYTES,
                                    POPLENS_FROM_FILE, doc};
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensLiveStep) step = NULL;
  Data *data;

  if (!load (&source, &step, report, place, cancellable, error))
    return NULL;
  if (!step)
    return build_nothing (&source, name);
  data = data_new (source.variables, 1);
  for (guint i = 0; i < step->variables->len; i++) {
    const PoplensStepVariable *v = &g_array_index (step->variables, PoplensStepVariable, i);
    guint64 bytes = born ? v->born : v->freed;
    if (bytes)
      add_row (data, v->variable, (gint64) bytes, 0, 0, 0);
  }
  return set_note (finish (data, name, report, &column, "Bytes as a part of them all."), &source,
                   step->step, born ? "Live from this step on." : "Live up to the step before.");
}

PoplensTable *
poplens_build_born_variables (PoplensReport *report, const PoplensPlace *place,
                              GCancellable *cancellable, GError **error)
{
  return build_changes (report, place, "born-variables", TRUE,
                        "Bytes that are live from this step on (eq_class_step.step_id_from).",
                        cancellable, error);
}

PoplensTable *
poplens_build_freed_variables (PoplensReport *report, const PoplensPlace *place,
                               GCancellable *cancellable, GError **error)
{
  return build_changes (report, place, "freed-variables", FALSE,
                        "Bytes that were live up to the step before (eq_class_step.step_id_to).",
                        cancellable, error);
}

/* ---- always, at the peak ---------------------------------------------------------------- */

static const PoplensPlace *
without_step (const PoplensPlace *place, PoplensPlace **changed)
{
  if (place)
    *changed = poplens_place_with (place, "step", NULL);
  return *changed;
}

static PoplensTable *
build_part (PoplensReport *report, const PoplensPlace *place, const char *name, gboolean always,
            const PoplensColumnSpec *column, const char *share_doc, GCancellable *cancellable,
            GError **error)
{
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensPlace) changed = NULL;
  g_autoptr (PoplensLiveStep) step = NULL;
  Data *data;

  if (!load (&source, &step, report, without_step (place, &changed), cancellable, error))
    return NULL;
  if (!step)
    return build_nothing (&source, name);
  data = data_new (source.variables, 1);
  for (guint i = 0; i < step->variables->len; i++) {
    const PoplensStepVariable *v = &g_array_index (step->variables, PoplensStepVariable, i);
    guint64 bytes = always ? v->always_live : v->live;
    if (bytes)
      add_row (data, v->variable, (gint64) bytes, 0, 0, 0);
  }
  return set_note (finish (data, name, report, column, share_doc), &source,
                   always ? POPLENS_NO_STEP : step->step,
                   always ? "Live at every step; bytes that two variables use count twice."
                          : "The step with the most; bytes are those of one replica.");
}

PoplensTable *
poplens_build_always_live_variables (PoplensReport *report, const PoplensPlace *place,
                                     GCancellable *cancellable, GError **error)
{
  static const PoplensColumnSpec column = {
      "bytes", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
      "Bytes that are live at every step (var_bytes_by_eq_class, eq_classes.is_always_live)."};

  return build_part (report, place, "always-live-variables", TRUE, &column,
                     "Bytes as a part of all that is always live.", cancellable, error);
}

PoplensTable *
poplens_build_peak_variables (PoplensReport *report, const PoplensPlace *place,
                              GCancellable *cancellable, GError **error)
{
  static const PoplensColumnSpec column = {
      "bytes", "At the peak", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
      "Bytes that are live at the step with the most, but not at every step."};

  return build_part (report, place, "peak-variables", FALSE, &column,
                     "Bytes as a part of all that is live there but not always.", cancellable,
                     error);
}

/* ---- all steps ------------------------------------------------------------------------- */

PoplensTable *
poplens_build_variables (PoplensReport *report, const PoplensPlace *place,
                         GCancellable *cancellable, GError **error)
{
  static const PoplensColumnSpec columns[] = {
      {"most", "Always and most", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
       "The two columns that follow together."},
      {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes that are live at every step."},
      {"not_always_live_max", "Others, at most", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
       "Most bytes at one step that are not live at every step. Variables have theirs at different "
       "steps: the sum is no peak."},
      {"step", "At step", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "The first step with that many."},
  };
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensClassBytes) bytes = NULL;
  g_autoptr (GArray) live = NULL;
  Data *data;

  if (!poplens_live_source_init (&source, report, place, cancellable, error) ||
      !(bytes = poplens_live_source_bytes (&source, cancellable, error)))
    return NULL;
  live = poplens_variables_live (source.liveness, bytes, cancellable);
  if (!live) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  data = data_new (source.variables, G_N_ELEMENTS (columns));
  data->step_value = 3;
  for (guint i = 0; i < live->len; i++) {
    const PoplensVariableLive *v = &g_array_index (live, PoplensVariableLive, i);
    add_row (data, v->variable, (gint64) (v->always_live + v->not_always_live_max),
             (gint64) v->always_live, (gint64) v->not_always_live_max,
             v->step == POPLENS_NO_STEP ? NOTHING : (gint64) v->step);
  }
  return set_note (finish (data, "variables", report, columns, "As a part of the sum of them all."),
                   &source, POPLENS_NO_STEP, "Bytes are those of one replica.");
}
