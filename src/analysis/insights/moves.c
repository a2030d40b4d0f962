/* Computes the lifetimes of variables if state is kept off the chip, activations are recomputed,
 * or gradients are accumulated over micro-batches. */
#include "analysis/insights/moves.h"

#include "analysis/insights/what-if-private.h"
#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks.h"
#include "analysis/memory/kinds-private.h"
#include "analysis/memory/move-layers.h"

#include <string.h>

/* ---- operations of classes ------------------------------------------------------------------- */

/* Operation that uses the memory of each class of variables: the operation of the step at which the
 * class becomes live. The name leaves out the training phase, so that forward and backward pass are
 * one operation. */

typedef struct {
  guint32 n;         /* number of classes */
  const char **name; /* by class row: interned name of the operation; NULL: the class is always
                        live, or no step names an operation */
  GHashTable *known; /* set that owns the texts of .name */
} PoplensClassOperations;

/* Returns the operation in the name of a step. (transfer full) (nullable): NULL: the name contains
 * no operation */
static char *
step_operation (const char *step)
{
  g_autofree char *operation = poplens_kind_operation (poplens_kind_step_path (step));
  const char *bare = poplens_bare_path (operation);

  return *bare ? g_strdup (bare) : NULL;
}

/* Returns the interned string that is equal to @name. (transfer none) (nullable): NULL: no class
 * has that operation */
static const char *
class_operations_find (const PoplensClassOperations *self, const char *name)
{
  gpointer known = NULL;

  g_hash_table_lookup_extended (self->known, name, &known, NULL);
  return known;
}

/* Returns the interned name of the operation of a step. (transfer none) (nullable): NULL: the name
 * of the step contains no operation */
static const char *
operation_of (PoplensClassOperations *self, const char *step)
{
  g_autofree char *operation = step_operation (step);
  const char *known = operation ? class_operations_find (self, operation) : NULL;

  if (known || !operation)
    return known;
  known = operation;
  g_hash_table_add (self->known, g_steal_pointer (&operation));
  return known;
}

/* Finds the operation of each class, by the first step at which the class is live. @ranges:
 * PoplensClassRange, by class row. (transfer full) */
static PoplensClassOperations *
class_operations_new (const GArray *ranges, guint32 n_classes, const PoplensKindSteps *steps)
{
  PoplensClassOperations *self = g_new0 (PoplensClassOperations, 1);
  guint32 last = G_MAXUINT32;

  self->n = n_classes;
  self->name = g_new0 (const char *, MAX (n_classes, 1));
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < ranges->len; i++) {
    const PoplensClassRange *range = &g_array_index (ranges, PoplensClassRange, i);
    guint32 step = POPLENS_POSITION_STEP (range->from);
    if (range->class_row != last && step < poplens_kind_steps_n (steps))
      self->name[range->class_row] = operation_of (self, poplens_kind_steps_name (steps, step));
    last = range->class_row;
  }
  return self;
}

/* @self: (nullable) */
static void
class_operations_free (PoplensClassOperations *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->known);
  g_free (self->name);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensClassOperations, class_operations_free)

/* ---- moves ----------------------------------------------------------------------------------- */

/* Number of positions in a step. A position is a time within a step. */
#define PLACES (1u << 16)

struct _PoplensMoves {
  const PoplensWhatIf *what;
  const PoplensKinds *kinds;
  PoplensMoveSet sets[POPLENS_N_MOVES][POPLENS_N_ESTIMATES];
  PoplensMoveLayers *layers;
  guint32 *layer; /* [n_groups] layer of the variables of the group */
  PoplensClassOperations *operations;
  gboolean has_accumulators; /* TRUE: a weight gradient is live in an update, or always */
  gboolean recomputes;
};

/* ---- ranges ---------------------------------------------------------------------------------- */

typedef struct {
  guint64 from, to; /* positions [from, to) */
} PositionRange;

static int
by_from (gconstpointer a, gconstpointer b)
{
  const PositionRange *x = a, *y = b;

  return x->from != y->from ? (x->from < y->from ? -1 : 1) : (x->to > y->to) - (x->to < y->to);
}

static void
add_range (GArray *ranges, guint64 from, guint64 to)
{
  PositionRange range = {from, to};

  if (from < to)
    g_array_append_val (ranges, range);
}

/* Adds the range that [@from, @to) and [@low, @high) have in common. */
static void
add_common (GArray *ranges, guint64 from, guint64 to, guint64 low, guint64 high)
{
  add_range (ranges, MAX (from, low), MIN (to, high));
}

static void
add_common_spans (GArray *ranges, guint64 from, guint64 to, const GArray *spans)
{
  for (guint i = 0; i < spans->len; i++) {
    const PoplensStepSpan *span = &g_array_index (spans, PoplensStepSpan, i);
    add_common (ranges, from, to, POPLENS_STEP_POSITION (span->from),
                POPLENS_STEP_POSITION (span->to));
  }
}

/* Sorts the ranges and merges those that overlap or touch, so that no byte counts twice. */
static void
merge_ranges (GArray *ranges)
{
  guint n = 0;

  g_array_sort (ranges, by_from);
  for (guint i = 0; i < ranges->len; i++) {
    PositionRange range = g_array_index (ranges, PositionRange, i);
    PositionRange *last = n ? &g_array_index (ranges, PositionRange, n - 1) : NULL;
    if (last && range.from <= last->to)
      last->to = MAX (last->to, range.to);
    else
      g_array_index (ranges, PositionRange, n++) = range;
  }
  g_array_set_size (ranges, n);
}

/* ---- sets of moves --------------------------------------------------------------------------- */

/* State while the PoplensMoveSets are built. */
typedef struct {
  PoplensMoves *moves;
  const PoplensWhatIf *what;
  const PoplensVariables *variables;
  const PoplensMoveLayers *layers;
  guint32 *first, *end; /* by class row: first and end of the ranges of the class in what->ranges */
  guint32 longest; /* index of the longest span in layers->updates; G_MAXUINT32: there is none */
  GArray *ranges;  /* PositionRange: ranges of the lifetime that is being built */
  PoplensMoveSet *set;
  PoplensEstimate estimate;
} MovesBuilder;

static const PoplensClassRange *
range_at (const MovesBuilder *self, guint32 i)
{
  return &g_array_index (self->what->ranges, PoplensClassRange, i);
}

static gboolean
is_always_live (const MovesBuilder *self, guint32 pair)
{
  return self->what->liveness->class_always_live[self->what->alike->pairs[pair].class_row];
}

static PoplensKind
move_kind (const MovesBuilder *self, guint32 pair)
{
  return self->moves->kinds->kind[self->what->alike->pairs[pair].group];
}

static guint32
layer_of (const MovesBuilder *self, guint32 pair)
{
  return self->moves->layer[self->what->alike->pairs[pair].group];
}

/* Adds .ranges to .set as one new row, and empties .ranges. Returns the number of the row. */
static guint32
add_range_row (MovesBuilder *self)
{
  merge_ranges (self->ranges);
  for (guint i = 0; i < self->ranges->len; i++) {
    const PositionRange *range = &g_array_index (self->ranges, PositionRange, i);
    PoplensClassRange row = {self->set->n_rows, range->from, range->to};
    g_array_append_val (self->set->ranges, row);
  }
  g_array_set_size (self->ranges, 0);
  return self->set->n_rows++;
}

static void
move_pair (MovesBuilder *self, guint32 pair)
{
  self->set->row[pair] = add_range_row (self);
  self->set->is_moved[pair] = TRUE;
  self->set->n_moved++;
}

/* ---- update ---------------------------------------------------------------------------------- */

/* Adds the ranges of [@from, @to) that are in an update. The optimistic estimate counts only the
 * update of @layer. If no step names the layer, assumes that layers are updated one after another.
 */
static void
add_update (MovesBuilder *self, guint32 layer, guint64 from, guint64 to)
{
  const PoplensMoveLayers *layers = self->layers;
  guint64 place;

  if (self->estimate == POPLENS_ESTIMATE_PESSIMISTIC || layer == POPLENS_NO_LAYER) {
    add_common_spans (self->ranges, from, to, layers->updates);
    return;
  }
  if (layers->layer_updates[layer]->len) {
    add_common_spans (self->ranges, from, to, layers->layer_updates[layer]);
    return;
  }
  place =
      POPLENS_STEP_POSITION (g_array_index (layers->updates, PoplensStepSpan, self->longest).from) +
      1 + layer % (PLACES - 2);
  add_common (self->ranges, from, to, place, place + 1);
}

static void
make_optimiser (MovesBuilder *self)
{
  for (guint32 p = 0; p < self->what->alike->n_pairs; p++) {
    if (move_kind (self, p) != POPLENS_KIND_OPTIMISER || !is_always_live (self, p))
      continue;
    add_update (self, layer_of (self, p), 0, G_MAXUINT64);
    move_pair (self, p);
  }
}

static gboolean
is_live_in_update (const MovesBuilder *self, const PoplensClassRange *range)
{
  g_autoptr (GArray) common = g_array_new (FALSE, FALSE, sizeof (PositionRange));

  add_common_spans (common, range->from, range->to, self->layers->updates);
  return common->len > 0;
}

/* Returns the position of the first forward step; G_MAXUINT64: there is none. */
static guint64
first_forward (const PoplensMoveLayers *layers)
{
  guint32 first = G_MAXUINT32;

  for (guint32 layer = 0; layer < layers->n; layer++)
    if (layers->forward[layer].to)
      first = MIN (first, layers->forward[layer].from);
  return first == G_MAXUINT32 ? G_MAXUINT64 : POPLENS_STEP_POSITION (first);
}

/* If a weight gradient is live in an update, extends its lifetime back to @from. Does nothing if
 * the gradient is live at @from, as the program then accumulates it already. */
static void
extend_gradient (MovesBuilder *self, guint32 pair, guint64 from)
{
  guint32 class = self->what->alike->pairs[pair].class_row;
  guint64 to = 0;

  for (guint32 r = self->first[class]; r < self->end[class]; r++) {
    const PoplensClassRange *range = range_at (self, r);
    gboolean is_there = range->from <= from && from < range->to;
    to = is_there ? 0 : is_live_in_update (self, range) ? range->to : to;
    add_range (self->ranges, range->from, range->to);
    if (is_there)
      break;
  }
  if (to > from) {
    add_range (self->ranges, from, to);
    move_pair (self, pair);
  }
  g_array_set_size (self->ranges, 0);
}

static void
make_added_up (MovesBuilder *self)
{
  guint64 from = first_forward (self->layers);

  for (guint32 p = 0; p < self->what->alike->n_pairs; p++)
    if (move_kind (self, p) == POPLENS_KIND_WEIGHT_GRADIENT && !is_always_live (self, p))
      extend_gradient (self, p, from);
}

/* Adds the parts of [@from, @to) in which the weight gradient of a layer stays live: the backward
 * pass of the layer, and the update. */
static void
add_accumulator (MovesBuilder *self, guint32 layer, guint64 from, guint64 to)
{
  const PoplensStepSpan *backward = &self->layers->backward[layer];

  add_common (self->ranges, from, to, POPLENS_STEP_POSITION (backward->from),
              POPLENS_STEP_POSITION (backward->to));
  add_update (self, layer, from, to);
}

static void
make_accumulators (MovesBuilder *self)
{
  for (guint32 p = 0; p < self->what->alike->n_pairs; p++) {
    guint32 layer = layer_of (self, p), class = self->what->alike->pairs[p].class_row;
    if (move_kind (self, p) != POPLENS_KIND_WEIGHT_GRADIENT || layer == POPLENS_NO_LAYER ||
        !self->layers->backward[layer].to)
      continue;
    if (is_always_live (self, p))
      add_accumulator (self, layer, 0, G_MAXUINT64);
    for (guint32 r = self->first[class]; r < self->end[class]; r++)
      add_accumulator (self, layer, range_at (self, r)->from, range_at (self, r)->to);
    move_pair (self, p);
  }
}

/* ---- recomputation --------------------------------------------------------------------------- */

/* Returns the step at which the variable of @pair becomes live; G_MAXUINT32: its class has no
 * ranges. */
static guint32
born_at (const MovesBuilder *self, guint32 pair)
{
  guint32 class = self->what->alike->pairs[pair].class_row;

  return self->first[class] < self->end[class]
             ? POPLENS_POSITION_STEP (range_at (self, self->first[class])->from)
             : G_MAXUINT32;
}

/* Returns the layer whose forward pass computes the activation @pair. POPLENS_NO_LAYER: the
 * activation cannot be recomputed. */
static guint32
layer_of_activation (const MovesBuilder *self, guint32 pair)
{
  const PoplensMoveLayers *layers = self->layers;
  guint32 born = born_at (self, pair), layer;

  if (move_kind (self, pair) != POPLENS_KIND_ACTIVATION || is_always_live (self, pair) ||
      born >= layers->n_steps || (layer = layers->of_step[born]) == POPLENS_NO_LAYER)
    return POPLENS_NO_LAYER;
  return born >= layers->forward[layer].from && born < layers->forward[layer].to &&
                 layers->backward[layer].to &&
                 layers->backward[layer].from >= layers->forward[layer].to
             ? layer
             : POPLENS_NO_LAYER;
}

/* Returns for each layer the group of the last activation of its forward pass. This activation
 * stays live, as the input of the recomputation. (transfer full): by layer */
static guint32 *
find_checkpoints (const MovesBuilder *self)
{
  guint32 *born = g_new0 (guint32, MAX (self->layers->n, 1));
  guint32 *group = g_new (guint32, MAX (self->layers->n, 1));

  memset (group, 0xff, sizeof *group * MAX (self->layers->n, 1));
  for (guint32 p = 0; p < self->what->alike->n_pairs; p++) {
    guint32 layer = layer_of_activation (self, p), at = born_at (self, p);
    if (layer == POPLENS_NO_LAYER || (group[layer] != G_MAXUINT32 && at < born[layer]))
      continue;
    born[layer] = at;
    group[layer] = self->what->alike->pairs[p].group;
  }
  g_free (born);
  return group;
}

/* Converts @position in the forward pass to the position in its replay (the recomputation). The
 * replay is just before the step @backward_from. */
static guint64
replayed (const PoplensStepSpan *forward, guint32 backward_from, guint64 position)
{
  guint64 at = POPLENS_POSITION_STEP (position - POPLENS_STEP_POSITION (forward->from));
  guint64 length = forward->to - forward->from;

  if (length > PLACES - 2)
    at = at * (PLACES - 2) / length;
  return position >= POPLENS_STEP_POSITION (forward->to)
             ? POPLENS_STEP_POSITION (backward_from)
             : POPLENS_STEP_POSITION (backward_from - 1) + 1 + at;
}

/* Adds the ranges in which @class is live in the replay of the forward pass of @layer. */
static void
add_replay (MovesBuilder *self, guint32 class, guint32 layer)
{
  const PoplensStepSpan *forward = &self->layers->forward[layer];
  guint32 backward = self->layers->backward[layer].from;
  guint64 low = POPLENS_STEP_POSITION (forward->from), high = POPLENS_STEP_POSITION (forward->to);

  for (guint32 r = self->first[class]; r < self->end[class]; r++) {
    const PoplensClassRange *range = range_at (self, r);
    if (range->from < high && range->to > low)
      add_range (self->ranges, replayed (forward, backward, MAX (range->from, low)),
                 replayed (forward, backward, MIN (range->to, high)));
  }
}

static void
recompute_pair (MovesBuilder *self, guint32 pair, guint32 layer)
{
  guint32 class = self->what->alike->pairs[pair].class_row;
  guint64 end = POPLENS_STEP_POSITION (self->layers->forward[layer].to);
  guint64 begin = POPLENS_STEP_POSITION (self->layers->backward[layer].from);

  for (guint32 r = self->first[class]; r < self->end[class]; r++) {
    add_common (self->ranges, range_at (self, r)->from, range_at (self, r)->to, 0, end);
    add_common (self->ranges, range_at (self, r)->from, range_at (self, r)->to, begin, G_MAXUINT64);
  }
  if (self->estimate == POPLENS_ESTIMATE_PESSIMISTIC)
    add_replay (self, class, layer);
  move_pair (self, pair);
}

/* Adds a lifetime of @class that includes the replays of the forward passes of @layers. Returns the
 * row of the lifetime; G_MAXUINT32: the class is live in no replay. */
static guint32
replay_class (MovesBuilder *self, guint32 class, const GArray *layers)
{
  gboolean is_replayed = FALSE;

  for (guint i = 0; i < layers->len; i++) {
    guint before = self->ranges->len;
    add_replay (self, class, g_array_index (layers, guint32, i));
    is_replayed |= self->ranges->len > before;
  }
  if (!is_replayed)
    return G_MAXUINT32;
  for (guint32 r = self->first[class]; r < self->end[class]; r++)
    add_range (self->ranges, range_at (self, r)->from, range_at (self, r)->to);
  return add_range_row (self);
}

static void
add_replays (MovesBuilder *self, const GArray *layers)
{
  guint32 n = self->what->liveness->n_classes;
  g_autofree guint32 *row = g_new (guint32, MAX (n, 1));

  for (guint32 c = 0; c < n; c++)
    row[c] = replay_class (self, c, layers);
  for (guint32 p = 0; p < self->what->alike->n_pairs; p++)
    if (!self->set->is_moved[p])
      self->set->row[p] = row[self->what->alike->pairs[p].class_row];
}

static void
make_recompute (MovesBuilder *self)
{
  g_autofree guint32 *checkpoint = find_checkpoints (self);
  g_autofree guint8 *is_used = g_new0 (guint8, MAX (self->layers->n, 1));
  g_autoptr (GArray) used = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 p = 0; p < self->what->alike->n_pairs; p++) {
    guint32 layer = layer_of_activation (self, p);
    if (layer == POPLENS_NO_LAYER || checkpoint[layer] == self->what->alike->pairs[p].group)
      continue;
    recompute_pair (self, p, layer);
    if (!is_used[layer])
      g_array_append_val (used, layer);
    is_used[layer] = TRUE;
  }
  if (self->estimate == POPLENS_ESTIMATE_PESSIMISTIC && used->len)
    add_replays (self, used);
}

/* ---- all sets -------------------------------------------------------------------------------- */

static void
find_layers_of_groups (MovesBuilder *self)
{
  const PoplensTileBytes *bytes = self->what->bytes;

  self->moves->layer = g_new (guint32, MAX (bytes->n_groups, 1));
  for (guint32 g = 0; g < bytes->n_groups; g++) {
    guint32 id = bytes->groups[g].unlowered;
    const char *name = id == G_MAXUINT32 ? NULL : poplens_variable_name (self->variables, id);
    self->moves->layer[g] = name ? poplens_move_layers_find (self->layers, name) : POPLENS_NO_LAYER;
  }
}

static void
find_class_ranges (MovesBuilder *self)
{
  guint32 n = self->what->liveness->n_classes;

  self->first = g_new0 (guint32, MAX (n, 1));
  self->end = g_new0 (guint32, MAX (n, 1));
  for (guint32 r = 0; r < self->what->ranges->len; r++) {
    guint32 class = range_at (self, r)->class_row;
    if (!self->end[class])
      self->first[class] = r;
    self->end[class] = r + 1;
  }
}

static guint32
find_longest (const GArray *spans)
{
  guint32 longest = G_MAXUINT32, most = 0;

  for (guint i = 0; i < spans->len; i++) {
    const PoplensStepSpan *span = &g_array_index (spans, PoplensStepSpan, i);
    if (span->to - span->from <= most)
      continue;
    most = span->to - span->from;
    longest = i;
  }
  return longest;
}

static void
make_set (MovesBuilder *self, PoplensMove move, PoplensEstimate estimate)
{
  static void (*const make[POPLENS_N_MOVES]) (MovesBuilder * self) = {
      [POPLENS_MOVE_ADD_UP] = make_added_up,
      [POPLENS_MOVE_OPTIMISER] = make_optimiser,
      [POPLENS_MOVE_ACCUMULATORS] = make_accumulators,
      [POPLENS_MOVE_RECOMPUTE] = make_recompute,
  };
  guint32 n = self->what->alike->n_pairs;

  self->set = &self->moves->sets[move][estimate];
  self->estimate = estimate;
  self->set->row = g_new (guint32, MAX (n, 1));
  memset (self->set->row, 0xff, sizeof (guint32) * MAX (n, 1));
  self->set->is_moved = g_new0 (guint8, MAX (n, 1));
  self->set->ranges = g_array_new (FALSE, FALSE, sizeof (PoplensClassRange));
  /* Without update steps, only recomputation has an effect. */
  if (move == POPLENS_MOVE_RECOMPUTE || self->longest != G_MAXUINT32)
    make[move](self);
}

/* Sets .has_accumulators and .recomputes. A weight gradient is an accumulator if it is always live,
 * or live in an update. */
static void
find_accumulators (MovesBuilder *self)
{
  for (guint32 p = 0; p < self->what->alike->n_pairs; p++) {
    guint32 class = self->what->alike->pairs[p].class_row;
    if (move_kind (self, p) != POPLENS_KIND_WEIGHT_GRADIENT)
      continue;
    self->moves->has_accumulators |= is_always_live (self, p);
    for (guint32 r = self->first[class]; r < self->end[class]; r++)
      self->moves->has_accumulators |= is_live_in_update (self, range_at (self, r));
  }
  for (guint32 g = 0; g < self->moves->kinds->n; g++)
    self->moves->recomputes |= self->moves->kinds->kind[g] == POPLENS_KIND_RECOMPUTED;
}

PoplensMoves *
poplens_moves_new (const PoplensWhatIf *what, const PoplensKinds *kinds,
                   const PoplensPrograms *programs)
{
  PoplensMoves *self = g_new0 (PoplensMoves, 1);
  g_autoptr (PoplensKindSteps) steps = poplens_kind_steps_new (what->liveness, programs);
  MovesBuilder maker = {.moves = self, .what = what, .variables = what->variables};

  self->what = what;
  self->kinds = kinds;
  maker.layers = self->layers = poplens_move_layers_new (steps);
  maker.ranges = g_array_new (FALSE, FALSE, sizeof (PositionRange));
  maker.longest = find_longest (maker.layers->updates);
  find_layers_of_groups (&maker);
  find_class_ranges (&maker);
  for (guint move = 0; move < POPLENS_N_MOVES; move++)
    for (guint estimate = 0; estimate < POPLENS_N_ESTIMATES; estimate++)
      make_set (&maker, move, estimate);
  find_accumulators (&maker);
  self->operations = class_operations_new (what->ranges, what->liveness->n_classes, steps);
  g_array_unref (maker.ranges);
  g_free (maker.first);
  g_free (maker.end);
  return self;
}

void
poplens_moves_free (PoplensMoves *self)
{
  if (!self)
    return;
  for (guint move = 0; move < POPLENS_N_MOVES; move++)
    for (guint estimate = 0; estimate < POPLENS_N_ESTIMATES; estimate++) {
      PoplensMoveSet *set = &self->sets[move][estimate];
      g_free (set->row);
      g_free (set->is_moved);
      g_array_unref (set->ranges);
    }
  class_operations_free (self->operations);
  poplens_move_layers_free (self->layers);
  g_free (self->layer);
  g_free (self);
}

const PoplensKinds *
poplens_moves_get_kinds (const PoplensMoves *self)
{
  return self->kinds;
}

const PoplensWhatIf *
poplens_moves_get_what_if (const PoplensMoves *self)
{
  return self->what;
}

const PoplensMoveLayers *
poplens_moves_get_layers (const PoplensMoves *self)
{
  return self->layers;
}

const guint32 *
poplens_moves_get_layer_of_groups (const PoplensMoves *self)
{
  return self->layer;
}

const PoplensMoveSet *
poplens_moves_get (const PoplensMoves *self, PoplensMove move, PoplensEstimate estimate)
{
  return &self->sets[move][estimate];
}

gboolean
poplens_moves_accumulates (const PoplensMoves *self)
{
  return self->has_accumulators;
}

gboolean
poplens_moves_recomputes (const PoplensMoves *self)
{
  return self->recomputes;
}

const char *
poplens_moves_operation (const PoplensMoves *self, guint32 class_row)
{
  return self->operations->name[class_row];
}

const char *
poplens_moves_find_operation (const PoplensMoves *self, const char *operation)
{
  return class_operations_find (self->operations, operation);
}
