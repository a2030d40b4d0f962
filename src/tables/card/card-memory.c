/* Rows of the cards of tiles and variables: where bytes are, who uses them, and related variables.
 */
#include "analysis/liveness/live-step.h"
#include "analysis/operations/debug-operation.h"
#include "analysis/trace/name-parts.h"
#include "base/format.h"
#include "derived/insights/insights-source.h"
#include "derived/programs/program-location.h"
#include "model/search.h"
#include "tables/card/card-private.h"

#include <string.h>

/* ---- tile ------------------------------------------------------------------------------------ */

#define MOST_KINDS 4

/* Adds a row for each of the kinds with most live bytes on the tile at @step. */
static void
add_contents (PoplensCard *self, guint32 tile, guint32 step)
{
  g_autofree guint8 *classes = poplens_liveness_classes_at (self->liveness, step);
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
    g_autofree char *contents =
        g_strdup_printf ("liveness?tab=contents&tile=%u&step=%u", tile, step);
    poplens_card_add_tile_bytes (
        self, "Live at the peak", poplens_kind_title (most), kinds[most],
        poplens_finder_location (contents, "filter.contents", poplens_kind_key (most)));
    kinds[most] = 0;
  }
}

static const PoplensWhatIfTile *
find_tile (const PoplensWhatIfResult *result, guint32 tile)
{
  for (guint i = 0; result && i < result->tiles->len; i++)
    if (g_array_index (result->tiles, PoplensWhatIfTile, i).tile == tile)
      return &g_array_index (result->tiles, PoplensWhatIfTile, i);
  return NULL;
}

static void
add_tile_need (PoplensCard *self, const PoplensWhatIfResult *now, const PoplensWhatIfTile *here)
{
  guint32 rank = 1;
  PoplensNumber all, place;

  for (guint i = 0; i < now->tiles->len; i++)
    rank += g_array_index (now->tiles, PoplensWhatIfTile, i).needs_after > here->needs_after;
  g_autofree char *value = g_strdup_printf ("rank %s of %s", poplens_format_count (place, rank),
                                            poplens_format_items (all, now->tiles->len, "tile"));
  poplens_card_add_tile_bytes (self, "Need", value, here->needs_after,
                               g_strdup_printf ("memory?tile=%u", here->tile));
  if (now->capacity && here->needs_after > now->capacity)
    poplens_card_add_bytes (self, "Over capacity", here->needs_after - now->capacity,
                            g_strdup ("insights?view=what-if"));
}

static void
add_tile_peak (PoplensCard *self, const PoplensWhatIfTile *here)
{
  guint32 step = here->step_after;
  g_autofree char *value = g_strdup_printf ("at step %u", step);

  poplens_card_add_tile_bytes (
      self, "Peak", value, here->after,
      g_strdup_printf ("liveness?tab=contents-chart&tile=%u&step=%u", here->tile, step));
  if (here->tile < self->bytes->n_tiles && step < self->liveness->n_steps)
    add_contents (self, here->tile, step);
}

/* ---- with the plan --------------------------------------------------------------------------- */

/* Adds a row: the bytes that the tile needs after the changes of the plan. @estimate: "optimistic"
 * or "pessimistic". */
static void
add_plan_estimate (PoplensCard *self, const PoplensLocation *changed, const char *estimate,
                   const char *what)
{
  GError *error = NULL;
  g_autoptr (PoplensLocation) by = poplens_location_with (changed, "estimate", estimate);
  g_autoptr (PoplensWhatIfResult) then =
      poplens_what_if_of_location (self->report, by, self->cancellable, &error);
  const PoplensWhatIfTile *here = find_tile (then, (guint32) self->found->id);

  if (here)
    poplens_card_add_tile_bytes (self, what, estimate, here->needs_after,
                                 poplens_location_to_string (by));
  poplens_card_take_error (self, error);
}

static void
add_tile_with_plan (PoplensCard *self)
{
  GError *error = NULL;
  g_autoptr (PoplensFitPlan) plan =
      poplens_report_fit_plan (self->report, NULL, self->cancellable, &error);

  poplens_card_take_error (self, error);
  if (!plan || !plan->changes->len)
    return;
  g_autoptr (PoplensLocation) page = poplens_location_parse ("insights?view=what-if", NULL);
  g_autoptr (PoplensLocation) changed = poplens_fit_plan_location (plan, page);
  add_plan_estimate (self, changed, "optimistic", "After the plan");
  add_plan_estimate (self, changed, "pessimistic", "After the plan");
}

/* ---- further rows ---------------------------------------------------------------------------- */

static void
add_tile_memory (PoplensCard *self, guint32 tile)
{
  const PoplensMemory *m = poplens_report_peek (self->report, POPLENS_PART_MEMORY);
  guint32 row = m ? poplens_memory_find_tile (m, tile) : POPLENS_NO_TILE;

  if (row == POPLENS_NO_TILE || m->from_archive)
    return;
  poplens_card_add_bytes (self, "Address map", m->total_including_gaps[row],
                          g_strdup_printf ("memory?tab=memory-map&tile=%u", tile));
  poplens_card_add_bytes (self, "Gaps", m->total_including_gaps[row] - m->total[row],
                          g_strdup_printf ("memory?tab=tile-gaps&tile=%u", tile));
}

/* Adds rows on the steps in which every other tile was faster. A report on another computer has no
 * such rows, because the cycles by tile of all steps are needed. */
static void
add_slowest (PoplensCard *self, guint32 tile)
{
  g_auto (PoplensCardCells) cells = {0};

  if (!poplens_report_is_near (self->report))
    return;
  poplens_card_cells_init (&cells, self, "trace-slowest", "trace?by=tile");
  poplens_card_cells_choose_id (&cells, "tile", tile);
  poplens_card_add_cell (self, &cells, "times", "Times slowest",
                         g_strdup ("trace?tab=trace-stragglers"));
  poplens_card_add_cell (self, &cells, "beyond_second", "Cycles over the next tile",
                         g_strdup ("trace?tab=trace-stragglers"));
  poplens_card_add_cell (
      self, &cells, "step", "Worst step",
      cells.rows->len ? poplens_table_get_link (cells.table, g_array_index (cells.rows, guint32, 0))
                      : NULL);
}

void
poplens_card_add_tile (PoplensCard *self)
{
  guint32 tile = (guint32) self->found->id;
  g_autoptr (GPtrArray) nothing = g_ptr_array_new ();

  if (poplens_card_load_memory (self)) {
    g_autoptr (PoplensWhatIfResult) now =
        poplens_what_if_evaluate (poplens_moves_get_what_if (self->moves), nothing, NULL,
                                  POPLENS_ESTIMATE_OPTIMISTIC, NULL, self->cancellable);
    const PoplensWhatIfTile *here = find_tile (now, tile);
    if (here) {
      add_tile_need (self, now, here);
      add_tile_peak (self, here);
      add_tile_with_plan (self);
    }
  }
  add_tile_memory (self, tile);
  add_slowest (self, tile);
}

/* ---- users of a variable --------------------------------------------------------------------- */

#define MOST_USERS 4

typedef struct {
  PoplensCard *card;
  guint32 variable; /* ID of the unlowered variable whose users are found */
  const PoplensPrograms *programs;
  GArray *users; /* guint32: rows of the programs that use the variable */
} VariableUsers;

static gboolean
uses_variable (const VariableUsers *self, guint64 lowered)
{
  const PoplensVariables *v = self->card->variables;
  guint32 row = v->id ? G_MAXUINT32 : lowered < v->n ? (guint32) lowered : G_MAXUINT32;

  return row != G_MAXUINT32 && v->unlowered[row] == self->variable;
}

/* TRUE if vertices of compute set @set are connected to the variable. */
static gboolean
set_uses (const VariableUsers *self, const PoplensVertices *v, guint32 set)
{
  g_autoptr (GArray) ids = poplens_lists_values (v->compute_set_vars, set);

  for (guint i = 0; i < ids->len; i++)
    if (uses_variable (self, g_array_index (ids, guint64, i)))
      return TRUE;
  return FALSE;
}

static void
find_compute_sets (VariableUsers *self)
{
  GError *error = NULL;
  PoplensReport *report = self->card->report;
  const PoplensVertices *v =
      poplens_report_is_near (report)
          ? poplens_report_load (report, POPLENS_PART_VERTICES, self->card->cancellable, &error)
          : poplens_report_peek (report, POPLENS_PART_VERTICES);
  g_autofree guint8 *uses = v ? g_new0 (guint8, MAX (v->n_compute_sets, 1)) : NULL;

  poplens_card_take_error (self->card, error);
  for (guint32 set = 0; v && set < v->n_compute_sets; set++)
    uses[set] = set_uses (self, v, set);
  for (guint32 p = 0; v && p < self->programs->n; p++) {
    guint32 set = poplens_vertices_find_compute_set (v, self->programs->compute_set[p]);
    if (set != G_MAXUINT32 && uses[set])
      g_array_append_val (self->users, p);
  }
}

/* Returns the IDs of the memory regions that contain bytes of the variable. (transfer full): set of
 * GUINT_TO_POINTER */
static GHashTable *
find_variable_regions (const VariableUsers *self)
{
  GHashTable *out = g_hash_table_new (NULL, NULL);
  GError *error = NULL;

  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice = poplens_report_get_slice (
        self->card->report, POPLENS_SLICE_SCAN_REGIONS, key, self->card->cancellable, &error);
    if (!slice)
      break;
    for (guint32 i = 0; i < slice->n; i++)
      if (uses_variable (self, slice->regions[i].variable))
        g_hash_table_add (out, GUINT_TO_POINTER (slice->regions[i].id));
    key = slice->next;
  }
  poplens_card_take_error (self->card, error);
  return out;
}

static gboolean
exchange_uses (const PoplensExchangeTable *table, guint32 row, GHashTable *regions)
{
  const guint32 *lists[] = {table->source_regions, table->destination_regions};

  for (guint side = 0; side < G_N_ELEMENTS (lists); side++)
    if (lists[side] && lists[side][row] != POPLENS_NO_REGIONS &&
        g_hash_table_contains (regions, GUINT_TO_POINTER (lists[side][row])))
      return TRUE;
  return FALSE;
}

/* Appends the exchanges that move the variable to .users. Does nothing for a report on another
 * computer, because it reads the regions of all exchanges. */
static void
find_exchanges (VariableUsers *self)
{
  GError *error = NULL;
  PoplensReport *report = self->card->report;
  const PoplensExchanges *x =
      poplens_report_is_near (report)
          ? poplens_report_load (report, POPLENS_PART_EXCHANGES, self->card->cancellable, &error)
          : NULL;

  poplens_card_take_error (self->card, error);
  if (!x)
    return;
  g_autoptr (GHashTable) regions = find_variable_regions (self);
  for (guint32 p = 0; p < self->programs->n; p++) {
    guint32 row;
    const PoplensExchangeTable *table = poplens_exchange_of_program (x, self->programs, p, &row);
    if (table && exchange_uses (table, row, regions))
      g_array_append_val (self->users, p);
  }
}

/* Adds a row for each of the first programs in .users. If there are more, adds a row with the
 * number of all. Clears .users. */
static void
add_first_users (const VariableUsers *self, const char *one, const char *noun)
{
  for (guint i = 0; i < MIN (self->users->len, MOST_USERS); i++) {
    guint32 row = g_array_index (self->users, guint32, i);
    poplens_card_add (self->card, one, poplens_programs_name_or_type (self->programs, row), 0, 0,
                      g_strdup_printf ("programs?program=%u", self->programs->id[row]));
  }
  if (self->users->len > MOST_USERS)
    poplens_card_add_items (
        self->card, one, self->users->len, noun,
        g_strdup_printf ("programs?program=%u",
                         self->programs->id[g_array_index (self->users, guint32, 0)]));
  g_array_set_size (self->users, 0);
}

/* Adds rows on the compute sets and exchanges that use the variable. */
static void
card_add_users (PoplensCard *self, guint32 variable)
{
  g_autoptr (GArray) users = g_array_new (FALSE, FALSE, sizeof (guint32));
  VariableUsers all = {self, variable, poplens_report_peek (self->report, POPLENS_PART_PROGRAMS),
                       users};

  if (!all.programs)
    return;
  find_compute_sets (&all);
  add_first_users (&all, "Used by", "program");
  find_exchanges (&all);
  add_first_users (&all, "Exchanged by", "exchange");
}

/* ---- weights, their state, and their gradient ------------------------------------------------ */

/* A variable that is weights, optimiser state of weights, or a gradient of weights. The paths come
 * from the variable's name without its phase. */
typedef struct {
  PoplensKind kind; /* kind of most of the variable's bytes; POPLENS_N_KINDS: neither weights, state
                       nor gradient */
  guint64 bytes;
  char *weights; /* (nullable): path of the weights; NULL: not in the variable's name */
  char *operation;
} WeightSlot;

static void
slot_clear (gpointer data)
{
  WeightSlot *self = data;

  g_free (self->weights);
  g_free (self->operation);
}

static char *
without_last (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash ? g_strndup (path, (gsize) (slash - path)) : NULL;
}

/* Reads the paths of weights and operation from a variable's name. "X/weights/momentum" and
 * "Accl___X/weights" have the weights "X/weights" and the operation "X". "X/weightGradient" has
 * only the operation. */
static void
slot_read_name (WeightSlot *self, const char *name)
{
  const char *reserved = strstr (name, "___");
  const char *path = poplens_name_without_phase (reserved ? reserved + strlen ("___") : name);

  if (self->kind == POPLENS_KIND_WEIGHTS || reserved)
    self->weights = g_strdup (path);
  else if (self->kind == POPLENS_KIND_OPTIMISER)
    self->weights = without_last (path);
  self->operation = without_last (self->weights ? self->weights : path);
}

/* Returns a WeightSlot for each unlowered variable, by row: the kind of most of its bytes, and the
 * paths in its name. (transfer full) */
static GArray *
list_weight_slots (const PoplensCard *self)
{
  const PoplensVariables *v = self->variables;
  GArray *out = g_array_sized_new (FALSE, TRUE, sizeof (WeightSlot), v->n_unlowered);

  g_array_set_clear_func (out, slot_clear);
  g_array_set_size (out, v->n_unlowered);
  for (guint32 g = 0; g < self->kinds->n; g++) {
    guint32 row =
        poplens_find_id (v->unlowered_id, v->n_unlowered, self->bytes->groups[g].variable);
    WeightSlot *slot = row == G_MAXUINT32 ? NULL : &g_array_index (out, WeightSlot, row);
    if (slot && self->kinds->bytes[g] > slot->bytes) {
      slot->kind = self->kinds->kind[g];
      slot->bytes = self->kinds->bytes[g];
    }
  }
  for (guint32 row = 0; row < v->n_unlowered; row++) {
    WeightSlot *slot = &g_array_index (out, WeightSlot, row);
    if (!slot->bytes || slot->kind > POPLENS_KIND_WEIGHT_GRADIENT)
      slot->kind = POPLENS_N_KINDS;
    else
      slot_read_name (slot, poplens_strings_get (v->strings, v->unlowered_name[row]));
  }
  return out;
}

/* TRUE if one variable is weights, and the other is their state or gradient. Their names have the
 * same path of weights, or the same operation with sizes that differ by at most 10 %. */
static gboolean
are_weight_and_state (const WeightSlot *a, const WeightSlot *b)
{
  guint64 most = MAX (a->bytes, b->bytes), least = MIN (a->bytes, b->bytes);

  if (a->kind == b->kind || a->kind == POPLENS_N_KINDS || b->kind == POPLENS_N_KINDS)
    return FALSE;
  if (a->weights && b->weights)
    return !strcmp (a->weights, b->weights);
  return a->operation && !g_strcmp0 (a->operation, b->operation) && most - least <= most / 10;
}

static void
card_add_slots (PoplensCard *self, guint32 variable)
{
  const PoplensVariables *v = self->variables;
  guint32 at = poplens_find_id (v->unlowered_id, v->n_unlowered, variable);
  g_autoptr (GArray) slots = list_weight_slots (self);

  for (guint32 row = 0; at != G_MAXUINT32 && row < v->n_unlowered; row++) {
    const WeightSlot *other = &g_array_index (slots, WeightSlot, row);
    if (are_weight_and_state (&g_array_index (slots, WeightSlot, at), other))
      poplens_card_add (
          self, poplens_kind_title (other->kind),
          poplens_strings_get (v->strings, v->unlowered_name[row]), (gint64) other->bytes, 0,
          g_strdup_printf ("liveness?tab=variable-steps&variable=%u", v->unlowered_id[row]));
  }
}

/* ---- where bytes are ------------------------------------------------------------------------- */

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

/* ---- kinds ----------------------------------------------------------------------------------- */

/* Adds a row on a kind and its @bytes. @rule: rule that decided the kind of all these bytes; −1:
 * there were several rules. */
static void
add_kind_bytes (PoplensCard *self, PoplensKind kind, guint64 bytes, int rule)
{
  const char *title = poplens_kind_title (kind);
  const char *confidence = rule < 0 ? "" : poplens_kind_rule_confidence (rule);
  g_autofree char *value = *confidence ? g_strdup_printf ("%s (%s: %s)", title, confidence,
                                                          poplens_kind_rule_text (rule))
                                       : g_strdup (title);

  poplens_card_add (self, "Kind", value, (gint64) bytes, 0, g_strdup ("liveness?breakdown=kind"));
}

/* Adds a row for each kind of the variable's bytes. For example, exchange messages of weights do
 * not have the kind of weights. */
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
      add_kind_bytes (self, k, bytes, rule);
  }
}

/* ---- tiles ----------------------------------------------------------------------------------- */

/* Returns how many bytes of the chosen groups are live on @tile at @step. @hit: [groups]: 1 for the
 * chosen ones */
static guint64
sum_live_bytes (const PoplensCard *self, const guint8 *hit, guint32 tile, guint32 step)
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
add_worst_tile (PoplensCard *self, const PoplensCardSpread *spread)
{
  guint32 tile = self->fit->worst_tile, step = self->fit->worst_step;

  if (tile >= self->bytes->n_tiles || step >= self->liveness->n_steps)
    return;
  g_autofree char *name = g_strdup_printf ("Tile %u", tile);
  g_autofree char *peak = g_strdup_printf ("Tile %u at step %u", tile, step);
  poplens_card_add_tile_bytes (self, "On the fullest tile", name, spread->by_tile[tile],
                               g_strdup_printf ("memory?tab=memory-map&tile=%u", tile));
  poplens_card_add_tile_bytes (
      self, "Live at the peak", peak, sum_live_bytes (self, spread->hit, tile, step),
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
  add_worst_tile (self, spread);
}

/* ---- a variable ------------------------------------------------------------------------------ */

static gboolean
is_group_of_variable (const PoplensByteGroup *group, guint32 index, gconstpointer data)
{
  return group->variable == *(const guint32 *) data;
}

/* Adds a row: the first and last step at which the variable is live, or that it is always live. */
static void
add_variable_life (PoplensCard *self, const PoplensCardSpread *spread)
{
  const PoplensLiveness *l = self->liveness;
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

/* Adds a row: the variable's bytes in the other report, if there is one to compare with. */
static void
add_value_before (PoplensCard *self)
{
  g_autoptr (PoplensReport) other = poplens_report_ref_other (self->report);
  g_auto (PoplensCardCells) cells = {0};

  if (!other)
    return;
  poplens_card_cells_init_of_two (&cells, self, "variables", "memory?same=yes");
  poplens_card_cells_choose_id (&cells, "id_before", self->found->id);
  g_autofree char *where = poplens_finder_location ("liveness?compare=both&same=yes&tab=variables",
                                                    "filter.variables", self->found->title);
  poplens_card_add_cell (self, &cells, "bytes_after", "In the other report", g_strdup (where));
}

static void
add_origin (PoplensCard *self, guint32 id)
{
  const PoplensVariables *v =
      poplens_report_load_variables_brief (self->report, self->cancellable, NULL);
  guint32 at = v ? poplens_variables_find_debug (v, id) : G_MAXUINT32;
  g_autoptr (GArray) ids = at == G_MAXUINT32 ? g_array_new (FALSE, FALSE, sizeof (guint64))
                                             : poplens_lists_values (v->debug_ids, at);

  poplens_card_add_origin (self, (const guint64 *) (gconstpointer) ids->data, ids->len,
                           POPLENS_NO_ROW, id,
                           g_strdup_printf ("liveness?tab=contexts&variable=%u", id));
}

static void
add_variable_memory (PoplensCard *self, guint32 id)
{
  g_auto (PoplensCardSpread) spread = {0};

  poplens_card_spread_init (&spread, self, is_group_of_variable, &id);
  if (!spread.total)
    return;
  poplens_card_add_spread (self, &spread,
                           g_strdup_printf ("memory?view=map&colour=chosen&plot=%u", id));
  add_variable_life (self, &spread);
  card_add_slots (self, id);
  poplens_card_add_changes (self, spread.hit);
  poplens_card_add_scale (self, self->found->title);
}

void
poplens_card_add_variable (PoplensCard *self)
{
  guint32 id = (guint32) self->found->id;

  if (poplens_card_load_memory (self)) {
    add_variable_memory (self, id);
    card_add_users (self, id);
  }
  poplens_card_add_layer_of (self, self->found->title);
  add_origin (self, id);
  add_value_before (self);
}
