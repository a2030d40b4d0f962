/* Finds the layers that can move, their homes, and the bytes that belong to them. Computes the
 * peaks of tiles for each run of units. */
#include "analysis/insights/moves.h"
#include "analysis/insights/stages-private.h"
#include "analysis/insights/what-if-private.h"
#include "analysis/liveness/live-step.h"

#include <math.h>
#include <string.h>

/* ---- peaks by run of units ------------------------------------------------------------------- */

/* Number of slots for an IPU of @n units: one sum of bytes for each unit, for POPLENS_UNIT_SCALED
 * and for POPLENS_UNIT_WHOLE. */
#define N_SLOTS(n) ((n) + 2)

typedef struct {
  const PoplensUnits *units;
  const PoplensWhatIf *what;
  guint32 low, n; /* the IPU has the units low … low + n − 1 */
  guint64 parts;  /* number of steps of all units of the IPU, plus number of steps without a unit */
  guint64 *amount; /* by class row, then slot (N_SLOTS ()): bytes on the current tile */
  GArray *touched; /* guint32: rows of .amount that are not 0 */
  guint64 *marks;  /* bit set: events at which variables on the tile become live or are freed */
  guint64 *live;   /* by slot: bytes that are live at the current event */
  guint64 *peak;   /* by run: peak of the tile in bytes, multiplied by .parts to stay an integer */
  guint64 *own;    /* by run: always-live bytes of the units of the run on the tile */
} StageFollower;

static guint32
slot_of (const StageFollower *self, guint32 pair)
{
  guint32 unit = self->units->of_pair[pair];

  if (unit == POPLENS_UNIT_SCALED)
    return self->n;
  return unit == POPLENS_UNIT_WHOLE ? self->n + 1
                                    : CLAMP (unit, self->low, self->low + self->n - 1) - self->low;
}

/* Sums the bytes of a tile of @kind by slot. Marks the events at which its variables become live or
 * are freed. */
static void
sum_tile_bytes (StageFollower *self, guint32 kind)
{
  const PoplensTilesAlike *alike = self->what->alike;

  memset (self->live, 0, sizeof *self->live * N_SLOTS (self->n));
  for (guint32 e = alike->first[kind]; e < alike->first[kind + 1]; e++) {
    guint32 pair = alike->entries[e].pair, row = alike->pairs[pair].class_row;
    guint32 slot = slot_of (self, pair);
    if (self->what->liveness->class_always_live[row]) {
      self->live[slot] += alike->entries[e].bytes;
      continue;
    }
    self->amount[(gsize) row * N_SLOTS (self->n) + slot] += alike->entries[e].bytes;
    g_array_append_val (self->touched, row);
    poplens_step_order_mark (self->what->order, row, self->marks);
  }
}

static guint64
steps_of (const StageFollower *self, guint32 unit)
{
  return g_array_index (self->units->units, PoplensUnit, self->low + unit).steps;
}

/* Updates the peak of each run from the bytes that are live now. */
static void
keep_peaks (StageFollower *self)
{
  guint64 scaled = self->live[self->n], whole = self->live[self->n + 1], *peak = self->peak;

  for (guint32 a = 0; a < self->n; a++) {
    guint64 bytes = whole, steps = self->units->others;
    for (guint32 b = a; b < self->n; b++, peak++) {
      bytes += self->live[b];
      steps += steps_of (self, b);
      *peak = MAX (*peak, bytes * self->parts + scaled * steps);
    }
  }
}

/* Sets .own to the bytes that are live before the first step: these are always live. */
static void
keep_own (StageFollower *self)
{
  guint64 *own = self->own;

  for (guint32 a = 0; a < self->n; a++) {
    guint64 bytes = 0;
    for (guint32 b = a; b < self->n; b++)
      *own++ = bytes += self->live[b];
  }
}

/* Adds the bytes that become live at an event, or subtracts the bytes that are freed. In a damaged
 * file the sums wrap around, so they are unsigned. */
static void
take_event (StageFollower *self, guint32 event)
{
  const PoplensStepOrder *order = self->what->order;
  const guint64 *amount = self->amount + (gsize) order->class_row[event] * N_SLOTS (self->n);
  guint64 sign = order->freed[event] ? G_MAXUINT64 : 1;

  for (guint32 slot = 0; slot < N_SLOTS (self->n); slot++)
    self->live[slot] += sign * amount[slot];
}

/* Goes through the marked events and records the peaks. Peaks are compared only after all events of
 * a step. */
static void
follow_steps (StageFollower *self)
{
  const PoplensStepOrder *order = self->what->order;
  gsize words = poplens_step_order_words (order);
  guint32 rank = G_MAXUINT32;

  for (gsize w = 0; w < words; w++) {
    for (guint64 left = self->marks[w]; left; left &= left - 1) {
      guint32 event = (guint32) (w * 64) + (guint32) __builtin_ctzll (left);
      if (order->rank[event] != rank)
        keep_peaks (self);
      rank = order->rank[event];
      take_event (self, event);
    }
    self->marks[w] = 0;
  }
  keep_peaks (self);
}

static void
reset (StageFollower *self)
{
  gsize n = N_SLOTS (self->n);

  for (guint i = 0; i < self->touched->len; i++)
    memset (self->amount + g_array_index (self->touched, guint32, i) * n, 0,
            sizeof *self->amount * n);
  g_array_set_size (self->touched, 0);
}

/* Computes the peaks of tiles of @kind (PoplensTilesAlike). @peak: (inout): [n_runs] peaks, 0
 * before the call. @own: (out): [n_runs] always-live bytes */
static void
follow_kind (StageFollower *self, guint32 kind, guint64 *peak, guint64 *own)
{
  self->peak = peak;
  self->own = own;
  sum_tile_bytes (self, kind);
  keep_own (self);
  follow_steps (self);
  reset (self);
  for (guint32 run = 0; run < poplens_stage_n_runs (self->n); run++)
    peak[run] = (peak[run] + self->parts - 1) / self->parts;
}

/* ---- one IPU --------------------------------------------------------------------------------- */

static void
follower_init (StageFollower *self, const PoplensUnits *units, const PoplensWhatIf *what,
               guint32 ipu)
{
  *self = (StageFollower){.units = units, .what = what, .low = units->first[ipu]};
  self->n = units->first[ipu + 1] - self->low;
  self->parts = units->others;
  for (guint32 u = 0; u < self->n; u++)
    self->parts += steps_of (self, u);
  self->amount = g_new0 (guint64, (gsize) MAX (what->liveness->n_classes, 1) * N_SLOTS (self->n));
  self->touched = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->marks = g_new0 (guint64, poplens_step_order_words (what->order));
  self->live = g_new0 (guint64, N_SLOTS (self->n));
}

static void
follower_clear (StageFollower *self)
{
  g_free (self->amount);
  g_array_unref (self->touched);
  g_free (self->marks);
  g_free (self->live);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StageFollower, follower_clear)

/* Gives tiles on the IPU that have equal contents a common row in .peak. (transfer full): GArray of
 * guint32: kind of tile (PoplensTilesAlike), by row */
static GArray *
number_tile_kinds (PoplensStagePieces *self, const PoplensUnits *units,
                   const PoplensTilesAlike *alike, guint32 ipu)
{
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *row = g_new0 (guint32, MAX (alike->n_kinds, 1));

  self->row = g_new (guint32, units->tiles_per_ipu);
  memset (self->row, 0xff, sizeof *self->row * units->tiles_per_ipu);
  for (guint32 i = 0; i < units->tiles_per_ipu; i++) {
    guint64 tile = (guint64) ipu * units->tiles_per_ipu + i;
    if (tile >= alike->n_tiles)
      break;
    guint32 kind = alike->of_tile[tile];
    if (!row[kind]) {
      g_array_append_val (kinds, kind);
      row[kind] = kinds->len;
    }
    self->row[i] = row[kind] - 1;
  }
  return kinds;
}

PoplensStagePieces *
poplens_stage_pieces_new (const PoplensUnits *units, const PoplensWhatIf *what, guint32 ipu,
                          GCancellable *cancellable)
{
  g_autoptr (PoplensStagePieces) self = g_new0 (PoplensStagePieces, 1);
  g_auto (StageFollower) follower = {0};
  g_autoptr (GArray) kinds = number_tile_kinds (self, units, what->alike, ipu);
  gsize runs;

  follower_init (&follower, units, what, ipu);
  self->n = follower.n;
  runs = poplens_stage_n_runs (self->n);
  self->peak = g_new0 (guint64, runs * MAX (kinds->len, 1));
  self->own = g_new0 (guint64, runs * MAX (kinds->len, 1));
  for (guint k = 0; k < kinds->len; k++) {
    if (g_cancellable_is_cancelled (cancellable))
      return NULL;
    follow_kind (&follower, g_array_index (kinds, guint32, k), self->peak + k * runs,
                 self->own + k * runs);
  }
  return g_steal_pointer (&self);
}

void
poplens_stage_pieces_free (PoplensStagePieces *self)
{
  if (!self)
    return;
  g_free (self->row);
  g_free (self->peak);
  g_free (self->own);
  g_free (self);
}

/* ---- bytes by layer and IPU ------------------------------------------------------------------ */

typedef struct {
  const PoplensMoves *moves;
  const PoplensWhatIf *what;
  const PoplensMoveLayers *layers;
  const guint32 *layer; /* [n_groups] layer of the variables of the group */
  guint64 *bytes;       /* by layer, then IPU: bytes of the layer on the IPU */
  guint32 *low, *high;  /* [n_groups] first and last IPU that has bytes of the group */
  guint32 *unit;        /* [layers->n] unit that the bytes of the layer belong to */
  guint8 *is_moved;     /* [layers->n] TRUE: the layer is a unit */
  PoplensUnits *out;
} UnitsBuilder;

static PoplensUnit *
unit_at (const UnitsBuilder *self, guint i)
{
  return &g_array_index (self->out->units, PoplensUnit, i);
}

/* Counts the tiles of each kind on each IPU. (transfer full): by IPU, then by kind */
static guint32 *
count_kinds (const UnitsBuilder *self)
{
  const PoplensTilesAlike *alike = self->what->alike;
  guint32 *count = g_new0 (guint32, (gsize) self->out->n_ipus * MAX (alike->n_kinds, 1));

  for (guint32 t = 0; t < alike->n_tiles; t++)
    count[(gsize) (t / self->out->tiles_per_ipu) * alike->n_kinds + alike->of_tile[t]]++;
  return count;
}

static void
add_kind (UnitsBuilder *self, guint32 kind, guint32 ipu, guint32 n_tiles)
{
  const PoplensTilesAlike *alike = self->what->alike;

  for (guint32 e = alike->first[kind]; e < alike->first[kind + 1]; e++) {
    guint32 group = alike->pairs[alike->entries[e].pair].group, layer = self->layer[group];
    self->low[group] = MIN (self->low[group], ipu);
    self->high[group] = MAX (self->high[group], ipu);
    if (layer != POPLENS_NO_LAYER)
      self->bytes[(gsize) layer * self->out->n_ipus + ipu] +=
          (guint64) alike->entries[e].bytes * n_tiles;
  }
}

static void
find_places (UnitsBuilder *self)
{
  const PoplensTilesAlike *alike = self->what->alike;
  guint32 n_groups = MAX (self->what->bytes->n_groups, 1);
  g_autofree guint32 *count = count_kinds (self);

  self->bytes = g_new0 (guint64, (gsize) MAX (self->layers->n, 1) * self->out->n_ipus);
  self->low = g_new (guint32, n_groups);
  memset (self->low, 0xff, sizeof *self->low * n_groups);
  self->high = g_new0 (guint32, n_groups);
  for (guint32 ipu = 0; ipu < self->out->n_ipus; ipu++)
    for (guint32 kind = 0; kind < alike->n_kinds; kind++)
      if (count[(gsize) ipu * alike->n_kinds + kind])
        add_kind (self, kind, ipu, count[(gsize) ipu * alike->n_kinds + kind]);
}

/* ---- layers that are units ------------------------------------------------------------------- */

#define MOST_DEPTHS 32

/* Returns the depth of each layer: the number of slashes in its path. (transfer full) */
static guint8 *
find_depths (const PoplensMoveLayers *layers)
{
  guint8 *depth = g_new0 (guint8, MAX (layers->n, 1));
  GHashTableIter iter;
  gpointer name, number;

  g_hash_table_iter_init (&iter, layers->by_name);
  while (g_hash_table_iter_next (&iter, &name, &number))
    for (const char *slash = strchr (name, '/'); slash; slash = strchr (slash + 1, '/'))
      if (depth[GPOINTER_TO_UINT (number) - 1] < MOST_DEPTHS - 1)
        depth[GPOINTER_TO_UINT (number) - 1]++;
  return depth;
}

/* Selects the layers that become units: the numbered layers at the depth with the most steps.
 * Numbers at other depths can be parts of an operation. */
static void
find_moved (UnitsBuilder *self)
{
  const PoplensMoveLayers *layers = self->layers;
  g_autofree guint8 *depth = find_depths (layers);
  guint32 steps[MOST_DEPTHS] = {0}, best = 0;

  for (guint32 s = 0; s < layers->n_steps; s++)
    if (layers->of_step[s] != POPLENS_NO_LAYER && layers->is_numbered[layers->of_step[s]])
      steps[depth[layers->of_step[s]]]++;
  for (guint32 d = 1; d < MOST_DEPTHS; d++)
    best = steps[d] > steps[best] ? d : best;
  self->is_moved = g_new0 (guint8, MAX (layers->n, 1));
  for (guint32 layer = 0; layer < layers->n; layer++)
    self->is_moved[layer] = layers->is_numbered[layer] && depth[layer] == best;
}

/* ---- units ----------------------------------------------------------------------------------- */

/* Finds the home of a layer: the IPU with more than half of its bytes. FALSE if the layer has no
 * bytes. @home: (out): number of the IPU; n_ipus: no IPU has more than half */
static gboolean
find_home (const UnitsBuilder *self, guint32 layer, guint32 *home)
{
  const guint64 *bytes = self->bytes + (gsize) layer * self->out->n_ipus;
  guint64 all = 0;

  for (guint32 ipu = 0; ipu < self->out->n_ipus; ipu++)
    all += bytes[ipu];
  for (*home = 0; *home < self->out->n_ipus && bytes[*home] <= all / 2; ++*home)
    ;
  return all > 0;
}

static guint32
first_step (const PoplensMoveLayers *layers, guint32 layer)
{
  return MIN (layers->forward[layer].from, layers->backward[layer].from);
}

static int
by_step (gconstpointer a, gconstpointer b)
{
  const PoplensUnit *x = a, *y = b;

  return x->from < y->from ? -1 : x->from > y->from;
}

/* Adds a unit for each layer with .is_moved. FALSE if a layer has no home. */
static gboolean
add_layers (UnitsBuilder *self)
{
  const PoplensMoveLayers *layers = self->layers;
  guint32 home;

  for (guint32 layer = 0; layer < layers->n; layer++) {
    if (!self->is_moved[layer] || !find_home (self, layer, &home))
      continue;
    if (home == self->out->n_ipus)
      return FALSE;
    PoplensUnit unit = {.is_layer = TRUE, .ipu = home, .from = first_step (layers, layer)};
    g_array_append_val (self->out->units, unit);
  }
  g_array_sort (self->out->units, by_step);
  return TRUE;
}

static gboolean
is_in_order (const UnitsBuilder *self)
{
  for (guint i = 1; i < self->out->units->len; i++)
    if (unit_at (self, i)->ipu < unit_at (self, i - 1)->ipu)
      return FALSE;
  return TRUE;
}

/* Adds units for IPUs without layers, and sets where the units of each IPU start. */
static void
add_ipu_units (UnitsBuilder *self)
{
  PoplensUnits *out = self->out;
  guint at = 0;

  for (guint32 ipu = 0; ipu < out->n_ipus; ipu++) {
    PoplensUnit none = {.ipu = ipu};
    out->first[ipu] = at;
    while (at < out->units->len && unit_at (self, at)->ipu == ipu)
      at++;
    if (at == out->first[ipu])
      g_array_insert_val (out->units, at++, none);
  }
  out->first[out->n_ipus] = at;
}

/* Returns the unit of the last layer that starts at or before @step. If all layers start later,
 * returns the first layer. */
static guint32
unit_by (const UnitsBuilder *self, guint32 step)
{
  guint32 found = G_MAXUINT32;

  for (guint i = 0; i < self->out->units->len; i++)
    if (unit_at (self, i)->is_layer && (found == G_MAXUINT32 || unit_at (self, i)->from <= step))
      found = i;
  return found;
}

static void
find_steps (UnitsBuilder *self)
{
  self->unit = g_new (guint32, MAX (self->layers->n, 1));
  for (guint32 layer = 0; layer < self->layers->n; layer++)
    self->unit[layer] = unit_by (self, first_step (self->layers, layer));
  for (guint32 s = 0; s < self->layers->n_steps; s++)
    if (self->layers->of_step[s] != POPLENS_NO_LAYER)
      unit_at (self, self->unit[self->layers->of_step[s]])->steps++;
    else
      self->out->others++;
  self->out->others = MAX (self->out->others, 1);
}

/* ---- bytes by unit --------------------------------------------------------------------------- */

/* TRUE if bytes of this kind of variable grow with the number of steps on an IPU. */
static gboolean
is_scaled (PoplensKind kind)
{
  return kind == POPLENS_KIND_CODE_CONTROL || kind == POPLENS_KIND_CODE_EXCHANGE ||
         kind == POPLENS_KIND_EXCHANGE || kind == POPLENS_KIND_CONTROL ||
         kind == POPLENS_KIND_VERTEX_STATE;
}

/* Returns the unit of bytes that are not always live. The unit is the layer of the step at which
 * the bytes become live; without a layer, it is POPLENS_UNIT_WHOLE. */
static guint32
unit_of_birth (const UnitsBuilder *self, guint32 class)
{
  const PoplensStepOrder *order = self->what->order;
  guint32 born = G_MAXUINT32, layer;

  for (guint32 i = order->first[class]; i < order->first[class + 1]; i++)
    born = MIN (born, order->step[order->event[i]]);
  layer = born < self->layers->n_steps ? self->layers->of_step[born] : POPLENS_NO_LAYER;
  return layer == POPLENS_NO_LAYER ? POPLENS_UNIT_WHOLE : self->unit[layer];
}

/* Returns the unit of a variable whose name has no layer. Always-live variables of the first IPU go
 * with the first unit. Always-live variables of the last IPU go with the last unit. */
static guint32
unit_of_other (const UnitsBuilder *self, const PoplensBytePair *pair)
{
  guint32 home = self->low[pair->group];

  if (home != self->high[pair->group])
    return POPLENS_UNIT_WHOLE;
  if (!self->what->liveness->class_always_live[pair->class_row])
    return unit_of_birth (self, pair->class_row);
  if (self->out->n_ipus > 1 && home == 0)
    return 0;
  return self->out->n_ipus > 1 && home == self->out->n_ipus - 1 ? self->out->units->len - 1
                                                                : POPLENS_UNIT_WHOLE;
}

static guint32
unit_of_pair (const UnitsBuilder *self, const PoplensBytePair *pair)
{
  const PoplensByteGroup *group = &self->what->bytes->groups[pair->group];
  guint32 layer = self->layer[pair->group];

  if (layer != POPLENS_NO_LAYER)
    return self->unit[layer];
  if (group->unlowered != G_MAXUINT32 &&
      poplens_variable_name (self->what->variables, group->unlowered))
    return unit_of_other (self, pair);
  return is_scaled (poplens_moves_get_kinds (self->moves)->kind[pair->group]) ? POPLENS_UNIT_SCALED
                                                                              : POPLENS_UNIT_WHOLE;
}

static void
find_pairs (UnitsBuilder *self)
{
  const PoplensTilesAlike *alike = self->what->alike;

  self->out->of_pair = g_new (guint32, MAX (alike->n_pairs, 1));
  for (guint32 p = 0; p < alike->n_pairs; p++)
    self->out->of_pair[p] = unit_of_pair (self, &alike->pairs[p]);
}

/* ---- loads of IPUs --------------------------------------------------------------------------- */

/* Layers whose mean bytes differ by less than a quarter count as similar. */
#define ALIKE 1.25

/* Returns, by IPU, the mean bytes of the layers whose home is this IPU; 0 if it is not a home.
 * (transfer full) */
static double *
find_means (const UnitsBuilder *self)
{
  double *mean = g_new0 (double, self->out->n_ipus);
  g_autofree guint32 *n = g_new0 (guint32, self->out->n_ipus);

  for (guint32 layer = 0; layer < self->layers->n; layer++) {
    guint64 all = 0;
    guint32 home;
    if (!self->is_moved[layer] || !find_home (self, layer, &home))
      continue;
    for (guint32 ipu = 0; ipu < self->out->n_ipus; ipu++)
      all += self->bytes[(gsize) layer * self->out->n_ipus + ipu];
    mean[home] += (double) all;
    n[home]++;
  }
  for (guint32 ipu = 0; ipu < self->out->n_ipus; ipu++)
    mean[ipu] /= MAX (n[ipu], 1);
  return mean;
}

/* Sets .load. Assumes that a moved layer needs between the least and the most bytes of similar
 * layers. If no other IPU has similar layers, assumes that the layer can shrink by a fifth. */
static void
find_loads (UnitsBuilder *self)
{
  PoplensUnits *out = self->out;
  g_autofree double *mean = find_means (self);

  out->load[0] = g_new (guint32, out->n_ipus);
  out->load[1] = g_new (guint32, out->n_ipus);
  for (guint32 ipu = 0; ipu < out->n_ipus; ipu++) {
    double least = mean[ipu], most = mean[ipu];
    guint32 n_alike = 0;
    for (guint32 other = 0; other < out->n_ipus; other++)
      if (mean[other] < mean[ipu] * ALIKE && mean[ipu] < mean[other] * ALIKE) {
        least = MIN (least, mean[other]);
        most = MAX (most, mean[other]);
        n_alike++;
      }
    if (n_alike == 1)
      least = mean[ipu] / ALIKE;
    out->load[0][ipu] = mean[ipu] > 0 ? (guint32) floor (1000 * least / mean[ipu]) : 1000;
    out->load[1][ipu] = mean[ipu] > 0 ? (guint32) ceil (1000 * most / mean[ipu]) : 1000;
  }
}

/* ---- all units ------------------------------------------------------------------------------- */

static gboolean
find_units (UnitsBuilder *self)
{
  find_places (self);
  find_moved (self);
  if (!add_layers (self) || self->out->units->len < 2 || !is_in_order (self))
    return FALSE;
  add_ipu_units (self);
  find_steps (self);
  find_pairs (self);
  find_loads (self);
  return TRUE;
}

PoplensUnits *
poplens_units_new (const PoplensMoves *moves, guint32 tiles_per_ipu)
{
  PoplensUnits *out = g_new0 (PoplensUnits, 1);
  UnitsBuilder self = {.moves = moves,
                       .what = poplens_moves_get_what_if (moves),
                       .layers = poplens_moves_get_layers (moves),
                       .layer = poplens_moves_get_layer_of_groups (moves),
                       .out = out};

  out->tiles_per_ipu = tiles_per_ipu;
  out->units = g_array_new (FALSE, FALSE, sizeof (PoplensUnit));
  if (!tiles_per_ipu || !self.what->alike->n_tiles)
    return out;
  out->n_ipus = (self.what->alike->n_tiles - 1) / tiles_per_ipu + 1;
  out->first = g_new0 (guint32, out->n_ipus + 1);
  if (!find_units (&self))
    g_array_set_size (out->units, 0);
  g_free (self.bytes);
  g_free (self.low);
  g_free (self.high);
  g_free (self.unit);
  g_free (self.is_moved);
  return out;
}

void
poplens_units_free (PoplensUnits *self)
{
  if (!self)
    return;
  g_array_unref (self->units);
  g_free (self->first);
  g_free (self->of_pair);
  g_free (self->load[0]);
  g_free (self->load[1]);
  g_free (self);
}
