/* What the columns of operations add up to, beside the totals that the report gives by itself. */
#include "tables/engine/builders.h"

#include "derived/operations/operations-source.h"
#include "derived/programs/program-estimates.h"

typedef struct {
  PoplensReport *report;
  const PoplensExecution *execution; /* all nullable */
  const PoplensMemory *memory;
  const PoplensLiveness *liveness;
  const PoplensPrograms *programs;
} Parts;

/* FALSE where the report does not have the total. */
typedef gboolean (*TotalFunc) (const Parts *parts, gint64 *total);

static gboolean
count_programs (const Parts *parts, gint64 *total)
{
  *total = parts->programs ? parts->programs->n : 0;
  return parts->programs != NULL;
}

static gboolean
count_steps (const Parts *parts, gint64 *total)
{
  *total = parts->execution ? parts->execution->n_steps : 0;
  return parts->execution != NULL;
}

static gboolean
sum_tile_cycles (const Parts *parts, gint64 *total)
{
  const PoplensExecution *x = parts->execution;

  if (!x || !poplens_execution_knows_tile_cycles (x))
    return FALSE;
  for (guint32 t = 0; t < x->n_types; t++)
    poplens_metric_add (total, x->type_tile_cycles[t]);
  return TRUE;
}

static gboolean
sum_step_cycles (const Parts *parts, gint64 *total)
{
  const PoplensExecution *x = parts->execution;

  for (guint32 i = 0; x && i < x->n_ipus; i++)
    poplens_metric_add (total, x->ipu_cycles[i]);
  return x != NULL;
}

static void
add_category (const Parts *parts, const PoplensCategory *category, gint64 *total)
{
  for (guint32 t = 0; t < parts->memory->n_tiles; t++)
    poplens_metric_add (total, poplens_category_bytes (category, t));
}

/* Bytes of a category on all tiles. */
static gboolean
sum_category (const Parts *parts, const char *name, gint64 *total)
{
  const PoplensCategory *category =
      parts->memory ? poplens_memory_find_category (parts->memory, name) : NULL;

  if (category)
    add_category (parts, category, total);
  return category != NULL;
}

static gboolean
sum_control_code (const Parts *parts, gint64 *total)
{
  return sum_category (parts, "controlCode", total);
}

static gboolean
sum_exchange_code (const Parts *parts, gint64 *total)
{
  return sum_category (parts, "internalExchangeCode", total);
}

static gboolean
sum_vertex_code (const Parts *parts, gint64 *total)
{
  return sum_category (parts, "vertexCode", total);
}

static gboolean
sum_variables (const Parts *parts, gint64 *total)
{
  const GPtrArray *categories = parts->memory ? parts->memory->categories : NULL;

  for (guint c = 0; categories && c < categories->len; c++)
    add_category (parts, g_ptr_array_index (categories, c), total);
  return categories && categories->len;
}

static gboolean
peak_bytes (const Parts *parts, gint64 *total)
{
  const PoplensLiveness *l = parts->liveness;
  guint32 step = l ? poplens_liveness_peak_step (l) : G_MAXUINT32;

  if (step == G_MAXUINT32 || l->always_unknown)
    return FALSE;
  *total = (gint64) (l->always_live + l->not_always_live[step]);
  return TRUE;
}

static const struct {
  TotalFunc total; /* NULL: the report has none of its own */
  PoplensUnit unit;
  const char *of;
} sums[POPLENS_N_METRICS] = {
    [POPLENS_METRIC_PROGRAMS] = {count_programs, POPLENS_UNIT_COUNT, "Programs"},
    [POPLENS_METRIC_VARIABLES] = {NULL, POPLENS_UNIT_COUNT, NULL},
    [POPLENS_METRIC_EXECUTIONS] = {count_steps, POPLENS_UNIT_COUNT, "Executed steps"},
    [POPLENS_METRIC_TILE_CYCLES] = {sum_tile_cycles, POPLENS_UNIT_CYCLES,
                                    "Tile cycles of all step types"},
    [POPLENS_METRIC_STEP_CYCLES] = {sum_step_cycles, POPLENS_UNIT_CYCLES,
                                    "Cycles of all steps on all IPUs"},
    [POPLENS_METRIC_ESTIMATED_TILE_CYCLES] = {NULL, POPLENS_UNIT_CYCLES, NULL},
    [POPLENS_METRIC_ESTIMATED_STEP_CYCLES] = {NULL, POPLENS_UNIT_CYCLES, NULL},
    [POPLENS_METRIC_FLOPS] = {NULL, POPLENS_UNIT_COUNT, NULL},
    [POPLENS_METRIC_CONTROL_CODE] = {sum_control_code, POPLENS_UNIT_BYTES, "Category Control code"},
    [POPLENS_METRIC_EXCHANGE_CODE] = {sum_exchange_code, POPLENS_UNIT_BYTES,
                                      "Category Internal exchange code"},
    [POPLENS_METRIC_VERTEX_CODE] = {sum_vertex_code, POPLENS_UNIT_BYTES, "Category Vertex code"},
    [POPLENS_METRIC_VARIABLE_BYTES] = {sum_variables, POPLENS_UNIT_BYTES,
                                       "All categories of memory"},
    [POPLENS_METRIC_PEAK_BYTES] = {peak_bytes, POPLENS_UNIT_BYTES, "Peak of live memory"},
};

typedef struct {
  const char *column;
  PoplensValue sum;
  const char *of;
  PoplensValue total, difference;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, column, "Column", TEXT, DERIVED, "Column of the table of operations"),
    POPLENS_CELL (Row, sum, "Sum of rows", MIXED, DERIVED,
                  "Sum of all rows, including unattributed rows"),
    POPLENS_CELL (Row, of, "Total of the report", TEXT, DERIVED, "Matching total of the report"),
    POPLENS_CELL (Row, total, "Value", MIXED, FILE,
                  "Value of that total, from another part of the report"),
    POPLENS_CELL (Row, difference, "Difference", MIXED, DERIVED,
                  "Sum minus total; 0 if everything is attributed"),
};

static void
add_sum (PoplensRecords *rows, const PoplensOperationSource *source, const Parts *parts,
         guint metric)
{
  gint64 sum = source->operations->totals[metric], total = 0;
  PoplensUnit unit = sums[metric].unit;
  Row *row = poplens_records_add (rows);

  row->column = poplens_metric_title (metric);
  row->of = poplens_records_text (rows, sums[metric].of);
  if (!poplens_operation_ground_knows (source->ground, metric))
    return;
  row->sum = poplens_value_int (sum, unit);
  if (!sums[metric].total || !sums[metric].total (parts, &total))
    return;
  row->total = poplens_value_int (total, unit);
  row->difference = poplens_value_int ((gint64) ((guint64) sum - (guint64) total), unit);
}

PoplensTable *
poplens_build_operation_sums (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  g_auto (PoplensOperationSource) source = {0};

  if (!poplens_operation_source_init (&source, report, location, cancellable, error))
    return NULL;
  /* The source has loaded what there is. */
  Parts parts = {report, poplens_report_peek (report, POPLENS_PART_EXECUTION),
                 poplens_report_peek (report, POPLENS_PART_MEMORY),
                 poplens_report_peek (report, POPLENS_PART_LIVENESS), source.programs};
  PoplensRecords *rows = POPLENS_RECORDS (Row, columns);
  for (guint m = 0; m < POPLENS_N_METRICS; m++)
    add_sum (rows, &source, &parts, m);
  return poplens_records_finish (rows, "operation-sums", "Totals check", report);
}
