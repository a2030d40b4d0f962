/* Where the bytes of a thing are: kinds and tiles. */
#include "tables/card/card-private.h"

#include "analysis/liveness/live-step.h"
#include "base/format.h"

static void
count_groups (PoplensCardSpread *self, const PoplensCard *card, PoplensCardGroupFunc is_of,
              gconstpointer data)
{
  const PoplensTileBytes *bytes = card->bytes;

  self->hit = g_new0 (guint8, MAX (bytes->n_groups, 1));
  for (guint32 g = 0; g < bytes->n_groups; g++)
    self->hit[g] = is_of (&bytes->groups[g], g, data);
}

void
poplens_card_spread_init (PoplensCardSpread *self, const PoplensCard *card,
                          PoplensCardGroupFunc is_of, gconstpointer data)
{
  const PoplensTileBytes *bytes = card->bytes;

  count_groups (self, card, is_of, data);
  self->by_tile = g_new0 (guint64, MAX (bytes->n_tiles, 1));
  for (guint32 t = 0; t < bytes->n_tiles; t++) {
    for (guint32 e = bytes->first[t]; e < bytes->first[t + 1]; e++)
      if (self->hit[bytes->entries[e].group])
        self->by_tile[t] += bytes->entries[e].bytes;
    self->total += self->by_tile[t];
    self->tiles += self->by_tile[t] > 0;
    if (self->by_tile[t] > self->by_tile[self->fullest])
      self->fullest = t;
  }
}

void
poplens_card_spread_clear (PoplensCardSpread *self)
{
  g_free (self->hit);
  g_free (self->by_tile);
}

/* ---- kinds -------------------------------------------------------------------------------------
 */

/* With the rule where all of it has its kind by the same. */
static void
add_kind (PoplensCard *self, PoplensKind kind, guint64 bytes, int rule)
{
  const char *title = poplens_kind_title (kind);
  const char *confidence = rule < 0 ? "" : poplens_kind_rule_confidence (rule);
  g_autofree char *value = *confidence ? g_strdup_printf ("%s (%s: %s)", title, confidence,
                                                          poplens_kind_rule_text (rule))
                                       : g_strdup (title);

  poplens_card_add (self, "Kind", value, (gint64) bytes, 0, g_strdup ("liveness?breakdown=kind"));
}

/* A row each kind: messages of weights are no weights. */
static void
card_add_kinds (PoplensCard *self, const PoplensCardSpread *spread)
{
  for (guint k = 0; k < POPLENS_N_KINDS; k++) {
    guint64 bytes = 0;
    int rule = -1;
    for (guint32 g = 0; g < self->kinds->n; g++)
      if (spread->hit[g] && self->kinds->kind[g] == k) {
        rule = !bytes || rule == self->kinds->rule[g] ? self->kinds->rule[g] : -1;
        bytes += self->kinds->bytes[g];
      }
    if (bytes)
      add_kind (self, k, bytes, rule);
  }
}

/* ---- tiles -------------------------------------------------------------------------------------
 */

/* Of the groups, live at @step. */
static guint64
live_bytes (const PoplensCard *self, const guint8 *hit, guint32 tile, guint32 step)
{
  g_autofree guint8 *classes = poplens_liveness_classes_at (self->liveness, step);
  guint64 bytes = 0;

  for (guint32 e = self->bytes->first[tile]; e < self->bytes->first[tile + 1]; e++) {
    const PoplensByteEntry *entry = &self->bytes->entries[e];
    if (hit[entry->group] &&
        classes[entry->class_row] & (POPLENS_CLASS_LIVE | POPLENS_CLASS_ALWAYS))
      bytes += entry->bytes;
  }
  return bytes;
}

static void
add_worst (PoplensCard *self, const PoplensCardSpread *spread)
{
  guint32 tile = self->fit->worst_tile, step = self->fit->worst_step;

  if (tile >= self->bytes->n_tiles || step >= self->liveness->n_steps)
    return;
  g_autofree char *name = g_strdup_printf ("Tile %u", tile);
  g_autofree char *peak = g_strdup_printf ("Tile %u at step %u", tile, step);
  poplens_card_add_tile_bytes (self, "On the fullest tile", name, spread->by_tile[tile],
                               g_strdup_printf ("memory?tab=memory-map&tile=%u", tile));
  poplens_card_add_tile_bytes (
      self, "Live at the peak", peak, live_bytes (self, spread->hit, tile, step),
      g_strdup_printf ("liveness?tab=contents-chart&tile=%u&step=%u", tile, step));
}

void
poplens_card_add_spread (PoplensCard *self, const PoplensCardSpread *spread, char *map)
{
  double mean = (double) spread->total / MAX (spread->tiles, 1);
  guint64 most = spread->by_tile[spread->fullest];
  PoplensNumber tiles, even;
  g_autofree char *value = g_strdup_printf (
      "%s, the fullest %s times the mean", poplens_format_items (tiles, spread->tiles, "tile"),
      poplens_format_digits (even, (double) most / MAX (mean, 1), 3));
  g_autofree char *fullest = g_strdup_printf ("Tile %u", spread->fullest);

  card_add_kinds (self, spread);
  poplens_card_add (self, "On tiles", value, (gint64) spread->total, 0, map);
  poplens_card_add_tile_bytes (self, "Most on one tile", fullest, most,
                               g_strdup_printf ("memory?tab=memory-map&tile=%u", spread->fullest));
  add_worst (self, spread);
}
