#include "tables/card/card.h"

#include "base/error.h"
#include "derived/insights/moves-source.h"
#include "derived/parts.h"
#include "tables/card/card-private.h"
#include "tables/engine/builders.h"

#include <math.h>
#include <string.h>

static const PoplensColumn columns[] = {
    POPLENS_CELL (PoplensCardRow, what, "Fact", TEXT, DERIVED, "Place or property"),
    POPLENS_CELL (PoplensCardRow, value, "Value", TEXT, DERIVED, "Value in words"),
    POPLENS_CELL (PoplensCardRow, bytes, "Bytes", BYTES, DERIVED,
                  "Value in bytes, where it is some"),
    POPLENS_CELL (PoplensCardRow, share, "Share", RATIO, DERIVED,
                  "Bytes as a share of the capacity of a tile"),
    POPLENS_CELL (PoplensCardRow, place, "Location", TEXT, DERIVED,
                  "Location that shows it, as --location takes it"),
};

void
poplens_card_add (PoplensCard *self, const char *what, const char *value, gint64 bytes,
                  double share, char *location)
{
  PoplensCardRow *row = poplens_records_add (self->rows);
  g_autofree char *link = location;

  row->what = poplens_records_text (self->rows, what);
  row->value = poplens_records_text (self->rows, value);
  if (bytes > 0)
    row->bytes = bytes;
  if (share > 0)
    row->share = share;
  if (!link)
    return;
  row->place = poplens_records_text (self->rows, link);
  poplens_records_link (self->rows, "%s", link);
}

/* ---- changes -----------------------------------------------------------------------------------
 */

static gboolean
moves_any (const PoplensCard *self, PoplensMove move, const guint8 *hit)
{
  const PoplensTilesAlike *alike =
      poplens_what_if_get_alike (poplens_moves_get_what_if (self->moves));
  const PoplensMoveSet *set = poplens_moves_get (self->moves, move, POPLENS_ESTIMATE_OPTIMISTIC);

  for (guint32 p = 0; p < alike->n_pairs; p++)
    if (set->is_moved[p] && hit[alike->pairs[p].group])
      return TRUE;
  return FALSE;
}

static gboolean
is_profiler (const PoplensCard *self, const guint8 *hit)
{
  for (guint32 g = 0; g < self->kinds->n; g++)
    if (hit[g] && self->kinds->kind[g] == POPLENS_KIND_PROFILER)
      return TRUE;
  return FALSE;
}

/* What every smaller micro-batch shrinks. */
static gboolean
is_of_batch (const PoplensCard *self, const guint8 *hit)
{
  g_autofree gint64 *by = poplens_moves_batch_factors (self->moves, 2, POPLENS_ESTIMATE_OPTIMISTIC);

  for (guint32 g = 0; g < self->kinds->n; g++)
    if (hit[g] && by[g] < POPLENS_FACTOR_ONE)
      return TRUE;
  return FALSE;
}

static gboolean
touches (const PoplensCard *self, const PoplensChange *change, const guint8 *hit)
{
  switch (change->kind) {
  case POPLENS_CHANGE_OPTIMISER_OFF_CHIP:
    return moves_any (self, POPLENS_MOVE_OPTIMISER, hit);
  case POPLENS_CHANGE_ACCUMULATORS_OFF_CHIP:
    return moves_any (self, POPLENS_MOVE_ACCUMULATORS, hit);
  case POPLENS_CHANGE_RECOMPUTE:
    return moves_any (self, POPLENS_MOVE_RECOMPUTE, hit);
  case POPLENS_CHANGE_MICRO_BATCH:
    return is_of_batch (self, hit);
  case POPLENS_CHANGE_WITHOUT_INSTRUMENTATION:
    return is_profiler (self, hit);
  default:
    return FALSE;
  }
}

void
poplens_card_add_changes (PoplensCard *self, const guint8 *hit)
{
  for (guint i = 0; i < self->fit->changes->len; i++) {
    const PoplensFitChange *change = self->fit->changes->pdata[i];
    if (change->change && touches (self, change->change, hit))
      poplens_card_add (self, "Change", change->title, 0, 0,
                        g_strdup_printf ("insights?section=what-if&change=%s", change->key));
  }
}

/* ---- the card ----------------------------------------------------------------------------------
 */

static void
add_head (PoplensCard *self)
{
  poplens_card_add (self, poplens_found_kind_title (self->found->kind), self->found->title, 0, 0,
                    g_strdup (self->found->location));
  if (self->found->detail && *self->found->detail)
    poplens_card_add (self, "Details", self->found->detail, 0, 0, NULL);
}

/* FALSE with an error that is more than a lack. */
static gboolean
load (PoplensCard *self, GError **error)
{
  g_autoptr (GError) local = NULL;

  self->moves = poplens_report_moves (self->report, self->cancellable, &local);
  self->fit = self->moves ? poplens_report_fit (self->report, self->cancellable, &local) : NULL;
  if (self->fit)
    self->variables = poplens_load_lowered (self->report, self->cancellable, &local);
  if (local && !poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (self->variables) {
    self->bytes = poplens_what_if_get_bytes (poplens_moves_get_what_if (self->moves));
    self->kinds = poplens_moves_get_kinds (self->moves);
  }
  return TRUE;
}

static void
add_rest (PoplensCard *self)
{
  switch (self->found->kind) {
  case POPLENS_FOUND_VARIABLE:
    poplens_card_add_variable (self);
    break;
  case POPLENS_FOUND_TILE:
    poplens_card_add_tile (self);
    break;
  default:
    break;
  }
}

PoplensTable *
poplens_card_new (PoplensReport *report, const PoplensFound *found, GCancellable *cancellable,
                  GError **error)
{
  PoplensCard self = {.report = report, .found = found, .cancellable = cancellable};
  PoplensTable *table = NULL;

  self.rows = POPLENS_RECORDS (PoplensCardRow, columns);
  add_head (&self);
  if (load (&self, error)) {
    if (self.variables)
      add_rest (&self);
    table = poplens_records_finish (g_steal_pointer (&self.rows), "card", found->title, report);
  }
  g_clear_pointer (&self.rows, poplens_records_free);
  g_clear_pointer (&self.moves, poplens_moves_unref);
  g_clear_pointer (&self.fit, poplens_fit_unref);
  return table;
}

/* ---- by name -----------------------------------------------------------------------------------
 */

/* Of the best that "ref" finds; what else it finds is a note. */
PoplensTable *
poplens_build_card (PoplensReport *report, const PoplensLocation *location,
                    GCancellable *cancellable, GError **error)
{
  const char *query = location ? poplens_location_get (location, "ref") : NULL;
  g_autoptr (PoplensFinder) finder = NULL;
  g_autoptr (PoplensFinds) finds = NULL;
  PoplensTable *table;

  if (!query || !*query) {
    table =
        poplens_records_finish (POPLENS_RECORDS (PoplensCardRow, columns), "card", "Card", report);
    poplens_table_set_note (table, "Nothing selected. Set ref to words as find takes them.");
    return table;
  }
  finder = poplens_finder_of (report, cancellable, error);
  finds = finder
              ? poplens_finder_find (finder, query, 1, POPLENS_BYTE_UNIT_BINARY, cancellable, error)
              : NULL;
  if (!finds)
    return NULL;
  if (!finds->results->len) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "%s",
                 finds->hint ? finds->hint : "nothing found");
    return NULL;
  }
  table = poplens_card_new (report, finds->results->pdata[0], cancellable, error);
  if (table && finds->total > 1) {
    g_autofree char *note = g_strdup_printf (
        "First of %" G_GUINT64_FORMAT " matches; poplens-cli find lists them.", finds->total);
    poplens_table_set_note (table, note);
  }
  return table;
}
