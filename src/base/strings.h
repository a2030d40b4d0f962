/* Interned strings: each text is stored once and known by a dense id. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * PoplensStrings: a pool; id 0 is the empty string. Not for two writers at once; once filled, any
 * number of threads may read. Strings live as long as the pool.
 */
typedef struct _PoplensStrings PoplensStrings;

PoplensStrings *poplens_strings_new (void);
void poplens_strings_free (PoplensStrings *self);

/* The id of @text (@length bytes, or -1 up to its NUL); NULL counts as "". Bytes that are not UTF-8
 * are replaced by U+FFFD, so whatever a file holds can be shown. */
guint32 poplens_strings_intern (PoplensStrings *self, const char *text, gssize length);

/* The text of @id: never NULL, "" for an id that the pool did not give. */
const char *poplens_strings_get (const PoplensStrings *self, guint32 id);

guint32 poplens_strings_count (const PoplensStrings *self);

/* Returns the memory that the pool takes, in bytes, about: a small one is mostly overhead. */
gsize poplens_strings_bytes (const PoplensStrings *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStrings, poplens_strings_free)

G_END_DECLS
