/* Where a report is (report/place.h), as URIs and files of GIO: GLib would take "gc-01:/data" for a
 * path below the folder that one is in. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Of all such texts, also where the path has bytes that are not UTF-8. (transfer full) (nullable)
 */
char *poplens_report_path_to_uri (const char *path);
/* Of to_uri (), and of what file managers have for another computer: "sftp://…". NULL: of neither.
 * (transfer full) (nullable) */
char *poplens_report_path_from_uri (const char *uri);
/* As above. (transfer full) (nullable) */
char *poplens_report_path_of_file (GFile *file);
/* (transfer full) */
GFile *poplens_report_path_get_file (const char *path);

G_END_DECLS
