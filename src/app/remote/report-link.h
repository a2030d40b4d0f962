/* A link to a place in a report, which a page, a mail or a chat can hold:
 *
 *   poplens:///data/run?location=memory%3Ftile%3D5        on this computer
 *   poplens://kim@gc-01:2222/data/run?location=…          on another one; "/~/x" is below the home
 *
 * Paths are percent-encoded as in file: and ssh: addresses. A link comes from anywhere: nobody may
 * be asked anything over the network before the user said so. */
#pragma once

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

G_END_DECLS
