/* Computers that reports were opened on, and where on each: kept in the settings, group "remote".
 */
#pragma once

#include "app/window/settings.h"
#include "remote/address.h"

G_BEGIN_DECLS

typedef struct {
  PoplensAddress *address; /* of the folder that was looked at last */
  char *destination;       /* "kim@gc-01:2222" */
  gint64 seen;             /* seconds since the epoch */
} PoplensRemotePlace;

void poplens_remote_place_free (PoplensRemotePlace *self);

/* Newest first; GPtrArray of PoplensRemotePlace. (transfer full) */
GPtrArray *poplens_remote_places_list (PoplensSettings *settings);
/* Where one was on the computer of @address; NULL: nowhere yet. (transfer full) (nullable) */
PoplensAddress *poplens_remote_places_find (PoplensSettings *settings,
                                            const PoplensAddress *address);
/* @address: of a folder; @now: seconds since the epoch. */
void poplens_remote_places_add (PoplensSettings *settings, const PoplensAddress *address,
                                gint64 now);
void poplens_remote_places_remove (PoplensSettings *settings, const PoplensAddress *address);

/* What somebody writes into the field of the dialog: "gc-01" and "kim@gc-01" too, which have no
 * path. NULL with USAGE. (transfer full) */
PoplensAddress *poplens_remote_parse (const char *text, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensRemotePlace, poplens_remote_place_free)

G_END_DECLS
