/* Finds and builds tables and views by name. */
#pragma once

#include "tables/engine/table-spec.h"

G_BEGIN_DECLS

/* Lists the tables, without views. @n: (out): their number */
const PoplensTableSpec *poplens_tables_list (guint *n);
/* Returns the table or view with that name. (nullable): NULL if there is none */
const PoplensTableSpec *poplens_tables_find (const char *name);
/* Builds a table. (transfer full) (nullable): NULL with @error. POPLENS_ERROR_USAGE means that the
 * name is unknown, or that the report lacks a selected tile. */
PoplensTable *poplens_tables_build (const char *name, PoplensReport *report,
                                    const PoplensLocation *location, GCancellable *cancellable,
                                    GError **error);

/* Lists the keys of a location that the table reads, for one report or for two. (transfer full) */
GStrv poplens_table_list_keys (const PoplensTableSpec *spec);
/* TRUE if the table exists for two reports, at least for one value of the key "by". */
gboolean poplens_table_compares (const PoplensTableSpec *spec);
/* Builds the table that compares @report with its other report (poplens_report_set_other ()).
 * (transfer full) (nullable): NULL with @error. POPLENS_ERROR_USAGE means that the name is unknown,
 * or that the table cannot compare. POPLENS_ERROR_ABSENT means that there is no other report. */
PoplensTable *poplens_tables_compare (const char *name, PoplensReport *report,
                                      const PoplensLocation *location, GCancellable *cancellable,
                                      GError **error);

/* Computes the kinds of variables if the table has the column "kind", which is empty until then.
 * Does nothing for a report on another computer. FALSE with @error only if cancelled. */
gboolean poplens_tables_prepare (const char *name, PoplensReport *report, GCancellable *cancellable,
                                 GError **error);

/* Creates a series of smaller tables if the table has too many rows for memory. @series: (out)
 * (transfer full) (nullable): NULL if the table fits, or the name is unknown. FALSE with @error as
 * poplens_tables_build (). */
gboolean poplens_tables_series (const char *name, PoplensReport *report,
                                const PoplensLocation *location, PoplensTableSeries **series,
                                GCancellable *cancellable, GError **error);

/* FALSE with POPLENS_ERROR_USAGE if a "filter.TABLE" or "sort.TABLE" key of @location names a table
 * that does not exist. */
gboolean poplens_tables_check_keys (const PoplensLocation *location, GError **error);

/* ---- views (views.c) ------------------------------------------------------------------------- */

/* Lists the views. A view is a table that shows some rows and columns of another table, its base,
 * under its own name. Views are found and built by the functions above. @n: (out): number of views
 */
const PoplensTableSpec *poplens_named_views_list (guint *n);

/* Returns the location at which to build the base of @view: @location (nullable) with the keys that
 * the view sets. (transfer full) */
PoplensLocation *poplens_named_view_location (const PoplensTableSpec *view,
                                              const PoplensLocation *location);
/* Makes a table of the rows and columns of @base (transfer full) that @view chooses. NULL with
 * POPLENS_ERROR_USAGE if the base lacks a column of the view at this location; NULL also if
 * cancelled. (transfer full) */
PoplensTable *poplens_named_view_new (const PoplensTableSpec *view, PoplensTable *base,
                                      GCancellable *cancellable, GError **error);

G_END_DECLS
