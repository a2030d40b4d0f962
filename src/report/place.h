/* What a user writes as the path of a report: where it lies. The one function that knows more than
 * this computer. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

/* The computer that @text names, and what it says there: an absolute path. FALSE with USAGE, LINK
 * or CANCELLED. @storage, @path: (out) (transfer full). */
gboolean poplens_report_place (const char *text, PoplensStorage **storage, char **path,
                               GError **error);
/* FALSE where @text names another computer. Asks nobody there. */
gboolean poplens_report_place_is_near (const char *text);
/* The file that @text names. (transfer full) (nullable): NULL as above */
PoplensFile *poplens_report_place_file (const char *text, GError **error);
/* @text as it is kept and shown, whatever the working directory is by then: an absolute path, or
 * the address as it is. Asks nobody. (transfer full) */
char *poplens_report_canonical_path (const char *text);

G_END_DECLS
