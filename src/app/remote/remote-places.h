/* Recently used hosts, each with the folder that was shown last. Stored in group "remote" of the
 * settings. */
#pragma once

#include "app/window/settings.h"
#include "remote/address.h"

G_BEGIN_DECLS

typedef struct {
  PoplensAddress *address; /* address of the last folder that was shown */
  char *destination;       /* user, host and port: "kim@gc-01:2222" */
  gint64 seen;             /* time of the last use, in seconds since the epoch */
} PoplensRemotePlace;

void poplens_remote_place_free (PoplensRemotePlace *self);

/* Returns the recently used hosts, most recent first: of PoplensRemotePlace. (transfer full) */
GPtrArray *poplens_remote_places_list (PoplensSettings *settings);
/* Returns the folder that was shown last on the host of @address. (transfer full) (nullable): NULL
 * if the host is not known. */
PoplensAddress *poplens_remote_places_find (PoplensSettings *settings,
                                            const PoplensAddress *address);
/* Stores @address as the folder that was shown last on its host. @now: seconds since the epoch. */
void poplens_remote_places_add (PoplensSettings *settings, const PoplensAddress *address,
                                gint64 now);
void poplens_remote_places_remove (PoplensSettings *settings, const PoplensAddress *address);

/* Parses the text that the user typed for a host: an address, or only a host, such as "gc-01" or
 * "kim@gc-01". (transfer full) (nullable): NULL with POPLENS_ERROR_USAGE. */
PoplensAddress *poplens_remote_parse (const char *text, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensRemotePlace, poplens_remote_place_free)

G_END_DECLS
