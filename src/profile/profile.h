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

/* TRUE if the first bytes and the tables of the file are those of a Poplar profile, whatever its
 * name. FALSE with LINK or CANCELLED if the file cannot be read. */
gboolean poplens_profile_probe (PoplensFile *file, GError **error);

/* Opens the profile and reads only its schema. Errors: NOT_FOUND, DAMAGED, UNSUPPORTED (it cannot
 * be read without writing), EMPTY (tables without rows), BUSY, LINK, CANCELLED. */
PoplensProfile *poplens_profile_open (PoplensFile *file, GError **error);
void poplens_profile_free (PoplensProfile *self);

/* FALSE if the profile is read without locks, because its file system on this computer has none. */
gboolean poplens_profile_has_locks (PoplensProfile *self);

/* Explains why the part is absent. (transfer full) (nullable): NULL if the part exists; NULL with
 * LINK or CANCELLED if this cannot be determined */
char *poplens_profile_explain_absence (PoplensProfile *self, PoplensPart part, GError **error);
/* Explains why the file has no lowered variables; it can have other variables. Returns and fails as
 * poplens_profile_explain_absence (). */
char *poplens_profile_explain_no_lowered (PoplensProfile *self, GError **error);
/* Hints that poplens_profile_explain_absence () of all parts and the loading of briefs follow. If
 * the file is on another computer, the first call waits for a round trip. */
void poplens_profile_expect_briefs (PoplensProfile *self);

/* Describes the values read so far that are out of range, and therefore count as unknown, in a
 * sentence. (transfer full) (nullable): NULL if there are none */
char *poplens_profile_describe_damage (PoplensProfile *self);

/* Loads a part (see model/part.h). NULL with @error: CHANGED if the file is no longer the one that
 * was opened, LINK if its computer cannot be reached. */
gpointer poplens_profile_load (PoplensProfile *self, PoplensPart part, GCancellable *cancellable,
                               GError **error);
/* Loads a part in brief, in a fraction of the time. NULL if there is no brief: loading the whole
 * part then reports what is wrong. With LINK or CANCELLED a later call may succeed. Free the brief
 * with poplens_brief_free ().
 *
 * - MEMORY: only total, total_including_gaps, interleaved, overflowed and always_live by tile; all
 *   other columns are 0 or empty.
 * - VARIABLES: all variables except lowered ones.
 * - LIVENESS: a PoplensPeak with the program's label.
 * - EXECUTION: the runs, total_cycles, and steps and rows without cycles by tile. A long trace has
 *   only its first steps: .cut is TRUE, and .copies is set. .type_tile_cycles has a sum for each
 *   kind of steps, after the types. NULL if the file does not have these sums for exactly one run.
 * - EXCHANGES: only the streams of exchanges with the host. */
gpointer poplens_profile_load_brief (PoplensProfile *self, PoplensPart part,
                                     GCancellable *cancellable, GError **error);
/* Frees a part in brief. @data: (nullable) */
void poplens_brief_free (PoplensPart part, gpointer data);
/* Returns the names of compute sets, each once; NULL without @error if there are none.
 * (transfer full) */
PoplensStrings *poplens_profile_load_compute_set_names (PoplensProfile *self,
                                                        GCancellable *cancellable, GError **error);
/* Estimates from a few pages which byte ranges of the file are read to load @parts (bits). Returns
 * PoplensByteRanges, sorted and without overlaps; NULL as poplens_profile_load (). (transfer full)
 */
GArray *poplens_profile_estimate (PoplensProfile *self, guint32 parts, GCancellable *cancellable,
                                  GError **error);
/* Reads a slice. @key: see PoplensSliceKind. NULL as poplens_profile_load (). (transfer full) */
PoplensSlice *poplens_profile_read_slice (PoplensProfile *self, PoplensSliceKind kind, guint64 key,
                                          GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensProfile, poplens_profile_free)

G_END_DECLS
