/* A variable's life: its ranges of steps, and the programs at their ends. */
#include "tables/engine/builders.h"

#include "analysis/insights/insights.h"
#include "analysis/liveness/lifetimes.h"
#include "derived/liveness/live-source.h"
#include "derived/programs/program-location.h"
#include "tables/engine/registry.h"

/* Of a variable with more ranges the largest are shown. */
#define MOST_RANGES 1000

typedef struct {
  const char *what;
  gint64 step, steps, bytes, always_live, program;
  const char *type, *name;
  gint64 id, class;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (
        Row, what, "Lifetime", TEXT, DERIVED,
        "Step range in which bytes of the variable are live, expandable to the steps at both ends"),
    POPLENS_CELL (Row, step, "Step", ID, FILE,
                  "First step of the range, or the step at an end (eq_class_step)"),
    POPLENS_CELL (Row, steps, "Steps", COUNT, FILE, "Length of the range. Steps are not time."),
    POPLENS_CELL (Row, bytes, "Bytes", BYTES, FILE,
                  "Bytes of the variable that are live in the range (var_bytes_by_eq_class)"),
    POPLENS_CELL (Row, always_live, "Always live", BOOL, FILE,
                  "Whether these bytes are live at every step (eq_classes.is_always_live)"),
    POPLENS_CELL (Row, program, "Program", ID, FILE, "ID of the program of the step"),
    POPLENS_CELL (Row, type, "Type", TEXT, FILE, "Type of the program"),
    POPLENS_CELL (Row, name, "Name", TEXT, FILE, "Name of the program"),
    POPLENS_CELL (Row, id, "ID", ID, FILE,
                  "ID of the variable, as numbered in var_bytes_by_eq_class"),
    POPLENS_CELL (Row, class, "Class", ID, FILE,
                  "Equivalence class of the bytes; bytes of one class are live at the same steps"),
};

typedef struct {
  PoplensLiveSource *source;
  gboolean has_trace;
  PoplensRecords *rows;
} Builder;

static gboolean
ran (const Builder *self, guint32 program)
{
  const PoplensPrograms *programs = self->source->programs;
  guint32 row =
      self->has_trace && programs ? poplens_programs_find (programs, program) : POPLENS_NO_ROW;

  if (row == POPLENS_NO_ROW)
    return FALSE;
  return programs->kind[row] == POPLENS_PROGRAM_ON_TILE_EXECUTE ||
         programs->kind[row] == POPLENS_PROGRAM_STREAM_COPY_BEGIN ||
         programs->kind[row] == POPLENS_PROGRAM_STREAM_COPY_END ||
         poplens_program_exchange (programs, row) != POPLENS_N_EXCHANGE_KINDS;
}

static void
add_program (Builder *self, const char *what, guint32 step, const char *page)
{
  guint32 program = self->source->liveness->program[step];
  Row *row = poplens_records_add_at (self->rows, 1);

  row->what = poplens_records_text (self->rows, what);
  row->step = step;
  row->program = program;
  row->type = poplens_program_type_text (self->source->programs, program);
  row->name = poplens_program_name_text (self->source->programs, program);
  poplens_records_link (self->rows, "%s?program=%u", page, program);
}

/* Its program in the Program Tree, and where it ran. */
static void
add_end (Builder *self, const char *what, guint32 step)
{
  guint32 n = self->source->liveness->n_steps;

  if (step >= n)
    return;
  add_program (self, what, step, "programs");
  if (ran (self, self->source->liveness->program[step])) {
    g_autofree char *where = g_strdup_printf ("%s: where it ran", what);
    add_program (self, where, step, "trace");
  }
}

/* Both ends of the range beside each other, of the same source. */
static void
link_to_ends (Builder *self, const PoplensVariableRange *range)
{
  g_autofree char *steps = range->to - range->from > 1
                               ? g_strdup_printf ("%u,%u", range->from, range->to - 1)
                               : g_strdup_printf ("%u", range->from);
  g_autoptr (PoplensLocation) here =
      poplens_location_on_page (self->source->location, POPLENS_PAGE_LIVENESS);
  g_autoptr (PoplensLocation) there = poplens_location_with (here, "step", steps);
  g_autofree char *link = poplens_location_to_string (there);

  poplens_records_link (self->rows, "%s", link);
}

static void
add_range (Builder *self, const PoplensVariableRange *range)
{
  guint32 n = self->source->liveness->n_steps;
  g_autofree char *what =
      range->always ? g_strdup ("At every step")
                    : g_strdup_printf ("Step %u to %u", range->from, range->to ? range->to - 1 : 0);
  Row *row = poplens_records_add (self->rows);

  row->what = poplens_records_text (self->rows, what);
  row->step = range->from;
  row->steps = range->to > range->from ? range->to - range->from : 0;
  row->bytes = range->bytes;
  row->always_live = range->always;
  row->id = range->variable;
  row->class = range->class_id;
  /* What is there from loading on, no program brings or takes away. */
  if (range->always || range->from >= n || range->to <= range->from)
    return;
  link_to_ends (self, range);
  add_end (self, "Born at", range->from);
  add_end (self, "Last live at", range->to - 1);
  add_end (self, "Freed at", range->to);
}

static int
most_bytes (gconstpointer a, gconstpointer b)
{
  guint64 ba = ((const PoplensVariableRange *) a)->bytes;
  guint64 bb = ((const PoplensVariableRange *) b)->bytes;

  return ba > bb ? -1 : ba < bb;
}

static char *
describe (const PoplensLiveSource *source, const char *variable, const GArray *ids, guint n_ranges)
{
  g_autoptr (GString) note = g_string_new (variable);
  PoplensNumber all;

  if (ids->len > 1)
    g_string_append_printf (note, " (%u variables with this name)", ids->len);
  g_string_append_printf (note, ", %s. ", source->label);
  if (n_ranges > MOST_RANGES)
    g_string_append_printf (note, "The largest %u of %s ranges. ", MOST_RANGES,
                            poplens_format_count (all, n_ranges));
  if (n_ranges)
    g_string_append (note, "The program at the last step keeps the variable live and need not use "
                           "it; Idle has the recorded uses.");
  else
    g_string_append (note, "No bytes of the variable are allocated on these tiles.");
  return g_string_free (g_steal_pointer (&note), FALSE);
}

static PoplensTable *
finish (PoplensRecords *rows, PoplensReport *report, const char *note)
{
  PoplensTable *table = poplens_records_finish_tree (
      rows, "variable-steps", poplens_tables_find ("variable-steps")->title, report);

  poplens_table_set_note (table, note);
  return table;
}

PoplensTable *
poplens_build_variable_steps (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  const char *text = location ? poplens_location_get (location, "variable") : NULL;
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensClassBytes) bytes = NULL;
  g_autoptr (GArray) ids = NULL;
  Builder self = {.source = &source};

  if (!poplens_live_source_init (&source, report, location, cancellable, error) ||
      !(bytes = poplens_live_source_all_bytes (&source, cancellable, error)))
    return NULL;
  self.rows = POPLENS_RECORDS (Row, columns);
  if (!text)
    return finish (self.rows, report, "No variable selected. Select one in a table of variables.");
  if (!(ids = poplens_variable_ids (source.variables, text, error))) {
    poplens_records_free (self.rows);
    return NULL;
  }
  self.has_trace = !poplens_report_get_absence (report, POPLENS_PART_EXECUTION);
  g_autoptr (GArray) ranges = poplens_variable_ranges (
      source.liveness, bytes, (const guint32 *) (gconstpointer) ids->data, ids->len);
  if (ranges->len > MOST_RANGES)
    g_array_sort (ranges, most_bytes);
  for (guint i = 0; i < MIN (ranges->len, MOST_RANGES); i++)
    add_range (&self, &g_array_index (ranges, PoplensVariableRange, i));
  const char *name = poplens_variable_name (source.variables, g_array_index (ids, guint32, 0));
  g_autofree char *note = describe (&source, name && *name ? name : text, ids, ranges->len);
  return finish (self.rows, report, note);
}
