/* Exports tables of one or many reports as SQL tables into one SQLite file, which other programs
 * can query. docs/queries.md describes the file. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

/* ---- list of tables -------------------------------------------------------------------------- */

typedef enum {
  POPLENS_EXPORT_DEFAULT, /* exported by default */
  POPLENS_EXPORT_MORE,    /* exported only with --all, or by name */
  POPLENS_EXPORT_NEVER,   /* never exported; .reason says why */
} PoplensExportWhen;

/* An SQL table of the file. Without a key it has the rows that `poplens-cli table NAME REPORT`
 * prints; with a key, these rows for each value of the key. */
typedef struct {
  char *name;        /* "memory_categories_by_tile" */
  const char *table; /* "memory-categories" */
  const char *key;   /* (nullable): key of the location, such as "tile" */
  const char *by;    /* (nullable): grouping of the rows, a key of PoplensTableSpec.by */
  PoplensExportWhen when;
  const char *reason; /* (nullable): why .when is NEVER or MORE */
} PoplensExportEntry;

/* Returns all entries, in the order of the table registry. (element-type PoplensExportEntry)
 * (transfer full) */
GPtrArray *poplens_export_list (void);
/* Returns the entries that @names selects ("a,b": names of tables or SQL tables). Without names:
 * all that may be exported if @all, else the default ones. NULL with USAGE if a name is unknown or
 * is never exported. (transfer container): the entries belong to @list */
GPtrArray *poplens_export_choose (const GPtrArray *list, const char *names, gboolean all,
                                  GError **error);

/* ---- the file -------------------------------------------------------------------------------- */

typedef struct _PoplensExportFile PoplensExportFile;

/* Opens the file at @path. If there is none, starts a new one, which appears at @path after its
 * first report is written. NULL with USAGE if another program or format version wrote the file;
 * NULL with another error if it cannot be written. @list: (not owned): all entries
 * (poplens_export_list ()); must outlive the file */
PoplensExportFile *poplens_export_file_open (const char *path, const GPtrArray *list,
                                             GError **error);
/* Closes the file. It keeps the reports written so far; a new file without reports is deleted. */
void poplens_export_file_close (PoplensExportFile *self);
/* TRUE if writing failed for a reason of the file itself, so that no other report can be added. The
 * function that failed has set its error. */
gboolean poplens_export_file_failed (const PoplensExportFile *self);

/* Totals of what several calls of poplens_export_report () wrote. */
typedef struct {
  guint n_reports, n_known; /* reports written, and reports that were up to date */
  guint64 n_rows;
  /* set of the names of SQL tables that were written; (element-type utf8): owned by the list of
   * entries */
  GHashTable *tables;
  /* (element-type utf8): "TABLE: why" for damaged tables; notices about the report's files. The
   * caller empties both for each report */
  GPtrArray *damaged, *notices;
} PoplensExportCount;

/* Writes the tables @chosen of @report, in one transaction. Tables that the file has already, from
 * the same state of the report's files, are not written again; if the report's files have changed,
 * all its rows are replaced. FALSE with @error: the exported file is unchanged. */
gboolean poplens_export_report (PoplensExportFile *file, PoplensReport *report,
                                const GPtrArray *chosen, PoplensExportCount *count, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensExportFile, poplens_export_file_close)

G_END_DECLS
