/* Writes CSV cells and rows, with quotes only if needed. */
#include "base/csv-writer.h"

#include <string.h>

/* Returns the length of @value in bytes. @plain: (out): TRUE if it needs no quotes */
static gsize
measure_cell (const char *value, gboolean *plain)
{
  gsize n = 0;

  *plain = TRUE;
  for (; value[n]; n++)
    if (value[n] == ',' || value[n] == '"' || value[n] == '\r' || value[n] == '\n')
      *plain = FALSE;
  return n;
}

void
poplens_csv_cell (PoplensCsvWriter *self, const char *value)
{
  gboolean plain;
  gsize n;

  if (self->in_row)
    poplens_text_sink_write (self->sink, ",", 1);
  self->in_row = TRUE;
  if (!value)
    return;
  n = measure_cell (value, &plain);
  if (plain) {
    poplens_text_sink_write (self->sink, value, (gssize) n);
    return;
  }
  poplens_text_sink_write (self->sink, "\"", 1);
  for (const char *quote; (quote = strchr (value, '"')); value = quote + 1) {
    poplens_text_sink_write (self->sink, value, quote + 1 - value);
    poplens_text_sink_write (self->sink, "\"", 1);
  }
  poplens_text_sink_write (self->sink, value, -1);
  poplens_text_sink_write (self->sink, "\"", 1);
}

void
poplens_csv_cell_safe (PoplensCsvWriter *self, const char *value)
{
  if (!value || !*value || !strchr ("=+-@\t\r\n", *value)) {
    poplens_csv_cell (self, value);
    return;
  }
  g_autofree char *guarded = g_strconcat ("'", value, NULL);
  poplens_csv_cell (self, guarded);
}

void
poplens_csv_end_row (PoplensCsvWriter *self)
{
  poplens_text_sink_write (self->sink, "\r\n", 2);
  self->in_row = FALSE;
}
