/* Maps the paths of a report's source code to folders on this computer, by pairs "PREFIX=FOLDER".
 * The pairs come from the user's settings or command line, never from a report, a location or an
 * export. Files are only read. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

#define POPLENS_SOURCE_MOST_BYTES (4u << 20) /* maximum size of a source file */

/* FALSE with USAGE if @pair is not "PREFIX=FOLDER" with an absolute folder. */
gboolean poplens_source_pair_check (const char *pair, GError **error);
/* Sets pairs that take precedence over the user's settings. @pairs: (nullable). Any thread. */
void poplens_report_set_source_map (PoplensReport *self, const char *const *pairs);
/* Returns the report's own pairs, then the pairs in the user's settings.ini (group "sources", key
 * "folders", one a line). For worker threads. (transfer full) */
GStrv poplens_report_get_source_map (PoplensReport *self);

/* Maps @file, a path in a report, to a path on this computer, by the pair with the longest prefix.
 * Resolves links; the result must be below the pair's folder. (transfer full) (nullable): NULL with
 * ABSENT if no pair matches, or the file is missing or outside the folder */
char *poplens_source_map_find (const char *const *pairs, const char *file, GError **error);

typedef struct {
  GStrv lines;    /* valid UTF-8, without line ends */
  guint n;        /* number of lines */
  gint64 changed; /* modification time, seconds since the epoch */
} PoplensSourceText;

/* Reads a source file. (transfer full) (nullable): NULL with ABSENT if it is missing, not a regular
 * file, or larger than POPLENS_SOURCE_MOST_BYTES */
PoplensSourceText *poplens_source_text_read (const char *const *pairs, const char *file,
                                             GError **error);
void poplens_source_text_free (PoplensSourceText *self);

/* Proposes a pair that maps @file of a report to a file below @folder. That file has the longest
 * common path tail with @file, at least two names, and at least @line lines. For worker threads.
 * (transfer full) (nullable): NULL with ABSENT if no file matches, or several match equally well */
char *poplens_source_map_propose (const char *file, guint32 line, const char *folder,
                                  GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSourceText, poplens_source_text_free)

G_END_DECLS
