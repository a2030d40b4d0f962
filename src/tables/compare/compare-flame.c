/* Cycles of two reports by the paths in names of steps: the rows of the difference flame. */
#include "tables/compare/compare-table.h"

#include "derived/compare/compare-time.h"
#include "derived/trace/trace-location.h"
#include "model/execution.h"

typedef struct {
  const char *path;
  gint64 cycles, steps;
} FlameRow;

static const PoplensColumn flame_columns[] = {
    POPLENS_CELL (FlameRow, path, "Path", TEXT, FILE,
                  "Path in the names of steps, without numbers that Poplar counts in them"),
    POPLENS_CELL (FlameRow, cycles, "Cycles", CYCLES, MEASURED,
                  "Cycles of the longest tile of each step, added over IPUs; only steps with just "
                  "this path"),
    POPLENS_CELL (FlameRow, steps, "Steps by IPU", COUNT, MEASURED,
                  "Executed steps, counted on each IPU"),
};

static PoplensTable *
build_base (const PoplensComparedFlame *flame, guint s, PoplensReport *report)
{
  const PoplensPathTree *tree = flame->tree->tree;
  PoplensRecords *rows = POPLENS_RECORDS (FlameRow, flame_columns);

  for (guint32 t = 0; t < tree->n_things; t++) {
    const PoplensFlameThing *thing = &flame->things[s][t];
    if (!thing->rows)
      continue;
    g_autofree char *path = poplens_path_tree_path (tree, tree->node[t]);
    g_autofree char *link = thing->program == POPLENS_NO_PROGRAM
                                ? NULL
                                : poplens_trace_program_link (thing->program, NULL);
    FlameRow *row = poplens_records_add (rows);
    row->path = poplens_records_text (rows, path);
    row->cycles = poplens_base_amount (flame->tree->own[s][tree->node[t]]);
    row->steps = (gint64) thing->rows;
    if (link)
      poplens_records_link (rows, "%s", link);
  }
  return poplens_records_finish (rows, "base", "Base", report);
}

static PoplensTable *
compare_flame (const PoplensJoin *join, PoplensReport *report, const PoplensLocation *location,
               GCancellable *cancellable, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensComparedFlame) flame = {0};
  g_auto (PoplensBases) bases = {0};
  g_autofree char *scope = poplens_compared_time_scope_note (location);
  g_autofree char *ipus = NULL;
  PoplensNumber before;

  if (!poplens_compare_source_init (&source, report, error) ||
      !poplens_compared_flame_load (&source, location, &flame, cancellable, error))
    return NULL;
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    bases.of[s] = build_base (&flame, s, source.of[s]);
  if (flame.n_ipus[POPLENS_FIRST] != flame.n_ipus[POPLENS_SECOND])
    ipus = g_strdup_printf (" Cycles are added over %s before, %u after.",
                            poplens_format_items (before, flame.n_ipus[POPLENS_FIRST], "IPU"),
                            flame.n_ipus[POPLENS_SECOND]);
  g_autofree char *remark = g_strconcat (" Only work, no waiting.", scope ? scope : "", ipus, NULL);
  return poplens_compare_table_new (join, &bases, NULL, &source, location, remark);
}

const PoplensJoin poplens_join_trace_costs = {.name = "trace-costs",
                                              .title = "Cycles by name",
                                              .things = "paths",
                                              .keys = "range, ipu",
                                              .build = compare_flame,
                                              .shown = "path cycles steps",
                                              .match = "path",
                                              .adds = TRUE};
