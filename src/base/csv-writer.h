/* Streaming CSV after RFC 4180: comma, CRLF, quotes only if needed. */
#pragma once

#include "base/text-sink.h"

G_BEGIN_DECLS

typedef struct {
  PoplensTextSink *sink; /* (not owned) */
  gboolean in_row;
} PoplensCsvWriter;

/* Writes a cell. @value: (nullable): NULL writes an empty cell. */
void poplens_csv_cell (PoplensCsvWriter *self, const char *value);
/* Writes a text. If the text begins with =, +, -, @, a tab or a line break, writes a ' first,
 * because a spreadsheet would run it as a formula. @value: (nullable) */
void poplens_csv_cell_safe (PoplensCsvWriter *self, const char *value);
void poplens_csv_end_row (PoplensCsvWriter *self);

G_END_DECLS
