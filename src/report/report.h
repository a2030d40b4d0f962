/* PoplensReport: a report directory as parts and slices.
 *
 * Opening reads the schema but no data, so its time does not depend on the size. Each part is
 * loaded at most once, on the thread that asks first. Every function may be called from any thread.
 * A report belongs to one generation of its files: reading after a file changed fails with
 * POPLENS_ERROR_CHANGED. To reload, open a second report while the first stays open. */
#pragma once

#include <gio/gio.h>

#include "base/export.h"
#include "base/storage.h"
#include "model/archive-memory.h"
#include "model/compilation.h"
#include "model/debug-contexts.h"
#include "model/exchanges.h"
#include "model/execution.h"
#include "model/json-tree.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/options.h"
#include "model/part.h"
#include "model/programs.h"
#include "model/slices.h"
#include "model/target.h"
#include "model/variables.h"
#include "model/vertices.h"
#include "report/candidates.h"
#include "report/figure-store.h"

G_BEGIN_DECLS

/* ---- files of a report ----------------------------------------------------------------------- */

typedef enum {
  POPLENS_FILE_PROFILE, /* profile.pop */
  POPLENS_FILE_ARCHIVE, /* archive.a */
  POPLENS_FILE_DEBUG,   /* debug.cbor */
  POPLENS_FILE_FRAMEWORK,
  POPLENS_FILE_APP,
  POPLENS_N_FILES,
} PoplensFileKind;

typedef struct {
  PoplensFileKind kind;
  const char *name;  /* "profile.pop": the expected name (static) */
  char *path;        /* (nullable): path as the user writes it; NULL: absent */
  PoplensFile *file; /* (nullable): the file to read; NULL: absent */
  PoplensFileInfo info;
  char *instead; /* (nullable): what is there instead of a regular file: "is a pipe, not a file" */
  guint64 size;  /* bytes */
  gint64 mtime;  /* seconds since the epoch */
  const char *what; /* sentence (static): what the file contains, or would add to the report */
  const char *how;  /* sentence (static): engine option that makes Poplar write the file */
} PoplensReportFile;

/* Lists the report at @path, or the reports in the folder @path (newest first). NULL with an error
 * that says which files were looked for. (transfer full): GPtrArray of PoplensReportCandidate */
GPtrArray *poplens_report_discover (const char *path, GError **error);
/* Lists all reports in the folder @path and its subfolders, eight levels deep, sorted by name.
 * Names are paths below @path ("nightly/run-7"; "." for @path itself); .mtime is not set. Skips
 * folders whose name begins with ".". Also lists folders that cannot be read or whose profile is
 * not a file; opening them gives the reason. NULL with an error as poplens_report_discover () if
 * there is no report. @storage: (out) (transfer full): opens the reports by their .place.
 * @unsearched: (out) (transfer full) (optional): PoplensUnsearched of the folders that are too deep
 * or too full. */
GPtrArray *poplens_report_discover_below (const char *path, PoplensStorage **storage,
                                          GPtrArray **unsearched, GCancellable *cancellable,
                                          GError **error);

/* ---- opening --------------------------------------------------------------------------------- */

#define POPLENS_TYPE_REPORT (poplens_report_get_type ())
/* Functions marked POPLENS_EXPORT belong to libpoplens, too: include/poplens/report.h. */
POPLENS_EXPORT GType poplens_report_get_type (void);
G_DECLARE_FINAL_TYPE (PoplensReport, poplens_report, POPLENS, REPORT, GObject)

/* Opens a report. @path: a directory, a file in it, or a profile with any name, on this computer or
 * as an address on another one. Errors: NOT_FOUND, NOT_A_REPORT (names the expected files), SEVERAL
 * (names the reports), UNSUPPORTED, EMPTY, DAMAGED, LINK. The thread's current GCancellable stops
 * waiting for another computer. If the profile cannot be read but archive.a can, the report
 * consists of archive.a, and a notice says why. (transfer full) */
POPLENS_EXPORT PoplensReport *poplens_report_open (const char *path, GError **error);
/* As poplens_report_open (), with debug contexts from the file @debug (nullable): NOT_FOUND if it
 * is not a file. */
POPLENS_EXPORT PoplensReport *poplens_report_open_with_debug (const char *path, const char *debug,
                                                              GError **error);
/* As poplens_report_open (), for the absolute path @place on @storage. @debug: (nullable). */
PoplensReport *poplens_report_open_at (PoplensStorage *storage, const char *place,
                                       PoplensFile *debug, GError **error);
/* Opens the same path again, with the files as they are now. (transfer full) */
POPLENS_EXPORT PoplensReport *poplens_report_reopen (PoplensReport *self, GError **error);

POPLENS_EXPORT const char *
poplens_report_get_path (PoplensReport *self); /* absolute path that was opened */
/* Returns a path that identifies the report. For a recovered copy this is the path of the original
 * report. Otherwise it is the opened path, or its folder if profile.pop was opened. */
const char *poplens_report_get_origin (PoplensReport *self);
POPLENS_EXPORT const char *
poplens_report_get_directory (PoplensReport *self); /* absolute path of the report's directory */
POPLENS_EXPORT const char *
poplens_report_get_name (PoplensReport *self); /* name for titles, usually that of the directory */
/* Returns the report's name for a text that also names @other (nullable). If both names are equal,
 * puts enough of the path before the name to distinguish them. (transfer full) */
char *poplens_report_name_beside (PoplensReport *self, PoplensReport *other);
/* Returns why the profile cannot be opened, if archive.a is shown in its place. (nullable): NULL
 * otherwise */
POPLENS_EXPORT const char *poplens_report_get_profile_error (PoplensReport *self);
/* Returns a notice if the profile is read without locks. (static) (nullable): NULL if its file
 * system has locks, or if it is on another computer */
const char *poplens_report_describe_no_locks (PoplensReport *self);
/* FALSE if the report is on another computer. Reads then take time, so callers do not read data
 * that the user did not ask for. */
gboolean poplens_report_is_near (PoplensReport *self);
/* TRUE if the profile has the temporary name of an unfinished run. */
POPLENS_EXPORT gboolean poplens_report_is_unfinished (PoplensReport *self);
const PoplensReportFile *poplens_report_get_file (PoplensReport *self, PoplensFileKind kind);
/* Returns a hash of the state of all files when the report was opened, to detect a change. */
guint64 poplens_report_get_stamp (PoplensReport *self);
/* Sets the disk cache for figures of the report. Call it once, before other threads use the report.
 * @store: (nullable) */
void poplens_report_set_figures (PoplensReport *self, PoplensFigureStore *store);
/* Returns the disk cache for figures of the report. @identity: (out): key of this report in the
 * cache (poplens_report_identify_at ()). (transfer none) (nullable): NULL if its figures are not
 * cached */
PoplensFigureStore *poplens_report_get_figures (PoplensReport *self, const char **identity);
/* Writes figures to the disk cache, unless the files changed since the report was opened. The
 * caller makes sure that all reads succeeded (poplens_report_is_whole_since ()). @value: a floating
 * reference is taken */
void poplens_report_cache_figures (PoplensReport *self, const char *kind, GVariant *value);
/* Identifies the present state of the report at @place, without opening it, by the paths and stat
 * () of its files. (transfer full) (nullable): NULL if the report's figures are not cached: it is
 * on another computer, has a journal or a log, or has just changed. @stamp: (out):
 * poplens_report_get_stamp () of the present state; 0 if there is no report */
char *poplens_report_identify_at (PoplensStorage *storage, const char *place, guint64 *stamp);
/* FALSE with POPLENS_ERROR_USAGE if writing @path would change the report: @path is in the report's
 * directory, or is another name of one of its files. */
gboolean poplens_report_may_write (PoplensReport *self, const char *path, GError **error);
/* Lists sentences that the user should see once: an unfinished profile was opened, debug.cbor was
 * found in the folder above … (transfer none): GPtrArray of char*, may be empty */
POPLENS_EXPORT GPtrArray *poplens_report_get_notices (PoplensReport *self);
/* Describes values of the profile that are out of range, and count as unknown, in the parts read so
 * far. (transfer full) (nullable): a sentence; NULL if there are none */
char *poplens_report_describe_unknown_values (PoplensReport *self);
/* Lists what is incomplete or damaged in the parts read so far, such as unknown values, an
 * unfinished profile or a truncated file. (element-type utf8) (transfer full): sentences */
GPtrArray *poplens_report_list_damage (PoplensReport *self);
/* Lists the notices about the files, then damage (poplens_report_list_damage ()). (element-type
 * utf8) (transfer full) */
POPLENS_EXPORT GPtrArray *poplens_report_list_notices (PoplensReport *self);

/* ---- parts ----------------------------------------------------------------------------------- */

/* Returns the file that contains @part; POPLENS_FILE_PROFILE for parts of the profile. */
PoplensFileKind poplens_part_file (PoplensPart part);
/* Returns why the part is absent, and which engine option would record it. Reads the schema and at
 * most one row of each table. (nullable): NULL if the part is there, or not known to be absent */
const char *poplens_report_get_absence (PoplensReport *self, PoplensPart part);
/* Returns which engine option would record lowered variables, if the report has variables but no
 * lowered ones. Reads one row of a table. (transfer full) (nullable): NULL if the report has
 * lowered variables, or no variables */
char *poplens_report_explain_no_lowered (PoplensReport *self);

/* Loads @part, or waits while another thread loads it. The report owns the result. NULL with
 * @error: ABSENT (the message is the reason), CHANGED, LINK, DAMAGED (also a JSON file that is too
 * large or cannot be opened), or G_IO_ERROR_CANCELLED (the next call starts again). */
gconstpointer poplens_report_load (PoplensReport *self, PoplensPart part, GCancellable *cancellable,
                                   GError **error);
/* Loads a part that the caller can do without. Returns TRUE with *@data = NULL if the report lacks
 * the part, or if the part's own file, such as archive.a, cannot be read
 * (poplens_report_list_damage () then says so). FALSE with @error if loading failed otherwise. */
gboolean poplens_report_load_optional (PoplensReport *self, PoplensPart part, gconstpointer *data,
                                       GCancellable *cancellable, GError **error);
/* Returns the variables if the report has lowered ones, else NULL with ABSENT. Prevents sums of 0
 * bytes over lowered variables in a profile that records only unlowered ones. */
const PoplensVariables *poplens_report_load_lowered (PoplensReport *self, GCancellable *cancellable,
                                                     GError **error);
/* Like poplens_report_load_lowered (), for a caller that needs the variables once. If the part is
 * not loaded, reads it for this caller only, so that the report does not keep its memory. @own:
 * (out) (transfer full) (nullable): the result if only the caller has it; NULL if the report owns
 * the result */
const PoplensVariables *poplens_report_read_lowered (PoplensReport *self, PoplensVariables **own,
                                                     GCancellable *cancellable, GError **error);
/* Returns the part if it is loaded, else NULL. Never blocks. */
gconstpointer poplens_report_peek (PoplensReport *self, PoplensPart part);
/* Returns why loading the part failed. Never blocks. (nullable): NULL if it was not loaded, or
 * loading succeeded */
const char *poplens_report_peek_damage (PoplensReport *self, PoplensPart part);

#define POPLENS_REPORT_PART(Type, name, PART)                                                      \
  static inline const Type *poplens_report_load_##name (PoplensReport *self,                       \
                                                        GCancellable *cancellable, GError **error) \
  {                                                                                                \
    return poplens_report_load (self, PART, cancellable, error);                                   \
  }
POPLENS_REPORT_PART (PoplensTarget, target, POPLENS_PART_TARGET)
POPLENS_REPORT_PART (PoplensOptions, options, POPLENS_PART_OPTIONS)
POPLENS_REPORT_PART (PoplensCompilation, compilation, POPLENS_PART_COMPILATION)
POPLENS_REPORT_PART (PoplensMemory, memory, POPLENS_PART_MEMORY)
POPLENS_REPORT_PART (PoplensVertices, vertices, POPLENS_PART_VERTICES)
POPLENS_REPORT_PART (PoplensPrograms, programs, POPLENS_PART_PROGRAMS)
POPLENS_REPORT_PART (PoplensExchanges, exchanges, POPLENS_PART_EXCHANGES)
POPLENS_REPORT_PART (PoplensVariables, variables, POPLENS_PART_VARIABLES)
POPLENS_REPORT_PART (PoplensLiveness, liveness, POPLENS_PART_LIVENESS)
POPLENS_REPORT_PART (PoplensExecution, execution, POPLENS_PART_EXECUTION)
POPLENS_REPORT_PART (PoplensArchive, archive, POPLENS_PART_ARCHIVE)
POPLENS_REPORT_PART (PoplensDebugContexts, debug, POPLENS_PART_DEBUG)
POPLENS_REPORT_PART (PoplensJsonTree, framework, POPLENS_PART_FRAMEWORK)
POPLENS_REPORT_PART (PoplensJsonTree, app, POPLENS_PART_APP)

/* The functions below load a part in brief (profile.h), with only the values that a headline needs.
 * They return the whole part if it is already loaded, or if it cannot be read in brief. The report
 * owns the result. NULL with @error as poplens_report_load (). */
/* Loads only these bytes of each tile: total, interleaved, overflowed and always-live. */
const PoplensMemory *poplens_report_load_memory_brief (PoplensReport *self,
                                                       GCancellable *cancellable, GError **error);
const PoplensPeak *poplens_report_load_peak (PoplensReport *self, GCancellable *cancellable,
                                             GError **error);
const PoplensExecution *poplens_report_load_execution_brief (PoplensReport *self,
                                                             GCancellable *cancellable,
                                                             GError **error);

/* Loads only the streams of exchanges with the host. */
const PoplensExchanges *poplens_report_load_exchanges_brief (PoplensReport *self,
                                                             GCancellable *cancellable,
                                                             GError **error);

/* Returns the different names of compute sets. (transfer full) (nullable): NULL without @error if
 * the report has none */
PoplensStrings *poplens_report_load_compute_set_names (PoplensReport *self,
                                                       GCancellable *cancellable, GError **error);

/* Loads all variables except lowered ones. The profile need not have lowered variables. */
const PoplensVariables *poplens_report_load_variables_brief (PoplensReport *self,
                                                             GCancellable *cancellable,
                                                             GError **error);

/* Loads the briefs of @parts (bits of memory, liveness and execution) and the whole parts @whole,
 * in parallel. Later calls for these parts return the errors. */
void poplens_report_load_briefs (PoplensReport *self, guint32 parts, guint32 whole,
                                 GCancellable *cancellable);

/* Estimates the bytes that loading @parts (bits) would transfer from another computer; large values
 * are right within a factor of two. 0 if the report is on this computer. Takes one or two round
 * trips. Does not report errors; loading the parts does. */
guint64 poplens_report_estimate (PoplensReport *self, guint32 parts, GCancellable *cancellable);

/* Loads the parts of the bit set @parts, two at a time. Absent parts are not an error. FALSE with
 * the first error; other parts may have been loaded. */
gboolean poplens_report_load_parts (PoplensReport *self, guint32 parts, GCancellable *cancellable,
                                    GError **error);
/* As poplens_report_load_parts (), on a worker thread. @progress (fraction 0 … 1, name of the part)
 * is called on the caller's main context, coalesced, and never after @callback. */
typedef void (*PoplensProgressFunc) (double fraction, const char *what, gpointer user_data);
void poplens_report_load_async (PoplensReport *self, guint32 parts, PoplensProgressFunc progress,
                                gpointer progress_data, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);
gboolean poplens_report_load_finish (PoplensReport *self, GAsyncResult *result, GError **error);

/* ---- slices ---------------------------------------------------------------------------------- */

/* Returns a slice from the cache or the file; an empty slice if the file lacks the key. (transfer
 * full) (nullable): NULL with @error */
PoplensSlice *poplens_report_get_slice (PoplensReport *self, PoplensSliceKind kind, guint64 key,
                                        GCancellable *cancellable, GError **error);
typedef struct {
  PoplensReport *report;
  GCancellable *cancellable; /* (nullable) */
} PoplensSliceReader;
/* Implements PoplensSliceFunc by poplens_report_get_slice (). @reader: a PoplensSliceReader */
PoplensSlice *poplens_report_read_slice (PoplensSliceKind kind, guint64 key, gpointer reader,
                                         GError **error);
/* Sets the size limit of cached slices, 256 MiB by default. A caller that reads each slice once
 * needs less. */
POPLENS_EXPORT void poplens_report_set_cache_bytes (PoplensReport *self, gsize bytes);

/* ---- derived values -------------------------------------------------------------------------- */

/* A value that is computed from a report once, and cached in it. It is immutable, as the report
 * does not change. */
typedef struct {
  const char *key; /* "poplens-trace-sums": unique key of this kind of value (static) */
  /* Computes the value. (transfer full) (nullable): NULL with @error if it fails; NULL without
   * @error if there is no value, and nothing is cached. May derive other values, but not
   * recursively this one. */
  gpointer (*make) (PoplensReport *report, GCancellable *cancellable, GError **error);
  GBoxedCopyFunc ref; /* (nullable): adds a reference for each caller. NULL: callers borrow the
                         value from the report */
  GDestroyNotify unref;
} PoplensDerived;

/* Returns the value. The first caller computes it, and other callers wait. If the computation fails
 * or is cancelled, the next caller repeats it. (transfer full) if .ref is set, else (transfer
 * none). (nullable): NULL with the @error of .make, or G_IO_ERROR_CANCELLED */
gpointer poplens_report_derive (PoplensReport *self, const PoplensDerived *derived,
                                GCancellable *cancellable, GError **error);

/* Returns the derived value if it is already cached, else NULL. Never waits. (transfer full) if
 * .ref is set, else (transfer none) */
gpointer poplens_report_peek_derived (PoplensReport *self, const PoplensDerived *derived);

/* Returns how many reads of this report and of the report it is compared with failed so far, on any
 * thread, with a temporary error: LINK, READ, CHANGED or BUSY. */
guint poplens_report_count_lost (PoplensReport *self);
/* TRUE if no read failed since poplens_report_count_lost () returned @n_lost, and the thread's
 * current cancellable was not cancelled. FALSE with the error of the read, or CANCELLED. A result
 * computed meanwhile may lack data that the failed read should have returned. */
gboolean poplens_report_is_whole_since (PoplensReport *self, guint n_lost, GError **error);

/* ---- a second report ------------------------------------------------------------------------- */

/* Sets the report to compare this one with. Existing tables do not change. @other: (nullable); it
 * must not be @self: open a report twice to compare it with itself. If @other compares with @self,
 * clears this link first, so that the references do not form a ring. May be called on any thread.
 */
POPLENS_EXPORT void poplens_report_set_other (PoplensReport *self, PoplensReport *other);
PoplensReport *poplens_report_ref_other (
    PoplensReport *self); /* (nullable) (transfer full): the report to compare with */

/* Stops reading the report's files, because they changed. Parts that were not loaded count as
 * absent. The name says "(before reload)" to distinguish this report from the reloaded one. Call it
 * on the main thread; other threads may still use the report. */
void poplens_report_leave_files (PoplensReport *self);
gboolean
poplens_report_is_past (PoplensReport *self); /* TRUE after poplens_report_leave_files () */

/* ---- change ---------------------------------------------------------------------------------- */

/* Describes how the files differ from those that were opened, in a sentence: "profile.pop was
 * replaced". Costs a few stat () calls. (transfer full) (nullable): NULL if nothing changed */
POPLENS_EXPORT char *poplens_report_describe_change (PoplensReport *self);

G_END_DECLS
