/* Where the user stands, as a command to paste into a shell. */
#pragma once

#include "model/location.h"

G_BEGIN_DECLS

/* "poplens '/data/run 1' --location 'memory?tile=5'": opens the report at @path at @location. It is
 * UTF-8 whatever @path is: bytes that are not are written as $'\ooo'. (transfer full) */
char *poplens_location_command (const char *path, const PoplensLocation *location);
/* The link that does (app/remote/report-link.h). (transfer full) */
char *poplens_location_link (const char *path, const PoplensLocation *location);

G_END_DECLS
