/* Compares programs, compute sets, operations, paths of names and liveness steps of two reports. */
#include "analysis/compare/compare-programs.h"
#include "analysis/programs/program-tree.h"
#include "analysis/trace/name-parts.h"
#include "derived/compare/compare-operations.h"
#include "derived/compare/compare-time.h"
#include "derived/programs/program-sums.h"
#include "derived/trace/trace-location.h"
#include "model/execution.h"
#include "tables/compare/compare-table.h"

/* ---- operations ------------------------------------------------------------------------------ */

/* Operations of two reports, in one layer of debug.cbor, matched by their paths. */

typedef struct {
  const char *operation, *path, *id;
  gint64 costs[POPLENS_N_METRICS];
} OperationRow;

static const PoplensColumn operation_texts[] = {
    POPLENS_CELL (OperationRow, operation, "Operation", TEXT, FILE, "Name of the operation"),
    POPLENS_CELL (OperationRow, path, "Path", TEXT, DERIVED,
                  "Names of the debug contexts from the outermost to the operation, joined with "
                  "\u201c/\u201d"),
    POPLENS_CELL (OperationRow, id, "ID", TEXT, FILE, "ID of the debug context",
                  .name_of = poplens_operation_id_name),
};

/* Adds a row with the texts of operation @o, and the costs that its report records. */
static void
add_operation_row (PoplensRecords *rows, const PoplensOperationSource *of,
                   const PoplensPathTree *tree, guint32 o)
{
  const PoplensOperation *operation =
      &g_array_index (of->operations->operations, PoplensOperation, o);
  g_autofree char *name = poplens_operation_name (of, o);
  g_autofree char *id = poplens_operation_key (of, o);
  g_autofree char *path = poplens_path_tree_path (tree, tree->node[o]);
  OperationRow *row = poplens_records_add (rows);
  guint n;
  const PoplensMetric *metrics = poplens_compared_metrics (&n);

  row->operation = poplens_records_text (rows, name);
  row->path = poplens_records_text (rows, path);
  row->id = poplens_records_text (rows, id);
  for (guint m = 0; m < n; m++)
    if (poplens_operation_costs_knows (of->costs, metrics[m]))
      row->costs[metrics[m]] = operation->costs[metrics[m]];
}

/* FALSE if the operation only has costs that the other report does not record. Such an operation
 * would seem to be added or removed. For example, it has only variables, and the other report has
 * no bytes of variables. */
static gboolean
is_comparable (const PoplensComparedOperations *both, const PoplensOperation *operation)
{
  gboolean both_know_all = TRUE;
  guint n;
  const PoplensMetric *metrics = poplens_compared_metrics (&n);

  for (guint m = 0; m < n; m++) {
    gboolean first = poplens_operation_costs_knows (both->of[POPLENS_FIRST].costs, metrics[m]);
    gboolean second = poplens_operation_costs_knows (both->of[POPLENS_SECOND].costs, metrics[m]);
    if (first && second && operation->costs[metrics[m]])
      return TRUE;
    both_know_all &= first == second;
  }
  return both_know_all;
}

/* TRUE if the row of code without an operation can be compared. The row needs the categories of
 * memory: both reports must have them, or both must lack them. */
static gboolean
is_rest_comparable (const PoplensCompareSource *source)
{
  return !poplens_report_get_absence (source->of[POPLENS_FIRST], POPLENS_PART_MEMORY) ==
         !poplens_report_get_absence (source->of[POPLENS_SECOND], POPLENS_PART_MEMORY);
}

static PoplensTable *
build_operation_base (const PoplensComparedOperations *both, PoplensSide side,
                      const PoplensCompareSource *source)
{
  const PoplensOperationSource *of = &both->of[side];
  g_autoptr (PoplensPathTree) tree = poplens_operation_source_tree (of);
  PoplensRecords *rows = POPLENS_RECORDS (OperationRow, operation_texts);
  guint n;
  const PoplensMetric *metrics = poplens_compared_metrics (&n);

  for (guint m = 0; m < n; m++) {
    PoplensColumn column = *poplens_operation_column (metrics[m]);
    column.holds = POPLENS_HOLDS_I64;
    column.absent = POPLENS_ABSENT_MIN;
    column.offset = G_STRUCT_OFFSET (OperationRow, costs) + metrics[m] * sizeof (gint64);
    poplens_records_add_column (rows, &column);
  }
  for (guint32 o = 0; o < of->operations->operations->len; o++) {
    const PoplensOperation *operation =
        &g_array_index (of->operations->operations, PoplensOperation, o);
    if (is_comparable (both, operation) &&
        (operation->kind != POPLENS_OPERATION_OTHER_CODE || is_rest_comparable (source)))
      add_operation_row (rows, of, tree, o);
  }
  return poplens_records_finish (rows, "base", "Base", source->of[side]);
}

/* ---- what cannot be compared ----------------------------------------------------------------- */

/* Metrics that a report lacks if it lacks the part. */
static const struct {
  PoplensPart part;
  PoplensMetric of[3];
  guint n;
} known_by[] = {
    {POPLENS_PART_EXECUTION,
     {POPLENS_METRIC_TILE_CYCLES, POPLENS_METRIC_STEP_CYCLES, POPLENS_METRIC_EXECUTIONS},
     3},
    {POPLENS_PART_LIVENESS, {POPLENS_METRIC_PEAK_BYTES, POPLENS_METRIC_VARIABLE_BYTES}, 2},
    {POPLENS_PART_EXCHANGES, {POPLENS_METRIC_EXCHANGE_CODE}, 1},
    {POPLENS_PART_VERTICES, {POPLENS_METRIC_VERTEX_CODE}, 1},
    {POPLENS_PART_PROGRAMS, {POPLENS_METRIC_CONTROL_CODE}, 1},
};

static void
describe_missing_metrics (const PoplensComparedOperations *both, const PoplensCompareSource *source,
                          PoplensSide side, GString *text)
{
  for (guint p = 0; p < G_N_ELEMENTS (known_by); p++) {
    g_autoptr (GString) titles = g_string_new (NULL);
    for (guint m = 0; m < known_by[p].n; m++) {
      PoplensMetric metric = known_by[p].of[m];
      if (!poplens_operation_costs_knows (both->of[side].costs, metric) &&
          poplens_operation_costs_knows (both->of[!side].costs, metric))
        g_string_append_printf (titles, "%s%s", titles->len ? ", " : "",
                                poplens_operation_column (metric)->title);
    }
    if (titles->len)
      poplens_compare_source_say_lack (
          source, side, titles->str,
          poplens_report_get_absence (source->of[side], known_by[p].part), text);
  }
}

/* ---- table ----------------------------------------------------------------------------------- */

/* Returns the names of the columns to show, the selected metric first. (transfer full) */
static char *
list_operation_columns (const PoplensComparedOperations *of, const PoplensLocation *location)
{
  PoplensMetric first = poplens_compared_operations_metric (of, location);
  GString *shown = g_string_new ("operation");
  guint n;
  const PoplensMetric *metrics = poplens_compared_metrics (&n);

  g_string_append_printf (shown, " %s", poplens_metric_key (first));
  for (guint m = 0; m < n; m++)
    if (metrics[m] != first)
      g_string_append_printf (shown, " %s", poplens_metric_key (metrics[m]));
  g_string_append (shown, " path id*");
  return g_string_free (shown, FALSE);
}

static PoplensTable *
build_joined_operations (const PoplensJoin *join, const PoplensCompareSource *source,
                         const PoplensComparedOperations *both, const PoplensLocation *location)
{
  const char *layer = poplens_operation_source_layer (&both->of[POPLENS_FIRST]);
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_OPERATIONS);
  g_autoptr (PoplensLocation) in = poplens_location_with (page, "layer", layer);
  g_autofree char *place = poplens_location_to_string (in);
  g_autofree char *link = g_strconcat (place, "&operation=", NULL);
  g_autoptr (GString) lacks = g_string_new (NULL);
  g_autofree char *shown = list_operation_columns (both, location);
  g_auto (PoplensBases) bases = {0};
  PoplensJoin joined = *join;

  joined.shown = shown;
  joined.link = link;
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    bases.of[s] = build_operation_base (both, s, source);
    describe_missing_metrics (both, source, s, lacks);
  }
  g_autofree char *remarks = g_strdup_printf (" Layer: %s.%s", layer, lacks->str);
  PoplensTable *table =
      poplens_compare_table_new (&joined, &bases, NULL, source, location, remarks);
  if (lacks->len)
    poplens_table_set_lacks (table, lacks->str + 1);
  return table;
}

static PoplensTable *
compare_operations (const PoplensJoin *join, PoplensReport *report, const PoplensLocation *location,
                    GCancellable *cancellable, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  PoplensComparedOperations both = {0};
  PoplensMetric metric;

  if (!poplens_compare_source_init (&source, report, error) ||
      !poplens_compared_operations_init (&both, &source, location, cancellable, error) ||
      !poplens_operation_source_metric (&both.of[POPLENS_FIRST], location, &metric, error))
    return NULL;
  return build_joined_operations (join, &source, &both, location);
}

const PoplensJoin poplens_join_operations = {.name = "operations",
                                             .title = "Operations",
                                             .things = "operations",
                                             .keys = "layer, measure",
                                             .build = compare_operations,
                                             .match = "path",
                                             .linked = "id",
                                             .adds = TRUE};

/* ---- paths of names -------------------------------------------------------------------------- */

/* Cycles of two reports by the paths in the names of steps, as the difference flame graph shows
 * them. */

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
build_paths_base (const PoplensComparedFlame *flame, guint s, PoplensReport *report)
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
    bases.of[s] = build_paths_base (&flame, s, source.of[s]);
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

typedef struct {
  PoplensCompareSource source;
  const PoplensPrograms *programs[POPLENS_N_SIDES];
  PoplensBases bases;
  GString *remarks;
} ComparedPrograms;

static void
compared_programs_clear (ComparedPrograms *self)
{
  poplens_compare_source_clear (&self->source);
  poplens_bases_clear (&self->bases);
  g_string_free (self->remarks, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ComparedPrograms, compared_programs_clear)

static void
read_program_sums (PoplensReport *report, gconstpointer unused, GCancellable *cancellable)
{
  poplens_program_sums_get (report, cancellable, NULL);
}

static gboolean
compared_programs_init (ComparedPrograms *self, PoplensReport *report, GCancellable *cancellable,
                        GError **error)
{
  gconstpointer parts[POPLENS_N_SIDES];

  self->remarks = g_string_new (NULL);
  if (!poplens_compare_source_init (&self->source, report, error) ||
      !poplens_compare_source_load (&self->source, POPLENS_PART_PROGRAMS, parts, cancellable,
                                    error))
    return FALSE;
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    self->programs[s] = parts[s];
  poplens_compare_source_ahead (&self->source, read_program_sums, NULL, cancellable);
  return TRUE;
}

/* Gets the sums of cycles of the programs. @sums: (out) (transfer none) (nullable): NULL if no
 * steps were recorded. FALSE with @error. */
static gboolean
get_sums (ComparedPrograms *self, PoplensSide side, const PoplensProgramSums **sums,
          GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;

  *sums = poplens_program_sums_get (self->source.of[side], cancellable, &local);
  if (*sums)
    return TRUE;
  self->bases.lacks[side] = "cycles tile_cycles executions";
  if (poplens_compare_source_forgive (&self->source, side, &self->bases.why[side], &local))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* Matches the programs of both reports, and adds a remark if some cannot be matched. (transfer
 * full): GArray of PoplensPair */
static GArray *
match_programs (const ComparedPrograms *self)
{
  for (guint s = POPLENS_N_SIDES; s-- > 0;)
    if (self->programs[s]->ambiguous)
      g_string_printf (self->remarks,
                       " Only the first compilation step of the report %s is compared.",
                       poplens_side_name (s));
  return poplens_pairs_of_programs (self->programs[POPLENS_FIRST], self->programs[POPLENS_SECOND]);
}

static const char *
program_type_of_row (const PoplensPrograms *programs, guint32 row)
{
  return poplens_strings_get (programs->strings, programs->type_name[row]);
}

/* ---- programs -------------------------------------------------------------------------------- */

typedef struct {
  const char *name, *type;
  gint64 id, cycles, tile_cycles, executions, own_code;
} Program;

static const PoplensColumn program_columns[] = {
    POPLENS_CELL (Program, name, "Program", TEXT, FILE,
                  "Name of the program, else type of the program"),
    POPLENS_CELL (Program, type, "Type", TEXT, FILE,
                  "Type of the program, as named in program_types"),
    POPLENS_CELL (Program, id, "ID", ID, FILE, "ID of the program"),
    POPLENS_CELL (Program, cycles, "Cycles", CYCLES, MEASURED,
                  "Cycles of the longest tile of each IPU in all executions"),
    POPLENS_CELL (Program, tile_cycles, "Tile cycles", CYCLES, MEASURED,
                  "Cycles of all tiles in all executions"),
    POPLENS_CELL (Program, executions, "Executed", COUNT, MEASURED,
                  "Executed steps of the program"),
    POPLENS_CELL (Program, own_code, "Own code", BYTES, DERIVED,
                  "Bytes of control code of the program on all tiles, without the children"),
};

static PoplensTable *
build_programs_base (ComparedPrograms *both, PoplensSide side, GCancellable *cancellable,
                     GError **error)
{
  const PoplensPrograms *programs = both->programs[side];
  const PoplensProgramSums *sums = NULL;

  if (!get_sums (both, side, &sums, cancellable, error))
    return NULL;
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (Program), programs->n);
  for (guint32 row = 0; row < programs->n; row++) {
    gboolean has_code = !poplens_lists_is_absent (programs->control_code, row);
    Program program = {.name = poplens_programs_name_or_type (programs, row),
                       .type = program_type_of_row (programs, row),
                       .id = programs->id[row],
                       .cycles = sums ? poplens_base_amount (sums->cycles[row]) : POPLENS_NO_AMOUNT,
                       .tile_cycles =
                           sums ? poplens_base_amount (sums->tile_cycles[row]) : POPLENS_NO_AMOUNT,
                       .executions = sums ? sums->executed[row] : POPLENS_NO_AMOUNT,
                       .own_code = has_code ? (gint64) poplens_program_own_code (programs, row)
                                            : POPLENS_NO_AMOUNT};
    g_array_append_val (rows, program);
  }
  return POPLENS_BASE (rows, program_columns, both->source.of[side]);
}

static PoplensTable *
compare_programs (const PoplensJoin *join, PoplensReport *report, const PoplensLocation *location,
                  GCancellable *cancellable, GError **error)
{
  g_auto (ComparedPrograms) both = {0};

  if (!compared_programs_init (&both, report, cancellable, error))
    return NULL;
  g_autoptr (GArray) pairs = match_programs (&both);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!(both.bases.of[s] = build_programs_base (&both, s, cancellable, error)))
      return NULL;
  return poplens_compare_table_new (join, &both.bases, g_steal_pointer (&pairs), &both.source,
                                    location, both.remarks->str);
}

const PoplensJoin poplens_join_programs = {
    .name = "programs",
    .title = "Programs",
    .things = "programs",
    .build = compare_programs,
    .shown = "name cycles tile_cycles executions own_code type id*",
    .link = "programs?program=",
    .linked = "id",
    .adds = TRUE};

/* ---- compute sets ---------------------------------------------------------------------------- */

typedef struct {
  const char *name, *key; /* .name: recorded name. .key: name without Poplar's running numbers
                             ("cs12_"); compute sets are matched by this key */
  gint64 id, cycles, tile_cycles, executions, bytes, vertices, edges;
} ComputeSet;

static const PoplensColumn set_columns[] = {
    POPLENS_CELL (ComputeSet, name, "Compute set", TEXT, FILE, "Name of the compute set"),
    POPLENS_CELL (ComputeSet, key, "Key", TEXT, DERIVED, "Name by which it is matched",
                  .for_scripts = TRUE),
    POPLENS_CELL (ComputeSet, id, "ID", ID, FILE, "ID of the compute set"),
    POPLENS_CELL (ComputeSet, cycles, "Cycles", CYCLES, MEASURED,
                  "Cycles of the longest tile of each IPU in all executions of the programs"),
    POPLENS_CELL (ComputeSet, tile_cycles, "Tile cycles", CYCLES, MEASURED,
                  "Cycles of all tiles in all executions"),
    POPLENS_CELL (ComputeSet, executions, "Executed", COUNT, MEASURED,
                  "Executed steps of the programs"),
    POPLENS_CELL (ComputeSet, bytes, "State", BYTES, FILE,
                  "Bytes of vertex state on all tiles (memory_by_compute_set)"),
    POPLENS_CELL (ComputeSet, vertices, "Vertices", COUNT, FILE, "Vertices of the compute set"),
    POPLENS_CELL (ComputeSet, edges, "Edges", COUNT, FILE, "Edges of the compute set"),
};

/* Adds to each compute set the cycles and executions of the programs that execute it. */
static void
add_set_sums (ComputeSet *sets, const PoplensVertices *v, const PoplensPrograms *programs,
              const PoplensProgramSums *sums)
{
  for (guint32 row = 0; row < sums->n; row++) {
    guint32 at = poplens_program_compute_set (programs, v, row);
    if (at == G_MAXUINT32)
      continue;
    ComputeSet *set = &sets[at];
    set->cycles = poplens_base_amount ((guint64) set->cycles + sums->cycles[row]);
    set->tile_cycles = poplens_base_amount ((guint64) set->tile_cycles + sums->tile_cycles[row]);
    set->executions += sums->executed[row];
  }
}

/* Adds the vertex state of each compute set. If the file has no such value, sets all to "not
 * recorded". */
static void
add_set_state (ComputeSet *sets, const PoplensVertices *v)
{
  gboolean any = FALSE;

  for (guint c = 0; c < G_N_ELEMENTS (v->compute_set_bytes); c++)
    for (guint32 row = 0; v->compute_set_bytes[c] && row < v->n_compute_sets; row++) {
      guint64 bytes = poplens_lists_sum (v->compute_set_bytes[c], row);
      any = any || !poplens_lists_is_absent (v->compute_set_bytes[c], row);
      sets[row].bytes = MIN (sets[row].bytes + poplens_base_amount (bytes), POPLENS_MOST_AMOUNT);
    }
  for (guint32 row = 0; !any && row < v->n_compute_sets; row++)
    sets[row].bytes = POPLENS_NO_AMOUNT;
}

static PoplensTable *
build_sets (ComparedPrograms *both, PoplensSide side, const PoplensVertices *v,
            GCancellable *cancellable, GError **error)
{
  const PoplensProgramSums *sums = NULL;

  if (!get_sums (both, side, &sums, cancellable, error))
    return NULL;
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (ComputeSet), v->n_compute_sets);
  gint64 none = sums ? 0 : POPLENS_NO_AMOUNT;
  for (guint32 row = 0; row < v->n_compute_sets; row++) {
    const char *name = poplens_strings_get (v->strings, v->compute_set_name[row]);
    ComputeSet set = {.name = name,
                      .key = poplens_name_without_count (name),
                      .id = v->compute_set_id[row],
                      .cycles = none,
                      .tile_cycles = none,
                      .executions = none,
                      .vertices =
                          poplens_base_amount (poplens_lists_sum (v->compute_set_counts, row)),
                      .edges = poplens_base_amount (v->compute_set_edges[row])};
    g_array_append_val (rows, set);
  }
  add_set_state ((ComputeSet *) rows->data, v);
  if (sums)
    add_set_sums ((ComputeSet *) rows->data, v, both->programs[side], sums);
  return POPLENS_BASE (rows, set_columns, both->source.of[side]);
}

static PoplensTable *
compare_sets (const PoplensJoin *join, PoplensReport *report, const PoplensLocation *location,
              GCancellable *cancellable, GError **error)
{
  g_auto (ComparedPrograms) both = {0};
  gconstpointer parts[POPLENS_N_SIDES];

  if (!compared_programs_init (&both, report, cancellable, error) ||
      !poplens_compare_source_load (&both.source, POPLENS_PART_VERTICES, parts, cancellable, error))
    return NULL;
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!(both.bases.of[s] = build_sets (&both, s, parts[s], cancellable, error)))
      return NULL;
  return poplens_compare_table_new (join, &both.bases, NULL, &both.source, location,
                                    both.remarks->str);
}

const PoplensJoin poplens_join_compute_sets = {
    .name = "compute-sets",
    .title = "Compute sets",
    .things = "compute sets",
    .build = compare_sets,
    .shown = "name cycles tile_cycles executions bytes vertices edges id*",
    .match = "key",
    .adds = TRUE};

/* ---- liveness -------------------------------------------------------------------------------- */

typedef struct {
  const char *name, *type;
  gint64 step, live, not_always_live;
} ComparedStep;

static const PoplensColumn step_columns[] = {
    POPLENS_CELL (ComparedStep, name, "Program", TEXT, FILE,
                  "Name of the program of the step, else type of the program"),
    POPLENS_CELL (ComparedStep, type, "Type", TEXT, FILE, "Type of the program"),
    POPLENS_CELL (ComparedStep, step, "Step", ID, FILE, "Program step (depth_first_steps.id)"),
    POPLENS_CELL (ComparedStep, live, "Live", BYTES, DERIVED,
                  "Always-live and not-always-live bytes at the step, all tiles"),
    POPLENS_CELL (ComparedStep, not_always_live, "Not always live", BYTES, FILE,
                  "Not-always-live bytes at the step, all tiles"),
};

static PoplensTable *
build_steps_base (const PoplensPrograms *programs, const PoplensLiveness *liveness,
                  PoplensReport *report)
{
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (ComparedStep), liveness->n_steps);

  for (guint32 s = 0; s < liveness->n_steps; s++) {
    guint32 row = poplens_programs_find (programs, liveness->program[s]);
    ComparedStep step = {
        .step = s,
        .name = row == POPLENS_NO_ROW ? NULL : poplens_programs_name_or_type (programs, row),
        .type = row == POPLENS_NO_ROW ? NULL : program_type_of_row (programs, row),
        .live = liveness->always_unknown
                    ? POPLENS_NO_AMOUNT
                    : poplens_base_amount (liveness->not_always_live[s] + liveness->always_live),
        .not_always_live = poplens_base_amount (liveness->not_always_live[s])};
    g_array_append_val (rows, step);
  }
  return POPLENS_BASE (rows, step_columns, report);
}

/* Compares liveness steps, without always-live bytes if the page has them switched off. */
static PoplensTable *
compare_liveness_steps (const PoplensJoin *join, PoplensReport *report,
                        const PoplensLocation *location, GCancellable *cancellable, GError **error)
{
  gboolean with_always = !location || poplens_location_get_bool (location, "always-live", TRUE);
  PoplensJoin shown = *join;
  g_auto (ComparedPrograms) both = {0};
  gconstpointer parts[POPLENS_N_SIDES];

  if (!with_always)
    shown.shown = "name not_always_live type step*";
  if (!compared_programs_init (&both, report, cancellable, error) ||
      !poplens_compare_source_load (&both.source, POPLENS_PART_LIVENESS, parts, cancellable, error))
    return NULL;
  g_autoptr (GArray) programs = match_programs (&both);
  const PoplensLiveness *const liveness[] = {parts[POPLENS_FIRST], parts[POPLENS_SECOND]};
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    both.bases.of[s] = build_steps_base (both.programs[s], liveness[s], both.source.of[s]);
    if (!liveness[s]->always_unknown)
      continue;
    both.bases.lacks[s] = "live";
    both.bases.why[s] =
        g_strdup (poplens_report_get_absence (both.source.of[s], POPLENS_PART_MEMORY));
  }
  PoplensAmount always = poplens_amount_of (poplens_base_amount (liveness[0]->always_live),
                                            poplens_base_amount (liveness[1]->always_live));
  PoplensNumber number;
  if (always.change)
    g_string_append_printf (
        both.remarks, " Always-live memory%s: %s at every step.",
        with_always ? "" : " is not counted",
        poplens_format_signed_bytes (number, always.change, POPLENS_BYTE_UNIT_BINARY));
  return poplens_compare_table_new (&shown, &both.bases,
                                    poplens_pairs_of_steps (programs, both.programs, liveness),
                                    &both.source, location, both.remarks->str);
}

const PoplensJoin poplens_join_liveness_steps = {.name = "liveness-steps",
                                                 .title = "Live memory by step",
                                                 .things = "steps",
                                                 .keys = "always-live",
                                                 .build = compare_liveness_steps,
                                                 .shown = "name live not_always_live type step*",
                                                 .link = "liveness?step=",
                                                 .linked = "step",
                                                 .levels = TRUE,
                                                 .covers_all_tiles = TRUE};
