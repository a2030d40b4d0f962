#include "charts/treemap/treemap-private.h"

#include <string.h>

/* Names of a path that are joined, from its end: more are not read. */
#define MOST_NAMES 12
#define PARTS_SAID 3

PoplensTreemapData *
poplens_treemap_data_new (void)
{
  return g_new0 (PoplensTreemapData, 1);
}

void
poplens_treemap_data_free (PoplensTreemapData *self)
{
  if (!self)
    return;
  g_free (self->parent);
  g_free (self->own);
  g_free (self->total);
  g_free (self->series);
  g_free (self->first);
  g_free (self->order);
  g_free (self->deepest);
  g_free (self);
}

/* ---- building -------------------------------------------------------------------------------- */

/* Children come after their parents, so that one walk from the end adds all of them up. */
static void
add_up (PoplensTreemapData *self, guint32 n)
{
  self->total = g_memdup2 (self->own, n * sizeof (guint64));
  for (guint32 i = n; i-- > 1;) {
    guint64 *total = &self->total[self->parent[i]];
    if (!g_uint64_checked_add (total, *total, self->total[i]))
      *total = G_MAXUINT64;
  }
}

static int
compare_totals (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint64 *total = data;
  guint32 i = *(const guint32 *) a, k = *(const guint32 *) b;

  if (total[i] != total[k])
    return total[i] < total[k] ? 1 : -1;
  return i < k ? -1 : i > k;
}

static void
sort_children (PoplensTreemapData *self, guint32 n)
{
  g_autofree guint32 *next = g_new (guint32, n);

  self->first = g_new0 (guint32, n + 1);
  self->order = g_new (guint32, n);
  for (guint32 i = 1; i < n; i++)
    self->first[self->parent[i] + 1]++;
  for (guint32 i = 0; i < n; i++)
    self->first[i + 1] += self->first[i];
  memcpy (next, self->first, n * sizeof (guint32));
  for (guint32 i = 1; i < n; i++)
    self->order[next[self->parent[i]]++] = i;
  for (guint32 i = 0; i < n; i++) {
    guint32 count = self->first[i + 1] - self->first[i];
    if (count > 1)
      g_qsort_with_data (&self->order[self->first[i]], (gint) count, sizeof (guint32),
                         compare_totals, self->total);
  }
}

guint32
poplens_treemap_count_children (const PoplensTreemapData *self, guint32 node)
{
  guint32 low = self->first[node], high = self->first[node + 1];

  while (low < high) {
    guint32 middle = low + (high - low) / 2;
    if (self->total[self->order[middle]])
      low = middle + 1;
    else
      high = middle;
  }
  return low - self->first[node];
}

static void
find_deepest (PoplensTreemapData *self, guint32 n)
{
  self->deepest = g_new (guint32, n);
  for (guint32 i = n; i-- > 0;)
    self->deepest[i] = !self->own[i] && poplens_treemap_count_children (self, i) == 1
                           ? self->deepest[poplens_treemap_child (self, i, 0)]
                           : i;
}

void
poplens_chart_set_treemap (PoplensChart *self, guint32 *parent, guint64 *own, guint8 *series)
{
  guint32 n = (guint32) self->n_items;

  g_return_if_fail (self->treemap && !self->treemap->parent && self->n_items < G_MAXINT32);
  self->treemap->parent = parent;
  self->treemap->own = own;
  self->treemap->series = series;
  if (!n)
    return;
  parent[0] = POPLENS_TREEMAP_NONE;
  for (guint32 i = 1; i < n; i++)
    if (parent[i] >= i)
      parent[i] = 0;
  add_up (self->treemap, n);
  sort_children (self->treemap, n);
  find_deepest (self->treemap, n);
}

/* ---- asking ---------------------------------------------------------------------------------- */

static gboolean
has_node (const PoplensChart *self, gsize item)
{
  return self->treemap && self->treemap->total && item < self->n_items;
}

guint32
poplens_chart_get_treemap_parent (const PoplensChart *self, gsize item)
{
  return has_node (self, item) ? self->treemap->parent[item] : POPLENS_TREEMAP_NONE;
}

guint64
poplens_chart_get_treemap_total (const PoplensChart *self, gsize item)
{
  return has_node (self, item) ? self->treemap->total[item] : 0;
}

gboolean
poplens_chart_is_treemap_group (const PoplensChart *self, gsize item)
{
  return has_node (self, item) && poplens_treemap_count_children (self->treemap, (guint32) item);
}

gsize
poplens_chart_get_treemap_drill (const PoplensChart *self, gsize root, gsize item)
{
  if (!has_node (self, item))
    return root;
  item = self->treemap->deepest[item];
  return poplens_chart_is_treemap_group (self, item) ? item
                                                     : poplens_chart_get_treemap_up (self, item);
}

gsize
poplens_chart_get_treemap_up (const PoplensChart *self, gsize root)
{
  gsize up = root;

  if (!has_node (self, root))
    return 0;
  while (up && self->treemap->total[up] == self->treemap->total[root])
    up = self->treemap->parent[up];
  return up;
}

PoplensChartView
poplens_treemap_clamp_view (const PoplensChart *self, PoplensChartView view)
{
  PoplensChartView all = {0, (double) MAX (self->n_items, 1)};

  all.root = view.root < self->n_items ? view.root : 0;
  return all;
}

/* ---- in words -------------------------------------------------------------------------------- */

char *
poplens_treemap_name (const PoplensChart *self, guint32 node)
{
  g_autofree char *name = poplens_chart_item_name (self, node);
  PoplensNumber label;

  if (name && *name)
    return g_steal_pointer (&name);
  return g_strdup_printf ("%s %s", self->item_name,
                          poplens_chart_get_item_label (self, node, label));
}

char *
poplens_treemap_path (const PoplensChart *self, guint32 top, guint32 node)
{
  GString *path = g_string_new (NULL);

  for (guint i = 0; i < MOST_NAMES; i++) {
    g_autofree char *name = poplens_treemap_name (self, node);
    g_string_prepend (path, name);
    if (node == top || !node || (!top && !self->treemap->parent[node]))
      return g_string_free (path, FALSE);
    node = self->treemap->parent[node];
    g_string_prepend_c (path, '/');
  }
  g_string_prepend (path, "…");
  return g_string_free (path, FALSE);
}

const char *
poplens_treemap_share (PoplensNumber buffer, double part, double whole)
{
  return poplens_format_percent (buffer, whole > 0 ? part / whole : 0);
}

/* "Share of encoder  12.3 %" */
static void
append_share (const PoplensChart *self, GString *out, guint32 node, guint32 whole)
{
  const guint64 *total = self->treemap->total;
  g_autofree char *name = whole ? poplens_treemap_name (self, whole) : g_strdup ("total");
  PoplensNumber share;

  g_string_append_printf (
      out, "\nShare of %s\t%s", name,
      poplens_treemap_share (share, (double) total[node], (double) total[whole]));
}

char *
poplens_treemap_describe (const PoplensChart *self, gsize item)
{
  const PoplensTreemapData *tree = self->treemap;
  GString *out = g_string_new (NULL);
  g_autofree char *path = NULL;
  PoplensNumber number;
  guint32 node = (guint32) item, n, up;

  if (!has_node (self, item))
    return g_string_free (out, FALSE);
  path = poplens_treemap_path (self, 0, node);
  up = (guint32) poplens_chart_get_treemap_up (self, item);
  g_string_append_printf (out, "%s\n%s\t", path, self->title);
  poplens_chart_append_exact (self, out, tree->total[node]);
  if (up)
    append_share (self, out, node, up);
  if (node)
    append_share (self, out, node, 0);
  n = poplens_treemap_count_children (tree, node);
  if (n) {
    g_string_append_printf (out, "\nParts\t%s", poplens_format_count (number, n));
    if (tree->own[node]) {
      g_string_append (out, "\nNot in a part\t");
      poplens_chart_append_exact (self, out, tree->own[node]);
    }
  }
  poplens_chart_append_notes (self, out, item);
  if (self->source)
    g_string_append_printf (out, "\nSource\t%s", self->source);
  return g_string_free (out, FALSE);
}

char *
poplens_treemap_describe_range (const PoplensChart *self, PoplensItemRange range)
{
  g_autofree char *path = NULL;
  GString *out = g_string_new (NULL);
  PoplensNumber number;

  range.to = MIN (range.to, self->n_items);
  if (range.from >= range.to || !has_node (self, range.from))
    return g_string_free (out, FALSE);
  if (range.to - range.from > 1) {
    g_string_append (out, poplens_format_items (number, range.to - range.from, self->item_name));
    return g_string_free (out, FALSE);
  }
  path = poplens_treemap_path (self, 0, (guint32) range.from);
  g_string_append_printf (out, "%s: ", path);
  poplens_chart_append_exact (self, out, self->treemap->total[range.from]);
  g_string_append_printf (out, ", %s of total",
                          poplens_treemap_share (number, (double) self->treemap->total[range.from],
                                                 (double) self->treemap->total[0]));
  return g_string_free (out, FALSE);
}

char *
poplens_chart_describe_treemap (const PoplensChart *self, gsize root)
{
  const PoplensTreemapData *tree = self->treemap;
  GString *out;
  guint32 n;

  if (!has_node (self, root))
    return g_strdup ("");
  {
    g_autofree char *whole =
        poplens_treemap_describe_range (self, (PoplensItemRange){root, root + 1});
    out = g_string_new (whole);
  }
  n = poplens_treemap_count_children (tree, (guint32) root);
  for (guint32 i = 0; i < MIN (n, PARTS_SAID); i++) {
    guint32 child = poplens_treemap_child (tree, (guint32) root, i);
    g_autofree char *name = poplens_treemap_name (self, child);
    PoplensNumber share;
    g_string_append_printf (
        out, "%s%s %s", i ? ", " : "; largest: ", name,
        poplens_treemap_share (share, (double) tree->total[child], (double) tree->total[root]));
  }
  if (n > PARTS_SAID) {
    PoplensNumber number;
    g_string_append_printf (out, ", and %s more", poplens_format_count (number, n - PARTS_SAID));
  }
  return g_string_free (out, FALSE);
}
