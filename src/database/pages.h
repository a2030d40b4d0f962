/* Pages of a database file as SQLite has it open: read through SQLite's own file, so that its locks
 * hold and any VFS works. The format is SQLite's ("Database File Format", sqlite.org). */
#pragma once

#include "base/storage.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* The page with SQLite's lock bytes holds no data. */
#define POPLENS_LOCK_BYTE 0x40000000u

typedef struct {
  sqlite3_file *file;
  PoplensFile *far;     /* (nullable) (not owned): the same, where it is on another computer */
  guint32 size, usable; /* bytes of a page; of these without what is reserved at its end */
  guint32 n;            /* pages, numbered from 1 */
  const char *odd;      /* (nullable) (static): why they are not read like this */
  gboolean failed;      /* a read was refused by the system, which says nothing about the file */
} PoplensPages;

/* Looks at the header of @handle's file. @is_locked: it is in a read transaction. Where that is not
 * so, or anything is out of the ordinary, .odd says what. */
void poplens_pages_begin (PoplensPages *self, sqlite3 *handle, gboolean is_locked);
/* Whether data may lie on it: not behind the file's end, nor where SQLite keeps its schema or sets
 * its locks. */
static inline gboolean
poplens_pages_has (const PoplensPages *self, guint32 page)
{
  return page > 1 && page <= self->n && page != POPLENS_LOCK_BYTE / self->size + 1;
}

/* @n pages from @first on, one behind the other. FALSE where they are not all there. */
gboolean poplens_pages_read (PoplensPages *self, guint32 first, guint32 n, guint8 *out);

/* Hints, which cost nothing where the file is of this computer. These pages will be read, in this
 * order. */
void poplens_pages_will_need (const PoplensPages *self, const guint32 *pages, guint n);
/* Page @i of the @n is about to be read, and then all behind it. */
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

/* SQLite's varint at @at: seven bits a byte, highest first, the ninth byte whole. NULL where it
 * does not end before @end; else what follows it. */
const guint8 *poplens_varint_slow (const guint8 *at, const guint8 *end, guint64 *value);

static inline const guint8 *
poplens_varint (const guint8 *at, const guint8 *end, guint64 *value)
{
  if (G_LIKELY (at < end && *at < 0x80)) {
    *value = *at;
    return at + 1;
  }
  /* Row ids of most rows have three bytes or four. */
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
