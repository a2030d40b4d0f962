/* Which files of a directory make a report (FORMATS.md 5). */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  char *path;      /* what was opened, absolute */
  char *directory; /* absolute */
  PoplensReportFile files[POPLENS_N_FILES];
  GPtrArray *notices;  /* char* */
  gboolean unfinished; /* the profile has its temporary name */
} PoplensFiles;

/* Errors as poplens_report_open(). */
PoplensFiles *poplens_files_find (const char *path, GError **error);
void poplens_files_free (PoplensFiles *self);

/* What was recovered, where @directory is that of a recovered copy; else NULL. (transfer full) */
char *poplens_recovered_note (const char *directory);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFiles, poplens_files_free)

G_END_DECLS
