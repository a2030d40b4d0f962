/* Where the cycles of a trace went, by the paths in the names of steps. */
#include "analysis/trace/trace-costs.h"
#include "tables/trace/trace-cost-table.h"

#define COSTS                                                                                      \
  POPLENS_COST_SHARE, POPLENS_COST_ROWS, POPLENS_COST_BALANCE, POPLENS_COST_IMBALANCE,             \
      POPLENS_COST_RECEIVED, POPLENS_COST_SENT, POPLENS_COST_BYTES_PER_CYCLE,                      \
      POPLENS_COST_TILE_CYCLES

static const PoplensCostColumn down_columns[] = {POPLENS_COST_NAME, POPLENS_COST_ALL_CYCLES,
                                                 POPLENS_COST_OWN_CYCLES, COSTS};
static const PoplensCostColumn up_columns[] = {POPLENS_COST_NAME, POPLENS_COST_OWN_CYCLES,
                                               POPLENS_COST_ALL_CYCLES, COSTS};

static const PoplensCostTable top_down = {"Cycles top-down",
                                          down_columns,
                                          G_N_ELEMENTS (down_columns),
                                          "Name",
                                          "Part of the step name between \u201c/\u201d, the first "
                                          "part on top; a row includes the rows below",
                                          POPLENS_COST_ALL_CYCLES,
                                          TRUE};
static const PoplensCostTable bottom_up = {
    "Cycles bottom-up",
    up_columns,
    G_N_ELEMENTS (up_columns),
    "Name",
    "Last part of the step name, expandable to the parts before. All columns except Cycles cover "
    "the steps that end with this part.",
    POPLENS_COST_OWN_CYCLES,
    TRUE};

/* A link that marks what has the row's path. */
static const char *
link_of (PoplensCostRows *rows, const PoplensTraceCosts *costs, const PoplensTracePathRow *row,
         const PoplensLocation *location)
{
  guint32 program = row->thing == POPLENS_PATH_NONE
                        ? POPLENS_NO_PROGRAM
                        : g_array_index (costs->groups, PoplensTraceGroupCost, row->thing).program;
  g_autofree char *link =
      program == POPLENS_NO_PROGRAM ? NULL : poplens_trace_program_link (program, location);

  return link ? poplens_cost_rows_text (rows, link) : NULL;
}

static void
add_row (PoplensCostRows *rows, const PoplensTraceCosts *costs, const PoplensTracePaths *paths,
         const PoplensTracePathRow *from, gboolean down, const PoplensLocation *location)
{
  const char *name = poplens_path_tree_name (paths->tree, from->node);
  PoplensCostRow row = {.depth = from->depth,
                        .program = POPLENS_NO_PROGRAM,
                        .compute_set = POPLENS_NO_ROW,
                        .cost = down ? from->all : from->own,
                        .own_cycles = (gint64) from->own.cycles,
                        .all_cycles = from->has_all ? (gint64) from->all.cycles : -1};

  row.name = poplens_cost_rows_text (rows, name);
  row.link = link_of (rows, costs, from, location);
  poplens_cost_rows_add (rows, &row);
}

static PoplensTracePaths *
make_paths (const PoplensTraceCostSource *source, const PoplensTraceCosts *costs, gboolean down)
{
  guint n = costs->groups->len;
  g_autoptr (GPtrArray) names = g_ptr_array_new_full (n, g_free);
  g_autofree PoplensTraceCost *each = g_new (PoplensTraceCost, MAX (n, 1));

  for (guint g = 0; g < n; g++) {
    const PoplensTraceGroupCost *group = &g_array_index (costs->groups, PoplensTraceGroupCost, g);
    g_ptr_array_add (names, poplens_trace_cost_source_name (source, group->step));
    each[g] = group->cost;
  }
  PoplensTraceNames input = {n, (const char *const *) names->pdata, each};
  return down ? poplens_trace_paths_top_down (&input) : poplens_trace_paths_bottom_up (&input);
}

static PoplensTable *
build (const PoplensCostTable *spec, PoplensReport *report, const PoplensLocation *location,
       GCancellable *cancellable, GError **error)
{
  gboolean down = spec == &top_down;
  g_auto (PoplensTraceCostSource) source = {0};
  g_autoptr (PoplensTraceCosts) costs = NULL;
  g_autoptr (PoplensTracePaths) paths = NULL;

  if (!poplens_trace_cost_source_init (&source, report, location, cancellable, error) ||
      !(costs = poplens_trace_cost_source_sum (&source, cancellable, error)))
    return NULL;
  paths = make_paths (&source, costs, down);
  PoplensCostRows *rows = poplens_cost_rows_new (costs);
  for (guint i = 0; i < paths->rows->len; i++)
    add_row (rows, costs, paths, &g_array_index (paths->rows, PoplensTracePathRow, i), down,
             location);
  g_autofree char *note = poplens_trace_cost_source_describe (&source, &costs->left);
  return poplens_cost_rows_finish (rows, spec, note, report);
}

PoplensTable *
poplens_build_trace_costs_top_down (PoplensReport *report, const PoplensLocation *location,
                                    GCancellable *cancellable, GError **error)
{
  return build (&top_down, report, location, cancellable, error);
}

PoplensTable *
poplens_build_trace_costs_bottom_up (PoplensReport *report, const PoplensLocation *location,
                                     GCancellable *cancellable, GError **error)
{
  return build (&bottom_up, report, location, cancellable, error);
}
