#include "database/index-tree.h"

#define INNER 2
#define LEAF 10
#define HEADER_INNER 12
#define HEADER_LEAF 8
#define MOST_LEVELS 20

typedef struct {
  PoplensPages *pages;
  guint8 *page;    /* the one that is looked at */
  guint8 *visited; /* a bit a page */
  guint64 entries;
} Walk;

static gboolean
add_page (Walk *walk, GArray *level, guint32 page)
{
  if (page < 2 || page > walk->pages->n || walk->visited[page / 8] & 1 << page % 8)
    return FALSE;
  walk->visited[page / 8] |= (guint8) (1 << page % 8);
  g_array_append_val (level, page);
  return TRUE;
}

/* Counts the entries of the page that is looked at; its children go to @below. */
static gboolean
look (Walk *walk, guint8 kind, GArray *below)
{
  const guint8 *page = walk->page;
  guint32 n = poplens_u16 (page + 3), header = kind == INNER ? HEADER_INNER : HEADER_LEAF;
  guint32 first = header + 2 * n;

  if (page[0] != kind || first > walk->pages->usable)
    return FALSE;
  walk->entries += n;
  for (guint32 i = 0; i < n; i++) {
    guint32 at = poplens_u16 (page + header + 2 * i);
    if (at < first || at + 4 > walk->pages->usable ||
        (kind == INNER && !add_page (walk, below, poplens_u32 (page + at))))
      return FALSE;
  }
  return kind == LEAF || add_page (walk, below, poplens_u32 (page + 8));
}

/* All pages of a level are of one kind. */
static gboolean
look_at_level (Walk *walk, const GArray *level, GArray *below)
{
  guint8 kind = 0;

  for (guint i = 0; i < level->len; i++) {
    poplens_pages_go_through (walk->pages, (const guint32 *) (gpointer) level->data, level->len, i);
    if (!poplens_pages_read (walk->pages, g_array_index (level, guint32, i), 1, walk->page))
      return FALSE;
    kind = i ? kind : walk->page[0] == INNER ? INNER : LEAF;
    if (!look (walk, kind, below))
      return FALSE;
  }
  return TRUE;
}

gboolean
poplens_index_count (PoplensPages *pages, guint32 root, guint64 *entries)
{
  g_autofree guint8 *page = g_malloc (pages->size);
  g_autofree guint8 *visited = g_malloc0 ((gsize) pages->n / 8 + 1);
  g_autoptr (GArray) level = g_array_new (FALSE, FALSE, sizeof (guint32));
  Walk walk = {pages, page, visited, 0};
  gboolean good = add_page (&walk, level, root);

  for (guint depth = 0; good && level->len; depth++) {
    g_autoptr (GArray) below = g_array_new (FALSE, FALSE, sizeof (guint32));
    good = depth < MOST_LEVELS && look_at_level (&walk, level, below);
    g_array_unref (level);
    level = g_steal_pointer (&below);
  }
  *entries = walk.entries;
  return good;
}
