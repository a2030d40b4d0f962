/* Compares waterfalls, critical paths and findings on time of two reports. */
#include "analysis/compare/compare-time.h"

#include "analysis/trace/name-parts.h"

#include <math.h>
#include <string.h>

/* ---- waterfall ------------------------------------------------------------------------------- */

void
poplens_compare_bars (const PoplensTimeSide *side, gint64 bars[POPLENS_N_BARS])
{
  double cycles[POPLENS_N_BARS], up_to = 0;
  gint64 before = 0;

  poplens_time_waterfall (side->time, side->from, side->to, cycles);
  for (guint b = 0; b < POPLENS_N_BARS; b++) {
    gint64 now = (gint64) round (up_to += cycles[b]);
    bars[b] = now - before;
    before = now;
  }
}

/* ---- matching -------------------------------------------------------------------------------- */

/* Replaces every number by "*": "a/MatMul_17" becomes "a/MatMul_*". (transfer full) */
static char *
pattern_of (const char *subject)
{
  GString *pattern = g_string_new (NULL);

  for (const char *at = subject; *at;) {
    gsize digits = strspn (at, "0123456789");
    g_string_append_c (pattern, digits ? '*' : *at);
    at += MAX (digits, 1);
  }
  return g_string_free (pattern, FALSE);
}

/* Counts the parts of the path @subject, up to @most. @end: (out): end of the last counted part */
static guint
count_parts (const char *subject, guint most, const char **end)
{
  guint n = 0;

  for (*end = subject; n < most && **end; n++)
    *end += (n > 0) + poplens_name_part_length (*end + (n > 0), n);
  return n;
}

/* Returns the first @depth parts of the path @subject as "a/b/…". (transfer full) (nullable): NULL
 * if the path has fewer parts */
static char *
ancestor_of (const char *subject, guint depth)
{
  const char *end;

  if (count_parts (subject, depth, &end) < depth)
    return NULL;
  return g_strdup_printf ("%.*s/…", (int) (end - subject), subject);
}

typedef struct {
  const GArray *of[POPLENS_N_SIDES]; /* PoplensPathItem */
  guint *place[POPLENS_N_SIDES]; /* by item: index in .changes of the item's change; G_MAXUINT: not
                                    matched yet */
  GPtrArray *changes;
} Matching;

/* Returns the name under which an item is matched. (transfer full) (nullable): NULL if it has no
 * ancestor at @depth */
static char *
name_item (const PoplensPathItem *item, PoplensPathMatch match, guint depth)
{
  return match == POPLENS_MATCHED_ANCESTOR  ? ancestor_of (item->subject, depth)
         : match == POPLENS_MATCHED_PATTERN ? pattern_of (item->subject)
                                            : g_strdup (item->subject);
}

static void
add_item (PoplensPathChange *change, guint side, const PoplensPathItem *item, guint64 *longest)
{
  change->cycles[side] += item->cycles;
  change->n[side] += item->n;
  if (item->longest >= *longest) {
    *longest = item->longest;
    change->row[side] = item->row;
  }
}

/* Items with the same name, as indices in the lists of both reports. */
typedef struct {
  GArray *places[POPLENS_N_SIDES];
} NamesakeItems;

static NamesakeItems *
group_new (void)
{
  NamesakeItems *self = g_new (NamesakeItems, 1);

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    self->places[s] = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

static void
group_free (gpointer data)
{
  NamesakeItems *self = data;

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_array_unref (self->places[s]);
  g_free (self);
}

static void
take_group (Matching *self, const NamesakeItems *group, PoplensPathMatch match, const char *name)
{
  PoplensPathChange *change = g_new0 (PoplensPathChange, 1);

  change->match = match;
  change->subject = g_strdup (name);
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    guint64 longest = 0;
    change->row[s] = G_MAXUINT32;
    for (guint i = 0; i < group->places[s]->len; i++) {
      guint at = g_array_index (group->places[s], guint, i);
      const PoplensPathItem *item = &g_array_index (self->of[s], PoplensPathItem, at);
      change->bound = item->bound;
      add_item (change, s, item, &longest);
      self->place[s][at] = self->changes->len;
    }
  }
  g_ptr_array_add (self->changes, change);
}

/* Matches the remaining items by name, and adds a change for each name that both reports have.
 * POPLENS_MATCHED_NOT adds a change for every remaining name. */
static void
match_by (Matching *self, PoplensPathMatch match, guint depth)
{
  g_autoptr (GHashTable) groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) order = g_ptr_array_new_with_free_func (group_free);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    for (guint i = 0; i < self->of[s]->len; i++) {
      const PoplensPathItem *item = &g_array_index (self->of[s], PoplensPathItem, i);
      g_autofree char *name =
          self->place[s][i] != G_MAXUINT ? NULL : name_item (item, match, depth);
      if (!name)
        continue;
      char *key = g_strdup_printf ("%u %s", item->bound, name);
      NamesakeItems *group = g_hash_table_lookup (groups, key);
      if (!group) {
        group = group_new ();
        g_ptr_array_add (order, group);
        g_ptr_array_add (names, g_steal_pointer (&name));
        g_hash_table_insert (groups, g_strdup (key), group);
      }
      g_free (key);
      g_array_append_val (group->places[s], i);
    }
  for (guint g = 0; g < order->len; g++) {
    const NamesakeItems *group = order->pdata[g];
    if (match == POPLENS_MATCHED_NOT || (group->places[0]->len && group->places[1]->len))
      take_group (self, group, match, names->pdata[g]);
  }
}

static guint
count_most_parts (const Matching *self)
{
  const char *end;
  guint most = 0;

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    for (guint i = 0; i < self->of[s]->len; i++)
      most = MAX (most, count_parts (g_array_index (self->of[s], PoplensPathItem, i).subject,
                                     POPLENS_NAME_MOST_PARTS, &end));
  return most;
}

static void
change_free (gpointer data)
{
  g_free (((PoplensPathChange *) data)->subject);
  g_free (data);
}

GPtrArray *
poplens_compare_path_items_to (const GArray *const of[POPLENS_N_SIDES],
                               guint *const places[POPLENS_N_SIDES])
{
  Matching self = {{of[POPLENS_FIRST], of[POPLENS_SECOND]},
                   {places[POPLENS_FIRST], places[POPLENS_SECOND]},
                   g_ptr_array_new_with_free_func (change_free)};

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    for (guint i = 0; i < of[s]->len; i++)
      places[s][i] = G_MAXUINT;
  match_by (&self, POPLENS_MATCHED_EXACT, 0);
  match_by (&self, POPLENS_MATCHED_PATTERN, 0);
  /* Stop at two parts: a single part names a pass ("Fwd") or a framework, not a layer of the model.
   */
  for (guint depth = count_most_parts (&self); depth > 1; depth--)
    match_by (&self, POPLENS_MATCHED_ANCESTOR, depth);
  match_by (&self, POPLENS_MATCHED_NOT, 0);
  return self.changes;
}

GPtrArray *
poplens_compare_path_items (const GArray *const of[POPLENS_N_SIDES])
{
  g_autofree guint *first = g_new (guint, MAX (of[POPLENS_FIRST]->len, 1));
  g_autofree guint *second = g_new (guint, MAX (of[POPLENS_SECOND]->len, 1));

  return poplens_compare_path_items_to (of, (guint *const[]){first, second});
}

GPtrArray *
poplens_compare_paths (const PoplensTimeSide of[POPLENS_N_SIDES])
{
  g_autoptr (GArray) first = poplens_path_items_new (&of[POPLENS_FIRST]);
  g_autoptr (GArray) second = poplens_path_items_new (&of[POPLENS_SECOND]);

  return poplens_compare_path_items ((const GArray *const[]){first, second});
}

gint64
poplens_path_change (const PoplensPathChange *self)
{
  return (gint64) self->cycles[POPLENS_SECOND] - (gint64) self->cycles[POPLENS_FIRST];
}

void
poplens_path_change_parts (const PoplensPathChange *self, gint64 *counts, gint64 *speed)
{
  const guint64 *n = self->n, *cycles = self->cycles;
  double more = (double) n[POPLENS_SECOND] - (double) n[POPLENS_FIRST];

  *counts =
      self->match >= POPLENS_MATCHED_ANCESTOR
          ? poplens_path_change (self)
          : (gint64) round (more * (double) cycles[POPLENS_FIRST] / (double) n[POPLENS_FIRST]);
  *speed = poplens_path_change (self) - *counts;
}

const char *
poplens_path_match_key (PoplensPathMatch match)
{
  static const char *const keys[] = {"exact", "pattern", "ancestor", ""};

  return keys[match];
}

/* ---- findings -------------------------------------------------------------------------------- */

static void
finding_change_free (gpointer data)
{
  g_free (((PoplensFindingChange *) data)->subject);
  g_free (data);
}

/* TRUE if the finding is about time in which all tiles wait for each other. A report lists such
 * time as idle tiles or as load imbalance. */
static gboolean
is_of_all_tiles (PoplensTimeKind kind, const char *subject)
{
  return !*subject && (kind == POPLENS_TIME_OWN_TILES || kind == POPLENS_TIME_FEW_TILES ||
                       kind == POPLENS_TIME_UNEQUAL_LOAD);
}

/* Returns the kind by which @finding is matched with the findings of @other. If the reports list
 * the waiting of all tiles under different kinds, returns POPLENS_TIME_OWN_TILES for both. */
static PoplensTimeKind
kind_in_both (const PoplensTimeFinding *finding, const PoplensTimeFindings *other)
{
  double cycles;

  return is_of_all_tiles (finding->kind, finding->subject) &&
                 !poplens_time_findings_look_up (other, finding->kind, "", &cycles)
             ? POPLENS_TIME_OWN_TILES
             : finding->kind;
}

static gboolean
is_told (const PoplensTimeFinding *finding)
{
  return finding && finding->state == POPLENS_CHECK_FOUND;
}

/* Returns @subject. If the reports list the finding with different subjects, returns "FIRST →
 * SECOND". (transfer full) */
static char *
name_subject (const PoplensFindingChange *self, const char *subject)
{
  const PoplensTimeFinding *first = self->of[POPLENS_FIRST], *second = self->of[POPLENS_SECOND];

  if (!is_told (first) || !is_told (second) || g_str_equal (first->subject, second->subject))
    return g_strdup (subject);
  return g_strdup_printf ("%s → %s", first->subject, second->subject);
}

static void
add_change (GPtrArray *changes, GHashTable *known, const PoplensTimeFinding *finding,
            const PoplensTimeFindings *const of[POPLENS_N_SIDES], guint side)
{
  PoplensTimeKind kind = kind_in_both (finding, of[!side]);
  const char *subject = finding->subject;
  char *key = g_strdup_printf ("%u %s", kind, poplens_time_kind_is_single (kind) ? "" : subject);

  if (!g_hash_table_add (known, key))
    return;
  PoplensFindingChange *change = g_new0 (PoplensFindingChange, 1);
  change->kind = kind;
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    change->of[s] = poplens_time_findings_look_up (of[s], kind, subject, &change->cycles[s]);
  change->subject = name_subject (change, subject);
  g_ptr_array_add (changes, change);
}

GPtrArray *
poplens_compare_time_findings (const PoplensTimeFindings *const of[POPLENS_N_SIDES])
{
  GPtrArray *changes = g_ptr_array_new_with_free_func (finding_change_free);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    const GPtrArray *lists[] = {of[s]->facts, of[s]->findings};
    for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
      for (guint i = 0; i < lists[l]->len; i++)
        add_change (changes, known, g_ptr_array_index (lists[l], i), of, s);
  }
  return changes;
}

/* ---- outcome --------------------------------------------------------------------------------- */

gint64
poplens_finding_change_cycles (const PoplensFindingChange *self, PoplensSide side)
{
  return isnan (self->cycles[side]) ? 0 : (gint64) floor (self->cycles[side] + 0.5);
}

/* TRUE if the finding of @side is below the thresholds of both reports. The thresholds differ, as a
 * threshold rises with the variation between iterations. */
static gboolean
is_below (const PoplensFindingChange *self, PoplensSide side)
{
  const PoplensTimeFinding *one = self->of[side], *other = self->of[!side];

  return one && one->state == POPLENS_CHECK_BELOW && (!other || one->share < other->least);
}

const char *
poplens_finding_change_became (const PoplensFindingChange *self)
{
  gint64 before = poplens_finding_change_cycles (self, POPLENS_FIRST);
  gint64 after = poplens_finding_change_cycles (self, POPLENS_SECOND);

  if (isnan (self->cycles[POPLENS_FIRST]) || isnan (self->cycles[POPLENS_SECOND]))
    return isnan (self->cycles[POPLENS_FIRST]) ? "not checked before" : "not checked after";
  if (before == after)
    return "as before";
  if (poplens_time_kind_is_fact (self->kind))
    return after > before ? "more" : "less";
  if (!before || !after)
    return after ? "new" : "gone";
  if (is_below (self, POPLENS_SECOND))
    return "now below threshold";
  if (is_below (self, POPLENS_FIRST))
    return "now above threshold";
  return after > before ? "worse" : "better";
}
