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
 * Describes the frames one by one. Most frames contain recorded data, the others analyses. The
 * manual of the library lists the frames with their columns.
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
 * @param key number of a tile, ID of a list of cycles …, as PoplensFrameInfo.key says; ignored if
 *   the frame takes no key. A key that the file does not contain gives a frame without rows
 * @param cancellable (nullable): stops reading within a few thousand rows
 * @param error (nullable): USAGE for an unknown name, or for an impossible key (a step after the
 *   last); ABSENT with the reason and the engine option that records the data; CHANGED; DAMAGED;
 *   G_IO_ERROR_CANCELLED
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
 *   "liveness?step=34". Its page and its key "with" are ignored. NULL: nothing is selected
 * @param cancellable (nullable): stops the work
 * @param error (nullable): USAGE for an unknown name (with similar names), an invalid location and
 * a selection that the report does not have; ABSENT, CHANGED, DAMAGED, G_IO_ERROR_CANCELLED
 * @return (transfer full) (nullable): the table, or NULL with error set
 */
POPLENS_EXPORT PoplensFrame *poplens_report_get_table (PoplensReport *self, const char *name,
                                                       const char *location,
                                                       GCancellable *cancellable, GError **error);

/**
 * Returns a table that compares two reports, as `poplens-cli table NAME BEFORE AFTER --location
 * LOCATION` prints it. It has the rows that differ between the reports. Each measure M has the
 * columns M_before, M_after, M_change and M_ratio.
 *
 * @param self the report before; poplens_report_set_other () sets the report after
 * @param name a name of poplens_describe_table ()
 * @param location (nullable): as for poplens_report_get_table (); "same=yes" adds the rows that do
 *   not differ
 * @param cancellable (nullable): stops the work
 * @param error (nullable): as for poplens_report_get_table (). Also USAGE for a table that cannot
 *   compare reports, and ABSENT if no report after is set
 * @return (transfer full) (nullable): the table, or NULL with error set
 */
POPLENS_EXPORT PoplensFrame *poplens_report_compare_table (PoplensReport *self, const char *name,
                                                           const char *location,
                                                           GCancellable *cancellable,
                                                           GError **error);

/**
 * Searches a report by name or number, as `poplens-cli find` does. The best match comes first.
 *
 * A query can be words, which must all be in a name, in any case: "conv fwd". A number finds the
 * tile, program step, executed step, program and IPU with this number. A kind limits the search:
 * "variable weights", "tile 812". A kind alone lists all items of the kind.
 *
 * A row has the columns kind, id, title, detail and location. The location can be passed to
 * poplens_report_get_table (). The note of the frame says how many more results there are. Without
 * results it says why; this is not an error. Absent and damaged data is not searched, nor are the
 * pages of the window.
 *
 * The first call reads seven parts and builds an index, which the report keeps. This takes a second
 * for 10^6 variables.
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
 * The frame has one row per rule: first those of the file, then those of `rules`. A row has a value
 * (bytes, cycles or a ratio), its unit, the limit and the result: "pass", "fail", or "unknown" with
 * a reason if the value is not recorded. The note of the frame has the totals: "5 passed, 1 failed,
 * 0 unknown." The manual of the library lists the columns.
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
