/* Text sink: buffered output of the streaming writers to a GOutputStream. The first error is saved,
 * and later writes do nothing, so that callers check once, at the end. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _PoplensTextSink PoplensTextSink;

/* Creates a sink. @stream: (transfer none): the sink holds a reference and does not close it.
 * (transfer full) */
PoplensTextSink *poplens_text_sink_new (GOutputStream *stream);
void poplens_text_sink_free (PoplensTextSink *self);

/* Makes the output safe for a terminal. Control characters except line breaks, and invisible
 * characters (visible.h), are written as \u001b, \u202e and so on, which is valid JSON. Bytes that
 * are not UTF-8 become U+FFFD. @colour: whether styles are written */
void poplens_text_sink_for_terminal (PoplensTextSink *self, gboolean colour);
/* Writes the escape sequence for a style: "1" bold, "1;31" bold red, "0" normal. Does nothing
 * unless the output is for a terminal with colour. */
void poplens_text_sink_style (PoplensTextSink *self, const char *style);

void poplens_text_sink_write (PoplensTextSink *self, const char *text, gssize length);
void poplens_text_sink_printf (PoplensTextSink *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Writes a decimal number, several times faster than printf (). */
void poplens_text_sink_uint (PoplensTextSink *self, guint64 value);

/* TRUE after a failed write: long loops can end early. */
gboolean poplens_text_sink_failed (const PoplensTextSink *self);

/* Drops the buffered text after an error, so that no incomplete answer is printed. Does nothing if
 * some text was already written to the stream. */
void poplens_text_sink_discard (PoplensTextSink *self);

/* Writes the buffer to the stream. FALSE with the first error of any write. */
gboolean poplens_text_sink_flush (PoplensTextSink *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTextSink, poplens_text_sink_free)

G_END_DECLS
