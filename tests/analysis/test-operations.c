/* Tests of the costs of operations on random reports, against a plain calculation that finds the
 * owner of each program, variable and piece of code by walking up its debug contexts. */
#include "operation-fixture.h"

#define REPORTS 40

/* ---- the plain calculation ---- */

static gboolean
is_layer (const PoplensDebugContexts *c, guint32 context, guint layer)
{
  g_autofree char *name = g_strdup_printf ("layer %u", layer);

  return g_str_equal (poplens_debug_context_layer (c, context), name);
}

/* Returns the first context of the layer, from the one with @id upwards, or NO_CONTEXT. */
static guint32
plain_owner (const PoplensDebugContexts *c, guint64 id, guint layer)
{
  guint32 at = POPLENS_NO_CONTEXT;

  for (guint32 i = 0; i < c->n; i++)
    if (c->id[i] == id)
      at = i;
  while (at != POPLENS_NO_CONTEXT && !is_layer (c, at, layer))
    at = c->parent[at];
  return at;
}

static guint32
owner_of_program (const OperationFixture *f, guint32 program, guint layer)
{
  guint64 id = f->programs->debug_id[program];
  guint32 compute_set = f->programs->compute_set[program];

  if ((id == 0 || id == 7777) && compute_set != POPLENS_NO_ROW)
    id = f->vertices->compute_set_debug_id[compute_set];
  return plain_owner (f->contexts, id, layer);
}

/* Returns the nearest context of the layer that is above all ids of the variable. */
static guint32
owner_of_variable (const OperationFixture *f, guint32 id, guint layer)
{
  const PoplensVariables *v = f->live.variables;

  for (guint32 row = 0; row < v->n_debug; row++) {
    if (v->debug_variable[row] != id)
      continue;
    g_autoptr (GArray) ids = poplens_lists_values (v->debug_ids, row);
    guint32 at = ids->len ? plain_owner (f->contexts, g_array_index (ids, guint64, 0), layer)
                          : POPLENS_NO_CONTEXT;
    for (; at != POPLENS_NO_CONTEXT;
         at = f->contexts->parent[at] == POPLENS_NO_CONTEXT
                  ? POPLENS_NO_CONTEXT
                  : plain_owner (f->contexts, f->contexts->id[f->contexts->parent[at]], layer)) {
      guint above = 0;
      for (guint i = 0; i < ids->len; i++)
        for (guint32 up = plain_owner (f->contexts, g_array_index (ids, guint64, i), layer);
             up != POPLENS_NO_CONTEXT;) {
          above += up == at;
          guint32 parent = f->contexts->parent[up];
          up = parent == POPLENS_NO_CONTEXT
                   ? parent
                   : plain_owner (f->contexts, f->contexts->id[parent], layer);
        }
      if (above == ids->len)
        return at;
    }
  }
  return POPLENS_NO_CONTEXT;
}

/* ---- lookup ---- */

static const PoplensOperation *
row_at (const PoplensOperations *o, guint32 index)
{
  g_assert_cmpuint (index, <, o->operations->len);
  return &g_array_index (o->operations, PoplensOperation, index);
}

static const PoplensOperation *
row_of (const PoplensOperations *o, PoplensOperationKind kind)
{
  const PoplensOperation *row =
      row_at (o, o->operations->len - 1 - (POPLENS_OPERATION_NO_PROGRAM - kind));

  g_assert_cmpuint (row->kind, ==, kind);
  return row;
}

static gint64
cost_of (const PoplensOperations *o, guint32 context, PoplensMetric metric)
{
  guint32 index = poplens_operations_find (o, context);

  if (context == POPLENS_NO_CONTEXT)
    return row_of (o, POPLENS_OPERATION_UNATTRIBUTED)->costs[metric];
  return index == G_MAXUINT32 ? 0 : row_at (o, index)->costs[metric];
}

/* ---- programs and steps ---- */

static void
check_programs (const OperationFixture *f, const PoplensOperations *o, guint layer, guint32 context)
{
  gint64 programs = 0, code = 0, tile_cycles = 0, flops = 0;

  for (guint32 p = 0; p < f->programs->n; p++) {
    if (owner_of_program (f, p, layer) != context)
      continue;
    programs++;
    code += (gint64) poplens_lists_sum (f->programs->control_code, p);
    if (f->programs->compute_set[p] != POPLENS_NO_ROW)
      flops +=
          (gint64) poplens_lists_sum (f->vertices->compute_set_flops, f->programs->compute_set[p]);
    for (guint32 r = 0; r < f->execution->n_rows; r++)
      tile_cycles += f->execution->step_program[r] == p
                         ? (gint64) poplens_cycles_at (f->row_tile_cycles, r)
                         : 0;
    g_assert_cmpuint (row_at (o, o->program_operation[p])->context, ==, context);
  }
  for (guint32 r = 0; r < f->execution->n_rows && context == POPLENS_NO_CONTEXT; r++)
    tile_cycles += f->execution->step_program[r] == 9999
                       ? (gint64) poplens_cycles_at (f->row_tile_cycles, r)
                       : 0;
  g_assert_cmpint (cost_of (o, context, POPLENS_METRIC_PROGRAMS), ==, programs);
  g_assert_cmpint (cost_of (o, context, POPLENS_METRIC_CONTROL_CODE), ==, code);
  g_assert_cmpint (cost_of (o, context, POPLENS_METRIC_TILE_CYCLES), ==, tile_cycles);
  g_assert_cmpint (cost_of (o, context, POPLENS_METRIC_FLOPS), ==, flops);
}

static void
check_no_program (const OperationFixture *f, const PoplensOperations *o)
{
  gint64 step_cycles = 0, all = 0;

  for (guint32 r = 0; r < f->execution->n_rows; r++) {
    all += (gint64) poplens_cycles_at (f->row_step_cycles, r);
    if (f->execution->step_program[r] == POPLENS_NO_PROGRAM)
      step_cycles += (gint64) poplens_cycles_at (f->row_step_cycles, r);
  }
  g_assert_cmpint (row_of (o, POPLENS_OPERATION_NO_PROGRAM)->costs[POPLENS_METRIC_STEP_CYCLES], ==,
                   step_cycles);
  g_assert_cmpint (o->totals[POPLENS_METRIC_STEP_CYCLES], ==, all);
  g_assert_cmpint (o->totals[POPLENS_METRIC_PROGRAMS], ==, f->programs->n);
}

/* ---- variables ---- */

static void
check_variables (const OperationFixture *f, const PoplensOperations *o, guint layer,
                 guint32 context)
{
  const PoplensVariables *v = f->live.variables;
  guint32 step = poplens_liveness_peak_step (f->live.liveness);
  gint64 bytes = 0, peak = 0;

  for (guint32 i = 0; i < v->n_class_bytes; i++) {
    guint32 class_id = v->class_bytes_class[i];
    if (class_id == 0 || class_id > f->live.liveness->n_classes ||
        owner_of_variable (f, v->class_bytes_variable[i], layer) != context)
      continue;
    bytes += (gint64) v->class_bytes[i];
    peak += live_state (f->live.liveness, class_id, step) ? (gint64) v->class_bytes[i] : 0;
  }
  g_assert_cmpint (cost_of (o, context, POPLENS_METRIC_VARIABLE_BYTES), ==, bytes);
  g_assert_cmpint (cost_of (o, context, POPLENS_METRIC_PEAK_BYTES), ==, peak);
}

/* ---- code ---- */

/* TRUE if the compute set, whether executed or not, has vertices of the type. */
static gboolean
uses_type (const OperationFixture *f, guint32 compute_set, guint32 type)
{
  g_autoptr (GArray) types = poplens_lists_values (f->vertices->compute_set_types, compute_set);

  for (guint i = 0; i < types->len; i++)
    if (g_array_index (types, guint64, i) == f->vertices->type_id[type])
      return TRUE;
  return FALSE;
}

/* Returns the owners of all compute sets with the type: a set of contexts + 1. (transfer full) */
static GHashTable *
users_of_type (const OperationFixture *f, guint32 type, guint layer)
{
  GHashTable *owners = g_hash_table_new (NULL, NULL);

  for (guint32 c = 0; c < f->vertices->n_compute_sets; c++) {
    gboolean executed = FALSE;
    for (guint32 p = 0; p < f->programs->n; p++) {
      if (f->programs->compute_set[p] != c)
        continue;
      executed = TRUE;
      if (uses_type (f, c, type))
        g_hash_table_add (owners, GUINT_TO_POINTER (owner_of_program (f, p, layer) + 1));
    }
    if (!executed && uses_type (f, c, type))
      g_hash_table_add (
          owners, GUINT_TO_POINTER (
                      plain_owner (f->contexts, f->vertices->compute_set_debug_id[c], layer) + 1));
  }
  return owners;
}

static GHashTable *
users_of_exchange (const OperationFixture *f, guint32 exchange, guint layer)
{
  GHashTable *owners = g_hash_table_new (NULL, NULL);

  for (guint32 p = 0; p < f->programs->n; p++)
    if (f->programs->kind[p] == POPLENS_PROGRAM_DO_EXCHANGE &&
        f->programs->variant_index[p] == exchange)
      g_hash_table_add (owners, GUINT_TO_POINTER (owner_of_program (f, p, layer) + 1));
  return owners;
}

static void
add_to_owner (GHashTable *owners, gint64 bytes, guint32 context, gint64 *own, gint64 *shared)
{
  guint n = g_hash_table_size (owners);

  if (n > 1)
    *shared += bytes;
  else if (n && g_hash_table_contains (owners, GUINT_TO_POINTER (context + 1)))
    *own += bytes;
}

static void
check_code (const OperationFixture *f, const PoplensOperations *o, guint layer, guint32 context)
{
  const PoplensLists *types = f->vertices->type_bytes[POPLENS_VERTEX_BYTES_CODE];
  const PoplensExchangeTable *table = &f->exchanges->tables[POPLENS_EXCHANGE_INTERNAL];
  const PoplensOperation *shared = row_of (o, POPLENS_OPERATION_SHARED_CODE);
  gint64 own = 0, among = 0;

  for (guint32 t = 0; t < f->vertices->n_types; t++) {
    g_autoptr (GHashTable) owners = users_of_type (f, t, layer);
    add_to_owner (owners, (gint64) poplens_lists_sum (types, t), context, &own, &among);
  }
  g_assert_cmpint (cost_of (o, context, POPLENS_METRIC_VERTEX_CODE), ==, own);
  g_assert_cmpint (shared->costs[POPLENS_METRIC_VERTEX_CODE], ==, among);
  own = among = 0;
  for (guint32 e = 0; e < table->n; e++) {
    g_autoptr (GHashTable) owners = users_of_exchange (f, e, layer);
    add_to_owner (owners, (gint64) poplens_lists_sum (table->code, e), context, &own, &among);
  }
  g_assert_cmpint (cost_of (o, context, POPLENS_METRIC_EXCHANGE_CODE), ==, own);
  g_assert_cmpint (shared->costs[POPLENS_METRIC_EXCHANGE_CODE], ==, among);
}

/* The sums of the three kinds of code equal their memory categories exactly. */
static void
check_categories (const OperationFixture *f, const PoplensOperations *o)
{
  for (guint m = POPLENS_METRIC_CONTROL_CODE; m <= POPLENS_METRIC_VERTEX_CODE; m++) {
    const char *name = m == POPLENS_METRIC_CONTROL_CODE    ? "controlCode"
                       : m == POPLENS_METRIC_EXCHANGE_CODE ? "internalExchangeCode"
                                                           : "vertexCode";
    for (guint c = 0; c < f->memory->categories->len; c++) {
      const PoplensCategory *category = g_ptr_array_index (f->memory->categories, c);
      gint64 sum = 0, rows = 0;
      if (!g_str_equal (category->name, name))
        continue;
      for (guint t = 0; t < f->memory->n_tiles; t++)
        sum +=
            poplens_category_list_bytes (category, POPLENS_CATEGORY_NON_INTERLEAVED_OVERLAPPED, t);
      for (guint i = 0; i < o->operations->len; i++)
        rows += row_at (o, i)->costs[m];
      g_assert_cmpint (rows, ==, sum);
      g_assert_cmpint (o->totals[m], ==, sum);
    }
  }
}

/* ---- tests ---- */

static void
check_layer (const OperationFixture *f, const PoplensOperationCosts *costs, guint layer)
{
  g_autofree char *name = g_strdup_printf ("layer %u", layer);
  g_autoptr (PoplensOperations) o = poplens_operations_new (costs, name);
  guint32 of_layer = 0;

  for (guint32 c = 0; c < f->contexts->n; c++) {
    of_layer += is_layer (f->contexts, c, layer);
    if (!is_layer (f->contexts, c, layer))
      continue;
    check_programs (f, o, layer, c);
    check_variables (f, o, layer, c);
    check_code (f, o, layer, c);
  }
  g_assert_cmpuint (o->n_contexts, ==, of_layer);
  check_programs (f, o, layer, POPLENS_NO_CONTEXT);
  check_variables (f, o, layer, POPLENS_NO_CONTEXT);
  check_code (f, o, layer, POPLENS_NO_CONTEXT);
  check_no_program (f, o);
  check_categories (f, o);
}

static void
test_plain (void)
{
  for (guint32 seed = 0; seed < REPORTS; seed++) {
    g_auto (OperationFixture) f = operation_fixture_new (seed);
    PoplensOperationInput input = operation_fixture_input (&f);
    g_autoptr (PoplensOperationCosts) costs = poplens_operation_costs_new (&input, NULL);
    for (guint m = 0; m < POPLENS_N_METRICS; m++)
      g_assert_cmpint (poplens_operation_costs_knows (costs, m), ==,
                       m != POPLENS_METRIC_ESTIMATED_TILE_CYCLES &&
                           m != POPLENS_METRIC_ESTIMATED_STEP_CYCLES);
    for (guint layer = 0; layer <= OPERATION_LAYERS; layer++)
      check_layer (&f, costs, layer);
  }
}

/* Without debug contexts everything is unattributed, and the sums still agree. */
static void
test_no_contexts (void)
{
  g_auto (OperationFixture) f = operation_fixture_new (1);
  PoplensOperationInput input = operation_fixture_input (&f);

  input.contexts = NULL;
  g_autoptr (PoplensOperationCosts) costs = poplens_operation_costs_new (&input, NULL);
  g_autoptr (PoplensOperations) o = poplens_operations_new (costs, "layer 0");
  g_assert_cmpuint (o->operations->len, ==, 4);
  g_assert_cmpint (row_of (o, POPLENS_OPERATION_UNATTRIBUTED)->costs[POPLENS_METRIC_PROGRAMS], ==,
                   f.programs->n);
  check_no_program (&f, o);
  check_categories (&f, o);
}

static void
test_programs_only (void)
{
  g_auto (OperationFixture) f = operation_fixture_new (2);
  PoplensOperationInput input = {.contexts = f.contexts, .programs = f.programs};
  g_autoptr (PoplensOperationCosts) costs = poplens_operation_costs_new (&input, NULL);
  g_autoptr (PoplensOperations) o = poplens_operations_new (costs, "layer 1");

  for (guint m = 0; m < POPLENS_N_METRICS; m++)
    g_assert_cmpint (poplens_operation_costs_knows (costs, m), ==,
                     m == POPLENS_METRIC_PROGRAMS || m == POPLENS_METRIC_CONTROL_CODE);
  g_assert_cmpint (o->totals[POPLENS_METRIC_PROGRAMS], ==, f.programs->n);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/operations/plain", test_plain);
  g_test_add_func ("/analysis/operations/no-contexts", test_no_contexts);
  g_test_add_func ("/analysis/operations/programs-only", test_programs_only);
  return g_test_run ();
}
