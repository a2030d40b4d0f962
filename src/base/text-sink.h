/* Where the streaming writers put their bytes: a GOutputStream behind one buffer. The first error
 * sticks, and later writes do nothing, so that callers check once, at the end. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _PoplensTextSink PoplensTextSink;

/* @stream: (transfer none): kept referenced, not closed. */
PoplensTextSink *poplens_text_sink_new (GOutputStream *stream);
void poplens_text_sink_free (PoplensTextSink *self);

/* From now on the stream is a terminal. Of what is written, control characters other than the end
 * of a line, and those that are not seen or turn the text about them round (visible.h), become
 * \u001b, \u202e and so on, which leaves JSON what it is; and what is not UTF-8 becomes U+FFFD. A
 * piece may end inside a character. @colour: styles are written. */
void poplens_text_sink_for_terminal (PoplensTextSink *self, gboolean colour);
/* The escape of the style that follows: "1" bold, "1;31" in red, "0" plain. Nothing unless it is
 * for a terminal with colour. */
void poplens_text_sink_style (PoplensTextSink *self, const char *style);

void poplens_text_sink_write (PoplensTextSink *self, const char *text, gssize length);
void poplens_text_sink_printf (PoplensTextSink *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* In decimal; many times as fast as the above. */
void poplens_text_sink_uint (PoplensTextSink *self, guint64 value);

/* TRUE once a write has failed: a long loop can end early. */
gboolean poplens_text_sink_failed (const PoplensTextSink *self);

/* Forgets what is buffered where nothing has been written out yet: a failure then leaves no half of
 * an answer. Does nothing otherwise. */
void poplens_text_sink_discard (PoplensTextSink *self);

/* Writes out what is buffered; FALSE with the first error that came up. */
gboolean poplens_text_sink_flush (PoplensTextSink *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTextSink, poplens_text_sink_free)

G_END_DECLS
