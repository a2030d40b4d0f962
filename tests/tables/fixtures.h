/* Tables by hand, and views and texts of them as strings to compare. */
#pragma once

#include "report/report.h"
#include "tables/engine/table-series.h"

/* Columns: name (text), value (count), share (ratio). Rows are given as "name value share" pieces;
 * "-" is NULL. Depths make it a tree where @depths is given. */
typedef struct {
  const char *name;
  gint64 value; /* G_MININT64: NULL */
  double share; /* negative: NULL */
  guint16 depth;
} FixtureRow;

PoplensTable *fixture_table (const FixtureRow *rows, guint32 n, gboolean tree);

/* The table of this name of the registry, without an error. (transfer full) */
PoplensTable *fixture_build (PoplensReport *report, const char *name, const char *place_text);
/* Its total, of a column of whole numbers that has one. */
gint64 fixture_total (const PoplensTable *table, const char *column);

/* Row numbers of a view: "2 0 1". (transfer full) */
char *fixture_view_rows (const PoplensTableView *view);

/* The table as poplens_table_write() writes it. (transfer full) */
char *fixture_write (const PoplensTable *table, const PoplensTableView *view,
                     PoplensTableFormat format, const PoplensTableOutput *output);
/* The same of a series. */
char *fixture_write_series (PoplensTableSeries *series, const PoplensSeriesQuery *query,
                            PoplensTableFormat format, const PoplensTableOutput *output);

/* Adds /tables/@suite/@test/NAME for the demo report and each real one; @func gets its name. */
void fixture_add_test (const char *suite, const char *test, GTestDataFunc func);
