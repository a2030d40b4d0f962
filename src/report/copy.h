/* Copies a report from this or another computer into a folder, so that it can be read completely or
 * recovered. */
#pragma once

#include "base/work.h"

G_BEGIN_DECLS

typedef struct {
  guint64 bytes; /* size of all files of the copy */
  guint n_files; /* number of files that this call copied */
} PoplensReportCopied;

/* Copies the report at @path (or address) into @folder, which is created if necessary: its files,
 * also those in the folder above, and SQLite's files beside the profile. The report need not be
 * readable. An interrupted copy is continued, and no file is replaced (remote/fetch.h). @work:
 * (nullable): gets the copied bytes as progress. @copied: (out) (nullable): .bytes is set before
 * the first file is copied. FALSE with the errors of poplens_report_open () and poplens_fetch ();
 * USAGE if @folder is the report's own folder. */
gboolean poplens_report_copy (const char *path, const char *folder, const PoplensWork *work,
                              PoplensReportCopied *copied, GError **error);

G_END_DECLS
