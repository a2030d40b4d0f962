/* Tests of the IPU of each operation, and of pipeline stages from names, against hand-made
 * reports. */
#include "analysis/operations/operation-graph.h"

#include <string.h>

typedef struct {
  int stage;
  guint16 ipu;
  const char *title; /* (nullable): no title expected */
} RegionCase;

static void
check_regions (const RegionCase *cases, guint n, const char *titles)
{
  g_autofree guint16 *ipus = g_new (guint16, MAX (n, 1));
  g_autofree int *stages = g_new (int, MAX (n, 1));

  for (guint i = 0; i < n; i++) {
    ipus[i] = cases[i].ipu;
    stages[i] = cases[i].stage;
  }
  g_autoptr (PoplensOperationRegions) regions = poplens_operation_regions_new (ipus, stages, n);
  g_ptr_array_add (regions->titles, NULL);
  g_autofree char *joined = g_strjoinv ("; ", (char **) regions->titles->pdata);
  if (titles)
    g_assert_cmpstr (joined, ==, titles);
  g_assert_true (titles ? regions->n > 1 : regions->n == 0);
  for (guint i = 0; i < n; i++) {
    guint32 region = regions->of_operation[i];
    g_assert_cmpstr (region == POPLENS_NO_REGION ? NULL
                                                 : g_ptr_array_index (regions->titles, region),
                     ==, cases[i].title);
  }
}

static void
test_ipus (void)
{
  static const RegionCase several[] = {
      {-1, 2, "IPU 2"}, {-1, 0, "IPU 0"}, {-1, POPLENS_NO_IPU, NULL}, {-1, 2, "IPU 2"}};
  static const RegionCase one[] = {{-1, 1, NULL}, {-1, POPLENS_NO_IPU, NULL}, {-1, 1, NULL}};

  check_regions (several, G_N_ELEMENTS (several), "IPU 0; IPU 2");
  check_regions (one, G_N_ELEMENTS (one), NULL);
  check_regions (one, 0, NULL);
}

static void
test_stages (void)
{
  static const RegionCase pipeline[] = {{0, 0, "Stage 0, IPU 0"},  {3, 0, "Stage 3, IPU 0"},
                                        {1, 1, "Stage 1, IPU 1"},  {1, 1, "Stage 1, IPU 1"},
                                        {2, POPLENS_NO_IPU, NULL}, {-1, 1, NULL}};
  /* Stages of a ResNet are blocks of layers: stage 2 is on two IPUs. */
  static const RegionCase resnet[] = {{1, 0, "IPU 0"}, {2, 0, "IPU 0"}, {2, 1, "IPU 1"}};
  static const RegionCase strange[] = {{999999, 0, "IPU 0"}, {1, 1, "IPU 1"}};

  check_regions (pipeline, G_N_ELEMENTS (pipeline),
                 "Stage 0, IPU 0; Stage 1, IPU 1; Stage 3, IPU 0");
  check_regions (resnet, G_N_ELEMENTS (resnet), "IPU 0; IPU 1");
  check_regions (strange, G_N_ELEMENTS (strange), "IPU 0; IPU 1");
}

/* ---- IPUs of operations ---- */

#define PROGRAMS 4

/* Returns operations 0, 1, 2 of programs 0, 1, 2, and program 3, which belongs to operation 0.
 * (transfer full) */
static PoplensOperations *
make_operations (void)
{
  static const guint32 owners[PROGRAMS] = {0, 1, 2, 0};
  PoplensOperations *self = g_new0 (PoplensOperations, 1);
  PoplensOperation none = {0};

  self->operations = g_array_new (FALSE, TRUE, sizeof (PoplensOperation));
  for (guint i = 0; i < 3; i++)
    g_array_append_val (self->operations, none);
  self->program_operation = g_memdup2 (owners, sizeof owners);
  return self;
}

static PoplensPrograms *
make_region_programs (void)
{
  PoplensPrograms *programs = poplens_programs_new ();

  programs->n = PROGRAMS;
  programs->id = g_new (guint32, PROGRAMS);
  for (guint32 p = 0; p < PROGRAMS; p++)
    programs->id[p] = 10 + p;
  return programs;
}

typedef struct {
  guint32 step;
  guint16 ipu;
  guint32 length;
} Row;

static void
test_ipus_of_executed (void)
{
  /* Operation 0 is on IPU 1 except for a tenth, 1 on both IPUs, 2 only waits on IPU 0. */
  static const guint32 step_program[] = {10, 11, 12, POPLENS_NO_PROGRAM, 13, 10};
  static const guint8 step_type[] = {0, 0, 1, 0, 0, 0};
  static const Row rows[] = {{0, 1, 500}, {1, 0, 600}, {1, 1, 100}, {2, 0, 900},
                             {3, 0, 700}, {4, 1, 400}, {5, 0, 100}};
  g_autoptr (PoplensOperations) operations = make_operations ();
  g_autoptr (PoplensPrograms) programs = make_region_programs ();
  g_autoptr (PoplensExecution) x = poplens_execution_new ();
  PoplensOperationIpuInput input = {operations, programs, NULL, x, 64};

  x->n_steps = G_N_ELEMENTS (step_program);
  x->step_program = g_memdup2 (step_program, sizeof step_program);
  x->step_type = g_memdup2 (step_type, sizeof step_type);
  x->n_types = 2;
  x->type_kind[0] = POPLENS_STEP_ON_TILE_EXECUTE;
  x->type_kind[1] = POPLENS_STEP_SYNC;
  x->n_ipus = 2;
  x->n_rows = G_N_ELEMENTS (rows);
  x->row_step = g_new (guint32, x->n_rows);
  x->row_ipu = g_new (guint16, x->n_rows);
  x->row_from = g_new (guint64, x->n_rows);
  x->row_length = g_new (guint32, x->n_rows);
  for (guint i = 0; i < x->n_rows; i++) {
    x->row_step[i] = rows[i].step;
    x->row_ipu[i] = rows[i].ipu;
    x->row_from[i] = 1000 * i;
    x->row_length[i] = rows[i].length;
  }
  g_autofree guint16 *ipus = poplens_operation_ipus (&input);
  g_assert_cmpuint (ipus[0], ==, 1);
  g_assert_cmpuint (ipus[1], ==, POPLENS_NO_IPU);
  g_assert_cmpuint (ipus[2], ==, POPLENS_NO_IPU);
  /* One more cycle on the other IPU: the operation belongs to neither. */
  x->row_length[6]++;
  g_autofree guint16 *more = poplens_operation_ipus (&input);
  g_assert_cmpuint (more[0], ==, POPLENS_NO_IPU);
}

/* 3 IPUs with 2 tiles each: programs that were not executed are located by the tiles of their
 * vertices. */
static void
test_compiled (void)
{
  static const guint32 compute_sets[PROGRAMS] = {30, 31, 32, POPLENS_NO_ROW};
  /* The last byte of a varint has its top bit set. */
  static const guint8 tiles[][6] = {{0x80, 0x80, 0x89, 0x80, 0x81, 0x80},
                                    {0x80, 0x80, 0x80, 0x80, 0x80, 0x83},
                                    {0x85, 0x85, 0x85, 0x85, 0x85, 0x85},
                                    {0x80, 0x80, 0x89, 0x89, 0x80, 0x81}};
  static const guint32 sets[] = {0, 1, 2, 0};
  g_autoptr (PoplensOperations) operations = make_operations ();
  g_autoptr (PoplensPrograms) programs = make_region_programs ();
  g_autoptr (PoplensVertices) v = poplens_vertices_new ();
  g_autoptr (PoplensExecution) not_run = poplens_execution_new ();
  PoplensOperationIpuInput input = {operations, programs, v, not_run, 2};

  programs->compute_set = g_memdup2 (compute_sets, sizeof compute_sets);
  v->n_compute_sets = 3;
  v->compute_set_id = g_new (guint32, 3);
  for (guint32 c = 0; c < 3; c++)
    v->compute_set_id[c] = 30 + c;
  v->n_instances = G_N_ELEMENTS (sets);
  v->instance_compute_set = g_memdup2 (sets, sizeof sets);
  v->instances = poplens_lists_new (POPLENS_ENCODING_PLAIN, 6);
  for (guint i = 0; i < G_N_ELEMENTS (tiles); i++)
    g_assert_true (poplens_lists_append (v->instances, tiles[i], 6, NULL));
  g_autofree guint16 *ipus = poplens_operation_ipus (&input);
  g_assert_cmpuint (ipus[0], ==, 1);
  g_assert_cmpuint (ipus[1], ==, 2);
  g_assert_cmpuint (ipus[2], ==, POPLENS_NO_IPU);
  input.tiles_per_ipu = 0;
  g_autofree guint16 *unknown = poplens_operation_ipus (&input);
  g_assert_cmpuint (unknown[0], ==, POPLENS_NO_IPU);
}

static void
test_ipus_of_nothing (void)
{
  g_autoptr (PoplensOperations) operations = make_operations ();
  g_autoptr (PoplensPrograms) programs = make_region_programs ();
  PoplensOperationIpuInput input = {operations, programs, NULL, NULL, 0};
  g_autofree guint16 *ipus = poplens_operation_ipus (&input);

  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (ipus[i], ==, POPLENS_NO_IPU);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/operation-regions/ipus", test_ipus);
  g_test_add_func ("/operation-regions/stages", test_stages);
  g_test_add_func ("/operation-regions/executed", test_ipus_of_executed);
  g_test_add_func ("/operation-regions/compiled", test_compiled);
  g_test_add_func ("/operation-regions/nothing", test_ipus_of_nothing);
  return g_test_run ();
}
