/* Streaming JSON writer: separators, escapes and numbers. */
#include "base/json-writer.h"

#include <math.h>
#include <string.h>

struct _PoplensJsonWriter {
  PoplensTextSink *sink;
  gboolean comma; /* write a comma before the next value in this container */
  gboolean line;  /* write a line break before the next value in this container */
};

PoplensJsonWriter *
poplens_json_writer_new (PoplensTextSink *sink)
{
  PoplensJsonWriter *self = g_new0 (PoplensJsonWriter, 1);

  self->sink = sink;
  return self;
}

void
poplens_json_writer_free (PoplensJsonWriter *self)
{
  g_free (self);
}

static void
json_write_quoted (PoplensJsonWriter *self, const char *text)
{
  g_autofree char *valid = g_utf8_validate (text, -1, NULL) ? NULL : g_utf8_make_valid (text, -1);
  const char *s = valid ? valid : text;

  poplens_text_sink_write (self->sink, "\"", 1);
  for (;;) {
    gsize plain = 0;
    while ((guchar) s[plain] >= 0x20 && s[plain] != '"' && s[plain] != '\\')
      plain++;
    poplens_text_sink_write (self->sink, s, plain);
    s += plain;
    if (!*s)
      break;
    if (*s == '"' || *s == '\\')
      poplens_text_sink_printf (self->sink, "\\%c", *s);
    else
      poplens_text_sink_printf (self->sink, "\\u%04x", (guchar) *s);
    s++;
  }
  poplens_text_sink_write (self->sink, "\"", 1);
}

static void
begin_value (PoplensJsonWriter *self, const char *key)
{
  if (self->comma)
    poplens_text_sink_write (self->sink, ",", 1);
  if (self->line)
    poplens_text_sink_write (self->sink, "\n", 1);
  self->line = FALSE;
  self->comma = TRUE;
  if (key) {
    json_write_quoted (self, key);
    poplens_text_sink_write (self->sink, ":", 1);
  }
}

void
poplens_json_break (PoplensJsonWriter *self)
{
  self->line = TRUE;
}

static void
open_container (PoplensJsonWriter *self, const char *key, const char *bracket)
{
  begin_value (self, key);
  poplens_text_sink_write (self->sink, bracket, 1);
  self->comma = FALSE;
}

static void
close_container (PoplensJsonWriter *self, const char *bracket)
{
  if (self->line)
    poplens_text_sink_write (self->sink, "\n", 1);
  self->line = FALSE;
  poplens_text_sink_write (self->sink, bracket, 1);
  self->comma = TRUE;
}

void
poplens_json_begin_object (PoplensJsonWriter *self, const char *key)
{
  open_container (self, key, "{");
}

void
poplens_json_end_object (PoplensJsonWriter *self)
{
  close_container (self, "}");
}

void
poplens_json_begin_array (PoplensJsonWriter *self, const char *key)
{
  open_container (self, key, "[");
}

void
poplens_json_end_array (PoplensJsonWriter *self)
{
  close_container (self, "]");
}

void
poplens_json_null (PoplensJsonWriter *self, const char *key)
{
  begin_value (self, key);
  poplens_text_sink_write (self->sink, "null", 4);
}

void
poplens_json_bool (PoplensJsonWriter *self, const char *key, gboolean value)
{
  begin_value (self, key);
  poplens_text_sink_write (self->sink, value ? "true" : "false", -1);
}

void
poplens_json_int (PoplensJsonWriter *self, const char *key, gint64 value)
{
  begin_value (self, key);
  poplens_text_sink_printf (self->sink, "%" G_GINT64_FORMAT, value);
}

void
poplens_json_uint (PoplensJsonWriter *self, const char *key, guint64 value)
{
  begin_value (self, key);
  poplens_text_sink_uint (self->sink, value);
}

void
poplens_json_decimal (PoplensJsonWriter *self, const char *key, guint64 value, guint digits)
{
  guint64 power = 1;

  for (guint i = 0; i < digits; i++)
    power *= 10;
  begin_value (self, key);
  poplens_text_sink_uint (self->sink, value / power);
  if (digits)
    poplens_text_sink_printf (self->sink, ".%0*" G_GINT64_MODIFIER "u", (int) digits,
                              value % power);
}

void
poplens_json_double (PoplensJsonWriter *self, const char *key, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value)) {
    poplens_json_null (self, key);
    return;
  }
  begin_value (self, key);
  for (int digits = 15; digits <= 17; digits++) {
    char format[8];
    g_snprintf (format, sizeof format, "%%.%dg", digits);
    g_ascii_formatd (text, sizeof text, format, value);
    if (g_ascii_strtod (text, NULL) == value)
      break;
  }
  poplens_text_sink_write (self->sink, text, -1);
  /* Write 5 as "5.0": some readers would take "5" for an integer. */
  if (!strpbrk (text, ".e"))
    poplens_text_sink_write (self->sink, ".0", 2);
}

void
poplens_json_string (PoplensJsonWriter *self, const char *key, const char *value)
{
  if (!value) {
    poplens_json_null (self, key);
    return;
  }
  begin_value (self, key);
  json_write_quoted (self, value);
}
