/* A variable's life: its ranges of steps, and the programs at their ends. */
#include "tables/engine/builders.h"

#include "analysis/insights/insights.h"
#include "analysis/liveness/variable-live.h"
#include "derived/liveness/live-source.h"
#include "derived/memory/variable-ids.h"
#include "derived/programs/program-text.h"
#include "tables/engine/registry.h"

/* Of a variable with more ranges the largest are shown. */
#define MOST_RANGES 1000

enum { WHAT, STEP, STEPS, BYTES, ALWAYS, PROGRAM, TYPE, NAME, ID, CLASS, N_COLUMNS };

static const PoplensColumnSpec columns[N_COLUMNS] = {
    [WHAT] = {"what", "Lifetime", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
              "Step range in which bytes of the variable are live, expandable to the steps at both "
              "ends"},
    [STEP] = {"step", "Step", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
              "First step of the range, or the step at an end (eq_class_step)"},
    [STEPS] = {"steps", "Steps", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
               "Length of the range. Steps are not time."},
    [BYTES] = {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
               "Bytes of the variable that are live in the range (var_bytes_by_eq_class)"},
    [ALWAYS] = {"always_live", "Always live", POPLENS_UNIT_BOOL, POPLENS_FROM_FILE,
                "Whether these bytes are live at every step (eq_classes.is_always_live)"},
    [PROGRAM] = {"program", "Program", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                 "ID of the program of the step"},
    [TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Type of the program"},
    [NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name of the program"},
    [ID] = {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
            "ID of the variable, as numbered in var_bytes_by_eq_class"},
    [CLASS] = {"class", "Class", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
               "Equivalence class of the bytes; bytes of one class are live at the same steps"},
};

typedef struct {
  PoplensLiveSource *source;
  gboolean has_trace;
  PoplensRows *rows;
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
  g_autofree char *link = g_strdup_printf ("%s?program=%u", page, program);

  poplens_rows_add (self->rows, 1);
  poplens_rows_text (self->rows, WHAT, what);
  poplens_rows_int (self->rows, STEP, step);
  poplens_rows_int (self->rows, PROGRAM, program);
  poplens_rows_text (self->rows, TYPE, poplens_program_type_text (self->source->programs, program));
  poplens_rows_text (self->rows, NAME, poplens_program_name_text (self->source->programs, program));
  poplens_rows_link (self->rows, link);
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
      self->source->location
          ? poplens_location_on_page (self->source->location, POPLENS_PAGE_LIVENESS)
          : poplens_location_new (POPLENS_PAGE_LIVENESS);
  g_autoptr (PoplensLocation) there = poplens_location_with (here, "step", steps);
  g_autofree char *link = poplens_location_to_string (there);

  poplens_rows_link (self->rows, link);
}

static void
add_range (Builder *self, const PoplensVariableRange *range)
{
  guint32 n = self->source->liveness->n_steps;
  g_autofree char *what =
      range->always ? g_strdup ("At every step")
                    : g_strdup_printf ("Step %u to %u", range->from, range->to ? range->to - 1 : 0);

  poplens_rows_add (self->rows, 0);
  poplens_rows_text (self->rows, WHAT, what);
  poplens_rows_int (self->rows, STEP, range->from);
  poplens_rows_int (self->rows, STEPS, range->to > range->from ? range->to - range->from : 0);
  poplens_rows_int (self->rows, BYTES, (gint64) range->bytes);
  poplens_rows_int (self->rows, ALWAYS, range->always);
  poplens_rows_int (self->rows, ID, range->variable);
  poplens_rows_int (self->rows, CLASS, range->class_id);
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
    g_string_append_printf (note, ", the name of %u variables", ids->len);
  g_string_append_printf (note, ", %s. ", source->label);
  if (n_ranges > MOST_RANGES)
    g_string_append_printf (note, "The largest %u of %s ranges. ", MOST_RANGES,
                            poplens_format_count (all, n_ranges));
  if (n_ranges)
    g_string_append (note, "The program at the last step keeps the variable live; which programs "
                           "use a variable is not recorded.");
  else
    g_string_append (note, "No bytes of the variable are allocated on these tiles.");
  return g_string_free (g_steal_pointer (&note), FALSE);
}

static PoplensTable *
finish (PoplensRows *rows, PoplensReport *report, const char *note)
{
  PoplensTable *table = poplens_rows_finish (
      rows, "variable-steps", poplens_tables_find ("variable-steps")->title, report, TRUE);

  poplens_table_add_columns (table, columns, N_COLUMNS);
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
  self.rows = poplens_rows_new (N_COLUMNS);
  if (!text)
    return finish (self.rows, report, "No variable selected. Select one in a table of variables.");
  if (!(ids = poplens_variable_ids (source.variables, text, error))) {
    poplens_rows_free (self.rows);
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
