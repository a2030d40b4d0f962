/* How a frame is put together, of the same descriptions of columns as tables. Columns point into a
 * part or a slice, or are worked out by the cell; nothing is copied that is there. Private to the
 * library. */
#pragma once

#define POPLENS_INSIDE
#include "base/lists.h"
#include "base/strings.h"
#include "report/report.h"
#include "tables/engine/table.h"

#include <poplens/catalogue.h>

G_BEGIN_DECLS

/* Columns of a PoplensJsonNode: framework.json, app.json and what a debug context holds. */
#define POPLENS_N_JSON_COLUMNS 5
extern const PoplensColumn poplens_json_columns[POPLENS_N_JSON_COLUMNS];

/* A column that lies in a structure of arrays, or in records: its name need not be the field's. */
#define POPLENS_COLUMN(key, what, Type, field, measure, from, none, sentence)                      \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence, .holds = POPLENS_HOLDS_##what, .absent = POPLENS_ABSENT_##none,               \
    .offset = G_STRUCT_OFFSET (Type, field)                                                        \
  }

/* The same of values that lie somewhere else. */
#define POPLENS_VALUES(key, what, measure, from, none, sentence)                                   \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence, .holds = POPLENS_HOLDS_##what, .absent = POPLENS_ABSENT_##none                \
  }
/* A column whose cells are worked out. */
#define POPLENS_WORKED_OUT(key, measure, from, sentence)                                           \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence                                                                                \
  }

/* Adds the column "source" to a frame of rows by step and IPU, which are the execution's from
 * @first on. @execution: the report's. */
void poplens_frame_add_step_source (PoplensFrame *self, const PoplensExecution *execution,
                                    guint32 first);

/* @data: (transfer full): freed with @free_data when the frame ends; the frame keeps @report. */
PoplensFrame *poplens_frame_new (PoplensReport *report, const char *name, gsize n, gpointer data,
                                 GDestroyNotify free_data);
void poplens_frame_describe (PoplensFrame *self, const char *title, const char *note,
                             gboolean partial);
/* Columns of the arrays that the structure at @base points to, or of its lists. @strings:
 * (nullable) */
void poplens_frame_add_arrays (PoplensFrame *self, const PoplensColumn *columns, guint n,
                               gconstpointer base, PoplensStrings *strings);
/* Columns of the frame's n records of @size bytes at @records. */
void poplens_frame_add_records (PoplensFrame *self, const PoplensColumn *columns, guint n,
                                gconstpointer records, gsize size, PoplensStrings *strings);
/* A column that this report has no values for. */
void poplens_frame_add_absent (PoplensFrame *self, const PoplensColumn *column);
/* Values that lie somewhere else: @values has the frame's rows of them; NULL: nowhere. */
void poplens_frame_add_values (PoplensFrame *self, const PoplensColumn *column,
                               gconstpointer values, gsize stride, PoplensStrings *strings);
void poplens_frame_add_lists (PoplensFrame *self, const PoplensColumn *column, PoplensLists *lists);
/* Cells that are worked out: @cell is asked for @data of the frame, a row and @number. */
void poplens_frame_add_cells (PoplensFrame *self, const PoplensColumn *column, PoplensCellFunc cell,
                              gconstpointer data, guint number);
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
  PoplensFrameFunc build;
  const PoplensColumn *columns;
  guint n_columns;
  /* For poplens_frame_of_part(): where in the part the structure of arrays begins, and in that the
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
