/* Finds and builds tables and views by name. */
#pragma once

#include "tables/engine/table-spec.h"

G_BEGIN_DECLS

/* Lists the tables without views; see poplens_named_views_list (). */
const PoplensTableSpec *poplens_tables_list (guint *n);
/* Returns the table or view with that name. (nullable) */
const PoplensTableSpec *poplens_tables_find (const char *name);
/* Builds a table. NULL with POPLENS_ERROR_USAGE for an unknown name (with similar names) or for
 * tiles that the report does not have, or with the error of the builder. (transfer full) */
PoplensTable *poplens_tables_build (const char *name, PoplensReport *report,
                                    const PoplensLocation *location, GCancellable *cancellable,
                                    GError **error);

/* Lists the keys of a location that the table reads, for one report or two. (transfer full) */
GStrv poplens_table_list_keys (const PoplensTableSpec *spec);
/* TRUE if the table exists for two reports, for some choice of "by". */
gboolean poplens_table_compares (const PoplensTableSpec *spec);
/* Builds the table of @report and its other report (poplens_report_set_other ()): the things that
 * differ, with the values of both. NULL with POPLENS_ERROR_USAGE if the name is unknown or the
 * table does not compare, POPLENS_ERROR_ABSENT without another report, or the error of the builder.
 * (transfer full) */
PoplensTable *poplens_tables_compare (const char *name, PoplensReport *report,
                                      const PoplensLocation *location, GCancellable *cancellable,
                                      GError **error);

/* Computes the kinds of variables if the table has a column of them, for callers that cannot update
 * the table later. Does nothing for a report on another computer. FALSE with @error only if
 * cancelled. */
gboolean poplens_tables_prepare (const char *name, PoplensReport *report, GCancellable *cancellable,
                                 GError **error);

/* Creates the table as a series to be written once, if it has too many rows for memory. @series:
 * (out) (transfer full): NULL if it has not, or the name is unknown. FALSE with @error as
 * poplens_tables_build (). */
gboolean poplens_tables_series (const char *name, PoplensReport *report,
                                const PoplensLocation *location, PoplensTableSeries **series,
                                GCancellable *cancellable, GError **error);

/* FALSE with POPLENS_ERROR_USAGE if @location filters or sorts a table that does not exist. */
gboolean poplens_tables_check_keys (const PoplensLocation *location, GError **error);

/* ---- views (views.c) ------------------------------------------------------------------------- */

/* Views: chosen rows and columns of a table, with their own order and name. They are found and
 * built as tables are. */
const PoplensTableSpec *poplens_named_views_list (guint *n);

/* Returns @location (nullable) with the keys that the view sets, to build its base. (transfer full)
 */
PoplensLocation *poplens_named_view_location (const PoplensTableSpec *view,
                                              const PoplensLocation *location);
/* Makes a table of the rows and columns of @base (transfer full) that @view chooses. NULL with
 * POPLENS_ERROR_USAGE if the base has no such column at its location, or if @cancellable was
 * cancelled. (transfer full) */
PoplensTable *poplens_named_view_new (const PoplensTableSpec *view, PoplensTable *base,
                                      GCancellable *cancellable, GError **error);

G_END_DECLS
