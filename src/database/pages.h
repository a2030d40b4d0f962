/* Pages of a database file that SQLite has open ("Database File Format", sqlite.org). They are read
 * through SQLite's file object. This keeps SQLite's locks, and works with any VFS. */
#pragma once

#include "base/storage.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* Offset of SQLite's lock bytes in the file. The page that contains them has no data. */
#define POPLENS_LOCK_BYTE 0x40000000u

typedef struct {
  sqlite3_file *file;
  PoplensFile *far;     /* (nullable) (not owned): the file, if it is on another computer */
  guint32 size, usable; /* bytes of a page; .usable excludes its reserved end */
  guint32 n;            /* number of pages; page numbers begin at 1 */
  const char *odd;      /* (nullable) (static): why only SQLite can read the file */
  gboolean failed;      /* TRUE if the disk or memory failed; the file itself may be undamaged */
} PoplensPages;

/* Reads the header of the file of @handle. Sets .odd if the header is unusual, or if @is_locked is
 * FALSE. @is_locked: TRUE if a read transaction is open, so that no program can write the file */
void poplens_pages_begin (PoplensPages *self, sqlite3 *handle, gboolean is_locked);
/* TRUE if the page may hold data: it is in the file, and not the schema's first page or the page of
 * SQLite's lock bytes. */
static inline gboolean
poplens_pages_has (const PoplensPages *self, guint32 page)
{
  return page > 1 && page <= self->n && page != POPLENS_LOCK_BYTE / self->size + 1;
}

/* Reads @n adjacent pages from @first on. FALSE if they are not all in the file, or a read failed.
 */
gboolean poplens_pages_read (PoplensPages *self, guint32 first, guint32 n, guint8 *out);

/* Announces that these pages will be read in this order. Does nothing for a file on this computer.
 */
void poplens_pages_will_need (const PoplensPages *self, const guint32 *pages, guint n);
/* Call it before reading page @i of an array of @n pages. Reads ahead the next pages of the array,
 * a batch at a time. */
void poplens_pages_go_through (const PoplensPages *self, const guint32 *pages, guint n, guint i);

static inline guint32
poplens_u16 (const guint8 *at)
{
  return (guint32) at[0] << 8 | at[1];
}

static inline guint32
poplens_u32 (const guint8 *at)
{
  return (guint32) at[0] << 24 | (guint32) at[1] << 16 | (guint32) at[2] << 8 | at[3];
}

/* Decodes SQLite's varint at @at: seven bits a byte, highest first; the ninth byte has eight.
 * Returns the byte after it. (nullable): NULL if it does not end before @end */
const guint8 *poplens_varint_slow (const guint8 *at, const guint8 *end, guint64 *value);

static inline const guint8 *
poplens_varint (const guint8 *at, const guint8 *end, guint64 *value)
{
  if (G_LIKELY (at < end && *at < 0x80)) {
    *value = *at;
    return at + 1;
  }
  /* Fast path: most row IDs have three or four bytes. */
  if (G_LIKELY (end - at > 4)) {
    guint64 sum = *at & 0x7f;
    for (int i = 1; i < 4; i++) {
      sum = sum << 7 | (at[i] & 0x7f);
      if (at[i] < 0x80) {
        *value = sum;
        return at + i + 1;
      }
    }
  }
  return poplens_varint_slow (at, end, value);
}

G_END_DECLS
