#include "analysis/compare/compare-time.h"

#include "analysis/time/time-path.h"
#include "analysis/trace/name-parts.h"
#include "analysis/trace/step-names.h"

#include <math.h>
#include <string.h>

/* ---- waterfall ---------------------------------------------------------------------------------
 */

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

/* ---- one path ----------------------------------------------------------------------------------
 */

/* What one report's path spends on one thing. */
typedef struct {
  PoplensBound bound;
  char *subject;
  guint64 cycles, n, longest;
  guint32 row;      /* the longest */
  gboolean matched; /* a change has it */
} Item;

typedef struct {
  const PoplensTimeSide *side;
  PoplensStepNames *names;
  GHashTable *known; /* "5 subject": place in .items, plus one */
  guint16 *seen;     /* [rows] bits of bounds by which the row was counted */
  GArray *items;     /* Item */
} Path;

static void
item_clear (gpointer data)
{
  g_free (((Item *) data)->subject);
}

static gboolean
goes_by_operation (PoplensBound bound)
{
  return bound == POPLENS_BOUND_COMPUTE || bound == POPLENS_BOUND_EXCHANGE ||
         bound == POPLENS_BOUND_INTER_IPU;
}

/* (transfer full) */
static char *
subject_of (Path *self, const PoplensTimePathSegment *segment)
{
  const PoplensExecution *x = self->side->time->execution;

  if (segment->row == G_MAXUINT32)
    return g_strdup ("");
  guint32 step = x->row_step[segment->row];
  if (goes_by_operation (segment->bound))
    return poplens_name_operation_key (
        poplens_strings_get (self->names->strings, poplens_step_names_get (self->names, step)));
  if (segment->bound == POPLENS_BOUND_HOST_TRANSFER || segment->bound == POPLENS_BOUND_HOST_WAIT)
    return g_strdup (poplens_copy_name (self->side->programs, x->step_program[step]));
  return g_strdup ("");
}

static Item *
find_item (Path *self, const PoplensTimePathSegment *segment)
{
  g_autofree char *subject = subject_of (self, segment);
  g_autofree char *key = g_strdup_printf ("%u %s", segment->bound, subject);
  guint at = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, key));

  if (!at) {
    Item item = {
        .bound = segment->bound, .subject = g_steal_pointer (&subject), .row = G_MAXUINT32};
    g_array_append_val (self->items, item);
    at = self->items->len;
    g_hash_table_insert (self->known, g_steal_pointer (&key), GUINT_TO_POINTER (at));
  }
  return &g_array_index (self->items, Item, at - 1);
}

/* A row that the path leaves and comes back to is one occurrence. */
static gboolean
is_counted (Path *self, const PoplensTimePathSegment *segment)
{
  guint16 bit = (guint16) (1u << segment->bound);

  if (segment->row == G_MAXUINT32)
    return FALSE;
  gboolean counted = (self->seen[segment->row] & bit) != 0;
  self->seen[segment->row] |= bit;
  return counted;
}

static void
add_segment (Path *self, const PoplensTimePathSegment *segment)
{
  Item *item = find_item (self, segment);
  guint64 cycles = segment->to - segment->from;

  item->cycles += cycles;
  item->n += !is_counted (self, segment);
  if (cycles > item->longest) {
    item->longest = cycles;
    item->row = segment->row;
  }
}

/* (transfer full) GArray of Item */
static GArray *
list_items (const PoplensTimeSide *side)
{
  const PoplensExecution *x = side->time->execution;
  g_autoptr (GArray) path = poplens_time_path (side->time, side->from, side->to);
  g_autoptr (GArray) segments = poplens_time_path_segments (side->time, path);
  g_autoptr (PoplensStepNames) names = poplens_step_names_new (x, side->programs);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree guint16 *seen = g_new0 (guint16, MAX (x->n_rows, 1));
  Path self = {side, names, known, seen, g_array_new (FALSE, FALSE, sizeof (Item))};

  g_array_set_clear_func (self.items, item_clear);
  for (guint s = 0; s < segments->len; s++)
    add_segment (&self, &g_array_index (segments, PoplensTimePathSegment, s));
  return self.items;
}

/* ---- matching ----------------------------------------------------------------------------------
 */

/* "a/MatMul_*" of "a/MatMul_17". (transfer full) */
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

static guint
count_parts (const char *subject)
{
  guint n = *subject != '\0';

  for (; *subject; subject++)
    n += *subject == '/';
  return n;
}

/* Its first @depth parts, "a/b/…"; NULL where it has fewer. (transfer full) */
static char *
ancestor_of (const char *subject, guint depth)
{
  const char *end = subject;

  if (count_parts (subject) < depth)
    return NULL;
  for (guint d = 0; d < depth; d++)
    end = strchrnul (end + (d > 0), '/');
  return g_strdup_printf ("%.*s/…", (int) (end - subject), subject);
}

typedef struct {
  GArray *of[POPLENS_N_SIDES]; /* Item */
  GPtrArray *changes;
} Matching;

/* What an item is called where it is matched so; NULL: nothing. (transfer full) */
static char *
name_item (const Item *item, PoplensPathMatch match, guint depth)
{
  return match == POPLENS_MATCHED_ANCESTOR  ? ancestor_of (item->subject, depth)
         : match == POPLENS_MATCHED_PATTERN ? pattern_of (item->subject)
                                            : g_strdup (item->subject);
}

static void
add_item (PoplensPathChange *change, guint side, const Item *item, guint64 *longest)
{
  change->cycles[side] += item->cycles;
  change->n[side] += item->n;
  if (item->longest >= *longest) {
    *longest = item->longest;
    change->row[side] = item->row;
  }
}

/* Items of one name, as places in both lists. */
typedef struct {
  GArray *places[POPLENS_N_SIDES];
} Group;

static Group *
group_new (void)
{
  Group *self = g_new (Group, 1);

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    self->places[s] = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

static void
group_free (gpointer data)
{
  Group *self = data;

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_array_unref (self->places[s]);
  g_free (self);
}

static void
take_group (Matching *self, const Group *group, PoplensPathMatch match, const char *name)
{
  PoplensPathChange *change = g_new0 (PoplensPathChange, 1);

  change->match = match;
  change->subject = g_strdup (name);
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    guint64 longest = 0;
    change->row[s] = G_MAXUINT32;
    for (guint i = 0; i < group->places[s]->len; i++) {
      Item *item = &g_array_index (self->of[s], Item, g_array_index (group->places[s], guint, i));
      change->bound = item->bound;
      add_item (change, s, item, &longest);
      item->matched = TRUE;
    }
  }
  g_ptr_array_add (self->changes, change);
}

/* Makes changes of what has the same name in both reports; where @match is NOT, of all the rest. */
static void
match_by (Matching *self, PoplensPathMatch match, guint depth)
{
  g_autoptr (GHashTable) groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) order = g_ptr_array_new_with_free_func (group_free);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    for (guint i = 0; i < self->of[s]->len; i++) {
      const Item *item = &g_array_index (self->of[s], Item, i);
      g_autofree char *name = item->matched ? NULL : name_item (item, match, depth);
      if (!name)
        continue;
      char *key = g_strdup_printf ("%u %s", item->bound, name);
      Group *group = g_hash_table_lookup (groups, key);
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
    const Group *group = order->pdata[g];
    if (match == POPLENS_MATCHED_NOT || (group->places[0]->len && group->places[1]->len))
      take_group (self, group, match, names->pdata[g]);
  }
}

static guint
count_most_parts (const Matching *self)
{
  guint most = 0;

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    for (guint i = 0; i < self->of[s]->len; i++)
      most = MAX (most, count_parts (g_array_index (self->of[s], Item, i).subject));
  return most;
}

static void
change_free (gpointer data)
{
  g_free (((PoplensPathChange *) data)->subject);
  g_free (data);
}

GPtrArray *
poplens_compare_paths (const PoplensTimeSide of[POPLENS_N_SIDES])
{
  g_autoptr (GArray) first = list_items (&of[POPLENS_FIRST]);
  g_autoptr (GArray) second = list_items (&of[POPLENS_SECOND]);
  Matching self = {{first, second}, g_ptr_array_new_with_free_func (change_free)};

  match_by (&self, POPLENS_MATCHED_EXACT, 0);
  match_by (&self, POPLENS_MATCHED_PATTERN, 0);
  /* One part alone names a pass ("Fwd") or a framework, and no place in the model. */
  for (guint depth = count_most_parts (&self); depth > 1; depth--)
    match_by (&self, POPLENS_MATCHED_ANCESTOR, depth);
  match_by (&self, POPLENS_MATCHED_NOT, 0);
  return self.changes;
}

gboolean
poplens_path_change_parts (const PoplensPathChange *self, gint64 *counts, gint64 *speed)
{
  const guint64 *n = self->n, *cycles = self->cycles;

  if (self->match >= POPLENS_MATCHED_ANCESTOR)
    return FALSE;
  double more = (double) n[POPLENS_SECOND] - (double) n[POPLENS_FIRST];
  *counts = (gint64) round (more * (double) cycles[POPLENS_FIRST] / (double) n[POPLENS_FIRST]);
  *speed = (gint64) (cycles[POPLENS_SECOND] - cycles[POPLENS_FIRST]) - *counts;
  return TRUE;
}

const char *
poplens_path_match_key (PoplensPathMatch match)
{
  static const char *const keys[] = {"exact", "pattern", "ancestor", ""};

  return keys[match];
}
