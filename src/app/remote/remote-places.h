/* Recent hosts, and the last folder shown on each: stored in the settings, group "remote". */
#pragma once

#include "app/window/settings.h"
#include "remote/address.h"

G_BEGIN_DECLS

typedef struct {
  PoplensAddress *address; /* of the last folder shown */
  char *destination;       /* user, host and port: "kim@gc-01:2222" */
  gint64 seen;             /* last use (seconds since the epoch) */
} PoplensRemotePlace;

void poplens_remote_place_free (PoplensRemotePlace *self);

/* Returns a GPtrArray of PoplensRemotePlace, most recent first. (transfer full) */
GPtrArray *poplens_remote_places_list (PoplensSettings *settings);
/* Returns the last folder shown on the host of @address. (transfer full) (nullable): NULL: none. */
PoplensAddress *poplens_remote_places_find (PoplensSettings *settings,
                                            const PoplensAddress *address);
/* Records a folder. @address: of the folder; @now: seconds since the epoch. */
void poplens_remote_places_add (PoplensSettings *settings, const PoplensAddress *address,
                                gint64 now);
void poplens_remote_places_remove (PoplensSettings *settings, const PoplensAddress *address);

/* Parses the text of the host field: an address, or only a host as "gc-01" or "kim@gc-01".
 * (transfer full) (nullable): NULL with POPLENS_ERROR_USAGE. */
PoplensAddress *poplens_remote_parse (const char *text, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensRemotePlace, poplens_remote_place_free)

G_END_DECLS
