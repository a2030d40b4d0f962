/* Streaming JSON writer. It stores only the state of separators, so that output can have any
 * size. */
#pragma once

#include "base/text-sink.h"

G_BEGIN_DECLS

typedef struct _PoplensJsonWriter PoplensJsonWriter;

/* Creates a writer. @sink: (transfer none): must outlive the writer. Output has no spaces, and line
 * breaks only at poplens_json_break (). (transfer full) */
PoplensJsonWriter *poplens_json_writer_new (PoplensTextSink *sink);
void poplens_json_writer_free (PoplensJsonWriter *self);

/* @key, here and in the functions below: (nullable): name of the member of an object; NULL in an
 * array or at the top level. */
void poplens_json_begin_object (PoplensJsonWriter *self, const char *key);
void poplens_json_end_object (PoplensJsonWriter *self);
void poplens_json_begin_array (PoplensJsonWriter *self, const char *key);
void poplens_json_end_array (PoplensJsonWriter *self);
void poplens_json_null (PoplensJsonWriter *self, const char *key);
void poplens_json_bool (PoplensJsonWriter *self, const char *key, gboolean value);
void poplens_json_int (PoplensJsonWriter *self, const char *key, gint64 value);
void poplens_json_uint (PoplensJsonWriter *self, const char *key, guint64 value);
/* Starts a new line before the next value of this container. */
void poplens_json_break (PoplensJsonWriter *self);
/* Writes @value / 10^@digits exactly: "12.345". */
void poplens_json_decimal (PoplensJsonWriter *self, const char *key, guint64 value, guint digits);
/* Writes the shortest text that parses to the same double; null if it is not finite. */
void poplens_json_double (PoplensJsonWriter *self, const char *key, double value);
/* Writes a string. @value: (nullable): NULL writes null. Bytes that are not UTF-8 become U+FFFD. */
void poplens_json_string (PoplensJsonWriter *self, const char *key, const char *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensJsonWriter, poplens_json_writer_free)

G_END_DECLS
