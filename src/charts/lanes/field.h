/* Fields of LANES charts: below the rows of a group many thin lines over the same cycles, one for
 * each of many things alike ("tile"), of which a pixel shows the mixture of what they did there: as
 * much of each series' ink as it has of the pixel's lines and cycles. Waiting is a tint, as it is
 * in blocks.
 *
 * A chart does not change, but what is known of a field may: it is asked by every layout. Cells
 * that are coarser than pixels, or beside them, are shown as long as there are none better. */
#pragma once

#include "charts/lanes/lanes.h"

G_BEGIN_DECLS

/* ---- cells: immutable, shared ---------------------------------------------------------------- */

typedef struct _PoplensFieldCells PoplensFieldCells;

/* @order: (transfer full) (nullable): [n_lines] the row of @cells that each line shows; NULL: they
 * are the same.
 * @edges: [n_columns + 1] cycles, strictly rising.
 * @cells: [row][series][column]: shares in 255ths; what is above 0 is there, however little.
 * Neither is copied: they stay until @free_owner (nullable) is called with @owner. Adds up lines in
 * ever larger groups, which takes a pass over the cells: for a worker. */
PoplensFieldCells *poplens_field_cells_new (guint n_lines, guint32 *order, guint n_columns,
                                            const guint64 *edges, guint n_series,
                                            const guint8 *cells, gpointer owner,
                                            GDestroyNotify free_owner);
PoplensFieldCells *poplens_field_cells_ref (PoplensFieldCells *self);
void poplens_field_cells_unref (PoplensFieldCells *self);

/* ---- what a field is asked ------------------------------------------------------------------- */

typedef struct {
  /* What is known, the best last: a pixel column shows the last that has all of it, else the last
   * that has some. (transfer full): array of PoplensFieldCells */
  GPtrArray *(*get_cells) (gconstpointer data);
  /* "17", for the gutter. (transfer full) */
  char *(*name_line) (gconstpointer data, guint line);
  /* What the line did in [from, to): lines for the hover box. (transfer full) */
  char *(*describe) (gconstpointer data, guint line, guint64 from, guint64 to);
  /* Where what is selected lies on the line; FALSE where it does not. */
  gboolean (*get_selected) (gconstpointer data, guint line, guint64 *from, guint64 *to);
  /* What is to be said of all of it, as how far the reading is; NULL: nothing. In the middle where
   * nothing is known, else in a corner. (transfer full) */
  char *(*get_note) (gconstpointer data);
} PoplensFieldClass;

/* What series of cells look like. */
typedef struct {
  const char *key; /* (static): hidden with the chart's series of that key, if it has one */
  PoplensInk ink;
  PoplensSeriesKind kind;
} PoplensFieldSeries;

/* Series of a field's cells, where they are not those of the chart: at most 16. */
void poplens_chart_set_lane_field_series (PoplensChart *self, guint group,
                                          const PoplensFieldSeries *series, guint n);

/* Below the rows of @group, which is there. @data: (transfer full): freed with @free_data. */
void poplens_chart_set_lane_field (PoplensChart *self, guint group, guint n_lines,
                                   const PoplensFieldClass *klass, gpointer data,
                                   GDestroyNotify free_data);
gboolean poplens_chart_has_fields (const PoplensChart *self);

/* ---- in a layout ----------------------------------------------------------------------------- */

/* Edges of columns that cells should have to be shown as well as can be: of its pixels, or where
 * those are more than @most columns of several. Whole cycles, strictly rising, at least two.
 * (transfer full): array of guint64 */
GArray *poplens_chart_layout_field_edges (const PoplensChartLayout *self, guint most);

typedef struct {
  guint group, line;
  guint64 from, to; /* cycles of the pixel, at least one */
} PoplensFieldPlace;

/* Where the first field that is shown lies, with nothing scrolled. FALSE where there is none. */
gboolean poplens_chart_layout_first_field (const PoplensChartLayout *self, double *y,
                                           double *height);

/* The line at (x, y): what a hit of POPLENS_CHART_HIT_FIELD is about. */
gboolean poplens_chart_layout_field_at (const PoplensChartLayout *self, double x, double y,
                                        PoplensFieldPlace *place);
char *poplens_chart_layout_describe_field (const PoplensChartLayout *self,
                                           const PoplensFieldPlace *place);
/* Views with lines @factor times as high; the one at @y stays where it is. */
PoplensChartView poplens_chart_layout_zoom_lines (const PoplensChartLayout *self, double factor,
                                                  double y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFieldCells, poplens_field_cells_unref)

G_END_DECLS
