/* A link to a place in a report, which a page, a mail or a chat can hold:
 *
 *   poplens:///data/run?location=memory%3Ftile%3D5        on this computer
 *   poplens://kim@gc-01:2222/data/run?location=…          on another one; "/~/x" is below the home
 *
 * Paths are percent-encoded as in file: and ssh: addresses. A link comes from anywhere: nobody may
 * be asked anything over the network before the user said so. */
#pragma once

#include "model/location.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct {
  char *path;        /* absolute, or an address (remote/address.h) */
  char *location;    /* as it is written; NULL: none */
  char *destination; /* the other computer that it leads to, also by "with"; NULL: to none */
} PoplensReportLink;

gboolean poplens_report_link_is (const char *text);
/* NULL with USAGE: what is wrong with it. (transfer full) */
PoplensReportLink *poplens_report_link_parse (const char *text, GError **error);
void poplens_report_link_free (PoplensReportLink *self);
/* @path: absolute, or an address; @location: (nullable). (transfer full) */
char *poplens_report_link_format (const char *path, const char *location);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensReportLink, poplens_report_link_free)

/* ---- paths, URIs and files of GIO ------------------------------------------------------------ */

/* Where a report is (report/place.h), as URIs and files of GIO: GLib would take "gc-01:/data" for a
 * path below the folder that one is in. */

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

/* ---- a location as a command and a link ------------------------------------------------------ */

/* Where the user stands, as a command to paste into a shell. */

/* "poplens '/data/run 1' --location 'memory?tile=5'": opens the report at @path at @location. It is
 * UTF-8 whatever @path is: bytes that are not are written as $'\ooo'. (transfer full) */
char *poplens_location_command (const char *path, const PoplensLocation *location);
/* The link that does, as poplens_report_link_format () writes it. (transfer full) */
char *poplens_location_link (const char *path, const PoplensLocation *location);

G_END_DECLS
