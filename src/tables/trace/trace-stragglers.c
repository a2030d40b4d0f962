/* How often each tile was last in a step, and what that cost. */
#include "derived/trace/trace-costs-source.h"
#include "derived/trace/trace-last-source.h"

#include "tables/engine/builders.h"

typedef struct {
  gint64 tile, ipu, times, beyond_second;
  double share;
  gint64 imbalance, cycles, step;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, tile, "Tile", ID, FILE, "Number of the tile"),
    POPLENS_CELL (Row, ipu, "IPU", ID, DERIVED, "IPU of the tile"),
    POPLENS_CELL (Row, times, "Times slowest", COUNT, DERIVED,
                  "Number of steps in which only this tile took longest; ties do not count",
                  .total = TRUE),
    POPLENS_CELL (Row, beyond_second, "Over runner-up", CYCLES, DERIVED,
                  "Cycles of this tile minus those of the runner-up, in total: saving "
                  "if only this tile were as fast as the runner-up",
                  .total = TRUE),
    POPLENS_CELL (Row, share, "Share", RATIO, DERIVED,
                  "Share of the cycles over the runner-up of all tiles"),
    POPLENS_CELL (Row, imbalance, "Imbalance", CYCLES, DERIVED,
                  "Cycles of this tile minus the mean of all tiles of the IPU, in total "
                  "and rounded: saving of perfect balance of these steps"),
    POPLENS_CELL (Row, cycles, "Cycles", CYCLES, MEASURED,
                  "Cycles of the longest tile of these steps, in total", .total = TRUE),
    POPLENS_CELL (Row, step, "Worst step", ID, DERIVED,
                  "Step with the most cycles over the runner-up (steps.id)"),
};

static guint64
rounded (guint64 waste, guint32 tiles)
{
  return (waste + tiles / 2) / tiles;
}

typedef struct {
  guint32 tile;
  guint64 beyond;
} Entry;

/* What cost most first; ties by number. */
static int
compare (gconstpointer a, gconstpointer b)
{
  const Entry *x = a, *y = b;

  if (x->beyond != y->beyond)
    return x->beyond > y->beyond ? -1 : 1;
  return x->tile < y->tile ? -1 : x->tile > y->tile;
}

static void
add_tile (PoplensRecords *rows, const PoplensStragglers *all, guint32 tile, double whole,
          const PoplensExecution *x, const PoplensLocation *location)
{
  const PoplensStraggler *one = &all->stragglers[tile];
  guint32 step = x->row_step[one->worst_row];
  g_autofree char *link = poplens_trace_step_link (x, step, location, TRUE);
  Row *row = poplens_records_add (rows);

  row->tile = tile;
  row->ipu = tile / all->tiles;
  row->times = one->times;
  row->imbalance = rounded (one->waste, all->tiles);
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
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (Entry));
  double whole = 0;

  if (!x)
    return NULL;
  for (guint32 t = 0; t < all->n_tiles; t++) {
    Entry entry = {t, all->stragglers[t].beyond_second};
    whole += (double) entry.beyond;
    if (all->stragglers[t].times)
      g_array_append_val (order, entry);
  }
  g_array_sort (order, compare);
  PoplensRecords *rows = POPLENS_RECORDS (Row, columns);
  for (guint i = 0; i < order->len; i++)
    add_tile (rows, all, g_array_index (order, Entry, i).tile, whole, x, location);
  PoplensTable *table = poplens_records_finish (rows, "trace-slowest", "Slowest tiles", report);
  poplens_table_set_note (table, note);
  return table;
}
