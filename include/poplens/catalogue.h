/** @file
 * What can be asked of a report: frames of the model, analyses, and the tables that pages show. */
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
 * they are of is said by a Place.
 *
 * @param number 0, 1, 2 …
 * @param info (out caller-allocates): what that table is
 * @return FALSE past the last one
 */
POPLENS_EXPORT gboolean poplens_describe_table (guint number, PoplensFrameInfo *info);

/**
 * A table by its name, as `poplens-cli table NAME REPORT --place PLACE` prints it. Of a table that
 * is a tree the last column is "depth": rows come in preorder, 0 is the top.
 *
 * @param self a report
 * @param name a name that poplens_describe_table () gives
 * @param place (nullable): what is selected, as "memory?tile=0-9" or "liveness?step=34"; the page
 *   does not matter, nor does "with": see poplens_report_set_other (). NULL: nothing
 * @param cancellable (nullable): stops the work
 * @param error (nullable): USAGE for an unknown name (with near ones), a Place that cannot be read,
 *   and a selection that the report does not have; ABSENT, CHANGED, DAMAGED, G_IO_ERROR_CANCELLED
 * @return (transfer full) (nullable): the table, or NULL with error set
 */
POPLENS_EXPORT PoplensFrame *poplens_report_get_table (PoplensReport *self, const char *name,
                                                       const char *place, GCancellable *cancellable,
                                                       GError **error);

G_END_DECLS
