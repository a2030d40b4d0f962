/* Links to a location in a report, for pages, mails and chats:
 *
 *   poplens:///data/run?location=memory%3Ftile%3D5        on this computer
 *   poplens://kim@gc-01:2222/data/run?location=…          on a remote host; "/~/x" is below the
 * home folder
 *
 * Paths are percent-encoded as in file: and ssh: addresses. A link can come from an untrusted
 * source: do not connect to its host before the user has agreed. */
#pragma once

#include "model/location.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct {
  char *path;        /* path of the report: absolute, or an address (remote/address.h) */
  char *location;    /* (nullable): location in the report, as a text */
  char *destination; /* (nullable): remote host that opening the link connects to, for .path or for
                        the report that .location compares with; NULL if both reports are local */
} PoplensReportLink;

gboolean poplens_report_link_is (const char *text);
/* Parses a link. (transfer full) (nullable): NULL with POPLENS_ERROR_USAGE if it is invalid. */
PoplensReportLink *poplens_report_link_parse (const char *text, GError **error);
void poplens_report_link_free (PoplensReportLink *self);
/* Returns the link to a report. @path: absolute path, or an address; @location: (nullable).
 * (transfer full) */
char *poplens_report_link_format (const char *path, const char *location);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensReportLink, poplens_report_link_free)

/* ---- paths, URIs and GFiles ------------------------------------------------------------------ */

/* Convert paths of reports (report/place.h) to URIs and GFiles, and back. GLib's functions cannot
 * do that: they take the address "gc-01:/data" for a path relative to the current folder. */

/* Returns the URI of a path or address, which need not be UTF-8. (transfer full) (nullable) */
char *poplens_report_path_to_uri (const char *path);
/* Returns the path or address for a URI. @uri: from poplens_report_path_to_uri (), or as a file
 * manager writes it for a remote host: "sftp://…". (transfer full) (nullable): NULL if it is
 * neither. */
char *poplens_report_path_from_uri (const char *uri);
/* Returns the path or address of a GFile; see poplens_report_path_from_uri (). (transfer full)
 * (nullable) */
char *poplens_report_path_of_file (GFile *file);
/* Returns a GFile for a path or address. (transfer full) */
GFile *poplens_report_path_get_file (const char *path);

/* ---- location as a command or a link --------------------------------------------------------- */

/* The current location as a text that the user can paste into a terminal or message. */

/* Returns "poplens '/data/run 1' --location 'memory?tile=5'": a shell command that opens the report
 * at @path at @location. Always UTF-8: other bytes of @path are written as $'\ooo'. (transfer full)
 */
char *poplens_location_command (const char *path, const PoplensLocation *location);
/* Returns a link to @location in the report at @path; see poplens_report_link_format (). (transfer
 * full) */
char *poplens_location_link (const char *path, const PoplensLocation *location);

G_END_DECLS
