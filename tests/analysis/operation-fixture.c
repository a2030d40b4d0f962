/* Random reports with debug contexts, for tests of the operations that programs and variables
 * belong to. */
#include "operation-fixture.h"

#include <string.h>

enum { CONTEXTS = 40, PROGRAMS = 30, COMPUTE_SETS = 8, TYPES = 6, EXCHANGES = 7, ROWS = 60 };

static void
append (PoplensLists *lists, const guint64 *values, gsize n)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (gsize i = 0; i < n; i++)
    poplens_varint_append (bytes, values[i]);
  g_assert_true (poplens_lists_append (lists, bytes->data, bytes->len, NULL));
}

static PoplensLists *
lists_new (void)
{
  return poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
}

/* Returns the id of a context, 0 (none), or an id that no context has. */
static guint64
random_debug_id (GRand *rand)
{
  int dice = g_rand_int_range (rand, 0, 12);

  return dice == 0 ? 0 : dice == 1 ? 7777 : 3 * (guint64) g_rand_int_range (rand, 0, CONTEXTS) + 1;
}

static PoplensDebugContexts *
make_contexts (GRand *rand)
{
  PoplensDebugContexts *c = poplens_debug_contexts_new ();

  for (guint layer = 0; layer < OPERATION_LAYERS; layer++) {
    g_autofree char *name = g_strdup_printf ("layer %u", layer);
    PoplensDebugKind kind = {poplens_strings_intern (c->strings, name, strlen (name)),
                             poplens_strings_intern (c->strings, "", 0)};
    g_array_append_val (c->kinds, kind);
  }
  c->n = CONTEXTS;
  c->id = g_new (guint64, CONTEXTS);
  c->parent = g_new (guint32, CONTEXTS);
  c->kind = g_new (guint16, CONTEXTS);
  for (guint32 i = 0; i < CONTEXTS; i++) {
    c->id[i] = 3 * i + 1;
    /* Parents are stored before or after their children, but have higher numbers, so that there are
     * no cycles. */
    c->parent[i] = i + 1 < CONTEXTS && g_rand_int_range (rand, 0, 5)
                       ? (guint32) g_rand_int_range (rand, (gint32) i + 1, CONTEXTS)
                       : POPLENS_NO_CONTEXT;
    c->kind[i] = (guint16) g_rand_int_range (rand, 0, OPERATION_LAYERS);
  }
  return c;
}

static void
add_program (GRand *rand, PoplensPrograms *p, guint32 row)
{
  guint64 code = (guint64) g_rand_int_range (rand, 0, 1000);
  gboolean executes = g_rand_int_range (rand, 0, 2);

  p->id[row] = row;
  p->kind[row] = executes ? POPLENS_PROGRAM_ON_TILE_EXECUTE : POPLENS_PROGRAM_DO_EXCHANGE;
  p->debug_id[row] = (guint32) random_debug_id (rand);
  p->compute_set[row] =
      executes ? (guint32) g_rand_int_range (rand, 0, COMPUTE_SETS) : POPLENS_NO_ROW;
  p->variant_index[row] =
      executes ? p->compute_set[row] : (guint32) g_rand_int_range (rand, 0, EXCHANGES);
  append (p->children, NULL, 0);
  append (p->control_code, &code, 1);
}

static PoplensPrograms *
make_random_programs (GRand *rand)
{
  PoplensPrograms *p = poplens_programs_new ();

  p->n = PROGRAMS;
  p->id = g_new (guint32, PROGRAMS);
  p->kind = g_new (guint8, PROGRAMS);
  p->debug_id = g_new (guint32, PROGRAMS);
  p->compute_set = g_new (guint32, PROGRAMS);
  p->variant_index = g_new (guint32, PROGRAMS);
  p->children = lists_new ();
  p->control_code = lists_new ();
  for (guint32 row = 0; row < PROGRAMS; row++)
    add_program (rand, p, row);
  return p;
}

static PoplensVertices *
make_vertices (GRand *rand)
{
  PoplensVertices *v = poplens_vertices_new ();

  v->n_types = TYPES;
  v->type_id = g_new (guint32, TYPES);
  v->type_bytes[POPLENS_VERTEX_BYTES_CODE] = lists_new ();
  for (guint32 t = 0; t < TYPES; t++) {
    guint64 bytes = (guint64) g_rand_int_range (rand, 1, 500);
    v->type_id[t] = 10 + t;
    append (v->type_bytes[POPLENS_VERTEX_BYTES_CODE], &bytes, 1);
  }
  v->n_compute_sets = COMPUTE_SETS;
  v->compute_set_id = g_new (guint32, COMPUTE_SETS);
  v->compute_set_debug_id = g_new (guint32, COMPUTE_SETS);
  v->compute_set_types = lists_new ();
  v->compute_set_flops = lists_new ();
  for (guint32 c = 0; c < COMPUTE_SETS; c++) {
    guint64 types[] = {10 + (guint64) g_rand_int_range (rand, 0, TYPES),
                       10 + (guint64) g_rand_int_range (rand, 0, TYPES)};
    guint64 flops = (guint64) g_rand_int_range (rand, 0, 90);
    v->compute_set_id[c] = c;
    v->compute_set_debug_id[c] = (guint32) random_debug_id (rand);
    append (v->compute_set_types, types, (gsize) g_rand_int_range (rand, 0, 3));
    append (v->compute_set_flops, &flops, 1);
  }
  return v;
}

static PoplensExchanges *
make_exchanges (GRand *rand)
{
  PoplensExchanges *x = poplens_exchanges_new ();
  PoplensExchangeTable *table = &x->tables[POPLENS_EXCHANGE_INTERNAL];

  table->n = EXCHANGES;
  table->id = g_new (guint32, EXCHANGES);
  table->code = lists_new ();
  for (guint32 e = 0; e < EXCHANGES; e++) {
    guint64 bytes = (guint64) g_rand_int_range (rand, 1, 200);
    table->id[e] = e;
    append (table->code, &bytes, 1);
  }
  return x;
}

/* Makes rows of steps, whose program exists, does not exist, or is not recorded. */
static void
make_random_execution (GRand *rand, OperationFixture *f)
{
  PoplensExecution *x = f->execution = poplens_execution_new ();

  x->n_rows = x->n_steps = ROWS;
  x->row_step = g_new (guint32, ROWS);
  x->step_program = g_new (guint32, ROWS);
  f->row_tile_cycles = poplens_cycle_column_new (ROWS);
  f->row_step_cycles = poplens_cycle_column_new (ROWS);
  for (guint32 r = 0; r < ROWS; r++) {
    int dice = g_rand_int_range (rand, 0, 8);
    x->row_step[r] = r;
    x->step_program[r] = dice == 0   ? POPLENS_NO_PROGRAM
                         : dice == 1 ? 9999
                                     : (guint32) g_rand_int_range (rand, 0, PROGRAMS);
    poplens_cycle_column_set (f->row_tile_cycles, r, (guint64) g_rand_int_range (rand, 0, 5000));
    poplens_cycle_column_set (f->row_step_cycles, r, (guint64) g_rand_int_range (rand, 0, 50));
  }
}

static PoplensMemory *
make_random_memory (GRand *rand)
{
  static const char *const names[] = {"controlCode", "internalExchangeCode", "vertexCode"};
  PoplensMemory *m = poplens_memory_new (2);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    PoplensCategory *category = poplens_memory_add_category (m, names[i]);
    for (guint t = 0; t < 2; t++)
      poplens_memory_category_list (m, category, POPLENS_CATEGORY_NON_INTERLEAVED_OVERLAPPED)[t] =
          (guint32) g_rand_int_range (rand, 0, 4000);
  }
  return m;
}

static void
add_debug_ids (GRand *rand, PoplensVariables *v)
{
  guint32 n = v->n / 2 + 1;

  v->debug_ids = v->debug_ids ? v->debug_ids : lists_new ();
  v->debug_variable = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++) {
    guint64 ids[] = {random_debug_id (rand), random_debug_id (rand), random_debug_id (rand)};
    if (i % 7 == 3)
      continue;
    v->debug_variable[v->n_debug++] = i;
    append (v->debug_ids, ids, (gsize) g_rand_int_range (rand, 0, 4));
  }
}

OperationFixture
operation_fixture_new (guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  OperationFixture f = {.contexts = make_contexts (rand),
                        .programs = make_random_programs (rand),
                        .vertices = make_vertices (rand),
                        .exchanges = make_exchanges (rand),
                        .memory = make_random_memory (rand),
                        .live = live_random_program (seed)};

  make_random_execution (rand, &f);
  add_debug_ids (rand, f.live.variables);
  return f;
}

void
operation_fixture_clear (OperationFixture *f)
{
  poplens_debug_contexts_free (f->contexts);
  poplens_programs_free (f->programs);
  poplens_vertices_free (f->vertices);
  poplens_exchanges_free (f->exchanges);
  poplens_execution_free (f->execution);
  poplens_memory_free (f->memory);
  live_program_clear (&f->live);
  poplens_cycle_column_free (f->row_tile_cycles);
  poplens_cycle_column_free (f->row_step_cycles);
}

PoplensOperationInput
operation_fixture_input (const OperationFixture *f)
{
  return (PoplensOperationInput){.contexts = f->contexts,
                                 .programs = f->programs,
                                 .vertices = f->vertices,
                                 .exchanges = f->exchanges,
                                 .execution = f->execution,
                                 .row_tile_cycles = f->row_tile_cycles,
                                 .row_step_cycles = f->row_step_cycles,
                                 .liveness = f->live.liveness,
                                 .variables = f->live.variables,
                                 .memory = f->memory};
}
