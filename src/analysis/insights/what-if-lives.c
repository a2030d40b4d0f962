/* When variables live under changes of lifetimes: worked out once for each set of them. */
#include "analysis/insights/moves.h"
#include "analysis/insights/what-if-private.h"

static void
life_free (gpointer data)
{
  PoplensWhatIfLife *self = data;

  g_free (self->row);
  poplens_step_order_free (self->order);
  g_free (self);
}

PoplensWhatIfLives *
poplens_what_if_lives_new (void)
{
  PoplensWhatIfLives *self = g_new0 (PoplensWhatIfLives, 1);

  self->known = g_hash_table_new_full (NULL, NULL, NULL, life_free);
  return self;
}

void
poplens_what_if_lives_free (PoplensWhatIfLives *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->known);
  g_free (self);
}

/* What a change moves goes before what it only replays. */
static void
take_rows (PoplensWhatIfLife *self, const PoplensMoveSet *set, guint8 *is_moved, guint32 n)
{
  for (guint32 p = 0; p < n; p++) {
    if (set->row[p] == G_MAXUINT32 || (is_moved[p] && !set->is_moved[p]))
      continue;
    self->row[p] = self->n_rows + set->row[p];
    is_moved[p] |= set->is_moved[p];
  }
  self->n_rows += set->n_rows;
}

static void
take_ranges (GArray *ranges, const PoplensMoveSet *set, guint32 first_row)
{
  for (guint i = 0; i < set->ranges->len; i++) {
    PoplensClassRange range = g_array_index (set->ranges, PoplensClassRange, i);
    range.class_row += first_row;
    g_array_append_val (ranges, range);
  }
}

static PoplensWhatIfLife *
life_new (const PoplensWhatIf *what, const PoplensMoves *moves, guint set, PoplensEstimate estimate)
{
  const PoplensTilesAlike *alike = what->alike;
  PoplensWhatIfLife *self = g_new0 (PoplensWhatIfLife, 1);
  g_autofree guint8 *is_moved = g_new0 (guint8, MAX (alike->n_pairs, 1));
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (PoplensClassRange));

  self->n_rows = what->liveness->n_classes;
  self->row = g_new (guint32, MAX (alike->n_pairs, 1));
  for (guint32 p = 0; p < alike->n_pairs; p++)
    self->row[p] = alike->pairs[p].class_row;
  g_array_append_vals (ranges, what->ranges->data, what->ranges->len);
  for (guint m = 0; moves && m < POPLENS_N_MOVES; m++) {
    const PoplensMoveSet *one = set >> m & 1 ? poplens_moves_get (moves, m, estimate) : NULL;
    if (!one || !one->n_moved)
      continue;
    take_ranges (ranges, one, self->n_rows);
    take_rows (self, one, is_moved, alike->n_pairs);
  }
  if (ranges->len > what->ranges->len || self->n_rows > what->liveness->n_classes)
    self->order = poplens_step_order_new_ranges (ranges, self->n_rows);
  return self;
}

const PoplensWhatIfLife *
poplens_what_if_lives_get (PoplensWhatIfLives *self, const PoplensWhatIf *what,
                           const PoplensMoves *moves, guint set, PoplensEstimate estimate)
{
  gpointer key = GUINT_TO_POINTER (set << 1 | (estimate == POPLENS_ESTIMATE_PESSIMISTIC));
  PoplensWhatIfLife *life = g_hash_table_lookup (self->known, key);

  if (!life)
    g_hash_table_insert (self->known, key, life = life_new (what, moves, set, estimate));
  return life;
}
