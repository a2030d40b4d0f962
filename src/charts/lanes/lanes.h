/* LANES charts: blocks over cycles, in rows of groups. Make one by poplens_chart_new
 * (&poplens_lanes_kind, title, 0, …); all of charts/core/chart.h applies, with these meanings:
 *
 *   item      a block: its index in the arrays given to poplens_lane_blocks_new ()
 *   position  a cycle, as a double in views and from pixels; or a step, or what
 *             poplens_chart_set_lane_positions () says
 *   series    the kind of a block: its ink and style. POPLENS_SERIES_BAND is solid,
 *             POPLENS_SERIES_WAITING a tint with an outline and a hatch. Values are NULL.
 *             Hidden series are not drawn, and stay in the legend.
 *
 * The name of a block (poplens_chart_set_item_names ()) can be a whole path. Blocks show it, or a
 * label, which is requested only for blocks with space for it, once per layout, on its thread.
 *
 * Adjacent blocks under 3 pixels are folded to one box with their mixture, by binary search: the
 * time of a layout depends on pixels and rows, and only logarithmically on the number of blocks. */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

/* Blocks over cycles, in rows. */
extern const PoplensChartKind poplens_lanes_kind;

/* ---- blocks: immutable, can be shared by charts that show them differently ------------------- */

typedef struct _PoplensLaneBlocks PoplensLaneBlocks;

/* Series of a block that is a group of other blocks (a node of the flame graph), drawn faintly. */
#define POPLENS_LANE_GROUP 255
#define POPLENS_LANE_MOST_SERIES 31

typedef enum {
  POPLENS_LANE_ESTIMATED = 1 << 0, /* a dotted top edge */
  POPLENS_LANE_STRIPED = 1 << 1,   /* stripes across the ink: the block cannot be moved */
} PoplensLaneFlags;

/* Makes blocks. In a row, both starts and ends must be ascending; of overlapping blocks, the later
 * is drawn from the end of the earlier. A block of length 0 counts as one cycle. Blocks can be in
 * any order; in order of row and start, nothing is sorted, which saves 8 bytes per block. All
 * arrays: (transfer full): @n entries from g_malloc (). @from, @to: cycles. @row: counted over the
 * rows of all groups. @series: series of the chart, below POPLENS_LANE_MOST_SERIES, or
 * POPLENS_LANE_GROUP. @flags: (nullable): PoplensLaneFlags */
PoplensLaneBlocks *poplens_lane_blocks_new (gsize n, guint64 *from, guint64 *to, guint32 *row,
                                            guint8 *series, guint8 *flags);
PoplensLaneBlocks *poplens_lane_blocks_ref (PoplensLaneBlocks *self);
void poplens_lane_blocks_unref (PoplensLaneBlocks *self);

/* A part of a joined chart: items [first, first + n) of .blocks, moved by .shift cycles and to
 * other rows. */
typedef struct {
  const PoplensLaneBlocks *blocks;
  gsize first, n;
  guint64 shift;
  guint32 from_row, to_row; /* row .from_row of .blocks becomes .to_row, and so on */
  const guint8 *series;     /* series of the joined chart, by series of .blocks */
} PoplensLaneJoin;

/* Copies several parts into one object; items are numbered consecutively. Faster if parts are in
 * the order of their rows, since nothing is sorted then. (transfer full) */
PoplensLaneBlocks *poplens_lane_blocks_join (const PoplensLaneJoin *parts, guint n_parts);

/* Contents of groups, by series. A group whose contents are not shown is drawn in their series,
 * stacked by share if there are several, and its description lists them. */
typedef struct _PoplensLaneInsides PoplensLaneInsides;
PoplensLaneInsides *poplens_lane_insides_new (guint n_series);
void poplens_lane_insides_free (PoplensLaneInsides *self);
/* Adds the contents of group @item, which must come after all groups added before. @cycles: (array
 * length=n_series): cycles by series; all 0: unknown. */
void poplens_lane_insides_add (PoplensLaneInsides *self, gsize item, const float *cycles);
/* Sets the contents of groups. @insides: (transfer full) (nullable). Call before the blocks are
 * shared. */
void poplens_lane_blocks_set_insides (PoplensLaneBlocks *self, PoplensLaneInsides *insides);

/* ---- building -------------------------------------------------------------------------------- */

/* Sets the blocks, which become the items of the chart. Rows beyond those of the groups are not
 * shown. */
void poplens_chart_set_lane_blocks (PoplensChart *self, PoplensLaneBlocks *blocks);

/* Adds a group of the next @n_rows rows. A collapsed group shows only its first row. */
void poplens_chart_add_lane_group (PoplensChart *self, const char *name, guint n_rows,
                                   gboolean collapsible, gboolean collapsed);

/* Properties of a row besides its blocks. */
typedef struct {
  const char *note; /* (nullable): (static): shown in the gutter beside the row */
  /* Length of the longest block whose contents the row shows, in cycles: the row is shown only if
   * that block is wide enough for its contents to be readable. 0: always shown, as the first row of
   * a group is. */
  guint64 inside;
  /* The row is context for the rows below it: hidden in a collapsed group, and if lanes are
   * compact. */
  gboolean above;
} PoplensLaneRowLook;
/* Sets the properties of the first @n rows; by default, all fields are 0. @looks: (array length=n):
 * copied. */
void poplens_chart_set_lane_row_looks (PoplensChart *self, const PoplensLaneRowLook *looks,
                                       guint n);

/* Returns labels for the blocks @items that have space for text in a layout, so that they can be
 * chosen together. @labels: (out): [n], NULL before: the forms of a label, longest first, one per
 * line, of which the first that fits is shown (transfer full); NULL: the block's name. */
typedef void (*PoplensLaneLabelsFunc) (gconstpointer data, const gsize *items, guint n,
                                       char **labels);
/* Sets the function for labels. @data: (transfer full): freed by @free_data. */
void poplens_chart_set_lane_labels (PoplensChart *self, PoplensLaneLabelsFunc labels, gpointer data,
                                    GDestroyNotify free_data);

/* Makes all groups fit into view: rows are low and without texts, each group shows only as many
 * rows as all have space for, at least one, and the area is hidden. */
void poplens_chart_set_lane_compact (PoplensChart *self, gboolean compact);
/* Returns the least height for one row of each group; 0 if the chart is not compact. */
double poplens_chart_get_lane_compact_height (const PoplensChart *self);

/* Adds a bar at the top ("Engine::run #0"); in ascending order. */
void poplens_chart_add_lane_run (PoplensChart *self, const char *name, guint64 from, guint64 to);
/* Returns the positions of bar @run, the .item of POPLENS_CHART_HIT_RUN. FALSE if there is none. */
gboolean poplens_chart_get_lane_run (const PoplensChart *self, gsize run, double *from, double *to);

/* Folds cycles [@from, @to): shows a narrow mark in their place. Call in ascending order; ranges
 * are disjoint. */
void poplens_chart_add_lane_break (PoplensChart *self, guint64 from, guint64 to);
/* Describes what mark @index, the .item of POPLENS_CHART_HIT_BREAK, hides: "1,251,447 cycles left
 * out". (transfer full) (nullable): NULL if there is none. */
char *poplens_chart_describe_lane_break (const PoplensChart *self, gsize index);

/* A step function: each value holds from its cycle to the next entry's. Arrays are not copied;
 * .free_owner (nullable) is called with .owner when they are no longer needed. Entry i starts at
 * from[from_at[i]] and has values[value_at[i]], so that existing arrays can be used; without these
 * indices (nullable), from[i] and values[i]. */
typedef struct {
  gsize n;
  const guint64 *from; /* starts of entries, ascending by entry */
  const guint32 *from_at;
  const guint64 *values; /* in the unit of the chart; G_MAXUINT64: unknown */
  const guint32 *value_at;
  gpointer owner;
  GDestroyNotify free_owner;
} PoplensLaneStairs;

/* Adds an area above the first group. Each pixel column shows its highest value and, paler, its
 * lowest. @stairs: copied, except for its arrays. */
void poplens_chart_set_lane_area (PoplensChart *self, const char *name, PoplensInk ink,
                                  const PoplensLaneStairs *stairs);

/* Fades blocks, such as those that are not live at a step. @dimmed: (transfer full) (nullable): one
 * byte per block from g_malloc (), by item: 1 or 0. Call after poplens_chart_set_lane_blocks ();
 * the blocks can still be shared with other charts. */
void poplens_chart_set_lane_dimmed (PoplensChart *self, guint8 *dimmed);

/* Outlines blocks that belong together, such as a path through the trace; adjacent ones share an
 * outline. @outlined: (transfer full) (nullable): as for poplens_chart_set_lane_dimmed (). */
void poplens_chart_set_lane_outlined (PoplensChart *self, guint8 *outlined);

/* Value for a level: the block is solid over its whole height, and its description does not mention
 * a level. */
#define POPLENS_LANE_WHOLE 255

/* Draws blocks solid up to a part of their height, and paler above. @levels: (transfer full)
 * (nullable): one byte per block from g_malloc (), by item: percent, or POPLENS_LANE_WHOLE. @name:
 * meaning of the level, for the hover box ("Tile balance"). @only_high: low lanes show whole
 * blocks. Blocks that share a box are drawn whole. Call after poplens_chart_set_lane_blocks (). */
void poplens_chart_set_lane_levels (PoplensChart *self, const char *name, guint8 *levels,
                                    gboolean only_high);

/* Makes the first row of each group as high as the plot allows, 22 to 236 pixels; other rows are
 * low strips below it. @whole, @noun: value of the full height and its unit (1472, "tile") for
 * ticks beside high lanes; 0, NULL: no ticks. */
void poplens_chart_set_lane_high (PoplensChart *self, guint64 whole, const char *noun);

/* Division of a block above its level, in high lanes: from the level to .used percent of the height
 * in series .middle[its series], above that in .top[its series]. POPLENS_LANE_GROUP as .middle:
 * blocks of that series are not divided. */
typedef struct {
  guint8 *used; /* (transfer full): percent by item, as the levels */
  guint8 middle[POPLENS_LANE_MOST_SERIES], top[POPLENS_LANE_MOST_SERIES];
} PoplensLaneParts;

/* Sets the division. Call after poplens_chart_set_lane_levels (). @parts: copied. */
void poplens_chart_set_lane_parts (PoplensChart *self, const PoplensLaneParts *parts);

/* Shows nominal time on the ruler, at @hz cycles per second; 0, the default: cycles. */
void poplens_chart_set_lane_clock (PoplensChart *self, guint64 hz);

/* Sets the clock for measured lengths. @hz: clock of the target; 0: unknown. @has_groups: some
 * blocks are groups. */
void poplens_chart_set_lane_nominal (PoplensChart *self, guint64 hz, gboolean has_groups);

/* Makes positions whole things named @noun, such as "step", instead of cycles: the ruler numbers
 * them in their middle. NULL, the default: cycles. */
void poplens_chart_set_lane_positions (PoplensChart *self, const char *noun);

/* TRUE: only lengths of blocks are meaningful, not positions: in a tree of sizes, blocks are just
 * side by side, and in traces of two reports they were moved. Descriptions of blocks then have only
 * name and notes. */
void poplens_chart_set_lane_sizes (PoplensChart *self, gboolean sizes);

/* Texts of a row. .name is shown in its widest block, or beside its blocks if there is more space,
 * or at an edge to say on which side they are. .note is in the gutter; if .removable, after a cross
 * that removes the row (POPLENS_CHART_HIT_ROW). Blocks then have no names of their own. Requested
 * for visible rows, on the layout's thread. Both (transfer full) (nullable). */
typedef struct {
  char *name, *note;
  gboolean removable;
} PoplensLaneRowText;
typedef void (*PoplensLaneRowFunc) (gconstpointer data, guint row, PoplensLaneRowText *text);
/* Sets the function for texts of rows. @data: (transfer full): freed by @free_data. */
void poplens_chart_set_lane_row_texts (PoplensChart *self, PoplensLaneRowFunc text, gpointer data,
                                       GDestroyNotify free_data);

/* Sets the range of a view of everything, if it is more than the blocks (an origin at 0). */
void poplens_chart_set_lane_extent (PoplensChart *self, guint64 from, guint64 to);

/* Sets the initial view (poplens_chart_view_opening ()): [@from, @to), a part of the whole range.
 * In an ADDRESS chart all memory from @to on must be free. If a view ends there, at @to or later, a
 * text says how many bytes are free after it (hit area POPLENS_CHART_HIT_LIMIT). */
void poplens_chart_set_lane_opening (PoplensChart *self, guint64 from, guint64 to);

/* ---- accessors ------------------------------------------------------------------------------- */

/* TRUE for LANES and ADDRESS charts. */
gboolean poplens_chart_has_blocks (const PoplensChart *self);
/* Returns the blocks of the chart. (transfer full) (nullable) */
PoplensLaneBlocks *poplens_chart_ref_lane_blocks (const PoplensChart *self);

/* Returns the range and row of a block. FALSE if @item is not a block. */
gboolean poplens_chart_get_lane_item (const PoplensChart *self, gsize item, guint64 *from,
                                      guint64 *to, guint *row);
/* Returns the y of the upper edge of the block's row, without scrolling. FALSE if the row is not
 * shown: hidden, or in a collapsed group. */
gboolean poplens_chart_layout_lane_y (const PoplensChartLayout *layout, gsize item, double *y);
/* Returns the factor by which to zoom in for the block's row to be shown; at most 1 if it is shown.
 */
double poplens_chart_layout_lane_zoom (const PoplensChartLayout *layout, gsize item);
/* Returns the block next to @item in direction (@dx, @dy), each −1, 0 or 1: the previous or next
 * one in its row, or the one above or below that overlaps it most. Returns @item if there is none.
 */
gsize poplens_chart_get_lane_neighbour (const PoplensChart *self, gsize item, int dx, int dy);

/* ---- measuring ------------------------------------------------------------------------------- */

/* Returns the visible block edge nearest to pixel @x, or the whole cycle at @x if no edge is near.
 */
double poplens_chart_layout_snap (const PoplensChartLayout *self, double x);
/* Returns the number of blocks that are completely in [@from, @to]. */
gsize poplens_chart_count_lane_blocks (const PoplensChart *self, double from, double to);
/* Describes a measured range: "1,204 cycles, nominally 0.65 µs · 3 steps within · 2 % of the
 * whole". (transfer full) */
char *poplens_chart_describe_measure (const PoplensChart *self, double from, double to);
void poplens_chart_layout_draw_measure (const PoplensChartLayout *self, cairo_t *cr, double from,
                                        double to, const char *text);

/* ---- search matches -------------------------------------------------------------------------- */

/* Search matches among the blocks, prepared for drawing: immutable, for one PoplensLaneBlocks. */
typedef struct _PoplensLaneFound PoplensLaneFound;

/* Prepares search matches. @items: (array length=n): items that match, in any order. (transfer
 * full) */
PoplensLaneFound *poplens_lane_found_new (const PoplensLaneBlocks *blocks, const gsize *items,
                                          gsize n);
void poplens_lane_found_free (PoplensLaneFound *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLaneBlocks, poplens_lane_blocks_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLaneInsides, poplens_lane_insides_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLaneFound, poplens_lane_found_free)

G_END_DECLS
