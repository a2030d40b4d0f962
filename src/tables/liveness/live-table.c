/* Makes tables of live variables, with values of one step, or with a column for each of several
 * steps. */
#include "tables/liveness/live-table.h"

#include "analysis/operations/debug-operation.h"
#include "derived/operations/debug-source.h"
#include "derived/programs/program-location.h"
#include "tables/engine/kind-column.h"
#include "tables/engine/registry.h"

/* ---- rows ------------------------------------------------------------------------------------ */

/* Order of columns: name, ID, category, kind, the values, the first value as a share of its total,
 * and the operation that made the variable. */
enum { NAME, ID, CATEGORY, KIND, FIRST_VALUE };
enum { OPERATION, FILE_NAME, LINE };

struct _PoplensLiveTable {
  PoplensReport *report;             /* (not owned): the PoplensTable keeps it alive */
  const PoplensVariables *variables; /* owned by the report */
  GHashTable *categories; /* set of category names, such as code: a variable with such a name is
                             made by the compiler */
  GArray *variable;       /* guint32: IDs, in the order in which they were added */
  GArray *values;         /* gint64 [variables × n_values] */
  guint32 *order;         /* row → index in .variable and .values */
  guint n_values;
  guint64 whole;
  gboolean by_change; /* sorts by the largest difference: see live_table_by_change () */
  guint step_value;   /* index of the value that is the number of a step; rows link to this step;
                         G_MAXUINT: none */
  PoplensLocation *location;         /* (nullable): location whose selection the links keep */
  const PoplensDebugContexts *debug; /* (nullable): owned by the report; NULL if not loaded */
  const PoplensKindIndex *kinds;     /* (nullable): NULL if not computed */
};

static void
live_table_free (gpointer pointer)
{
  PoplensLiveTable *self = pointer;

  g_array_unref (self->variable);
  g_array_unref (self->values);
  g_hash_table_unref (self->categories);
  g_clear_pointer (&self->location, poplens_location_unref);
  g_free (self->order);
  g_free (self);
}

PoplensLiveTable *
poplens_live_table_new (PoplensLiveSource *source, guint n_values)
{
  PoplensLiveTable *self = g_new0 (PoplensLiveTable, 1);
  const PoplensVariables *variables = source->variables;

  self->report = source->report;
  self->variables = variables;
  self->n_values = n_values;
  self->step_value = G_MAXUINT;
  self->location =
      source->location ? poplens_location_ref ((PoplensLocation *) source->location) : NULL;
  self->variable = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->values = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->categories = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint32 c = 0; c < variables->n_categories; c++)
    g_hash_table_add (self->categories, (gpointer) poplens_variables_category_name (variables, c));
  return self;
}

void
poplens_live_table_add (PoplensLiveTable *self, guint32 variable, const gint64 *values)
{
  self->whole += (guint64) values[0];
  g_array_append_val (self->variable, variable);
  g_array_append_vals (self->values, values, self->n_values);
}

void
poplens_live_table_set_step (PoplensLiveTable *self, guint value)
{
  self->step_value = value;
}

/* ---- cells ----------------------------------------------------------------------------------- */

static guint32
live_table_variable (const PoplensLiveTable *self, guint32 row)
{
  return g_array_index (self->variable, guint32, self->order[row]);
}

static gint64
live_table_value (const PoplensLiveTable *self, guint32 row, guint value)
{
  return g_array_index (self->values, gint64, (gsize) self->order[row] * self->n_values + value);
}

static void
live_operation_cell (const PoplensLiveTable *self, guint32 variable, guint column,
                     PoplensValue *value)
{
  const PoplensDebugContexts *d = self->debug;
  guint32 context = poplens_debug_operation_of_variable (d, self->variables, variable);

  if (context == POPLENS_NO_CONTEXT)
    return;
  const char *name = poplens_debug_context_name (d, context);
  if (column == OPERATION)
    poplens_cell_text (value, name ? name : "(name not recorded)");
  else if (column == FILE_NAME)
    poplens_cell_text (value, poplens_debug_context_file (d, context));
  else if (d->line[context] && d->line[context] != POPLENS_LINE_TOO_LARGE)
    poplens_cell_int (value, d->line[context]);
}

static void
live_table_cell (gconstpointer pointer, guint32 row, guint column, PoplensValue *value)
{
  const PoplensLiveTable *self = pointer;
  guint32 variable = live_table_variable (self, row);
  const char *name = column == NAME || column == CATEGORY
                         ? poplens_variable_name (self->variables, variable)
                         : NULL;

  if (column == NAME)
    poplens_cell_text (value, name);
  else if (column == ID && variable != POPLENS_NO_VARIABLE)
    poplens_cell_int (value, variable);
  else if (column == CATEGORY)
    poplens_cell_int (value, name && g_hash_table_contains (self->categories, name));
  else if (column == KIND)
    poplens_cell_text (value, poplens_kind_text (self->kinds, self->variables, variable));
  else if (column >= FIRST_VALUE && column < FIRST_VALUE + self->n_values) {
    gint64 here = live_table_value (self, row, column - FIRST_VALUE);
    if (here != POPLENS_LIVE_NOTHING)
      poplens_cell_int (value, here);
  } else if (column == FIRST_VALUE + self->n_values && self->whole)
    poplens_cell_real (value, (double) live_table_value (self, row, 0) / (double) self->whole);
  else if (column > FIRST_VALUE + self->n_values && self->debug)
    live_operation_cell (self, variable, column - FIRST_VALUE - self->n_values - 1, value);
}

/* Returns a link to the steps of the variable, on the same page and graph. (transfer full) */
static char *
link_to_variable (gconstpointer pointer, guint32 row)
{
  const PoplensLiveTable *self = pointer;
  guint32 variable = live_table_variable (self, row);
  gint64 step = self->step_value == G_MAXUINT ? POPLENS_LIVE_NOTHING
                                              : live_table_value (self, row, self->step_value);
  g_autoptr (PoplensLocation) page =
      poplens_location_on_page (self->location, POPLENS_PAGE_LIVENESS);
  g_autofree char *id = g_strdup_printf ("%u", variable);
  g_autofree char *at = g_strdup_printf ("%" G_GINT64_FORMAT, step);
  const char *const keys[][2] = {
      {"variable", id}, {"tab", "variable-steps"}, {"from", NULL}, {"to", NULL}, {"step", at}};

  if (variable == POPLENS_NO_VARIABLE)
    return NULL;
  g_autoptr (PoplensLocation) there = poplens_location_with_pairs (
      page, keys, G_N_ELEMENTS (keys) - (step == POPLENS_LIVE_NOTHING));
  return poplens_location_to_string (there);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Returns the largest absolute difference between a step and the first step; 0 if rows are not
 * sorted by it. @position: index of the variable */
static gint64
largest_row_change (const PoplensLiveTable *self, guint32 position)
{
  gint64 most = 0;

  for (guint v = 2; self->by_change && v < self->n_values; v += 2) {
    gint64 change = g_array_index (self->values, gint64, (gsize) position * self->n_values + v);
    most = MAX (most, ABS (change));
  }
  return most;
}

static int
compare_live_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const PoplensLiveTable *self = user_data;
  guint32 pa = *(const guint32 *) a, pb = *(const guint32 *) b;
  gint64 va = g_array_index (self->values, gint64, (gsize) pa * self->n_values);
  gint64 vb = g_array_index (self->values, gint64, (gsize) pb * self->n_values);
  gint64 ca = largest_row_change (self, pa), cb = largest_row_change (self, pb);

  if (ca != cb)
    return ca > cb ? -1 : 1;
  if (va != vb)
    return va > vb ? -1 : 1;
  guint32 ia = g_array_index (self->variable, guint32, pa);
  guint32 ib = g_array_index (self->variable, guint32, pb);
  return ia < ib ? -1 : ia > ib;
}

static void
live_table_sort (PoplensLiveTable *self)
{
  guint n = self->variable->len;

  self->order = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    self->order[i] = i;
  g_qsort_with_data (self->order, (int) n, sizeof *self->order, compare_live_rows, self);
}

/* Sorts rows by their largest absolute difference from the first step. The differences are the
 * values at indices 2, 4, … */
static void
live_table_by_change (PoplensLiveTable *self)
{
  self->by_change = TRUE;
}

PoplensTable *
poplens_live_table_finish (PoplensLiveTable *self, const char *name, const PoplensColumn *columns,
                           const char *share_doc)
{
  static const PoplensColumn first[KIND] = {
      {"variable", "Variable", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
       "Name of the variable (unlowered_vars.name); empty if none is recorded; <message:NAME> is "
       "the buffer in which an exchange brings NAME"},
      {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
       "ID of the variable, as numbered in var_bytes_by_eq_class"},
      {"category", "By compiler", POPLENS_UNIT_BOOL, POPLENS_FROM_DERIVED,
       "Whether the compiler created the variable (code, stack)"},
  };
  static const PoplensColumn source[] = {
      {"operation", "Operation", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
       "Framework operation that created the variable; with several debug contexts the nearest "
       "common one; empty if unattributed (debug.cbor)"},
      {"file", "File", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Source file of the operation"},
      {"line", "Line", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Line in the source file"},
  };
  const PoplensColumn share = {"share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
                               share_doc};
  guint n = self->n_values;
  PoplensTable *table;

  live_table_sort (self);
  self->debug = poplens_debug_at_hand (self->report, NULL);
  self->kinds = poplens_kinds_at_hand (self->report, NULL);
  table = poplens_table_new (name, poplens_tables_find (name)->title, self->variable->len,
                             live_table_cell, self, live_table_free, self->report);
  poplens_table_add_columns (table, first, KIND);
  poplens_table_add_columns (table, &poplens_kind_column, 1);
  poplens_table_add_columns (table, columns, n);
  poplens_table_add_columns (table, &share, 1);
  if (self->debug)
    poplens_table_add_columns (table, source, G_N_ELEMENTS (source));
  for (guint c = 0; c < n; c++)
    if (columns[c].unit == POPLENS_UNIT_BYTES || columns[c].unit == POPLENS_UNIT_SIGNED_BYTES)
      poplens_table_add_total (table, FIRST_VALUE + c);
  poplens_table_add_total (table, FIRST_VALUE + n);
  poplens_table_set_link (table, link_to_variable);
  return table;
}

PoplensTable *
poplens_live_table_note (PoplensTable *table, PoplensLiveSource *source, guint32 step,
                         const char *more)
{
  g_autofree char *where = step == POPLENS_NO_STEP ? g_strdup (source->label)
                                                   : poplens_live_source_describe (source, step);
  g_autofree char *note = g_strdup_printf ("%s. %s", where, more);

  if (g_ascii_islower (*note))
    *note = g_ascii_toupper (*note);
  poplens_table_set_note (table, note);
  return table;
}

PoplensTable *
poplens_live_table_nothing (PoplensLiveSource *source, const char *name)
{
  static const PoplensColumn column = {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                                       "Bytes at the step"};

  return poplens_live_table_finish (poplens_live_table_new (source, 1), name, &column,
                                    "Bytes as a share of all bytes listed");
}

/* ---- several steps --------------------------------------------------------------------------- */

/* Table of several steps: a column for each step and, from the second step on, a column for its
 * difference from the first step. */

/* Names, titles and documentation of the two columns of a step. */
typedef struct {
  char name[16], difference[24];
  char title[24], difference_title[40];
  char *doc;
} StepColumns;

/* Names the columns of step @i in the list. Names such as "live_2" contain the position of the
 * step, not its number. So the table stays sorted by a column if other steps are selected. */
static void
name_columns (StepColumns *self, guint i, const PoplensStepList *steps, const char *what,
              const char *program)
{
  guint32 step = steps->step[i], first = steps->step[0];

  g_snprintf (self->name, sizeof self->name, i ? "%s_%u" : "%s", "live", i + 1);
  g_snprintf (self->title, sizeof self->title, "Step %u", step);
  g_snprintf (self->difference, sizeof self->difference, "difference_%u", i + 1);
  g_snprintf (self->difference_title, sizeof self->difference_title, "%u − %u", step, first);
  self->doc = g_strdup_printf ("Bytes live at step %u, %s%s", step, program, what);
}

static PoplensColumn *
make_step_columns (PoplensLiveSource *source, const PoplensStepList *steps, gboolean with_always,
                   StepColumns *texts)
{
  static const char difference[] = "Bytes at this step minus bytes at the first step";
  PoplensColumn *columns = g_new (PoplensColumn, 2 * steps->n);

  for (guint i = 0, c = 0; i < steps->n; i++) {
    guint32 id = source->liveness->program[steps->step[i]];
    g_autofree char *program = poplens_program_title (source->programs, id);
    name_columns (&texts[i], i, steps,
                  with_always ? ", always-live ones included" : ", without always-live ones",
                  program);
    columns[c++] = (PoplensColumn){texts[i].name, texts[i].title, POPLENS_UNIT_BYTES,
                                   POPLENS_FROM_FILE, texts[i].doc};
    if (i)
      columns[c++] = (PoplensColumn){texts[i].difference, texts[i].difference_title,
                                     POPLENS_UNIT_SIGNED_BYTES, POPLENS_FROM_DERIVED, difference};
  }
  return columns;
}

static void
add_rows_of_steps (PoplensLiveTable *table, const PoplensLiveSteps *live, gboolean with_always)
{
  gint64 values[2 * POPLENS_MOST_STEPS];

  for (guint row = 0; row < live->variable->len; row++) {
    guint64 always = with_always ? g_array_index (live->always, guint64, row) : 0;
    const guint64 *bytes = &g_array_index (live->bytes, guint64, (gsize) row * live->n);
    gboolean any = always > 0;
    for (guint i = 0, v = 0; i < live->n; i++) {
      values[v++] = (gint64) (always + bytes[i]);
      if (i)
        values[v++] = (gint64) (bytes[i] - bytes[0]);
      any |= bytes[i] > 0;
    }
    if (any)
      poplens_live_table_add (table, g_array_index (live->variable, guint32, row), values);
  }
}

static char *
describe_compared_steps (PoplensLiveSource *source, const PoplensStepList *steps)
{
  guint32 first = source->liveness->program[steps->step[0]];
  g_autofree char *program = poplens_program_title (source->programs, first);
  PoplensNumber named;

  if (source->steps.named > steps->n)
    return g_strdup_printf ("%u of %s steps shown; compared with step %u, %s.", steps->n,
                            poplens_format_count (named, source->steps.named), steps->step[0],
                            program);
  return g_strdup_printf ("%u steps, compared with step %u, %s.", steps->n, steps->step[0],
                          program);
}

PoplensTable *
poplens_live_table_steps (PoplensLiveSource *source, const char *name, const PoplensStepList *steps,
                          gboolean with_always, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensClassBytes) bytes = poplens_live_source_bytes (source, cancellable, error);
  g_autoptr (PoplensLiveSteps) live = NULL;
  g_autofree PoplensColumn *columns = NULL;
  g_autofree char *note = NULL;
  StepColumns texts[POPLENS_MOST_STEPS];
  PoplensLiveTable *rows;
  PoplensTable *table;

  if (!bytes)
    return NULL;
  live = poplens_live_steps_new (source->liveness, bytes, steps->step, steps->n);
  rows = poplens_live_table_new (source, 2 * steps->n - 1);
  live_table_by_change (rows);
  add_rows_of_steps (rows, live, with_always);
  columns = make_step_columns (source, steps, with_always, texts);
  table = poplens_live_table_finish (
      rows, name, columns, "Bytes at the first step as a share of all live bytes at that step");
  for (guint i = 0; i < steps->n; i++)
    g_free (texts[i].doc);
  note = describe_compared_steps (source, steps);
  return poplens_live_table_note (table, source, POPLENS_NO_STEP, note);
}
