/* Interned strings: each text is stored once, and identified by a number. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * PoplensStrings: a pool; id 0 is the empty string. Only one thread may write; after that, any
 * number of threads may read. Strings live as long as the pool.
 */
typedef struct _PoplensStrings PoplensStrings;

PoplensStrings *poplens_strings_new (void);
void poplens_strings_free (PoplensStrings *self);

/* Returns the id of @text, which is added if the pool lacks it. @length: bytes, or −1 for all up to
 * the NUL. NULL counts as "". Bytes that are not UTF-8 become U+FFFD. */
guint32 poplens_strings_intern (PoplensStrings *self, const char *text, gssize length);

/* Returns the text of @id; "" if the pool has no such id. (transfer none) */
const char *poplens_strings_get (const PoplensStrings *self, guint32 id);

guint32 poplens_strings_count (const PoplensStrings *self);

/* Returns an estimate of the pool's memory, in bytes; for a small pool that is mostly overhead. */
gsize poplens_strings_bytes (const PoplensStrings *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStrings, poplens_strings_free)

G_END_DECLS
