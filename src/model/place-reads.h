/* PoplensPlaceReads: which keys of a location somebody has asked for. What was made of a location
 * need not be made again of another one that says the same of those keys. */
#pragma once

#include "model/place.h"

G_BEGIN_DECLS

typedef struct _PoplensPlaceReads PoplensPlaceReads;

/* Counted; any thread. */
PoplensPlaceReads *poplens_place_reads_new (void);
PoplensPlaceReads *poplens_place_reads_ref (PoplensPlaceReads *self);
void poplens_place_reads_unref (PoplensPlaceReads *self);

/* What it knows now, for itself: nobody tells the copy any more. (transfer full) */
PoplensPlaceReads *poplens_place_reads_copy (PoplensPlaceReads *self);

/* A copy of @place that tells @self (nullable: nobody) what it is asked for, as do copies of it.
 * What asks for all of it, as text or as a list of keys, depends on all of it. (transfer full) */
PoplensPlace *poplens_place_watch (const PoplensPlace *place, PoplensPlaceReads *self);

/* Whether @now says of each key that was asked for what @before says; both of one page. As long as
 * a copy is kept all of it counts: links that are made for visible rows may ask for more. */
gboolean poplens_place_reads_same (PoplensPlaceReads *self, const PoplensPlace *before,
                                   const PoplensPlace *now);
/* Whether the key was asked for. */
gboolean poplens_place_reads_has (PoplensPlaceReads *self, const char *key);

/* For place.c: a key, or NULL for all, is asked for; a copy of the location tells, or is gone. */
void poplens_place_reads_note (PoplensPlaceReads *self, const char *key);
PoplensPlaceReads *poplens_place_reads_attach (PoplensPlaceReads *self);
void poplens_place_reads_detach (PoplensPlaceReads *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPlaceReads, poplens_place_reads_unref)

G_END_DECLS
