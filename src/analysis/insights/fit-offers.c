/* Which variable and which operation a change is offered for: those with most bytes on the fullest
 * tile at its peak. */
#include "analysis/insights/fit-private.h"
#include "analysis/insights/what-if-private.h"
#include "analysis/liveness/live-step.h"

#include <string.h>

/* Into how many parts an operation is offered to be divided. */
#define PARTS 4

typedef struct {
  const FitMaker *maker;
  guint8 *classes; /* PoplensClassBits at the peak of the fullest tile */
} Offers;

typedef void (*EachPair) (const Offers *self, const PoplensPairBytes *entry, gpointer user_data);

/* What is live on the fullest tile at its peak. */
static void
for_each_live (const Offers *self, EachPair each, gpointer user_data)
{
  const PoplensTilesAlike *alike = self->maker->what->alike;
  guint32 tile = self->maker->worst->tile, kind;

  if (tile >= alike->n_tiles)
    return;
  kind = alike->of_tile[tile];
  for (guint32 e = alike->first[kind]; e < alike->first[kind + 1]; e++) {
    guint32 class = alike->pairs[alike->entries[e].pair].class_row;
    if (self->classes[class] & (POPLENS_CLASS_LIVE | POPLENS_CLASS_ALWAYS))
      each (self, &alike->entries[e], user_data);
  }
}

static PoplensKind
kind_of (const Offers *self, guint32 pair)
{
  return self->maker->kinds->kind[self->maker->what->alike->pairs[pair].group];
}

static void
add_to (GHashTable *sums, gconstpointer key, guint64 bytes)
{
  guint64 *sum = key ? g_hash_table_lookup (sums, key) : NULL;

  if (sum)
    *sum += bytes;
  else if (key)
    g_hash_table_insert (sums, (gpointer) key, g_memdup2 (&bytes, sizeof bytes));
}

/* The text with the largest sum; of equal ones the first by name. NULL: none has any. */
static const char *
largest (GHashTable *sums)
{
  GHashTableIter iter;
  gpointer key, value;
  const char *best = NULL;
  guint64 most = 0;

  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    guint64 sum = *(guint64 *) value;
    if (sum > most || (best && sum == most && strcmp (key, best) < 0)) {
      best = key;
      most = sum;
    }
  }
  return best;
}

/* ---- an operation to serialise -----------------------------------------------------------------
 */

static void
add_operation (const Offers *self, const PoplensPairBytes *entry, gpointer sums)
{
  guint32 class = self->maker->what->alike->pairs[entry->pair].class_row;
  PoplensKind kind = kind_of (self, entry->pair);
  const char *operation = poplens_moves_operation (self->maker->moves, class);

  if (kind != POPLENS_KIND_TEMPORARY && kind != POPLENS_KIND_EXCHANGE &&
      kind != POPLENS_KIND_GRADIENT)
    return;
  if (poplens_what_if_can_serialise (operation))
    add_to (sums, operation, entry->bytes);
}

static PoplensChange *
offer_serialise (const Offers *self)
{
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  const char *operation;
  PoplensChange *change;

  for_each_live (self, add_operation, sums);
  if (!(operation = largest (sums)))
    return NULL;
  change = poplens_change_new (POPLENS_CHANGE_SERIALISE);
  change->name = g_strdup (operation);
  change->parts = PARTS;
  return change;
}

/* ---- a variable to spread ----------------------------------------------------------------------
 */

/* Data that a framework maps to tiles. */
static gboolean
is_data (PoplensKind kind)
{
  return kind <= POPLENS_KIND_TENSOR || kind == POPLENS_KIND_CONSTANT;
}

/* What the tile has of each pair beyond the mean of the IPU. */
typedef struct {
  GHashTable *sums;    /* by name of the variable */
  const guint32 *mean; /* by pair; G_MAXUINT32: not to be spread */
} Beyond;

static void
add_beyond (const Offers *self, const PoplensPairBytes *entry, gpointer user_data)
{
  const Beyond *beyond = user_data;
  const PoplensWhatIf *what = self->maker->what;
  const char *name = what->bytes->groups[what->alike->pairs[entry->pair].group].name;
  guint32 mean = beyond->mean[entry->pair];

  if (entry->bytes > mean)
    add_to (beyond->sums, name, entry->bytes - mean);
}

/* By group: whether it may be spread. (transfer full) */
static guint8 *
find_data (const Offers *self)
{
  const PoplensTileBytes *bytes = self->maker->what->bytes;
  guint8 *hit = g_new0 (guint8, MAX (bytes->n_groups, 1));

  for (guint32 g = 0; g < bytes->n_groups; g++)
    hit[g] = is_data (self->maker->kinds->kind[g]) && bytes->groups[g].name &&
             bytes->groups[g].unlowered != G_MAXUINT32;
  return hit;
}

static PoplensChange *
offer_spread (const Offers *self)
{
  const PoplensWhatIf *what = self->maker->what;
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autofree guint8 *hit = find_data (self);
  g_autoptr (GArray) even = g_array_new (FALSE, FALSE, sizeof (PoplensPairBytes));
  gsize n = MAX (what->alike->n_pairs, 1);
  g_autofree guint32 *mean = g_new (guint32, n);
  Beyond beyond = {sums, mean};
  const char *name;
  PoplensChange *change;

  memset (mean, 0xff, n * sizeof *mean);
  poplens_what_if_spread (what, hit, poplens_what_if_ipu_of (what, self->maker->worst->tile), even);
  for (guint i = 0; i < even->len; i++)
    mean[g_array_index (even, PoplensPairBytes, i).pair] =
        g_array_index (even, PoplensPairBytes, i).bytes;
  for_each_live (self, add_beyond, &beyond);
  if (!(name = largest (sums)))
    return NULL;
  change = poplens_change_new (POPLENS_CHANGE_SPREAD);
  change->name = g_strdup (name);
  return change;
}

/* ---- a variable off the chip -------------------------------------------------------------------
 */

/* The one that is most of the weights, if one is. */
static PoplensChange *
offer_off_chip (const FitMaker *maker)
{
  for (guint i = 0; i < maker->out->causes->len; i++) {
    const PoplensFitCause *cause = &g_array_index (maker->out->causes, PoplensFitCause, i);
    PoplensChange *change;
    if (!cause->is_kind || cause->kind != POPLENS_KIND_WEIGHTS || !cause->variable)
      continue;
    change = poplens_change_new (POPLENS_CHANGE_VARIABLE_OFF_CHIP);
    change->name = g_strdup (cause->variable);
    return change;
  }
  return NULL;
}

static PoplensChange *
offer_io_tiles (const FitMaker *maker)
{
  return memchr (maker->kinds->kind, POPLENS_KIND_IO, maker->kinds->n) &&
                 !poplens_what_if_has_io_tiles (maker->what, maker->kinds)
             ? poplens_change_new (POPLENS_CHANGE_IO_TILES)
             : NULL;
}

PoplensChange *
poplens_fit_offer (const FitMaker *maker, PoplensChangeKind kind)
{
  Offers self = {.maker = maker};
  PoplensChange *change = NULL;

  if (kind == POPLENS_CHANGE_VARIABLE_OFF_CHIP)
    return offer_off_chip (maker);
  if (kind == POPLENS_CHANGE_IO_TILES)
    return offer_io_tiles (maker);
  if (!maker->worst)
    return NULL;
  self.classes = poplens_liveness_classes_at (maker->what->liveness, maker->worst->step_after);
  if (kind == POPLENS_CHANGE_SERIALISE)
    change = offer_serialise (&self);
  else if (kind == POPLENS_CHANGE_SPREAD)
    change = offer_spread (&self);
  g_free (self.classes);
  return change;
}
