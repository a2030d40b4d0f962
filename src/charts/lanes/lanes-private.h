/* LANES charts, for the files of this room and its tests. */
#pragma once

#include "charts/core/layout-private.h"
#include "charts/lanes/lanes.h"

G_BEGIN_DECLS

/* look.md 3, 6. */
#define POPLENS_LANE_HEIGHT 22
#define POPLENS_LANE_COMPACT_HEIGHT 12
#define POPLENS_LANE_GAP 2
/* Of a chart with high lanes: the most, from where on blocks are divided by height, and from where
 * on a label has two lines; and the rows below, also where there is little room. */
#define POPLENS_LANE_MOST_HEIGHT 236
#define POPLENS_LANE_PARTS_FROM POPLENS_LANE_HEIGHT
#define POPLENS_LANE_LINES_FROM 60
#define POPLENS_LANE_STRIP_HEIGHT 20
#define POPLENS_LANE_LOW_STRIP_HEIGHT 13
/* Narrower blocks are folded; hatches and labels need this much. */
#define POPLENS_LANE_LEAST 3
#define POPLENS_LANE_HATCH_FROM 24
#define POPLENS_LANE_LABEL_FROM 40
#define POPLENS_LANE_LABEL_INSET 5
/* What is dimmed keeps so much of its ink. */
#define POPLENS_LANE_DIMMED 0.28

/* ---- blocks (lanes-blocks.c) ----------------------------------------------------------------- */

/* Locations of a mixture: one a series, and the last for groups. */
#define POPLENS_LANE_MIX (POPLENS_LANE_MOST_SERIES + 1)

/* A slot's number that has no room in 32 bits. */
typedef struct {
  gsize slot;
  guint64 value;
} PoplensLaneLong;

#define POPLENS_LANE_SERIES_BITS 5
G_STATIC_ASSERT (POPLENS_LANE_MOST_SERIES < 1 << POPLENS_LANE_SERIES_BITS);

/* Slots of a chunk, which share the cycle that their begins are counted from. */
#define POPLENS_LANE_CHUNK 64

/* Slots are blocks by row and begin. 9 bytes each, with .sums 2 more for each 8 series in use; what
 * is searched first are the chunks, of which those of 10^7 blocks fit a processor's cache. */
struct _PoplensLaneBlocks {
  gatomicrefcount refs;
  gsize n;
  guint64 *base;            /* by chunk: the least begin */
  guint32 *begin;           /* cycles behind the chunk's; G_MAXUINT32: see .begins */
  guint32 *length;          /* cycles; G_MAXUINT32: see .lengths */
  GArray *begins, *lengths; /* of PoplensLaneLong, by slot */
  guint8 *look;             /* series, and above its bits the flags */
  guint8 flags;             /* that any block has */
  gsize *item;              /* slot → item, or NULL where they are the same */
  gsize *slot;              /* item → slot, likewise */
  guint n_rows;
  gsize *row_first;            /* [n_rows + 1] slots */
  guint64 low, high;           /* first begin, last end; 0, 0 without blocks */
  guint n_mix;                 /* series in use; groups are the last */
  PoplensLaneInsides *insides; /* (nullable): of groups */
  double *sums;                /* cycles by series of the slots before every 32nd; n_mix each */
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

/* POPLENS_LANE_MOST_SERIES: a group. */
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

/* Of a slot that is among them. */
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

/* A block without length takes a cycle. */
static inline double
poplens_lane_end (const PoplensLaneBlocks *self, gsize slot)
{
  guint64 from = poplens_lane_from (self, slot);
  guint64 end = from + MAX (poplens_lane_length (self, slot), 1);

  return (double) MAX (end, from);
}

guint poplens_lane_row (const PoplensLaneBlocks *self, gsize slot);
/* First of the slots [from, end), which are of one row, that begins at or behind @cycle; that ends
 * behind it. @end where none does. */
gsize poplens_lane_first_from (const PoplensLaneBlocks *self, gsize from, gsize end, double cycle);
gsize poplens_lane_first_ending (const PoplensLaneBlocks *self, gsize from, gsize end,
                                 double cycle);
/* Cycles by series of all slots before @slot; groups at POPLENS_LANE_MOST_SERIES. */
void poplens_lane_sums_before (const PoplensLaneBlocks *self, gsize slot,
                               double sums[POPLENS_LANE_MIX]);
/* So few are added up one by one. */
#define POPLENS_LANE_FEW 32
/* Adds the cycles by series of the slots [from, end) to @mix. */
void poplens_lane_add_mix (const PoplensLaneBlocks *self, gsize from, gsize end,
                           double mix[POPLENS_LANE_MIX]);
/* The same within [cycle, cycle_end) alone, of one row. */
void poplens_lane_add_mix_between (const PoplensLaneBlocks *self, guint row, double cycle,
                                   double cycle_end, double mix[POPLENS_LANE_MIX]);

/* Shares by series of what the group @item holds; FALSE where nothing is known of it
 * (lanes-hit.c). */
gboolean poplens_lane_inside (const PoplensLaneBlocks *self, gsize item,
                              double shares[POPLENS_LANE_MIX]);

struct _PoplensLaneFound {
  gsize n;
  gsize *slots; /* rising */
};

/* ---- what the chart holds (lanes-chart.c) ---------------------------------------------------- */

typedef struct _PoplensLaneField PoplensLaneField;

typedef struct {
  char *name;
  guint first_row, n_rows;
  gboolean collapsible, collapsed;
  PoplensLaneField *field; /* (nullable): below its rows (field-private.h) */
} PoplensLaneGroup;

typedef struct {
  char *name;
  guint64 from, to;
} PoplensLaneRun;

typedef struct {
  guint64 from, to;
  double folded; /* cycles folded before it */
} PoplensLaneBreak;

/* 16 values an entry, of the level below: enough for 2^36. */
#define POPLENS_LANE_LEVELS 9

/* Lowest and highest of some values; G_MAXUINT64, 0 where none is known. */
typedef struct {
  guint64 low, high;
} PoplensLaneSpan;

typedef struct {
  char *name;
  PoplensInk ink;
  gsize n;
  PoplensLaneStairs stairs;
  guint64 max;
  gboolean is_known; /* FALSE: no value is */
  guint64 *marks;    /* begins of every 64th entry: what is searched first */
  PoplensLaneSpan *levels[POPLENS_LANE_LEVELS];
  guint n_levels;
} PoplensLaneArea;

typedef struct {
  PoplensLaneBlocks *blocks; /* (nullable) */
  GArray *groups;            /* of PoplensLaneGroup */
  PoplensLaneRowLook *looks; /* (nullable): [n_looks] by row */
  guint n_looks;
  GArray *runs;         /* of PoplensLaneRun */
  GArray *breaks;       /* of PoplensLaneBreak */
  PoplensLaneArea area; /* n 0: none */
  guint n_rows;
  guint64 hz;
  guint64 nominal_hz;  /* of lengths that are measured; 0: not known */
  gboolean has_groups; /* blocks are not all steps */
  gboolean one_group;  /* ADDRESS: made up, as none was added */
  gboolean has_extent;
  guint64 extent_from, extent_to;
  gboolean has_opening;
  guint64 opening_from, opening_to;
  GArray *regions;              /* ADDRESS: of PoplensAddressRegion, one a run */
  char *noun;                   /* what positions are; NULL: cycles */
  gboolean sizes;               /* poplens_chart_set_lane_sizes () */
  PoplensLaneLabelsFunc labels; /* (nullable) */
  gpointer labels_data;
  GDestroyNotify free_labels_data;
  PoplensLaneRowFunc row_text; /* (nullable) */
  gpointer row_data;
  GDestroyNotify free_row_data;
  guint32 *dim_sum; /* (nullable): how many of the slots before each are dimmed; one more of them */
  guint32 *outline_sum; /* (nullable): the same of those that are outlined */
  gboolean compact;     /* poplens_chart_set_lane_compact () */
  gboolean high;        /* poplens_chart_set_lane_high () */
  guint64 whole;        /* 0: no ticks */
  char *whole_noun;     /* (nullable) */
  char *level_name;
  guint8
      *levels; /* (nullable): by item: percent of its height that is solid, or POPLENS_LANE_WHOLE */
  gboolean only_high;     /* levels are not shown in low lanes */
  PoplensLaneParts parts; /* .used NULL: none */
  double *part_sums;      /* as PoplensLaneBlocks.sums, divided by parts: n_part_sums each */
  guint n_part_sums;
} PoplensLaneData;

void poplens_lane_data_free (gpointer data);
void poplens_lane_parts_clear (PoplensLaneData *self);
/* Of a LANES or ADDRESS chart; NULL of another. */
static inline PoplensLaneData *
poplens_lanes (const PoplensChart *self)
{
  return self->kind->data_free == poplens_lane_data_free ? self->data : NULL;
}

void poplens_lane_describe_item (const PoplensChart *self, GString *out, gsize item);
void poplens_lane_describe_range (const PoplensChart *self, GString *out, PoplensItemRange range);
void poplens_lane_describe_span (const PoplensChart *self, GString *out, guint64 from, guint64 to);
/* Cycles, and where there is a clock the nominal time: "1,234 cycles (0.67 µs)". */
const char *poplens_lane_format_length (const PoplensChart *self, char buffer[96], guint64 cycles);
/* Are all of the slots [from, end) dimmed? */
gboolean poplens_lane_is_dim (const PoplensChart *self, gsize from, gsize end);
/* Is any of them outlined? */
gboolean poplens_lane_is_outlined_slot (const PoplensChart *self, gsize from, gsize end);
/* Percent of the block's height that is solid; POPLENS_LANE_WHOLE: nothing is said of it. */
guint8 poplens_lane_level (const PoplensChart *self, gsize slot);
/* Percent of the block's height, from below, that @series has of it in a high lane; FALSE: none. */
gboolean poplens_lane_part (const PoplensChart *self, gsize slot, guint8 series, guint8 *from,
                            guint8 *to);
/* Adds the cycles of the slots [from, end) to @mix, divided by parts. */
void poplens_lane_add_part_mix (const PoplensChart *self, gsize from, gsize end,
                                double mix[POPLENS_LANE_MIX]);
/* FALSE for groups, and for what has no series. */
gboolean poplens_lane_is_hidden (const PoplensChart *self, guint8 series);

static inline guint64
poplens_lane_area_from (const PoplensLaneArea *self, gsize i)
{
  return self->stairs.from[self->stairs.from_at ? self->stairs.from_at[i] : i];
}

/* Area's index that holds at @cycle, or −1 before the first; lowest and highest of [from, end),
 * FALSE where nothing is known there (lanes-layout.c). */
void poplens_lane_area_build (PoplensLaneArea *self);
void poplens_lane_area_clear (PoplensLaneArea *self);
gssize poplens_lane_area_at (const PoplensLaneArea *self, double cycle);
/* The same, looked for from @at on, which holds at an earlier cycle. */
gssize poplens_lane_area_next (const PoplensLaneArea *self, gssize at, double cycle);
gboolean poplens_lane_area_range (const PoplensLaneArea *self, gsize from, gsize end, guint64 *low,
                                  guint64 *high);

/* ---- cycles, folded cycles and pixels (lanes-furniture.c) ------------------------------------ */

void poplens_lane_extent (const PoplensChart *self, double *low, double *high);
/* A cycle less what is folded before it. Back: at a fold its begin, or with @behind its end. */
double poplens_lane_fold (const PoplensChart *self, double cycle);
double poplens_lane_unfold (const PoplensChart *self, double folded, gboolean behind);
void poplens_lane_axis_init (PoplensItemAxis *axis, const PoplensChart *chart, double from,
                             double to, double x, double width);
/* The break that covers pixel @x, or −1. */
int poplens_lane_break_at (const PoplensItemAxis *axis, const PoplensChart *chart, double x);
/* The run of the axis that @cycle lies in, or before. */
const PoplensAxisRun *poplens_lane_axis_run (const PoplensItemAxis *axis, double cycle);

/* ---- layout ---------------------------------------------------------------------------------- */

/* Whole pixels x0 … x1 and the slots [first, end) that they show. */
typedef struct {
  float x0, x1;
  gsize first, end;
  gint32 mix; /* −1: one block; else where its parts begin in .mixes */
  /* −1: nothing is known, or its inside is shown; else where the parts of what it holds begin in
   * .mixes, one at least. */
  gint32 inside;
} PoplensLaneCell;

/* A row in view: all of it, and what of it is not scrolled out. */
typedef struct {
  guint row;
  double y, height, top, bottom;
  guint first_cell, n_cells;
  gboolean folded; /* the next row of its group is not shown */
} PoplensLaneRow;

/* From its lower edge up: a part of a mixture. */
typedef struct {
  guint8 series, height; /* pixels */
} PoplensLanePart;

typedef struct {
  double first_height, strip_height;  /* of the first row of a group, and of those below it */
  guint most_rows;                    /* of a group that are shown, where lanes are compact */
  GArray *open;                       /* guint: rows that are shown, rising; NULL: all are */
  GArray *rows;                       /* of PoplensLaneRow, downwards */
  GArray *cells;                      /* of PoplensLaneCell, by row and slot, and so by x */
  GArray *mixes;                      /* of PoplensLanePart; a height of 0 ends a mixture */
  double content_top, content_height; /* where rows begin, and how high they all are */
  PoplensRect area;                   /* height 0: none, or scrolled out */
  GArray *fields;                     /* of PoplensLaneFieldBox: those in view */
  double field_share;                 /* pixels that rows leave to each field */
} PoplensLaneLayout;

void poplens_lane_lay_out (PoplensChartLayout *self);
void poplens_lane_lay_out_overview (PoplensChartLayout *self);
void poplens_lane_layout_free (gpointer data);
/* How many rows of the group are shown. */
guint poplens_lane_shown_rows (const PoplensChartLayout *self, guint group);
double poplens_lane_content_height (const PoplensChartLayout *self);
/* Of a LANES or ADDRESS chart's; NULL of another's, and of the overview. */
static inline PoplensLaneLayout *
poplens_lanes_layout (const PoplensChartLayout *self)
{
  return poplens_lanes (self->chart) ? self->data : NULL;
}

/* Of a lane that does not grow, and of the name of a group. */
static inline double
poplens_lane_height (const PoplensChartLayout *self)
{
  return poplens_lanes (self->chart)->compact ? POPLENS_LANE_COMPACT_HEIGHT : POPLENS_LANE_HEIGHT;
}

/* Of the @i-th row of a group that is shown. */
static inline double
poplens_lane_row_height (const PoplensChartLayout *self, guint i)
{
  return i ? poplens_lanes_layout (self)->strip_height : poplens_lanes_layout (self)->first_height;
}

/* Where it begins below the upper edge of its group; of the number of rows, how high all are. */
static inline double
poplens_lane_row_y (const PoplensChartLayout *self, double i)
{
  const PoplensLaneLayout *lanes = poplens_lanes_layout (self);

  return i < 1 ? 0
               : lanes->first_height + POPLENS_LANE_GAP +
                     (i - 1) * (lanes->strip_height + POPLENS_LANE_GAP);
}

/* Blocks of the row are divided by height. */
static inline gboolean
poplens_lane_has_parts (const PoplensChartLayout *self, const PoplensLaneRow *row)
{
  return poplens_lanes (self->chart)->parts.used && row->height >= POPLENS_LANE_PARTS_FROM;
}

/* Where the group begins, in pixels from the upper edge of the plot with nothing scrolled, were
 * fields zoomed so. */
double poplens_lane_group_y (const PoplensChartLayout *self, guint group, double line_zoom);
/* Ruler, runs, breaks, the area and names in the gutter (lanes-furniture.c). */
void poplens_lane_add_ruler (PoplensChartLayout *self, double y, double height);
void poplens_lane_add_runs (PoplensChartLayout *self, double y, double height);
void poplens_lane_add_area (PoplensChartLayout *self);
void poplens_lane_add_breaks (PoplensChartLayout *self);
void poplens_lane_add_group (PoplensChartLayout *self, guint group, double y);
/* Ticks of the high lane at @y. */
void poplens_lane_add_scale (PoplensChartLayout *self, double y);
/* The row's note, but where the name of its group stands, at @title_y. */
void poplens_lane_add_note (PoplensChartLayout *self, guint row, double y, double title_y);
/* Finds the cells of a row (lanes-field.c); draws those of all rows, and their names
 * (lanes-draw.c). */
void poplens_lane_add_cells (PoplensChartLayout *self, PoplensLaneRow *row);
void poplens_lane_draw_cells (PoplensChartLayout *self);
gboolean poplens_lane_is_outlined (const PoplensSeries *series);
/* Of a text on a block of that series. */
PoplensColor poplens_lane_text_color (const PoplensChartLayout *self, guint8 series);
/* On a hatch a text needs ground to stand on. */
void poplens_lane_add_ground (PoplensChartLayout *self, PoplensRect text);
void poplens_lane_add_labels (PoplensChartLayout *self);
/* ---- hit and overlay ------------------------------------------------------------------------- */

PoplensChartHit poplens_lane_hit (const PoplensChartLayout *self, double x, double y);
/* The box that shows @item; FALSE where it is out of view or hidden. */
gboolean poplens_lane_item_rect (const PoplensChartLayout *self, gsize item, PoplensRect *rect);
/* The same of a slot. */
gboolean poplens_lane_rect (const PoplensChartLayout *self, gsize slot, PoplensRect *rect);
void poplens_lane_draw_overlay (const PoplensChartLayout *self, cairo_t *cr,
                                const PoplensChartOverlay *overlay);

G_END_DECLS
