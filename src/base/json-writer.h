/* A streaming JSON writer: nothing is kept but the nesting, so any amount can be written. */
#pragma once

#include "base/text-sink.h"

G_BEGIN_DECLS

typedef struct _PoplensJsonWriter PoplensJsonWriter;

/* @sink: (transfer none): outlives the writer. Output has no blanks, and line breaks where
 * poplens_json_break () asks for them. */
PoplensJsonWriter *poplens_json_writer_new (PoplensTextSink *sink);
void poplens_json_writer_free (PoplensJsonWriter *self);

/* @key names a member inside an object and is NULL inside an array and at the top. */
void poplens_json_begin_object (PoplensJsonWriter *self, const char *key);
void poplens_json_end_object (PoplensJsonWriter *self);
void poplens_json_begin_array (PoplensJsonWriter *self, const char *key);
void poplens_json_end_array (PoplensJsonWriter *self);
void poplens_json_null (PoplensJsonWriter *self, const char *key);
void poplens_json_bool (PoplensJsonWriter *self, const char *key, gboolean value);
void poplens_json_int (PoplensJsonWriter *self, const char *key, gint64 value);
void poplens_json_uint (PoplensJsonWriter *self, const char *key, guint64 value);
/* The next value of this container begins a line. */
void poplens_json_break (PoplensJsonWriter *self);
/* @value over 10 to the power of @digits, as "12.345", exactly. */
void poplens_json_decimal (PoplensJsonWriter *self, const char *key, guint64 value, guint digits);
/* Shortest text that reads back as the same double; not finite gives null. */
void poplens_json_double (PoplensJsonWriter *self, const char *key, double value);
/* @value: (nullable): NULL gives null. Bytes that are not UTF-8 become U+FFFD. */
void poplens_json_string (PoplensJsonWriter *self, const char *key, const char *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensJsonWriter, poplens_json_writer_free)

G_END_DECLS
