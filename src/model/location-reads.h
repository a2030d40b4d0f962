/* PoplensLocationReads: which keys of a location somebody has asked for. What was made of a
 * location need not be made again of another one that says the same of those keys. */
#pragma once

#include "model/location.h"

G_BEGIN_DECLS

typedef struct _PoplensLocationReads PoplensLocationReads;

/* Counted; any thread. */
PoplensLocationReads *poplens_location_reads_new (void);
PoplensLocationReads *poplens_location_reads_ref (PoplensLocationReads *self);
void poplens_location_reads_unref (PoplensLocationReads *self);

/* What it knows now, for itself: nobody tells the copy any more. (transfer full) */
PoplensLocationReads *poplens_location_reads_copy (PoplensLocationReads *self);

/* A copy of @location that tells @self (nullable: nobody) what it is asked for, as do copies of it.
 * What asks for all of it, as text or as a list of keys, depends on all of it. (transfer full) */
PoplensLocation *poplens_location_watch (const PoplensLocation *location,
                                         PoplensLocationReads *self);

/* Whether @now says of each key that was asked for what @before says; both of one page. As long as
 * a copy is kept all of it counts: links that are made for visible rows may ask for more. */
gboolean poplens_location_reads_same (PoplensLocationReads *self, const PoplensLocation *before,
                                      const PoplensLocation *now);

/* For location.c: a key, or NULL for all, is asked for; a copy of the location tells, or is gone.
 */
void poplens_location_reads_note (PoplensLocationReads *self, const char *key);
PoplensLocationReads *poplens_location_reads_attach (PoplensLocationReads *self);
void poplens_location_reads_detach (PoplensLocationReads *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLocationReads, poplens_location_reads_unref)

G_END_DECLS
