/* PoplensReport: a report directory as parts and slices.
 *
 * Opening reads the schema and not the data, so it is instant at any size. Parts are loaded at most
 * once, on the thread that asks; every function may be called from any thread. A report belongs to
 * one generation of its files: a read after a file changed is refused with POPLENS_ERROR_CHANGED,
 * and reloading means opening a second report beside the first. */
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
  const char *name;  /* "profile.pop": the name looked for (static) */
  char *path;        /* where it was found, as the user writes it; NULL: absent */
  PoplensFile *file; /* the same, to be read; NULL: absent */
  PoplensFileInfo info;
  char *instead;    /* "is a pipe, not a file": what lies there, where there is no file; or NULL */
  guint64 size;     /* bytes */
  gint64 mtime;     /* seconds since the epoch */
  const char *what; /* what it holds, or would add: one sentence (static) */
  const char *how;  /* the engine option that makes Poplar write it (static) */
} PoplensReportFile;

/* The reports at @path: one where it is a report itself, several where it is a parent of report
 * directories (newest first). NULL with an error that says what was looked for.
 * Returns: (transfer full): GPtrArray of PoplensReportCandidate */
GPtrArray *poplens_report_discover (const char *path, GError **error);
/* All reports in the folder @path and in the folders in it, eight deep, by their names, which are
 * paths below that folder ("nightly/run-7"; "." for itself); without times. Folders whose name
 * begins with "." are passed over; of links to folders those to reports count that are not listed
 * otherwise. A folder that cannot be read is listed too: opening it says why; and one whose profile
 * is a pipe or the like. NULL with an error as above where there is none. @storage: (out) (transfer
 * full): to open them at their places. @unsearched: (out) (transfer full) (nullable):
 * PoplensUnsearched, folders that are deeper or too full. */
GPtrArray *poplens_report_discover_below (const char *path, PoplensStorage **storage,
                                          GPtrArray **unsearched, GCancellable *cancellable,
                                          GError **error);

/* ---- opening ----------------------------------------------------------------------------------
 */

#define POPLENS_TYPE_REPORT (poplens_report_get_type ())
/* What is marked as exported is a function of libpoplens too: include/poplens/report.h. */
POPLENS_EXPORT GType poplens_report_get_type (void);
G_DECLARE_FINAL_TYPE (PoplensReport, poplens_report, POPLENS, REPORT, GObject)

/* @path: a directory, a file in it, or a profile under any name; or the address of one. Errors:
 * NOT_FOUND, NOT_A_REPORT ("No graph profile found", with the names looked for), SEVERAL (naming
 * them), UNSUPPORTED, EMPTY, DAMAGED, LINK. The calling thread's current cancellable
 * (GCancellable) stops what waits for another computer. Where the profile cannot be read and
 * archive.a can, the report is of archive.a alone, and a notice says why. */
POPLENS_EXPORT PoplensReport *poplens_report_open (const char *path, GError **error);
/* The same with debug contexts from the file @debug (nullable: as above); NOT_FOUND where it is
 * none. */
POPLENS_EXPORT PoplensReport *poplens_report_open_with_debug (const char *path, const char *debug,
                                                              GError **error);
/* The same at @place of @storage, an absolute path there; @debug: (nullable). */
PoplensReport *poplens_report_open_at (PoplensStorage *storage, const char *place,
                                       PoplensFile *debug, GError **error);
/* A new report on the same path, with the files as they are now. */
POPLENS_EXPORT PoplensReport *poplens_report_reopen (PoplensReport *self, GError **error);

POPLENS_EXPORT const char *
poplens_report_get_path (PoplensReport *self); /* absolute; what was opened */
/* The same by which a report is known again: the folder where its profile.pop was opened, and of a
 * recovered copy the path of the report that it was made of. */
const char *poplens_report_get_origin (PoplensReport *self);
POPLENS_EXPORT const char *poplens_report_get_directory (PoplensReport *self); /* absolute */
POPLENS_EXPORT const char *
poplens_report_get_name (PoplensReport *self); /* for titles: the directory's name */
/* The same for texts that name @other (nullable), too: where both have one name, with as much of
 * the path before it as tells them apart. (transfer full) */
char *poplens_report_name_beside (PoplensReport *self, PoplensReport *other);
/* Why the profile that is there cannot be opened, where archive.a stands in for it; else NULL. */
POPLENS_EXPORT const char *poplens_report_get_profile_error (PoplensReport *self);
/* Says that the profile is read without locks, in a sentence that is one of the notices, too.
 * Static; (nullable): NULL if its file system has locks, or if it is on another computer. */
const char *poplens_report_describe_no_locks (PoplensReport *self);
/* FALSE where it lies on another computer, and what is read of it takes its time: nothing is then
 * read that nobody asked for. */
gboolean poplens_report_is_near (PoplensReport *self);
/* TRUE where the profile has the name of one whose run had not ended. */
POPLENS_EXPORT gboolean poplens_report_is_unfinished (PoplensReport *self);
const PoplensReportFile *poplens_report_get_file (PoplensReport *self, PoplensFileKind kind);
/* A number for the state of all files, as they were when it was opened: after a change it is
 * another one. */
guint64 poplens_report_get_stamp (PoplensReport *self);
/* Sets the disk cache for figures of the report. Call it once, before other threads use the report.
 * @store: (nullable) */
void poplens_report_set_figures (PoplensReport *self, PoplensFigureStore *store);
/* Returns the disk cache. @identity: (out): poplens_report_identify_at () of the files that were
 * opened. (transfer none) (nullable): NULL if figures of the report are not cached */
PoplensFigureStore *poplens_report_get_figures (PoplensReport *self, const char **identity);
/* Writes figures to the disk cache, unless the files changed since the report was opened. The
 * caller makes sure that all reads succeeded (poplens_report_is_whole_since ()). @value: a floating
 * reference is taken */
void poplens_report_cache_figures (PoplensReport *self, const char *kind, GVariant *value);
/* Identifies the report at @place as it is now, without opening it, by the paths of its files and
 * their stat (). (transfer full) (nullable): NULL if its figures are not cached: it is on another
 * computer, has a journal or a log, or has just changed. @stamp: (out): poplens_report_get_stamp ()
 * of the report now; 0 if there is none */
char *poplens_report_identify_at (PoplensStorage *storage, const char *place, guint64 *stamp);
/* FALSE with POPLENS_ERROR_USAGE where writing @path would touch the report: it lies in its
 * directory, or is one of its files under another name. */
gboolean poplens_report_may_write (PoplensReport *self, const char *path, GError **error);
/* Sentences the user should see once: an unfinished profile was opened, debug.cbor was found above
 * … (transfer none): GPtrArray of char*, maybe empty. */
POPLENS_EXPORT GPtrArray *poplens_report_get_notices (PoplensReport *self);
/* Names the values of the profile that are out of range, and count as unknown, in what was read so
 * far, in a sentence. (transfer full) (nullable): NULL if there is none */
char *poplens_report_describe_unknown_values (PoplensReport *self);
/* Lists that sentence, and what else is incomplete or damaged: a profile that is unfinished or
 * cannot be read, and in the parts that were read rows, lists, ends of files, files beside the
 * profile. (element-type utf8) (transfer full): sentences */
GPtrArray *poplens_report_list_damage (PoplensReport *self);
/* Lists the notices on the files, then that damage. (element-type utf8) (transfer full) */
POPLENS_EXPORT GPtrArray *poplens_report_list_notices (PoplensReport *self);

/* ---- parts ------------------------------------------------------------------------------------
 */

/* The file that has @part; POPLENS_FILE_PROFILE for parts of the profile. */
PoplensFileKind poplens_part_file (PoplensPart part);
/* NULL where the part is there (or not known yet to be absent), else why not and which engine
 * option would have recorded it. Looks at the schema and asks each table for one row at most. */
const char *poplens_report_get_absence (PoplensReport *self, PoplensPart part);
/* Where the part of variables is there, with unlowered ones only: which engine option would have
 * recorded the lowered ones. Else NULL. Asks one table for one row. (transfer full) */
char *poplens_report_explain_no_lowered (PoplensReport *self);

/* Loads @part, or waits while another thread does; NULL with @error: ABSENT (the reason as
 * message), CHANGED, LINK, DAMAGED (also a JSON file that is too large or cannot be opened), or
 * G_IO_ERROR_CANCELLED (the next call starts again). The result
 * belongs to the report. */
gconstpointer poplens_report_load (PoplensReport *self, PoplensPart part, GCancellable *cancellable,
                                   GError **error);
/* Loads @part; *@data is NULL, and the result TRUE, if the report lacks it, or if it is a file
 * beside the profile that cannot be read (poplens_report_list_damage () then says so). FALSE with
 * @error if loading failed otherwise. */
gboolean poplens_report_load_optional (PoplensReport *self, PoplensPart part, gconstpointer *data,
                                       GCancellable *cancellable, GError **error);
/* Returns the variables if the report has the lowered ones, else NULL with ABSENT. A profile
 * without autoReport.outputLoweredVars has the part, with unlowered variables only, and sums over
 * no lowered ones would be taken for 0 bytes. */
const PoplensVariables *poplens_report_load_lowered (PoplensReport *self, GCancellable *cancellable,
                                                     GError **error);
/* The part where it is loaded, else NULL; never blocks. */
gconstpointer poplens_report_peek (PoplensReport *self, PoplensPart part);
/* Why the part could not be read when it was tried; NULL where it was not, or could. Never blocks.
 */
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

/* Enough for a headline: parts in brief (profile.h), which takes a fraction of the time; the whole
 * part where it is loaded, or where only that can tell. NULL with @error as poplens_report_load ().
 * They belong to the report. */
/* By tile: both totals, interleaved, overflowed and always live. */
const PoplensMemory *poplens_report_load_memory_brief (PoplensReport *self,
                                                       GCancellable *cancellable, GError **error);
const PoplensPeak *poplens_report_load_peak (PoplensReport *self, GCancellable *cancellable,
                                             GError **error);
const PoplensExecution *poplens_report_load_execution_brief (PoplensReport *self,
                                                             GCancellable *cancellable,
                                                             GError **error);

/* The streams of exchanges with the host. */
const PoplensExchanges *poplens_report_load_exchanges_brief (PoplensReport *self,
                                                             GCancellable *cancellable,
                                                             GError **error);

/* Names of compute sets, each once; NULL without @error: the report has none. (transfer full) */
PoplensStrings *poplens_report_load_compute_set_names (PoplensReport *self,
                                                       GCancellable *cancellable, GError **error);

/* All but the lowered variables, of which there may be none. */
const PoplensVariables *poplens_report_load_variables_brief (PoplensReport *self,
                                                             GCancellable *cancellable,
                                                             GError **error);

/* Reads of @parts (bits of memory, liveness and execution) what those three give, and the whole
 * parts @whole, side by side. What goes wrong, those say who ask. */
void poplens_report_load_briefs (PoplensReport *self, guint32 parts, guint32 whole,
                                 GCancellable *cancellable);

/* Bytes that loading @parts (bits) brings over the link, about, and within a factor of two where
 * that is much; 0 where the report is near. Takes a round trip or two, and says nothing of what is
 * wrong: loading them does. */
guint64 poplens_report_estimate (PoplensReport *self, guint32 parts, GCancellable *cancellable);

/* Loads the parts of the bit set @parts, two at a time; absent ones are no error. FALSE with the
 * first error otherwise; the others may be loaded all the same. */
gboolean poplens_report_load_parts (PoplensReport *self, guint32 parts, GCancellable *cancellable,
                                    GError **error);
/* The same on a worker. @progress (fraction 0 … 1, name of the part) is called on the caller's main
 * context, coalesced, and never after @callback. */
typedef void (*PoplensProgressFunc) (double fraction, const char *what, gpointer user_data);
void poplens_report_load_async (PoplensReport *self, guint32 parts, PoplensProgressFunc progress,
                                gpointer progress_data, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);
gboolean poplens_report_load_finish (PoplensReport *self, GAsyncResult *result, GError **error);

/* ---- slices -----------------------------------------------------------------------------------
 */

/* From the cache or the file; an empty slice for a key that is not in the file. (transfer full) */
PoplensSlice *poplens_report_get_slice (PoplensReport *self, PoplensSliceKind kind, guint64 key,
                                        GCancellable *cancellable, GError **error);
typedef struct {
  PoplensReport *report;
  GCancellable *cancellable; /* (nullable) */
} PoplensSliceReader;
/* Calls poplens_report_get_slice (). A PoplensSliceFunc. @reader: a PoplensSliceReader */
PoplensSlice *poplens_report_read_slice (PoplensSliceKind kind, guint64 key, gpointer reader,
                                         GError **error);
/* What slices in the cache take at most; 256 MiB unless set. Less is enough for whoever reads each
 * once. */
POPLENS_EXPORT void poplens_report_set_cache_bytes (PoplensReport *self, gsize bytes);

/* ---- what is derived --------------------------------------------------------------------------
 */

/* What others work out from a report and keep with it, immutable: a report does not change. */
typedef struct {
  const char *key; /* "poplens-trace-sums": one for each kind, static */
  /* (transfer full). NULL with @error; without one nothing is kept, and there is nothing. May
   * derive other things, but nothing that derives this one. */
  gpointer (*make) (PoplensReport *report, GCancellable *cancellable, GError **error);
  GBoxedCopyFunc ref; /* NULL: it is lent, and freed with the report */
  GDestroyNotify unref;
} PoplensDerived;

/* Made by the first who asks; others who ask meanwhile wait for it. Where that one fails or is
 * cancelled, the next makes it. NULL with @error: of `make`, or G_IO_ERROR_CANCELLED. It lives as
 * long as the report. (transfer full) where it has .ref, else (transfer none) */
gpointer poplens_report_derive (PoplensReport *self, const PoplensDerived *derived,
                                GCancellable *cancellable, GError **error);

/* What was made already, or NULL; never waits. Transfer as above. */
gpointer poplens_report_peek_derived (PoplensReport *self, const PoplensDerived *derived);

/* Counts the reads of this report and of the one it is compared with, on any thread, that failed so
 * far for a reason that may pass: LINK, READ, CHANGED or BUSY. */
guint poplens_report_count_lost (PoplensReport *self);
/* TRUE if no read was lost since there were @n_lost, and the thread's own cancellable was not
 * cancelled; else FALSE with that error, or CANCELLED. Code that puts an answer together leaves out
 * what it cannot read, often without looking at why; an answer built in that time may call
 * something absent that is there. */
gboolean poplens_report_is_whole_since (PoplensReport *self, guint n_lost, GError **error);

/* ---- a second report --------------------------------------------------------------------------
 */

/* Sets the report that tables of two reports compare this one with. Tables built before keep
 * theirs.
 * @other: (nullable): NULL for none. It must not be @self: open a report twice to compare it with
 * itself. If @other already compares with @self, that is undone first, or neither would be freed.
 * Any thread. */
POPLENS_EXPORT void poplens_report_set_other (PoplensReport *self, PoplensReport *other);
PoplensReport *poplens_report_ref_other (PoplensReport *self); /* (nullable) (transfer full) */

/* From now on nothing is read: what was not loaded is absent, for the reason that its files changed
 * since. The name says so too, to tell the report from the one that was opened in its place. Main
 * thread; others may go on reading meanwhile. */
void poplens_report_leave_files (PoplensReport *self);
gboolean poplens_report_is_past (PoplensReport *self); /* it did */

/* ---- change -----------------------------------------------------------------------------------
 */

/* What differs between the files as opened and as they are now: one sentence naming the file
 * ("profile.pop was replaced"), or NULL. (transfer full) Does a few stat() calls. */
POPLENS_EXPORT char *poplens_report_describe_change (PoplensReport *self);

G_END_DECLS
