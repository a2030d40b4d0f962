#include "base/text-sink.h"

#include <string.h>

#define BUFFER_BYTES 65536

struct _PoplensTextSink {
  GOutputStream *stream;
  char *buffer; /* BUFFER_BYTES */
  gsize used;
  GError *error;
  gboolean begun; /* something went to the stream */
};

PoplensTextSink *
poplens_text_sink_new (GOutputStream *stream)
{
  PoplensTextSink *self = g_new0 (PoplensTextSink, 1);

  self->stream = g_object_ref (stream);
  self->buffer = g_malloc (BUFFER_BYTES);
  return self;
}

void
poplens_text_sink_free (PoplensTextSink *self)
{
  if (!self)
    return;
  g_object_unref (self->stream);
  g_free (self->buffer);
  g_clear_error (&self->error);
  g_free (self);
}

static void
write_out (PoplensTextSink *self, const char *bytes, gsize length)
{
  self->begun |= length > 0;
  if (!self->error && length)
    g_output_stream_write_all (self->stream, bytes, length, NULL, NULL, &self->error);
}

static void
drain (PoplensTextSink *self)
{
  write_out (self, self->buffer, self->used);
  self->used = 0;
}

void
poplens_text_sink_write (PoplensTextSink *self, const char *text, gssize length)
{
  gsize n = length < 0 ? strlen (text) : (gsize) length;

  if (self->error)
    return;
  if (n > BUFFER_BYTES - self->used)
    drain (self);
  if (n > BUFFER_BYTES) {
    write_out (self, text, n);
    return;
  }
  memcpy (self->buffer + self->used, text, n);
  self->used += n;
}

void
poplens_text_sink_printf (PoplensTextSink *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  if (self->error)
    return;
  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  poplens_text_sink_write (self, text, -1);
}

void
poplens_text_sink_uint (PoplensTextSink *self, guint64 value)
{
  char text[20];
  gsize at = sizeof text;

  do
    text[--at] = (char) ('0' + value % 10);
  while (value /= 10);
  poplens_text_sink_write (self, text + at, (gssize) (sizeof text - at));
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
    self->used = 0;
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
