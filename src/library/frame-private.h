/* Builds frames, whose columns are described like those of tables. A column is an array in a part
 * or slice, or its cells are computed. Private to the library. */
#pragma once

#define POPLENS_INSIDE
#include "base/lists.h"
#include "base/strings.h"
#include "report/report.h"
#include "tables/engine/table.h"

#include <poplens/catalogue.h>

G_BEGIN_DECLS

/* Columns of frames whose rows are PoplensJsonNodes: framework.json, app.json and the data of debug
 * contexts. */
#define POPLENS_N_JSON_COLUMNS 5
extern const PoplensColumn poplens_json_columns[POPLENS_N_JSON_COLUMNS];

/* Describes a stored column called @key. Its values are in @field of @Type, which is an array or a
 * member of each record. */
#define POPLENS_COLUMN(key, what, Type, field, measure, from, none, sentence)                      \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence, .holds = POPLENS_HOLDS_##what, .absent = POPLENS_ABSENT_##none,               \
    .offset = G_STRUCT_OFFSET (Type, field)                                                        \
  }
/* Describes the only column of a frame whose records are plain numbers. */
#define POPLENS_NUMBERS(key, what, measure, from, sentence)                                        \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence, .holds = POPLENS_HOLDS_##what                                                 \
  }
/* Describes a stored column whose values are set later, with poplens_frame_put (). */
#define POPLENS_VALUES(key, what, measure, from, none, sentence)                                   \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence, .holds = POPLENS_HOLDS_##what, .absent = POPLENS_ABSENT_##none,               \
    .offset = POPLENS_NO_OFFSET                                                                    \
  }
/* Describes a column whose cells the function .cell of PoplensFrameSpec computes. */
#define POPLENS_WORKED_OUT(key, measure, from, sentence)                                           \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence                                                                                \
  }
#define POPLENS_NO_OFFSET G_MAXSIZE

typedef struct _PoplensFrameSpec PoplensFrameSpec;

/* Creates a frame of @n rows with the columns of @spec. @base: structure of arrays or, if
 * spec->record is set, array of records; also passed to spec->cell. @strings: (nullable): texts of
 * the columns. Holds a reference to @report. (transfer full) */
PoplensFrame *poplens_frame_new (const PoplensFrameSpec *spec, PoplensReport *report, gsize n,
                                 gconstpointer base, PoplensStrings *strings);
/* Makes the frame own @data, which @free_data frees. Cell functions then get @data instead of the
 * base. @data: (transfer full) */
void poplens_frame_own (PoplensFrame *self, gpointer data, GDestroyNotify free_data);
void poplens_frame_describe (PoplensFrame *self, const char *title, const char *note,
                             gboolean partial);
/* Sets the values of a column that are not at the base of the frame. @values: (nullable): an array
 * with @stride bytes from row to row, a PoplensLists, or NULL for no values */
void poplens_frame_put (PoplensFrame *self, guint column, gconstpointer values, gsize stride);
/* Marks a column as having no values in this report. */
void poplens_frame_put_nothing (PoplensFrame *self, guint column);
/* Sets the function that computes the cells of a column. @data, @number: arguments for @cell */
void poplens_frame_put_cells (PoplensFrame *self, guint column, PoplensCellFunc cell,
                              gconstpointer data, guint number);
/* Turns a table into a frame. @table: (transfer full). Returns: (transfer full) */
PoplensFrame *poplens_frame_new_of_table (PoplensTable *table);

/* ---- the frames, by subject: each FALSE or NULL with @error ---------------------------------- */

typedef PoplensFrame *(*PoplensFrameFunc) (const PoplensFrameSpec *spec, PoplensReport *report,
                                           guint64 key, GCancellable *cancellable, GError **error);

struct _PoplensFrameSpec {
  const char *name, *doc;
  const char *key; /* (nullable): meaning of the frame's key: "number of a tile"; NULL: no key */
  PoplensPart part;
  PoplensFrameFunc build;
  const PoplensColumn *columns; /* (nullable): NULL: a table defines the columns */
  guint n_columns;
  /* Number of columns that .more () describes, in addition to .columns */
  guint n_more;
  PoplensColumn (*more) (guint number);
  PoplensCellFunc cell; /* (nullable): computes the cells of columns that are not stored */
  gsize record;         /* bytes of a record; 0 if the columns are arrays */
  /* Offsets in a part, only for poplens_frame_of_part (). .base: the structure of arrays, or the
   * pointer to the records. .n_rows: a guint32; POPLENS_NO_OFFSET: one row. .strings: the
   * PoplensStrings; POPLENS_NO_OFFSET: no texts. */
  gsize base, n_rows, strings;
  PoplensSliceKind slice; /* only for poplens_frame_of_slice () */
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

/* Build a frame with the columns of a part, or of the slice @key. Most frames use one of them.
 * (transfer full) (nullable): NULL with @error */
PoplensFrame *poplens_frame_of_part (const PoplensFrameSpec *spec, PoplensReport *report,
                                     guint64 key, GCancellable *cancellable, GError **error);
PoplensFrame *poplens_frame_of_slice (const PoplensFrameSpec *spec, PoplensReport *report,
                                      guint64 key, GCancellable *cancellable, GError **error);
/* Returns the slice whose columns the frame has. (transfer none) */
const PoplensSlice *poplens_frame_get_slice (const PoplensFrame *self);
/* Describes column @number of the frame. FALSE if there is no such column. */
gboolean poplens_frame_spec_column (const PoplensFrameSpec *spec, guint number,
                                    PoplensColumn *column);
/* Converts the internal description of a column to the public one. */
PoplensFrameColumn poplens_frame_column_info (const PoplensColumn *column);
/* FALSE with ABSENT and the reason if the report lacks @part. Reads no data. Slices of an absent
 * part would be empty without a reason. */
gboolean poplens_frame_check_part (PoplensReport *report, PoplensPart part, GError **error);
/* FALSE with USAGE if @key is @n or more. @what: noun for the error message: "a step of the program
 * tree" */
gboolean poplens_frame_check_key (const PoplensFrameSpec *spec, guint64 key, guint64 n,
                                  const char *what, GError **error);

G_END_DECLS
