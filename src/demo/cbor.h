/* CBOR items one after the other, by libcbor's encoders. */
#pragma once

#include "demo/output.h"

G_BEGIN_DECLS

typedef struct {
  DemoOutput *out;
  GHashTable *string_id; /* string -> number in the table + 1 */
  GPtrArray *strings;
} DemoCbor;

void demo_cbor_init (DemoCbor *self, DemoOutput *out);
void demo_cbor_clear (DemoCbor *self);

void demo_cbor_map (DemoCbor *self, gsize n);
void demo_cbor_array (DemoCbor *self, gsize n);
void demo_cbor_open_array (DemoCbor *self); /* of unknown length */
void demo_cbor_break (DemoCbor *self);
void demo_cbor_text (DemoCbor *self, const char *text);
void demo_cbor_number (DemoCbor *self, gint64 number);
void demo_cbor_bool (DemoCbor *self, gboolean value);
/* Pairs of a map. */
void demo_cbor_key_text (DemoCbor *self, const char *key, const char *text);
void demo_cbor_key_number (DemoCbor *self, const char *key, gint64 number);
/* The string's number in the table that goes last. */
void demo_cbor_key_string (DemoCbor *self, const char *key, const char *string);
void demo_cbor_strings (DemoCbor *self);

G_END_DECLS
