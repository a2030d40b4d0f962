/* The tables and views by name. */
#pragma once

#include "tables/engine/table-spec.h"

G_BEGIN_DECLS

/* The tables; the views are poplens_named_views_list(). */
const PoplensTableSpec *poplens_tables_list (guint *n);
/* The table or view of that name, or NULL. */
const PoplensTableSpec *poplens_tables_find (const char *name);
/* NULL with POPLENS_ERROR_USAGE for an unknown name (listing near ones) and for a selection of
 * tiles that the report does not have, or the build's error. */
PoplensTable *poplens_tables_build (const char *name, PoplensReport *report,
                                    const PoplensLocation *location, GCancellable *cancellable,
                                    GError **error);

/* Keys of a location that the table reads, of one report or of two. (transfer full) */
GStrv poplens_table_list_keys (const PoplensTableSpec *spec);
/* Whether there is a table of two reports, of any choice of "by". */
gboolean poplens_table_compares (const PoplensTableSpec *spec);
/* The table of @report and its other (poplens_report_set_other()): what both say of a thing, for
 * things that are not alike in both. NULL with POPLENS_ERROR_USAGE where the name is unknown or the
 * table compares nothing, POPLENS_ERROR_ABSENT without an other, or the build's error. */
PoplensTable *poplens_tables_compare (const char *name, PoplensReport *report,
                                      const PoplensLocation *location, GCancellable *cancellable,
                                      GError **error);

/* Works out beforehand the kinds of variables that the table has a column of, for those who cannot
 * show it again when they are there; not of a report on another computer. FALSE with @error where
 * @cancellable was cancelled; a report that lacks them is none. */
gboolean poplens_tables_prepare (const char *name, PoplensReport *report, GCancellable *cancellable,
                                 GError **error);

/* The same rows in the same order for writing them out once, where they are too many to be held:
 * else *@series is NULL, as it is for an unknown name. FALSE with @error as above. */
gboolean poplens_tables_series (const char *name, PoplensReport *report,
                                const PoplensLocation *location, PoplensTableSeries **series,
                                GCancellable *cancellable, GError **error);

/* FALSE with POPLENS_ERROR_USAGE where @location filters or sorts a table that there is not. */
gboolean poplens_tables_check_keys (const PoplensLocation *location, GError **error);

/* ---- views (views.c) ------------------------------------------------------------------------- */

/* Rows and columns of a table, in an order of their own, under a name; found and built as above. */
const PoplensTableSpec *poplens_named_views_list (guint *n);

/* @location (nullable) with the keys that the view sets: where its base is built. (transfer full)
 */
PoplensLocation *poplens_named_view_location (const PoplensTableSpec *view,
                                              const PoplensLocation *location);
/* Returns the rows and columns of @base (transfer full) that @view names, as a table of its own.
 * NULL with POPLENS_ERROR_USAGE if the base has no such column at its location, or if @cancellable
 * was cancelled. */
PoplensTable *poplens_named_view_new (const PoplensTableSpec *view, PoplensTable *base,
                                      GCancellable *cancellable, GError **error);

G_END_DECLS
