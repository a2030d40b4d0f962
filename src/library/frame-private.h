/* How a frame is put together. Columns point into a part or a slice, or are worked out by the cell;
 * nothing is copied that is there. Private to the library. */
#pragma once

#define POPLENS_INSIDE
#include "base/lists.h"
#include "base/strings.h"
#include "report/report.h"
#include "tables/engine/table.h"

#include <poplens/catalogue.h>

G_BEGIN_DECLS

/* What stands at the place that a plan names. */
typedef enum {
  POPLENS_HOLDS_U8,
  POPLENS_HOLDS_BOOL, /* guint8 */
  POPLENS_HOLDS_U16,
  POPLENS_HOLDS_U32,
  POPLENS_HOLDS_U64,
  POPLENS_HOLDS_I64,
  POPLENS_HOLDS_DOUBLE,
  POPLENS_HOLDS_NAME,     /* guint32: an id in the frame's strings */
  POPLENS_HOLDS_TEXT,     /* char *: of records only */
  POPLENS_HOLDS_GBOOLEAN, /* of records only */
  POPLENS_HOLDS_LISTS,    /* PoplensLists *: of columns only */
} PoplensHolds;

/* What stands for "no value". */
typedef enum {
  POPLENS_GAP_NONE,
  POPLENS_GAP_MAX,       /* the highest value of the type; NaN of a double */
  POPLENS_GAP_MINUS_ONE, /* I64 */
  POPLENS_GAP_MIN,       /* I64: the lowest */
} PoplensGap;

/* A column. @offset: of a column in a structure of columns: where the pointer to its values is; in
 * a record: where the value is. */
typedef struct {
  const char *name;
  PoplensHolds holds;
  gsize offset;
  const char *unit;
  PoplensGap gap;
  const char *doc;
  const char *provenance; /* (nullable): that of the frame */
} PoplensPlan;

/* Records of a PoplensJsonNode: framework.json, app.json and what a debug context holds. */
#define POPLENS_N_JSON_PLANS 5
extern const PoplensPlan poplens_json_plans[POPLENS_N_JSON_PLANS];

#define POPLENS_COLUMN(name, holds, type, field, unit, gap, doc)                                   \
  {                                                                                                \
    name, POPLENS_HOLDS_##holds, G_STRUCT_OFFSET (type, field), unit, POPLENS_GAP_##gap, doc, NULL \
  }

/* @data: (transfer full): freed with @free_data when the frame ends; the frame keeps @report. */
PoplensFrame *poplens_frame_new (PoplensReport *report, const char *name, gsize n, gpointer data,
                                 GDestroyNotify free_data);
void poplens_frame_describe (PoplensFrame *self, const char *title, const char *note,
                             gboolean partial);
/* Provenance of the columns that follow; "file" unless set. */
void poplens_frame_set_provenance (PoplensFrame *self, const char *provenance);

/* Columns of @base, a structure of columns. A column of ids (HOLDS_U32) whose pointer is NULL is 0
 * … n − 1; of another the cells have no values. @strings: (nullable) */
void poplens_frame_add_columns (PoplensFrame *self, const PoplensPlan *plans, guint n,
                                gconstpointer base, PoplensStrings *strings);
/* Columns of the frame's n records of @size bytes at @records. */
void poplens_frame_add_records (PoplensFrame *self, const PoplensPlan *plans, guint n,
                                gconstpointer records, gsize size, PoplensStrings *strings);
/* A column that this report has no values for. */
void poplens_frame_add_absent (PoplensFrame *self, const PoplensPlan *plan);
/* Values that lie somewhere else: @values has the frame's rows of them; NULL: as for columns. */
void poplens_frame_add_values (PoplensFrame *self, const PoplensPlan *plan, gconstpointer values,
                               gsize stride, PoplensStrings *strings);
void poplens_frame_add_lists (PoplensFrame *self, const PoplensPlan *plan, PoplensLists *lists);
/* Cells that are worked out: @cell is asked for @data of the frame, a row and @number. Only name,
 * unit, doc and provenance of @plan count. */
void poplens_frame_add_cells (PoplensFrame *self, const PoplensPlan *plan, PoplensCellFunc cell,
                              gconstpointer data, guint number);
/* Title other than the name, of the last column. (static or living as long as the frame) */
void poplens_frame_set_column_title (PoplensFrame *self, const char *title);

/* Writes out a table (transfer full). */
PoplensFrame *poplens_frame_new_of_table (PoplensTable *table);

/* ---- the frames, by subject: each FALSE or NULL with @error ------------------------------------
 */

typedef struct _PoplensFrameSpec PoplensFrameSpec;

typedef PoplensFrame *(*PoplensFrameFunc) (const PoplensFrameSpec *spec, PoplensReport *report,
                                           guint64 key, GCancellable *cancellable, GError **error);

#define POPLENS_NO_OFFSET G_MAXSIZE

struct _PoplensFrameSpec {
  const char *name, *doc;
  const char *key; /* what the key is; NULL: takes none */
  PoplensPart part;
  const char *provenance; /* NULL: "file" */
  PoplensFrameFunc build;
  const PoplensPlan *plans;
  guint n_plans;
  /* For poplens_frame_of_part(): where in the part the structure of columns begins, and in that the
   * number of rows, a guint32; in the part the pool of strings, or NO_OFFSET. */
  gsize base, n_rows, strings;
  /* For poplens_frame_of_slice(): its kind, and the size of a record. */
  PoplensSliceKind slice;
  gsize record;
};

typedef struct {
  const PoplensFrameSpec *specs;
  guint n;
} PoplensFrameGroup;

PoplensFrameGroup poplens_frames_of_target (void);
PoplensFrameGroup poplens_frames_of_memory (void);
PoplensFrameGroup poplens_frames_of_vertices (void);
PoplensFrameGroup poplens_frames_of_programs (void);
PoplensFrameGroup poplens_frames_of_variables (void);
PoplensFrameGroup poplens_frames_of_liveness (void);
PoplensFrameGroup poplens_frames_of_execution (void);
PoplensFrameGroup poplens_frames_of_cycles (void);
PoplensFrameGroup poplens_frames_of_debug (void);
PoplensFrameGroup poplens_frames_of_analysis (void);
PoplensFrameGroup poplens_frames_of_operations (void);

/* What most of them are built by: the columns of a part; a slice of @key. */
PoplensFrame *poplens_frame_of_part (const PoplensFrameSpec *spec, PoplensReport *report,
                                     guint64 key, GCancellable *cancellable, GError **error);
PoplensFrame *poplens_frame_of_slice (const PoplensFrameSpec *spec, PoplensReport *report,
                                      guint64 key, GCancellable *cancellable, GError **error);
/* What poplens_frame_of_slice() made it of. */
const PoplensSlice *poplens_frame_get_slice (const PoplensFrame *self);
/* ABSENT: the report lacks the part. The slices of one are empty, and nothing would say why. Reads
 * nothing. */
gboolean poplens_frame_check_part (PoplensReport *report, PoplensPart part, GError **error);
/* USAGE: @key is not below @n, the number of @what ("a step of the program tree"). */
gboolean poplens_frame_check_key (const PoplensFrameSpec *spec, guint64 key, guint64 n,
                                  const char *what, GError **error);

G_END_DECLS
