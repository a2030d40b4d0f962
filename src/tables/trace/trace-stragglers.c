/* How often each tile was last in a step, and what that cost. */
#include "derived/trace/trace-costs-source.h"
#include "derived/trace/trace-last-source.h"
#include "derived/trace/trace-stragglers.h"

#include "tables/engine/builders.h"

enum { TILE, IPU, TIMES, SECOND, SHARE, MEAN, CYCLES, WORST };

static const PoplensColumnSpec columns[] = {
    [TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "IPU of the tile"},
    [TIMES] = {"times", "Times slowest", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
               "Number of steps in which only this tile took longest; ties do not count"},
    [SECOND] = {"beyond_second", "Over runner-up", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
                "Cycles of this tile minus those of the runner-up, in total: saving if only this "
                "tile were as fast as the runner-up"},
    [SHARE] = {"share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
               "Share of the cycles over the runner-up of all tiles"},
    [MEAN] = {"beyond_mean", "Over mean", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
              "Cycles of this tile minus the mean of all tiles of the IPU, in total and rounded: "
              "saving of perfect balance of these steps"},
    [CYCLES] = {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                "Cycles of the longest tile of these steps, in total"},
    [WORST] = {"step", "Worst step", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
               "Step with the most cycles over the runner-up (steps.id)"},
};

static guint64
rounded (guint64 waste, guint32 tiles)
{
  return (waste + tiles / 2) / tiles;
}

/* ---- what is added up ------------------------------------------------------------------ */

PoplensStragglers *
poplens_report_stragglers (PoplensReport *report, const PoplensLocation *location, char **note,
                           GCancellable *cancellable, GError **error)
{
  g_auto (PoplensTraceCostSource) source = {0};
  const PoplensTraceLast *last = poplens_trace_last_of (report, cancellable, error);
  PoplensWork whole = poplens_work_of (cancellable);
  PoplensWork work = poplens_work_share (&whole, POPLENS_STEP_SUMS_SHARE, 1);
  PoplensStragglers *stragglers;
  PoplensNumber rows, ties, left;

  if (!last || !poplens_trace_cost_source_init (&source, report, location, cancellable, error))
    return NULL;
  stragglers = poplens_stragglers_new (last, source.facts.execution, &source.wanted, &work);
  if (!stragglers) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  g_autofree char *what = poplens_trace_cost_source_describe (&source, NULL);
  g_autofree char *rest = stragglers->left_out
                              ? g_strdup_printf (" %s have no tile cycles.",
                                                 poplens_format_count (left, stragglers->left_out))
                              : g_strdup ("");
  *note = g_strdup_printf ("%s %s steps of %s, counted on each IPU; ties in %s of them.%s", what,
                           poplens_format_count (rows, stragglers->rows),
                           source.wanted.waits ? "waiting" : "work",
                           poplens_format_count (ties, stragglers->ties), rest);
  return stragglers;
}

/* ---- the table ------------------------------------------------------------------------- */

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
add_tile (PoplensRows *rows, const PoplensStragglers *all, guint32 tile, double whole,
          const PoplensExecution *x, const PoplensLocation *location)
{
  const PoplensStraggler *one = &all->stragglers[tile];
  guint32 step = x->row_step[one->worst_row];
  g_autofree char *link = poplens_trace_step_link (x, step, location, TRUE);

  poplens_rows_add (rows, 0);
  poplens_rows_int (rows, TILE, tile);
  poplens_rows_int (rows, IPU, tile / all->tiles);
  poplens_rows_int (rows, TIMES, (gint64) one->times);
  poplens_rows_int (rows, MEAN, (gint64) rounded (one->waste, all->tiles));
  if (whole > 0)
    poplens_rows_real (rows, SHARE, (double) one->beyond_second / whole);
  poplens_rows_int (rows, SECOND, (gint64) one->beyond_second);
  poplens_rows_int (rows, CYCLES, (gint64) one->cycles);
  poplens_rows_int (rows, WORST, poplens_execution_step_id (x, step));
  poplens_rows_link (rows, link);
}

PoplensTable *
poplens_build_trace_stragglers (PoplensReport *report, const PoplensLocation *location,
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
  PoplensRows *rows = poplens_rows_new (G_N_ELEMENTS (columns));
  for (guint i = 0; i < order->len; i++)
    add_tile (rows, all, g_array_index (order, Entry, i).tile, whole, x, location);
  PoplensTable *table = poplens_rows_finish (rows, "trace-stragglers", "Stragglers", report, FALSE);
  poplens_table_add_columns (table, columns, G_N_ELEMENTS (columns));
  poplens_table_add_total (table, TIMES);
  poplens_table_add_total (table, SECOND);
  poplens_table_add_total (table, CYCLES);
  poplens_table_set_note (table, note);
  return table;
}
