/* Data and functions of LANES charts. Only for this library and its tests. */
#pragma once

#include "charts/core/layout-private.h"
#include "charts/lanes/lanes.h"

G_BEGIN_DECLS

/* Normal height of a row in pixels (docs/look.md 3 and 6). */
#define POPLENS_LANE_HEIGHT 22
#define POPLENS_LANE_COMPACT_HEIGHT 12
#define POPLENS_LANE_GAP 2
/* Maximum height in pixels of a high lane. */
#define POPLENS_LANE_MOST_HEIGHT 236
/* Least height of a lane whose blocks are divided among several series. */
#define POPLENS_LANE_PARTS_FROM POPLENS_LANE_HEIGHT
/* Least height in pixels of a lane with labels of two lines. */
#define POPLENS_LANE_LINES_FROM 60
/* Height in pixels of a strip (a low row below a high lane). */
#define POPLENS_LANE_STRIP_HEIGHT 20
/* Height in pixels of a strip in a low plot. */
#define POPLENS_LANE_LOW_STRIP_HEIGHT 13
/* Least width in pixels of a block with a box of its own. Narrower adjacent blocks share a box. */
#define POPLENS_LANE_LEAST 3
/* Least width in pixels of a block with a hatch. */
#define POPLENS_LANE_HATCH_FROM 24
/* Least width in pixels of a block with a label. */
#define POPLENS_LANE_LABEL_FROM 40
#define POPLENS_LANE_LABEL_INSET 5
/* Opacity of dimmed blocks. */
#define POPLENS_LANE_DIMMED 0.28

/* ---- blocks (lanes-blocks.c) ----------------------------------------------------------------- */

/* Number of entries of a mixture: one for each series, and one at the end for groups. */
#define POPLENS_LANE_MIX (POPLENS_LANE_MOST_SERIES + 1)

/* Start or length of a block, in cycles, that does not fit into 32 bits. */
typedef struct {
  gsize slot;
  guint64 value;
} PoplensLaneLong;

#define POPLENS_LANE_SERIES_BITS 5
G_STATIC_ASSERT (POPLENS_LANE_MOST_SERIES < 1 << POPLENS_LANE_SERIES_BITS);

/* Number of slots in a chunk. Starts of blocks are stored relative to the .base of their chunk. */
#define POPLENS_LANE_CHUNK 64

/* Blocks, sorted by row and start. A slot is an index in this order. Needs 9 bytes per block, plus
 * .sums. A search reads .base first: even for 10^7 blocks, .base fits into a processor's cache. */
struct _PoplensLaneBlocks {
  gatomicrefcount refs;
  gsize n;
  guint64 *base;            /* by chunk: smallest start, in cycles */
  guint32 *begin;           /* by slot: cycles after .base of the chunk; G_MAXUINT32: see .begins */
  guint32 *length;          /* by slot: length in cycles; G_MAXUINT32: see .lengths */
  GArray *begins, *lengths; /* of PoplensLaneLong, by slot: starts or lengths beyond 32 bits */
  guint8 *look;             /* by slot: series in the low 5 bits, PoplensLaneFlags above */
  guint8 flags;             /* union of the flags of all blocks */
  gsize *item;              /* [n]: item of each slot; NULL: slot i has item i */
  gsize *slot;              /* [n]: slot of each item; NULL: item i has slot i */
  guint n_rows;
  gsize *row_first;  /* [n_rows + 1]: first slot of each row */
  guint64 low, high; /* start of the first and end of the last block; 0 without blocks */
  guint n_mix;       /* number of entries of a sum: one per series in use, and one for groups */
  PoplensLaneInsides *insides; /* (nullable): contents of groups */
  double *sums; /* [n_mix] for every 32nd slot: cycles of all earlier blocks, by series */
};

static inline gsize
poplens_lane_item (const PoplensLaneBlocks *self, gsize slot)
{
  return self->item ? self->item[slot] : slot;
}

static inline gsize
poplens_lane_slot (const PoplensLaneBlocks *self, gsize item)
{
  return self->slot ? self->slot[item] : item;
}

/* Returns the series of a block; POPLENS_LANE_MOST_SERIES if the block is a group. */
static inline guint8
poplens_lane_series (const PoplensLaneBlocks *self, gsize slot)
{
  return self->look[slot] & ((1 << POPLENS_LANE_SERIES_BITS) - 1);
}

static inline gboolean
poplens_lane_has_flag (const PoplensLaneBlocks *self, gsize slot, PoplensLaneFlags flag)
{
  return (self->look[slot] >> POPLENS_LANE_SERIES_BITS & flag) != 0;
}

/* Returns the value of @slot in @longs. @longs must contain @slot. */
guint64 poplens_lane_find_long (const GArray *longs, gsize slot);

static inline guint64
poplens_lane_from (const PoplensLaneBlocks *self, gsize slot)
{
  guint32 begin = self->begin[slot];

  return begin < G_MAXUINT32 ? self->base[slot / POPLENS_LANE_CHUNK] + begin
                             : poplens_lane_find_long (self->begins, slot);
}

static inline guint64
poplens_lane_length (const PoplensLaneBlocks *self, gsize slot)
{
  guint32 length = self->length[slot];

  return length < G_MAXUINT32 ? length : poplens_lane_find_long (self->lengths, slot);
}

/* Returns the end of a block in cycles; a block of length 0 counts as one cycle. */
static inline double
poplens_lane_end (const PoplensLaneBlocks *self, gsize slot)
{
  guint64 from = poplens_lane_from (self, slot);
  guint64 end = from + MAX (poplens_lane_length (self, slot), 1);

  return (double) MAX (end, from);
}

guint poplens_lane_row (const PoplensLaneBlocks *self, gsize slot);
/* Returns the first slot in [@from, @end) whose block begins at or after @cycle; @end if there is
 * none. The slots must be in one row. */
gsize poplens_lane_first_from (const PoplensLaneBlocks *self, gsize from, gsize end, double cycle);
/* Returns the first slot in [@from, @end) whose block ends after @cycle; @end if there is none. The
 * slots must be in one row. */
gsize poplens_lane_first_ending (const PoplensLaneBlocks *self, gsize from, gsize end,
                                 double cycle);
/* Sets @sums to the cycles of all blocks before @slot, by series. The cycles of groups are at
 * POPLENS_LANE_MOST_SERIES. */
void poplens_lane_sums_before (const PoplensLaneBlocks *self, gsize slot,
                               double sums[POPLENS_LANE_MIX]);
/* Least number of slots that are summed from .sums. Fewer slots are summed one by one. */
#define POPLENS_LANE_FEW 32
/* Adds the cycles of the blocks in slots [@from, @end) to @mix, by series. */
void poplens_lane_add_mix (const PoplensLaneBlocks *self, gsize from, gsize end,
                           double mix[POPLENS_LANE_MIX]);
/* Adds the cycles of the blocks of @row to @mix, by series. Counts only cycles within [@cycle,
 * @cycle_end). */
void poplens_lane_add_mix_between (const PoplensLaneBlocks *self, guint row, double cycle,
                                   double cycle_end, double mix[POPLENS_LANE_MIX]);

/* Returns the contents of group @item as shares by series. FALSE if the contents are unknown
 * (lanes-hit.c). */
gboolean poplens_lane_inside (const PoplensLaneBlocks *self, gsize item,
                              double shares[POPLENS_LANE_MIX]);

struct _PoplensLaneFound {
  gsize n;
  gsize *slots; /* slots of the matching blocks, ascending */
};

/* ---- contents of the chart (lanes-chart.c) --------------------------------------------------- */

typedef struct _PoplensLaneField PoplensLaneField;

typedef struct {
  char *name;
  guint first_row, n_rows;
  gboolean collapsible, collapsed;
  PoplensLaneField *field; /* (nullable): field below the rows (field-private.h) */
} PoplensLaneGroup;

typedef struct {
  char *name;
  guint64 from, to;
} PoplensLaneRun;

typedef struct {
  guint64 from, to;
  double folded; /* sum of the cycles that are folded before this range */
} PoplensLaneBreak;

/* Maximum number of levels of an area. Each level summarizes 16 entries of the level below: nine
 * levels suffice for 2^36 values. */
#define POPLENS_LANE_LEVELS 9

/* Lowest and highest of several values. If no value is known: G_MAXUINT64 and 0. */
typedef struct {
  guint64 low, high;
} PoplensLaneSpan;

typedef struct {
  char *name;
  PoplensInk ink;
  gsize n;
  PoplensLaneStairs stairs;
  guint64 max;
  gboolean is_known; /* FALSE: all values are unknown */
  guint64 *marks;    /* cycle at which every 64th entry starts, for faster searches */
  PoplensLaneSpan *levels[POPLENS_LANE_LEVELS];
  guint n_levels;
} PoplensLaneArea;

typedef struct {
  PoplensLaneBlocks *blocks; /* (nullable) */
  GArray *groups;            /* of PoplensLaneGroup */
  PoplensLaneRowLook *looks; /* (nullable): [n_looks]: by row: properties of the row */
  guint n_looks;
  GArray *runs;         /* of PoplensLaneRun */
  GArray *breaks;       /* of PoplensLaneBreak */
  PoplensLaneArea area; /* area above the rows; if .n is 0, the chart has none */
  guint n_rows;
  guint64 hz;
  guint64 nominal_hz;  /* clock in Hz for the nominal time of measured ranges; 0: unknown */
  gboolean has_groups; /* some blocks are groups, not steps */
  gboolean one_group;  /* ADDRESS: the chart has only its default group */
  gboolean has_extent;
  guint64 extent_from, extent_to;
  gboolean has_opening;
  guint64 opening_from, opening_to;
  GArray *regions;              /* ADDRESS: of PoplensAddressRegion, one per run */
  char *noun;                   /* (nullable): name of a position, such as "step"; NULL: a cycle */
  gboolean sizes;               /* only the lengths of blocks have a meaning, not their positions */
  PoplensLaneLabelsFunc labels; /* (nullable) */
  gpointer labels_data;
  GDestroyNotify free_labels_data;
  PoplensLaneRowFunc row_text; /* (nullable) */
  gpointer row_data;
  GDestroyNotify free_row_data;
  guint32 *dim_sum;     /* (nullable): [n_blocks + 1]: number of dimmed blocks before each slot */
  guint32 *outline_sum; /* (nullable): [n_blocks + 1]: number of outlined blocks before each slot */
  gboolean compact;     /* rows are low, so that all groups fit into view */
  gboolean high;        /* the first row of each group is as high as the plot allows */
  guint64 whole;        /* value that the full height of a high lane stands for; 0: no ticks */
  char *whole_noun;     /* (nullable): unit of .whole, such as "tile" */
  char *level_name;
  guint8
      *levels; /* (nullable): by item: percent of the height that is solid, or POPLENS_LANE_WHOLE */
  gboolean only_high;     /* only high lanes show .levels */
  PoplensLaneParts parts; /* how blocks are divided by height; .used NULL: not divided */
  double *part_sums; /* [n_part_sums] for every 32nd slot: cycles of all earlier blocks, divided
                        among the series of each block */
  guint n_part_sums;
} PoplensLaneData;

void poplens_lane_data_free (gpointer data);
void poplens_lane_parts_clear (PoplensLaneData *self);
/* Returns the data of a LANES or ADDRESS chart. (nullable): NULL for other kinds. */
static inline PoplensLaneData *
poplens_lanes (const PoplensChart *self)
{
  return self->kind->data_free == poplens_lane_data_free ? self->data : NULL;
}

void poplens_lane_describe_item (const PoplensChart *self, GString *out, gsize item);
void poplens_lane_describe_range (const PoplensChart *self, GString *out, PoplensItemRange range);
void poplens_lane_describe_span (const PoplensChart *self, GString *out, guint64 from, guint64 to);
/* Formats cycles, with the nominal time if there is a clock: "1,234 cycles (0.67 µs)". */
const char *poplens_lane_format_length (const PoplensChart *self, char buffer[96], guint64 cycles);
/* TRUE if all blocks in slots [@from, @end) are dimmed. */
gboolean poplens_lane_is_dim (const PoplensChart *self, gsize from, gsize end);
/* TRUE if any block in slots [@from, @end) is outlined. */
gboolean poplens_lane_is_outlined_slot (const PoplensChart *self, gsize from, gsize end);
/* Returns up to which percent of its height a block is solid. Returns POPLENS_LANE_WHOLE if the
 * block has no level. */
guint8 poplens_lane_level (const PoplensChart *self, gsize slot);
/* Finds the part of a block's height that @series has in a high lane, in percent from below. FALSE
 * if the series has no part. */
gboolean poplens_lane_part (const PoplensChart *self, gsize slot, guint8 series, guint8 *from,
                            guint8 *to);
/* Adds the cycles of the blocks in slots [@from, @end) to @mix. Divides the cycles of a block among
 * the series that share its height. */
void poplens_lane_add_part_mix (const PoplensChart *self, gsize from, gsize end,
                                double mix[POPLENS_LANE_MIX]);
/* TRUE if the user hid the series. FALSE for groups and unknown series. */
gboolean poplens_lane_is_hidden (const PoplensChart *self, guint8 series);

static inline guint64
poplens_lane_area_from (const PoplensLaneArea *self, gsize i)
{
  return self->stairs.from[self->stairs.from_at ? self->stairs.from_at[i] : i];
}

/* Computes the levels and marks of an area. This function and the next ones are in lanes-layout.c.
 */
void poplens_lane_area_build (PoplensLaneArea *self);
void poplens_lane_area_clear (PoplensLaneArea *self);
/* Returns the index of the entry that contains @cycle; −1 if @cycle is before the first entry. */
gssize poplens_lane_area_at (const PoplensLaneArea *self, double cycle);
/* Returns the same as poplens_lane_area_at (), but faster. @at: the result for an earlier cycle. */
gssize poplens_lane_area_next (const PoplensLaneArea *self, gssize at, double cycle);
/* Finds the lowest and highest value of entries [@from, @end). FALSE if no value is known. */
gboolean poplens_lane_area_range (const PoplensLaneArea *self, gsize from, gsize end, guint64 *low,
                                  guint64 *high);

/* ---- cycles, folded cycles and pixels (lanes-furniture.c) ------------------------------------ */

void poplens_lane_extent (const PoplensChart *self, double *low, double *high);
/* Returns @cycle minus the folded cycles before it. */
double poplens_lane_fold (const PoplensChart *self, double cycle);
/* Returns the cycle at position @folded, a result of poplens_lane_fold (). At a folded range,
 * returns the start of the range or, if @behind, its end. */
double poplens_lane_unfold (const PoplensChart *self, double folded, gboolean behind);
void poplens_lane_axis_init (PoplensItemAxis *axis, const PoplensChart *chart, double from,
                             double to, double x, double width);
/* Returns the index of the folded range (break) whose mark is at pixel @x; −1 if there is none. */
int poplens_lane_break_at (const PoplensItemAxis *axis, const PoplensChart *chart, double x);
/* Returns the run (linear section) of the axis that contains @cycle, else the next run. */
const PoplensAxisRun *poplens_lane_axis_run (const PoplensItemAxis *axis, double cycle);

/* ---- layout ---------------------------------------------------------------------------------- */

/* A box of a row: whole pixels x0 … x1, and the slots [first, end) that it shows. */
typedef struct {
  float x0, x1;
  gsize first, end;
  gint32
      mix; /* index of the first part in .mixes, if the box shows several blocks; −1: one block */
  /* Index in .mixes of the first part, if the box shows the contents of a group. −1: the contents
   * are unknown, or a row below shows them. */
  gint32 inside;
} PoplensLaneCell;

/* A row in view. .y and .height are those of the whole row; .top and .bottom limit its visible
 * part. */
typedef struct {
  guint row;
  double y, height, top, bottom;
  guint first_cell, n_cells;
  gboolean folded; /* the next row, which has the contents of this row's groups, is not shown */
} PoplensLaneRow;

/* A part of a box that shows several series. The parts of a box are stacked from its lower edge. */
typedef struct {
  guint8 series, height; /* .height is in pixels */
} PoplensLanePart;

typedef struct {
  double first_height, strip_height; /* heights of the first row and of each other row of a group */
  guint most_rows;                   /* compact charts: maximum number of shown rows of a group */
  GArray
      *open; /* (nullable): guint: indices of the shown rows, ascending; NULL: all rows are shown */
  GArray *rows;  /* of PoplensLaneRow, from top to bottom */
  GArray *cells; /* of PoplensLaneCell, by row and x */
  GArray *mixes; /* PoplensLanePart of all mixtures; a part of height 0 ends each mixture */
  double content_top, content_height; /* y of the plot, and height of all that scrolls */
  PoplensRect area;   /* rectangle of the area above the rows; height 0: none, or scrolled out */
  GArray *fields;     /* PoplensLaneFieldBox of the visible fields */
  double field_share; /* height of each field in pixels; fields share the height that rows leave
                         free */
} PoplensLaneLayout;

void poplens_lane_lay_out (PoplensChartLayout *self);
void poplens_lane_lay_out_overview (PoplensChartLayout *self);
void poplens_lane_layout_free (gpointer data);
/* Returns the number of shown rows of the group. */
guint poplens_lane_shown_rows (const PoplensChartLayout *self, guint group);
double poplens_lane_content_height (const PoplensChartLayout *self);
/* Returns the data of a layout of a LANES or ADDRESS chart. (nullable): NULL for other kinds, and
 * for the overview. */
static inline PoplensLaneLayout *
poplens_lanes_layout (const PoplensChartLayout *self)
{
  return poplens_lanes (self->chart) ? self->data : NULL;
}

/* Returns the normal height of a lane, and of the name of a group. */
static inline double
poplens_lane_height (const PoplensChartLayout *self)
{
  return poplens_lanes (self->chart)->compact ? POPLENS_LANE_COMPACT_HEIGHT : POPLENS_LANE_HEIGHT;
}

/* Returns the height of the @i-th shown row of a group. */
static inline double
poplens_lane_row_height (const PoplensChartLayout *self, guint i)
{
  return i ? poplens_lanes_layout (self)->strip_height : poplens_lanes_layout (self)->first_height;
}

/* Returns the offset of the @i-th shown row from the top of its group. If @i is the number of rows,
 * returns the height of all rows. */
static inline double
poplens_lane_row_y (const PoplensChartLayout *self, double i)
{
  const PoplensLaneLayout *lanes = poplens_lanes_layout (self);

  return i < 1 ? 0
               : lanes->first_height + POPLENS_LANE_GAP +
                     (i - 1) * (lanes->strip_height + POPLENS_LANE_GAP);
}

/* TRUE if the height of blocks in the row is divided among several series. */
static inline gboolean
poplens_lane_has_parts (const PoplensChartLayout *self, const PoplensLaneRow *row)
{
  return poplens_lanes (self->chart)->parts.used && row->height >= POPLENS_LANE_PARTS_FROM;
}

/* Returns the y of the group from the top of the plot, before scrolling. @line_zoom: zoom of the
 * lines of fields. */
double poplens_lane_group_y (const PoplensChartLayout *self, guint group, double line_zoom);
/* Adds the ruler. This function and the next ones are in lanes-furniture.c. */
void poplens_lane_add_ruler (PoplensChartLayout *self, double y, double height);
void poplens_lane_add_runs (PoplensChartLayout *self, double y, double height);
void poplens_lane_add_area (PoplensChartLayout *self);
void poplens_lane_add_breaks (PoplensChartLayout *self);
void poplens_lane_add_group (PoplensChartLayout *self, guint group, double y);
/* Adds ticks beside the high lane at @y. */
void poplens_lane_add_scale (PoplensChartLayout *self, double y);
/* Adds the note of a row, unless the note would overlap the group's name at @title_y. */
void poplens_lane_add_note (PoplensChartLayout *self, guint row, double y, double title_y);
/* Computes the boxes of a row (lanes-field.c). */
void poplens_lane_add_cells (PoplensChartLayout *self, PoplensLaneRow *row);
/* Draws the boxes of all rows (lanes-draw.c). */
void poplens_lane_draw_cells (PoplensChartLayout *self);
gboolean poplens_lane_is_outlined (const PoplensSeries *series);
/* Returns the colour of a text on a block of @series. */
PoplensColor poplens_lane_text_color (const PoplensChartLayout *self, guint8 series);
/* Adds a background for a text on a hatch. */
void poplens_lane_add_background (PoplensChartLayout *self, PoplensRect text);
void poplens_lane_add_labels (PoplensChartLayout *self);
/* ---- hit tests and overlay ------------------------------------------------------------------- */

PoplensChartHit poplens_lane_hit (const PoplensChartLayout *self, double x, double y);
/* Returns the box that shows @item. FALSE if it is out of view or hidden. */
gboolean poplens_lane_item_rect (const PoplensChartLayout *self, gsize item, PoplensRect *rect);
/* Returns the box that shows the block at @slot. FALSE if the block is out of view or hidden. */
gboolean poplens_lane_rect (const PoplensChartLayout *self, gsize slot, PoplensRect *rect);
void poplens_lane_draw_overlay (const PoplensChartLayout *self, cairo_t *cr,
                                const PoplensChartOverlay *overlay);

G_END_DECLS
