/* Data and functions of LANES charts. Only for this library and its tests. */
#pragma once

#include "charts/core/layout-private.h"
#include "charts/lanes/lanes.h"

G_BEGIN_DECLS

/* Sizes of look.md 3 and 6, in pixels. */
#define POPLENS_LANE_HEIGHT 22
#define POPLENS_LANE_COMPACT_HEIGHT 12
#define POPLENS_LANE_GAP 2
/* Charts with high lanes, in pixels: maximum height of a lane; least heights for dividing blocks
 * and for labels of two lines; heights of the strips below it, normally and in a low plot. */
#define POPLENS_LANE_MOST_HEIGHT 236
#define POPLENS_LANE_PARTS_FROM POPLENS_LANE_HEIGHT
#define POPLENS_LANE_LINES_FROM 60
#define POPLENS_LANE_STRIP_HEIGHT 20
#define POPLENS_LANE_LOW_STRIP_HEIGHT 13
/* Width in pixels below which adjacent blocks share a box; least widths of a block for a hatch and
 * for a label. */
#define POPLENS_LANE_LEAST 3
#define POPLENS_LANE_HATCH_FROM 24
#define POPLENS_LANE_LABEL_FROM 40
#define POPLENS_LANE_LABEL_INSET 5
/* Opacity of dimmed blocks. */
#define POPLENS_LANE_DIMMED 0.28

/* ---- blocks (lanes-blocks.c) ----------------------------------------------------------------- */

/* Entries of a mixture: one per series, and the last for groups. */
#define POPLENS_LANE_MIX (POPLENS_LANE_MOST_SERIES + 1)

/* Start or length of a slot, if it does not fit into 32 bits. */
typedef struct {
  gsize slot;
  guint64 value;
} PoplensLaneLong;

#define POPLENS_LANE_SERIES_BITS 5
G_STATIC_ASSERT (POPLENS_LANE_MOST_SERIES < 1 << POPLENS_LANE_SERIES_BITS);

/* Number of slots in a chunk. Starts of blocks are stored relative to the .base of their chunk. */
#define POPLENS_LANE_CHUNK 64

/* Blocks, sorted by row and start; a slot is a position in that order. Takes 9 bytes per block, and
 * .sums 2 more per 8 series in use. Searches read the chunks first, which fit into a processor's
 * cache even for 10^7 blocks. */
struct _PoplensLaneBlocks {
  gatomicrefcount refs;
  gsize n;
  guint64 *base;            /* by chunk: smallest start, in cycles */
  guint32 *begin;           /* by slot: cycles after .base; G_MAXUINT32: see .begins */
  guint32 *length;          /* by slot: cycles; G_MAXUINT32: see .lengths */
  GArray *begins, *lengths; /* of PoplensLaneLong, ascending by slot */
  guint8 *look;             /* by slot: series in the low bits, flags in the bits above */
  guint8 flags;             /* union of the flags of all blocks */
  gsize *item;              /* slot → item; NULL: equal */
  gsize *slot;              /* item → slot; NULL: equal */
  guint n_rows;
  gsize *row_first;            /* [n_rows + 1]: first slot of each row */
  guint64 low, high;           /* first start, last end; 0, 0 without blocks */
  guint n_mix;                 /* entries of .sums: series in use, and groups last */
  PoplensLaneInsides *insides; /* (nullable): contents of groups */
  double *sums; /* [n_mix] before every 32nd slot: cycles by series of all earlier slots */
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

/* Returns the value that @longs stores for @slot; there must be one. */
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
/* Returns the first of slots [@from, @end), which must be in one row, that begins at or after
 * @cycle or, for first_ending, ends after it. Returns @end if there is none. */
gsize poplens_lane_first_from (const PoplensLaneBlocks *self, gsize from, gsize end, double cycle);
gsize poplens_lane_first_ending (const PoplensLaneBlocks *self, gsize from, gsize end,
                                 double cycle);
/* Sets @sums to the cycles of all blocks before @slot, by series; those of groups are at
 * POPLENS_LANE_MOST_SERIES. */
void poplens_lane_sums_before (const PoplensLaneBlocks *self, gsize slot,
                               double sums[POPLENS_LANE_MIX]);
/* Number of slots below which cycles are summed one by one, not by stored sums. */
#define POPLENS_LANE_FEW 32
/* Adds the cycles of the blocks in slots [@from, @end) to @mix, by series. */
void poplens_lane_add_mix (const PoplensLaneBlocks *self, gsize from, gsize end,
                           double mix[POPLENS_LANE_MIX]);
/* Adds the cycles by series of blocks of @row to @mix, only as far as they are within [@cycle,
 * @cycle_end). */
void poplens_lane_add_mix_between (const PoplensLaneBlocks *self, guint row, double cycle,
                                   double cycle_end, double mix[POPLENS_LANE_MIX]);

/* Returns the contents of group @item as shares by series. FALSE if they are unknown (lanes-hit.c).
 */
gboolean poplens_lane_inside (const PoplensLaneBlocks *self, gsize item,
                              double shares[POPLENS_LANE_MIX]);

struct _PoplensLaneFound {
  gsize n;
  gsize *slots; /* ascending */
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

/* Maximum number of levels. An entry of a level stands for 16 of the level below: enough for 2^36
 * values. */
#define POPLENS_LANE_LEVELS 9

/* Lowest and highest of some values; G_MAXUINT64 and 0 if none is known. */
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
  guint64 *marks;    /* start of every 64th entry; searches read these first */
  PoplensLaneSpan *levels[POPLENS_LANE_LEVELS];
  guint n_levels;
} PoplensLaneArea;

typedef struct {
  PoplensLaneBlocks *blocks; /* (nullable) */
  GArray *groups;            /* of PoplensLaneGroup */
  PoplensLaneRowLook *looks; /* (nullable): [n_looks]: properties of rows, by row */
  guint n_looks;
  GArray *runs;         /* of PoplensLaneRun */
  GArray *breaks;       /* of PoplensLaneBreak */
  PoplensLaneArea area; /* area above the rows; none if its .n is 0 */
  guint n_rows;
  guint64 hz;
  guint64 nominal_hz;  /* cycles per second, for nominal time of measured lengths; 0: unknown */
  gboolean has_groups; /* some blocks are groups, not steps */
  gboolean one_group;  /* ADDRESS: the only group was made by default */
  gboolean has_extent;
  guint64 extent_from, extent_to;
  gboolean has_opening;
  guint64 opening_from, opening_to;
  GArray *regions;              /* ADDRESS: of PoplensAddressRegion, one per run */
  char *noun;                   /* (nullable): noun of positions; NULL: cycles */
  gboolean sizes;               /* see poplens_chart_set_lane_sizes () */
  PoplensLaneLabelsFunc labels; /* (nullable) */
  gpointer labels_data;
  GDestroyNotify free_labels_data;
  PoplensLaneRowFunc row_text; /* (nullable) */
  gpointer row_data;
  GDestroyNotify free_row_data;
  guint32 *dim_sum;     /* (nullable): [blocks + 1]: number of dimmed slots before each slot */
  guint32 *outline_sum; /* (nullable): [blocks + 1]: number of outlined slots before each slot */
  gboolean compact;     /* see poplens_chart_set_lane_compact () */
  gboolean high;        /* see poplens_chart_set_lane_high () */
  guint64 whole;        /* value that the full height of a high lane stands for; 0: no ticks */
  char *whole_noun;     /* (nullable) */
  char *level_name;
  guint8 *levels;     /* (nullable): by item: solid percent of the height, or POPLENS_LANE_WHOLE */
  gboolean only_high; /* .levels are not shown in low lanes */
  PoplensLaneParts parts; /* .used NULL: blocks are not divided */
  double *part_sums; /* [n_part_sums] before every 32nd slot: cycles by series of all earlier slots,
                        with the parts of divided blocks */
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
/* Returns the level of a block: up to which percent of its height it is solid. POPLENS_LANE_WHOLE:
 * it has no level. */
guint8 poplens_lane_level (const PoplensChart *self, gsize slot);
/* Returns the part of a block's height, in percent from below, that @series has in a high lane.
 * FALSE if it has none. */
gboolean poplens_lane_part (const PoplensChart *self, gsize slot, guint8 series, guint8 *from,
                            guint8 *to);
/* Adds the cycles of slots [@from, @end) to @mix, each divided among the series that share the
 * height of its block. */
void poplens_lane_add_part_mix (const PoplensChart *self, gsize from, gsize end,
                                double mix[POPLENS_LANE_MIX]);
/* TRUE if the user hid the series. FALSE for groups and unknown series. */
gboolean poplens_lane_is_hidden (const PoplensChart *self, guint8 series);

static inline guint64
poplens_lane_area_from (const PoplensLaneArea *self, gsize i)
{
  return self->stairs.from[self->stairs.from_at ? self->stairs.from_at[i] : i];
}

/* Values of the area (lanes-layout.c). poplens_lane_area_at () returns the index of the entry that
 * holds at @cycle; −1 before the first. poplens_lane_area_range () returns the lowest and highest
 * value of the entries [from, end); FALSE if none is known. */
void poplens_lane_area_build (PoplensLaneArea *self);
void poplens_lane_area_clear (PoplensLaneArea *self);
gssize poplens_lane_area_at (const PoplensLaneArea *self, double cycle);
/* As poplens_lane_area_at (), but searches from @at on, an index that holds at an earlier cycle. */
gssize poplens_lane_area_next (const PoplensLaneArea *self, gssize at, double cycle);
gboolean poplens_lane_area_range (const PoplensLaneArea *self, gsize from, gsize end, guint64 *low,
                                  guint64 *high);

/* ---- cycles, folded cycles and pixels (lanes-furniture.c) ------------------------------------ */

void poplens_lane_extent (const PoplensChart *self, double *low, double *high);
/* Subtract the folded cycles before @cycle, and add them again. A position at a folded range is
 * converted back to its start or, if @behind, to its end. */
double poplens_lane_fold (const PoplensChart *self, double cycle);
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
  gint32 mix; /* −1: one block; else index in .mixes */
  /* Contents of a group that are not shown in the rows below it: index of their first part in
   * .mixes. −1: the contents are unknown, or shown below. */
  gint32 inside;
} PoplensLaneCell;

/* A row in view: .y and .height of all of it, .top and .bottom of its visible part. */
typedef struct {
  guint row;
  double y, height, top, bottom;
  guint first_cell, n_cells;
  gboolean folded; /* the next row of its group, with the contents of groups, is not shown */
} PoplensLaneRow;

/* A part of a mixture, the stack of series in a box that shows several blocks. Parts are stacked
 * from the lower edge. */
typedef struct {
  guint8 series, height; /* pixels */
} PoplensLanePart;

typedef struct {
  double first_height, strip_height; /* of the first row of each group, and of the rows below it */
  guint most_rows; /* maximum number of shown rows per group, if lanes are compact */
  GArray *open;    /* (nullable): guint: shown rows, ascending; NULL: all rows */
  GArray *rows;    /* of PoplensLaneRow, from top to bottom */
  GArray *cells;   /* of PoplensLaneCell, by row and x */
  GArray *mixes;   /* of PoplensLanePart; a part of height 0 ends a mixture */
  double content_top, content_height; /* y of the first row, and height of all rows */
  PoplensRect area;   /* rectangle of the area above the rows; height 0: none, or scrolled out */
  GArray *fields;     /* of PoplensLaneFieldBox: the visible ones */
  double field_share; /* height of each field: its share of what rows leave free, in pixels */
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

/* Returns the offset of the @i-th shown row from the top of its group. For @i = number of rows:
 * their total height. */
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

/* Returns the y of the group relative to the top of the plot, without scrolling, if fields were
 * zoomed by @line_zoom. */
double poplens_lane_group_y (const PoplensChartLayout *self, guint group, double line_zoom);
/* Add ruler, runs, marks of folded ranges, the area above the rows, and names in the gutter
 * (lanes-furniture.c). */
void poplens_lane_add_ruler (PoplensChartLayout *self, double y, double height);
void poplens_lane_add_runs (PoplensChartLayout *self, double y, double height);
void poplens_lane_add_area (PoplensChartLayout *self);
void poplens_lane_add_breaks (PoplensChartLayout *self);
void poplens_lane_add_group (PoplensChartLayout *self, guint group, double y);
/* Adds ticks beside the high lane at @y. */
void poplens_lane_add_scale (PoplensChartLayout *self, double y);
/* Adds the row's note, unless it would overlap the name of its group at @title_y. */
void poplens_lane_add_note (PoplensChartLayout *self, guint row, double y, double title_y);
/* Finds the cells of a row (lanes-field.c); draws the cells of all rows, and their labels
 * (lanes-draw.c). */
void poplens_lane_add_cells (PoplensChartLayout *self, PoplensLaneRow *row);
void poplens_lane_draw_cells (PoplensChartLayout *self);
gboolean poplens_lane_is_outlined (const PoplensSeries *series);
/* Returns the colour of a text on a block of that series. */
PoplensColor poplens_lane_text_color (const PoplensChartLayout *self, guint8 series);
/* Adds a background for a text on a hatch. */
void poplens_lane_add_background (PoplensChartLayout *self, PoplensRect text);
void poplens_lane_add_labels (PoplensChartLayout *self);
/* ---- hit tests and overlay ------------------------------------------------------------------- */

PoplensChartHit poplens_lane_hit (const PoplensChartLayout *self, double x, double y);
/* Returns the box that shows @item. FALSE if it is out of view or hidden. */
gboolean poplens_lane_item_rect (const PoplensChartLayout *self, gsize item, PoplensRect *rect);
/* As poplens_lane_item_rect (), for a slot. */
gboolean poplens_lane_rect (const PoplensChartLayout *self, gsize slot, PoplensRect *rect);
void poplens_lane_draw_overlay (const PoplensChartLayout *self, cairo_t *cr,
                                const PoplensChartOverlay *overlay);

G_END_DECLS
