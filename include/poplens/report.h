/** @file
 * A report: a directory written by the Poplar SDK. */
#pragma once

#include <gio/gio.h>
#include <poplens/version.h>

G_BEGIN_DECLS

/** The type of PoplensReport, a GObject without properties and signals. */
#define POPLENS_TYPE_REPORT (poplens_report_get_type ())

/**
 * An open report: a profile.pop with the files beside it, or only an archive.a.
 *
 * It is a GObject: `g_object_ref ()` adds a reference, `g_object_unref ()` drops one; dropping the
 * last one closes the files. A PoplensFrame holds a reference to its report.
 *
 * Opening reads the schema and no data, so it takes milliseconds at any size. Data is read on first
 * use and then kept. A report is never modified, and no file is mapped.
 *
 * **Threads.** Every function may be called from any thread, also on the same report. Two threads
 * that need different parts read them in parallel; two that need the same part share one reading.
 * Functions with a GCancellable read files and may take seconds: with a main loop, call them on a
 * worker. Their results are immutable and are read without locks.
 *
 * **One state of the files.** A report belongs to the state of the files when it was opened.
 * Reading data after a file changed fails with POPLENS_ERROR_CHANGED; poplens_report_reopen ()
 * opens the current files.
 */
typedef struct _PoplensReport PoplensReport;

/**
 * Returns the GType of reports.
 *
 * @return POPLENS_TYPE_REPORT
 */
POPLENS_EXPORT GType poplens_report_get_type (void);

/**
 * Opens a report.
 *
 * @param path a directory, a file in it, or a profile with any name; in the encoding of file names
 * @param error (nullable): NOT_FOUND; NOT_A_REPORT, with the expected file names; SEVERAL, with
 * their names; UNSUPPORTED, for the formats before SDK 2.0; EMPTY; DAMAGED; BUSY
 * @return (transfer full) (nullable): the report, or NULL with error set
 */
POPLENS_EXPORT PoplensReport *poplens_report_open (const char *path, GError **error);

/**
 * Opens a report with debug contexts from another file, as `pva.openReport (profile, debug)` does.
 *
 * @param path as poplens_report_open ()
 * @param debug (nullable): path of a debug.cbor; NULL: the file in the directory, or above it
 * @param error (nullable): as poplens_report_open (), and NOT_FOUND if debug is not a file. Its
 *   format is checked when it is read
 * @return (transfer full) (nullable): the report, or NULL with error set
 */
POPLENS_EXPORT PoplensReport *poplens_report_open_with_debug (const char *path, const char *debug,
                                                              GError **error);

/**
 * Opens the same path again, with the current files. The old report stays valid.
 *
 * @param self a report
 * @param error (nullable): as poplens_report_open ()
 * @return (transfer full) (nullable): a new report, or NULL with error set
 */
POPLENS_EXPORT PoplensReport *poplens_report_reopen (PoplensReport *self, GError **error);

/**
 * Returns whether a killed program left a journal or a write-ahead log beside the profile at a
 * path. poplens_report_open () refuses such a profile; poplens_report_recover () makes a readable
 * copy.
 *
 * @param path as poplens_report_open ()
 * @return TRUE if recovery may help
 */
POPLENS_EXPORT gboolean poplens_report_can_recover (const char *path);

/**
 * Makes a readable copy of a report that a killed program left with a journal or a write-ahead log,
 * or finds the copy of the same state of its files. The copy is a folder in the user's cache
 * directory, as large as the profile, with links to the other files; nothing is written at the
 * path. The copies of the last four reports are kept. The notices of the copy
 * (poplens_report_get_notices ()) say what was repaired. Only one thread at a time may recover the
 * same report.
 *
 * @param path as poplens_report_open ()
 * @param cancellable (nullable): stops the copying
 * @param error (nullable): as poplens_report_open (), and if there is no space for the copy;
 *   G_IO_ERROR_CANCELLED
 * @return (transfer full) (nullable): a path for poplens_report_open (), the path of the report
 * itself if it needs no recovery; free with `g_free ()`. NULL with error set
 */
POPLENS_EXPORT char *poplens_report_recover (const char *path, GCancellable *cancellable,
                                             GError **error);

/**
 * Lists the reports at a path: the path itself if it is a report, else the reports in its
 * directories, newest first.
 *
 * @param path a directory or a file
 * @param error (nullable): NOT_FOUND, NOT_A_REPORT
 * @return (transfer full) (nullable): paths for poplens_report_open (), NULL-terminated; free with
 *   `g_strfreev ()`. NULL with error set
 */
POPLENS_EXPORT GStrv poplens_report_find_all (const char *path, GError **error);

/**
 * Returns the path that was opened.
 *
 * @param self a report
 * @return (transfer none): the absolute path
 */
POPLENS_EXPORT const char *poplens_report_get_path (PoplensReport *self);

/**
 * Returns the directory of the files of the report.
 *
 * @param self a report
 * @return (transfer none): the absolute path
 */
POPLENS_EXPORT const char *poplens_report_get_directory (PoplensReport *self);

/**
 * Returns a name for titles: the name of the directory, with its parent if that helps to tell
 * reports apart.
 *
 * @param self a report
 * @return (transfer none): UTF-8
 */
POPLENS_EXPORT const char *poplens_report_get_name (PoplensReport *self);

/**
 * Returns the path of a file of the report.
 *
 * @param self a report
 * @param name "profile.pop", "archive.a", "debug.cbor", "framework.json" or "app.json", also if the
 *   file has another name
 * @return (transfer none) (nullable): the path; NULL if the report has no such file
 */
POPLENS_EXPORT const char *poplens_report_get_file_path (PoplensReport *self, const char *name);

/**
 * Returns whether the profile has the name of an unfinished run (profile_XXXXXXXX.pop).
 *
 * @param self a report
 * @return TRUE if the profile may lack rows
 */
POPLENS_EXPORT gboolean poplens_report_is_unfinished (PoplensReport *self);

/**
 * Returns why the profile cannot be opened, if archive.a is used instead.
 *
 * @param self a report
 * @return (transfer none) (nullable): a sentence; NULL if the profile is open or does not exist
 */
POPLENS_EXPORT const char *poplens_report_get_profile_error (PoplensReport *self);

/**
 * Returns notices for the user, each to be shown once: the profile is unfinished, debug.cbor was
 * found above the directory …
 *
 * @param self a report
 * @return (transfer none) (element-type utf8): sentences, possibly none
 */
POPLENS_EXPORT GPtrArray *poplens_report_get_notices (PoplensReport *self);

/**
 * Lists the notices and what is incomplete or damaged in the parts that were read so far: executed
 * steps without a row, an archive.a that ends too early …
 *
 * @param self a report
 * @return (transfer full) (element-type utf8): sentences, possibly none; free with
 * g_ptr_array_unref ()
 */
POPLENS_EXPORT GPtrArray *poplens_report_list_notices (PoplensReport *self);

/**
 * Describes how the files changed since they were opened. Compares sizes and times of the files and
 * reads nothing.
 *
 * @param self a report
 * @return (transfer full) (nullable): "profile.pop was replaced"; NULL if nothing changed
 */
POPLENS_EXPORT char *poplens_report_describe_change (PoplensReport *self);

/**
 * Lists the parts of a report by name: "target", "options", "compilation", "memory", "vertices",
 * "programs", "exchanges", "variables", "liveness", "execution", "archive.a", "debug.cbor",
 * "framework.json", "app.json".
 *
 * @return (transfer none): NULL-terminated
 */
POPLENS_EXPORT const char *const *poplens_report_list_parts (void);

/**
 * Returns why the report lacks a part, and which engine option records it. Reads the schema and at
 * most one row of each table.
 *
 * @param self a report
 * @param part a name of poplens_report_list_parts ()
 * @return (transfer none) (nullable): one or two sentences; NULL if the report has the part. For
 *   an unknown name, a sentence about that
 */
POPLENS_EXPORT const char *poplens_report_explain_part (PoplensReport *self, const char *part);

/**
 * Reads parts now instead of on first use, two at a time. Missing parts are not an error.
 *
 * @param self a report
 * @param parts (nullable): names, NULL-terminated; NULL: all parts
 * @param cancellable (nullable): stops reading within a few thousand rows; parts read by then are
 * kept
 * @param error (nullable): USAGE, CHANGED, DAMAGED, or G_IO_ERROR_CANCELLED
 * @return FALSE with error set
 */
POPLENS_EXPORT gboolean poplens_report_read_parts (PoplensReport *self, const char *const *parts,
                                                   GCancellable *cancellable, GError **error);

/**
 * Limits the cache of data that is read in pieces (variables of a tile, lists of cycles).
 *
 * @param self a report
 * @param bytes the limit (default: 256 MiB); less is enough if a program reads each piece once
 */
POPLENS_EXPORT void poplens_report_set_cache_bytes (PoplensReport *self, gsize bytes);

/**
 * Sets the report after for poplens_report_compare_table (); self is the report before. Existing
 * frames do not change.
 *
 * @param self a report
 * @param other (nullable): the report after; NULL: none. Not self: to compare a report with itself,
 *   open it twice. self holds a reference to other, and drops it if other is later compared with
 *   self, because a reference cycle would never be freed
 */
POPLENS_EXPORT void poplens_report_set_other (PoplensReport *self, PoplensReport *other);

/* Only for programs: the library itself gets this definition from src/report/report.h. */
#ifndef POPLENS_INSIDE
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensReport, g_object_unref)
#endif

G_END_DECLS
