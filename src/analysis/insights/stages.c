/* Distributes the units to IPUs, in the order of the units, so that the need of the fullest tile is
 * least. Tries all distributions by dynamic programming. */
#include "analysis/insights/stages.h"

#include "analysis/insights/stages-private.h"
#include "analysis/insights/what-if-private.h"

#include <string.h>

typedef struct {
  PoplensStages *out;
  const PoplensWhatIf *what;
  const PoplensUnits *units;
  PoplensStagePieces **pieces; /* by IPU: peaks of the tiles of the IPU */
  guint64 *before;             /* by tile: live bytes at the peak of the tile in the report */
  guint64 *layout;             /* by tile: bytes of packing and gaps in the report */
  guint64 any_layout[2];       /* [0]: least, [1]: most bytes of packing and gaps on any tile */
  guint64 *cost; /* by run of units: need of the fullest tile of an IPU with these units */
} StagesBuilder;

static guint32
n_units (const StagesBuilder *self)
{
  return self->units->units->len;
}

/* Assumed error of the estimate, in thousandths of the need of a tile. The largest error in
 * tests/fit/stages.py was 31. */
#define ERROR 40

/* ---- stages ---------------------------------------------------------------------------------- */

/* Returns the index in PoplensStagePieces.peak for the units [@from, @to) on tile @number of @ipu.
 * G_MAXSIZE: the IPU has none of these units, or no such tile. */
static gsize
find_piece (const StagesBuilder *self, guint32 ipu, guint32 from, guint32 to, guint32 number)
{
  const PoplensStagePieces *pieces = self->pieces[ipu];
  guint32 first = self->units->first[ipu], a = MAX (from, first), b = MIN (to, first + pieces->n);

  if (a >= b || pieces->row[number] == G_MAXUINT32)
    return G_MAXSIZE;
  return (gsize) pieces->row[number] * poplens_stage_n_runs (pieces->n) +
         poplens_stage_run (pieces->n, a - first, b - first);
}

static gboolean
has_units (const StagesBuilder *self, guint32 ipu, guint32 from, guint32 to)
{
  return MAX (from, self->units->first[ipu]) < MIN (to, self->units->first[ipu + 1]);
}

/* Estimates for a tile of a stage: live bytes at its peak and need in bytes, by PoplensEstimate. */
typedef struct {
  guint64 live[2], need[2];
} StageTile;

/* Estimates tile @number of an IPU that gets the units [@from, @to). If units come from several
 * IPUs, the pessimistic estimate assumes that their peaks are at the same step. @is_known: TRUE:
 * the units are on this IPU today, so the result is exact */
static StageTile
stage_tile (const StagesBuilder *self, guint32 from, guint32 to, guint32 number, gboolean is_known)
{
  guint64 comes = 0, layout[2] = {self->any_layout[0], self->any_layout[1]};
  StageTile out = {{0}};

  for (guint32 ipu = 0; ipu < self->units->n_ipus; ipu++) {
    gsize piece = find_piece (self, ipu, from, to, number);
    guint64 own, peak, low = is_known ? 1000 : self->units->load[0][ipu],
                       high = is_known ? 1000 : self->units->load[1][ipu];
    if (!has_units (self, ipu, from, to))
      continue;
    if (is_known)
      layout[0] = layout[1] = self->layout[(gsize) ipu * self->units->tiles_per_ipu + number];
    own = piece == G_MAXSIZE ? 0 : self->pieces[ipu]->own[piece];
    peak = piece == G_MAXSIZE ? 0 : self->pieces[ipu]->peak[piece];
    own = MIN (own, peak);
    out.live[0] += own * low;
    comes = MAX (comes, (peak - own) * low);
    out.live[1] += peak * high;
  }
  out.live[0] += comes;
  for (guint e = 0; e < 2; e++) {
    guint64 error = is_known ? 1000 : e ? 1000 + ERROR : 1000 - ERROR;
    guint64 up = e ? 999999 : 0;
    out.need[e] = ((out.live[e] + 1000 * layout[e]) * error + up) / 1000000;
    out.live[e] = (out.live[e] * error + up) / 1000000;
  }
  return out;
}

static guint64
stage_need (const StagesBuilder *self, guint32 from, guint32 to)
{
  guint64 most = 0;

  for (guint32 i = 0; i < self->units->tiles_per_ipu; i++)
    most = MAX (most, stage_tile (self, from, to, i, FALSE).need[POPLENS_ESTIMATE_PESSIMISTIC]);
  return most;
}

static guint64
cost_of (const StagesBuilder *self, guint32 from, guint32 to)
{
  return self->cost[poplens_stage_run (n_units (self), from, to)];
}

static gboolean
find_costs (StagesBuilder *self, GCancellable *cancellable)
{
  guint32 n = n_units (self);

  self->cost = g_new (guint64, poplens_stage_n_runs (n));
  for (guint32 a = 0; a < n; a++) {
    if (g_cancellable_is_cancelled (cancellable))
      return FALSE;
    for (guint32 b = a + 1; b <= n; b++)
      self->cost[poplens_stage_run (n, a, b)] = stage_need (self, a, b);
  }
  return TRUE;
}

/* ---- search ---------------------------------------------------------------------------------- */

/* Table of the dynamic programming. Cell (n, m) is the best distribution of the first m units to n
 * IPUs. .least: cost of this distribution; G_MAXUINT64: there is none. .from: first unit of the
 * last of the n IPUs. */
typedef struct {
  guint32 width;
  guint64 *least;
  guint32 *from;
} StageGrid;

static void
grid_init (StageGrid *self, guint32 n_ipus, guint32 n_units)
{
  gsize n = (gsize) (n_ipus + 1) * (n_units + 1);

  self->width = n_units + 1;
  self->least = g_new (guint64, n);
  memset (self->least, 0xff, sizeof *self->least * n);
  self->from = g_new0 (guint32, n);
  self->least[0] = 0;
}

static void
grid_clear (StageGrid *self)
{
  g_free (self->least);
  g_free (self->from);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StageGrid, grid_clear)

/* Finds the best distribution of the units [0, @to) to @ipus IPUs: the one with the least cost.
 * @adds: TRUE: the cost is the sum of the squared needs of the IPUs; FALSE: the largest need of an
 * IPU. @most: limit of the need of an IPU */
static void
grid_fill_cell (StageGrid *self, const StagesBuilder *maker, guint32 ipus, guint32 to,
                gboolean adds, guint64 most)
{
  gsize cell = (gsize) ipus * self->width + to;

  for (guint32 from = ipus - 1; from < to; from++) {
    guint64 before = self->least[(gsize) (ipus - 1) * self->width + from];
    guint64 cost = cost_of (maker, from, to), all;
    if (before == G_MAXUINT64 || cost > most)
      continue;
    all = adds ? before + cost * cost : MAX (before, cost);
    if (all >= self->least[cell])
      continue;
    self->least[cell] = all;
    self->from[cell] = from;
  }
}

static void
grid_fill (StageGrid *self, const StagesBuilder *maker, guint32 n_ipus, gboolean adds, guint64 most)
{
  grid_init (self, n_ipus, n_units (maker));
  for (guint32 ipus = 1; ipus <= n_ipus; ipus++)
    for (guint32 to = ipus; to < self->width; to++)
      grid_fill_cell (self, maker, ipus, to, adds, most);
}

/* ---- plans ----------------------------------------------------------------------------------- */

static void
take_tile (const StagesBuilder *self, PoplensStagePlan *plan, guint32 ipu, guint32 number)
{
  guint64 capacity = self->what->capacity;
  StageTile tile =
      stage_tile (self, plan->first[ipu], plan->first[ipu + 1], number, plan->is_current);

  for (guint e = 0; e < POPLENS_N_ESTIMATES; e++) {
    guint64 need = tile.need[e];
    if (need > plan->worst_bytes[e]) {
      plan->worst_bytes[e] = need;
      plan->worst_tile[e] = ipu * self->units->tiles_per_ipu + number;
    }
    plan->tiles_over[e] += tile.live[e] > capacity;
    plan->tiles_tight[e] += tile.live[e] <= capacity && need > capacity;
    plan->excess[e] += need > capacity ? need - capacity : 0;
  }
}

static void
take_stage (const StagesBuilder *self, PoplensStagePlan *plan, guint32 ipu)
{
  const PoplensUnit *units = (const PoplensUnit *) (gpointer) self->units->units->data;
  guint32 from = plan->first[ipu], to = plan->first[ipu + 1];

  for (guint32 u = from; u < to; u++)
    plan->layers[ipu] += units[u].is_layer;
  plan->n_mixed += units[from].ipu != units[to - 1].ipu;
  for (guint32 i = 0; i < self->units->tiles_per_ipu; i++)
    take_tile (self, plan, ipu, i);
}

static void
plan_free (gpointer data)
{
  PoplensStagePlan *self = data;

  g_free (self->first);
  g_free (self->layers);
  g_free (self);
}

/* Distributes the units so that the fullest tile needs least. Of equal distributions, takes the
 * most even one: the one with the least sum of squared needs. */
static PoplensStagePlan *
plan_new (const StagesBuilder *self, guint32 n_ipus)
{
  PoplensStagePlan *plan = g_new0 (PoplensStagePlan, 1);
  g_auto (StageGrid) worst = {0};
  g_auto (StageGrid) sums = {0};
  guint32 to = n_units (self);

  grid_fill (&worst, self, n_ipus, FALSE, G_MAXUINT64);
  grid_fill (&sums, self, n_ipus, TRUE, worst.least[(gsize) n_ipus * worst.width + to]);
  plan->n_ipus = n_ipus;
  plan->first = g_new0 (guint32, n_ipus + 1);
  plan->layers = g_new0 (guint32, n_ipus);
  for (guint32 ipu = n_ipus; ipu > 0; ipu--) {
    plan->first[ipu] = to;
    to = sums.from[(gsize) ipu * sums.width + to];
  }
  plan->is_current = n_ipus == self->units->n_ipus &&
                     !memcmp (plan->first, self->units->first, sizeof *plan->first * (n_ipus + 1));
  for (guint32 ipu = 0; ipu < n_ipus; ipu++)
    take_stage (self, plan, ipu);
  return plan;
}

PoplensFitVerdict
poplens_stage_plan_verdict (const PoplensStagePlan *plan)
{
  return !plan->excess[POPLENS_ESTIMATE_PESSIMISTIC]  ? POPLENS_FITS
         : !plan->excess[POPLENS_ESTIMATE_OPTIMISTIC] ? POPLENS_MAY_FIT
                                                      : POPLENS_DOES_NOT_FIT;
}

const char *
poplens_fit_verdict_key (PoplensFitVerdict verdict)
{
  static const char *const keys[] = {"yes", "may", "no"};

  return keys[verdict];
}

char *
poplens_stage_plan_layers (const PoplensStagePlan *plan)
{
  GString *text = g_string_new (NULL);

  for (guint32 ipu = 0; ipu < plan->n_ipus; ipu++)
    g_string_append_printf (text, "%s%u", ipu ? ", " : "", plan->layers[ipu]);
  return g_string_free (text, FALSE);
}

/* ---- all plans ------------------------------------------------------------------------------- */

static void
take_now (StagesBuilder *self, const PoplensMemory *memory)
{
  gsize n = (gsize) self->units->n_ipus * self->units->tiles_per_ipu;

  self->before = g_new0 (guint64, MAX (n, 1));
  self->layout = g_new0 (guint64, MAX (n, 1));
  for (guint32 t = 0; t < memory->n_tiles; t++) {
    const PoplensWhatIfTile *now = &self->what->now[t];
    if (now->tile >= n)
      continue;
    self->before[now->tile] = now->before;
    self->layout[now->tile] = MAX (now->needs_before, now->before) - now->before;
  }
}

/* Sets .any_layout. After a move, packing and gaps of a tile are assumed to be between the least
 * and the most on any tile today. */
static void
find_layouts (StagesBuilder *self)
{
  gsize n = (gsize) self->units->n_ipus * self->units->tiles_per_ipu;

  self->any_layout[0] = self->layout[0];
  for (gsize t = 0; t < n; t++) {
    self->any_layout[0] = MIN (self->any_layout[0], self->layout[t]);
    self->any_layout[1] = MAX (self->any_layout[1], self->layout[t]);
  }
}

static gboolean
load_pieces (StagesBuilder *self, GCancellable *cancellable)
{
  for (guint32 ipu = 0; ipu < self->units->n_ipus; ipu++) {
    self->pieces[ipu] = poplens_stage_pieces_new (self->units, self->what, ipu, cancellable);
    if (!self->pieces[ipu])
      return FALSE;
  }
  return TRUE;
}

static guint32
find_least (const StagesBuilder *self)
{
  guint64 sum = 0, of_ipu = self->what->capacity * self->units->tiles_per_ipu;

  for (gsize t = 0; t < (gsize) self->units->n_ipus * self->units->tiles_per_ipu; t++)
    sum += self->before[t];
  return (guint32) MAX ((sum + of_ipu - 1) / of_ipu, 1);
}

static gboolean
is_better (const PoplensStagePlan *a, const PoplensStagePlan *b)
{
  PoplensFitVerdict x = poplens_stage_plan_verdict (a), y = poplens_stage_plan_verdict (b);

  if (x != y || x != POPLENS_DOES_NOT_FIT)
    return x < y;
  return a->worst_bytes[POPLENS_ESTIMATE_PESSIMISTIC] <
         b->worst_bytes[POPLENS_ESTIMATE_PESSIMISTIC];
}

static void
add_plans (StagesBuilder *self)
{
  PoplensStages *out = self->out;
  guint32 most = MIN (MAX (2 * out->n_ipus, out->least), n_units (self));

  for (guint32 n = out->least; n <= most; n++) {
    PoplensStagePlan *plan = plan_new (self, n);
    g_ptr_array_add (out->plans, plan);
    if (!out->best || is_better (plan, out->best))
      out->best = plan;
  }
}

/* Returns the live bytes at the peak of @tile in the best plan. If the layers of its IPU go to
 * several IPUs, the highest peak on these IPUs counts. */
static guint64
peak_after (const StagesBuilder *self, guint32 tile, PoplensEstimate e)
{
  const PoplensStagePlan *plan = self->out->best;
  guint32 ipu = tile / self->units->tiles_per_ipu, number = tile % self->units->tiles_per_ipu;
  guint64 most = 0;

  for (guint32 i = 0; i < plan->n_ipus; i++)
    if (has_units (self, ipu, plan->first[i], plan->first[i + 1]))
      most = MAX (
          most,
          stage_tile (self, plan->first[i], plan->first[i + 1], number, plan->is_current).live[e]);
  return most;
}

static void
find_savings (StagesBuilder *self, const PoplensMemory *memory)
{
  gsize n = (gsize) self->units->n_ipus * self->units->tiles_per_ipu;

  for (PoplensEstimate e = 0; e < POPLENS_N_ESTIMATES; e++) {
    self->out->saving[e] = g_new0 (guint64, MAX (memory->n_tiles, 1));
    for (guint32 t = 0; t < memory->n_tiles; t++) {
      guint64 before = self->what->now[t].before;
      if (memory->tile[t] < n)
        self->out->saving[e][t] = before - MIN (before, peak_after (self, memory->tile[t], e));
    }
  }
}

static void
count_layers (StagesBuilder *self)
{
  for (guint i = 0; i < n_units (self); i++)
    self->out->n_layers += g_array_index (self->units->units, PoplensUnit, i).is_layer;
}

static gboolean
stages_builder_run (StagesBuilder *self, const PoplensMemory *memory, GCancellable *cancellable)
{
  if (!n_units (self) || !self->what->capacity)
    return TRUE;
  count_layers (self);
  take_now (self, memory);
  find_layouts (self);
  self->out->least = find_least (self);
  if (!load_pieces (self, cancellable) || !find_costs (self, cancellable))
    return FALSE;
  add_plans (self);
  if (self->out->best)
    find_savings (self, memory);
  return TRUE;
}

PoplensStages *
poplens_stages_new (const PoplensMoves *moves, const PoplensMemory *memory, guint32 tiles_per_ipu,
                    GCancellable *cancellable)
{
  g_autoptr (PoplensStages) out = g_new0 (PoplensStages, 1);
  g_autoptr (PoplensUnits) units = poplens_units_new (moves, tiles_per_ipu);
  StagesBuilder self = {.out = out, .what = poplens_moves_get_what_if (moves), .units = units};
  gboolean done;

  out->n_ipus = units->n_ipus;
  out->tiles_per_ipu = tiles_per_ipu;
  out->plans = g_ptr_array_new_with_free_func (plan_free);
  self.pieces = g_new0 (PoplensStagePieces *, units->n_ipus + 1);
  done = stages_builder_run (&self, memory, cancellable);
  for (guint32 ipu = 0; ipu < units->n_ipus; ipu++)
    poplens_stage_pieces_free (self.pieces[ipu]);
  g_free (self.pieces);
  g_free (self.before);
  g_free (self.layout);
  g_free (self.cost);
  return done ? g_steal_pointer (&out) : NULL;
}

void
poplens_stages_free (PoplensStages *self)
{
  if (!self)
    return;
  g_ptr_array_unref (self->plans);
  g_free (self->saving[0]);
  g_free (self->saving[1]);
  g_free (self);
}
