/* Cards of variables and tiles. */
#include "tables/card/card-private.h"

#include "analysis/liveness/live-step.h"
#include "analysis/insights/what-if.h"
#include "analysis/memory/memory-analysis.h"
#include "base/format.h"

#include <math.h>
#include <string.h>

#define MOST_KINDS 4

/* ---- a variable --------------------------------------------------------------------------------
 */

/* Bytes by tile of the groups of one variable. */
typedef struct {
  guint8 *hit; /* by group */
  guint64 *by_tile;
  guint64 total;
  guint32 tiles, fullest;
} Spread;

static void
spread_clear (Spread *self)
{
  g_free (self->hit);
  g_free (self->by_tile);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Spread, spread_clear)

static void
spread_init (Spread *self, const PoplensTileBytes *bytes, guint64 id)
{
  *self = (Spread){.hit = g_new0 (guint8, MAX (bytes->n_groups, 1)),
                   .by_tile = g_new0 (guint64, MAX (bytes->n_tiles, 1))};
  for (guint32 g = 0; g < bytes->n_groups; g++)
    self->hit[g] = bytes->groups[g].unlowered == id && id != G_MAXUINT32;
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

/* A row each kind that its bytes have: messages of weights are no weights. */
static void
add_kinds (PoplensCard *self, const Spread *spread)
{
  for (guint k = 0; k < POPLENS_N_KINDS; k++) {
    guint64 bytes = 0;
    PoplensKindRule rule = POPLENS_KIND_BY_NOTHING;
    for (guint32 g = 0; g < self->kinds->n; g++)
      if (spread->hit[g] && self->kinds->kind[g] == k) {
        bytes += self->kinds->bytes[g];
        rule = self->kinds->rule[g];
      }
    if (!bytes)
      continue;
    const char *confidence = poplens_kind_rule_confidence (rule);
    g_autofree char *value = *confidence
                                 ? g_strdup_printf ("%s (%s: %s)", poplens_kind_title (k),
                                                    confidence, poplens_kind_rule_text (rule))
                                 : g_strdup (poplens_kind_title (k));
    poplens_card_add (self, "Kind", value, (gint64) bytes, 0, NULL);
  }
}

static double
share_of_tile (const PoplensCard *self, guint64 bytes)
{
  return self->fit->capacity ? (double) bytes / (double) self->fit->capacity : 0;
}

static void
add_spread (PoplensCard *self, const Spread *spread)
{
  guint32 worst = self->fit->worst_tile;
  PoplensNumber tiles, even;
  double mean = (double) spread->total / MAX (spread->tiles, 1);
  g_autofree char *value = g_strdup_printf (
      "%s, the fullest %s times the mean", poplens_format_items (tiles, spread->tiles, "tile"),
      poplens_format_digits (even, (double) spread->by_tile[spread->fullest] / MAX (mean, 1), 3));
  g_autofree char *fullest = g_strdup_printf ("Tile %u", spread->fullest);

  poplens_card_add (
      self, "On tiles", value, (gint64) spread->total, 0,
      g_strdup_printf ("memory?graph=map&value=chosen&plot=%" G_GUINT64_FORMAT, self->found->id));
  poplens_card_add (self, "Most of it on", fullest, (gint64) spread->by_tile[spread->fullest],
                    share_of_tile (self, spread->by_tile[spread->fullest]),
                    g_strdup_printf ("memory?tile=%u", spread->fullest));
  if (worst < self->bytes->n_tiles && spread->by_tile[worst]) {
    g_autofree char *tile = g_strdup_printf ("Tile %u", worst);
    poplens_card_add (self, "On the worst tile", tile, (gint64) spread->by_tile[worst],
                      share_of_tile (self, spread->by_tile[worst]),
                      g_strdup_printf ("liveness?tab=tile-contents-chart&tile=%u&step=%u", worst,
                                       self->fit->worst_step));
  }
}

/* First and last step of life, or that it always lives. */
static void
add_life (PoplensCard *self, const Spread *spread)
{
  const PoplensLiveness *l = poplens_report_peek (self->report, POPLENS_PART_LIVENESS);
  const PoplensTilesAlike *alike =
      poplens_what_if_get_alike (poplens_moves_get_what_if (self->moves));
  guint32 from = G_MAXUINT32, to = 0;
  gboolean always = FALSE;
  g_autofree char *value = NULL;

  for (guint32 p = 0; p < alike->n_pairs; p++) {
    const PoplensBytePair *pair = &alike->pairs[p];
    if (!spread->hit[pair->group])
      continue;
    always |= l->class_always_live[pair->class_row];
    for (guint32 r = 0; r < l->n_ranges; r++)
      if (l->range_class[r] == l->class_id[pair->class_row]) {
        from = MIN (from, l->range_from[r]);
        to = MAX (to, l->range_to[r]);
      }
  }
  if (!always && from >= to)
    return;
  value = always ? g_strdup ("always live")
                 : g_strdup_printf ("live from step %u to step %u", from, to - 1);
  poplens_card_add (
      self, "Lifetime", value, 0, 0,
      g_strdup_printf ("liveness?tab=variable-steps&variable=%" G_GUINT64_FORMAT, self->found->id));
}

void
poplens_card_add_variable (PoplensCard *self)
{
  g_auto (Spread) spread = {0};

  spread_init (&spread, self->bytes, self->found->id);
  if (!spread.total)
    return;
  add_kinds (self, &spread);
  add_spread (self, &spread);
  add_life (self, &spread);
  poplens_card_add_changes (self, spread.hit);
  g_autofree char *name = g_strdup_printf ("%s=0.5", self->found->title);
  g_autofree char *escaped = g_uri_escape_string (name, "/=<>:", FALSE);
  poplens_card_add (self, "Scale in What If", "\u00d7 0.5", 0, 0,
                    g_strdup_printf ("insights?section=what-if&scaled=%s", escaped));
}

/* ---- a tile ------------------------------------------------------------------------------------
 */

/* The kinds with most bytes live at @step. */
static void
add_contents (PoplensCard *self, guint32 tile, guint32 step)
{
  const PoplensLiveness *l = poplens_report_peek (self->report, POPLENS_PART_LIVENESS);
  g_autofree guint8 *classes = poplens_liveness_classes_at (l, step);
  guint64 kinds[POPLENS_N_KINDS] = {0};

  for (guint32 e = self->bytes->first[tile]; e < self->bytes->first[tile + 1]; e++) {
    const PoplensByteEntry *entry = &self->bytes->entries[e];
    if (classes[entry->class_row] & (POPLENS_CLASS_LIVE | POPLENS_CLASS_ALWAYS))
      kinds[self->kinds->kind[entry->group]] += entry->bytes;
  }
  for (guint n = 0; n < MOST_KINDS; n++) {
    guint most = 0;
    for (guint k = 1; k < POPLENS_N_KINDS; k++)
      most = kinds[k] > kinds[most] ? k : most;
    if (!kinds[most])
      return;
    poplens_card_add (self, "Live at the peak", poplens_kind_title (most), (gint64) kinds[most],
                      share_of_tile (self, kinds[most]), NULL);
    kinds[most] = 0;
  }
}

static void
add_need (PoplensCard *self, const PoplensWhatIfResult *now, guint32 tile)
{
  const PoplensWhatIfTile *here = NULL;
  guint32 rank = 1;
  PoplensNumber all, place;

  for (guint i = 0; i < now->tiles->len; i++)
    if (g_array_index (now->tiles, PoplensWhatIfTile, i).tile == tile)
      here = &g_array_index (now->tiles, PoplensWhatIfTile, i);
  if (!here)
    return;
  for (guint i = 0; i < now->tiles->len; i++)
    rank += g_array_index (now->tiles, PoplensWhatIfTile, i).needs_after > here->needs_after;
  g_autofree char *value = g_strdup_printf ("rank %s of %s", poplens_format_count (place, rank),
                                            poplens_format_items (all, now->tiles->len, "tile"));
  poplens_card_add (self, "Need", value, (gint64) here->needs_after,
                    share_of_tile (self, here->needs_after),
                    g_strdup_printf ("memory?tile=%u", tile));
  if (now->capacity && here->needs_after > now->capacity)
    poplens_card_add (self, "Over capacity", NULL, (gint64) (here->needs_after - now->capacity), 0,
                      NULL);
  g_autofree char *step = g_strdup_printf ("at step %u", here->step_after);
  poplens_card_add (
      self, "Peak", step, (gint64) here->after, share_of_tile (self, here->after),
      g_strdup_printf ("liveness?tab=tile-contents-chart&tile=%u&step=%u", tile, here->step_after));
  if (tile < self->bytes->n_tiles)
    add_contents (self, tile, here->step_after);
}

void
poplens_card_add_tile (PoplensCard *self)
{
  guint32 tile = (guint32) self->found->id;
  const PoplensMemory *memory = poplens_report_peek (self->report, POPLENS_PART_MEMORY);
  g_autoptr (GPtrArray) nothing = g_ptr_array_new ();
  g_autoptr (PoplensWhatIfResult) now =
      poplens_what_if_evaluate (poplens_moves_get_what_if (self->moves), nothing, NULL,
                                POPLENS_ESTIMATE_OPTIMISTIC, NULL, self->cancellable);

  if (!now)
    return;
  add_need (self, now, tile);
  for (guint32 t = 0; t < memory->n_tiles; t++)
    if (memory->tile[t] == tile)
      poplens_card_add (self, "Gaps", NULL,
                        (gint64) memory->total_including_gaps[t] - (gint64) memory->total[t], 0,
                        g_strdup_printf ("memory?tab=tile-gaps&tile=%u", tile));
}
