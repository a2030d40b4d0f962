#include "analysis/operations/operation-regions.h"

#include "analysis/programs/program-tree.h"

#include <stdlib.h>

/* Names that tell more are not of a pipeline. */
#define MOST_STAGES 1024

/* ---- IPUs of operations ------------------------------------------------------------------------
 */

typedef struct {
  const PoplensOperationIpuInput *in;
  guint32 n_ipus;
  guint64 *weight; /* [operations × n_ipus] */
} Weights;

static guint32
operation_of (const Weights *self, guint32 program)
{
  return program == POPLENS_NO_ROW ? G_MAXUINT32 : self->in->operations->program_operation[program];
}

static void
add_weight (Weights *self, guint32 operation, guint32 ipu, guint64 weight)
{
  if (operation != G_MAXUINT32 && ipu < self->n_ipus)
    self->weight[(gsize) operation * self->n_ipus + ipu] += weight;
}

/* Syncs and the begin and end of stream copies are on all IPUs that wait. */
static void
add_steps (Weights *self)
{
  const PoplensExecution *x = self->in->execution;

  for (guint32 row = 0; row < x->n_rows; row++) {
    guint32 step = x->row_step[row], id = x->step_program[step];
    if (x->row_from[row] == G_MAXUINT64 || id == POPLENS_NO_PROGRAM ||
        poplens_step_kind_is_waiting (poplens_execution_step_kind (x, step)))
      continue;
    add_weight (self, operation_of (self, poplens_programs_find (self->in->programs, id)),
                x->row_ipu[row], poplens_execution_row_to (x, row) - x->row_from[row]);
  }
}

/* Vertices of the compute sets that programs execute. */
static void
add_vertices (Weights *self)
{
  const PoplensVertices *v = self->in->vertices;
  guint32 per_ipu = self->in->tiles_per_ipu;
  g_autofree guint32 *operation = g_new (guint32, MAX (v->n_compute_sets, 1));

  for (guint32 c = 0; c < v->n_compute_sets; c++)
    operation[c] = G_MAXUINT32;
  for (guint32 p = 0; p < self->in->programs->n; p++) {
    guint32 c = poplens_program_compute_set (self->in->programs, v, p);
    if (c != G_MAXUINT32)
      operation[c] = operation_of (self, p);
  }
  for (guint32 i = 0; i < v->n_instances; i++) {
    if (v->instance_compute_set[i] >= v->n_compute_sets ||
        operation[v->instance_compute_set[i]] == G_MAXUINT32)
      continue;
    g_autoptr (GArray) tiles = poplens_lists_values (v->instances, i);
    for (guint t = 0; t < tiles->len; t++)
      add_weight (self, operation[v->instance_compute_set[i]], t / per_ipu,
                  g_array_index (tiles, guint64, t));
  }
}

static guint16
heaviest (const Weights *self, guint32 operation)
{
  const guint64 *weight = self->weight + (gsize) operation * self->n_ipus;
  guint64 sum = 0;
  guint32 most = 0;

  for (guint32 i = 0; i < self->n_ipus; i++) {
    sum += weight[i];
    most = weight[i] > weight[most] ? i : most;
  }
  return sum && sum - weight[most] <= sum / 10 ? (guint16) most : POPLENS_NO_IPU;
}

static guint32
count_ipus (const PoplensOperationIpuInput *in, gboolean ran)
{
  guint64 tiles = 0;

  if (ran)
    return in->execution->n_ipus;
  if (!in->vertices || !in->vertices->instances || !in->tiles_per_ipu)
    return 0;
  for (guint32 i = 0; i < in->vertices->n_instances; i++)
    tiles = MAX (tiles, poplens_lists_length (in->vertices->instances, i));
  return (guint32) MIN ((tiles + in->tiles_per_ipu - 1) / in->tiles_per_ipu, POPLENS_NO_IPU);
}

guint16 *
poplens_operation_ipus (const PoplensOperationIpuInput *input)
{
  guint32 n = input->operations->operations->len;
  gboolean ran = input->execution && input->execution->n_rows;
  Weights self = {input, count_ipus (input, ran), NULL};
  g_autofree guint64 *weight = g_new0 (guint64, MAX ((gsize) n * self.n_ipus, 1));
  guint16 *ipus = g_new (guint16, MAX (n, 1));

  self.weight = weight;
  if (ran)
    add_steps (&self);
  else if (self.n_ipus)
    add_vertices (&self);
  for (guint32 i = 0; i < n; i++)
    ipus[i] = self.n_ipus ? heaviest (&self, i) : POPLENS_NO_IPU;
  return ipus;
}

/* ---- regions -----------------------------------------------------------------------------------
 */

typedef struct {
  int stage; /* −1: none */
  guint16 ipu;
} Region;

static int
compare_regions (gconstpointer a, gconstpointer b)
{
  const Region *x = a, *y = b;

  return x->stage != y->stage ? (x->stage < y->stage ? -1 : 1)
                              : (x->ipu > y->ipu) - (x->ipu < y->ipu);
}

/* The region of each operation by its name. FALSE where names tell no stages of a pipeline: one
 * that is on two IPUs is a stage of something else. */
static gboolean
find_stages (const guint16 *ipus, const int *stages, guint32 n, Region *regions)
{
  guint16 ipu_of[MOST_STAGES];
  guint n_stages = 0;

  for (guint i = 0; i < MOST_STAGES; i++)
    ipu_of[i] = POPLENS_NO_IPU;
  for (guint32 i = 0; i < n; i++) {
    int stage = stages[i];
    regions[i] = (Region){-1, POPLENS_NO_IPU};
    if (stage < 0 || ipus[i] == POPLENS_NO_IPU)
      continue;
    if (stage >= MOST_STAGES || (ipu_of[stage] != POPLENS_NO_IPU && ipu_of[stage] != ipus[i]))
      return FALSE;
    n_stages += ipu_of[stage] == POPLENS_NO_IPU;
    ipu_of[stage] = ipus[i];
    regions[i] = (Region){stage, ipus[i]};
  }
  return n_stages > 1;
}

static void
add_title (PoplensOperationRegions *self, const Region *region)
{
  g_ptr_array_add (self->titles, region->stage < 0 ? g_strdup_printf ("IPU %u", region->ipu)
                                                   : g_strdup_printf ("Stage %d, IPU %u",
                                                                      region->stage, region->ipu));
}

/* @sorted has the same in the order of the titles. */
static void
number (PoplensOperationRegions *self, const Region *regions, const Region *sorted, guint32 n)
{
  g_autofree guint32 *of_sorted = g_new (guint32, MAX (n, 1));
  guint32 next = 0;

  for (guint32 i = 0; i < n; i++) {
    gboolean is_first = !i || compare_regions (&sorted[i], &sorted[i - 1]);
    if (sorted[i].ipu != POPLENS_NO_IPU && is_first)
      next++;
    of_sorted[i] = next - 1;
  }
  for (guint32 i = 0; i < n; i++) {
    const Region *found = bsearch (&regions[i], sorted, n, sizeof *sorted, compare_regions);
    self->of_operation[i] = self->n && found && found->ipu != POPLENS_NO_IPU
                                ? of_sorted[found - sorted]
                                : POPLENS_NO_REGION;
  }
}

PoplensOperationRegions *
poplens_operation_regions_new (const guint16 *ipus, const int *stages, guint32 n)
{
  PoplensOperationRegions *self = g_new0 (PoplensOperationRegions, 1);
  g_autofree Region *regions = g_new (Region, MAX (n, 1));
  g_autofree Region *sorted = NULL;

  self->titles = g_ptr_array_new_with_free_func (g_free);
  self->of_operation = g_new (guint32, MAX (n, 1));
  if (!find_stages (ipus, stages, n, regions))
    for (guint32 i = 0; i < n; i++)
      regions[i] = (Region){-1, ipus[i]};
  sorted = g_memdup2 (regions, MAX (n, 1) * sizeof *regions);
  qsort (sorted, n, sizeof *sorted, compare_regions);
  for (guint32 i = 0; i < n; i++)
    if (sorted[i].ipu != POPLENS_NO_IPU && (!i || compare_regions (&sorted[i], &sorted[i - 1]))) {
      add_title (self, &sorted[i]);
      self->n++;
    }
  if (self->n < 2)
    self->n = 0;
  number (self, regions, sorted, n);
  return self;
}

void
poplens_operation_regions_free (PoplensOperationRegions *self)
{
  g_ptr_array_unref (self->titles);
  g_free (self->of_operation);
  g_free (self);
}
