/* Fields with made-up cells that are the same every time. */
#pragma once

#include "charts/lanes/field.h"

#define FIXTURE_LINES 90
#define FIXTURE_FIELD_SERIES 6

typedef struct {
  guint n_lines, n_columns;
  guint64 *edges;
  guint8 *cells; /* [line][FIXTURE_FIELD_SERIES][column] */
  PoplensFieldCells *known;
  const char *note; /* (nullable): said where something is known */
  gboolean selects; /* something is selected on every third line */
} FixtureField;

/* Compute in waves that end later from line to line, exchange before it, waiting behind it, over
 * cycles 0 … 6,000. */
FixtureField *fixture_field_new (guint n_lines, guint n_columns);
void fixture_field_free (gpointer self);
extern const PoplensFieldClass fixture_field_class;

/* fixture_lanes() with a field below each group. */
PoplensChart *fixture_fields (gboolean known, gboolean folded);
