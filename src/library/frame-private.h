/* Builds frames from the same descriptions of columns as tables. Columns point into a part or a
 * slice, or are computed cell by cell; existing arrays are not copied. Private to the library. */
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

/* Column in a structure of arrays, or in records. Its name may differ from the field's. */
#define POPLENS_COLUMN(key, what, Type, field, measure, from, none, sentence)                      \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence, .holds = POPLENS_HOLDS_##what, .absent = POPLENS_ABSENT_##none,               \
    .offset = G_STRUCT_OFFSET (Type, field)                                                        \
  }
/* Column of records that are plain numbers, as in some slices. */
#define POPLENS_NUMBERS(key, what, measure, from, sentence)                                        \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence, .holds = POPLENS_HOLDS_##what                                                 \
  }
/* Column whose values are elsewhere: see poplens_frame_put (). */
#define POPLENS_VALUES(key, what, measure, from, none, sentence)                                   \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence, .holds = POPLENS_HOLDS_##what, .absent = POPLENS_ABSENT_##none,               \
    .offset = POPLENS_NO_OFFSET                                                                    \
  }
/* Column whose cells the frame's function computes. */
#define POPLENS_WORKED_OUT(key, measure, from, sentence)                                           \
  {                                                                                                \
    .name = key, .unit = POPLENS_UNIT_##measure, .provenance = POPLENS_FROM_##from,                \
    .doc = sentence                                                                                \
  }
#define POPLENS_NO_OFFSET G_MAXSIZE

typedef struct _PoplensFrameSpec PoplensFrameSpec;

/* Creates a frame of @n rows with all columns of @spec. They are in the arrays of the structure at
 * @base or, if the spec has a record size, in records there. The function of the spec computes the
 * others from @base and the number of the column. The frame keeps a reference to @report. @strings:
 * (nullable). (transfer full) */
PoplensFrame *poplens_frame_new (const PoplensFrameSpec *spec, PoplensReport *report, gsize n,
                                 gconstpointer base, PoplensStrings *strings);
/* Makes the frame own @data, which is freed by @free_data with the frame. The functions of cells
 * receive it instead of the base. @data: (transfer full) */
void poplens_frame_own (PoplensFrame *self, gpointer data, GDestroyNotify free_data);
void poplens_frame_describe (PoplensFrame *self, const char *title, const char *note,
                             gboolean partial);
/* Sets the memory of a column's values, if it is not at the base: an element for each row, or a
 * PoplensLists. @values: (nullable): NULL: no values */
void poplens_frame_put (PoplensFrame *self, guint column, gconstpointer values, gsize stride);
/* Marks the column as without values in this report. */
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
  const char *key; /* meaning of the key; (nullable): NULL: the frame has no key */
  PoplensPart part;
  PoplensFrameFunc build;
  const PoplensColumn *columns; /* (nullable): NULL: those of a table */
  guint n_columns;
  /* Columns after those of the list, whose texts are defined in other rooms. */
  guint n_more;
  PoplensColumn (*more) (guint number);
  PoplensCellFunc cell; /* computes columns that are not stored */
  gsize record;         /* bytes of a record; 0: the columns are arrays */
  /* For poplens_frame_of_part (), offsets in the part. base: the structure of arrays, or the
   * pointer to the records. n_rows: a guint32, or POPLENS_NO_OFFSET: the part is the only record.
   * strings: the pool of strings, or POPLENS_NO_OFFSET. */
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

/* Builders of most frames: from the columns of a part, or from the slice of @key. (transfer full)
 * (nullable): NULL with @error */
PoplensFrame *poplens_frame_of_part (const PoplensFrameSpec *spec, PoplensReport *report,
                                     guint64 key, GCancellable *cancellable, GError **error);
PoplensFrame *poplens_frame_of_slice (const PoplensFrameSpec *spec, PoplensReport *report,
                                      guint64 key, GCancellable *cancellable, GError **error);
/* Returns the slice of a frame that poplens_frame_of_slice () built. (transfer none) */
const PoplensSlice *poplens_frame_get_slice (const PoplensFrame *self);
/* Describes a column by its number. FALSE after the last one. */
gboolean poplens_frame_spec_column (const PoplensFrameSpec *spec, guint number,
                                    PoplensColumn *column);
/* Converts to the public description of a column. */
PoplensFrameColumn poplens_frame_column_info (const PoplensColumn *column);
/* FALSE with ABSENT if the report lacks the part, as its slices would be empty without a reason.
 * Reads nothing. */
gboolean poplens_frame_check_part (PoplensReport *report, PoplensPart part, GError **error);
/* FALSE with USAGE if @key is not below @n, the number of @what ("a step of the program tree"). */
gboolean poplens_frame_check_key (const PoplensFrameSpec *spec, guint64 key, guint64 n,
                                  const char *what, GError **error);

G_END_DECLS
