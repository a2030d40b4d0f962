/* Resolves the path or address that a user writes for a report. No other file of this room handles
 * addresses of other computers. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

/* Returns the computer that @text names, and the absolute path there. FALSE with USAGE, LINK or
 * CANCELLED. @storage, @path: (out) (transfer full). */
gboolean poplens_report_place (const char *text, PoplensStorage **storage, char **path,
                               GError **error);
/* FALSE if @text names another computer. Does not contact it. */
gboolean poplens_report_place_is_near (const char *text);
/* Returns the file that @text, a path or an address, names. (transfer full) (nullable): NULL with
 * USAGE, LINK or CANCELLED */
PoplensFile *poplens_report_place_file (const char *text, GError **error);
/* Returns @text as an absolute path or as an address, so that it does not depend on the working
 * directory. Does not contact another computer. (transfer full) */
char *poplens_report_canonical_path (const char *text);

G_END_DECLS
