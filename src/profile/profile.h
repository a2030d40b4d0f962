/* Loads parts and slices from profile.pop. A PoplensProfile belongs to one generation of one file.
 * Several threads may use it at once: each large part is read on its own connection; slices and
 * small parts share connections, each with a lock. */
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

/* TRUE if the file's first bytes and its tables show that it is a Poplar profile, under any name.
 * FALSE with LINK or CANCELLED if that cannot be found out. */
gboolean poplens_profile_probe (PoplensFile *file, GError **error);

/* Opens the profile and reads only its schema. Errors: NOT_FOUND, DAMAGED, UNSUPPORTED (it cannot
 * be read without writing), EMPTY (tables without rows), BUSY, LINK, CANCELLED. */
PoplensProfile *poplens_profile_open (PoplensFile *file, GError **error);
void poplens_profile_free (PoplensProfile *self);

/* FALSE if the profile is on a file system of this computer without locks: it is then read without
 * them. */
gboolean poplens_profile_has_locks (PoplensProfile *self);

/* Explains why the part is absent. (transfer full) (nullable): NULL if it is there or, with LINK or
 * CANCELLED, if that cannot be found out */
char *poplens_profile_explain_absence (PoplensProfile *self, PoplensPart part, GError **error);
/* Explains why there are no lowered variables, which a file may lack although it has other
 * variables. As poplens_profile_explain_absence (). */
char *poplens_profile_explain_no_lowered (PoplensProfile *self, GError **error);
/* Hints that poplens_profile_explain_absence () of all parts and the loading of briefs follow. If
 * the file is on another computer, the first call waits for a round trip. */
void poplens_profile_expect_briefs (PoplensProfile *self);

/* Describes in a sentence the values out of range, which count as unknown, in what was read so far.
 * (transfer full) (nullable): NULL if there are none */
char *poplens_profile_describe_damage (PoplensProfile *self);

/* Loads a part (see model/part.h). NULL with @error: CHANGED if the file is no longer the one that
 * was opened, LINK if its computer cannot be reached. */
gpointer poplens_profile_load (PoplensProfile *self, PoplensPart part, GCancellable *cancellable,
                               GError **error);
/* Loads a part in brief, which takes a fraction of the time. NULL if only loading the whole part
 * can report what is wrong; with LINK or CANCELLED a later call may succeed. Free it with
 * poplens_brief_free ().
 *
 * - MEMORY: by tile total, total_including_gaps, interleaved, overflowed and always_live; all other
 *   columns are 0 or empty.
 * - VARIABLES: all except the lowered ones, of which it has none.
 * - LIVENESS: a PoplensPeak, with the program's label, from the sums by step.
 * - EXECUTION: without cycles by tile: total_cycles, steps and rows (of a long trace only the
 *   first: .cut, with .copies), the runs, and after the types of the steps the kinds of steps with
 *   their tile cycles. NULL if the file does not have these totals for exactly one run.
 * - EXCHANGES: the streams of exchanges with the host; no exchanges. */
gpointer poplens_profile_load_brief (PoplensProfile *self, PoplensPart part,
                                     GCancellable *cancellable, GError **error);
/* Frees a part in brief. @data: (nullable) */
void poplens_brief_free (PoplensPart part, gpointer data);
/* Returns the names of compute sets, each once; NULL without @error if there are none.
 * (transfer full) */
PoplensStrings *poplens_profile_load_compute_set_names (PoplensProfile *self,
                                                        GCancellable *cancellable, GError **error);
/* Estimates from a few pages which bytes of the file loading @parts (bits) reads. Returns
 * PoplensByteRanges, sorted and without overlaps; NULL as poplens_profile_load ().
 * (transfer full) */
GArray *poplens_profile_estimate (PoplensProfile *self, guint32 parts, GCancellable *cancellable,
                                  GError **error);
/* Reads a slice. @key: see PoplensSliceKind. NULL as poplens_profile_load (). (transfer full) */
PoplensSlice *poplens_profile_read_slice (PoplensProfile *self, PoplensSliceKind kind, guint64 key,
                                          GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensProfile, poplens_profile_free)

G_END_DECLS
