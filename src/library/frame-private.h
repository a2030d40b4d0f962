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
/* A column of records that are plain numbers, as those of some slices are. */
#define POPLENS_NUMBERS(key, what, measure, from, sentence)                                        \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence, .holds = POPLENS_HOLDS_##what                                                 \
  }
/* A column whose values lie somewhere else: see poplens_frame_put (). */
#define POPLENS_VALUES(key, what, measure, from, none, sentence)                                   \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence, .holds = POPLENS_HOLDS_##what, .absent = POPLENS_ABSENT_##none,               \
    .offset = POPLENS_NO_OFFSET                                                                    \
  }
/* A column whose cells the function of the frame works out. */
#define POPLENS_WORKED_OUT(key, measure, from, sentence)                                           \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence                                                                                \
  }
#define POPLENS_NO_OFFSET G_MAXSIZE

typedef struct _PoplensFrameSpec PoplensFrameSpec;

/* A frame of @n rows with all columns of @spec: in the arrays of the structure at @base, or where
 * the spec has the size of a record, in records there. Its function works out the others, and is
 * given @base and the number of the column. The frame keeps @report. @strings: (nullable) */
PoplensFrame *poplens_frame_new (const PoplensFrameSpec *spec, PoplensReport *report, gsize n,
                                 gconstpointer base, PoplensStrings *strings);
/* @data: (transfer full): freed with @free_data when the frame ends; given to the function of the
 * cells in place of the base. */
void poplens_frame_own (PoplensFrame *self, gpointer data, GDestroyNotify free_data);
void poplens_frame_describe (PoplensFrame *self, const char *title, const char *note,
                             gboolean partial);
/* Says where the values of a column lie, if not at the base: the frame's rows of them, or its
 * lists. @values: (nullable): nowhere */
void poplens_frame_put (PoplensFrame *self, guint column, gconstpointer values, gsize stride);
/* This report has no values for the column. */
void poplens_frame_put_nothing (PoplensFrame *self, guint column);
/* Cells of a column that @cell works out of @data and @number. */
void poplens_frame_put_cells (PoplensFrame *self, guint column, PoplensCellFunc cell,
                              gconstpointer data, guint number);
/* Writes out a table (transfer full). */
PoplensFrame *poplens_frame_new_of_table (PoplensTable *table);

/* ---- the frames, by subject: each FALSE or NULL with @error ------------------------------------
 */

typedef PoplensFrame *(*PoplensFrameFunc) (const PoplensFrameSpec *spec, PoplensReport *report,
                                           guint64 key, GCancellable *cancellable, GError **error);

struct _PoplensFrameSpec {
  const char *name, *doc;
  const char *key; /* what the key is; NULL: takes none */
  PoplensPart part;
  PoplensFrameFunc build;
  const PoplensColumn *columns; /* NULL: those of a table */
  guint n_columns;
  /* Columns behind those of the list, whose texts another room has. */
  guint n_more;
  PoplensColumn (*more) (guint number);
  PoplensCellFunc cell; /* of columns that hold nothing */
  gsize record;         /* size of a record; 0: the columns are arrays */
  /* For poplens_frame_of_part (): where in the part the structure of arrays begins, or the pointer
   * to the records lies; the number of rows, a guint32, or NO_OFFSET: the part is the one record;
   * the pool of strings, or NO_OFFSET. */
  gsize base, n_rows, strings;
  PoplensSliceKind slice; /* for poplens_frame_of_slice () */
};

#define POPLENS_FRAME_COLUMNS(list) .columns = list, .n_columns = G_N_ELEMENTS (list)
#define POPLENS_FRAME_OF_PART(Type, count, pool)                                                   \
  .build = poplens_frame_of_part, .n_rows = G_STRUCT_OFFSET (Type, count), .strings = pool

typedef struct {
  const PoplensFrameSpec *specs;
  guint n;
} PoplensFrameGroup;

PoplensFrameGroup poplens_frames_of_target (void);
PoplensFrameGroup poplens_frames_of_memory (void);
PoplensFrameGroup poplens_frames_of_programs (void);
PoplensFrameGroup poplens_frames_of_liveness (void);
PoplensFrameGroup poplens_frames_of_execution (void);
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
/* A column by its number; past the last one FALSE. */
gboolean poplens_frame_spec_column (const PoplensFrameSpec *spec, guint number,
                                    PoplensColumn *column);
/* The public description of a column. */
PoplensFrameColumn poplens_frame_column_info (const PoplensColumn *column);
/* ABSENT: the report lacks the part. The slices of one are empty, and nothing would say why. Reads
 * nothing. */
gboolean poplens_frame_check_part (PoplensReport *report, PoplensPart part, GError **error);
/* USAGE: @key is not below @n, the number of @what ("a step of the program tree"). */
gboolean poplens_frame_check_key (const PoplensFrameSpec *spec, guint64 key, guint64 n,
                                  const char *what, GError **error);

G_END_DECLS
