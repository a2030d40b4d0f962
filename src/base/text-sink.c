#include "base/text-sink.h"

#include <string.h>

#define BUFFER_BYTES 65536

struct _PoplensTextSink {
  GOutputStream *stream;
  GString *buffer;
  GError *error;
  gboolean begun; /* something went to the stream */
};

PoplensTextSink *
poplens_text_sink_new (GOutputStream *stream)
{
  PoplensTextSink *self = g_new0 (PoplensTextSink, 1);

  self->stream = g_object_ref (stream);
  self->buffer = g_string_sized_new (BUFFER_BYTES + 256);
  return self;
}

void
poplens_text_sink_free (PoplensTextSink *self)
{
  if (!self)
    return;
  g_object_unref (self->stream);
  g_string_free (self->buffer, TRUE);
  g_clear_error (&self->error);
  g_free (self);
}

static void
drain (PoplensTextSink *self)
{
  self->begun |= self->buffer->len > 0;
  if (!self->error && self->buffer->len)
    g_output_stream_write_all (self->stream, self->buffer->str, self->buffer->len, NULL, NULL,
                               &self->error);
  g_string_truncate (self->buffer, 0);
}

void
poplens_text_sink_write (PoplensTextSink *self, const char *text, gssize length)
{
  if (self->error)
    return;
  g_string_append_len (self->buffer, text, length < 0 ? (gssize) strlen (text) : length);
  if (self->buffer->len >= BUFFER_BYTES)
    drain (self);
}

void
poplens_text_sink_printf (PoplensTextSink *self, const char *format, ...)
{
  va_list args;

  if (self->error)
    return;
  va_start (args, format);
  g_string_append_vprintf (self->buffer, format, args);
  va_end (args);
  if (self->buffer->len >= BUFFER_BYTES)
    drain (self);
}

gboolean
poplens_text_sink_failed (const PoplensTextSink *self)
{
  return self->error != NULL;
}

void
poplens_text_sink_discard (PoplensTextSink *self)
{
  if (!self->begun)
    g_string_truncate (self->buffer, 0);
}

gboolean
poplens_text_sink_flush (PoplensTextSink *self, GError **error)
{
  drain (self);
  if (!self->error && g_output_stream_flush (self->stream, NULL, &self->error))
    return TRUE;
  if (error)
    *error = g_error_copy (self->error);
  return FALSE;
}
