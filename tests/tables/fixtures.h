/* Tables made by hand for tests, and tables and views as strings to compare. */
#pragma once

#include "report/report.h"
#include "tables/engine/table-series.h"

/* A row of a fixture table, with the columns name (text), value (count) and share (ratio). */
typedef struct {
  const char *name;
  gint64 value; /* G_MININT64: NULL */
  double share; /* negative: NULL */
  guint16 depth;
} FixtureRow;

PoplensTable *fixture_table (const FixtureRow *rows, guint32 n, gboolean tree);

/* Builds a table of the register; an error fails the test. (transfer full) */
PoplensTable *fixture_build (PoplensReport *report, const char *name, const char *place_text);
/* Returns the total of an integer column, which must have one. */
gint64 fixture_total (const PoplensTable *table, const char *column);

/* Returns the row numbers of a view: "2 0 1". (transfer full) */
char *fixture_view_rows (const PoplensTableView *view);

/* Returns the table as written by poplens_table_write (). (transfer full) */
char *fixture_write (const PoplensTable *table, const PoplensTableView *view,
                     PoplensTableFormat format, const PoplensTableOutput *output);
/* Returns a series as text. @series: (transfer none). (transfer full) */
char *fixture_write_series (PoplensTableSeries *series, const PoplensSeriesQuery *query,
                            PoplensTableFormat format, const PoplensTableOutput *output);

/* Adds the test /tables/@suite/@test/NAME for the demo and real reports; @func gets its name. */
void fixture_add_test (const char *suite, const char *test, GTestDataFunc func);
