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

/* An SQL table of the exported file. Its rows are those of `poplens-cli table NAME REPORT`. With a
 * .key, it has these rows once for each value of the key. */
typedef struct {
  char *name;        /* name of the SQL table: "memory_categories_by_tile" */
  const char *table; /* name of the table in Poplens: "memory-categories" */
  const char *key;   /* (nullable): location key whose values are exported: "tile" */
  const char *by;    /* (nullable): how the rows are grouped: a key of PoplensTableSpec.by */
  PoplensExportWhen when;
  const char *reason; /* (nullable): why .when is NEVER or MORE */
} PoplensExportEntry;

/* Returns all entries, in the order of the table registry. (element-type PoplensExportEntry)
 * (transfer full) */
GPtrArray *poplens_export_list (void);
/* Returns the entries of the comma-separated @names (tables or SQL tables). @names: NULL: the
 * default entries or, if @all, also those with MORE. NULL with USAGE. (transfer container): @list
 * owns the entries */
GPtrArray *poplens_export_choose (const GPtrArray *list, const char *names, gboolean all,
                                  GError **error);

/* ---- the file -------------------------------------------------------------------------------- */

typedef struct _PoplensExportFile PoplensExportFile;

/* Opens an export at @path for adding reports, or begins a new file, which appears when its first
 * report is complete. NULL with USAGE if the existing file is not such an export; NULL with other
 * errors if it cannot be written. @list: (not owned): result of poplens_export_list (); must
 * outlive the file */
PoplensExportFile *poplens_export_file_open (const char *path, const GPtrArray *list,
                                             GError **error);
/* Closes the file. Complete reports stay in it; a new file without reports is deleted. */
void poplens_export_file_close (PoplensExportFile *self);
/* TRUE after an error of the file itself, such as a full disk: no further report can be written. */
gboolean poplens_export_file_failed (const PoplensExportFile *self);

/* Totals of several calls of poplens_export_report (). */
typedef struct {
  guint n_reports, n_known; /* .n_reports: written; .n_known: already up to date */
  guint64 n_rows;
  /* Names of the SQL tables that were written, as a set (element-type utf8). The entries own the
   * names */
  GHashTable *tables;
  /* (element-type utf8). .damaged: "TABLE: why"; .notices: about the report's files. The caller
   * clears both before each report */
  GPtrArray *damaged, *notices;
} PoplensExportCount;

/* Writes the tables @chosen of @report in one transaction, except tables that are up to date in the
 * file. Replaces all rows of the report if its files have changed. FALSE with @error: the exported
 * file is unchanged. */
gboolean poplens_export_report (PoplensExportFile *file, PoplensReport *report,
                                const GPtrArray *chosen, PoplensExportCount *count, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensExportFile, poplens_export_file_close)

G_END_DECLS
