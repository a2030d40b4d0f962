/* Copies a report from this or another computer into a folder, so that it can be read completely or
 * recovered. */
#pragma once

#include "base/work.h"

G_BEGIN_DECLS

typedef struct {
  guint64 bytes; /* size of all files of the copy */
  guint n_files; /* number of files that this call copied */
} PoplensReportCopied;

/* Copies the files of the report at @path (or address) into @folder, which is created if necessary.
 * Also copies SQLite's files beside the profile, even if the report is not readable. Continues an
 * interrupted copy, and replaces no file (remote/fetch.h). @work: (nullable): its progress is the
 * number of copied bytes. @copied: (out) (nullable): .bytes is set before copying starts. FALSE
 * with the errors of poplens_report_open () and poplens_fetch (), or with USAGE if @folder is the
 * report's own folder. */
gboolean poplens_report_copy (const char *path, const char *folder, const PoplensWork *work,
                              PoplensReportCopied *copied, GError **error);

G_END_DECLS
