/* LANES charts: blocks over cycles, in rows that form groups. Create one by poplens_chart_new
 * (&poplens_lanes_kind, title, 0, …). The functions of charts/core/chart.h use these terms:
 *
 *   item      a block: its index in the arrays given to poplens_lane_blocks_new ()
 *   position  a cycle, or an item named by poplens_chart_set_lane_positions ()
 *   series    the kind of a block. POPLENS_SERIES_BAND is solid; POPLENS_SERIES_WAITING is a tint
 *             with an outline and a hatch. Values of series are NULL. Hidden series are not drawn,
 *             but stay in the legend.
 *
 * Adjacent blocks under 3 pixels share a box, which shows their mixture. A layout finds the blocks
 * of a box by binary search, and thus takes about as long with many blocks as with few. */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

/* Kind of charts that show blocks over cycles, in rows. */
extern const PoplensChartKind poplens_lanes_kind;

/* ---- blocks: immutable, can be shared by charts that show them differently ------------------- */

typedef struct _PoplensLaneBlocks PoplensLaneBlocks;

/* Series of a block that is a group of other blocks (a node of the flame graph), drawn faintly. */
#define POPLENS_LANE_GROUP 255
#define POPLENS_LANE_MOST_SERIES 31

typedef enum {
  POPLENS_LANE_ESTIMATED = 1 << 0, /* drawn with a dotted top edge: its cycles are estimated */
  POPLENS_LANE_STRIPED = 1 << 1,   /* drawn with stripes: the block cannot be moved */
} PoplensLaneFlags;

/* Creates blocks, in any order. A block of a row that starts later than another must not end
 * earlier. If blocks overlap, the later block is drawn from the end of the earlier block. A block
 * of length 0 counts as one cycle. Blocks that are already in order of row and start take 16 bytes
 * less per block. All arrays: (transfer full): @n entries from g_malloc (). @from, @to: cycles.
 * @row: number of the row, counted through all groups. @series: series of the chart, below
 * POPLENS_LANE_MOST_SERIES, or POPLENS_LANE_GROUP. @flags: (nullable): PoplensLaneFlags */
PoplensLaneBlocks *poplens_lane_blocks_new (gsize n, guint64 *from, guint64 *to, guint32 *row,
                                            guint8 *series, guint8 *flags);
PoplensLaneBlocks *poplens_lane_blocks_ref (PoplensLaneBlocks *self);
void poplens_lane_blocks_unref (PoplensLaneBlocks *self);

/* A part of a joined chart: items [first, first + n) of .blocks, moved to later cycles by .shift.
 */
typedef struct {
  const PoplensLaneBlocks *blocks;
  gsize first, n;
  guint64 shift;
  guint32 from_row, to_row; /* row .from_row of .blocks becomes row .to_row, the next row becomes
                               .to_row + 1, … */
  const guint8
      *series; /* for each series of .blocks: index of the same series in the joined chart */
} PoplensLaneJoin;

/* Copies several parts into one object, and numbers their items consecutively. If the parts are in
 * the order of their rows, no sorting is needed. (transfer full) */
PoplensLaneBlocks *poplens_lane_blocks_join (const PoplensLaneJoin *parts, guint n_parts);

/* Contents of groups: the cycles of each series in a group. If no row shows the contents of a
 * group, the group is drawn as a stack of these series, and its description lists them. */
typedef struct _PoplensLaneInsides PoplensLaneInsides;
PoplensLaneInsides *poplens_lane_insides_new (guint n_series);
void poplens_lane_insides_free (PoplensLaneInsides *self);
/* Adds the contents of group @item. Call in ascending order of items. @cycles: [n_series]: cycles
 * by series. If all are 0, the contents are unknown. */
void poplens_lane_insides_add (PoplensLaneInsides *self, gsize item, const float *cycles);
/* Sets the contents of groups. @insides: (transfer full) (nullable). Call before the blocks are
 * shared. */
void poplens_lane_blocks_set_insides (PoplensLaneBlocks *self, PoplensLaneInsides *insides);

/* ---- building -------------------------------------------------------------------------------- */

/* Sets the blocks, which become the items of the chart. Rows that belong to no group are not shown.
 */
void poplens_chart_set_lane_blocks (PoplensChart *self, PoplensLaneBlocks *blocks);

/* Adds a group of the next @n_rows rows. A collapsed group shows only its first row. */
void poplens_chart_add_lane_group (PoplensChart *self, const char *name, guint n_rows,
                                   gboolean collapsible, gboolean collapsed);

/* Properties of a row besides its blocks. */
typedef struct {
  const char *note; /* (nullable): (static): shown in the gutter beside the row */
  /* Length in cycles of the longest block whose contents the row shows. The row is shown only if
   * that block is wide enough on screen. 0: the row is always shown. */
  guint64 inside;
  /* TRUE: the row only gives context to the rows below it. A collapsed group and a compact chart
   * hide the row. */
  gboolean above;
} PoplensLaneRowLook;
/* Sets the properties of the first @n rows; by default, all fields are 0. @looks: (array length=n):
 * copied. */
void poplens_chart_set_lane_row_looks (PoplensChart *self, const PoplensLaneRowLook *looks,
                                       guint n);

/* Chooses labels for all blocks that have space for text. Called once per layout, on the thread of
 * the layout. @labels: (out): [n], initially NULL: forms of a label, one per line, longest first
 * (transfer full). The first form that fits is shown. NULL shows the block's name. */
typedef void (*PoplensLaneLabelsFunc) (gconstpointer data, const gsize *items, guint n,
                                       char **labels);
/* Sets the function for labels. @data: (transfer full): freed by @free_data. */
void poplens_chart_set_lane_labels (PoplensChart *self, PoplensLaneLabelsFunc labels, gpointer data,
                                    GDestroyNotify free_data);

/* TRUE: makes all groups fit into view. Rows are low and have no texts, the area is hidden, and
 * each group shows only as many rows as fit. */
void poplens_chart_set_lane_compact (PoplensChart *self, gboolean compact);
/* Returns the least height for one row of each group; 0 if the chart is not compact. */
double poplens_chart_get_lane_compact_height (const PoplensChart *self);

/* Adds a bar above the rows, such as "Engine::run #0". Call in ascending order of cycles. */
void poplens_chart_add_lane_run (PoplensChart *self, const char *name, guint64 from, guint64 to);
/* Returns the positions of a bar. @run: .item of a POPLENS_CHART_HIT_RUN. FALSE if there is no such
 * bar. */
gboolean poplens_chart_get_lane_run (const PoplensChart *self, gsize run, double *from, double *to);

/* Folds cycles [@from, @to): shows a narrow mark in their place. Call in ascending order; ranges
 * are disjoint. */
void poplens_chart_add_lane_break (PoplensChart *self, guint64 from, guint64 to);
/* Describes a folded range: "1,251,447 cycles left out". @index: .item of a
 * POPLENS_CHART_HIT_BREAK. (transfer full) (nullable): NULL if there is no such range. */
char *poplens_chart_describe_lane_break (const PoplensChart *self, gsize index);

/* A step function. Entry i starts at cycle from[from_at[i]]. It has the value values[value_at[i]]
 * until the next entry starts. If .from_at or .value_at is NULL, i itself is the index. Arrays are
 * not copied: .free_owner (nullable) is called with .owner when they are no longer needed. */
typedef struct {
  gsize n;
  const guint64 *from; /* cycles at which entries start, ascending in the order of entries */
  const guint32 *from_at;
  const guint64 *values; /* in the unit of the chart; G_MAXUINT64: unknown */
  const guint32 *value_at;
  gpointer owner;
  GDestroyNotify free_owner;
} PoplensLaneStairs;

/* Adds an area chart above the first group. Each pixel column is filled up to its lowest value and,
 * in a paler colour, up to its highest. @stairs: copied, except for its arrays. */
void poplens_chart_set_lane_area (PoplensChart *self, const char *name, PoplensInk ink,
                                  const PoplensLaneStairs *stairs);

/* Fades blocks, such as those that are not live at a step. @dimmed: (transfer full) (nullable): one
 * byte per block from g_malloc (), by item: 1 or 0. Call after poplens_chart_set_lane_blocks ();
 * the blocks can still be shared with other charts. */
void poplens_chart_set_lane_dimmed (PoplensChart *self, guint8 *dimmed);

/* Outlines blocks that belong together, such as a path through the trace. Adjacent blocks share an
 * outline. @outlined: (transfer full) (nullable): one byte per block from g_malloc (), by item: 1
 * or 0. */
void poplens_chart_set_lane_outlined (PoplensChart *self, guint8 *outlined);

/* Level of a block that is solid over its whole height, and whose description mentions no level. */
#define POPLENS_LANE_WHOLE 255

/* Draws blocks solid up to a level, and paler above it. @levels: (transfer full) (nullable): by
 * item, from g_malloc (): percent of the height, or POPLENS_LANE_WHOLE. @name: meaning of the
 * level, for the hover box ("Tile balance"). @only_high: only high lanes show levels. Call after
 * poplens_chart_set_lane_blocks (). */
void poplens_chart_set_lane_levels (PoplensChart *self, const char *name, guint8 *levels,
                                    gboolean only_high);

/* Makes the first row of each group as high as the plot allows. Other rows are low strips below it.
 * @whole: value that the full height stands for, shown by ticks; 0: no ticks. @noun: (nullable):
 * unit of that value, such as "tile". */
void poplens_chart_set_lane_high (PoplensChart *self, guint64 whole, const char *noun);

/* How the height of a block in a high lane is divided. The block's own series s fills it up to the
 * block's level. Series .middle[s] continues up to .used percent, and .top[s] fills the rest. If
 * .middle[s] is POPLENS_LANE_GROUP, blocks of series s are not divided. */
typedef struct {
  guint8 *used; /* (transfer full): by item: percent of the block's height */
  guint8 middle[POPLENS_LANE_MOST_SERIES], top[POPLENS_LANE_MOST_SERIES];
} PoplensLaneParts;

/* Divides blocks in high lanes among several series. Call after poplens_chart_set_lane_levels ().
 * @parts: copied. */
void poplens_chart_set_lane_parts (PoplensChart *self, const PoplensLaneParts *parts);

/* Shows nominal time instead of cycles on the ruler. @hz: cycles per second; 0, the default: shows
 * cycles. */
void poplens_chart_set_lane_clock (PoplensChart *self, guint64 hz);

/* Sets the clock for the nominal time of measured ranges. @hz: clock of the target; 0: unknown.
 * @has_groups: some blocks are groups. Texts then say "3 blocks" instead of "3 steps". */
void poplens_chart_set_lane_nominal (PoplensChart *self, guint64 hz, gboolean has_groups);

/* Makes positions numbered items, such as steps, instead of cycles. The ruler puts each number at
 * the middle of its item. @noun: (nullable): "step"; NULL, the default: cycles. */
void poplens_chart_set_lane_positions (PoplensChart *self, const char *noun);

/* TRUE: only the lengths of blocks have a meaning, not their positions. Examples are a chart of
 * sizes and shifted traces. Descriptions of blocks then have only name and notes. */
void poplens_chart_set_lane_sizes (PoplensChart *self, gboolean sizes);

/* Texts of a row, in place of names of its blocks. Texts are requested only for visible rows, on
 * the layout's thread. */
typedef struct {
  /* (transfer full) (nullable): .name is shown in or beside the blocks, .note in the gutter */
  char *name, *note;
  gboolean removable; /* a cross in the gutter removes the row (POPLENS_CHART_HIT_ROW) */
} PoplensLaneRowText;
typedef void (*PoplensLaneRowFunc) (gconstpointer data, guint row, PoplensLaneRowText *text);
/* Sets the function for texts of rows. @data: (transfer full): freed by @free_data. */
void poplens_chart_set_lane_row_texts (PoplensChart *self, PoplensLaneRowFunc text, gpointer data,
                                       GDestroyNotify free_data);

/* Extends the range of the whole chart to [@from, @to), for example to an origin at 0. */
void poplens_chart_set_lane_extent (PoplensChart *self, guint64 from, guint64 to);

/* Sets the initial view (poplens_chart_view_opening ()) to [@from, @to). In an ADDRESS chart,
 * memory from @to on must be free. If the view ends at @to or later, a note shows the number of
 * free bytes after the view (POPLENS_CHART_HIT_LIMIT). */
void poplens_chart_set_lane_opening (PoplensChart *self, guint64 from, guint64 to);

/* ---- accessors ------------------------------------------------------------------------------- */

/* TRUE for LANES and ADDRESS charts. */
gboolean poplens_chart_has_blocks (const PoplensChart *self);
/* Returns the blocks of the chart. (transfer full) (nullable) */
PoplensLaneBlocks *poplens_chart_ref_lane_blocks (const PoplensChart *self);

/* Returns the range and row of a block. FALSE if @item is not a block. */
gboolean poplens_chart_get_lane_item (const PoplensChart *self, gsize item, guint64 *from,
                                      guint64 *to, guint *row);
/* Returns the y of the upper edge of the block's row in the unscrolled plot. FALSE if the block is
 * hidden, or its row is not shown. */
gboolean poplens_chart_layout_lane_y (const PoplensChartLayout *layout, gsize item, double *y);
/* Returns the factor by which to zoom in to show the block's row. If the row is shown already, the
 * factor is at most 1. */
double poplens_chart_layout_lane_zoom (const PoplensChartLayout *layout, gsize item);
/* Returns the block next to @item; @item if there is none. @dx: −1 or 1: the previous or next block
 * in its row. @dy: −1 or 1: the block above or below that overlaps it most. */
gsize poplens_chart_get_lane_neighbour (const PoplensChart *self, gsize item, int dx, int dy);

/* ---- measuring ------------------------------------------------------------------------------- */

/* Returns the visible block edge nearest to pixel @x, or the whole cycle at @x if no edge is near.
 */
double poplens_chart_layout_snap (const PoplensChartLayout *self, double x);
/* Returns the number of blocks that are completely in [@from, @to]. */
gsize poplens_chart_count_lane_blocks (const PoplensChart *self, double from, double to);
/* Describes a measured range: "1,204 cycles, nominal time 0.65 µs · 3 steps". (transfer full) */
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
