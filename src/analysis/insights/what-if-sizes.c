/* Changes of sizes that need to know what variables are for. */
#include "analysis/insights/moves.h"
#include "analysis/insights/what-if-private.h"

#include <string.h>

/* Words of operations, in any case. */
static gboolean
has_word (const char *operation, const char *const *words)
{
  g_autofree char *folded = operation ? g_utf8_casefold (operation, -1) : NULL;

  for (guint i = 0; folded && words[i]; i++)
    if (strstr (folded, words[i]))
      return TRUE;
  return FALSE;
}

gboolean
poplens_what_if_is_embedding (const char *operation)
{
  static const char *const words[] = {"embedding", "gather", NULL};

  return has_word (operation, words);
}

gboolean
poplens_what_if_is_planned (const char *operation)
{
  static const char *const words[] = {"matmul", "conv", NULL};

  return has_word (operation, words);
}

gboolean
poplens_what_if_can_serialise (const char *operation)
{
  static const char *const words[] = {"matmul", "einsum", NULL};

  return has_word (operation, words) || poplens_what_if_is_embedding (operation);
}

/* ---- of a pair ---------------------------------------------------------------------------------
 */

typedef struct {
  const PoplensChange *change;
  const PoplensMoves *moves;
  PoplensEstimate estimate;
  const char *operation; /* that is divided, as classes have it */
  gint64 one_part;       /* the factor of what is divided */
  gboolean is_embedding;
} Sizes;

static gboolean
is_divided (const Sizes *self, PoplensKind kind)
{
  switch (kind) {
  case POPLENS_KIND_TEMPORARY:
    return TRUE;
  case POPLENS_KIND_EXCHANGE:
  case POPLENS_KIND_GRADIENT:
    return self->estimate == POPLENS_ESTIMATE_OPTIMISTIC;
  case POPLENS_KIND_WEIGHT_GRADIENT:
    return self->is_embedding && self->estimate == POPLENS_ESTIMATE_OPTIMISTIC;
  default:
    return FALSE;
  }
}

static gint64
factor_of (const Sizes *self, const PoplensBytePair *pair, const PoplensByteGroup *group)
{
  PoplensKind kind = poplens_moves_get_kinds (self->moves)->kind[pair->group];
  const char *operation = poplens_moves_operation (self->moves, pair->class_row);
  gboolean goes = FALSE;

  switch (self->change->kind) {
  case POPLENS_CHANGE_SERIALISE:
    return operation && operation == self->operation && is_divided (self, kind)
               ? self->one_part
               : POPLENS_FACTOR_ONE;
  case POPLENS_CHANGE_VARIABLE_OFF_CHIP:
    goes = !g_strcmp0 (group->name, self->change->name);
    break;
  case POPLENS_CHANGE_IO_TILES:
    goes = kind == POPLENS_KIND_IO;
    break;
  case POPLENS_CHANGE_PLANNER_MEMORY:
  default:
    goes = (kind == POPLENS_KIND_TEMPORARY || kind == POPLENS_KIND_EXCHANGE) &&
           poplens_what_if_is_planned (operation);
    break;
  }
  return goes && self->estimate == POPLENS_ESTIMATE_OPTIMISTIC ? 0 : POPLENS_FACTOR_ONE;
}

/* Whether data of this kind is of one batch. */
static gboolean
is_of_batch (PoplensKind kind, PoplensEstimate estimate)
{
  switch (kind) {
  case POPLENS_KIND_ACTIVATION:
  case POPLENS_KIND_RECOMPUTED:
  case POPLENS_KIND_PASSING:
  case POPLENS_KIND_GRADIENT:
  case POPLENS_KIND_IO:
    return TRUE;
  case POPLENS_KIND_TEMPORARY:
  case POPLENS_KIND_EXCHANGE:
    return estimate == POPLENS_ESTIMATE_OPTIMISTIC;
  default:
    return FALSE;
  }
}

/* Where there is nothing to add gradients up in, each weight gets as much. */
static gint64 *
batch_factors (const PoplensTilesAlike *alike, const PoplensMoves *moves, guint parts,
               PoplensEstimate estimate)
{
  const PoplensKinds *kinds = poplens_moves_get_kinds (moves);
  gint64 *out = g_new (gint64, MAX (alike->n_pairs, 1));

  for (guint32 p = 0; p < alike->n_pairs; p++) {
    PoplensKind kind = kinds->kind[alike->pairs[p].group];
    out[p] = is_of_batch (kind, estimate) ? (POPLENS_FACTOR_ONE + parts - 1) / parts
             : kind == POPLENS_KIND_WEIGHTS && !poplens_moves_accumulates (moves)
                 ? 2 * POPLENS_FACTOR_ONE
                 : POPLENS_FACTOR_ONE;
  }
  return out;
}

gint64 *
poplens_what_if_size_factors (const PoplensWhatIf *self, const PoplensChange *change,
                              const PoplensMoves *moves, PoplensEstimate estimate)
{
  Sizes sizes = {.change = change, .moves = moves, .estimate = estimate};
  const PoplensTilesAlike *alike = self->alike;
  gint64 *out;

  if (!moves || change->kind < POPLENS_CHANGE_MICRO_BATCH || change->kind == POPLENS_CHANGE_SPREAD)
    return NULL;
  if (change->kind == POPLENS_CHANGE_MICRO_BATCH)
    return batch_factors (alike, moves, MAX (change->parts, 1), estimate);
  sizes.one_part = (POPLENS_FACTOR_ONE + MAX (change->parts, 1) - 1) / MAX (change->parts, 1);
  sizes.operation = change->name ? poplens_moves_find_operation (moves, change->name) : NULL;
  sizes.is_embedding = poplens_what_if_is_embedding (change->name);
  out = g_new (gint64, MAX (alike->n_pairs, 1));
  for (guint32 p = 0; p < alike->n_pairs; p++)
    out[p] = factor_of (&sizes, &alike->pairs[p], &self->bytes->groups[alike->pairs[p].group]);
  return out;
}

gboolean
poplens_what_if_shrinks (const PoplensMoves *moves, const PoplensChange *change, const guint8 *hit)
{
  const PoplensWhatIf *self = poplens_moves_get_what_if (moves);
  g_autofree guint8 *named = poplens_what_if_matches (self, change, NULL);
  g_autofree gint64 *by =
      poplens_what_if_size_factors (self, change, moves, POPLENS_ESTIMATE_OPTIMISTIC);
  gboolean is_spread = change->kind == POPLENS_CHANGE_SPREAD;

  for (guint32 p = 0; p < self->alike->n_pairs; p++) {
    guint32 group = self->alike->pairs[p].group;
    if (hit[group] && ((is_spread && named[group]) || (by && by[p] < POPLENS_FACTOR_ONE)))
      return TRUE;
  }
  return FALSE;
}

/* ---- I/O tiles ---------------------------------------------------------------------------------
 */

/* Bytes of streamed data on a tile of @kind, and whether it has state of vertices. */
static guint64
streamed_bytes (const PoplensWhatIf *self, const PoplensKinds *kinds, guint32 kind,
                gboolean *computes)
{
  const PoplensTilesAlike *alike = self->alike;
  guint64 bytes = 0;

  *computes = FALSE;
  for (guint32 e = alike->first[kind]; e < alike->first[kind + 1]; e++) {
    guint32 group = alike->pairs[alike->entries[e].pair].group;
    if (kinds->kind[group] == POPLENS_KIND_IO && self->bytes->groups[group].streamed)
      bytes += alike->entries[e].bytes;
    *computes |= kinds->kind[group] == POPLENS_KIND_VERTEX_STATE;
  }
  return bytes;
}

gboolean
poplens_what_if_has_io_tiles (const PoplensWhatIf *self, const PoplensKinds *kinds)
{
  guint64 sums[2] = {0};
  g_autofree guint64 *bytes = g_new (guint64, MAX (self->alike->n_kinds, 1));
  g_autofree gboolean *computes = g_new (gboolean, MAX (self->alike->n_kinds, 1));

  for (guint32 k = 0; k < self->alike->n_kinds; k++)
    bytes[k] = streamed_bytes (self, kinds, k, &computes[k]);
  for (guint32 t = 0; t < self->alike->n_tiles; t++) {
    guint32 kind = self->alike->of_tile[t];
    sums[computes[kind]] += bytes[kind];
  }
  return sums[FALSE] > sums[TRUE];
}
