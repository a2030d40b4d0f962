/* Changes pages of a database in ways that SQL cannot. Pages have 4,096 bytes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define PAGE_BYTES 4096

/* Returns the root page of the table or index @name. */
guint32 page_edit_root (const char *path, const char *name);
void page_edit_read (const char *path, guint32 page, guint8 *out);
void page_edit_write (const char *path, guint32 page, const guint8 *bytes);
/* Returns the first leaf page of the table or index @name. */
guint32 page_edit_first_leaf (const char *path, const char *name);

static inline guint32
page_edit_u16 (const guint8 *at)
{
  return (guint32) at[0] << 8 | at[1];
}

static inline guint32
page_edit_u32 (const guint8 *at)
{
  return page_edit_u16 (at) << 16 | page_edit_u16 (at + 2);
}

G_END_DECLS
