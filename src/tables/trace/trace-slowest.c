/* Tables of the slowest tile of each executed step, with the reason why it is slow, and of how
 * often each tile is the slowest. */
#include "analysis/trace/trace-range.h"
#include "derived/programs/program-location.h"
#include "derived/trace/trace-sums.h"
#include "derived/trace/trace-costs-source.h"
#include "derived/trace/trace-last-source.h"
#include "tables/engine/builders.h"

#include <stdatomic.h>

/* ---- by tile --------------------------------------------------------------------------------- */

typedef struct {
  gint64 tile, ipu, times, beyond_second;
  double share;
  gint64 imbalance, cycles, step;
} StragglerRow;

static const PoplensColumn straggler_columns[] = {
    POPLENS_CELL (StragglerRow, tile, "Tile", ID, FILE, "Number of the tile"),
    POPLENS_CELL (StragglerRow, ipu, "IPU", ID, DERIVED, "IPU of the tile"),
    POPLENS_CELL (StragglerRow, times, "Times slowest", COUNT, DERIVED,
                  "Number of steps in which only this tile took longest; not if several did",
                  .total = TRUE),
    POPLENS_CELL (StragglerRow, beyond_second, "Slower than next", CYCLES, DERIVED,
                  "Cycles of this tile minus those of the next slowest, in total: saving "
                  "if only this tile were as fast as the next slowest",
                  .total = TRUE),
    POPLENS_CELL (StragglerRow, share, "Share", RATIO, DERIVED,
                  "Share of the cycles over the next slowest, of all tiles"),
    POPLENS_CELL (StragglerRow, imbalance, "Imbalance", CYCLES, DERIVED,
                  "Cycles of this tile minus the mean of all tiles of the IPU, in total "
                  "and rounded: saving of perfect balance of these steps"),
    POPLENS_CELL (StragglerRow, cycles, "Cycles", CYCLES, MEASURED,
                  "Cycles of the longest tile of these steps, in total", .total = TRUE),
    POPLENS_CELL (StragglerRow, step, "Worst step", ID, DERIVED,
                  "Step with the most cycles over the next slowest (steps.id)"),
};

static guint64
mean_waste (guint64 waste, guint32 tiles)
{
  return (waste + tiles / 2) / tiles;
}

typedef struct {
  guint32 tile;
  guint64 beyond;
} TileLoss;

/* Sorts tiles by the cycles by which they exceed the second slowest tile, descending, then by
 * number. */
static int
compare_last_tiles (gconstpointer a, gconstpointer b)
{
  const TileLoss *x = a, *y = b;

  if (x->beyond != y->beyond)
    return x->beyond > y->beyond ? -1 : 1;
  return x->tile < y->tile ? -1 : x->tile > y->tile;
}

static void
add_slowest_tile_row (PoplensRecords *rows, const PoplensStragglers *all, guint32 tile,
                      double whole, const PoplensExecution *x, const PoplensLocation *location)
{
  const PoplensStraggler *one = &all->stragglers[tile];
  guint32 step = x->row_step[one->worst_row];
  g_autofree char *link = poplens_trace_step_link (x, step, location, TRUE);
  StragglerRow *row = poplens_records_add (rows);

  row->tile = tile;
  row->ipu = tile / all->tiles;
  row->times = one->times;
  row->imbalance = mean_waste (one->waste, all->tiles);
  if (whole > 0)
    row->share = (double) one->beyond_second / whole;
  row->beyond_second = one->beyond_second;
  row->cycles = one->cycles;
  row->step = poplens_execution_step_id (x, step);
  poplens_records_link (rows, "%s", link);
}

PoplensTable *
poplens_build_trace_slowest_by_tile (PoplensReport *report, const PoplensLocation *location,
                                     GCancellable *cancellable, GError **error)
{
  g_autofree char *note = NULL;
  g_autoptr (PoplensStragglers) all =
      poplens_report_stragglers (report, location, &note, cancellable, error);
  const PoplensExecution *x =
      all ? poplens_report_load_execution (report, cancellable, error) : NULL;
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (TileLoss));
  double whole = 0;

  if (!x)
    return NULL;
  for (guint32 t = 0; t < all->n_tiles; t++) {
    TileLoss entry = {t, all->stragglers[t].beyond_second};
    whole += (double) entry.beyond;
    if (all->stragglers[t].times)
      g_array_append_val (order, entry);
  }
  g_array_sort (order, compare_last_tiles);
  PoplensRecords *rows = POPLENS_RECORDS (StragglerRow, straggler_columns);
  for (guint i = 0; i < order->len; i++)
    add_slowest_tile_row (rows, all, g_array_index (order, TileLoss, i).tile, whole, x, location);
  PoplensTable *table = poplens_records_finish (rows, "trace-slowest", "Slowest tiles", report);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- by step --------------------------------------------------------------------------------- */

/* Maximum number of IPUs: more than any system has, so that a damaged count cannot exhaust memory.
 */
#define MOST_IPUS 1024

enum {
  STEP,
  IPU,
  TYPE,
  LABEL,
  NAME,
  TILE,
  TOGETHER,
  MEAN_COST,
  SECOND_COST,
  WHY,
  CYCLES,
  MEAN,
  SECOND,
  VERTICES,
  MEAN_VERTICES,
  BYTES,
  MEAN_BYTES,
  PROGRAM,
  SOURCE
};

static const PoplensColumn slowest_columns[] = {
    [STEP] = {"step", "Step", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID of the step (steps.id)"},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the IPU"},
    [TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Type of the step, as named in steps.type"},
    [LABEL] = {"label", "Label", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
               "Short name, different from those of all other names in the report; else the name"},
    [NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name of the program"},
    [TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
              "Tile with the most cycles; in a tie the lowest number"},
    [TOGETHER] = {"together", "Equally slow tiles", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                  "Number of tiles with the same cycles, including this tile"},
    [MEAN_COST] = {"imbalance", "Imbalance", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
                   "Cycles of the slowest tile minus the mean of all tiles of the IPU, rounded: "
                   "saving of perfect balance"},
    [SECOND_COST] =
        {"beyond_second", "Slower than next", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
         "Cycles of the slowest tile minus those of the next slowest: saving if only this "
         "tile were faster; 0 in a tie"},
    [WHY] = {"why", "Reason", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
             "Whether the tile has more vertices or bytes than the mean of the IPU, or is slower "
             "without"},
    [CYCLES] = {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_ROW,
                "Cycles of the slowest tile"},
    [MEAN] = {"mean", "Mean", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
              "Mean cycles of all tiles of the IPU, rounded"},
    [SECOND] = {"second", "Next tile", POPLENS_UNIT_CYCLES, POPLENS_FROM_ROW,
                "Cycles of the next slowest"},
    [VERTICES] = {"vertices", "Vertices", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                  "Vertices of the compute set on the slowest tile (vertex_instances)"},
    [MEAN_VERTICES] = {"mean_vertices", "Mean vertices", POPLENS_UNIT_NUMBER, POPLENS_FROM_DERIVED,
                       "Mean vertices of the compute set per tile of the IPU"},
    [BYTES] = {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
               "Bytes that the slowest tile receives and sends in the exchange"},
    [MEAN_BYTES] = {"mean_bytes", "Mean bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                    "Mean bytes of the exchange per tile of the IPU, rounded"},
    [PROGRAM] = {"program", "Program", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID of the program"},
    [SOURCE] = {"source", "Source", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                "Source of the cycles: measured, estimated (DoExchange) or derived (steps without "
                "a program)"},
};

typedef enum { LOAD_VERTICES, LOAD_BYTES, N_LOADS } LoadKind;

/* Cached load of one tile in a program: (tile + 1) << 32 | load; 0: none. One tile is enough,
 * because the steps of a program mostly have the same slowest tile. */
typedef _Atomic guint64 Found;

typedef struct {
  PoplensTraceCostSource source;
  const PoplensTraceLast *last;
  const PoplensStepLabels *labels;
  const PoplensVertices *vertices;   /* (nullable) */
  const PoplensExchanges *exchanges; /* (nullable) */
  guint32 *first_instance; /* (nullable) [n_compute_sets + 1]: index in .instances of the first
                              instance of the compute set */
  guint32 *instances;      /* rows of vertex_instances, grouped by compute set */
  guint32 n_ipus;
  gint *vertex_sums; /* (nullable) [n_compute_sets × n_ipus]: number of vertices; −1: not yet
                        computed (atomic) */
  Found *found;      /* (nullable) [programs × N_LOADS]: cached loads */
  GArray *rows;      /* guint32: rows of steps_by_ipu, in the order of the table */
  PoplensLocation *location; /* (nullable) */
} SlowestTiles;

static void
slowest_free (gpointer data)
{
  SlowestTiles *self = data;

  poplens_trace_cost_source_clear (&self->source);
  g_free (self->first_instance);
  g_free (self->instances);
  g_free (self->vertex_sums);
  g_free (self->found);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->location, poplens_location_unref);
  g_free (self);
}

/* ---- why ------------------------------------------------------------------------------------- */

/* Load (vertices or bytes) of the slowest tile, and the mean of the tiles on its IPU. */
typedef struct {
  guint64 its;
  double mean;
} Load;

static guint32
slowest_program (const SlowestTiles *self, guint32 row)
{
  guint32 id =
      self->source.facts.execution->step_program[self->source.facts.execution->row_step[row]];

  return self->source.programs && id != POPLENS_NO_PROGRAM
             ? poplens_programs_find (self->source.programs, id)
             : POPLENS_NO_ROW;
}

static gboolean
recall_load (const SlowestTiles *self, LoadKind kind, guint32 program, guint32 tile, guint64 *its)
{
  guint64 both = program == POPLENS_NO_ROW
                     ? 0
                     : atomic_load_explicit (&self->found[(gsize) program * N_LOADS + kind],
                                             memory_order_relaxed);

  *its = both & G_MAXUINT32;
  return both >> 32 == (guint64) tile + 1;
}

static void
remember_load (const SlowestTiles *self, LoadKind kind, guint32 program, guint32 tile, guint64 its)
{
  if (its <= G_MAXUINT32)
    atomic_store_explicit (&self->found[(gsize) program * N_LOADS + kind],
                           ((guint64) tile + 1) << 32 | its, memory_order_relaxed);
}

/* Returns the number of vertices of a compute set on @n tiles from @first on. */
static guint64
sum_vertices_of_set (const SlowestTiles *self, guint32 set, guint32 first, guint32 n)
{
  g_autofree guint32 *tiles = g_new (guint32, MAX (n, 1));
  guint64 sum = 0;

  for (guint32 t = 0; t < n; t++)
    tiles[t] = first + t;
  for (guint32 i = self->first_instance[set]; i < self->first_instance[set + 1]; i++)
    sum += poplens_lists_sum_at (self->vertices->instances, self->instances[i], tiles, n);
  return sum;
}

/* Returns the number of vertices of a compute set on an IPU. Caches it; threads that compute it at
 * the same time store the same number. */
static guint64
vertices_of_ipu (const SlowestTiles *self, guint32 set, guint32 ipu)
{
  /* A damaged file may have more IPUs than MOST_IPUS. */
  if (ipu >= self->n_ipus)
    return 0;
  gint *kept = &self->vertex_sums[(gsize) set * self->n_ipus + ipu];
  gint sum = g_atomic_int_get (kept);

  if (sum < 0) {
    guint64 found = sum_vertices_of_set (self, set, ipu * self->last->tiles, self->last->tiles);
    sum = (gint) MIN (found, G_MAXINT);
    g_atomic_int_set (kept, sum);
  }
  return (guint64) sum;
}

static gboolean
find_vertices_load (const SlowestTiles *self, guint32 row, Load *load)
{
  guint32 program = slowest_program (self, row);
  guint32 id =
      program != POPLENS_NO_ROW ? self->source.programs->compute_set[program] : POPLENS_NO_ROW;
  guint32 set = self->first_instance && id != POPLENS_NO_ROW
                    ? poplens_vertices_find_compute_set (self->vertices, id)
                    : G_MAXUINT32;
  guint32 tile = poplens_trace_last_get (self->last, row)->tile;

  if (set == G_MAXUINT32 || self->first_instance[set] == self->first_instance[set + 1])
    return FALSE;
  if (!recall_load (self, LOAD_VERTICES, program, tile, &load->its)) {
    load->its = sum_vertices_of_set (self, set, tile, 1);
    remember_load (self, LOAD_VERTICES, program, tile, load->its);
  }
  load->mean = (double) vertices_of_ipu (self, set, tile / self->last->tiles) / self->last->tiles;
  return TRUE;
}

static gboolean
find_bytes_load (const SlowestTiles *self, guint32 row, Load *load)
{
  guint32 at, tile = poplens_trace_last_get (self->last, row)->tile;
  guint32 program = slowest_program (self, row);
  const PoplensExchangeTable *table =
      poplens_exchange_of_program (self->exchanges, self->source.programs, program, &at);
  guint64 received, sent;

  if (!table || !poplens_trace_sums_bytes (self->source.sums, row, &received, &sent))
    return FALSE;
  if (!recall_load (self, LOAD_BYTES, program, tile, &load->its)) {
    load->its = poplens_exchange_value (table->received, at, tile) +
                poplens_exchange_value (table->sent, at, tile);
    remember_load (self, LOAD_BYTES, program, tile, load->its);
  }
  load->mean = (double) (received + sent) / self->last->tiles;
  return TRUE;
}

static const char *
explain_slowest (const SlowestTiles *self, guint32 row)
{
  const PoplensTraceLastTile *tile = poplens_trace_last_get (self->last, row);
  Load load;

  if (tile->sum == tile->longest * self->last->tiles)
    return "all tiles tie";
  if (tile->sum == tile->longest)
    return "only active tile";
  if (find_vertices_load (self, row, &load))
    return (double) load.its > load.mean ? "more vertices" : "no more vertices than others";
  if (find_bytes_load (self, row, &load))
    return (double) load.its > load.mean ? "more bytes" : "no more bytes than others";
  return NULL;
}

/* ---- cells ----------------------------------------------------------------------------------- */

static void
slowest_step_cell (const SlowestTiles *self, guint32 row, guint column, PoplensValue *value)
{
  const PoplensExecution *x = self->source.facts.execution;
  guint32 step = x->row_step[row];
  const char *name;

  if (column == STEP)
    poplens_cell_int (value, poplens_execution_step_id (x, step));
  else if (column == IPU)
    poplens_cell_int (value, x->row_ipu[row]);
  else if (column == TYPE)
    poplens_cell_text (value, poplens_execution_step_type (x, step));
  else if (column == SOURCE)
    poplens_cell_text (value, poplens_step_source_name (poplens_step_source (x, step)));
  else if (x->step_program[step] == POPLENS_NO_PROGRAM)
    return;
  else if (column == PROGRAM)
    poplens_cell_int (value, x->step_program[step]);
  else {
    name = poplens_program_name_text (self->source.programs, x->step_program[step]);
    poplens_cell_text (
        value, column == NAME ? name : poplens_step_label_or_name (self->labels, step, name));
  }
}

static void
load_cell (const SlowestTiles *self, guint32 row, guint column, PoplensValue *value)
{
  gboolean vertices = column == VERTICES || column == MEAN_VERTICES;
  Load load;

  if (!(vertices ? find_vertices_load (self, row, &load) : find_bytes_load (self, row, &load)))
    return;
  if (column == MEAN_VERTICES)
    poplens_cell_real (value, load.mean);
  else if (column == MEAN_BYTES)
    poplens_cell_int (value, (gint64) (load.mean + 0.5));
  else
    poplens_cell_int (value, (gint64) load.its);
}

static void
slowest_cell (gconstpointer data, guint32 at, guint column, PoplensValue *value)
{
  const SlowestTiles *self = data;
  guint32 row = g_array_index (self->rows, guint32, at);
  const PoplensTraceLastTile *tile = poplens_trace_last_get (self->last, row);
  double beyond = poplens_trace_last_beyond_mean (tile, self->last->tiles);

  switch (column) {
  case TILE:
    poplens_cell_int (value, tile->tile);
    break;
  case MEAN_COST:
    poplens_cell_int (value, (gint64) (beyond + 0.5));
    break;
  case SECOND_COST:
    poplens_cell_int (value, (gint64) poplens_trace_last_beyond_second (tile));
    break;
  case WHY:
    poplens_cell_text (value, explain_slowest (self, row));
    break;
  case CYCLES:
    poplens_cell_int (value, (gint64) tile->longest);
    break;
  case MEAN:
    poplens_cell_int (value, (gint64) ((double) tile->sum / self->last->tiles + 0.5));
    break;
  case SECOND:
    poplens_cell_int (value, (gint64) tile->second);
    break;
  case TOGETHER:
    poplens_cell_int (value, tile->n_longest);
    break;
  case VERTICES:
  case MEAN_VERTICES:
  case BYTES:
  case MEAN_BYTES:
    load_cell (self, row, column, value);
    break;
  default:
    slowest_step_cell (self, row, column, value);
  }
}

static char *
last_link (gconstpointer data, guint32 at)
{
  const SlowestTiles *self = data;
  const PoplensExecution *x = self->source.facts.execution;

  return poplens_trace_step_link (x, x->row_step[g_array_index (self->rows, guint32, at)],
                                  self->location, TRUE);
}

/* ---- building -------------------------------------------------------------------------------- */

/* Groups the rows of vertex_instances by compute set. */
static void
index_instances (SlowestTiles *self)
{
  const PoplensVertices *v = self->vertices;
  g_autofree guint32 *at = NULL;
  gsize n_sums;

  if (!v || !v->n_instances || !self->source.programs)
    return;
  self->first_instance = g_new0 (guint32, (gsize) v->n_compute_sets + 2);
  self->instances = g_new (guint32, v->n_instances);
  for (guint32 i = 0; i < v->n_instances; i++)
    if (v->instance_compute_set[i] < v->n_compute_sets)
      self->first_instance[v->instance_compute_set[i] + 1]++;
  for (guint32 s = 0; s < v->n_compute_sets; s++)
    self->first_instance[s + 1] += self->first_instance[s];
  at = g_memdup2 (self->first_instance, (gsize) v->n_compute_sets * sizeof (guint32));
  for (guint32 i = 0; i < v->n_instances; i++)
    if (v->instance_compute_set[i] < v->n_compute_sets)
      self->instances[at[v->instance_compute_set[i]]++] = i;
  self->n_ipus = MIN (self->source.facts.execution->n_ipus, MOST_IPUS);
  n_sums = (gsize) v->n_compute_sets * self->n_ipus;
  self->vertex_sums = g_new (gint, MAX (n_sums, 1));
  for (gsize s = 0; s < n_sums; s++)
    self->vertex_sums[s] = -1;
}

static int
compare_slowest_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  const SlowestTiles *self = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  double left =
      poplens_trace_last_beyond_mean (poplens_trace_last_get (self->last, x), self->last->tiles);
  double right =
      poplens_trace_last_beyond_mean (poplens_trace_last_get (self->last, y), self->last->tiles);

  if (left != right)
    return left > right ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Finds the rows of the table. Sorts them by the cycles by which the slowest tile exceeds the mean
 * tile, descending. Returns how many of the selected rows of steps_by_ipu have no cycles by
 * tile. */
static guint32
find_slowest_rows (SlowestTiles *self)
{
  const PoplensExecution *x = self->source.facts.execution;
  guint32 n_left = 0;

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 row = 0; row < x->n_rows; row++) {
    if (!poplens_trace_wanted_has (&self->source.wanted, x, row) ||
        poplens_trace_row_waits (x, row) != self->source.wanted.waits)
      continue;
    if (poplens_trace_last_get (self->last, row))
      g_array_append_val (self->rows, row);
    else
      n_left++;
  }
  g_array_sort_with_data (self->rows, compare_slowest_rows, self);
  return n_left;
}

static PoplensTable *
finish_slowest (SlowestTiles *self, guint32 n_left, PoplensReport *report)
{
  PoplensTable *table = poplens_table_new ("trace-slowest", "Slowest tiles", self->rows->len,
                                           slowest_cell, self, slowest_free, report);
  g_autofree char *what = poplens_trace_cost_source_describe (&self->source, NULL);
  PoplensNumber rows, left;
  g_autofree char *without = n_left ? g_strdup_printf (" Excluded: %s without tile cycles.",
                                                       poplens_format_count (left, n_left))
                                    : g_strdup ("");
  g_autofree char *note =
      g_strdup_printf (self->rows->len == 1 ? "%s %s %s step, counted on each IPU.%s"
                                            : "%s %s %s steps, counted on each IPU.%s",
                       what, poplens_format_count (rows, self->rows->len),
                       self->source.wanted.waits ? "waiting" : "work", without);

  poplens_table_add_columns (table, slowest_columns, G_N_ELEMENTS (slowest_columns));
  poplens_table_set_link (table, last_link);
  poplens_table_set_note (table, note);
  return table;
}

PoplensTable *
poplens_build_trace_slowest (PoplensReport *report, const PoplensLocation *location,
                             GCancellable *cancellable, GError **error)
{
  const PoplensTraceLast *last = poplens_trace_last_of (report, cancellable, error);
  const PoplensStepLabels *labels =
      last ? poplens_report_step_labels (report, cancellable, error) : NULL;
  gconstpointer vertices, exchanges;
  SlowestTiles *self;

  if (!labels ||
      !poplens_report_load_optional (report, POPLENS_PART_VERTICES, &vertices, cancellable,
                                     error) ||
      !poplens_report_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable,
                                     error))
    return NULL;
  self = g_new0 (SlowestTiles, 1);
  self->last = last;
  self->labels = labels;
  self->vertices = vertices;
  self->exchanges = exchanges;
  self->location = location ? poplens_location_ref ((PoplensLocation *) location) : NULL;
  if (!poplens_trace_cost_source_init (&self->source, report, location, cancellable, error)) {
    slowest_free (self);
    return NULL;
  }
  if (self->source.programs)
    self->found = g_new0 (Found, (gsize) self->source.programs->n * N_LOADS + 1);
  index_instances (self);
  guint32 n_left = find_slowest_rows (self);
  if (!poplens_trace_cost_source_has_any (&self->source,
                                          self->source.wanted.waits ? 0 : self->rows->len,
                                          "step in which tiles work", error)) {
    slowest_free (self);
    return NULL;
  }
  return finish_slowest (self, n_left, report);
}
