#include "base/csv-writer.h"

#include <string.h>

void
poplens_csv_cell (PoplensCsvWriter *self, const char *value)
{
  if (self->in_row)
    poplens_text_sink_write (self->sink, ",", 1);
  self->in_row = TRUE;
  if (!value)
    return;
  if (!strpbrk (value, ",\"\r\n")) {
    poplens_text_sink_write (self->sink, value, -1);
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
poplens_csv_end_row (PoplensCsvWriter *self)
{
  poplens_text_sink_write (self->sink, "\r\n", 2);
  self->in_row = FALSE;
}
