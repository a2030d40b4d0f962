/* Fields of LANES charts: below the rows of a group, thin lines over the same cycles, one per tile
 * for example. A pixel shows the mixture of what its lines do in its cycles: each series' ink, by
 * its share of lines and cycles. Waiting is a tint, as in blocks.
 *
 * Charts are immutable, but data of a field can arrive later: every layout asks for it. Coarse or
 * incomplete cells are shown until better ones are known. */
#pragma once

#include "charts/lanes/lanes.h"

G_BEGIN_DECLS

/* ---- cells: immutable, can be shared --------------------------------------------------------- */

typedef struct _PoplensFieldCells PoplensFieldCells;

/* Makes cells of a field. @order: (transfer full) (nullable): [n_lines]: row of @cells by line;
 * NULL: equal to the line. @edges: [n_columns + 1]: cycles, strictly ascending. @cells:
 * [row][series][column]: shares in units of 1/255; a share above 0 is not rounded to 0. @edges and
 * @cells are not copied; @free_owner (nullable) is called with @owner when they are no longer
 * needed. Sums lines in groups of increasing size, which takes a pass over the cells: call on a
 * worker. */
PoplensFieldCells *poplens_field_cells_new (guint n_lines, guint32 *order, guint n_columns,
                                            const guint64 *edges, guint n_series,
                                            const guint8 *cells, gpointer owner,
                                            GDestroyNotify free_owner);
PoplensFieldCells *poplens_field_cells_ref (PoplensFieldCells *self);
void poplens_field_cells_unref (PoplensFieldCells *self);

/* ---- functions of a field -------------------------------------------------------------------- */

typedef struct {
  /* Returns the cells known so far, the best ones last. A pixel column shows the last cells that
   * cover it completely, else the last that cover it in part. (transfer full): array of
   * PoplensFieldCells */
  GPtrArray *(*get_cells) (gconstpointer data);
  /* Returns the name of a line for the gutter: "17". (transfer full) */
  char *(*name_line) (gconstpointer data, guint line);
  /* Describes what a line does in cycles [from, to), as lines of text for the hover box. (transfer
   * full) */
  char *(*describe) (gconstpointer data, guint line, guint64 from, guint64 to);
  /* Returns the selected cycles on the line. FALSE if there are none. */
  gboolean (*get_selected) (gconstpointer data, guint line, guint64 *from, guint64 *to);
  /* Returns a note about the whole field, such as reading progress. It is shown in the middle of a
   * field without cells, else in a corner. (transfer full) (nullable) */
  char *(*get_note) (gconstpointer data);
} PoplensFieldClass;

/* How a series of the cells is drawn. */
typedef struct {
  const char *key; /* (static): the series is hidden with the chart's series of the same key */
  PoplensInk ink;
  PoplensSeriesKind kind;
} PoplensFieldSeries;

/* Sets the series of the field's cells, if they differ from those of the chart. @n: at most 16. */
void poplens_chart_set_lane_field_series (PoplensChart *self, guint group,
                                          const PoplensFieldSeries *series, guint n);

/* Adds a field below the rows of the existing @group. @data: (transfer full): freed by @free_data.
 */
void poplens_chart_set_lane_field (PoplensChart *self, guint group, guint n_lines,
                                   const PoplensFieldClass *klass, gpointer data,
                                   GDestroyNotify free_data);
gboolean poplens_chart_has_fields (const PoplensChart *self);

/* ---- layout ---------------------------------------------------------------------------------- */

/* Returns edges of columns for cells that match the layout: one per pixel or, if that gives more
 * than @most columns, one per several pixels. Whole cycles, strictly ascending, at least two.
 * (transfer full): array of guint64 */
GArray *poplens_chart_layout_field_edges (const PoplensChartLayout *self, guint most);

typedef struct {
  guint group, line;
  guint64 from, to; /* cycles of the pixel column: at least one */
} PoplensFieldPlace;

/* Returns the position of the first field, without scrolling. FALSE if there is none. */
gboolean poplens_chart_layout_first_field (const PoplensChartLayout *self, double *y,
                                           double *height);

/* Returns the line at (@x, @y), for a hit of POPLENS_CHART_HIT_FIELD. FALSE if there is none. */
gboolean poplens_chart_layout_field_at (const PoplensChartLayout *self, double x, double y,
                                        PoplensFieldPlace *place);
char *poplens_chart_layout_describe_field (const PoplensChartLayout *self,
                                           const PoplensFieldPlace *place);
/* Returns a view whose lines are @factor times as high, with the line at @y in place. */
PoplensChartView poplens_chart_layout_zoom_lines (const PoplensChartLayout *self, double factor,
                                                  double y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFieldCells, poplens_field_cells_unref)

G_END_DECLS
