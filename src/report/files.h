/* Finds the files of a report in a directory (formats.md 2). */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  PoplensStorage *storage;
  char *place;     /* absolute path that was opened, on the computer of .storage */
  char *path;      /* path or address of .place, as the user writes it */
  char *directory; /* absolute path of the report's directory, as the user writes it */
  PoplensReportFile files[POPLENS_N_FILES];
  GPtrArray *notices; /* char* */
  char *unfinished;   /* (nullable): notice that the profile has the temporary name of an unfinished
                         run */
  PoplensFile *chosen_debug; /* (nullable): the debug.cbor that the caller chose */
} PoplensFiles;

/* Finds the files of the report at @place of @storage. Errors as poplens_report_open (). (transfer
 * full) */
PoplensFiles *poplens_files_find (PoplensStorage *storage, const char *place, GError **error);
/* As poplens_files_find (), but with @debug (nullable) instead of the debug.cbor that it finds.
 * NOT_FOUND if @debug is not a file. */
PoplensFiles *poplens_files_find_with_debug (PoplensStorage *storage, const char *place,
                                             PoplensFile *debug, GError **error);
/* Finds the files at the same path again, as they are now. (transfer full) */
PoplensFiles *poplens_files_find_again (const PoplensFiles *self, GError **error);
/* Implements poplens_report_identify_at () for files that were already found. */
char *poplens_files_identify (const PoplensFiles *self);
void poplens_files_free (PoplensFiles *self);

/* Returns a notice that says what was recovered. (transfer full) (nullable): NULL if @directory is
 * not a recovered copy. @origin: (out) (transfer full) (nullable): path of the original report */
char *poplens_recovered_note (const char *directory, char **origin);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFiles, poplens_files_free)

G_END_DECLS
