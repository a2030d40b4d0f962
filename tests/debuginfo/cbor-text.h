/* Writes CBOR for tests, also invalid CBOR, and reads debug contexts from it. */
#pragma once

#include "base/error.h"
#include "debuginfo/debuginfo.h"
#include "support/temp-dir.h"

G_BEGIN_DECLS

#define OPEN G_MAXUINT64 /* length of an array, map, text or bytes of indefinite length */

/* Appends the head of an item of a major type. */
void c_head (GByteArray *out, guint major, guint64 value);
void c_uint (GByteArray *out, guint64 value);
void c_text (GByteArray *out, const char *text);
void c_array (GByteArray *out, guint64 n);
void c_map (GByteArray *out, guint64 n);
void c_break (GByteArray *out);
/* Appends bytes given as text, "a2 6161". */
void c_hex (GByteArray *out, const char *hex);
void c_pair (GByteArray *out, const char *key, guint64 value);
void c_pair_text (GByteArray *out, const char *key, const char *value);

/* Appends a context with id, parentId (0: none), layer and name. */
void c_context (GByteArray *out, guint64 id, guint64 parent, const char *layer, guint64 name);
/* c_begin () returns { "contexts": [, and c_end () appends ], "stringTable": ["zero", "one", "two"]
 * }. */
GByteArray *c_begin (void);
void c_end (GByteArray *out);

/* Writes the bytes into a file and reads its contexts. */
PoplensDebugContexts *c_read (GByteArray *bytes, GError **error);
/* Returns the body of @id as lines "key=value", indented by depth. c_read () must have succeeded
 * before. (transfer full) */
char *c_body (GByteArray *bytes, guint64 id);

G_END_DECLS
