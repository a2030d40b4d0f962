/* Buffered text output; for a terminal, it makes control characters visible. */
#include "base/text-sink.h"

#include "base/visible.h"

#include <string.h>

#define BUFFER_BYTES 65536

struct _PoplensTextSink {
  GOutputStream *stream;
  char *buffer; /* (length BUFFER_BYTES): text not yet written */
  gsize used;
  GError *error;
  gboolean begun; /* some text was already written to the stream */
  gboolean terminal, colour;
  char held[4]; /* incomplete character or carriage return at the end of the last write; only with
                   .terminal */
  guint n_held;
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
sink_write_stream (PoplensTextSink *self, const char *bytes, gsize length)
{
  self->begun |= length > 0;
  if (!self->error && length)
    g_output_stream_write_all (self->stream, bytes, length, NULL, NULL, &self->error);
}

static void
sink_drain (PoplensTextSink *self)
{
  sink_write_stream (self, self->buffer, self->used);
  self->used = 0;
}

static void
sink_buffer_text (PoplensTextSink *self, const char *text, gsize n)
{
  if (n > BUFFER_BYTES - self->used)
    sink_drain (self);
  if (n > BUFFER_BYTES) {
    sink_write_stream (self, text, n);
    return;
  }
  memcpy (self->buffer + self->used, text, n);
  self->used += n;
}

/* ---- for a terminal -------------------------------------------------------------------------- */

static void
sink_buffer_escape (PoplensTextSink *self, gunichar c)
{
  char text[12];

  sink_buffer_text (self, text, (gsize) g_snprintf (text, sizeof text, "\\u%04x", c));
}

static void sink_write_visible_byte (PoplensTextSink *self, char byte);

/* Handles held bytes that are not a valid character. Writes the first byte as U+FFFD, or as an
 * escape if it is a CR. Then decodes the remaining bytes as if they were just written. */
static void
sink_resolve_held (PoplensTextSink *self)
{
  char rest[sizeof self->held];
  guint n = self->n_held - 1;

  memcpy (rest, self->held + 1, n);
  if (*self->held == '\r')
    sink_buffer_escape (self, '\r');
  else
    sink_buffer_text (self, "\ufffd", strlen ("\ufffd"));
  self->n_held = 0;
  for (guint i = 0; i < n; i++)
    sink_write_visible_byte (self, rest[i]);
}

static void
sink_write_visible_byte (PoplensTextSink *self, char byte)
{
  self->held[self->n_held++] = byte;
  if (*self->held == '\r') {
    if (self->n_held == 1)
      return;
    if (byte != '\n') {
      sink_resolve_held (self);
      return;
    }
    sink_buffer_text (self, "\r\n", 2);
    self->n_held = 0;
    return;
  }
  gunichar c = *self->held ? g_utf8_get_char_validated (self->held, self->n_held) : 0;
  if (c == (gunichar) -2 && self->n_held < sizeof self->held)
    return;
  if (c >= (gunichar) -2) {
    sink_resolve_held (self);
    return;
  }
  if (poplens_is_hidden (c) && c != '\n')
    sink_buffer_escape (self, c);
  else
    sink_buffer_text (self, self->held, self->n_held);
  self->n_held = 0;
}

static gsize
count_plain (const char *text, gsize n)
{
  gsize plain = 0;

  while (plain < n && ((text[plain] >= ' ' && text[plain] < 0x7f) || text[plain] == '\n'))
    plain++;
  return plain;
}

static void
sink_write_visible (PoplensTextSink *self, const char *text, gsize n)
{
  for (gsize at = 0; at < n;) {
    gsize plain = self->n_held ? 0 : count_plain (text + at, n - at);
    sink_buffer_text (self, text + at, plain);
    at += plain;
    if (at < n)
      sink_write_visible_byte (self, text[at++]);
  }
}

void
poplens_text_sink_for_terminal (PoplensTextSink *self, gboolean colour)
{
  self->terminal = TRUE;
  self->colour = colour;
}

void
poplens_text_sink_style (PoplensTextSink *self, const char *style)
{
  if (!self->colour || self->error)
    return;
  while (self->n_held)
    sink_resolve_held (self);
  sink_buffer_text (self, "\033[", 2);
  sink_buffer_text (self, style, strlen (style));
  sink_buffer_text (self, "m", 1);
}

/* ---- writing --------------------------------------------------------------------------------- */

void
poplens_text_sink_write (PoplensTextSink *self, const char *text, gssize length)
{
  gsize n = length < 0 ? strlen (text) : (gsize) length;

  if (self->error)
    return;
  if (self->terminal)
    sink_write_visible (self, text, n);
  else
    sink_buffer_text (self, text, n);
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
  if (self->begun)
    return;
  self->used = 0;
  self->n_held = 0;
}

gboolean
poplens_text_sink_flush (PoplensTextSink *self, GError **error)
{
  while (self->n_held)
    sink_resolve_held (self);
  sink_drain (self);
  if (!self->error && g_output_stream_flush (self->stream, NULL, &self->error))
    return TRUE;
  if (error)
    *error = g_error_copy (self->error);
  return FALSE;
}
