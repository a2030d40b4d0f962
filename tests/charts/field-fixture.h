/* Fields with made-up cells, the same in every run, for tests of fields below lanes. */
#pragma once

#include "charts/lanes/field.h"

#define FIXTURE_LINES 90
#define FIXTURE_FIELD_SERIES 6

typedef struct {
  guint n_lines, n_columns;
  guint64 *edges;
  guint8 *cells; /* [line][FIXTURE_FIELD_SERIES][column] */
  PoplensFieldCells *known;
  const char *note; /* (nullable): note that is shown once cells are known */
  gboolean selects; /* TRUE: something is selected on every third line */
} FixtureField;

/* Returns a field of cycles 0 … 6,000: compute in waves that end later from line to line, with
 * exchange before it and waiting after it. (transfer full) */
FixtureField *fixture_field_new (guint n_lines, guint n_columns);
void fixture_field_free (gpointer self);
extern const PoplensFieldClass fixture_field_class;

/* Returns fixture_lanes () with a field below each group. @known: the fields have cells. */
PoplensChart *fixture_fields (gboolean known, gboolean folded);
