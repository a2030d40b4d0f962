/* Tables of cycles of a trace by compute set, program, operation and path of names; and of the
 * executions of one program. */
#include "analysis/trace/trace-range.h"
#include "analysis/trace/trace-variation.h"
#include "analysis/trace/trace-costs.h"
#include "derived/operations/operations-source.h"
#include "derived/trace/trace-costs-source.h"
#include "tables/engine/builders.h"

/* ---- rows of costs --------------------------------------------------------------------------- */

/* Columns of the tables of trace costs. Each table shows some of them. */

typedef enum {
  COST_NAME,
  COST_TYPE,
  COST_PROGRAM,
  COST_COMPUTE_SET,
  COST_OPERATION,
  COST_ROWS,
  COST_ALL_CYCLES, /* in a tree: cycles including the rows below */
  COST_OWN_CYCLES, /* in a tree: cycles without the rows below */
  COST_CYCLES,
  COST_SHARE,
  COST_TILE_CYCLES,
  COST_BALANCE,
  COST_IMBALANCE,
  COST_RECEIVED,
  COST_SENT,
  COST_BYTES_PER_CYCLE,
  N_COST_COLUMNS,
} CostColumn;

/* A row of costs. Its texts live as long as the table: see cost_rows_text (). */
typedef struct {
  guint16 depth;
  const char *name, *type, *operation; /* (nullable): NULL: an empty cell */
  guint32 program;                     /* POPLENS_NO_PROGRAM: the cell is empty */
  guint32 compute_set;                 /* POPLENS_NO_ROW: the cell is empty */
  const char *link;                    /* (nullable): location that the row links to */
  PoplensTraceCost cost;         /* costs of the steps of this row, without the rows below it */
  gint64 own_cycles, all_cycles; /* in a tree: cycles without and including rows below; negative:
                                    the cell is empty */
} CostRow;

typedef struct {
  const char *title;
  const CostColumn *columns;
  guint n_columns;
  const char *what, *what_doc; /* title and documentation of the column of names */
  CostColumn sort;             /* column by which the table is sorted at first; COST_NAME: none */
  gboolean tree;
} CostTable;

static const PoplensColumn cost_columns[N_COST_COLUMNS] = {
    [COST_NAME] = POPLENS_CELL (CostRow, name, "Name", TEXT, FILE, ""),
    [COST_TYPE] = POPLENS_CELL (CostRow, type, "Type", TEXT, FILE,
                                "Type of the steps, as named in steps.type"),
    [COST_PROGRAM] = {"program", "Program", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                      "ID of the program; empty for an implicit sync"},
    [COST_COMPUTE_SET] = {"compute_set", "Compute set", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                          "ID of the compute set; empty for exchanges and copies"},
    [COST_OPERATION] = POPLENS_CELL (CostRow, operation, "ID", TEXT, FILE,
                                     "ID of the debug context of the operation",
                                     .name_of = poplens_operation_id_name),
    [COST_ROWS] = POPLENS_CELL_NAMED (CostRow, cost.rows, "steps", "Steps by IPU", COUNT, FILE,
                                      "Executed steps, counted on each IPU"),
    [COST_ALL_CYCLES] = {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                         "Cycles of the longest tile of each step with the name anywhere "
                         "in the path, in total. DoExchange cycles are estimated."},
    [COST_OWN_CYCLES] = {"own_cycles", "Own cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                         "Cycles of the steps with exactly this path"},
    [COST_CYCLES] = POPLENS_CELL_NAMED (
        CostRow, cost.cycles, "cycles", "Cycles", CYCLES, MEASURED,
        "Cycles of the longest tile of each step, in total. Steps overlap, so the total may exceed "
        "the length of the trace. DoExchange cycles are estimated."),
    [COST_SHARE] = {"share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
                    "Share of the cycles of all listed steps"},
    [COST_TILE_CYCLES] = {"tile_cycles", "Tile cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
                          "Cycles of all tiles of the IPU and all steps"},
    [COST_BALANCE] = {"tile_balance", "Tile balance", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
                      "Mean ÷ longest tile cycles, weighted by cycles"},
    [COST_IMBALANCE] = {"imbalance", "Imbalance", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
                        "Longest tile minus mean of all tiles of each step, in total and "
                        "rounded: cycles that perfect balance would save. Steps of several "
                        "IPUs overlap, so the program saves less (time-findings)."},
    [COST_RECEIVED] = {"received_bytes", "Received", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                       "Bytes that tiles receive in exchanges"},
    [COST_SENT] = {"sent_bytes", "Sent", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                   "Bytes that tiles send in exchanges"},
    [COST_BYTES_PER_CYCLE] = {"bytes_per_cycle", "Bytes/cycle", POPLENS_UNIT_NUMBER,
                              POPLENS_FROM_DERIVED,
                              "Bandwidth: bytes received and sent per cycle of the steps "
                              "that exchange; empty without exchanges"},
};

typedef struct {
  guint32 tiles;
  guint64 cycles; /* cycles of all steps in the table, which are 100 % */
  GArray *rows;   /* CostRow */
  GStringChunk *texts;
  CostColumn columns[N_COST_COLUMNS]; /* columns of the table, in order */
} CostRows;

static CostRows *
cost_rows_new (const PoplensTraceCosts *costs)
{
  CostRows *self = g_new0 (CostRows, 1);

  self->tiles = costs->tiles;
  self->cycles = costs->all.cycles;
  self->rows = g_array_new (FALSE, TRUE, sizeof (CostRow));
  self->texts = g_string_chunk_new (4096);
  return self;
}

static void
cost_rows_free (CostRows *self)
{
  if (!self)
    return;
  g_array_unref (self->rows);
  g_string_chunk_free (self->texts);
  g_free (self);
}

static void
cost_rows_add (CostRows *self, const CostRow *row)
{
  g_array_append_vals (self->rows, row, 1);
}

/* Returns a copy of @text that lives as long as the table. Equal texts share one copy. */
static const char *
cost_rows_text (CostRows *self, const char *text)
{
  return g_string_chunk_insert_const (self->texts, text);
}

/* Returns a copy of @text that lives as long as the table. @text: (transfer full) (nullable).
 * (nullable): NULL if @text is NULL */
static const char *
cost_rows_take (CostRows *self, char *text)
{
  g_autofree char *taken = text;

  return taken ? cost_rows_text (self, taken) : NULL;
}

/* ---- cells ----------------------------------------------------------------------------------- */

static void
set_id (PoplensValue *value, guint32 id)
{
  if (id != G_MAXUINT32)
    poplens_cell_int (value, id);
}

static void
set_part (PoplensValue *value, double part, double of)
{
  if (of > 0)
    poplens_cell_real (value, part / of);
}

/* Sets a cell that is computed from cycles by tile. Leaves it empty if the cycles were not
 * recorded. */
static void
balance_cell (const CostRows *self, const PoplensTraceCost *cost, CostColumn column,
              PoplensValue *value)
{
  if (!cost->known)
    return;
  if (column == COST_TILE_CYCLES)
    poplens_cell_int (value, (gint64) cost->tile_cycles);
  else if (column == COST_IMBALANCE)
    poplens_cell_int (value, (gint64) (poplens_trace_cost_imbalance (cost, self->tiles) + 0.5));
  else
    set_part (value, (double) cost->tile_cycles,
              (double) self->tiles * (double) cost->known_cycles);
}

static void
cost_bytes_cell (const PoplensTraceCost *cost, CostColumn column, PoplensValue *value)
{
  if (!cost->moving)
    return;
  if (column == COST_BYTES_PER_CYCLE)
    set_part (value, (double) (cost->received + cost->sent), (double) cost->moving_cycles);
  else
    poplens_cell_int (value, (gint64) (column == COST_RECEIVED ? cost->received : cost->sent));
}

static void
cost_cell (gconstpointer data, guint32 at, guint index, PoplensValue *value)
{
  const CostRows *self = data;
  const CostRow *row = &g_array_index (self->rows, CostRow, at);
  CostColumn column = self->columns[index];

  switch (column) {
  case COST_PROGRAM:
    set_id (value, row->program);
    break;
  case COST_COMPUTE_SET:
    set_id (value, row->compute_set);
    break;
  case COST_ALL_CYCLES:
    if (row->all_cycles >= 0)
      poplens_cell_int (value, row->all_cycles);
    break;
  case COST_OWN_CYCLES:
    if (row->own_cycles >= 0)
      poplens_cell_int (value, row->own_cycles);
    break;
  case COST_SHARE:
    set_part (value, (double) row->cost.cycles, (double) self->cycles);
    break;
  case COST_RECEIVED:
  case COST_SENT:
  case COST_BYTES_PER_CYCLE:
    cost_bytes_cell (&row->cost, column, value);
    break;
  default:
    balance_cell (self, &row->cost, column, value);
  }
}

static char *
cost_link (gconstpointer data, guint32 at)
{
  return g_strdup (g_array_index (((const CostRows *) data)->rows, CostRow, at).link);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Sorts by cycles, descending. Equal rows keep their order. */
static int
compare_costs (gconstpointer a, gconstpointer b)
{
  const CostRow *x = a, *y = b;

  return (x->cost.cycles < y->cost.cycles) - (x->cost.cycles > y->cost.cycles);
}

/* TRUE if the table shows a total of the column, because adding up its cells makes sense. */
static gboolean
has_total (CostColumn column)
{
  switch (column) {
  case COST_ROWS:
  case COST_CYCLES:
  case COST_SHARE:
  case COST_TILE_CYCLES:
  case COST_RECEIVED:
  case COST_SENT:
    return TRUE;
  default:
    return FALSE;
  }
}

static void
add_cost_columns (PoplensTable *table, const CostRows *self, const CostTable *spec)
{
  for (guint c = 0; c < spec->n_columns; c++) {
    PoplensColumn column = cost_columns[spec->columns[c]];
    if (spec->columns[c] == COST_NAME) {
      column.title = spec->what;
      column.doc = spec->what_doc;
    }
    poplens_table_add_records (table, &column, 1, self->rows->data, sizeof (CostRow));
    if (has_total (spec->columns[c]) || (c && spec->columns[c] == spec->sort))
      poplens_table_add_total (table, c);
    if (spec->columns[c] == spec->sort && c)
      poplens_table_set_default_sort (table, c, TRUE);
  }
}

/* Makes the table of all rows. @self: (transfer full). @note: (nullable). (transfer full) */
static PoplensTable *
cost_rows_finish (CostRows *self, const CostTable *spec, const char *note, PoplensReport *report)
{
  guint32 n = self->rows->len;
  guint16 *depths = spec->tree ? g_new (guint16, MAX (n, 1)) : NULL;
  PoplensTable *table;

  for (guint c = 0; c < spec->n_columns; c++)
    self->columns[c] = spec->columns[c];
  if (!spec->tree)
    g_array_sort (self->rows, compare_costs);
  for (guint32 i = 0; depths && i < n; i++)
    depths[i] = g_array_index (self->rows, CostRow, i).depth;
  table = poplens_table_new ("trace-costs", spec->title, n, cost_cell, self,
                             (GDestroyNotify) cost_rows_free, report);
  add_cost_columns (table, self, spec);
  poplens_table_set_link (table, cost_link);
  if (depths) {
    poplens_table_set_depths (table, depths);
    poplens_table_set_initial_depth (table, 0);
  }
  poplens_table_set_note (table, note);
  return table;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CostRows, cost_rows_free)

/* ---- executions of one program --------------------------------------------------------------- */

/* Table that compares the executions of one program. */

typedef struct {
  const char *name;
  gint64 ipu, executions, beyond_fastest, mean, deviation, shortest, median, longest;
  double spread;
  gint64 outliers, step;
  const char *type;
  gint64 program;
  const char *source;
} VariationRow;

static const PoplensColumn variation_columns[] = {
    POPLENS_CELL (VariationRow, name, "Name", TEXT, FILE,
                  "Name of the program, else type of the program; expandable to the runs "
                  "if there are several"),
    POPLENS_CELL (VariationRow, ipu, "IPU", ID, FILE, "Number of the IPU"),
    POPLENS_CELL (VariationRow, executions, "Executed", COUNT, FILE,
                  "Number of executions on the IPU, at least two", .total = TRUE),
    POPLENS_CELL (VariationRow, beyond_fastest, "Over fastest", CYCLES, DERIVED,
                  "Cycles of all executions over the fastest one: total − executions × shortest",
                  .total = TRUE),
    POPLENS_CELL (VariationRow, mean, "Mean", CYCLES, DERIVED,
                  "Mean cycles of the longest tile of an execution, rounded"),
    POPLENS_CELL (VariationRow, deviation, "Deviation", CYCLES, DERIVED,
                  "Standard deviation of these cycles, rounded"),
    POPLENS_CELL (VariationRow, shortest, "Shortest", CYCLES, ROW,
                  "Cycles of the shortest execution"),
    POPLENS_CELL (VariationRow, median, "Median", CYCLES, ROW,
                  "Median cycles of an execution; the lower of two"),
    POPLENS_CELL (VariationRow, longest, "Longest", CYCLES, ROW, "Cycles of the longest execution"),
    POPLENS_CELL (VariationRow, spread, "Spread", RATIO, DERIVED, "(Longest − shortest) ÷ mean"),
    POPLENS_CELL (VariationRow, outliers, "Outliers", COUNT, DERIVED,
                  "Executions more than 1.5 interquartile ranges outside the "
                  "quartiles (Tukey); none with fewer than 4",
                  .total = TRUE),
    POPLENS_CELL (VariationRow, step, "Step", ID, FILE,
                  "ID of the step of the longest execution (steps.id)"),
    POPLENS_CELL (VariationRow, type, "Type", TEXT, FILE,
                  "Type of the steps, as named in steps.type"),
    POPLENS_CELL (VariationRow, program, "Program", ID, FILE,
                  "ID of the program; empty for an implicit sync"),
    POPLENS_CELL (VariationRow, source, "Source", TEXT, DERIVED,
                  "Source of the cycles: measured, estimated (DoExchange) or derived (steps "
                  "without a program)"),
};

/* ---- rows ------------------------------------------------------------------------------------ */

static char *
variation_name (const PoplensTraceCostSource *source, const PoplensVariation *one,
                const PoplensTraceGroupCost *group)
{
  const PoplensExecution *x = source->facts.execution;

  if (one->run == G_MAXUINT32)
    return poplens_trace_cost_source_name (source, group->step);
  const PoplensRunInfo *run = &x->runs[one->run];
  g_autofree char *name = g_strdup_printf ("Run %" G_GINT64_FORMAT " %s", run->id,
                                           poplens_strings_get (x->strings, run->name));
  return g_strdup (g_strchomp (name));
}

static void
add_variation_row (PoplensRecords *rows, const PoplensTraceCostSource *source,
                   const PoplensVariation *one, const PoplensTraceGroupCost *group,
                   const PoplensLocation *location)
{
  const PoplensExecution *x = source->facts.execution;
  guint32 longest = x->row_step[one->longest_row];
  g_autofree char *name = variation_name (source, one, group);
  g_autofree char *link = poplens_trace_step_link (x, longest, location, TRUE);
  VariationRow *row = poplens_records_add_at (rows, one->run != G_MAXUINT32);

  row->name = poplens_records_text (rows, name);
  row->ipu = one->ipu;
  row->executions = one->n;
  row->beyond_fastest = poplens_variation_excess (one);
  row->mean = (gint64) (one->mean + 0.5);
  row->deviation = (gint64) (one->deviation + 0.5);
  row->shortest = one->least;
  row->median = one->median;
  row->longest = one->most;
  if (one->mean > 0)
    row->spread = (double) (one->most - one->least) / one->mean;
  row->outliers = one->n_outliers;
  row->step = poplens_execution_step_id (x, longest);
  row->type = poplens_execution_step_type (x, group->step);
  if (group->program != POPLENS_NO_PROGRAM)
    row->program = group->program;
  row->source = poplens_step_source_name (poplens_step_source (x, group->step));
  poplens_records_link (rows, "%s", link);
}

static char *
describe_variation (const PoplensTraceCostSource *source, const PoplensTraceVariations *all)
{
  g_autofree char *what = poplens_trace_cost_source_describe (source, NULL);
  const char *counted = source->wanted.waits ? "waiting" : "work";
  PoplensNumber once;

  if (!all->n_once)
    return g_strdup_printf ("%s Programs with %s steps, counted on each IPU.", what, counted);
  return g_strdup_printf (
      "%s Programs with %s steps, counted on each IPU. Excluded: %s executed once.", what, counted,
      poplens_format_count (once, all->n_once));
}

PoplensTable *
poplens_build_trace_variation (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  g_auto (PoplensTraceCostSource) source = {0};
  g_autoptr (PoplensTraceVariations) all = NULL;
  PoplensWork work;

  if (!poplens_trace_cost_source_init (&source, report, location, cancellable, error))
    return NULL;
  work = poplens_work_of (cancellable);
  work = poplens_work_share (&work, POPLENS_STEP_SUMS_SHARE, 1);
  all = poplens_trace_variations_new (&source.facts, &source.wanted, &work);
  if (!all) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  PoplensRecords *rows = POPLENS_RECORDS (VariationRow, variation_columns);
  for (guint i = 0; i < all->variations->len; i++) {
    const PoplensVariation *one = &g_array_index (all->variations, PoplensVariation, i);
    add_variation_row (rows, &source, one,
                       &g_array_index (all->groups, PoplensTraceGroupCost, one->group), location);
  }
  PoplensTable *table = poplens_records_finish_tree (rows, "trace-variation", "Variation", report);
  g_autofree char *note = describe_variation (&source, all);
  poplens_table_set_initial_depth (table, 0);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- paths of names -------------------------------------------------------------------------- */

/* Table of cycles of a trace by the paths in the names of steps. */

#define PATH_COSTS                                                                                 \
  COST_SHARE, COST_ROWS, COST_BALANCE, COST_IMBALANCE, COST_RECEIVED, COST_SENT,                   \
      COST_BYTES_PER_CYCLE, COST_TILE_CYCLES

static const CostColumn down_columns[] = {COST_NAME, COST_ALL_CYCLES, COST_OWN_CYCLES, PATH_COSTS};
static const CostColumn up_columns[] = {COST_NAME, COST_OWN_CYCLES, COST_ALL_CYCLES, PATH_COSTS};

static const CostTable top_down = {"Cycles top-down",
                                   down_columns,
                                   G_N_ELEMENTS (down_columns),
                                   "Name",
                                   "Part of the step name between \u201c/\u201d, the first "
                                   "part on top; a row includes the rows below",
                                   COST_ALL_CYCLES,
                                   TRUE};
static const CostTable bottom_up = {
    "Cycles bottom-up",
    up_columns,
    G_N_ELEMENTS (up_columns),
    "Name",
    "Last part of the step name, expandable to the parts before. All columns except Cycles cover "
    "the steps that end with this part.",
    COST_OWN_CYCLES,
    TRUE};

/* Returns a link that highlights the steps of the row's program in the trace. (nullable): NULL if
 * the row has no program */
static const char *
path_link (CostRows *rows, const PoplensTraceCosts *costs, const PoplensTracePathRow *row,
           const PoplensLocation *location)
{
  guint32 program = row->thing == POPLENS_PATH_NONE
                        ? POPLENS_NO_PROGRAM
                        : g_array_index (costs->groups, PoplensTraceGroupCost, row->thing).program;
  g_autofree char *link =
      program == POPLENS_NO_PROGRAM ? NULL : poplens_trace_program_link (program, location);

  return link ? cost_rows_text (rows, link) : NULL;
}

static void
add_path_row (CostRows *rows, const PoplensTraceCosts *costs, const PoplensTracePaths *paths,
              const PoplensTracePathRow *from, gboolean down, const PoplensLocation *location)
{
  const char *name = poplens_path_tree_name (paths->tree, from->node);
  CostRow row = {.depth = from->depth,
                 .program = POPLENS_NO_PROGRAM,
                 .compute_set = POPLENS_NO_ROW,
                 .cost = down ? from->all : from->own,
                 .own_cycles = (gint64) from->own.cycles,
                 .all_cycles = from->has_all ? (gint64) from->all.cycles : -1};

  row.name = cost_rows_text (rows, name);
  row.link = path_link (rows, costs, from, location);
  cost_rows_add (rows, &row);
}

static PoplensTracePaths *
make_path_rows (const PoplensTraceCostSource *source, const PoplensTraceCosts *costs, gboolean down)
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
build_paths (const CostTable *spec, PoplensReport *report, const PoplensLocation *location,
             GCancellable *cancellable, GError **error)
{
  gboolean down = spec == &top_down;
  g_auto (PoplensTraceCostSource) source = {0};
  g_autoptr (PoplensTraceCosts) costs = NULL;
  g_autoptr (PoplensTracePaths) paths = NULL;

  if (!poplens_trace_cost_source_init (&source, report, location, cancellable, error) ||
      !(costs = poplens_trace_cost_source_sum (&source, cancellable, error)))
    return NULL;
  paths = make_path_rows (&source, costs, down);
  CostRows *rows = cost_rows_new (costs);
  for (guint i = 0; i < paths->rows->len; i++)
    add_path_row (rows, costs, paths, &g_array_index (paths->rows, PoplensTracePathRow, i), down,
                  location);
  g_autofree char *note = poplens_trace_cost_source_describe (&source, &costs->left);
  return cost_rows_finish (rows, spec, note, report);
}

PoplensTable *
poplens_build_trace_costs_top_down (PoplensReport *report, const PoplensLocation *location,
                                    GCancellable *cancellable, GError **error)
{
  return build_paths (&top_down, report, location, cancellable, error);
}

PoplensTable *
poplens_build_trace_costs_bottom_up (PoplensReport *report, const PoplensLocation *location,
                                     GCancellable *cancellable, GError **error)
{
  return build_paths (&bottom_up, report, location, cancellable, error);
}

/* ---- compute sets, programs, operations ------------------------------------------------------ */

#define COSTS                                                                                      \
  COST_ROWS, COST_CYCLES, COST_SHARE, COST_BALANCE, COST_IMBALANCE, COST_RECEIVED, COST_SENT,      \
      COST_BYTES_PER_CYCLE, COST_TILE_CYCLES

typedef struct {
  PoplensReport *report;
  const PoplensLocation *location;
  PoplensTraceCostSource source;
  PoplensTraceCosts *costs;
  CostRows *rows;
} CostBuild;

static gboolean
build_init (CostBuild *self, PoplensReport *report, const PoplensLocation *location,
            GCancellable *cancellable, GError **error)
{
  *self = (CostBuild){.report = report, .location = location};
  if (!poplens_trace_cost_source_init (&self->source, report, location, cancellable, error) ||
      !(self->costs = poplens_trace_cost_source_sum (&self->source, cancellable, error)) ||
      !poplens_trace_cost_source_has_any (&self->source, self->costs->all.rows, "program", error))
    return FALSE;
  self->rows = cost_rows_new (self->costs);
  return TRUE;
}

static void
build_clear (CostBuild *self)
{
  poplens_trace_cost_source_clear (&self->source);
  poplens_trace_costs_free (self->costs);
  cost_rows_free (self->rows);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CostBuild, build_clear)

static const PoplensTraceGroupCost *
cost_group (const CostBuild *self, guint g)
{
  return &g_array_index (self->costs->groups, PoplensTraceGroupCost, g);
}

static guint32
cost_program_row (const CostBuild *self, const PoplensTraceGroupCost *group)
{
  return self->source.programs && group->program != POPLENS_NO_PROGRAM
             ? poplens_programs_find (self->source.programs, group->program)
             : POPLENS_NO_ROW;
}

static const char *
type_text (const CostBuild *self, const PoplensTraceGroupCost *group)
{
  return poplens_execution_step_type (self->source.facts.execution, group->step);
}

static const char *
name_text (CostBuild *self, const PoplensTraceGroupCost *group)
{
  return cost_rows_take (self->rows, poplens_trace_cost_source_name (&self->source, group->step));
}

static const char *
link_text (CostBuild *self, guint32 program)
{
  return cost_rows_take (self->rows, program != POPLENS_NO_PROGRAM
                                         ? poplens_trace_program_link (program, self->location)
                                         : NULL);
}

static PoplensTable *
finish_costs (CostBuild *self, const CostTable *spec)
{
  g_autofree char *note = poplens_trace_cost_source_describe (&self->source, &self->costs->left);

  return cost_rows_finish (g_steal_pointer (&self->rows), spec, note, self->report);
}

/* ---- programs -------------------------------------------------------------------------------- */

PoplensTable *
poplens_build_trace_costs_by_program (PoplensReport *report, const PoplensLocation *location,
                                      GCancellable *cancellable, GError **error)
{
  static const CostColumn columns[] = {COST_NAME, COST_TYPE, COSTS, COST_PROGRAM};
  static const CostTable spec = {
      "Cycles by program",
      columns,
      G_N_ELEMENTS (columns),
      "Program",
      "Name of the program, else type of the program; kind of an implicit sync",
      COST_CYCLES,
      FALSE};
  g_auto (CostBuild) self;

  if (!build_init (&self, report, location, cancellable, error))
    return NULL;
  for (guint g = 0; g < self.costs->groups->len; g++) {
    const PoplensTraceGroupCost *group = cost_group (&self, g);
    CostRow row = {
        .name = name_text (&self, group),
        .type = type_text (&self, group),
        .program = group->program,
        .compute_set = POPLENS_NO_ROW,
        .link = link_text (&self, group->program),
        .cost = group->cost,
    };
    cost_rows_add (self.rows, &row);
  }
  return finish_costs (&self, &spec);
}

/* ---- sums over programs ---------------------------------------------------------------------- */

/* Rows that sum the costs of several programs, by key. */
typedef struct {
  GHashTable *index; /* key → index in .rows, plus 1 */
  GArray *rows;      /* CostRow */
} CostRowsByKey;

static CostRowsByKey
rows_by_key_new (void)
{
  return (CostRowsByKey){g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
                         g_array_new (FALSE, TRUE, sizeof (CostRow))};
}

/* Adds @cost to the row of @key. If there is none, first appends @new as the row. */
static void
rows_by_key_add (CostRowsByKey *self, gint64 key, const CostRow *new, const PoplensTraceCost *cost)
{
  guint at = GPOINTER_TO_UINT (g_hash_table_lookup (self->index, &key));

  if (!at) {
    g_array_append_vals (self->rows, new, 1);
    at = self->rows->len;
    g_hash_table_insert (self->index, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (at));
  }
  poplens_trace_cost_add (&g_array_index (self->rows, CostRow, at - 1).cost, cost);
}

/* Moves the rows to @rows, and frees @self's members. */
static void
rows_by_key_finish (CostRowsByKey *self, CostRows *rows)
{
  for (guint i = 0; i < self->rows->len; i++)
    cost_rows_add (rows, &g_array_index (self->rows, CostRow, i));
  g_array_unref (self->rows);
  g_hash_table_unref (self->index);
}

/* ---- compute sets ---------------------------------------------------------------------------- */

/* Adds a row for each compute set. Adds a row for each type of step without a compute set, so that
 * the rows add up to all steps. */
static void
add_compute_sets (CostBuild *self)
{
  CostRowsByKey things = rows_by_key_new ();

  for (guint g = 0; g < self->costs->groups->len; g++) {
    const PoplensTraceGroupCost *group = cost_group (self, g);
    guint32 program = cost_program_row (self, group);
    guint32 set =
        program != POPLENS_NO_ROW ? self->source.programs->compute_set[program] : POPLENS_NO_ROW;
    CostRow row = {.program = POPLENS_NO_PROGRAM, .compute_set = set};
    row.type = type_text (self, group);
    if (set != POPLENS_NO_ROW) {
      row.name = name_text (self, group);
      row.link = link_text (self, group->program);
    } else {
      row.name = cost_rows_take (self->rows, g_strdup_printf ("All of type %s", row.type));
    }
    rows_by_key_add (&things, set != POPLENS_NO_ROW ? (gint64) set : -1 - (gint64) group->type,
                     &row, &group->cost);
  }
  rows_by_key_finish (&things, self->rows);
}

PoplensTable *
poplens_build_trace_costs_by_compute_set (PoplensReport *report, const PoplensLocation *location,
                                          GCancellable *cancellable, GError **error)
{
  static const CostColumn columns[] = {COST_NAME, COSTS, COST_COMPUTE_SET};
  static const CostTable spec = {"Cycles by compute set",
                                 columns,
                                 G_N_ELEMENTS (columns),
                                 "Compute set",
                                 "Name of the compute set; other steps are grouped by type",
                                 COST_CYCLES,
                                 FALSE};
  g_auto (CostBuild) self;

  if (!build_init (&self, report, location, cancellable, error))
    return NULL;
  add_compute_sets (&self);
  return finish_costs (&self, &spec);
}

/* ---- operations ------------------------------------------------------------------------------ */

static void
add_operation_cost (CostBuild *self, const PoplensOperationSource *operations,
                    CostRowsByKey *things, const PoplensTraceGroupCost *group)
{
  guint32 program = cost_program_row (self, group);
  guint32 n = operations->operations->operations->len;
  guint32 operation =
      program != POPLENS_NO_ROW ? operations->operations->program_operation[program] : n - 1;
  g_autofree char *key = poplens_operation_key (operations, operation);
  const char *layer = poplens_operation_source_layer (operations);
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_OPERATIONS);
  g_autoptr (PoplensLocation) of_layer = poplens_location_with (page, "layer", layer);
  g_autoptr (PoplensLocation) link = poplens_location_with (of_layer, "operation", key);
  CostRow row = {.program = POPLENS_NO_PROGRAM, .compute_set = POPLENS_NO_ROW};

  row.name = cost_rows_take (self->rows, poplens_operation_name (operations, operation));
  row.operation = cost_rows_text (self->rows, key);
  row.link = cost_rows_take (self->rows, poplens_location_to_string (link));
  rows_by_key_add (things, operation, &row, &group->cost);
}

/* Adds a row for each operation, with the sum over its programs. FALSE with @error. */
static gboolean
add_costs_of_operations (CostBuild *self, GCancellable *cancellable, GError **error)
{
  PoplensOperationSource operations = {0};
  CostRowsByKey things;

  if (!poplens_operation_source_init (&operations, self->report, self->location, cancellable,
                                      error))
    return FALSE;
  things = rows_by_key_new ();
  for (guint g = 0; g < self->costs->groups->len; g++)
    add_operation_cost (self, &operations, &things, cost_group (self, g));
  rows_by_key_finish (&things, self->rows);
  return TRUE;
}

PoplensTable *
poplens_build_trace_costs_by_operation (PoplensReport *report, const PoplensLocation *location,
                                        GCancellable *cancellable, GError **error)
{
  static const CostColumn columns[] = {COST_NAME, COSTS, COST_OPERATION};
  static const CostTable spec = {"Cycles by operation",
                                 columns,
                                 G_N_ELEMENTS (columns),
                                 "Operation",
                                 "Operation of the layer; programs without an operation and "
                                 "steps without a program are grouped",
                                 COST_CYCLES,
                                 FALSE};
  g_auto (CostBuild) self;

  if (!build_init (&self, report, location, cancellable, error) ||
      !add_costs_of_operations (&self, cancellable, error))
    return NULL;
  return finish_costs (&self, &spec);
}
