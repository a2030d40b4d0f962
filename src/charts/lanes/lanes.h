/* LANES charts: blocks over cycles, in rows of groups; what else stands in them. The kind is made
 * with poplens_chart_new (&poplens_lanes_kind, title, 0, …); everything of charts/core/chart.h
 * holds, with these meanings:
 *
 *   item      a block: its index in the arrays that poplens_lane_blocks_new() was given
 *   position  a cycle, in views and from pixels; a double. Or a step, or whatever
 *             poplens_chart_set_lane_positions() says
 *   series    what blocks are: its ink, and how it is drawn. POPLENS_SERIES_BAND is solid, WAITING
 *             and WAITING_BEGIN are a tint with an outline, hatched '/' and '\'. Values are NULL.
 *             Hidden ones are not drawn, and stay in the legend.
 *
 * A block's name (poplens_chart_set_item_names) is a whole path maybe. What stands on blocks is
 * that, or a label: asked for blocks with room for it only, once a layout, on its thread.
 *
 * A run of blocks under 3 pixels is one box with its mixture, found by binary search: a layout
 * costs the time of its pixels, rows and a logarithm, whatever the number of blocks. */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

/* Blocks over cycles, in rows. */
extern const PoplensChartKind poplens_lanes_kind;

/* ---- blocks: immutable, shared by charts that show them differently -------------------------- */

typedef struct _PoplensLaneBlocks PoplensLaneBlocks;

/* As series of a block: a group of others (a node of the flame graph), drawn quietly. */
#define POPLENS_LANE_GROUP 255
#define POPLENS_LANE_MOST_SERIES 31

typedef enum {
  POPLENS_LANE_ESTIMATED = 1 << 0, /* a dotted top edge */
  POPLENS_LANE_STRIPED = 1 << 1,   /* stripes across the ink: something binds it to its place */
} PoplensLaneFlags;

/* Blocks of one row have rising begins and rising ends; where they overlap the later one is drawn
 * from the end of the one before. One without length takes a cycle. They come in any order; in that
 * of their rows, and by begin within a row, nothing is sorted and 8 bytes a block are saved.
 * All arrays: (transfer full): @n entries from g_malloc.
 * @from, @to: cycles. @row: counting the rows of all groups. @series: of the chart, below
 * POPLENS_LANE_MOST_SERIES, or POPLENS_LANE_GROUP. @flags: (nullable): PoplensLaneFlags */
PoplensLaneBlocks *poplens_lane_blocks_new (gsize n, guint64 *from, guint64 *to, guint32 *row,
                                            guint8 *series, guint8 *flags);
PoplensLaneBlocks *poplens_lane_blocks_ref (PoplensLaneBlocks *self);
void poplens_lane_blocks_unref (PoplensLaneBlocks *self);

/* Items [first, first + n) of blocks that another chart has, as part of a chart of several: moved
 * by so many cycles, and from their rows to others. */
typedef struct {
  const PoplensLaneBlocks *blocks;
  gsize first, n;
  guint64 shift;
  guint32 from_row, to_row; /* the row from_row of .blocks becomes to_row, and so on */
  const guint8 *series;     /* of each of theirs, that of this chart */
} PoplensLaneJoin;

/* Copies; items are numbered through, part by part. Parts in the order of their rows need no
 * sorting, as above. (transfer full) */
PoplensLaneBlocks *poplens_lane_blocks_join (const PoplensLaneJoin *parts, guint n_parts);

/* What groups hold. Where its inside is not shown, a group is drawn in the series of that: one, or
 * several above one another by their shares. And it is told of each. */
typedef struct _PoplensLaneInsides PoplensLaneInsides;
PoplensLaneInsides *poplens_lane_insides_new (guint n_series);
void poplens_lane_insides_free (PoplensLaneInsides *self);
/* The next group, by rising item. @cycles: (array length=n_series): what it holds; all 0: nothing
 * is known of it. */
void poplens_lane_insides_add (PoplensLaneInsides *self, gsize item, const float *cycles);
/* @insides: (transfer full) (nullable). Before the blocks are handed out. */
void poplens_lane_blocks_set_insides (PoplensLaneBlocks *self, PoplensLaneInsides *insides);

/* ---- building -------------------------------------------------------------------------------- */

/* Items of the chart are then those of @blocks. Rows beyond the groups' are not shown. */
void poplens_chart_set_lane_blocks (PoplensChart *self, PoplensLaneBlocks *blocks);

/* The next @n_rows rows. A collapsed group shows its first row only. */
void poplens_chart_add_lane_group (PoplensChart *self, const char *name, guint n_rows,
                                   gboolean collapsible, gboolean collapsed);

/* What a row is besides its blocks. */
typedef struct {
  const char *note; /* (nullable): static; in the gutter beside the row */
  /* Cycles of the longest block that the row is the inside of: it is shown where these have room
   * for something to be read in them. 0: always, and so for the first row of a group. */
  guint64 inside;
  /* It tells what the rows below it are in, and is left out where the group is collapsed or lanes
   * are compact. */
  gboolean above;
} PoplensLaneRowLook;
/* @looks: (array length=n): of all groups' rows, copied. Where it is not called they are all 0. */
void poplens_chart_set_lane_row_looks (PoplensChart *self, const PoplensLaneRowLook *looks,
                                       guint n);

/* What stands on blocks in place of their names: of all @items that have room for a text in a
 * layout, as they are seen together. @labels: [n] NULL; set to the forms of one label, the longest
 * first, a line each, of which the first is taken that has room; NULL: the name. (transfer full) */
typedef void (*PoplensLaneLabelsFunc) (gconstpointer data, const gsize *items, guint n,
                                       char **labels);
/* @data: (transfer full): freed with @free_data. */
void poplens_chart_set_lane_labels (PoplensChart *self, PoplensLaneLabelsFunc labels, gpointer data,
                                    GDestroyNotify free_data);

/* So that all groups are in view: rows are low and without texts, as many of each group are shown
 * as all have room for, one at least, and the area is left out. */
void poplens_chart_set_lane_compact (PoplensChart *self, gboolean compact);
/* The least height with a row of each group in view; 0 where the chart is not compact. */
double poplens_chart_get_lane_compact_height (const PoplensChart *self);

/* A bar above everything ("Engine::run #0"); in rising order. */
void poplens_chart_add_lane_run (PoplensChart *self, const char *name, guint64 from, guint64 to);
/* Positions [*from, *to) of the bar @run, the .item of a POPLENS_CHART_HIT_RUN. FALSE: there is
 * none. */
gboolean poplens_chart_get_lane_run (const PoplensChart *self, gsize run, double *from, double *to);

/* Cycles [from, to) are folded to a mark; in rising order, disjoint. */
void poplens_chart_add_lane_break (PoplensChart *self, guint64 from, guint64 to);
/* What the mark @index hides, the .item of a POPLENS_CHART_HIT_BREAK: "1,251,447 cycles left out".
 * NULL: there is none. (transfer full) */
char *poplens_chart_describe_lane_break (const PoplensChart *self, gsize index);

/* A staircase: a value holds from a cycle on until the next one's. Its arrays are not copied: they
 * have to stay until .free_owner (nullable) is called with .owner. What is held elsewhere already
 * is pointed at: entry i begins at from[from_at[i]] and is values[value_at[i]]; without these
 * indices (nullable), at from[i] and values[i]. */
typedef struct {
  gsize n;
  const guint64 *from; /* rising by entry */
  const guint32 *from_at;
  const guint64 *values; /* in the unit of the chart; G_MAXUINT64: not known */
  const guint32 *value_at;
  gpointer owner;
  GDestroyNotify free_owner;
} PoplensLaneStairs;

/* An area above the first group. One pixel column shows its highest and, paler, its lowest.
 * @stairs: copied, but for its arrays */
void poplens_chart_set_lane_area (PoplensChart *self, const char *name, PoplensInk ink,
                                  const PoplensLaneStairs *stairs);

/* Fades what is not asked about, as what is not live at a step: @dimmed: (transfer full)
 * (nullable): as many bytes from g_malloc as there are blocks, by item, 1 or 0. Behind
 * poplens_chart_set_lane_blocks(); the blocks themselves stay shared with other charts. */
void poplens_chart_set_lane_dimmed (PoplensChart *self, guint8 *dimmed);

/* Outlines blocks that belong together, such as a path through the trace; neighbours in a row share
 * an outline. @outlined: (transfer full) (nullable): as of poplens_chart_set_lane_dimmed(). */
void poplens_chart_set_lane_outlined (PoplensChart *self, guint8 *outlined);

/* As POPLENS_LANE_WHOLE: all of a block's height is solid, and nothing said of it. */
#define POPLENS_LANE_WHOLE 255

/* Blocks solid up to a part of their height, and paler above. @levels: (transfer full) (nullable):
 * as many bytes from g_malloc as there are blocks, by item: percent, or POPLENS_LANE_WHOLE. @name:
 * what the part is, for the hover box ("Tile balance"). @only_high: low lanes show whole blocks.
 * Blocks that share a box with others stay whole. Behind poplens_chart_set_lane_blocks(). */
void poplens_chart_set_lane_levels (PoplensChart *self, const char *name, guint8 *levels,
                                    gboolean only_high);

/* The first row of each group is as high as the plot allows, from 22 to 236 pixels; the others are
 * low strips below it. @whole: what the full height stands for, as ticks beside high lanes say
 * (1472), and @noun what that is ("tile"); 0, NULL: no ticks. */
void poplens_chart_set_lane_high (PoplensChart *self, guint64 whole, const char *noun);

/* What lies above the level of a block in a high lane, and in its share of a box with others: from
 * its level to .used percent of its height the series .middle[its series], above that
 * .top[its series]. POPLENS_LANE_GROUP as .middle: blocks of that series are whole. */
typedef struct {
  guint8 *used; /* (transfer full): by item, as the levels */
  guint8 middle[POPLENS_LANE_MOST_SERIES], top[POPLENS_LANE_MOST_SERIES];
} PoplensLaneParts;

/* Behind poplens_chart_set_lane_levels(). @parts: copied */
void poplens_chart_set_lane_parts (PoplensChart *self, const PoplensLaneParts *parts);

/* The ruler in nominal time at @hz cycles a second; 0, as at first: in cycles. */
void poplens_chart_set_lane_clock (PoplensChart *self, guint64 hz);

/* For what is measured: the target's clock, or 0; and whether blocks are groups too. */
void poplens_chart_set_lane_nominal (PoplensChart *self, guint64 hz, gboolean has_groups);

/* Positions are not cycles but whole things of that name, "step": the ruler counts them, with their
 * numbers in the middle of each. NULL: cycles, as at first. */
void poplens_chart_set_lane_positions (PoplensChart *self, const char *noun);

/* How long blocks are says something, where they are says nothing by itself: those of a tree of
 * sizes lie side by side, and traces of two reports have been moved. A block is told by its name
 * and notes alone. */
void poplens_chart_set_lane_sizes (PoplensChart *self, gboolean sizes);

/* What a row is by itself: .name stands in its widest block, or where it finds more room beside its
 * blocks, or says at an edge on which side they are; .note in the gutter, with a cross before it
 * where the row can be taken away (POPLENS_CHART_HIT_ROW). Blocks have no names of their own then.
 * Asked for rows in view, by the layout's thread. Both (transfer full) (nullable). */
typedef struct {
  char *name, *note;
  gboolean removable;
} PoplensLaneRowText;
typedef void (*PoplensLaneRowFunc) (gconstpointer data, guint row, PoplensLaneRowText *text);
/* @data: (transfer full): freed with @free_data. */
void poplens_chart_set_lane_row_texts (PoplensChart *self, PoplensLaneRowFunc text, gpointer data,
                                       GDestroyNotify free_data);

/* What a view of everything shows, where that is more than the blocks (an origin at 0). */
void poplens_chart_set_lane_extent (PoplensChart *self, guint64 from, guint64 to);

/* What is shown first, where that is less (poplens_chart_view_opening()). Beyond @to is nothing: an
 * ADDRESS chart says how many bytes that are, while it ends there, as POPLENS_CHART_HIT_LIMIT. */
void poplens_chart_set_lane_opening (PoplensChart *self, guint64 from, guint64 to);

/* ---- asking ---------------------------------------------------------------------------------- */

/* LANES or ADDRESS. */
gboolean poplens_chart_has_blocks (const PoplensChart *self);
/* Returns: (transfer full) (nullable) */
PoplensLaneBlocks *poplens_chart_ref_lane_blocks (const PoplensChart *self);

/* FALSE where @item is not one of the blocks. */
gboolean poplens_chart_get_lane_item (const PoplensChart *self, gsize item, guint64 *from,
                                      guint64 *to, guint *row);
/* Where the upper edge of the block's row would be in @layout, were nothing scrolled. FALSE where
 * it is not shown: hidden, or in a collapsed group. */
gboolean poplens_chart_layout_lane_y (const PoplensChartLayout *layout, gsize item, double *y);
/* How far the view has to be zoomed in for the block's row to be shown; at most 1 where it is. */
double poplens_chart_layout_lane_zoom (const PoplensChartLayout *layout, gsize item);
/* The block next to @item in the direction (@dx, @dy) of −1, 0 or 1: before or behind it in its
 * row, or above or below it where they overlap most. @item where there is none. */
gsize poplens_chart_get_lane_neighbour (const PoplensChart *self, gsize item, int dx, int dy);

/* ---- measuring ------------------------------------------------------------------------------- */

/* The edge of a block in view that is nearest to pixel @x, else the whole cycle there. */
double poplens_chart_layout_snap (const PoplensChartLayout *self, double x);
/* Blocks that lie wholly within. */
gsize poplens_chart_count_lane_blocks (const PoplensChart *self, double from, double to);
/* "1,204 cycles, nominally 0.65 µs · 3 steps within · 2 % of the whole". (transfer full) */
char *poplens_chart_describe_measure (const PoplensChart *self, double from, double to);
void poplens_chart_layout_draw_measure (const PoplensChartLayout *self, cairo_t *cr, double from,
                                        double to, const char *text);

/* ---- search hits ----------------------------------------------------------------------------- */

/* Blocks that a search found, prepared for drawing: immutable, of one PoplensLaneBlocks. */
typedef struct _PoplensLaneFound PoplensLaneFound;

/* @items: (array length=n): in any order */
PoplensLaneFound *poplens_lane_found_new (const PoplensLaneBlocks *blocks, const gsize *items,
                                          gsize n);
void poplens_lane_found_free (PoplensLaneFound *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLaneBlocks, poplens_lane_blocks_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLaneInsides, poplens_lane_insides_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLaneFound, poplens_lane_found_free)

G_END_DECLS
