/* The critical path: which step of which IPU held the program up, cycle by cycle. */
#include "analysis/time/time-path.h"
#include "derived/parts.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-sums.h"
#include "derived/trace/trace-location.h"
#include "tables/engine/builders.h"

enum { FROM, CYCLES, IPU, CLASS, STEP, TYPE, LABEL, NAME };

static const PoplensColumn columns[] = {
    [FROM] = {"from", "From", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED, "First cycle"},
    [CYCLES] =
        {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
         "Cycles on the critical path. A step of work may count from its first tile's start to "
         "its last tile's end, which is more than the cycles of its longest tile."},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "IPU that the path goes through"},
    [CLASS] = {"class", "Class", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
               "Why the IPU did not get on"},
    [STEP] = {"step", "Step", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID of the step (steps.id)"},
    [TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Type of the step, as named in steps.type"},
    [LABEL] = {"label", "Label", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
               "Short name, different from those of all other names in the report; else the name"},
    [NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name of the program"},
};

typedef struct {
  const PoplensTime *time;         /* of the report, which the table keeps */
  const PoplensPrograms *programs; /* (nullable) */
  const PoplensStepLabels *labels;
  GArray *segments;
} Path;

static void
path_free (gpointer data)
{
  Path *self = data;

  g_array_unref (self->segments);
  g_free (self);
}

static const PoplensTimePathSegment *
segment_at (const Path *self, guint32 row)
{
  return &g_array_index (self->segments, PoplensTimePathSegment, row);
}

/* NULL where the step has none. */
static const char *
name_of (const Path *self, guint32 step)
{
  guint32 program = self->time->execution->step_program[step];
  guint32 row = self->programs && program != POPLENS_NO_PROGRAM
                    ? poplens_programs_find (self->programs, program)
                    : POPLENS_NO_ROW;

  return row == POPLENS_NO_ROW ? NULL : poplens_programs_name (self->programs, row);
}

static void
fill_step (const Path *self, guint32 step, guint column, PoplensValue *value)
{
  const PoplensExecution *x = self->time->execution;

  if (column == STEP)
    poplens_cell_int (value, poplens_execution_step_id (x, step));
  else if (column == TYPE)
    poplens_cell_text (value, poplens_execution_step_type (x, step));
  else if (column == NAME)
    poplens_cell_text (value, name_of (self, step));
  else
    poplens_cell_text (value,
                       poplens_step_label_or_name (self->labels, step, name_of (self, step)));
}

static void
fill_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Path *self = data;
  const PoplensTimePathSegment *at = segment_at (self, row);

  switch (column) {
  case FROM:
    poplens_cell_int (value, (gint64) at->from);
    break;
  case CYCLES:
    poplens_cell_int (value, (gint64) (at->to - at->from));
    break;
  case IPU:
    poplens_cell_int (value, self->time->ipus[at->place].ipu);
    break;
  case CLASS:
    poplens_cell_text (value, poplens_bound_title (at->bound));
    break;
  default:
    if (at->row != G_MAXUINT32)
      fill_step (self, self->time->execution->row_step[at->row], column, value);
  }
}

static char *
link_of (gconstpointer data, guint32 row)
{
  const Path *self = data;
  const PoplensTimePathSegment *at = segment_at (self, row);
  const PoplensExecution *x = self->time->execution;

  return at->row == G_MAXUINT32 ? NULL
                                : poplens_trace_step_link (x, x->row_step[at->row], NULL, TRUE);
}

PoplensTable *
poplens_build_critical_path (PoplensReport *report, const PoplensLocation *location,
                             GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  const PoplensStepLabels *labels =
      time ? poplens_report_step_labels (report, cancellable, error) : NULL;
  gconstpointer programs;
  guint64 from, to;

  if (!labels || !poplens_report_time_scope (report, location, &from, &to, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return NULL;
  g_autoptr (GArray) path = poplens_time_path (time, from, to);
  Path *self = g_new0 (Path, 1);
  self->time = time;
  self->programs = programs;
  self->labels = labels;
  self->segments = poplens_time_path_segments (time, path);
  PoplensTable *table = poplens_table_new ("critical-path", "Critical path", self->segments->len,
                                           fill_cell, self, path_free, report);
  poplens_table_add_columns (table, columns, G_N_ELEMENTS (columns));
  poplens_table_add_total (table, CYCLES);
  poplens_table_set_link (table, link_of);
  return table;
}
