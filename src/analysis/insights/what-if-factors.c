/* Finds which groups of variables each change matches. Combines the changes that apply to a tile
 * into one factor for each pair of group and class. */
#include "analysis/insights/moves.h"
#include "analysis/insights/what-if-private.h"

#include <string.h>

/* ---- spread ---------------------------------------------------------------------------------- */

guint32
poplens_what_if_ipu_of (const PoplensWhatIf *self, guint32 tile)
{
  return self->tiles_per_ipu ? tile / self->tiles_per_ipu : 0;
}

/* Counts the tiles on an IPU by their contents (PoplensTilesAlike). Counts only tiles that the
 * report lists. @n_tiles: (out): number of listed tiles. (transfer full): [n_kinds] */
static guint32 *
count_kinds (const PoplensWhatIf *self, guint32 ipu, guint32 *n_tiles)
{
  guint32 *n = g_new0 (guint32, MAX (self->alike->n_kinds, 1));

  *n_tiles = 0;
  for (guint32 i = 0; i < self->memory->n_tiles; i++) {
    guint32 tile = self->memory->tile[i];
    if (poplens_what_if_ipu_of (self, tile) != ipu)
      continue;
    ++*n_tiles;
    if (tile < self->alike->n_tiles)
      n[self->alike->of_tile[tile]]++;
  }
  return n;
}

static void
add_kind (const PoplensTilesAlike *alike, guint32 kind, guint64 n, const guint8 *hit, guint64 *sum)
{
  for (guint32 e = alike->first[kind]; n && e < alike->first[kind + 1]; e++) {
    const PoplensPairBytes *entry = &alike->entries[e];
    if (hit[alike->pairs[entry->pair].group])
      sum[entry->pair] += n * entry->bytes;
  }
}

void
poplens_what_if_spread (const PoplensWhatIf *self, const guint8 *hit, guint32 ipu, GArray *out)
{
  const PoplensTilesAlike *alike = self->alike;
  g_autofree guint64 *sum = g_new0 (guint64, MAX (alike->n_pairs, 1));
  guint32 n_tiles;
  g_autofree guint32 *n = count_kinds (self, ipu, &n_tiles);

  for (guint32 k = 0; k < alike->n_kinds; k++)
    add_kind (alike, k, n[k], hit, sum);
  for (guint32 p = 0; n_tiles && p < alike->n_pairs; p++) {
    PoplensPairBytes even = {p, (guint32) ((sum[p] + n_tiles - 1) / n_tiles)};
    if (hit[alike->pairs[p].group])
      g_array_append_val (out, even);
  }
}

/* ---- matches --------------------------------------------------------------------------------- */

__extension__ typedef __int128 Wide;

/* Filter of a change: name and category, prepared for comparisons. */
typedef struct {
  char *name; /* (nullable): case-folded name to search for; NULL: any name */
  GPatternSpec *glob;
  int category; /* row of the category; −1: any category; −2: no such category */
} Filter;

static void
filter_clear (Filter *self)
{
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->glob, g_pattern_spec_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Filter, filter_clear)

static void
filter_init (Filter *self, const PoplensWhatIf *what, const PoplensChange *change)
{
  const PoplensVariables *v = what->variables;

  self->category = change->category ? -2 : -1;
  for (guint32 c = 0; change->category && c < v->n_categories; c++)
    if (!strcmp (poplens_strings_get (v->strings, v->category_name[c]), change->category))
      self->category = (int) c;
  if (!change->name)
    return;
  self->name = g_utf8_casefold (change->name, -1);
  if (strpbrk (self->name, "*?"))
    self->glob = g_pattern_spec_new (self->name);
}

static gboolean
filter_matches (const Filter *self, const PoplensWhatIf *what, guint32 group)
{
  const char *name = what->folded[group];

  if (self->category != -1 && what->bytes->groups[group].category != self->category)
    return FALSE;
  if (!self->name)
    return TRUE;
  return self->glob ? g_pattern_spec_match_string (self->glob, name)
                    : strstr (name, self->name) != NULL;
}

/* Deselects in @out all groups of variables that are not of the kind @purpose. Deselects all groups
 * if the kinds are unknown. */
static void
keep_purpose (const char *purpose, const PoplensMoves *moves, guint8 *out, guint32 n)
{
  const PoplensKinds *kinds = moves ? poplens_moves_get_kinds (moves) : NULL;

  for (guint32 g = 0; g < n; g++)
    out[g] = out[g] && kinds && !strcmp (poplens_kind_key (kinds->kind[g]), purpose);
}

/* TRUE if the name in the change is the whole name of the variable of the group. */
static gboolean
names_group (const PoplensChange *change, const PoplensByteGroup *group)
{
  return (change->kind == POPLENS_CHANGE_SPREAD ||
          change->kind == POPLENS_CHANGE_VARIABLE_OFF_CHIP) &&
         !g_strcmp0 (change->name, group->name);
}

guint8 *
poplens_what_if_matches (const PoplensWhatIf *self, const PoplensChange *change,
                         const PoplensWhatIfFacts *facts)
{
  g_auto (Filter) filter = {0};
  guint32 n = self->bytes->n_groups;
  guint8 *out = g_new0 (guint8, MAX (n, 1));

  filter_init (&filter, self, change);
  for (guint32 g = 0; g < n; g++)
    out[g] = change->kind == POPLENS_CHANGE_WITHOUT_INSTRUMENTATION
                 ? self->bytes->groups[g].instrumentation >= 0
             : change->kind == POPLENS_CHANGE_HALVE_FLOATS
                 ? facts && facts->halves && facts->halves[g]
             : change->kind == POPLENS_CHANGE_SCALE ? filter_matches (&filter, self, g)
                                                    : names_group (change, &self->bytes->groups[g]);
  if (change->purpose)
    keep_purpose (change->purpose, facts ? facts->moves : NULL, out, n);
  return out;
}

guint64 *
poplens_what_if_group_bytes (const PoplensTileBytes *bytes, const PoplensTileSet *a,
                             const PoplensTileSet *b)
{
  guint64 *sums = g_new0 (guint64, MAX (bytes->n_groups, 1));

  for (guint32 t = 0; t < bytes->n_tiles; t++) {
    if ((a && !poplens_tile_set_contains (a, t)) || (b && !poplens_tile_set_contains (b, t)))
      continue;
    for (guint32 e = bytes->first[t]; e < bytes->first[t + 1]; e++)
      sums[bytes->entries[e].group] += bytes->entries[e].bytes;
  }
  return sums;
}

/* Counts distinct variables: several groups can be parts of one variable. Groups of unknown
 * variables are counted by name. */
PoplensWhatIfMatched
poplens_what_if_count_matched (const PoplensWhatIf *self, const PoplensChange *change,
                               const PoplensWhatIfFacts *facts, const PoplensTileSet *tiles)
{
  const PoplensTileBytes *bytes = self->bytes;
  g_autofree guint8 *hit = poplens_what_if_matches (self, change, facts);
  g_autofree guint64 *sums = poplens_what_if_group_bytes (bytes, change->tiles, tiles);
  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  PoplensWhatIfMatched matched = {0};

  for (guint32 g = 0; g < bytes->n_groups; g++) {
    const PoplensByteGroup *group = &bytes->groups[g];
    if (!hit[g] || !sums[g])
      continue;
    matched.bytes += sums[g];
    if (group->unlowered != G_MAXUINT32)
      g_hash_table_add (ids, GUINT_TO_POINTER (group->unlowered));
    else
      g_hash_table_add (names, group->name ? group->name : (char *) "");
  }
  matched.variables = g_hash_table_size (ids) + g_hash_table_size (names);
  return matched;
}

/* ---- factors --------------------------------------------------------------------------------- */

static void
factors_free (gpointer data)
{
  PoplensWhatIfFactors *self = data;

  g_free (self->fixed);
  g_free (self->all);
  g_free (self->matched);
  g_clear_pointer (&self->spread, g_array_unref);
  g_free (self->is_spread);
  g_free (self->outcome);
  g_free (self);
}

static gint64
times (gint64 a, gint64 b)
{
  return (gint64) (((Wide) a * b + POPLENS_FACTOR_ONE / 2) / POPLENS_FACTOR_ONE);
}

static guint
set_hash (gconstpointer data)
{
  const PoplensWhatIfSet *set = data;

  return g_int64_hash (&set->changes) ^ set->ipu;
}

static gboolean
set_equal (gconstpointer a, gconstpointer b)
{
  const PoplensWhatIfSet *x = a, *y = b;

  return x->changes == y->changes && x->ipu == y->ipu;
}

void
poplens_what_if_plan_clear (PoplensWhatIfPlan *self)
{
  g_clear_pointer (&self->matches, g_ptr_array_unref);
  g_clear_pointer (&self->known, g_hash_table_unref);
  if (self->lives != self->facts.lives)
    poplens_what_if_lives_free (self->lives);
  self->lives = NULL;
}

void
poplens_what_if_plan_init (PoplensWhatIfPlan *self, const PoplensWhatIf *what,
                           const GPtrArray *changes, const PoplensWhatIfFacts *facts,
                           PoplensEstimate estimate)
{
  *self = (PoplensWhatIfPlan){.what = what, .changes = changes, .estimate = estimate};
  if (facts)
    self->facts = *facts;
  self->lives = self->facts.lives ? self->facts.lives : poplens_what_if_lives_new ();
  self->matches = g_ptr_array_new_with_free_func (g_free);
  self->known = g_hash_table_new_full (set_hash, set_equal, g_free, factors_free);
  for (guint c = 0; c < changes->len; c++)
    g_ptr_array_add (self->matches, poplens_what_if_matches (what, changes->pdata[c], facts));
}

/* ---- changes of sizes ------------------------------------------------------------------------ */

static void
scale (const PoplensWhatIfPlan *plan, guint c, PoplensWhatIfFactors *factors)
{
  const PoplensChange *change = g_ptr_array_index (plan->changes, c);
  const guint8 *hit = g_ptr_array_index (plan->matches, c);
  const PoplensTilesAlike *alike = plan->what->alike;
  gint64 by = change->kind == POPLENS_CHANGE_SCALE          ? change->factor
              : change->kind == POPLENS_CHANGE_HALVE_FLOATS ? POPLENS_FACTOR_ONE / 2
                                                            : 0;

  for (guint32 p = 0; p < alike->n_pairs; p++) {
    if (!hit[alike->pairs[p].group])
      continue;
    factors->all[p] = times (factors->all[p], by);
    if (change->kind == POPLENS_CHANGE_SCALE)
      factors->matched[p] = TRUE;
    else
      factors->fixed[p] = times (factors->fixed[p], by);
  }
}

static void
resize (const PoplensWhatIfPlan *plan, const PoplensChange *change, PoplensWhatIfFactors *factors)
{
  g_autofree gint64 *by =
      poplens_what_if_size_factors (plan->what, change, plan->facts.moves, plan->estimate);

  for (guint32 p = 0; by && p < plan->what->alike->n_pairs; p++) {
    factors->all[p] = times (factors->all[p], by[p]);
    factors->fixed[p] = times (factors->fixed[p], by[p]);
  }
}

static void
spread_pairs (const PoplensWhatIfPlan *plan, guint c, guint32 ipu, PoplensWhatIfFactors *factors)
{
  if (plan->estimate == POPLENS_ESTIMATE_PESSIMISTIC)
    return;
  if (!factors->spread) {
    factors->spread = g_array_new (FALSE, FALSE, sizeof (PoplensPairBytes));
    factors->is_spread = g_new0 (guint8, MAX (plan->what->alike->n_pairs, 1));
  }
  poplens_what_if_spread (plan->what, g_ptr_array_index (plan->matches, c), ipu, factors->spread);
  for (guint i = 0; i < factors->spread->len; i++)
    factors->is_spread[g_array_index (factors->spread, PoplensPairBytes, i).pair] = TRUE;
}

static void
change_sizes (const PoplensWhatIfPlan *plan, guint c, guint32 ipu, PoplensWhatIfFactors *factors)
{
  const PoplensChange *change = g_ptr_array_index (plan->changes, c);

  switch (change->kind) {
  case POPLENS_CHANGE_SCALE:
  case POPLENS_CHANGE_HALVE_FLOATS:
  case POPLENS_CHANGE_WITHOUT_INSTRUMENTATION:
    scale (plan, c, factors);
    break;
  case POPLENS_CHANGE_SPREAD:
    spread_pairs (plan, c, ipu, factors);
    break;
  default:
    resize (plan, change, factors);
    break;
  }
}

/* ---- changes of lifetimes -------------------------------------------------------------------- */

/* Returns the lifetime changes (bit set of PoplensMove) that are part of @changes. @changes: bit
 * set of indices in plan->changes */
static guint
find_moves (const PoplensWhatIfPlan *plan, guint64 changes)
{
  guint set = 0;

  for (guint c = 0; c < plan->changes->len; c++) {
    PoplensChangeKind kind = ((const PoplensChange *) plan->changes->pdata[c])->kind;
    if (changes >> MIN (c, 63) & 1)
      set |= kind == POPLENS_CHANGE_OPTIMISER_OFF_CHIP      ? 1u << POPLENS_MOVE_OPTIMISER
             : kind == POPLENS_CHANGE_ACCUMULATORS_OFF_CHIP ? 1u << POPLENS_MOVE_ACCUMULATORS
             : kind == POPLENS_CHANGE_RECOMPUTE             ? 1u << POPLENS_MOVE_RECOMPUTE
             : kind == POPLENS_CHANGE_MICRO_BATCH           ? 1u << POPLENS_MOVE_ADD_UP
                                                            : 0;
  }
  return set;
}

/* ---- factors of a set ------------------------------------------------------------------------ */

static PoplensWhatIfFactors *
factors_new (const PoplensWhatIfPlan *plan, const PoplensWhatIfSet *set)
{
  const PoplensTilesAlike *alike = plan->what->alike;
  guint32 n = MAX (alike->n_pairs, 1);
  PoplensWhatIfFactors *self = g_new0 (PoplensWhatIfFactors, 1);

  self->fixed = g_new (gint64, n);
  self->all = g_new (gint64, n);
  self->matched = g_new0 (guint8, n);
  self->outcome = g_new0 (PoplensWhatIfOutcome, MAX (alike->n_kinds, 1));
  for (guint32 p = 0; p < alike->n_pairs; p++)
    self->fixed[p] = self->all[p] = POPLENS_FACTOR_ONE;
  for (guint c = 0; c < plan->changes->len; c++)
    if (set->changes >> MIN (c, 63) & 1)
      change_sizes (plan, c, set->ipu, self);
  self->life = poplens_what_if_lives_get (plan->lives, plan->what, plan->facts.moves,
                                          find_moves (plan, set->changes), plan->estimate);
  return self;
}

static PoplensWhatIfSet
set_of_tile (const PoplensWhatIfPlan *plan, guint32 tile)
{
  PoplensWhatIfSet set = {0};

  for (guint c = 0; c < plan->changes->len; c++) {
    const PoplensChange *change = g_ptr_array_index (plan->changes, c);
    if (!change->tiles || poplens_tile_set_contains (change->tiles, tile))
      set.changes |= (guint64) 1 << MIN (c, 63);
    if (change->kind == POPLENS_CHANGE_SPREAD)
      set.ipu = poplens_what_if_ipu_of (plan->what, tile);
  }
  return set;
}

PoplensWhatIfFactors *
poplens_what_if_plan_of_tile (PoplensWhatIfPlan *plan, guint32 tile)
{
  PoplensWhatIfSet set = set_of_tile (plan, tile);
  PoplensWhatIfFactors *factors;

  if (plan->last && set_equal (&plan->last_set, &set))
    return plan->last;
  factors = g_hash_table_lookup (plan->known, &set);
  if (!factors)
    g_hash_table_insert (plan->known, g_memdup2 (&set, sizeof set),
                         factors = factors_new (plan, &set));
  plan->last_set = set;
  return plan->last = factors;
}
