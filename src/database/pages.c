/* Reads pages of a database through SQLite's file object, checks the file's header, and decodes
 * varints. */
#include "database/pages.h"

#include "database/far-vfs.h"
#include "database/sqlite-file.h"

#include <string.h>

#define HEADER_BYTES 100
#define UTF_8 1

/* TRUE for SQLITE_OK. Sets .failed if the disk or memory failed; any other error means a damaged
 * file. */
static gboolean
check_code (PoplensPages *self, int code)
{
  if (poplens_sqlite_is_failure (NULL, code))
    self->failed = TRUE;
  return code == SQLITE_OK;
}

static gboolean
read_bytes (PoplensPages *self, gint64 offset, gpointer out, gsize size)
{
  return size <= G_MAXINT &&
         check_code (self, self->file->pMethods->xRead (self->file, out, (int) size, offset));
}

/* Returns the number of pages in the header. SQLite before 3.7 did not update this number: after
 * its writes, returns the number of pages in the file instead. 0 if the file is shorter than the
 * header says, or too large. */
static guint32
count_pages (const guint8 *header, gint64 bytes, guint32 size)
{
  gint64 in_file = bytes / size;
  guint32 told = poplens_u32 (header + 28);

  if (in_file > G_MAXINT32)
    return 0;
  if (!told || memcmp (header + 24, header + 92, 4))
    return (guint32) in_file;
  return told <= in_file ? told : 0;
}

/* Reads the header. Returns why only SQLite can read the file (static), or NULL if pages can be
 * read. */
static const char *
check_header (PoplensPages *self)
{
  guint8 header[HEADER_BYTES];
  sqlite3_int64 bytes = 0;

  if (!self->file || !check_code (self, self->file->pMethods->xFileSize (self->file, &bytes)) ||
      !read_bytes (self, 0, header, sizeof header))
    return "its header is not readable";
  self->size = poplens_u16 (header + 16);
  if (self->size == 1)
    self->size = 65536;
  if (self->size < 512 || self->size & (self->size - 1))
    return "its page size is unusual";
  self->usable = self->size - header[20];
  if (self->usable < 480)
    return "its page size is unusual";
  if (poplens_u32 (header + 44) > 4 || poplens_u32 (header + 56) != UTF_8)
    return "its text is not UTF-8";
  if (header[21] != 64 || header[22] != 32 || header[23] != 32)
    return "its pages have an unusual fill";
  if (poplens_u32 (header + 52))
    return "its pages can move (auto_vacuum)";
  self->n = count_pages (header, bytes, self->size);
  return self->n ? NULL : "it is shorter than its header says";
}

void
poplens_pages_begin (PoplensPages *self, sqlite3 *handle, gboolean is_locked)
{
  self->file = poplens_sqlite_file (handle);
  self->far = poplens_far_get_file (handle);
  self->odd = is_locked ? check_header (self) : "it is not locked";
}

gboolean
poplens_pages_read (PoplensPages *self, guint32 first, guint32 n, guint8 *out)
{
  if (!first || first > self->n || n > self->n - first + 1)
    return FALSE;
  return read_bytes (self, (gint64) (first - 1) * self->size, out, (gsize) n * self->size);
}

void
poplens_pages_will_need (const PoplensPages *self, const guint32 *pages, guint n)
{
  if (!self->far || !n)
    return;
  g_autofree PoplensByteRange *ranges = g_new (PoplensByteRange, n);
  guint n_ranges = 0;
  for (guint i = 0; i < n; i++) {
    PoplensByteRange page = {(guint64) (pages[i] - 1) * self->size, self->size};
    PoplensByteRange *last = n_ranges ? &ranges[n_ranges - 1] : NULL;
    if (!pages[i])
      continue;
    if (last && last->offset + last->size == page.offset)
      last->size += page.size;
    else
      ranges[n_ranges++] = page;
  }
  poplens_file_will_need (self->far, ranges, n_ranges);
}

#define WINDOW_PAGES 1024u

void
poplens_pages_go_through (const PoplensPages *self, const guint32 *pages, guint n, guint i)
{
  if (self->far && !(i % (WINDOW_PAGES / 2)))
    poplens_pages_will_need (self, pages + i, MIN (n - i, WINDOW_PAGES));
}

const guint8 *
poplens_varint_slow (const guint8 *at, const guint8 *end, guint64 *value)
{
  guint64 sum = 0;

  for (int i = 0; i < 8 && at < end; i++) {
    sum = sum << 7 | (*at & 0x7f);
    if (*at++ < 0x80) {
      *value = sum;
      return at;
    }
  }
  if (at >= end)
    return NULL;
  *value = sum << 8 | *at;
  return at + 1;
}
