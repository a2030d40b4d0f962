/* Formats of compressed files, in which users send reports. Poplens cannot read them, and says
 * so. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* File name endings, NULL-terminated: ".gz" … */
extern const char *const poplens_packed_endings[];

/* TRUE if @name has one of poplens_packed_endings. */
gboolean poplens_packed_by_name (const char *name);
/* Returns the format of a file by its first bytes, "gzip". (transfer none) (nullable) */
const char *poplens_packed_by_bytes (const guint8 *bytes, gsize n);

G_END_DECLS
