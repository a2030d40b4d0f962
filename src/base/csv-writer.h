/* Streaming CSV after RFC 4180: comma, CRLF, quotes only where they are needed. */
#pragma once

#include "base/text-sink.h"

G_BEGIN_DECLS

typedef struct {
  PoplensTextSink *sink; /* (not owned) */
  gboolean in_row;
} PoplensCsvWriter;

/* @value: (nullable): NULL writes an empty cell. */
void poplens_csv_cell (PoplensCsvWriter *self, const char *value);
/* A text that spreadsheets would run as a formula, as it begins with =, +, -, @, a tab or the end
 * of a line, has ' in front: they show the rest as it is. */
void poplens_csv_cell_safe (PoplensCsvWriter *self, const char *value);
void poplens_csv_end_row (PoplensCsvWriter *self);

G_END_DECLS
