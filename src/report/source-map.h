/* Where the files of a report's source code are on this computer: pairs "PREFIX=FOLDER" of a prefix
 * in the report's paths and a folder here. They are the user's settings, or are given to a report;
 * never of a report, a location or an export. Files are only read. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

#define POPLENS_SOURCE_MOST_BYTES (4u << 20) /* of a file that is read */

/* USAGE where @pair is not "PREFIX=FOLDER" with an absolute folder. */
gboolean poplens_source_pair_check (const char *pair, GError **error);
/* The pairs that hold for @self before those of the user. @pairs: (nullable). From any thread. */
void poplens_report_set_source_map (PoplensReport *self, const char *const *pairs);
/* Both, its own first; those of the user are in settings.ini, group "sources", key "folders", a
 * line each. For a worker. (transfer full) */
GStrv poplens_report_get_source_map (PoplensReport *self);

/* The file on this computer that @file of a report is: of the pair with the longest prefix, links
 * resolved, and below its folder even then. NULL with ABSENT where no pair fits, or it is not there
 * or not below the folder. (transfer full) */
char *poplens_source_map_find (const char *const *pairs, const char *file, GError **error);

typedef struct {
  GStrv lines;    /* valid UTF-8, without ends of lines */
  guint n;        /* of them */
  gint64 changed; /* seconds since the epoch */
} PoplensSourceText;

/* NULL with ABSENT where the file is not there, no regular file, or larger than
 * POPLENS_SOURCE_MOST_BYTES. (transfer full) */
PoplensSourceText *poplens_source_text_read (const char *const *pairs, const char *file,
                                             GError **error);
void poplens_source_text_free (PoplensSourceText *self);

/* The pair by which @file of a report is found below @folder: of all files there of its name the
 * one with the longest common tail, of two names at least, and @line lines at least. ABSENT where
 * there is none, or several are as good. For a worker. (transfer full) */
char *poplens_source_map_propose (const char *file, guint32 line, const char *folder,
                                  GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSourceText, poplens_source_text_free)

G_END_DECLS
