/* CBOR written by hand: the encoder of the tests, which can also lie. */
#pragma once

#include "base/error.h"
#include "debuginfo/debuginfo.h"
#include "support/temp-dir.h"

G_BEGIN_DECLS

#define OPEN G_MAXUINT64 /* an array, map, text or bytes without a length */

/* The head of an item of a major type. */
void c_head (GByteArray *out, guint major, guint64 value);
void c_uint (GByteArray *out, guint64 value);
void c_text (GByteArray *out, const char *text);
void c_array (GByteArray *out, guint64 n);
void c_map (GByteArray *out, guint64 n);
void c_break (GByteArray *out);
/* "a2 6161": bytes as they are. */
void c_hex (GByteArray *out, const char *hex);
void c_pair (GByteArray *out, const char *key, guint64 value);
void c_pair_text (GByteArray *out, const char *key, const char *value);

/* A context of id, parentId (0: none), layer and name. */
void c_context (GByteArray *out, guint64 id, guint64 parent, const char *layer, guint64 name);
/* { "contexts": [ and what closes it: ], "stringTable": ["zero", "one", "two"] } */
GByteArray *c_begin (void);
void c_end (GByteArray *out);

/* Through a file of that content. */
PoplensDebugContexts *c_read (GByteArray *bytes, GError **error);
/* The body of @id as "key=value" lines, indented by depth; c_read() before must have worked. */
char *c_body (GByteArray *bytes, guint64 id);

G_END_DECLS
