/* profile.pop → parts and slices.
 *
 * PoplensProfile knows one generation of one file. It may be used by several threads at once: each
 * large part is read on a connection of its own; slices and small parts share one behind a lock. */
#pragma once

#include "database/database.h"
#include "model/exchanges.h"
#include "model/execution.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/part.h"
#include "model/slices.h"
#include "model/variables.h"

G_BEGIN_DECLS

typedef struct _PoplensProfile PoplensProfile;

/* TRUE where the file's first bytes and its tables say that it is a Poplar profile, under any name;
 * FALSE with LINK or CANCELLED where that is not known. */
gboolean poplens_profile_probe (PoplensFile *file, GError **error);

/* Reads the schema only. Errors: NOT_FOUND, DAMAGED, UNSUPPORTED (it cannot be read without
 * writing), EMPTY (tables without rows), BUSY, LINK, CANCELLED. */
PoplensProfile *poplens_profile_open (PoplensFile *file, GError **error);
void poplens_profile_free (PoplensProfile *self);

/* FALSE if the file system of a profile of this computer has no locks: it is read without them. */
gboolean poplens_profile_has_locks (PoplensProfile *self);

/* Why the part is absent, or NULL where it is there; with LINK or CANCELLED where that is not
 * known. (transfer full) */
char *poplens_profile_explain_absence (PoplensProfile *self, PoplensPart part, GError **error);
/* The same of lowered variables, which may be left out alone. (transfer full) */
char *poplens_profile_explain_no_lowered (PoplensProfile *self, GError **error);
/* A hint: all parts will be asked for their absence, and what can be had in brief is read. Where
 * the file is on another computer it waits a round trip, the first time. */
void poplens_profile_expect_briefs (PoplensProfile *self);

/* Names the values that were out of range, and count as unknown, in what was read so far, in a
 * sentence. (transfer full) (nullable): NULL if there is none */
char *poplens_profile_describe_damage (PoplensProfile *self);

/* The part (see model/part.h), or NULL with @error; CHANGED where the file is not the one opened,
 * LINK where the computer that holds it is no longer reached. */
gpointer poplens_profile_load (PoplensProfile *self, PoplensPart part, GCancellable *cancellable,
                               GError **error);
/* The part in brief, which takes a fraction of the time: NULL where only the part can say what is
 * wrong, with LINK or CANCELLED where the next one to ask may get it. Freed with
 * poplens_brief_free ().
 *
 * - MEMORY: by tile total, total_including_gaps, interleaved, overflowed and always_live; all else
 *   is 0 or empty.
 * - VARIABLES: all but the lowered ones, of which it has none.
 * - LIVENESS: a PoplensPeak, with the program's label, from the sums by step.
 * - EXECUTION: without reading cycles by tile: total_cycles, steps and rows (of a long trace the
 *   first ones: .cut, with .copies), the kinds of steps with their tile cycles behind the types of
 *   the steps, and the run. NULL where the file does not say it of one run.
 * - EXCHANGES: the streams of exchanges with the host; no exchanges. */
gpointer poplens_profile_load_brief (PoplensProfile *self, PoplensPart part,
                                     GCancellable *cancellable, GError **error);
/* Frees a part in brief; NULL is fine. */
void poplens_brief_free (PoplensPart part, gpointer data);
/* Names of compute sets, each once; NULL without @error: there are none. (transfer full) */
PoplensStrings *poplens_profile_load_compute_set_names (PoplensProfile *self,
                                                        GCancellable *cancellable, GError **error);
/* What loading @parts (bits) reads of the file, about, from a few of its pages: rising, none of it
 * twice. GArray of PoplensByteRange; NULL as poplens_profile_load (). (transfer full) */
GArray *poplens_profile_estimate (PoplensProfile *self, guint32 parts, GCancellable *cancellable,
                                  GError **error);
PoplensSlice *poplens_profile_read_slice (PoplensProfile *self, PoplensSliceKind kind, guint64 key,
                                          GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensProfile, poplens_profile_free)

G_END_DECLS
