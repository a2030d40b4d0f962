/* Where the time of each IPU went: mean cycles a tile, by class; and the same of each phase. */
#include "analysis/time/time-levels.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-sums.h"
#include "tables/engine/builders.h"

#include <math.h>

typedef struct {
  gint64 ipu;
  double classes[POPLENS_N_TIMES];
  double total;
} Row;

static const PoplensColumn number = POPLENS_CELL (Row, ipu, "IPU", ID, FILE, "Number of the IPU");
static const PoplensColumn sum =
    POPLENS_CELL (Row, total, "Total", CYCLES, DERIVED,
                  "Sum of the classes: cycles of the scope, else of the trace");

/* Compute, copies and what goes between IPUs are measured; of an exchange between tiles the trace
 * has the compiler's estimate; waiting is worked out (formats.md 8.2). */
static PoplensProvenance
provenance_of (PoplensTimeClass class)
{
  switch (class) {
  case POPLENS_TIME_COMPUTE:
  case POPLENS_TIME_HOST_TRANSFER:
  case POPLENS_TIME_INTER_IPU:
    return POPLENS_FROM_MEASURED;
  case POPLENS_TIME_EXCHANGE:
    return POPLENS_FROM_ESTIMATED;
  default:
    return POPLENS_FROM_DERIVED;
  }
}

/* @time: NULL: of blocks. @offset: of the classes in a row. */
static void
add_class (PoplensRecords *rows, const PoplensTime *time, PoplensTimeClass class, gsize offset)
{
  gboolean about = time && poplens_time_is_guess (time, class);
  g_autofree char *title = g_strconcat (about ? "≈ " : "", poplens_time_class_title (class), NULL);
  g_autofree char *doc = g_strdup_printf (
      "%s; mean cycles a tile%s", poplens_time_class_doc (class),
      about ? ". Approximated from the mean of each step, as cycles by tile are not recorded" : "");
  PoplensColumn column = {.name = poplens_time_class_key (class),
                          .title = title,
                          .unit = POPLENS_UNIT_CYCLES,
                          .provenance = provenance_of (class),
                          .doc = doc,
                          .holds = POPLENS_HOLDS_DOUBLE,
                          .offset = offset + class * sizeof (double)};

  poplens_records_add_column (rows, &column);
}

static Row *
add_row (PoplensRecords *rows, guint32 ipu, const guint64 *classes, guint32 tiles, guint64 total)
{
  Row *row = poplens_records_add (rows);

  row->ipu = ipu;
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    row->classes[c] = (double) classes[c] / tiles;
  row->total = (double) total;
  return row;
}

static void
leave_out_untold (Row *row, const PoplensTimeLight *light)
{
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    if (!poplens_time_light_tells (light, c))
      row->classes[c] = NAN;
}

PoplensTable *
poplens_build_time_ipus (PoplensReport *report, const PoplensLocation *location,
                         GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTimeLight) light = NULL;

  if (!poplens_report_time_light (report, &light, cancellable, error))
    return NULL;
  const PoplensTime *time = light ? NULL : poplens_report_time (report, cancellable, error);
  guint64 from = 0, to = 0;
  if (!light &&
      (!time || !poplens_report_time_scope (report, location, &from, &to, cancellable, error)))
    return NULL;
  PoplensRecords *rows = poplens_records_new (&number, 1, sizeof (Row));
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    add_class (rows, time, c, G_STRUCT_OFFSET (Row, classes));
  poplens_records_add_column (rows, &sum);
  for (guint i = 0; time && i < time->n_ipus; i++) {
    guint64 classes[POPLENS_N_TIMES];
    poplens_time_classes (time, i, from, to, classes);
    add_row (rows, time->ipus[i].ipu, classes, time->tiles, to - from);
  }
  for (guint i = 0; light && i < light->ipus->len; i++) {
    const PoplensTimeLightIpu *ipu = &g_array_index (light->ipus, PoplensTimeLightIpu, i);
    leave_out_untold (add_row (rows, ipu->ipu, ipu->classes, ipu->n_tiles, light->total), light);
  }
  PoplensTable *table = poplens_records_finish (rows, "time-ipus", "Where the time went", report);
  poplens_table_set_note (table, light ? poplens_time_light_caveat () : poplens_time_caveat (time));
  return table;
}

/* ---- phases ------------------------------------------------------------------------------------
 */

#define N_PHASES (POPLENS_PHASE_UPDATE + 1)

typedef struct {
  gint64 ipu;
  const char *phase;
  gint64 spans;
  double classes[POPLENS_N_TIMES];
  double total;
} PhaseRow;

static const PoplensColumn phase_columns[] = {
    POPLENS_CELL (PhaseRow, ipu, "IPU", ID, FILE, "Number of the IPU"),
    POPLENS_CELL (PhaseRow, phase, "Phase", TEXT, DERIVED,
                  "forward, loss, backward or update, by the names of the steps; other: the rest"),
    POPLENS_CELL (PhaseRow, spans, "Spans", COUNT, DERIVED,
                  "Times that the phase began on the IPU; empty for the rest"),
};
static const PoplensColumn phase_sum = POPLENS_CELL (
    PhaseRow, total, "Total", CYCLES, DERIVED,
    "Cycles of the spans, from the first to the last compute or exchange of each: sum "
    "of the classes");

/* Tile cycles of an IPU; signed, as classes that are rounded may leave less than nothing. */
typedef struct {
  gint64 spans, cycles, classes[POPLENS_N_TIMES];
} Phase;

static void
add_cycles (Phase *self, const PoplensTime *time, guint place, guint64 from, guint64 to, int sign)
{
  guint64 classes[POPLENS_N_TIMES];

  poplens_time_classes (time, place, from, to, classes);
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    self->classes[c] += sign * (gint64) classes[c];
  self->cycles += sign * (gint64) (to - from);
  self->spans++;
}

static PhaseRow *
add_phase_row (PoplensRecords *rows, const PoplensTime *time, guint place, const char *name,
               const Phase *phase)
{
  PhaseRow *row = poplens_records_add (rows);

  row->ipu = time->ipus[place].ipu;
  row->phase = name;
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    row->classes[c] = (double) MAX (phase->classes[c], 0) / time->tiles;
  row->total = (double) phase->cycles;
  return row;
}

/* Rows of one IPU: they add up to the trace. */
static void
add_phases (PoplensRecords *rows, const PoplensTime *time, guint place,
            const PoplensTimeIterations *iterations, const guint8 *phases)
{
  Phase sums[N_PHASES] = {0}, *rest = &sums[POPLENS_PHASE_NONE];
  g_autoptr (PoplensTimeLevels) levels =
      poplens_time_levels_new (time, iterations, phases, (guint16) time->ipus[place].ipu);

  add_cycles (rest, time, place, 0, time->total, 1);
  for (guint i = 0; i < levels->spans->len; i++) {
    const PoplensLevelSpan *span = &g_array_index (levels->spans, PoplensLevelSpan, i);
    guint64 to = MIN (span->to, time->total), from = MIN (span->from, to);
    if (span->level != POPLENS_LEVEL_PHASE)
      continue;
    add_cycles (&sums[span->number], time, place, from, to, 1);
    add_cycles (rest, time, place, from, to, -1);
  }
  for (PoplensPhase p = POPLENS_PHASE_FORWARD; p < N_PHASES; p++)
    if (sums[p].spans)
      add_phase_row (rows, time, place, poplens_phase_name (p), &sums[p])->spans = sums[p].spans;
  add_phase_row (rows, time, place, "other", rest);
}

/* Phases by step; NULL: names tell none. (transfer full) */
static guint8 *
find_phases (const PoplensTime *time, const PoplensStepLabels *labels)
{
  const PoplensExecution *x = time->execution;
  g_autofree guint32 *name = g_new (guint32, MAX (x->n_steps, 1));

  for (guint32 s = 0; s < x->n_steps; s++)
    name[s] = poplens_step_names_get (labels->names, s);
  return poplens_time_phases_new (x, labels->names->strings, name, TRUE);
}

PoplensTable *
poplens_build_time_ipus_by_phase (PoplensReport *report, const PoplensLocation *location,
                                  GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  const PoplensTimeIterations *iterations =
      time ? poplens_report_time_iterations (report, cancellable, error) : NULL;
  const PoplensStepLabels *labels =
      iterations ? poplens_report_step_labels (report, cancellable, error) : NULL;

  if (!labels)
    return NULL;
  g_autofree guint8 *phases = find_phases (time, labels);
  PoplensRecords *rows =
      poplens_records_new (phase_columns, G_N_ELEMENTS (phase_columns), sizeof (PhaseRow));
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    add_class (rows, time, c, G_STRUCT_OFFSET (PhaseRow, classes));
  poplens_records_add_column (rows, &phase_sum);
  for (guint i = 0; phases && i < time->n_ipus; i++)
    add_phases (rows, time, i, iterations, phases);
  PoplensTable *table = poplens_records_finish (rows, "time-ipus", "Phases", report);
  poplens_table_set_note (table, !phases ? "No phases: no name tells a backward pass."
                                         : poplens_time_caveat (time));
  return table;
}
