#include "analysis/time/path-items.h"

#include "analysis/time/time-path.h"
#include "analysis/trace/name-parts.h"
#include "analysis/trace/step-names.h"

typedef struct {
  const PoplensTimeSide *side;
  PoplensStepNames *names;
  GHashTable *known;       /* "5 subject": place in .items, plus one … */
  GHashTable *seen_before; /* … and the same by what tells the subject of a segment */
  guint16 *seen;           /* [rows] bits of bounds by which the row was counted */
  GArray *items;           /* PoplensPathItem */
} Path;

static void
item_clear (gpointer data)
{
  g_free (((PoplensPathItem *) data)->subject);
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

/* What tells the subject of a segment, without making it: the step's program or, where that has no
 * name, its type and sync. */
static gpointer
key_of (const Path *self, const PoplensTimePathSegment *segment)
{
  const PoplensExecution *x = self->side->time->execution;
  gsize id = 0;

  if (segment->row != G_MAXUINT32) {
    guint32 step = x->row_step[segment->row];
    id = 1 + ((gsize) x->step_type[step] << 40 | (gsize) x->step_sync[step] << 32 |
              x->step_program[step]);
  }
  return GSIZE_TO_POINTER (id << 4 | segment->bound);
}

static PoplensPathItem *
find_item (Path *self, const PoplensTimePathSegment *segment)
{
  gpointer short_key = key_of (self, segment);
  guint before = GPOINTER_TO_UINT (g_hash_table_lookup (self->seen_before, short_key));

  if (before)
    return &g_array_index (self->items, PoplensPathItem, before - 1);
  g_autofree char *subject = subject_of (self, segment);
  g_autofree char *key = g_strdup_printf ("%u %s", segment->bound, subject);
  guint at = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, key));

  if (!at) {
    PoplensPathItem item = {
        .bound = segment->bound, .subject = g_steal_pointer (&subject), .row = G_MAXUINT32};
    g_array_append_val (self->items, item);
    at = self->items->len;
    g_hash_table_insert (self->known, g_steal_pointer (&key), GUINT_TO_POINTER (at));
  }
  g_hash_table_insert (self->seen_before, short_key, GUINT_TO_POINTER (at));
  return &g_array_index (self->items, PoplensPathItem, at - 1);
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
  PoplensPathItem *item = find_item (self, segment);
  guint64 cycles = segment->to - segment->from;

  item->cycles += cycles;
  item->n += !is_counted (self, segment);
  if (cycles > item->longest) {
    item->longest = cycles;
    item->row = segment->row;
  }
}

GArray *
poplens_path_items_new (const PoplensTimeSide *side)
{
  const PoplensExecution *x = side->time->execution;
  g_autoptr (GArray) path = poplens_time_path (side->time, side->from, side->to);
  g_autoptr (GArray) segments = poplens_time_path_segments (side->time, path);
  g_autoptr (PoplensStepNames) names = poplens_step_names_new (x, side->programs);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree guint16 *seen = g_new0 (guint16, MAX (x->n_rows, 1));
  GArray *items = g_array_new (FALSE, FALSE, sizeof (PoplensPathItem));
  g_autoptr (GHashTable) seen_before = g_hash_table_new (NULL, NULL);
  Path self = {side, names, known, seen_before, seen, items};

  g_array_set_clear_func (items, item_clear);
  for (guint s = 0; s < segments->len; s++)
    add_segment (&self, &g_array_index (segments, PoplensTimePathSegment, s));
  return items;
}

char *
poplens_path_title (PoplensBound bound, const char *subject)
{
  const char *class = poplens_bound_title (bound);

  return *subject ? g_strdup_printf ("%s (%s)", subject, class) : g_strdup (class);
}
