#include "database/first-pages.h"

#include "database/far-vfs.h"
#include "database/sqlite-file.h"

#define INNER 5
#define HEADER_INNER 12
#define PAGE_SIZE_AT 16
/* Levels that are looked at: what those of a deeper tree lead to is found by who reads it. */
#define LEVELS 2

/* FALSE where the file is of this computer, or cannot be read. */
static gboolean
begin_pages (PoplensDatabase *self, PoplensPages *pages)
{
  guint8 size[2];
  sqlite3_int64 bytes = 0;

  *pages = (PoplensPages){.file = poplens_sqlite_file (self->handle),
                          .far = poplens_far_get_file (self->handle)};
  if (!pages->far || pages->file->pMethods->xFileSize (pages->file, &bytes) != SQLITE_OK ||
      !poplens_sqlite_file_read (pages->file, PAGE_SIZE_AT, size, sizeof size))
    return FALSE;
  pages->size = poplens_u16 (size) > 1 ? poplens_u16 (size) : 65536;
  pages->n = (guint32) MIN (bytes / pages->size, G_MAXINT32);
  return pages->size >= 512;
}

static gboolean
read_page (PoplensPages *pages, guint32 page, guint8 *out)
{
  return poplens_pages_has (pages, page) && poplens_pages_read (pages, page, 1, out);
}

/* Of an inner page the first child, or all. */
static void
add_children (const PoplensPages *pages, const guint8 *page, gboolean all, GArray *to)
{
  guint32 n = poplens_u16 (page + 3);

  if (page[0] != INNER || HEADER_INNER + 2 * n > pages->size)
    return;
  for (guint32 i = 0; i <= (all ? n : 0); i++) {
    guint32 at = i < n ? poplens_u16 (page + HEADER_INNER + 2 * i) : 8;
    guint32 child = at + 4 <= pages->size ? poplens_u32 (page + at) : 0;
    if (poplens_pages_has (pages, child))
      g_array_append_val (to, child);
  }
}

/* The children of the pages @level. (transfer full) */
static GArray *
look_below (PoplensPages *pages, const GArray *level, gboolean all)
{
  g_autofree guint8 *page = g_malloc (pages->size);
  GArray *below = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < level->len; i++)
    if (read_page (pages, g_array_index (level, guint32, i), page))
      add_children (pages, page, all, below);
  return below;
}

static void
will_need (const PoplensPages *pages, const GArray *wanted)
{
  poplens_pages_will_need (pages, (const guint32 *) (gpointer) wanted->data, wanted->len);
}

gboolean
poplens_database_add_root (PoplensDatabase *self, const char *table, GArray *roots)
{
  const PoplensSchemaTable *found = poplens_schema_get_table (self->schema, table);
  PoplensPages pages;

  if (!found || !begin_pages (self, &pages))
    return FALSE;
  g_autofree guint8 *page = g_malloc (pages.size);
  if (!read_page (&pages, found->root, page) || !poplens_u16 (page + 3))
    return FALSE;
  g_array_append_val (roots, found->root);
  return TRUE;
}

void
poplens_database_will_need_rows (PoplensDatabase *self, GArray *firsts, GArray *wholes)
{
  g_autoptr (GArray) level = g_array_ref (firsts);
  PoplensPages pages;

  if (!begin_pages (self, &pages))
    return;
  g_autoptr (GArray) leaves = look_below (&pages, wholes, TRUE);
  for (guint l = 0; l < LEVELS && level->len; l++) {
    GArray *below = look_below (&pages, level, FALSE);
    g_array_unref (level);
    level = below;
    will_need (&pages, level);
    if (!l)
      will_need (&pages, leaves);
  }
}
