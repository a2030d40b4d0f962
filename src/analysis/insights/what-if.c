/* Evaluates changes. Multiplies the bytes of each tile by factors, finds the step with the most
 * live bytes, and compares them with the memory of the tile. */
#include "analysis/insights/what-if-private.h"

#include <string.h>

__extension__ typedef __int128 Wide;

/* ---- a tile ---------------------------------------------------------------------------------- */

/* Buffers for one tile. They are cleared after each tile. Rows are those of PoplensWhatIfLife. */
typedef struct {
  const PoplensWhatIf *what;
  guint32 n_rows; /* allocated rows */
  gsize n_words;  /* allocated words of .marks and .marks_again */
  /* [n_rows] millionths of bytes. .fixed: no SCALE matches; .scaled: a SCALE matches, before its
   * factor applies; .all: all bytes, after all factors. */
  guint64 *fixed, *scaled, *all;
  GArray *touched;              /* guint32: rows that have bytes */
  guint64 *marks, *marks_again; /* bit set of events (PoplensStepOrder) of the tile; its copy */
} Bench;

static void
bench_init (Bench *self, const PoplensWhatIf *what)
{
  *self = (Bench){.what = what};
  self->touched = g_array_new (FALSE, FALSE, sizeof (guint32));
}

/* Enlarges the buffers. They are all zeros between tiles, so nothing needs to be copied. */
static void
bench_make_room (Bench *self, guint32 n_rows, const PoplensStepOrder *order)
{
  gsize n_words = poplens_step_order_words (order);

  if (n_rows > self->n_rows) {
    guint64 **const arrays[] = {&self->fixed, &self->scaled, &self->all};
    for (guint i = 0; i < G_N_ELEMENTS (arrays); i++) {
      g_free (*arrays[i]);
      *arrays[i] = g_new0 (guint64, n_rows);
    }
    self->n_rows = n_rows;
  }
  if (n_words > self->n_words) {
    g_free (self->marks);
    g_free (self->marks_again);
    self->marks = g_new0 (guint64, n_words);
    self->marks_again = g_new0 (guint64, n_words);
    self->n_words = n_words;
  }
}

static void
bench_clear (Bench *self)
{
  g_free (self->fixed);
  g_free (self->scaled);
  g_free (self->all);
  g_free (self->marks);
  g_free (self->marks_again);
  g_clear_pointer (&self->touched, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Bench, bench_clear)

/* Adds the bytes of a pair, times its factors, to the row of its lifetime. Returns @bytes if a
 * SCALE matches the pair, else 0. */
static guint64
add_pair (Bench *self, const PoplensWhatIfFactors *factors, guint32 pair, guint32 bytes)
{
  guint32 row = factors->life->row[pair];
  guint64 stays = (guint64) bytes * (guint64) factors->fixed[pair];
  guint64 all = (guint64) bytes * (guint64) factors->all[pair];

  if (stays | all) {
    if (!(self->fixed[row] | self->scaled[row] | self->all[row]))
      g_array_append_val (self->touched, row);
    self->all[row] += all;
    if (factors->matched[pair])
      self->scaled[row] += stays;
    else
      self->fixed[row] += stays;
  }
  return factors->matched[pair] ? bytes : 0;
}

/* Sums the bytes of tiles of @kind by row. For variables that are spread, uses the bytes in
 * factors->spread. Returns the bytes that SCALEs match, before their factors apply. */
static guint64
sum_bench_rows (Bench *self, const PoplensWhatIfFactors *factors, guint32 kind)
{
  const PoplensTilesAlike *alike = self->what->alike;
  guint64 matched = 0;

  for (guint32 i = alike->first[kind]; i < alike->first[kind + 1]; i++) {
    const PoplensPairBytes *entry = &alike->entries[i];
    if (!factors->is_spread || !factors->is_spread[entry->pair])
      matched += add_pair (self, factors, entry->pair, entry->bytes);
  }
  for (guint i = 0; factors->spread && i < factors->spread->len; i++) {
    const PoplensPairBytes *even = &g_array_index (factors->spread, PoplensPairBytes, i);
    matched += add_pair (self, factors, even->pair, even->bytes);
  }
  return matched;
}

/* TRUE if @room_a / @scaled_a < @room_b / @scaled_b. Multiplies crosswise, to stay exact. */
static gboolean
is_less (guint64 room_a, guint64 scaled_a, guint64 room_b, guint64 scaled_b)
{
  return (Wide) room_a * scaled_b < (Wide) room_b * scaled_a;
}

/* Updates the least ratio .room / .scaled (PoplensWhatIfFull) from the bytes that are live at
 * @step. @sums: [0]: fixed bytes, [1]: scaled bytes, both without always-live bytes. @user_data:
 * PoplensWhatIfFull */
static void
full_at_step (guint32 step, const guint64 *sums, gpointer user_data)
{
  PoplensWhatIfFull *self = user_data;
  guint64 fixed = self->floor_fixed + sums[0], scaled = self->floor_scaled + sums[1];

  if (fixed > self->capacity) {
    self->over = TRUE;
    return;
  }
  if (scaled &&
      (!self->scaled || is_less (self->capacity - fixed, scaled, self->room, self->scaled))) {
    self->room = self->capacity - fixed;
    self->scaled = scaled;
  }
}

/* Rounds up to whole bytes. */
static guint64
whole_bytes (guint64 millionths)
{
  return millionths / POPLENS_FACTOR_ONE + (millionths % POPLENS_FACTOR_ONE != 0);
}

/* Adds the bytes of always-live rows to @always and to the floors of @full. Marks the events of all
 * other rows in .marks. */
static void
part_rows (Bench *self, const PoplensStepOrder *order, PoplensWhatIfFull *full, guint64 *always)
{
  const PoplensLiveness *l = self->what->liveness;

  for (guint i = 0; i < self->touched->len; i++) {
    guint32 row = g_array_index (self->touched, guint32, i);
    if (row < l->n_classes && l->class_always_live[row]) {
      *always += self->all[row];
      full->floor_fixed += self->fixed[row];
      full->floor_scaled += self->scaled[row];
    } else {
      poplens_step_order_mark (order, row, self->marks);
    }
  }
}

static void
bench_clear_rows (Bench *self)
{
  for (guint i = 0; i < self->touched->len; i++) {
    guint32 row = g_array_index (self->touched, guint32, i);
    self->fixed[row] = self->scaled[row] = self->all[row] = 0;
  }
  g_array_set_size (self->touched, 0);
}

/* Evaluates tiles of @kind: the live bytes at the worst step, and the largest factor at which the
 * tiles fit. */
static PoplensWhatIfOutcome
follow_kind (Bench *self, const PoplensWhatIfFactors *factors, guint32 kind)
{
  const PoplensStepOrder *order = factors->life->order ? factors->life->order : self->what->order;
  const guint64 *const parts[] = {self->fixed, self->scaled};
  PoplensWhatIfOutcome out = {.is_known = TRUE,
                              .full.capacity = self->what->capacity * POPLENS_FACTOR_ONE};
  guint64 always = 0, live;

  out.matched = sum_bench_rows (self, factors, kind);
  part_rows (self, order, &out.full, &always);
  if (out.full.capacity && out.matched) {
    const guint64 none[2] = {0};
    memcpy (self->marks_again, self->marks, poplens_step_order_words (order) * sizeof *self->marks);
    full_at_step (0, none, &out.full);
    poplens_step_order_follow (order, self->marks_again, parts, 2, full_at_step, &out.full);
  }
  live = poplens_step_order_highest (order, self->marks, self->all, &out.step);
  if (out.step == G_MAXUINT32)
    out.step = 0;
  out.always_live = whole_bytes (always);
  out.live = whole_bytes (always + live);
  if (!out.matched)
    out.full.over = self->what->capacity && out.live > self->what->capacity;
  bench_clear_rows (self);
  return out;
}

/* Evaluates the tile @out->tile, and sets the other fields of @out to values after the changes.
 * Evaluates tiles with equal contents only once. Returns the result; all fields are 0 for a tile
 * without contents. (transfer none) */
static const PoplensWhatIfOutcome *
follow_tile (Bench *self, PoplensWhatIfFactors *factors, PoplensWhatIfTile *out)
{
  static const PoplensWhatIfOutcome nothing;
  const PoplensTilesAlike *alike = self->what->alike;
  PoplensWhatIfOutcome *outcome;

  if (out->tile >= alike->n_tiles) {
    out->after = out->always_live_after = out->matched = 0;
    return &nothing;
  }
  outcome = &factors->outcome[alike->of_tile[out->tile]];
  if (!outcome->is_known) {
    bench_make_room (self, factors->life->n_rows,
                     factors->life->order ? factors->life->order : self->what->order);
    *outcome = follow_kind (self, factors, alike->of_tile[out->tile]);
  }
  out->matched = outcome->matched;
  out->step_after = outcome->step;
  out->always_live_after = outcome->always_live;
  out->after = outcome->live;
  return outcome;
}

/* ---- baseline -------------------------------------------------------------------------------- */

/* Compares a tile with its memory. @needs: bytes including packing and gaps. @capacity: 0: unknown
 */
static PoplensVerdict
judge (guint64 live, guint64 needs, guint64 capacity)
{
  return !capacity          ? POPLENS_VERDICT_UNKNOWN
         : live > capacity  ? POPLENS_VERDICT_OVER
         : needs > capacity ? POPLENS_VERDICT_TIGHT
                            : POPLENS_VERDICT_FITS;
}

/* Evaluates every tile without changes, as the baseline. */
static void
fill_now (PoplensWhatIf *self)
{
  g_autoptr (GPtrArray) nothing = g_ptr_array_new ();
  g_auto (PoplensWhatIfPlan) plan = {0};
  g_auto (Bench) bench = {0};

  poplens_what_if_plan_init (&plan, self, nothing, NULL, POPLENS_ESTIMATE_OPTIMISTIC);
  bench_init (&bench, self);
  for (guint32 t = 0; t < self->memory->n_tiles; t++) {
    PoplensWhatIfTile *now = &self->now[t];
    now->tile = self->memory->tile[t];
    follow_tile (&bench, poplens_what_if_plan_of_tile (&plan, now->tile), now);
    now->step_before = now->step_after;
    now->before = now->after;
    now->needs_before = self->memory->total_including_gaps[t];
    now->verdict_before = judge (now->before, now->needs_before, self->capacity);
  }
}

PoplensWhatIf *
poplens_what_if_new (const PoplensLiveness *liveness, const PoplensVariables *variables,
                     PoplensTileBytes *bytes, const PoplensMemory *memory,
                     const PoplensTarget *target)
{
  PoplensWhatIf *self = g_new0 (PoplensWhatIf, 1);

  self->liveness = liveness;
  self->variables = variables;
  self->memory = memory;
  self->capacity = target ? MIN (target->bytes_per_tile, G_MAXUINT32) : 0;
  self->tiles_per_ipu = target ? target->tiles_per_ipu : 0;
  self->bytes = bytes;
  self->alike = poplens_tiles_alike_new (bytes);
  self->ranges = poplens_class_ranges_collect (liveness);
  self->order = poplens_step_order_new_ranges (self->ranges, liveness->n_classes);
  self->folded = g_new0 (char *, (gsize) bytes->n_groups + 1);
  for (guint32 g = 0; g < bytes->n_groups; g++)
    self->folded[g] = g_utf8_casefold (bytes->groups[g].name ? bytes->groups[g].name : "", -1);
  self->now = g_new0 (PoplensWhatIfTile, MAX (memory->n_tiles, 1));
  fill_now (self);
  return self;
}

void
poplens_what_if_free (PoplensWhatIf *self)
{
  if (!self)
    return;
  poplens_tile_bytes_free (self->bytes);
  poplens_tiles_alike_free (self->alike);
  g_array_unref (self->ranges);
  poplens_step_order_free (self->order);
  g_strfreev (self->folded);
  g_free (self->now);
  g_free (self);
}

const PoplensTileBytes *
poplens_what_if_get_bytes (const PoplensWhatIf *self)
{
  return self->bytes;
}

const PoplensTilesAlike *
poplens_what_if_get_alike (const PoplensWhatIf *self)
{
  return self->alike;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

static void
count_verdict (PoplensVerdict verdict, guint32 *over, guint32 *tight)
{
  *over += verdict == POPLENS_VERDICT_OVER;
  *tight += verdict == POPLENS_VERDICT_TIGHT;
}

/* The tile that stops fitting first when all SCALEs grow: the one with the least .room / .scaled so
 * far. */
typedef struct {
  guint32 row;
  guint64 room, scaled;
} FirstFull;

/* Replaces *@self by tile @row if the tile stops fitting at a lower factor. */
static void
keep_first (FirstFull *self, guint32 row, const PoplensWhatIfFull *full)
{
  guint64 room = full->over ? 0 : full->room, scaled = full->over ? 1 : full->scaled;

  if (!scaled || (self->row != G_MAXUINT32 && !is_less (room, scaled, self->room, self->scaled)))
    return;
  *self = (FirstFull){row, room, scaled};
}

/* Computes the need and the verdict of @tile after the changes. Adds the tile to the sums and to
 * the list of @out. */
static void
result_add_tile (PoplensWhatIfResult *out, PoplensWhatIfTile *tile, const PoplensWhatIfFull *full)
{
  guint64 needs = tile->needs_before + tile->after;

  tile->needs_after = MAX (needs > tile->before ? needs - tile->before : 0, tile->after);
  tile->verdict_after = judge (tile->after, tile->needs_after, out->capacity);
  tile->full_at = full->over ? 0 : full->scaled ? (double) full->room / (double) full->scaled : -1;
  out->before += tile->before;
  out->after += tile->after;
  count_verdict (tile->verdict_before, &out->over_before, &out->tight_before);
  count_verdict (tile->verdict_after, &out->over_after, &out->tight_after);
  if (out->worst == G_MAXUINT32 ||
      tile->needs_after > g_array_index (out->tiles, PoplensWhatIfTile, out->worst).needs_after)
    out->worst = out->tiles->len;
  g_array_append_vals (out->tiles, tile, 1);
}

PoplensWhatIfResult *
poplens_what_if_evaluate (const PoplensWhatIf *self, const GPtrArray *changes,
                          const PoplensWhatIfFacts *facts, PoplensEstimate estimate,
                          const PoplensTileSet *tiles, GCancellable *cancellable)
{
  g_autoptr (PoplensWhatIfResult) out = g_atomic_rc_box_new0 (PoplensWhatIfResult);
  g_auto (PoplensWhatIfPlan) plan = {0};
  g_auto (Bench) bench = {0};
  FirstFull first = {.row = G_MAXUINT32};

  poplens_what_if_plan_init (&plan, self, changes, facts, estimate);
  bench_init (&bench, self);
  out->tiles = g_array_new (FALSE, FALSE, sizeof (PoplensWhatIfTile));
  out->capacity = self->capacity;
  out->worst = G_MAXUINT32;
  out->matched = g_array_new (FALSE, TRUE, sizeof (PoplensWhatIfMatched));
  g_array_set_size (out->matched, changes->len);
  for (guint c = 0; c < changes->len; c++)
    if (((const PoplensChange *) changes->pdata[c])->kind == POPLENS_CHANGE_SCALE)
      g_array_index (out->matched, PoplensWhatIfMatched, c) =
          poplens_what_if_count_matched (self, changes->pdata[c], facts, tiles);
  for (guint32 t = 0; t < self->memory->n_tiles; t++) {
    PoplensWhatIfTile tile = self->now[t];
    if (tiles && !poplens_tile_set_contains (tiles, tile.tile))
      continue;
    if (t % 256 == 0 && g_cancellable_is_cancelled (cancellable))
      return NULL;
    const PoplensWhatIfOutcome *outcome =
        follow_tile (&bench, poplens_what_if_plan_of_tile (&plan, tile.tile), &tile);
    keep_first (&first, out->tiles->len, &outcome->full);
    result_add_tile (out, &tile, &outcome->full);
  }
  out->first = first.row;
  return g_steal_pointer (&out);
}

static void
result_clear (gpointer data)
{
  PoplensWhatIfResult *self = data;

  g_array_unref (self->tiles);
  g_array_unref (self->matched);
}

PoplensWhatIfResult *
poplens_what_if_result_ref (PoplensWhatIfResult *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_what_if_result_unref (PoplensWhatIfResult *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, result_clear);
}
