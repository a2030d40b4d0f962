/* Builds frames. They describe columns as tables do. Columns point into a part or a slice without a
 * copy, or are computed cell by cell. Private to the library. */
#pragma once

#define POPLENS_INSIDE
#include "base/lists.h"
#include "base/strings.h"
#include "report/report.h"
#include "tables/engine/table.h"

#include <poplens/catalogue.h>

G_BEGIN_DECLS

/* Columns of a PoplensJsonNode, for framework.json, app.json and bodies of debug contexts. */
#define POPLENS_N_JSON_COLUMNS 5
extern const PoplensColumn poplens_json_columns[POPLENS_N_JSON_COLUMNS];

/* Column whose values are a field: an array of @Type, or a member of each record. Its name may
 * differ from the field's. */
#define POPLENS_COLUMN(key, what, Type, field, measure, from, none, sentence)                      \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence, .holds = POPLENS_HOLDS_##what, .absent = POPLENS_ABSENT_##none,               \
    .offset = G_STRUCT_OFFSET (Type, field)                                                        \
  }
/* The only column of records that are plain numbers, as some slices have. */
#define POPLENS_NUMBERS(key, what, measure, from, sentence)                                        \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence, .holds = POPLENS_HOLDS_##what                                                 \
  }
/* Column whose values poplens_frame_put () sets. */
#define POPLENS_VALUES(key, what, measure, from, none, sentence)                                   \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence, .holds = POPLENS_HOLDS_##what, .absent = POPLENS_ABSENT_##none,               \
    .offset = POPLENS_NO_OFFSET                                                                    \
  }
/* Column whose cells the function .cell of the frame's spec computes. */
#define POPLENS_WORKED_OUT(key, measure, from, sentence)                                           \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence                                                                                \
  }
#define POPLENS_NO_OFFSET G_MAXSIZE

typedef struct _PoplensFrameSpec PoplensFrameSpec;

/* Creates a frame of @n rows with all columns of @spec. Stored columns are arrays in the structure
 * at @base or, if .record is set, members of records there. The function .cell computes the others,
 * from @base and the number of the column. The frame holds a reference to @report. @strings:
 * (nullable). (transfer full) */
PoplensFrame *poplens_frame_new (const PoplensFrameSpec *spec, PoplensReport *report, gsize n,
                                 gconstpointer base, PoplensStrings *strings);
/* Makes the frame own @data (transfer full): @free_data frees it with the frame. Functions that
 * compute cells then receive @data instead of the base. */
void poplens_frame_own (PoplensFrame *self, gpointer data, GDestroyNotify free_data);
void poplens_frame_describe (PoplensFrame *self, const char *title, const char *note,
                             gboolean partial);
/* Sets where a column's values are, if not at the base: an element for each row, @stride bytes
 * apart, or a PoplensLists. @values: (nullable): NULL if it has no values */
void poplens_frame_put (PoplensFrame *self, guint column, gconstpointer values, gsize stride);
/* Marks a column as having no values in this report. */
void poplens_frame_put_nothing (PoplensFrame *self, guint column);
/* Sets the function that computes the cells of a column, with its arguments @data and @number. */
void poplens_frame_put_cells (PoplensFrame *self, guint column, PoplensCellFunc cell,
                              gconstpointer data, guint number);
/* Creates a frame with the rows and columns of a table. @table: (transfer full). (transfer full) */
PoplensFrame *poplens_frame_new_of_table (PoplensTable *table);

/* ---- the frames, by subject: each FALSE or NULL with @error ------------------------------------
 */

typedef PoplensFrame *(*PoplensFrameFunc) (const PoplensFrameSpec *spec, PoplensReport *report,
                                           guint64 key, GCancellable *cancellable, GError **error);

struct _PoplensFrameSpec {
  const char *name, *doc;
  const char *key; /* (nullable): meaning of the frame's key; NULL if it has none */
  PoplensPart part;
  PoplensFrameFunc build;
  const PoplensColumn *columns; /* (nullable): NULL if the frame has the columns of a table */
  guint n_columns;
  /* Number of further columns, which .more returns: other modules define their texts. */
  guint n_more;
  PoplensColumn (*more) (guint number);
  PoplensCellFunc cell; /* computes cells of columns that are not stored */
  gsize record;         /* bytes of a record; 0 if the columns are arrays */
  /* Offsets in the part, for poplens_frame_of_part (). .base: of the structure of arrays, or of the
   * pointer to the records. .n_rows: of a guint32; POPLENS_NO_OFFSET if the part is the only
   * record. .strings: of the pool of strings; POPLENS_NO_OFFSET if there is none. */
  gsize base, n_rows, strings;
  PoplensSliceKind slice; /* kind of slice, for poplens_frame_of_slice () */
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

/* Build most frames: from the columns of a part, or from the slice of @key. (transfer full)
 * (nullable): NULL with @error */
PoplensFrame *poplens_frame_of_part (const PoplensFrameSpec *spec, PoplensReport *report,
                                     guint64 key, GCancellable *cancellable, GError **error);
PoplensFrame *poplens_frame_of_slice (const PoplensFrameSpec *spec, PoplensReport *report,
                                      guint64 key, GCancellable *cancellable, GError **error);
/* Returns the slice that a frame of poplens_frame_of_slice () shows. (transfer none) */
const PoplensSlice *poplens_frame_get_slice (const PoplensFrame *self);
/* Describes column @number of the frame. FALSE if there is no such column. */
gboolean poplens_frame_spec_column (const PoplensFrameSpec *spec, guint number,
                                    PoplensColumn *column);
/* Converts the internal description of a column to the public one. */
PoplensFrameColumn poplens_frame_column_info (const PoplensColumn *column);
/* FALSE with ABSENT and the reason if the report lacks @part: slices of it would be empty without a
 * reason. Reads no data. */
gboolean poplens_frame_check_part (PoplensReport *report, PoplensPart part, GError **error);
/* FALSE with USAGE if @key is not below @n. @what: what keys number, for the message: "a step of
 * the program tree" */
gboolean poplens_frame_check_key (const PoplensFrameSpec *spec, guint64 key, guint64 n,
                                  const char *what, GError **error);

G_END_DECLS
