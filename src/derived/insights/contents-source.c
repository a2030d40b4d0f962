#include "derived/insights/contents-source.h"

#include "analysis/memory/code-pieces.h"
#include "base/error.h"
#include "derived/liveness/live-source.h"
#include "derived/parts.h"

#include <string.h>

/* ---- a side ------------------------------------------------------------------------------------
 */

/* Parts belong to the report. */
typedef struct {
  PoplensWhatIf *what;
  PoplensKinds *kinds;
  GArray *peaks;
  const PoplensVariables *variables;
  const PoplensMemory *memory;
  const PoplensTarget *target; /* nullable */
  PoplensCodeParts code;
  PoplensLiveSource source;
  PoplensTileSet *tiles; /* NULL: all */
} Ground;

static void
ground_clear (Ground *self)
{
  g_clear_pointer (&self->what, poplens_what_if_unref);
  g_clear_pointer (&self->kinds, poplens_kinds_unref);
  g_clear_pointer (&self->peaks, g_array_unref);
  g_clear_pointer (&self->tiles, poplens_tile_set_free);
  poplens_live_source_clear (&self->source);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ground, ground_clear)

static gboolean
names_scope (const PoplensLocation *location)
{
  static const char *const keys[] = {"tile", "ipu", "replica", "scope"};

  for (guint k = 0; location && k < G_N_ELEMENTS (keys); k++)
    if (poplens_location_get (location, keys[k]))
      return TRUE;
  return FALSE;
}

static gboolean
load_code (PoplensCodeParts *code, PoplensReport *report, GCancellable *cancellable, GError **error)
{
  gconstpointer programs, vertices, exchanges;

  if (!poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_VERTICES, &vertices, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable, error))
    return FALSE;
  *code = (PoplensCodeParts){programs, vertices, exchanges};
  return TRUE;
}

/* @location: (nullable) */
static gboolean
ground_init (Ground *self, PoplensReport *report, const PoplensLocation *location,
             GCancellable *cancellable, GError **error)
{
  gconstpointer target;

  if (!(self->kinds = poplens_report_kinds (report, cancellable, error)) ||
      !(self->what = poplens_report_what_if (report, cancellable, error)) ||
      !(self->peaks = poplens_report_tile_peaks (report, cancellable, error)) ||
      !(self->variables = poplens_load_lowered (report, cancellable, error)) ||
      !(self->memory = poplens_report_load_memory (report, cancellable, error)) ||
      !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error) ||
      !load_code (&self->code, report, cancellable, error) ||
      !poplens_live_source_init (&self->source, report, location, cancellable, error))
    return FALSE;
  self->target = target;
  if (self->source.tiles)
    self->tiles = poplens_tile_set_copy (self->source.tiles);
  return TRUE;
}

static char *
choose_worst (Ground *self)
{
  guint32 row = poplens_memory_worst_tile (self->memory, self->peaks, NULL);

  if (row == G_MAXUINT32)
    return g_strdup ("no tile");
  PoplensTileRange range = {self->memory->tile[row], self->memory->tile[row]};
  g_clear_pointer (&self->tiles, poplens_tile_set_free);
  self->tiles = poplens_tile_set_new (&range, 1);
  return g_strdup_printf ("tile %u, the fullest", range.first);
}

/* Of one tile: whether the step is its own peak. */
static void
find_peak (const Ground *self, PoplensContentsScope *scope)
{
  for (guint i = 0; i < self->peaks->len; i++) {
    const PoplensTilePeak *peak = &g_array_index (self->peaks, PoplensTilePeak, i);
    if (poplens_tile_set_contains (self->tiles, peak->tile)) {
      scope->tile = peak->tile;
      if (scope->step == peak->step)
        scope->step = POPLENS_NO_STEP;
      scope->at = scope->step == POPLENS_NO_STEP ? peak->step : scope->step;
      return;
    }
  }
}

/* Live bytes at @step, and what they are about. (transfer full) */
static PoplensLiveGroups *
measure (Ground *self, guint32 step, PoplensContentsScope *scope)
{
  PoplensLiveGroups *groups =
      poplens_live_groups_new (poplens_what_if_get_bytes (self->what), self->source.liveness,
                               self->memory, self->peaks, self->tiles, step);

  scope->n_tiles = groups->n_tiles;
  scope->step = scope->at = step;
  scope->tile = G_MAXUINT32;
  scope->capacity = self->target ? self->target->bytes_per_tile : 0;
  scope->replicas = self->target ? self->target->num_replicas : 1;
  if (groups->n_tiles == 1)
    find_peak (self, scope);
  return groups;
}

/* ---- leaves ------------------------------------------------------------------------------------
 */

static PoplensContentsLeaf
leaf_new (const Ground *self, guint32 group)
{
  return poplens_contents_leaf (poplens_what_if_get_bytes (self->what), self->kinds,
                                self->variables, group);
}

/* Puts pieces in the place of code and state. */
static void
divide_code (const Ground *self, GArray *leaves, guint n_sides)
{
  g_autofree guint32 *positions = g_new (guint32, MAX (self->memory->n_tiles, 1));
  guint n = 0;

  for (guint32 row = 0; row < self->memory->n_tiles; row++)
    if (!self->tiles || poplens_tile_set_contains (self->tiles, self->memory->tile[row]))
      positions[n++] = row;
  poplens_code_pieces_divide (leaves, n_sides, &self->code, positions, n);
}

/* By group, then pieces of code: of sides of one report. */
static GArray *
list_leaves (const Ground *self, PoplensLiveGroups *const *sides, guint n_sides)
{
  GArray *leaves = g_array_new (FALSE, TRUE, sizeof (PoplensContentsLeaf));

  for (guint32 g = 0; g < self->kinds->n; g++) {
    PoplensContentsLeaf leaf = leaf_new (self, g);
    for (guint s = 0; s < n_sides; s++)
      poplens_contents_leaf_add (&leaf, sides[s], g, s);
    g_array_append_val (leaves, leaf);
  }
  divide_code (self, leaves, n_sides);
  return leaves;
}

/* By kind and name: of sides of two reports. @known: of char *, (transfer full), → index + 1 */
static void
add_named (GArray *leaves, GHashTable *known, const Ground *self, PoplensLiveGroups *groups,
           guint side)
{
  g_autoptr (GArray) own = list_leaves (self, &groups, 1);

  for (guint i = 0; i < own->len; i++) {
    PoplensContentsLeaf leaf = g_array_index (own, PoplensContentsLeaf, i);
    g_autofree char *key = g_strdup_printf ("%u %u %s", leaf.kind, leaf.is_piece, leaf.label);
    guint at = GPOINTER_TO_UINT (g_hash_table_lookup (known, key));
    gint64 live = leaf.live[0], always = leaf.always_live[0];
    if (!live)
      continue;
    if (!at) {
      leaf.live[0] = leaf.always_live[0] = 0;
      g_array_append_val (leaves, leaf);
      at = leaves->len;
      g_hash_table_insert (known, g_steal_pointer (&key), GUINT_TO_POINTER (at));
    }
    PoplensContentsLeaf *to = &g_array_index (leaves, PoplensContentsLeaf, at - 1);
    to->live[side] += live;
    to->always_live[side] += always;
  }
}

/* ---- answers -----------------------------------------------------------------------------------
 */

static gboolean
read_order (const PoplensLocation *location, PoplensContentsOrder *order, GError **error)
{
  const char *by = location ? poplens_location_get (location, "by") : NULL;

  *order = g_strcmp0 (by, "layer") ? POPLENS_CONTENTS_BY_KIND : POPLENS_CONTENTS_BY_LAYER;
  if (!by || !strcmp (by, "kind") || !strcmp (by, "layer"))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "invalid order \u201c%s\u201d; use kind or layer", by);
  return FALSE;
}

static void
build (PoplensContentsAnswer *answer, const GArray *leaves, PoplensLiveGroups *const *sides,
       guint n_sides, PoplensContentsOrder order)
{
  PoplensContentsSums sums[POPLENS_CONTENTS_SIDES];

  for (guint s = 0; s < n_sides; s++)
    sums[s] = sides[s]->sums;
  answer->contents = poplens_tile_contents_new ((const PoplensContentsLeaf *) (void *) leaves->data,
                                                leaves->len, sums, n_sides, order);
}

gboolean
poplens_report_contents (PoplensReport *report, const PoplensLocation *location,
                         PoplensContentsAnswer *answer, GCancellable *cancellable, GError **error)
{
  g_auto (Ground) ground = {0};
  g_autoptr (PoplensLiveGroups) first = NULL, second = NULL;
  g_autoptr (GArray) leaves = NULL;
  PoplensContentsOrder order;

  *answer = (PoplensContentsAnswer){0};
  if (!read_order (location, &order, error) ||
      !ground_init (&ground, report, location, cancellable, error))
    return FALSE;
  g_autofree char *scope =
      names_scope (location) ? g_strdup (ground.source.label) : choose_worst (&ground);
  const PoplensStepList *steps = &ground.source.steps;
  guint n_sides = steps->n > 1 ? 2 : 1;
  answer->n_steps = steps->n;
  first = measure (&ground, steps->n ? steps->step[0] : POPLENS_NO_STEP, &answer->of[0]);
  if (n_sides > 1)
    second = measure (&ground, steps->step[1], &answer->of[1]);
  for (guint s = 0; s < n_sides; s++)
    answer->of[s].scope = g_strdup (scope);
  PoplensLiveGroups *sides[] = {first, second};
  leaves = list_leaves (&ground, sides, n_sides);
  build (answer, leaves, sides, n_sides, order);
  return TRUE;
}

gboolean
poplens_reports_contents (PoplensReport *const reports[POPLENS_CONTENTS_SIDES],
                          const PoplensLocation *location, PoplensContentsAnswer *answer,
                          GCancellable *cancellable, GError **error)
{
  g_auto (Ground) before = {0}, after = {0};
  g_autoptr (PoplensLiveGroups) first = NULL, second = NULL;
  g_autoptr (GArray) leaves = g_array_new (FALSE, TRUE, sizeof (PoplensContentsLeaf));
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  PoplensContentsOrder order;
  Ground *grounds[] = {&before, &after};
  PoplensLiveGroups **groups[] = {&first, &second};

  *answer = (PoplensContentsAnswer){.n_steps = 1};
  if (!read_order (location, &order, error))
    return FALSE;
  for (guint s = 0; s < POPLENS_CONTENTS_SIDES; s++) {
    Ground *ground = grounds[s];
    if (!ground_init (ground, reports[s], location, cancellable, error))
      return FALSE;
    const PoplensStepList *steps = &ground->source.steps;
    answer->of[s].scope =
        names_scope (location) ? g_strdup (ground->source.label) : choose_worst (ground);
    *groups[s] = measure (ground, steps->n ? steps->step[0] : POPLENS_NO_STEP, &answer->of[s]);
    add_named (leaves, known, ground, *groups[s], s);
  }
  PoplensLiveGroups *sides[] = {first, second};
  build (answer, leaves, sides, POPLENS_CONTENTS_SIDES, order);
  return TRUE;
}

void
poplens_contents_answer_clear (PoplensContentsAnswer *self)
{
  g_clear_pointer (&self->contents, poplens_tile_contents_free);
  for (guint s = 0; s < POPLENS_CONTENTS_SIDES; s++)
    g_clear_pointer (&self->of[s].scope, g_free);
}
