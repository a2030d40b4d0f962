/** @file
 * A report: a directory that the Poplar SDK wrote. */
#pragma once

#include <gio/gio.h>
#include <poplens/version.h>

G_BEGIN_DECLS

/** The type of PoplensReport, a GObject without properties and signals. */
#define POPLENS_TYPE_REPORT (poplens_report_get_type ())

/**
 * An opened report: a profile.pop with the files beside it, or an archive.a alone.
 *
 * It is a GObject: take another reference with `g_object_ref ()`, and drop one with `g_object_unref
 * ()`, which closes the files with the last one. What is taken out of a report (a PoplensFrame)
 * holds a reference of its own.
 *
 * Opening reads the schema and no data, so it takes milliseconds at any size. Data is read when it
 * is first asked for and kept from then on. A report is never written to, and no file is mapped.
 *
 * **Threads.** Every function may be called from any thread, on the same report too. Two threads
 * that ask for different parts read them side by side; two that ask for the same part wait for one
 * reading. Functions with a GCancellable read files and may take seconds: call them on a worker
 * where a main loop runs. What they return is immutable, and read without locks.
 *
 * **One state of the files.** A report belongs to the files as they were when it was opened. What
 * is read after a file changed is refused with POPLENS_ERROR_CHANGED; poplens_report_reopen ()
 * opens the files as they are now.
 */
typedef struct _PoplensReport PoplensReport;

/**
 * The GType of reports.
 *
 * @return POPLENS_TYPE_REPORT
 */
POPLENS_EXPORT GType poplens_report_get_type (void);

/**
 * Opens a report.
 *
 * @param path a directory, a file in it, or a profile under any name; in the encoding of file names
 * @param error (nullable): NOT_FOUND; NOT_A_REPORT, with the names that were looked for; SEVERAL,
 *   naming them; UNSUPPORTED, for the formats before SDK 2.0; EMPTY; DAMAGED; BUSY
 * @return (transfer full) (nullable): the report, or NULL with error set
 */
POPLENS_EXPORT PoplensReport *poplens_report_open (const char *path, GError **error);

/**
 * Opens a report with debug contexts from a file of its own, as `pva.openReport (profile, debug)`
 * does.
 *
 * @param path as poplens_report_open ()
 * @param debug (nullable): a debug.cbor anywhere; NULL: the one in the directory, or above it
 * @param error (nullable): as poplens_report_open (), and NOT_FOUND where debug is no file. That it
 *   is no debug.cbor is said when it is read
 * @return (transfer full) (nullable): the report, or NULL with error set
 */
POPLENS_EXPORT PoplensReport *poplens_report_open_with_debug (const char *path, const char *debug,
                                                              GError **error);

/**
 * Opens the same path again, with the files as they are now. The old report goes on as it was.
 *
 * @param self a report
 * @param error (nullable): as poplens_report_open ()
 * @return (transfer full) (nullable): a new report, or NULL with error set
 */
POPLENS_EXPORT PoplensReport *poplens_report_reopen (PoplensReport *self, GError **error);

/**
 * Whether a killed program left the profile at a path with a journal or a write-ahead log:
 * poplens_report_open () refuses it, and poplens_report_recover () makes a copy that can be opened.
 *
 * @param path as poplens_report_open ()
 * @return TRUE where that may help
 */
POPLENS_EXPORT gboolean poplens_report_can_recover (const char *path);

/**
 * Makes a copy of such a report that can be opened, or finds the one that was made of the same
 * state of its files. This alone writes, and nothing at the path: the copy is a folder in the
 * user's cache directory, of the profile's size, with links to the other files; those of the last
 * four reports are kept. The copy's notices (poplens_report_get_notices ()) say what was put right.
 * One thread at a time may recover the same report.
 *
 * @param path as poplens_report_open ()
 * @param cancellable (nullable): stops the copying
 * @param error (nullable): as poplens_report_open (), and where there is no room for the copy;
 *   G_IO_ERROR_CANCELLED
 * @return (transfer full) (nullable): a path for poplens_report_open (), that of the report itself
 *   where it needs no recovery; free with `g_free ()`. NULL with error set
 */
POPLENS_EXPORT char *poplens_report_recover (const char *path, GCancellable *cancellable,
                                             GError **error);

/**
 * The reports at a path: the path itself where it is one, else the directories in it that are,
 * newest first.
 *
 * @param path a directory or a file
 * @param error (nullable): NOT_FOUND, NOT_A_REPORT
 * @return (transfer full) (nullable): paths for poplens_report_open (), NULL-terminated; free with
 *   `g_strfreev ()`. NULL with error set
 */
POPLENS_EXPORT GStrv poplens_report_find_all (const char *path, GError **error);

/**
 * What was opened.
 *
 * @param self a report
 * @return (transfer none): the absolute path
 */
POPLENS_EXPORT const char *poplens_report_get_path (PoplensReport *self);

/**
 * The directory of the report's files.
 *
 * @param self a report
 * @return (transfer none): its absolute path
 */
POPLENS_EXPORT const char *poplens_report_get_directory (PoplensReport *self);

/**
 * A name for titles: the directory's, with its parent's where it says little alone.
 *
 * @param self a report
 * @return (transfer none): UTF-8
 */
POPLENS_EXPORT const char *poplens_report_get_name (PoplensReport *self);

/**
 * Where a file of the report lies.
 *
 * @param self a report
 * @param name "profile.pop", "archive.a", "debug.cbor", "framework.json" or "app.json", whatever
 * the file itself is called
 * @return (transfer none) (nullable): its path; NULL where there is none
 */
POPLENS_EXPORT const char *poplens_report_get_file_path (PoplensReport *self, const char *name);

/**
 * Whether the profile has the name of one whose run had not ended (profile_XXXXXXXX.pop).
 *
 * @param self a report
 * @return TRUE where it has; such a profile may lack rows
 */
POPLENS_EXPORT gboolean poplens_report_is_unfinished (PoplensReport *self);

/**
 * Why the profile that is there cannot be opened, where archive.a stands in for it.
 *
 * @param self a report
 * @return (transfer none) (nullable): a sentence; NULL where the profile is open, or there is none
 */
POPLENS_EXPORT const char *poplens_report_get_profile_error (PoplensReport *self);

/**
 * What a user should be told once: an unfinished profile was opened, debug.cbor was found above the
 * directory …
 *
 * @param self a report
 * @return (transfer none) (element-type utf8): sentences, maybe none
 */
POPLENS_EXPORT GPtrArray *poplens_report_get_notices (PoplensReport *self);

/**
 * What differs between the files as they were opened and as they are now. Looks at the files'
 * sizes and times, and reads nothing.
 *
 * @param self a report
 * @return (transfer full) (nullable): "profile.pop was replaced"; NULL where nothing does
 */
POPLENS_EXPORT char *poplens_report_describe_change (PoplensReport *self);

/**
 * The parts of a report, by name: "target", "options", "compilation", "memory", "vertices",
 * "programs", "exchanges", "variables", "liveness", "execution", "archive.a", "debug.cbor",
 * "framework.json", "app.json".
 *
 * @return (transfer none): NULL-terminated
 */
POPLENS_EXPORT const char *const *poplens_report_list_parts (void);

/**
 * Why the report lacks a part, and which engine option would have recorded it. Looks at the schema,
 * and asks each table for one row at most.
 *
 * @param self a report
 * @param part a name of poplens_report_list_parts ()
 * @return (transfer none) (nullable): one or two sentences; NULL where the part is there. For a
 * name that is none, a sentence that says so
 */
POPLENS_EXPORT const char *poplens_report_explain_part (PoplensReport *self, const char *part);

/**
 * Reads parts now rather than when they are first asked for, two at a time. Those that the report
 * lacks are no error.
 *
 * @param self a report
 * @param parts (nullable): names, NULL-terminated; NULL: all there are
 * @param cancellable (nullable): stops the reading within some thousand rows; what was read by then
 *   is kept
 * @param error (nullable): USAGE, CHANGED, DAMAGED, or G_IO_ERROR_CANCELLED
 * @return FALSE with error set
 */
POPLENS_EXPORT gboolean poplens_report_read_parts (PoplensReport *self, const char *const *parts,
                                                   GCancellable *cancellable, GError **error);

/**
 * How much of what is read piece by piece (a tile's variables, lists of cycles) is kept at most.
 *
 * @param self a report
 * @param bytes 256 MiB unless set; less is enough for whoever reads each piece once
 */
POPLENS_EXPORT void poplens_report_set_cache_bytes (PoplensReport *self, gsize bytes);

/**
 * What the tables of comparison ("compare-summary", "compare-tiles" …) compare this report with,
 * from now on; frames that there are already keep theirs. Without one these tables are ABSENT.
 *
 * @param self a report
 * @param other (nullable): a second report, which the first holds a reference to; NULL: none. Not
 *   self: a report is compared with itself by opening it twice. Of two that are given each other
 *   the first lets go of the second, as they would never be freed
 */
POPLENS_EXPORT void poplens_report_set_other (PoplensReport *self, PoplensReport *other);

/* Not beside the header of the same name inside of the library. */
#ifndef POPLENS_INSIDE
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensReport, g_object_unref)
#endif

G_END_DECLS
