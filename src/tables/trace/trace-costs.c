/* Cycles of a trace by compute set, by program and by operation. */
#include "derived/operations/operations-source.h"
#include "tables/trace/trace-cost-table.h"

#include <string.h>

#define COSTS                                                                                      \
  POPLENS_COST_ROWS, POPLENS_COST_CYCLES, POPLENS_COST_SHARE, POPLENS_COST_BALANCE,                \
      POPLENS_COST_IMBALANCE, POPLENS_COST_RECEIVED, POPLENS_COST_SENT,                            \
      POPLENS_COST_BYTES_PER_CYCLE, POPLENS_COST_TILE_CYCLES

typedef struct {
  PoplensReport *report;
  const PoplensLocation *location;
  PoplensTraceCostSource source;
  PoplensTraceCosts *costs;
  PoplensCostRows *rows;
} Build;

static gboolean
build_init (Build *self, PoplensReport *report, const PoplensLocation *location,
            GCancellable *cancellable, GError **error)
{
  *self = (Build){.report = report, .location = location};
  if (!poplens_trace_cost_source_init (&self->source, report, location, cancellable, error) ||
      !(self->costs = poplens_trace_cost_source_sum (&self->source, cancellable, error)))
    return FALSE;
  self->rows = poplens_cost_rows_new (self->costs);
  return TRUE;
}

static void
build_clear (Build *self)
{
  poplens_trace_cost_source_clear (&self->source);
  poplens_trace_costs_free (self->costs);
  poplens_cost_rows_free (self->rows);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Build, build_clear)

static const PoplensTraceGroupCost *
group_at (const Build *self, guint g)
{
  return &g_array_index (self->costs->groups, PoplensTraceGroupCost, g);
}

static guint32
program_row (const Build *self, const PoplensTraceGroupCost *group)
{
  return self->source.programs && group->program != POPLENS_NO_PROGRAM
             ? poplens_programs_find (self->source.programs, group->program)
             : POPLENS_NO_ROW;
}

static const char *
type_text (const Build *self, const PoplensTraceGroupCost *group)
{
  return poplens_execution_step_type (self->source.facts.execution, group->step);
}

static const char *
name_text (Build *self, const PoplensTraceGroupCost *group)
{
  return poplens_cost_rows_take (self->rows,
                                 poplens_trace_cost_source_name (&self->source, group->step));
}

static const char *
link_text (Build *self, guint32 program)
{
  return poplens_cost_rows_take (
      self->rows,
      program != POPLENS_NO_PROGRAM ? poplens_trace_program_link (program, self->location) : NULL);
}

static PoplensTable *
finish (Build *self, const PoplensCostTable *spec)
{
  g_autofree char *note = poplens_trace_cost_source_describe (&self->source, &self->costs->left);

  return poplens_cost_rows_finish (g_steal_pointer (&self->rows), spec, note, self->report);
}

/* ---- programs ---------------------------------------------------------------------------------
 */

PoplensTable *
poplens_build_trace_costs_by_program (PoplensReport *report, const PoplensLocation *location,
                                      GCancellable *cancellable, GError **error)
{
  static const PoplensCostColumn columns[] = {POPLENS_COST_NAME, POPLENS_COST_TYPE, COSTS,
                                              POPLENS_COST_PROGRAM};
  static const PoplensCostTable spec = {
      "Cycles by program",
      columns,
      G_N_ELEMENTS (columns),
      "Program",
      "Name of the program, else type of the program; kind of an implicit sync",
      POPLENS_COST_CYCLES,
      FALSE};
  g_auto (Build) self;

  if (!build_init (&self, report, location, cancellable, error))
    return NULL;
  for (guint g = 0; g < self.costs->groups->len; g++) {
    const PoplensTraceGroupCost *group = group_at (&self, g);
    PoplensCostRow row = {
        .name = name_text (&self, group),
        .type = type_text (&self, group),
        .program = group->program,
        .compute_set = POPLENS_NO_ROW,
        .link = link_text (&self, group->program),
        .cost = group->cost,
    };
    poplens_cost_rows_add (self.rows, &row);
  }
  return finish (&self, &spec);
}

/* ---- what several programs are of -------------------------------------------------------------
 */

/* A row for each of some things, made when the first program of it is met; sums in between. */
typedef struct {
  GHashTable *index; /* key → place in rows + 1 */
  GArray *rows;      /* PoplensCostRow */
} Things;

static Things
things_new (void)
{
  return (Things){g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
                  g_array_new (FALSE, TRUE, sizeof (PoplensCostRow))};
}

/* Adds to the row of @key, which is @new where it is the first of it. */
static void
things_add (Things *self, gint64 key, const PoplensCostRow *new, const PoplensTraceCost *cost)
{
  guint at = GPOINTER_TO_UINT (g_hash_table_lookup (self->index, &key));

  if (!at) {
    g_array_append_vals (self->rows, new, 1);
    at = self->rows->len;
    g_hash_table_insert (self->index, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (at));
  }
  poplens_trace_cost_add (&g_array_index (self->rows, PoplensCostRow, at - 1).cost, cost);
}

/* Hands the rows over. */
static void
things_finish (Things *self, PoplensCostRows *rows)
{
  for (guint i = 0; i < self->rows->len; i++)
    poplens_cost_rows_add (rows, &g_array_index (self->rows, PoplensCostRow, i));
  g_array_unref (self->rows);
  g_hash_table_unref (self->index);
}

/* ---- compute sets -----------------------------------------------------------------------------
 */

/* What is no compute set stands together by type, so that the rows add up to all steps. */
static void
add_compute_sets (Build *self)
{
  Things things = things_new ();

  for (guint g = 0; g < self->costs->groups->len; g++) {
    const PoplensTraceGroupCost *group = group_at (self, g);
    guint32 program = program_row (self, group);
    guint32 set =
        program != POPLENS_NO_ROW ? self->source.programs->compute_set[program] : POPLENS_NO_ROW;
    PoplensCostRow row = {.program = POPLENS_NO_PROGRAM, .compute_set = set};
    row.type = type_text (self, group);
    if (set != POPLENS_NO_ROW) {
      row.name = name_text (self, group);
      row.link = link_text (self, group->program);
    } else {
      row.name = poplens_cost_rows_take (self->rows, g_strdup_printf ("All of type %s", row.type));
    }
    things_add (&things, set != POPLENS_NO_ROW ? (gint64) set : -1 - (gint64) group->type, &row,
                &group->cost);
  }
  things_finish (&things, self->rows);
}

PoplensTable *
poplens_build_trace_costs_by_compute_set (PoplensReport *report, const PoplensLocation *location,
                                          GCancellable *cancellable, GError **error)
{
  static const PoplensCostColumn columns[] = {POPLENS_COST_NAME, COSTS, POPLENS_COST_COMPUTE_SET};
  static const PoplensCostTable spec = {"Cycles by compute set",
                                        columns,
                                        G_N_ELEMENTS (columns),
                                        "Compute set",
                                        "Name of the compute set; other steps are grouped by type",
                                        POPLENS_COST_CYCLES,
                                        FALSE};
  g_auto (Build) self;

  if (!build_init (&self, report, location, cancellable, error))
    return NULL;
  add_compute_sets (&self);
  return finish (&self, &spec);
}

/* ---- operations -------------------------------------------------------------------------------
 */

static void
add_operation (Build *self, const PoplensOperationSource *operations, Things *things,
               const PoplensTraceGroupCost *group)
{
  guint32 program = program_row (self, group);
  guint32 n = operations->operations->operations->len;
  guint32 operation =
      program != POPLENS_NO_ROW ? operations->operations->program_operation[program] : n - 1;
  g_autofree char *key = poplens_operation_key (operations, operation);
  const char *layer = poplens_operation_source_layer (operations);
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_OPERATIONS);
  g_autoptr (PoplensLocation) of_layer = poplens_location_with (page, "layer", layer);
  g_autoptr (PoplensLocation) link = poplens_location_with (of_layer, "operation", key);
  PoplensCostRow row = {.program = POPLENS_NO_PROGRAM, .compute_set = POPLENS_NO_ROW};

  row.name = poplens_cost_rows_take (self->rows, poplens_operation_name (operations, operation));
  row.operation = poplens_cost_rows_text (self->rows, key);
  row.link = poplens_cost_rows_take (self->rows, poplens_location_to_string (link));
  things_add (things, operation, &row, &group->cost);
}

/* The programs' operations; FALSE with @error. */
static gboolean
add_operations (Build *self, GCancellable *cancellable, GError **error)
{
  g_auto (PoplensOperationSource) operations = {0};
  Things things;

  if (!poplens_operation_source_init (&operations, self->report, self->location, cancellable,
                                      error))
    return FALSE;
  things = things_new ();
  for (guint g = 0; g < self->costs->groups->len; g++)
    add_operation (self, &operations, &things, group_at (self, g));
  things_finish (&things, self->rows);
  return TRUE;
}

PoplensTable *
poplens_build_trace_costs_by_operation (PoplensReport *report, const PoplensLocation *location,
                                        GCancellable *cancellable, GError **error)
{
  static const PoplensCostColumn columns[] = {POPLENS_COST_NAME, COSTS, POPLENS_COST_OPERATION};
  static const PoplensCostTable spec = {"Cycles by operation",
                                        columns,
                                        G_N_ELEMENTS (columns),
                                        "Operation",
                                        "Operation of the layer; programs without an operation and "
                                        "steps without a program are grouped",
                                        POPLENS_COST_CYCLES,
                                        FALSE};
  g_auto (Build) self;

  if (!build_init (&self, report, location, cancellable, error) ||
      !add_operations (&self, cancellable, error))
    return NULL;
  return finish (&self, &spec);
}
