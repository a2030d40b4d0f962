/* Walks the inner pages of a b-tree to find its leaves, and announces the next leaves to the
 * read-ahead of a remote file. */
#include "database/leaves.h"

#include "base/search.h"

#include <string.h>

#define INNER 5
#define LEAF 13
#define HEADER_INNER 12
#define HEADER_LEAF 8
/* Depth limit of SQLite (BTCURSOR_MAX_DEPTH); even a tree of 2^31 pages is less deep. */
#define MOST_LEVELS 20
/* Longest gap between two leaves, in pages, that is read together with them: mostly overflow pages,
 * or pages of another table. */
#define MOST_BETWEEN 8

/* A level of the tree during the walk: its pages and, for each page, an upper limit of its row IDs.
 */
typedef struct {
  GArray *pages; /* guint32: page numbers */
  GArray *lasts; /* gint64: upper limits of row IDs */
} TreeLevel;

typedef struct {
  PoplensPages *pages;
  guint8 *page;    /* the current page */
  guint8 *visited; /* one bit for each page */
} LeafWalk;

void
poplens_leaves_free (PoplensLeaves *self)
{
  if (!self)
    return;
  g_free (self->page);
  g_free (self->last);
  g_free (self->first);
  g_free (self);
}

/* Marks @page as visited. FALSE if it is not a data page of this file, or was visited before
 * because the tree has a cycle. */
static gboolean
walk_visit (LeafWalk *walk, guint32 page)
{
  if (!poplens_pages_has (walk->pages, page) || walk->visited[page / 8] & 1 << page % 8)
    return FALSE;
  walk->visited[page / 8] |= (guint8) (1 << page % 8);
  return TRUE;
}

static void
tree_level_init (TreeLevel *self)
{
  self->pages = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->lasts = g_array_new (FALSE, FALSE, sizeof (gint64));
}

static void
tree_level_clear (TreeLevel *self)
{
  g_clear_pointer (&self->pages, g_array_unref);
  g_clear_pointer (&self->lasts, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TreeLevel, tree_level_clear)

/* Adds a child page. @last, @most: upper limits of the row IDs in the child and in its parent.
 * FALSE if @last is not above the limit of the previous child, or is above @most. FALSE also if the
 * tree has a cycle. */
static gboolean
level_add_child (LeafWalk *walk, TreeLevel *to, guint32 page, gint64 last, gint64 most)
{
  guint n = to->lasts->len;

  if (!walk_visit (walk, page) || last > most ||
      (n && last <= g_array_index (to->lasts, gint64, n - 1)))
    return FALSE;
  g_array_append_val (to->pages, page);
  g_array_append_val (to->lasts, last);
  return TRUE;
}

/* Maximum number of cells in a page (SQLite's MX_CELL). */
static guint32
most_cells (const PoplensPages *pages)
{
  return (pages->size - 8) / 6;
}

/* Adds the children of the current inner page to @to. @last: upper limit of the row IDs in the
 * page. FALSE if the page is damaged. */
static gboolean
level_add_children (LeafWalk *walk, gint64 last, TreeLevel *to)
{
  const guint8 *page = walk->page, *end = page + walk->pages->usable;
  guint32 n = poplens_u16 (page + 3), first = HEADER_INNER + 2 * n;

  if (page[0] != INNER || !n || n > most_cells (walk->pages))
    return FALSE;
  for (guint32 i = 0; i < n; i++) {
    guint32 at = poplens_u16 (page + HEADER_INNER + 2 * i);
    guint64 key;
    if (at < first || at + 5 > walk->pages->usable || !poplens_varint (page + at + 4, end, &key) ||
        !level_add_child (walk, to, poplens_u32 (page + at), (gint64) key, last))
      return FALSE;
  }
  return level_add_child (walk, to, poplens_u32 (page + 8), last, last);
}

static gboolean
walk_read_page (LeafWalk *walk, guint32 page)
{
  return poplens_pages_read (walk->pages, page, 1, walk->page);
}

/* Walks from @level down to the leaves. All leaves have the same depth, so the first page of a
 * level tells whether the level has leaves. (transfer full) (nullable): NULL if the tree is damaged
 */
static PoplensLeaves *
walk_descend (LeafWalk *walk, TreeLevel *level)
{
  for (guint depth = 0; depth < MOST_LEVELS; depth++) {
    g_auto (TreeLevel) below = {0};
    tree_level_init (&below);
    if (!walk_read_page (walk, g_array_index (level->pages, guint32, 0)))
      return NULL;
    if (walk->page[0] == LEAF) {
      PoplensLeaves *leaves = g_new0 (PoplensLeaves, 1);
      leaves->n = level->pages->len;
      leaves->page = (guint32 *) (gpointer) g_array_free (g_steal_pointer (&level->pages), FALSE);
      leaves->last = (gint64 *) (gpointer) g_array_free (g_steal_pointer (&level->lasts), FALSE);
      return leaves;
    }
    for (guint i = 0; i < level->pages->len; i++) {
      poplens_pages_go_through (walk->pages, (const guint32 *) (gpointer) level->pages->data,
                                level->pages->len, i);
      if (!walk_read_page (walk, g_array_index (level->pages, guint32, i)) ||
          !level_add_children (walk, g_array_index (level->lasts, gint64, i), &below))
        return NULL;
    }
    tree_level_clear (level);
    *level = (TreeLevel){g_steal_pointer (&below.pages), g_steal_pointer (&below.lasts)};
  }
  return NULL;
}

PoplensLeaves *
poplens_leaves_find (PoplensPages *pages, guint32 root)
{
  g_autofree guint8 *page = g_malloc (pages->size);
  g_autofree guint8 *visited = g_malloc0 ((gsize) pages->n / 8 + 1);
  LeafWalk walk = {pages, page, visited};
  g_auto (TreeLevel) level = {0};
  PoplensLeaves *leaves;

  tree_level_init (&level);
  leaves = level_add_child (&walk, &level, root, G_MAXINT64, G_MAXINT64)
               ? walk_descend (&walk, &level)
               : NULL;
  if (!leaves) {
    leaves = g_new0 (PoplensLeaves, 1);
    leaves->odd = "its page tree is damaged";
  }
  return leaves;
}

guint32
poplens_leaves_at (const PoplensLeaves *self, gint64 row_id)
{
  return (guint32) poplens_count_below_i64 (self->last, self->n, row_id);
}

guint32
poplens_leaves_run (const PoplensLeaves *self, const PoplensPages *pages, guint32 i, guint32 end,
                    guint32 most, guint32 *first)
{
  guint32 last = self->page[i], before = i ? self->page[i - 1] : last;

  /* Include the overflow pages just before the leaf: SQLite allocates them while it fills the leaf.
   */
  *first = before < last && last - before <= MIN (MOST_BETWEEN, most) ? before + 1 : last;
  guint64 limit = MIN ((guint64) *first + most - 1, pages->n);
  while (++i < end && self->page[i] > last && self->page[i] <= limit &&
         self->page[i] - last <= MOST_BETWEEN)
    last = self->page[i];
  return last - *first + 1;
}

/* Announces the leaves @i … @end − 1 to the read-ahead. Includes the pages between two leaves if
 * there are at most @gap. Stops after @most pages. Returns the first leaf that was not announced.
 */
static guint32
announce_leaves (const PoplensLeaves *self, const PoplensPages *pages, guint32 i, guint32 end,
                 guint32 gap, guint32 most)
{
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (PoplensByteRange));

  for (guint32 n = 0; i < end && n < most; i++) {
    guint32 page = self->page[i], before = i ? self->page[i - 1] : page;
    guint32 first = before < page && page - before <= gap ? before + 1 : page;
    PoplensByteRange range = {(guint64) (first - 1) * pages->size,
                              (guint64) (page - first + 1) * pages->size};
    g_array_append_val (ranges, range);
    n += page - first + 1;
  }
  poplens_file_will_need (pages->far, (const PoplensByteRange *) (gpointer) ranges->data,
                          ranges->len);
  return i;
}

#define FIRST_WINDOW (512u << 10)
/* Longest gap between two leaves, in bytes, that is read ahead with them. GAP: the link transfers
 * whole blocks anyway. GAP_OVERFLOW: the gap most probably contains overflow pages of the leaves.
 */
#define GAP (64u << 10)
#define GAP_OVERFLOW (1u << 20)

void
poplens_leaves_look_ahead (PoplensLeaves *self, const PoplensPages *pages, guint32 i, guint32 begin,
                           guint32 end, gboolean is_overflowing)
{
  PoplensLeavesAhead *ahead = &self->ahead;
  guint32 size = pages->size, least = FIRST_WINDOW / size;

  /* Ignore scans of one or two leaves, which look up single rows: they must not change the state of
   * a long scan. */
  if (end - begin <= 2)
    return;
  /* If leaf @i does not continue the last scan, start the read-ahead again. */
  if (i < ahead->at || i > ahead->hinted)
    *ahead = (PoplensLeavesAhead){.from = i, .hinted = i};
  ahead->at = i;
  ahead->is_overflowing |= is_overflowing;
  if (i + ahead->window / 2 < ahead->hinted)
    return;
  guint32 most = (guint32) (poplens_file_get_ahead (pages->far) / size);
  ahead->window = CLAMP (2 * ahead->window, least, MAX (most, least));
  /* This scan continues an earlier one, so read ahead past its end. The window is as long as the
   * run that was read so far, so that at most half of all transferred pages is wasted. */
  if (begin > ahead->from) {
    end = self->n;
    ahead->window = CLAMP (i - ahead->from, least, ahead->window);
  }
  ahead->hinted =
      announce_leaves (self, pages, MAX (i, ahead->hinted), end,
                       (ahead->is_overflowing ? GAP_OVERFLOW : GAP) / size, ahead->window);
}

const guint8 *
poplens_leaf_cells (const guint8 *page, const PoplensPages *pages, guint32 *n)
{
  *n = poplens_u16 (page + 3);
  return page[0] == LEAF && *n <= most_cells (pages) ? page + HEADER_LEAF : NULL;
}

/* Reads the row ID of cell @i. FALSE if the cell is damaged. */
static gboolean
cell_row_id (const guint8 *page, const PoplensPages *pages, const guint8 *cells, guint32 i,
             gint64 *row_id)
{
  const guint8 *end = page + pages->usable, *at = page + poplens_u16 (cells + 2 * i);
  guint64 value;

  at = at < end ? poplens_varint (at, end, &value) : NULL;
  if (!at || !poplens_varint (at, end, &value))
    return FALSE;
  *row_id = (gint64) value;
  return TRUE;
}

gboolean
poplens_leaves_bounds (const PoplensLeaves *self, PoplensPages *pages, gint64 *first, gint64 *last)
{
  g_autofree guint8 *page = g_malloc (pages->size);
  const guint8 *cells;
  guint32 n;

  if (!self->odd)
    poplens_pages_will_need (pages, (const guint32[]){self->page[0], self->page[self->n - 1]}, 2);
  if (self->odd || !poplens_pages_read (pages, self->page[0], 1, page) ||
      !(cells = poplens_leaf_cells (page, pages, &n)) || !n ||
      !cell_row_id (page, pages, cells, 0, first))
    return FALSE;
  return poplens_pages_read (pages, self->page[self->n - 1], 1, page) &&
         (cells = poplens_leaf_cells (page, pages, &n)) && n &&
         cell_row_id (page, pages, cells, n - 1, last) && *last >= *first;
}
