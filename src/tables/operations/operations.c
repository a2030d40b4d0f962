/* Tables of operations: the costs of all operations of a layer, the layers, the edges between
 * operations, and cycles and memory of one operation. */
#include "derived/operations/debug-source.h"
#include "derived/operations/operation-edges-source.h"
#include "derived/operations/operations-source.h"
#include "derived/scope.h"
#include "tables/engine/builders.h"
#include "tables/engine/records.h"

static const PoplensOperation *
operation_at_row (const PoplensOperationSource *s, guint32 row)
{
  return &g_array_index (s->operations->operations, PoplensOperation, row);
}

/* ---- cycles of one operation ----------------------------------------------------------------- */

/* Table of the cycles of one operation, or of all operations: a row for each type of program, and
 * below it a row for each program name. */

static const PoplensMetric metrics[] = {POPLENS_METRIC_PROGRAMS,
                                        POPLENS_METRIC_EXECUTIONS,
                                        POPLENS_METRIC_TILE_CYCLES,
                                        POPLENS_METRIC_STEP_CYCLES,
                                        POPLENS_METRIC_ESTIMATED_TILE_CYCLES,
                                        POPLENS_METRIC_ESTIMATED_STEP_CYCLES};

#define FIRST_ESTIMATE 4 /* index of the first estimate in metrics */

typedef struct {
  const char *name;
  double share;
  gint64 costs[G_N_ELEMENTS (metrics)];
} ProgramTypeRow;

static const PoplensColumn type_columns[] = {
    POPLENS_CELL (ProgramTypeRow, name, "Programs", TEXT, FILE,
                  "Type of program, expandable to names"),
    POPLENS_CELL (ProgramTypeRow, share, "Share", RATIO, DERIVED,
                  "Share of the tile cycles of the operation; of the estimated cycles if "
                  "nothing was executed",
                  .total = TRUE),
    POPLENS_CELL_NAMED (ProgramTypeRow, costs[0], "programs", "Programs", COUNT, DERIVED,
                        "Number of programs", .total = TRUE),
    POPLENS_CELL_NAMED (ProgramTypeRow, costs[1], "executions", "Executed", COUNT, MEASURED,
                        "Executed steps of the programs", .total = TRUE),
    POPLENS_CELL_NAMED (ProgramTypeRow, costs[2], "tile_cycles", "Tile cycles", CYCLES, MEASURED,
                        "Cycles of all tiles in these steps. DoExchange cycles are estimated.",
                        .total = TRUE),
    POPLENS_CELL_NAMED (ProgramTypeRow, costs[3], "cycles", "Cycles", CYCLES, MEASURED,
                        "Cycles of the longest tile of each step on each IPU, in total",
                        .total = TRUE),
    POPLENS_CELL_NAMED (ProgramTypeRow, costs[4], "estimated_tile_cycles", "Estimated tile cycles",
                        CYCLES, ESTIMATED,
                        "Compiler\u2019s estimate for all tiles, each program counted once",
                        .total = TRUE),
    POPLENS_CELL_NAMED (ProgramTypeRow, costs[5], "estimated_cycles", "Estimated cycles", CYCLES,
                        ESTIMATED, "Compiler\u2019s estimate for the longest tile of each IPU",
                        .total = TRUE),
};

/* Sum over the programs of a type, or of a type and name. */
typedef struct {
  guint32 type, name; /* IDs in the strings of the programs */
  gint64 costs[G_N_ELEMENTS (metrics)];
} CycleGroup;

typedef struct {
  const PoplensOperationSource *source;
  GHashTable *by_name; /* guint64 * of type and name → CycleGroup */
  GHashTable *by_type; /* type → CycleGroup */
  PoplensMetric order; /* index in metrics of the metric by which rows are sorted */
  gint64 whole;        /* sum of the metric .order over all groups */
} OperationCycles;

static void
add_program_costs (const OperationCycles *self, CycleGroup *group, guint32 program)
{
  for (guint m = 0; m < G_N_ELEMENTS (metrics); m++)
    poplens_metric_add (&group->costs[m], (guint64) poplens_operation_costs_program (
                                              self->source->costs, program, metrics[m]));
}

static CycleGroup *
find_cycle_group (GHashTable *groups, guint32 type, guint32 name)
{
  guint64 key = (guint64) type << 32 | name;
  CycleGroup *group = g_hash_table_lookup (groups, &key);

  if (group)
    return group;
  group = g_new0 (CycleGroup, 1);
  group->type = type;
  group->name = name;
  g_hash_table_insert (groups, g_memdup2 (&key, sizeof key), group);
  return group;
}

static void
add_operation_programs (OperationCycles *self)
{
  const PoplensOperationSource *s = self->source;
  const PoplensPrograms *p = s->programs;

  for (guint32 program = 0; program < p->n; program++) {
    if (s->selected != G_MAXUINT32 && s->operations->program_operation[program] != s->selected)
      continue;
    add_program_costs (
        self, find_cycle_group (self->by_name, p->type_name[program], p->name[program]), program);
    add_program_costs (self, find_cycle_group (self->by_type, p->type_name[program], 0), program);
  }
}

static int
compare_group_cycles (gconstpointer a, gconstpointer b, gpointer data)
{
  const CycleGroup *x = *(CycleGroup *const *) a, *y = *(CycleGroup *const *) b;
  const OperationCycles *self = data;
  gint64 of_x = x->costs[self->order], of_y = y->costs[self->order];

  if (of_x != of_y)
    return of_x < of_y ? 1 : -1;
  if (x->type != y->type)
    return x->type < y->type ? -1 : 1;
  return x->name < y->name ? -1 : x->name > y->name;
}

/* Returns the groups, sorted by the metric .order. (transfer container) */
static GPtrArray *
sort_groups (OperationCycles *self, GHashTable *groups)
{
  GPtrArray *all = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer group;

  g_hash_table_iter_init (&iter, groups);
  while (g_hash_table_iter_next (&iter, NULL, &group))
    g_ptr_array_add (all, group);
  g_ptr_array_sort_with_data (all, compare_group_cycles, self);
  return all;
}

static void
add_cycles_row (const OperationCycles *self, PoplensRecords *rows, const CycleGroup *group,
                const char *name, guint16 depth)
{
  ProgramTypeRow *row = poplens_records_add_at (rows, depth);

  row->name = poplens_records_text (rows, name);
  if (self->whole > 0)
    row->share = (double) group->costs[self->order] / (double) self->whole;
  /* Leave the estimates of a type empty if it has none: 0 would look like an estimate. */
  for (guint m = 0; m < G_N_ELEMENTS (metrics); m++)
    if (poplens_operation_costs_knows (self->source->costs, metrics[m]) &&
        (m < FIRST_ESTIMATE || group->costs[m]))
      row->costs[m] = group->costs[m];
}

/* Adds a row for each type, followed by a row for each of its names. */
static void
add_cycles_rows (OperationCycles *self, PoplensRecords *rows)
{
  const PoplensStrings *strings = self->source->programs->strings;
  g_autoptr (GPtrArray) types = sort_groups (self, self->by_type);
  g_autoptr (GPtrArray) names = sort_groups (self, self->by_name);

  for (guint t = 0; t < types->len; t++)
    poplens_metric_add (&self->whole,
                        (guint64) ((const CycleGroup *) types->pdata[t])->costs[self->order]);
  for (guint t = 0; t < types->len; t++) {
    const CycleGroup *type = types->pdata[t];
    add_cycles_row (self, rows, type, poplens_strings_get (strings, type->type), 0);
    for (guint n = 0; n < names->len; n++) {
      const CycleGroup *group = names->pdata[n];
      const char *name = poplens_strings_get (strings, group->name);
      if (group->type == type->type)
        add_cycles_row (self, rows, group, *name ? name : "(no name)", 1);
    }
  }
}

PoplensTable *
poplens_build_programs_by_type (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  PoplensOperationSource source = {0};

  if (!poplens_operation_source_init (&source, report, location, cancellable, error))
    return NULL;
  gboolean ran = poplens_operation_costs_knows (source.costs, POPLENS_METRIC_TILE_CYCLES);
  OperationCycles self = {
      .source = &source,
      .by_name = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free),
      .by_type = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free),
      .order = ran ? 2 : 4};
  g_autofree char *title = poplens_operation_title (&source);
  PoplensRecords *rows = POPLENS_RECORDS (ProgramTypeRow, type_columns);
  add_operation_programs (&self);
  add_cycles_rows (&self, rows);
  g_hash_table_unref (self.by_name);
  g_hash_table_unref (self.by_type);
  PoplensTable *table =
      poplens_records_finish_tree (rows, "programs", "Cycles of operations", report);
  poplens_table_set_note (table, title);
  return table;
}

/* ---- memory of one operation ----------------------------------------------------------------- */

/* Table memory-tiles of one operation: bytes of its variables on each tile. */

enum { TILE, IPU, BYTES, ALWAYS, OTHERS, MEMORY_SHARE, N_COLUMNS };

static const PoplensColumn memory_columns[N_COLUMNS] = {
    [TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "IPU of the tile"},
    [BYTES] = {"bytes", "Variables", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
               "Bytes of the variables of the operation: total of the next two columns",
               .total = TRUE},
    [ALWAYS] = {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                "Bytes that are live at every step (var_bytes_by_eq_class)", .total = TRUE},
    [OTHERS] = {"not_always_live", "Not always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                "Not-always-live bytes; each variable counts in full, even where it shares memory",
                .total = TRUE},
    [MEMORY_SHARE] =
        {"share", "Share of tile", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
         "Bytes as a share of the memory of the tile excluding gaps. Variables share memory, "
         "so the shares of all operations can exceed 100 %."},
};

typedef struct {
  const PoplensMemory *memory; /* owned by the report */
  const PoplensTarget *target; /* (nullable) */
  PoplensOperationBytes *bytes;
  PoplensScope scope;
} OperationTiles;

static void
operation_tiles_free (gpointer data)
{
  OperationTiles *tiles = data;

  poplens_operation_bytes_unref (tiles->bytes);
  poplens_scope_clear (&tiles->scope);
  g_free (tiles);
}

static void
operation_tile_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const OperationTiles *tiles = data;
  const PoplensMemory *m = tiles->memory;
  guint32 p = tiles->scope.selection.positions[row], tile = m->tile[p];
  guint64 always = tiles->bytes->always[tile], others = tiles->bytes->others[tile];

  if (column == TILE)
    poplens_cell_int (value, tile);
  else if (column == IPU && tiles->target)
    poplens_cell_int (value, poplens_target_ipu_of_tile (tiles->target, tile));
  else if (column == ALWAYS)
    poplens_cell_int (value, (gint64) always);
  else if (column == OTHERS)
    poplens_cell_int (value, (gint64) others);
  else if (column == BYTES)
    poplens_cell_int (value, (gint64) (always + others));
  else if (column == MEMORY_SHARE && !m->from_archive && m->total[p])
    poplens_cell_real (value, (double) (always + others) / m->total[p]);
}

static char *
operation_tile_link (gconstpointer data, guint32 row)
{
  const OperationTiles *tiles = data;

  return g_strdup_printf ("memory?tile=%u",
                          tiles->memory->tile[tiles->scope.selection.positions[row]]);
}

PoplensTable *
poplens_build_operation_memory (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensOperationBytes) bytes = NULL;
  gconstpointer target;
  PoplensTable *table;
  OperationTiles *tiles;

  if (!poplens_operation_bytes_get (report, location, &bytes, cancellable, error) ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  tiles = g_new0 (OperationTiles, 1);
  tiles->bytes = g_steal_pointer (&bytes);
  tiles->memory = poplens_report_load_memory (report, cancellable, error);
  if (!tiles->memory || !poplens_scope_init (&tiles->scope, report, location, cancellable, error)) {
    operation_tiles_free (tiles);
    return NULL;
  }
  tiles->target = target;
  table = poplens_table_new ("memory-tiles", "Memory by tile", tiles->scope.selection.n,
                             operation_tile_cell, tiles, operation_tiles_free, report);
  poplens_table_add_columns (table, memory_columns, N_COLUMNS);
  poplens_table_set_link (table, operation_tile_link);
  g_autofree char *note = poplens_scope_tiles (&tiles->scope);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- edges ----------------------------------------------------------------------------------- */

/* Table of edges between operations: which operation uses what another one makes. */

typedef struct {
  const char *from, *to, *tensor, *type, *shape, *source, *layer;
  const char *from_operation, *to_operation;
} EdgeRow;

static const PoplensColumn edge_columns[] = {
    POPLENS_CELL (EdgeRow, from, "From", TEXT, ROW, "Operation that makes the tensor"),
    POPLENS_CELL (EdgeRow, to, "To", TEXT, ROW, "Operation that uses it"),
    POPLENS_CELL (EdgeRow, tensor, "Tensor", TEXT, ROW,
                  "Name of the tensor; for derived edges, of the variable"),
    POPLENS_CELL (EdgeRow, type, "Type", TEXT, FILE, "Type of the elements, if recorded"),
    POPLENS_CELL (EdgeRow, shape, "Shape", TEXT, FILE, "Shape of the tensor, if recorded"),
    POPLENS_CELL (EdgeRow, source, "Source", TEXT, DERIVED,
                  "file: inputs and outputs of debug contexts. derived: the order in which "
                  "programs use variables; an edge may be missing or wrong."),
    POPLENS_CELL (EdgeRow, layer, "Layer", TEXT, FILE,
                  "Layer whose debug contexts record the edge"),
    POPLENS_CELL (EdgeRow, from_operation, "From ID", TEXT, FILE,
                  "ID of the debug context that makes the tensor"),
    POPLENS_CELL (EdgeRow, to_operation, "To ID", TEXT, FILE,
                  "ID of the debug context that uses it"),
};

typedef struct {
  const PoplensOperationSource *source;
  const PoplensOperationEdges *edges;
  PoplensRecords *rows;
  PoplensLocation *location; /* location on the Operations page, to which links add an operation */
} EdgeTable;

static const char *
edge_end_name (const EdgeTable *self, guint32 context)
{
  g_autofree char *path = poplens_debug_context_path (self->source->contexts, context);
  g_autofree char *name =
      path && *path ? NULL : poplens_operation_context_name (self->source->contexts, context);

  return poplens_records_text (self->rows, name ? name : path);
}

static const char *
edge_text (const EdgeTable *self, guint32 string)
{
  return string
             ? poplens_records_text (self->rows, poplens_strings_get (self->edges->strings, string))
             : NULL;
}

static const char *
context_operation_id (const EdgeTable *self, guint32 context)
{
  g_autofree char *id = g_strdup_printf ("%" G_GUINT64_FORMAT, self->source->contexts->id[context]);

  return poplens_records_text (self->rows, id);
}

static void
add_edge_row (EdgeTable *self, const PoplensOperationEdge *edge)
{
  EdgeRow *row = poplens_records_add (self->rows);

  row->from = edge_end_name (self, edge->from);
  row->to = edge_end_name (self, edge->to);
  row->tensor = edge_text (self, edge->tensor);
  row->type = edge_text (self, edge->type);
  row->shape = edge_text (self, edge->shape);
  row->layer =
      self->edges->recorded_by ? poplens_records_text (self->rows, self->edges->recorded_by) : NULL;
  row->source =
      poplens_provenance_name (self->edges->recorded_by ? POPLENS_FROM_FILE : POPLENS_FROM_DERIVED);
  row->from_operation = context_operation_id (self, edge->from);
  row->to_operation = context_operation_id (self, edge->to);
  /* Link only to operations that made programs or variables: others have no costs to show. */
  if (poplens_operations_find (self->source->operations, edge->from) != G_MAXUINT32) {
    g_autoptr (PoplensLocation) to =
        poplens_location_with (self->location, "operation", row->from_operation);
    g_autofree char *link = poplens_location_to_string (to);
    poplens_records_link (self->rows, "%s", link);
  }
}

/* Returns the note: the operation, and whether edges are recorded or derived. (transfer full) */
static char *
describe_edges (const EdgeTable *self)
{
  const char *layer = poplens_operation_source_layer (self->source);
  g_autofree char *title = poplens_operation_title (self->source);
  g_autofree char *source =
      self->edges->recorded_by
          ? g_strdup_printf ("Recorded by layer %s", self->edges->recorded_by)
          : g_strdup_printf ("Derived from the order in which programs use variables, as layer %s "
                             "records no inputs and outputs",
                             layer);

  return g_strdup_printf ("%s. %s.", title, source);
}

/* Returns the location that links extend: the Operations page with the selected layer. (transfer
 * full) */
static PoplensLocation *
base_of_edge_links (const PoplensLocation *location)
{
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_OPERATIONS);

  return poplens_location_with (page, "layer",
                                location ? poplens_location_get (location, "layer") : NULL);
}

PoplensTable *
poplens_build_operation_edges (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  PoplensOperationSource source = {0};
  const PoplensOperationEdges *edges;
  g_autoptr (PoplensLocation) links = NULL;
  g_autofree char *note = NULL;
  guint32 only = POPLENS_NO_CONTEXT;
  PoplensTable *table;

  if (!poplens_operation_source_init (&source, report, location, cancellable, error) ||
      !(edges = poplens_operation_edges_get (report, &source, cancellable, error)))
    return NULL;
  links = base_of_edge_links (location);
  EdgeTable self = {&source, edges, POPLENS_RECORDS (EdgeRow, edge_columns), links};
  if (source.selected != G_MAXUINT32)
    only = operation_at_row (&source, source.selected)->context;
  for (guint i = 0; i < edges->edges->len; i++) {
    const PoplensOperationEdge *edge = &g_array_index (edges->edges, PoplensOperationEdge, i);
    if (source.selected == G_MAXUINT32 || edge->from == only || edge->to == only)
      add_edge_row (&self, edge);
  }
  note = describe_edges (&self);
  table = poplens_records_finish (self.rows, "operation-edges", "Edges of operations", report);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- which costs a kind of row can have ------------------------------------------------------ */

static gboolean
is_code_metric (PoplensMetric metric)
{
  return metric >= POPLENS_METRIC_CONTROL_CODE && metric <= POPLENS_METRIC_VERTEX_CODE;
}

static gboolean
kind_has_cost (PoplensOperationKind kind, PoplensMetric metric)
{
  switch (kind) {
  case POPLENS_OPERATION_SHARED_CODE:
    return metric == POPLENS_METRIC_EXCHANGE_CODE || metric == POPLENS_METRIC_VERTEX_CODE;
  case POPLENS_OPERATION_OTHER_CODE:
    return is_code_metric (metric);
  case POPLENS_OPERATION_NO_PROGRAM:
    return metric == POPLENS_METRIC_EXECUTIONS || metric == POPLENS_METRIC_TILE_CYCLES ||
           metric == POPLENS_METRIC_STEP_CYCLES;
  default:
    return TRUE;
  }
}

/* ---- operations ------------------------------------------------------------------------------ */

enum {
  NAME,
  SHARE,
  FIRST_METRIC,
  PEAK_SHARE = FIRST_METRIC + POPLENS_N_METRICS,
  LOCATION,
  PATH,
  OPERATION
};

#define METRIC(metric) [FIRST_METRIC + POPLENS_METRIC_##metric]

static const PoplensColumn operation_columns[] = {
    [NAME] = {"name", "Operation", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Name of the debug context of the operation, or a group of unattributed items"},
    [SHARE] = {"share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
               "Share of the selected measure, excluding steps without a program"},
    METRIC (PROGRAMS) = {"programs", "Programs", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                         "Programs that the operation created"},
    METRIC (VARIABLES) = {"variables", "Variables", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                          "Variables with bytes that the operation created; with several debug "
                          "contexts the nearest common one counts"},
    METRIC (EXECUTIONS) = {"executions", "Executed", POPLENS_UNIT_COUNT, POPLENS_FROM_MEASURED,
                           "Executed steps of the programs"},
    METRIC (TILE_CYCLES) = {"tile_cycles", "Tile cycles", POPLENS_UNIT_CYCLES,
                            POPLENS_FROM_MEASURED,
                            "Cycles of all tiles in the executed steps of the programs. DoExchange "
                            "cycles are estimated."},
    METRIC (STEP_CYCLES) = {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                            "Cycles of the longest tile of each step on each IPU, in total"},
    METRIC (ESTIMATED_TILE_CYCLES) =
        {"estimated_tile_cycles", "Estimated tile cycles", POPLENS_UNIT_CYCLES,
         POPLENS_FROM_ESTIMATED,
         "Compiler\u2019s estimate for all tiles, each program counted once"},
    METRIC (ESTIMATED_STEP_CYCLES) = {"estimated_cycles", "Estimated cycles", POPLENS_UNIT_CYCLES,
                                      POPLENS_FROM_ESTIMATED,
                                      "Compiler\u2019s estimate for the longest tile of each IPU"},
    METRIC (FLOPS) = {"flops", "FLOPs", POPLENS_UNIT_COUNT, POPLENS_FROM_ESTIMATED,
                      "Compiler\u2019s FLOP estimate, each program counted once"},
    METRIC (
        CONTROL_CODE) = {"control_code", "Control code", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                         "Bytes of control code of the programs without their children, all tiles"},
    METRIC (EXCHANGE_CODE) = {"exchange_code", "Exchange code", POPLENS_UNIT_BYTES,
                              POPLENS_FROM_FILE,
                              "Bytes of code of the internal exchanges, all tiles. Exchanges can "
                              "share code, so the unattributed rest can be negative."},
    METRIC (VERTEX_CODE) =
        {"vertex_code", "Vertex code", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
         "Bytes of code of the vertex types that only this operation uses, all tiles"},
    METRIC (VARIABLE_BYTES) =
        {"variable_bytes", "Variable bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
         "Allocated bytes of the variables, all tiles; shared bytes count for each variable"},
    METRIC (PEAK_BYTES) = {"peak_bytes", "At the peak", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                           "Bytes of the variables that are live at the peak step, all tiles"},
    [PEAK_SHARE] = {"peak_share", "Share of peak", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
                    "Share of the live memory at the peak step"},
    [LOCATION] = {"location", "Source code", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                  "File and line that created the operation"},
    [PATH] = {"path", "Path", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
              "Names of the debug contexts from the outermost to the operation, joined with "
              "\u201c/\u201d"},
    [OPERATION] = {"operation", "ID", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                   "ID of the debug context of the operation",
                   .name_of = poplens_operation_id_name},
};

const PoplensColumn *
poplens_operation_column (PoplensMetric metric)
{
  return &operation_columns[FIRST_METRIC + metric];
}

typedef struct {
  PoplensOperationSource source;
  PoplensMetric metric;      /* metric whose shares are shown */
  PoplensLocation *location; /* location to which links add an operation */
  PoplensCellTexts *texts;   /* columns TEXT_NAME … TEXT_LOCATION, by row */
} Operations;

const char *
poplens_operation_id_name (const char *key)
{
  for (PoplensOperationKind kind = POPLENS_OPERATION_UNATTRIBUTED;
       kind <= POPLENS_OPERATION_NO_PROGRAM; kind++)
    if (!strcmp (key, poplens_operation_kind_key (kind)))
      return "–";
  return key;
}

enum { TEXT_NAME, TEXT_KEY, TEXT_PATH, TEXT_LOCATION, N_TEXTS };

static void
operations_table_free (gpointer data)
{
  Operations *o = data;

  poplens_location_unref (o->location);
  poplens_cell_texts_free (o->texts);
  g_free (o);
}

/* Returns the total of the metric that counts as 100 % for shares. Leaves out steps without a
 * program: a trace can consist mostly of waiting, which no operation causes. */
static gint64
metric_total (const PoplensOperationSource *s, PoplensMetric metric)
{
  const PoplensOperations *all = s->operations;

  return all->totals[metric] - operation_at_row (s, all->operations->len - 1)->costs[metric];
}

static void
set_cost_share (const Operations *o, const PoplensOperation *operation, PoplensMetric metric,
                PoplensValue *value)
{
  gint64 whole = metric_total (&o->source, metric);

  if (whole > 0 && kind_has_cost (operation->kind, metric) &&
      operation->kind != POPLENS_OPERATION_NO_PROGRAM)
    poplens_cell_real (value, (double) operation->costs[metric] / (double) whole);
}

/* Returns the metric of the column with index @place among the columns of metrics. The metric @by
 * comes first, because its shares are shown. The others follow in order. */
static PoplensMetric
metric_at (PoplensMetric by, guint place)
{
  return !place ? by : place <= by ? place - 1 : place;
}

static void
metric_cell (const Operations *o, const PoplensOperation *operation, PoplensMetric metric,
             PoplensValue *value)
{
  if (kind_has_cost (operation->kind, metric) &&
      poplens_operation_costs_knows (o->source.costs, metric))
    poplens_cell_int (value, operation->costs[metric]);
}

static void
operations_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Operations *o = data;
  const PoplensOperation *operation = operation_at_row (&o->source, row);

  if (column == NAME)
    poplens_cell_text (value, poplens_cell_texts_get (o->texts, row, TEXT_NAME));
  else if (column == OPERATION)
    poplens_cell_text (value, poplens_cell_texts_get (o->texts, row, TEXT_KEY));
  else if (column == PATH)
    poplens_cell_text (value, poplens_cell_texts_get (o->texts, row, TEXT_PATH));
  else if (column == LOCATION)
    poplens_cell_text (value, poplens_cell_texts_get (o->texts, row, TEXT_LOCATION));
  else if (column == SHARE)
    set_cost_share (o, operation, o->metric, value);
  else if (column == PEAK_SHARE)
    set_cost_share (o, operation, POPLENS_METRIC_PEAK_BYTES, value);
  else
    metric_cell (o, operation, metric_at (o->metric, column - FIRST_METRIC), value);
}

static char *
operations_link (gconstpointer data, guint32 row)
{
  const Operations *o = data;
  g_autoptr (PoplensLocation) location = poplens_location_with (
      o->location, "operation", poplens_cell_texts_get (o->texts, row, TEXT_KEY));

  return poplens_location_to_string (location);
}

/* Returns the location to which links add an operation. On the Operations page, this is @location
 * without its tab. Elsewhere it is the Operations page with the selected layer. (transfer full) */
static PoplensLocation *
location_of_links (const PoplensOperationSource *s, const PoplensLocation *location)
{
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_OPERATIONS);

  if (location && poplens_location_get_page (location) == POPLENS_PAGE_OPERATIONS)
    return poplens_location_with (location, "tab", NULL);
  return poplens_location_with (page, "layer", poplens_operation_source_layer (s));
}

static char *
make_operation_text (gconstpointer data, guint32 row, guint column)
{
  const Operations *o = data;
  const PoplensDebugContexts *contexts = o->source.contexts;
  guint32 context = operation_at_row (&o->source, row)->context;

  if (column == TEXT_NAME)
    return poplens_operation_name (&o->source, row);
  if (column == TEXT_KEY)
    return poplens_operation_key (&o->source, row);
  if (context == POPLENS_NO_CONTEXT)
    return NULL;
  return column == TEXT_PATH ? poplens_debug_context_path (contexts, context)
                             : poplens_debug_location (contexts, context);
}

/* Returns the note: which layer and programs the table covers, and which data the report lacks.
 * (transfer full) */
static char *
describe_metric (const PoplensOperationSource *s, PoplensMetric metric)
{
  gint64 whole = metric_total (s, metric), rest = s->operations->totals[metric] - whole;
  GString *note = g_string_new (NULL);
  guint32 n =
      s->operations->operations->len - (POPLENS_OPERATION_NO_PROGRAM - POPLENS_OPERATION_CONTEXT);
  PoplensNumber listed, all, own, others;

  if (!s->contexts) {
    g_string_append (note, "No debug contexts: everything is unattributed.");
    return g_string_free (note, FALSE);
  }
  if (s->layer == G_MAXUINT)
    g_string_append (note, "debug.cbor has no contexts: everything is unattributed.");
  else
    g_string_append_printf (note, "Layer %s: %s of %s contexts have programs or variables.",
                            poplens_operation_source_layer (s), poplens_format_count (listed, n),
                            poplens_format_count (all, s->operations->n_contexts));
  if (rest)
    g_string_append_printf (note, " Shares are of programs: %s; steps without a program: %s.",
                            poplens_format_count (own, (guint64) whole),
                            poplens_format_count (others, (guint64) rest));
  if (s->contexts->incomplete)
    g_string_append_printf (note, " debug.cbor is incomplete: %s.", s->contexts->reason);
  if (!poplens_operation_costs_knows (s->costs, POPLENS_METRIC_FLOPS))
    g_string_append (note, " FLOP estimates need profiler.includeFlopEstimates=true.");
  return g_string_free (note, FALSE);
}

PoplensTable *
poplens_build_operations (PoplensReport *report, const PoplensLocation *location,
                          GCancellable *cancellable, GError **error)
{
  PoplensOperationSource source = {0};
  PoplensMetric metric;

  if (!poplens_operation_source_init (&source, report, location, cancellable, error) ||
      !poplens_operation_source_metric (&source, location, &metric, error))
    return NULL;
  Operations *o = g_new0 (Operations, 1);
  g_autofree char *note = describe_metric (&source, metric);
  /* Shares leave out steps without a program. If there are such steps, the title of the shares says
   * so. */
  gboolean is_whole = metric_total (&source, metric) == source.operations->totals[metric];
  PoplensColumn share = operation_columns[SHARE];
  share.title = is_whole ? share.title : "Share of programs";
  o->metric = metric;
  o->location = location_of_links (&source, location);
  o->source = source;
  o->texts = poplens_cell_texts_new (o->source.operations->operations->len, N_TEXTS,
                                     make_operation_text, o);
  PoplensTable *table =
      poplens_table_new ("operations", "Operations", o->source.operations->operations->len,
                         operations_cell, o, operations_table_free, report);
  poplens_table_add_columns (table, operation_columns + NAME, 1);
  poplens_table_add_columns (table, &share, 1);
  for (guint m = 0; m < POPLENS_N_METRICS; m++) {
    poplens_table_add_columns (table, operation_columns + FIRST_METRIC + metric_at (metric, m), 1);
    poplens_table_add_total (table, FIRST_METRIC + m);
  }
  poplens_table_add_columns (table, operation_columns + PEAK_SHARE,
                             G_N_ELEMENTS (operation_columns) - PEAK_SHARE);
  if (is_whole)
    poplens_table_add_total (table, SHARE);
  poplens_table_add_total (table, PEAK_SHARE);
  poplens_table_set_link (table, operations_link);
  poplens_table_set_note (table, note);
  poplens_table_set_default_sort (table, FIRST_METRIC, TRUE);
  return table;
}

/* ---- layers ---------------------------------------------------------------------------------- */

typedef struct {
  const char *layer;
  gint64 contexts, programs;
  double share;
  gint64 chosen;
} LayerRow;

static const PoplensColumn layer_columns[] = {
    POPLENS_CELL (LayerRow, layer, "Layer", TEXT, FILE, "Name of the layer in debug.cbor"),
    POPLENS_CELL (LayerRow, contexts, "Contexts", COUNT, FILE, "Debug contexts of the layer"),
    POPLENS_CELL (LayerRow, programs, "Programs", COUNT, DERIVED,
                  "Programs that a context of the layer created"),
    POPLENS_CELL (LayerRow, share, "Share of programs", RATIO, DERIVED,
                  "Share of all programs of the report"),
    POPLENS_CELL (LayerRow, chosen, "Shown", BOOL, DERIVED,
                  "Whether the layer is the selected one"),
};

PoplensTable *
poplens_build_layers (PoplensReport *report, const PoplensLocation *location,
                      GCancellable *cancellable, GError **error)
{
  PoplensOperationSource source = {0};

  if (!poplens_operation_source_init (&source, report, location, cancellable, error))
    return NULL;
  PoplensRecords *rows = POPLENS_RECORDS (LayerRow, layer_columns);
  for (guint l = 0; l < source.layers->len; l++) {
    const PoplensOperationLayer *layer = &g_array_index (source.layers, PoplensOperationLayer, l);
    const char *name = poplens_strings_get (source.contexts->strings, layer->name);
    g_autofree char *link = g_strdup_printf ("operations?layer=%s", name);
    LayerRow *row = poplens_records_add (rows);
    row->layer = poplens_records_text (rows, name);
    row->contexts = layer->n_contexts;
    row->programs = layer->n_programs;
    row->share = (double) layer->n_programs / MAX (source.programs->n, 1);
    row->chosen = l == source.layer;
  }
  return poplens_records_finish (rows, "layers", "Operation layers", report);
}
