/* Which files of a directory make a report (formats.md 2). */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  char *path;      /* what was opened, absolute */
  char *directory; /* absolute */
  PoplensReportFile files[POPLENS_N_FILES];
  GPtrArray *notices;  /* char* */
  gboolean unfinished; /* the profile has its temporary name */
  char *chosen_debug;  /* the debug.cbor that the caller named, absolute; or NULL */
} PoplensFiles;

/* Errors as poplens_report_open(). */
PoplensFiles *poplens_files_find (const char *path, GError **error);
/* The same with @debug (nullable) in place of the debug.cbor that is found; NOT_FOUND where it is
 * no file. */
PoplensFiles *poplens_files_find_with_debug (const char *path, const char *debug, GError **error);
/* What @self would be now. */
PoplensFiles *poplens_files_find_again (const PoplensFiles *self, GError **error);
void poplens_files_free (PoplensFiles *self);

/* What was recovered, where @directory is that of a recovered copy; else NULL. (transfer full) */
char *poplens_recovered_note (const char *directory);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFiles, poplens_files_free)

G_END_DECLS
