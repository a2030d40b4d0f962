/* PoplensRemoteRecents: computers that reports were opened on, to be connected to again. */
#pragma once

#include <adwaita.h>

#include "app/remote/remote-places.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_REMOTE_RECENTS (poplens_remote_recents_get_type ())
/* Signals: "chosen" (PoplensAddress *), "removed" (PoplensAddress *). Not visible while empty. */
G_DECLARE_FINAL_TYPE (PoplensRemoteRecents, poplens_remote_recents, POPLENS, REMOTE_RECENTS, AdwBin)

/* @places: GPtrArray of PoplensRemotePlace; @now: seconds since the epoch. */
void poplens_remote_recents_show (PoplensRemoteRecents *self, GPtrArray *places, gint64 now);

G_END_DECLS
