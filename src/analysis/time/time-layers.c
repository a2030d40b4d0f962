/* Finds the layers of each IPU by the names of its steps, and moves layers between IPUs such that
 * the busiest IPU has less work. */
#include "analysis/time/time-layers.h"

#include "analysis/time/time-private.h"
#include "analysis/trace/name-parts.h"

#include <string.h>

/* Limit of layers that are distributed: the time is quadratic in their number. */
#define MOST_LAYERS 512
/* Share of a layer's cycles that one IPU must execute for the layer to belong to that IPU. */
#define AT_HOME 0.9
/* Moves of layers are good enough if the cycles of the busiest IPU are at most this multiple of
 * their minimum. */
#define NEARLY 1.02

/* ---- names ----------------------------------------------------------------------------------- */

PoplensNameLayers *
poplens_time_layers_find (PoplensStepNames *step_names)
{
  for (guint32 s = 0; s < step_names->execution->n_steps; s++)
    poplens_step_names_get (step_names, s);
  guint32 n = poplens_strings_count (step_names->strings);
  g_autofree const char **names = g_new (const char *, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    names[i] = poplens_strings_get (step_names->strings, i);
  return poplens_name_layers_new (names, n);
}

char *
poplens_time_layer_of (const PoplensNameLayers *layers, const char *name)
{
  const char *path = poplens_name_path (name), *begin = poplens_name_behind_phase (name);
  gsize from;

  if (!poplens_name_layers_find (layers, path, poplens_name_stem (path), &from, 1) ||
      path + from < begin)
    return NULL;
  return g_strndup (begin, (gsize) (strchrnul (path + from, '/') - begin));
}

/* ---- work ------------------------------------------------------------------------------------ */

/* Cycles of a layer, summed over all iterations. */
typedef struct {
  char *name;
  guint64 *cycles; /* [IPUs] cycles of the layer on each IPU */
} LayerWork;

typedef struct {
  const PoplensTime *time;
  GArray *work;    /* LayerWork */
  guint64 *rest;   /* [IPUs] cycles of steps that have no layer, or whose layer is shared by several
                      IPUs */
  guint n;         /* number of layers that are distributed */
  guint64 *summed; /* [n + 1] sum of the cycles of all earlier layers */
} LayerDeal;

static void
layer_work_clear (gpointer data)
{
  LayerWork *self = data;

  g_free (self->name);
  g_free (self->cycles);
}

/* Adds the cycles of compute and exchange of an IPU in @span to the layers of its steps. @known:
 * name of a layer → index in .work + 2. @layer_of: by string id of a step's name: index in .work +
 * 2; 0: not looked up yet; 1: no layer. */
static void
deal_add_span (LayerDeal *self, guint place, PoplensTimeSpan span, PoplensStepNames *names,
               const PoplensNameLayers *layers, GHashTable *known, guint *layer_of)
{
  const PoplensTimeIpu *ipu = &self->time->ipus[place];

  for (guint s = poplens_time_find_segment (ipu, span.from);
       s < ipu->segments->len && poplens_time_segment (ipu, s)->from < span.to; s++) {
    const PoplensTimeSegment *at = poplens_time_segment (ipu, s);
    guint64 from = MAX (at->from, span.from);
    guint64 to = MIN (poplens_time_segment_to (self->time, ipu, s), span.to);
    if ((at->bound != POPLENS_BOUND_COMPUTE && at->bound != POPLENS_BOUND_EXCHANGE) ||
        at->row == G_MAXUINT32 || from >= to)
      continue;
    guint32 name = poplens_step_names_get (names, self->time->execution->row_step[at->row]);
    if (!layer_of[name]) {
      g_autofree char *layer =
          poplens_time_layer_of (layers, poplens_strings_get (names->strings, name));
      gpointer found = layer ? g_hash_table_lookup (known, layer) : GUINT_TO_POINTER (1);
      if (!found) {
        LayerWork new = {g_steal_pointer (&layer), g_new0 (guint64, self->time->n_ipus)};
        g_array_append_val (self->work, new);
        found = GUINT_TO_POINTER (self->work->len + 1);
        g_hash_table_insert (known, new.name, found);
      }
      layer_of[name] = GPOINTER_TO_UINT (found);
    }
    guint64 *sum = layer_of[name] == 1
                       ? self->rest
                       : g_array_index (self->work, LayerWork, layer_of[name] - 2).cycles;
    sum[place] += to - from;
  }
}

static void
deal_find_work (LayerDeal *self, const PoplensTimeStages *stages, const PoplensPrograms *programs)
{
  g_autoptr (PoplensStepNames) names = poplens_step_names_new (self->time->execution, programs);
  g_autoptr (PoplensNameLayers) layers = poplens_time_layers_find (names);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree guint *layer_of = g_new0 (guint, poplens_strings_count (names->strings) + 1);

  for (guint i = 0; i < self->time->n_ipus; i++)
    for (guint s = 0; s < stages->spans->len; s++)
      deal_add_span (self, i, g_array_index (stages->spans, PoplensTimeSpan, s), names, layers,
                     known, layer_of);
}

/* Compares the names of layers. Numbers in them compare by value: layer.2 before layer.10. */
static int
compare_layers (gconstpointer a, gconstpointer b)
{
  const char *x = ((const PoplensTimeLayer *) a)->name, *y = ((const PoplensTimeLayer *) b)->name;

  while (*x && *y) {
    if (g_ascii_isdigit (*x) && g_ascii_isdigit (*y)) {
      guint64 m = g_ascii_strtoull (x, (char **) &x, 10),
              n = g_ascii_strtoull (y, (char **) &y, 10);
      if (m != n)
        return m < n ? -1 : 1;
    } else if (*x != *y) {
      return *x < *y ? -1 : 1;
    } else {
      x++;
      y++;
    }
  }
  return *x ? 1 : *y ? -1 : 0;
}

/* Appends the layers in .work to @out, with mean cycles of @n_turns iterations. The cycles of a
 * layer that several IPUs share go to .rest. */
static void
deal_create_layers (LayerDeal *self, guint n_turns, GArray *out)
{
  for (guint w = 0; w < self->work->len; w++) {
    LayerWork *work = &g_array_index (self->work, LayerWork, w);
    guint64 sum = 0;
    guint home = 0;
    for (guint i = 0; i < self->time->n_ipus; i++) {
      sum += work->cycles[i];
      home = work->cycles[i] > work->cycles[home] ? i : home;
    }
    gboolean is_home = (double) work->cycles[home] >= AT_HOME * (double) sum;
    for (guint i = 0; i < self->time->n_ipus; i++)
      self->rest[i] += is_home && i == home ? 0 : work->cycles[i];
    if (!is_home)
      continue;
    PoplensTimeLayer layer = {g_steal_pointer (&work->name), work->cycles[home] / n_turns, home,
                              home};
    g_array_append_val (out, layer);
  }
  for (guint i = 0; i < self->time->n_ipus; i++)
    self->rest[i] /= n_turns;
  g_array_sort (out, compare_layers);
}

/* ---- distribution ---------------------------------------------------------------------------- */

/* Returns the cycles of an IPU if it has the layers [@first, @end), plus its .rest. */
static guint64
deal_ipu_cycles (const LayerDeal *self, guint place, guint first, guint end)
{
  return self->rest[place] + self->summed[end] - self->summed[first];
}

/* Returns the cycles of the busiest IPU in the best distribution of layers that keeps their order
 * (dynamic programming). */
static guint64
deal_find_minimum (const LayerDeal *self)
{
  g_autofree guint64 *best = g_new (guint64, self->n + 1);

  /* best[end]: fewest cycles of the busiest IPU if the layers [0, end) are on the IPUs 0 … i. Begin
   * with i = 0. */
  for (guint end = 0; end <= self->n; end++)
    best[end] = deal_ipu_cycles (self, 0, 0, end);
  for (guint i = 1; i < self->time->n_ipus; i++)
    for (guint end = self->n + 1; end--;) {
      guint64 least = G_MAXUINT64;
      for (guint first = 0; first <= end; first++)
        least = MIN (least, MAX (best[first], deal_ipu_cycles (self, i, first, end)));
      best[end] = least;
    }
  return best[self->n];
}

/* Distributes the layers with as few moves as possible, such that no IPU has more than @limit
 * cycles. There must be such a distribution. */
static void
deal_distribute (const LayerDeal *self, guint64 limit, PoplensTimeLayer *layers)
{
  guint n_ipus = self->time->n_ipus, width = self->n + 1;
  g_autofree guint *moves = g_new (guint, (gsize) n_ipus * width);
  g_autofree guint *first_of = g_new0 (guint, (gsize) n_ipus * width);

  for (guint i = 0; i < n_ipus; i++)
    for (guint end = 0; end < width; end++) {
      guint *best = &moves[i * width + end], away = 0;
      *best = G_MAXUINT;
      for (guint first = end + 1; first--;) {
        away += first < end && layers[first].home != i;
        guint before = i ? moves[(i - 1) * width + first] : first ? G_MAXUINT : 0;
        if (deal_ipu_cycles (self, i, first, end) > limit)
          break;
        if (before != G_MAXUINT && before + away < *best) {
          *best = before + away;
          first_of[i * width + end] = first;
        }
      }
    }
  for (guint i = n_ipus, end = self->n; i--;) {
    guint first = first_of[i * width + end];
    for (guint l = first; l < end; l++)
      layers[l].to = i;
    end = first;
  }
}

/* Returns the cycles of an IPU: with its current layers or, if @moved, after the moves. */
static guint64
deal_sum_ipu (const LayerDeal *self, const PoplensTimeLayer *layers, guint place, gboolean moved)
{
  guint64 sum = self->rest[place];

  for (guint l = 0; l < self->n; l++)
    sum += (moved ? layers[l].to : layers[l].home) == place ? layers[l].cycles : 0;
  return sum;
}

/* Returns the cycles of the busiest IPU: now or, if @moved, after the moves. */
static guint64
deal_busiest_cycles (const LayerDeal *self, const PoplensTimeLayer *layers, gboolean moved)
{
  guint64 most = 0;

  for (guint i = 0; i < self->time->n_ipus; i++)
    most = MAX (most, deal_sum_ipu (self, layers, i, moved));
  return most;
}

static void
deal_balance (LayerDeal *self, PoplensTimeLayers *out)
{
  PoplensTimeLayer *layers = (PoplensTimeLayer *) (gpointer) out->layers->data;
  gboolean in_order = out->layers->len <= MOST_LAYERS;

  self->n = out->layers->len;
  self->summed = g_new0 (guint64, self->n + 1);
  for (guint l = 0; l < self->n; l++) {
    self->summed[l + 1] = self->summed[l] + layers[l].cycles;
    in_order &= !l || layers[l - 1].home <= layers[l].home;
  }
  out->now = deal_busiest_cycles (self, layers, FALSE);
  guint64 least = in_order && self->n ? deal_find_minimum (self) : out->now;
  guint64 limit = MIN ((guint64) ((double) least * NEARLY), out->now);
  if ((double) least * NEARLY < (double) out->now)
    deal_distribute (self, limit, layers);
  for (guint l = 0; l < self->n; l++)
    out->n_moves += layers[l].to != layers[l].home;
  out->then = deal_busiest_cycles (self, layers, TRUE);
  out->factor = g_new (double, self->time->n_ipus + 1);
  for (guint i = 0; i < self->time->n_ipus; i++) {
    guint64 now = deal_sum_ipu (self, layers, i, FALSE);
    out->factor[i] = now ? (double) deal_sum_ipu (self, layers, i, TRUE) / (double) now : 1;
  }
}

static void
layer_clear (gpointer data)
{
  g_free (((PoplensTimeLayer *) data)->name);
}

void
poplens_time_layers_balance (const PoplensTimeStages *stages, const PoplensPrograms *programs,
                             PoplensTimeLayers *layers)
{
  g_autoptr (GArray) work = g_array_new (FALSE, FALSE, sizeof (LayerWork));
  g_autofree guint64 *rest = g_new0 (guint64, stages->time->n_ipus + 1);
  LayerDeal self = {.time = stages->time, .work = work, .rest = rest};

  *layers = (PoplensTimeLayers){.layers = g_array_new (FALSE, FALSE, sizeof (PoplensTimeLayer))};
  g_array_set_clear_func (work, layer_work_clear);
  g_array_set_clear_func (layers->layers, layer_clear);
  deal_find_work (&self, stages, programs);
  deal_create_layers (&self, stages->spans->len, layers->layers);
  deal_balance (&self, layers);
  g_free (self.summed);
}

void
poplens_time_layers_clear (PoplensTimeLayers *self)
{
  g_clear_pointer (&self->layers, g_array_unref);
  g_clear_pointer (&self->factor, g_free);
}
