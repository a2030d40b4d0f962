/* Formats that reports are compressed and sent in. Poplens reads none of them, and says so. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The endings of such files, NULL-terminated: ".gz". */
extern const char *const poplens_packed_endings[];

/* TRUE if @name has one of these endings. */
gboolean poplens_packed_by_name (const char *name);
/* The format of a file that begins with @bytes, "gzip"; else NULL. (transfer none) (nullable) */
const char *poplens_packed_by_bytes (const guint8 *bytes, gsize n);

G_END_DECLS
