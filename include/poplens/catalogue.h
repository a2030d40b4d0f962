/** @file
 * Queries on a report: frames of the model, analyses, the tables that pages show, search by name or
 * number, and checks of limits. */
#pragma once

#include <poplens/frame.h>
#include <poplens/report.h>

G_BEGIN_DECLS

/** A frame or a table of the library. All texts are static. */
typedef struct {
  const char *name;     /**< "programs" */
  const char *doc;      /**< description of the rows, without a full stop */
  const char *part;     /**< (nullable): the part read first, of poplens_report_list_parts () */
  const char *key;      /**< (nullable): meaning of the key; NULL if the frame takes no key */
  gpointer reserved[4]; /**< for later versions; NULL */
} PoplensFrameInfo;

/**
 * Describes the frames one by one: columns of the model, nearly as recorded, and analyses. The
 * manual of the library lists them with their columns.
 *
 * @param number 0, 1, 2 …
 * @param info (out caller-allocates): description of the frame
 * @return FALSE past the last one
 */
POPLENS_EXPORT gboolean poplens_describe_frame (guint number, PoplensFrameInfo *info);

/**
 * Describes the columns of a frame one by one, as poplens_frame_get_column () does for a frame of a
 * report. "findings" is a table and has no columns without a report.
 *
 * @param frame a name of poplens_describe_frame ()
 * @param number 0, 1, 2 …
 * @param column (out caller-allocates): description of the column; all texts are static
 * @return FALSE past the last one, and for an unknown frame
 */
POPLENS_EXPORT gboolean poplens_describe_frame_column (const char *frame, guint number,
                                                       PoplensFrameColumn *column);

/**
 * Returns a frame by name.
 *
 * @param self a report
 * @param name a name of poplens_describe_frame ()
 * @param key selects the frame if its PoplensFrameInfo has a key: the number of a tile, the ID of a
 *   list of cycles …; otherwise ignored. A key that the file does not have returns a frame without
 *   rows; an impossible key (a step after the last) is USAGE
 * @param cancellable (nullable): stops reading within a few thousand rows
 * @param error (nullable): USAGE for an unknown name; ABSENT with the reason and the engine option
 *   that records the data; CHANGED; DAMAGED; G_IO_ERROR_CANCELLED
 * @return (transfer full) (nullable): the frame, or NULL with error set
 */
POPLENS_EXPORT PoplensFrame *poplens_report_get_frame (PoplensReport *self, const char *name,
                                                       guint64 key, GCancellable *cancellable,
                                                       GError **error);

/**
 * Describes the tables that pages show and `poplens-cli table` prints, one by one. Tables take a
 * location instead of a key.
 *
 * @param number 0, 1, 2 …
 * @param info (out caller-allocates): description of the table
 * @return FALSE past the last one
 */
POPLENS_EXPORT gboolean poplens_describe_table (guint number, PoplensFrameInfo *info);

/**
 * Returns a table by name, as `poplens-cli table NAME REPORT --location LOCATION` prints it. The
 * rows of a tree are in preorder, with "depth" as the last column; 0 is the top.
 *
 * @param self a report
 * @param name a name of poplens_describe_table ()
 * @param location (nullable): a location with the selection, such as "memory?tile=0-9" or
 *   "liveness?step=34". The page and "with" are ignored: see poplens_report_set_other (). NULL:
 *   nothing is selected
 * @param cancellable (nullable): stops the work
 * @param error (nullable): USAGE for an unknown name (with similar names), an invalid location and
 * a selection that the report does not have; ABSENT, CHANGED, DAMAGED, G_IO_ERROR_CANCELLED
 * @return (transfer full) (nullable): the table, or NULL with error set
 */
POPLENS_EXPORT PoplensFrame *poplens_report_get_table (PoplensReport *self, const char *name,
                                                       const char *location,
                                                       GCancellable *cancellable, GError **error);

/**
 * Returns a table of two reports, as `poplens-cli table NAME BEFORE AFTER --location LOCATION`
 * prints it: the rows that differ between the reports. For each measure M it has the columns
 * M_before, M_after, M_change and M_ratio.
 *
 * @param self the report before; poplens_report_set_other () sets the report after
 * @param name a name of poplens_describe_table ()
 * @param location (nullable): as of poplens_report_get_table (); "same=yes" adds rows that do
 *   not differ
 * @param cancellable (nullable): stops the work
 * @param error (nullable): as of poplens_report_get_table (); USAGE also for a table that does not
 *   compare reports (listing those that do), ABSENT also without a report after
 * @return (transfer full) (nullable): the table, or NULL with error set
 */
POPLENS_EXPORT PoplensFrame *poplens_report_compare_table (PoplensReport *self, const char *name,
                                                           const char *location,
                                                           GCancellable *cancellable,
                                                           GError **error);

/**
 * Searches a report by name or number, best match first, as `poplens-cli find` without views of the
 * window. A query is a list of words that must all be in the name, in any case ("conv fwd"). A
 * number finds the tile, the program step, the executed step, the program and the IPU with that
 * number; "tile 812", "step 37", "program 5" and "variable 5" find one kind. A kind before words
 * limits the search: "variable weights"; a kind alone lists all items of the kind.
 *
 * A row has kind, id, title, detail and location: a location for poplens_report_get_table () and
 * for the programs. The manual of the library lists the columns. The note of the frame says how
 * many more results there are, or why there are none; no results are not an error. Absent and
 * damaged data is not searched.
 *
 * The first call reads seven parts and builds an index, which takes a second for 10^6 variables and
 * is kept with the report.
 *
 * @param self a report
 * @param query the words, in UTF-8
 * @param limit maximum number of rows; 0: all
 * @param cancellable (nullable): stops reading and searching
 * @param error (nullable): USAGE, CHANGED, G_IO_ERROR_CANCELLED
 * @return (transfer full) (nullable): a frame "find", or NULL with error set
 */
POPLENS_EXPORT PoplensFrame *poplens_report_find (PoplensReport *self, const char *query,
                                                  guint limit, GCancellable *cancellable,
                                                  GError **error);

/**
 * Checks a report against limits on memory and cycles, as `poplens-cli budget` does.
 * docs/guide/reference-budget.md describes the rules.
 *
 * The frame has one row per rule, in the order of the file and then of the texts, with value, limit
 * and result: "pass", "fail", or "unknown" with the reason if the value is not recorded. Values are
 * bytes, cycles or ratios, as the unit of the row says. The manual of the library lists the
 * columns. The note of the frame has the totals: "5 passed, 1 failed, 0 unknown."
 *
 * @param self a report
 * @param file (nullable): a key file of rules, in the encoding of file names
 * @param rules (nullable): more rules, each such as "max-tile-bytes=600 KiB" or
 *   "program:conv*:max-share=25 %"; NULL-terminated. At least one rule is required
 * @param cancellable (nullable): stops reading
 * @param error (nullable): USAGE for no rules, an invalid rule and an unreadable file; CHANGED;
 *   DAMAGED; G_IO_ERROR_CANCELLED
 * @return (transfer full) (nullable): a frame "budget", or NULL with error set
 */
POPLENS_EXPORT PoplensFrame *poplens_report_check_budget (PoplensReport *self, const char *file,
                                                          const char *const *rules,
                                                          GCancellable *cancellable,
                                                          GError **error);

G_END_DECLS
