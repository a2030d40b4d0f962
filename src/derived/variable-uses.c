/* Lists the lowered variables that program steps use, from their compute sets and exchanges. */
#include "derived/variable-uses.h"

#include "analysis/insights/insights.h"
#include "base/search.h"

gboolean
poplens_use_parts_load (PoplensUseParts *self, PoplensReport *report, GCancellable *cancellable,
                        GError **error)
{
  return (self->liveness = poplens_report_load_liveness (report, cancellable, error)) &&
         (self->programs = poplens_report_load_programs (report, cancellable, error)) &&
         (self->vertices = poplens_report_load_vertices (report, cancellable, error)) &&
         (self->exchanges = poplens_report_load_exchanges (report, cancellable, error));
}

typedef struct {
  const PoplensUseParts *parts;
  PoplensReport *report;
  const PoplensUseVisitor *visitor;
  GCancellable *cancellable;
  GHashTable *regions; /* id of a list of regions → GArray of guint64 items */
  GHashTable *sets;    /* compute set → GArray of guint64 items; filled as needed */
} UseWalk;

static void
use_walk_clear (UseWalk *self)
{
  g_hash_table_unref (self->regions);
  g_hash_table_unref (self->sets);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (UseWalk, use_walk_clear)

/* ---- items of regions and of compute sets ---------------------------------------------------- */

static GHashTable *
item_lists_new (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
}

static GArray *
find_or_add_list (GHashTable *lists, guint32 key)
{
  GArray *list = g_hash_table_lookup (lists, GUINT_TO_POINTER (key));

  if (!list) {
    list = g_array_new (FALSE, FALSE, sizeof (guint64));
    g_hash_table_insert (lists, GUINT_TO_POINTER (key), list);
  }
  return list;
}

/* Sorts the items, and keeps one of several items that are equal in the bits @alike. A variable can
 * have an item on each of thousands of tiles. */
static void
sort_items (GArray *list, guint64 alike)
{
  guint n = 0;

  g_array_sort (list, poplens_compare_u64);
  for (guint i = 0; i < list->len; i++) {
    guint64 item = g_array_index (list, guint64, i);
    if (!n || (g_array_index (list, guint64, n - 1) ^ item) & alike)
      g_array_index (list, guint64, n++) = item;
  }
  g_array_set_size (list, n);
}

/* Reads the variables of all memory regions into .regions. FALSE with @error. */
static gboolean
read_region_items (UseWalk *self, GError **error)
{
  const PoplensUseVisitor *visitor = self->visitor;
  GHashTableIter iter;
  gpointer list;

  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice = poplens_report_get_slice (
        self->report, POPLENS_SLICE_SCAN_REGIONS, key, self->cancellable, error);
    if (!slice)
      return FALSE;
    for (guint32 i = 0; i < slice->n; i++) {
      guint64 item =
          visitor->find (visitor->data, slice->regions[i].variable, POPLENS_VARIABLE_WRITTEN);
      if (item != POPLENS_NO_ITEM)
        g_array_append_val (find_or_add_list (self->regions, slice->regions[i].id), item);
    }
    key = slice->next;
  }
  g_hash_table_iter_init (&iter, self->regions);
  while (g_hash_table_iter_next (&iter, NULL, &list))
    sort_items (list, visitor->alike);
  return TRUE;
}

static const GArray *
get_compute_set_items (UseWalk *self, guint32 compute_set)
{
  const PoplensVertices *vertices = self->parts->vertices;
  const PoplensUseVisitor *visitor = self->visitor;
  GArray *list = g_hash_table_lookup (self->sets, GUINT_TO_POINTER (compute_set));
  guint32 row = poplens_vertices_find_compute_set (vertices, compute_set);

  if (list)
    return list;
  list = find_or_add_list (self->sets, compute_set);
  g_autoptr (GArray) ids =
      row == G_MAXUINT32 ? NULL : poplens_lists_values (vertices->compute_set_vars, row);
  for (guint i = 0; ids && i < ids->len; i++) {
    guint64 item =
        visitor->find (visitor->data, g_array_index (ids, guint64, i), POPLENS_VARIABLE_USED);
    if (item != POPLENS_NO_ITEM)
      g_array_append_val (list, item);
  }
  sort_items (list, visitor->alike);
  return list;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* A step, and the row of its program. */
typedef struct {
  guint32 step, program;
} UseStep;

static void
add_item_uses (const UseWalk *self, UseStep at, const GArray *list, PoplensVariableUseKind kind)
{
  for (guint i = 0; list && i < list->len; i++)
    self->visitor->add (self->visitor->data, at.step, at.program, g_array_index (list, guint64, i),
                        kind);
}

/* Adds the uses of the list of regions whose id is @regions[@row]. @regions: (nullable) */
static void
add_region_uses (const UseWalk *self, UseStep at, const guint32 *regions, guint32 row,
                 PoplensVariableUseKind kind)
{
  if (regions && regions[row] != POPLENS_NO_REGIONS)
    add_item_uses (self, at, g_hash_table_lookup (self->regions, GUINT_TO_POINTER (regions[row])),
                   kind);
}

static void
add_exchange_uses (const UseWalk *self, UseStep at, PoplensExchangeKind kind, guint32 id)
{
  const PoplensExchanges *x = self->parts->exchanges;
  guint32 row = poplens_exchanges_find (x, kind, id);

  if (row != G_MAXUINT32) {
    add_region_uses (self, at, x->tables[kind].source_regions, row, POPLENS_VARIABLE_READ);
    add_region_uses (self, at, x->tables[kind].destination_regions, row, POPLENS_VARIABLE_WRITTEN);
  }
  for (guint32 s = 0; kind == POPLENS_EXCHANGE_HOST && s < x->n_streams; s++)
    if (x->streams[s].mid_id == id)
      add_region_uses (self, at, &x->streams[s].regions, 0,
                       x->streams[s].to_host ? POPLENS_VARIABLE_READ : POPLENS_VARIABLE_WRITTEN);
}

static void
add_step_uses (UseWalk *self, guint32 step)
{
  const PoplensPrograms *programs = self->parts->programs;
  guint32 row = poplens_programs_find (programs, self->parts->liveness->program[step]);
  UseStep at = {step, row};

  if (row == POPLENS_NO_ROW)
    return;
  PoplensExchangeKind kind = poplens_program_exchange (programs, row);
  if (kind != POPLENS_N_EXCHANGE_KINDS)
    add_exchange_uses (self, at, kind, programs->variant_index[row]);
  if (programs->compute_set[row] != POPLENS_NO_ROW)
    add_item_uses (self, at, get_compute_set_items (self, programs->compute_set[row]),
                   POPLENS_VARIABLE_USED);
}

gboolean
poplens_variable_uses_visit (const PoplensUseParts *parts, PoplensReport *report,
                             const PoplensUseVisitor *visitor, GCancellable *cancellable,
                             GError **error)
{
  g_auto (UseWalk)
      self = {parts, report, visitor, cancellable, item_lists_new (), item_lists_new ()};

  if (!read_region_items (&self, error))
    return FALSE;
  for (guint32 s = 0; s < parts->liveness->n_steps; s++) {
    if (g_cancellable_set_error_if_cancelled (cancellable, error))
      return FALSE;
    add_step_uses (&self, s);
  }
  return TRUE;
}
