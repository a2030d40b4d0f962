/** @file
 * What can be asked of a report: frames of the model, analyses, the tables that pages show,
 * anything by name or number, and whether it keeps limits. */
#pragma once

#include <poplens/frame.h>
#include <poplens/report.h>

G_BEGIN_DECLS

/** A frame or a table that can be asked for. All texts are static. */
typedef struct {
  const char *name; /**< "programs" */
  const char *doc;  /**< one sentence: what a row is */
  const char
      *part; /**< (nullable): the part that it needs first, see poplens_report_list_parts () */
  const char *key;      /**< (nullable): what the key is; NULL where none is taken */
  gpointer reserved[4]; /**< NULL */
} PoplensFrameInfo;

/**
 * The frames, one by one: columns of the model as the file has them, with little put to them, and
 * analyses. The library's manual lists them with their columns.
 *
 * @param number 0, 1, 2 …
 * @param info (out caller-allocates): what that frame is
 * @return FALSE past the last one
 */
POPLENS_EXPORT gboolean poplens_describe_frame (guint number, PoplensFrameInfo *info);

/**
 * A frame by its name.
 *
 * @param self a report
 * @param name a name that poplens_describe_frame () gives
 * @param key what the frame is of, where its PoplensFrameInfo says so (the number of a tile, the id
 *   of a list of cycles …); else ignored. A key that the file does not have gives a frame without
 *   rows, one that cannot be (a step past the last) is USAGE
 * @param cancellable (nullable): stops reading within some thousand rows
 * @param error (nullable): USAGE for an unknown name; ABSENT with the reason and the engine option
 *   that would record it; CHANGED; DAMAGED; G_IO_ERROR_CANCELLED
 * @return (transfer full) (nullable): the frame, or NULL with error set
 */
POPLENS_EXPORT PoplensFrame *poplens_report_get_frame (PoplensReport *self, const char *name,
                                                       guint64 key, GCancellable *cancellable,
                                                       GError **error);

/**
 * The tables that pages show and `poplens-cli table` prints, one by one. None takes a key: what
 * they are of is said by a location.
 *
 * @param number 0, 1, 2 …
 * @param info (out caller-allocates): what that table is
 * @return FALSE past the last one
 */
POPLENS_EXPORT gboolean poplens_describe_table (guint number, PoplensFrameInfo *info);

/**
 * A table by its name, as `poplens-cli table NAME REPORT --location LOCATION` prints it. Of a table
 * that is a tree the last column is "depth": rows come in preorder, 0 is the top.
 *
 * @param self a report
 * @param name a name that poplens_describe_table () gives
 * @param place (nullable): what is selected, as "memory?tile=0-9" or "liveness?step=34"; the page
 *   does not matter, nor does "with": see poplens_report_set_other (). NULL: nothing
 * @param cancellable (nullable): stops the work
 * @param error (nullable): USAGE for an unknown name (with near ones), a location that cannot be
 * read, and a selection that the report does not have; ABSENT, CHANGED, DAMAGED,
 * G_IO_ERROR_CANCELLED
 * @return (transfer full) (nullable): the table, or NULL with error set
 */
POPLENS_EXPORT PoplensFrame *poplens_report_get_table (PoplensReport *self, const char *name,
                                                       const char *place, GCancellable *cancellable,
                                                       GError **error);

/**
 * Anything of a report by its name or number, best first, as `poplens-cli find` finds it; but for
 * views of the window. A query is words, each of which has to be in the name, whatever its case
 * ("conv fwd"). A number finds the tile, the step of liveness, the executed step, the program and
 * the IPU of that number; "tile 812", "step 37", "program 5", "variable 5" what they say. A kind in
 * front of words narrows to it: "variable weights"; alone it lists all of that kind.
 *
 * A row has kind, id, title, detail and place: a location for poplens_report_get_table () and for
 * the programs. Columns are listed in the library's manual. The frame's note says how many more
 * there are, or why nothing was found; then it has no rows, and that is no error. What is absent or
 * damaged is not found.
 *
 * The first call reads seven parts and makes an index, a second for 10^6 variables, which is kept
 * with the report.
 *
 * @param self a report
 * @param query the words, in UTF-8
 * @param limit rows at most: the best; 0: all
 * @param cancellable (nullable): stops reading and searching
 * @param error (nullable): USAGE, CHANGED, G_IO_ERROR_CANCELLED
 * @return (transfer full) (nullable): a frame "find", or NULL with error set
 */
POPLENS_EXPORT PoplensFrame *poplens_report_find (PoplensReport *self, const char *query,
                                                  guint limit, GCancellable *cancellable,
                                                  GError **error);

/**
 * Whether a report keeps limits on memory and cycles, as `poplens-cli budget` says it. Which rules
 * there are, and what they mean, is in docs/guide/pipeline.md.
 *
 * A row is a rule, in the order of the file and then of the texts, with value, limit and result:
 * "pass", "fail", or "unknown" where the report does not say, with the reason. Values are bytes,
 * cycles, or a share of 1, as the row's unit says. Columns are listed in the library's manual. The
 * frame's note sums up: "5 passed, 1 failed, 0 unknown."
 *
 * @param self a report
 * @param file (nullable): a key file of rules, in the encoding of file names
 * @param rules (nullable): more of them, each as "max-tile-memory=600 KiB" or
 *   "program:conv*:max-share=25 %"; NULL-terminated. One rule at least has to be there
 * @param cancellable (nullable): stops reading
 * @param error (nullable): USAGE for no rule, a wrong one, and a file that cannot be read; CHANGED;
 *   DAMAGED; G_IO_ERROR_CANCELLED
 * @return (transfer full) (nullable): a frame "budget", or NULL with error set
 */
POPLENS_EXPORT PoplensFrame *poplens_report_check_budget (PoplensReport *self, const char *file,
                                                          const char *const *rules,
                                                          GCancellable *cancellable,
                                                          GError **error);

G_END_DECLS
