/* Tables of reports as tables of SQL: one file of SQLite for one report or a thousand, which other
 * programs read as it is. docs/queries.md tells what is in it. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

/* ---- which tables ------------------------------------------------------------------------------
 */

typedef enum {
  POPLENS_EXPORT_DEFAULT, /* always, unless others are chosen */
  POPLENS_EXPORT_MORE,    /* only if all are asked for, or this one */
  POPLENS_EXPORT_NEVER,   /* never; the reason says why */
} PoplensExportWhen;

/* A table of SQL. Without a key it is what `poplens-cli table NAME REPORT` prints; with one, the
 * rows of that table for each value of the key. */
typedef struct {
  char *name;        /* "memory_categories_by_tile" */
  const char *table; /* "memory-categories" */
  const char *key;   /* (nullable): "tile" */
  const char *by;    /* (nullable): what a row is, as PoplensTableSpec.by */
  PoplensExportWhen when;
  const char *reason; /* (nullable): of NEVER and MORE */
} PoplensExportEntry;

/* All of them, in the order of the tables. (element-type PoplensExportEntry) (transfer full) */
GPtrArray *poplens_export_list (void);
/* Those that are asked for by name ("a,b", of tables or of SQL), else all or the default. NULL with
 * USAGE for a name that is unknown or never exported. (transfer container): borrowed of @list */
GPtrArray *poplens_export_choose (const GPtrArray *list, const char *names, gboolean all,
                                  GError **error);

/* ---- the file ----------------------------------------------------------------------------------
 */

typedef struct _PoplensExportFile PoplensExportFile;

/* Opens the file at @path, or begins a new one, which has its name once the first report is in it.
 * NULL with USAGE where it is the file of another program, else with why it cannot be written. */
PoplensExportFile *poplens_export_file_open (const char *path, const GPtrArray *list,
                                             GError **error);
/* Makes what was written last; a new file of no reports is left out. */
void poplens_export_file_close (PoplensExportFile *self);
/* Whether it can no longer be written: the error was told. */
gboolean poplens_export_file_failed (const PoplensExportFile *self);

/* What was written. */
typedef struct {
  guint n_reports, n_known; /* written; already in the file with all tables */
  guint64 n_rows;
  GHashTable *tables; /* (element-type utf8): names of SQL, borrowed of the list */
  /* Of the last report, each a char *: "TABLE: why"; what the file notes of its files */
  GPtrArray *damaged, *notices;
} PoplensExportCount;

/* Writes the tables @chosen of @report, in one transaction: what of them is there already, with the
 * files of the report as they are, stays; a report whose files changed is replaced. FALSE with
 * nothing of the report changed in the file. */
gboolean poplens_export_report (PoplensExportFile *file, PoplensReport *report,
                                const GPtrArray *chosen, PoplensExportCount *count, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensExportFile, poplens_export_file_close)

G_END_DECLS
