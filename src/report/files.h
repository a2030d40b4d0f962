/* Which files of a directory make a report (formats.md 2). */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  PoplensStorage *storage;
  char *place;     /* what was opened, absolute, as that computer writes it */
  char *path;      /* the same as the user writes it */
  char *directory; /* as the user writes it, absolute */
  PoplensReportFile files[POPLENS_N_FILES];
  GPtrArray *notices; /* char* */
  char *unfinished;   /* the notice that the profile has its temporary name; NULL: it has not */
  PoplensFile *chosen_debug; /* the debug.cbor that the caller named; or NULL */
} PoplensFiles;

/* At @place of @storage. Errors as poplens_report_open(). */
PoplensFiles *poplens_files_find (PoplensStorage *storage, const char *place, GError **error);
/* The same with @debug (nullable) in place of the debug.cbor that is found; NOT_FOUND where it is
 * no file. */
PoplensFiles *poplens_files_find_with_debug (PoplensStorage *storage, const char *place,
                                             PoplensFile *debug, GError **error);
/* What @self would be now. */
PoplensFiles *poplens_files_find_again (const PoplensFiles *self, GError **error);
/* Implements poplens_report_identify_at (), for files that were found (generation.c). */
char *poplens_files_identify (const PoplensFiles *self);
void poplens_files_free (PoplensFiles *self);

/* What was recovered, where @directory is that of a recovered copy; else NULL. *@origin: (transfer
 * full) (nullable): the path of the report that such a copy was made of (transfer full) */
char *poplens_recovered_note (const char *directory, char **origin);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFiles, poplens_files_free)

G_END_DECLS
