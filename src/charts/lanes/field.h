/* Fields of LANES charts: many thin lines below the rows of a group, for example one line per tile.
 * A pixel mixes the colours of all series in its lines and cycles, by their shares.
 *
 * A chart is immutable, but the data of a field can arrive later: each layout calls .get_cells.
 * Coarse or incomplete cells are shown until better cells are known. */
#pragma once

#include "charts/lanes/lanes.h"

G_BEGIN_DECLS

/* ---- cells: immutable, can be shared --------------------------------------------------------- */

typedef struct _PoplensFieldCells PoplensFieldCells;

/* Makes cells of a field. @order: (transfer full) (nullable): [n_lines]: row of @cells for each
 * line; NULL: line i is row i. @edges: [n_columns + 1]: cycles, strictly ascending. @cells:
 * [row][series][column]: shares in units of 1/255, rounded up to 1 if above 0. @owner keeps @edges
 * and @cells alive, and @free_owner (nullable) frees it. Call this function on a worker, because it
 * reads all cells. */
PoplensFieldCells *poplens_field_cells_new (guint n_lines, guint32 *order, guint n_columns,
                                            const guint64 *edges, guint n_series,
                                            const guint8 *cells, gpointer owner,
                                            GDestroyNotify free_owner);
PoplensFieldCells *poplens_field_cells_ref (PoplensFieldCells *self);
void poplens_field_cells_unref (PoplensFieldCells *self);

/* ---- functions of a field -------------------------------------------------------------------- */

typedef struct {
  /* Returns the cells known so far, from worst to best. A pixel column shows the best cells that
   * cover the whole column. If no cells do, it shows the first cells that cover a part of the
   * column. (transfer full): array of PoplensFieldCells */
  GPtrArray *(*get_cells) (gconstpointer data);
  /* Returns the name of a line for the gutter: "17". (transfer full) */
  char *(*name_line) (gconstpointer data, guint line);
  /* Describes what a line does in cycles [from, to), as lines of text for the hover box. (transfer
   * full) */
  char *(*describe) (gconstpointer data, guint line, guint64 from, guint64 to);
  /* Returns the selected cycles on the line. FALSE if there are none. */
  gboolean (*get_selected) (gconstpointer data, guint line, guint64 *from, guint64 *to);
  /* Returns a note about the whole field, such as the progress of reading. (transfer full)
   * (nullable) */
  char *(*get_note) (gconstpointer data);
} PoplensFieldClass;

/* How one series of a field is drawn. */
typedef struct {
  const char *key; /* (static): if the user hides the chart's series with this key, this series is
                      hidden, too */
  PoplensInk ink;
  PoplensSeriesKind kind;
} PoplensFieldSeries;

/* Sets the series of a field, if they differ from the series of the chart. @n: at most 16. */
void poplens_chart_set_lane_field_series (PoplensChart *self, guint group,
                                          const PoplensFieldSeries *series, guint n);

/* Adds a field below the rows of the existing @group. @data: (transfer full): freed by @free_data.
 */
void poplens_chart_set_lane_field (PoplensChart *self, guint group, guint n_lines,
                                   const PoplensFieldClass *klass, gpointer data,
                                   GDestroyNotify free_data);
gboolean poplens_chart_has_fields (const PoplensChart *self);

/* ---- layout ---------------------------------------------------------------------------------- */

/* Returns the edges of columns that suit the layout: a column per pixel, or wider columns if there
 * would be more than @most. Edges are whole cycles, strictly ascending, at least two. (transfer
 * full): array of guint64 */
GArray *poplens_chart_layout_field_edges (const PoplensChartLayout *self, guint most);

typedef struct {
  guint group, line;
  guint64 from, to; /* cycles [from, to) of the pixel column: at least one */
} PoplensFieldPlace;

/* Returns the y and height of the first field when the rows are scrolled to the top. FALSE if no
 * field is shown. */
gboolean poplens_chart_layout_first_field (const PoplensChartLayout *self, double *y,
                                           double *height);

/* Returns the line at (@x, @y), for a hit of POPLENS_CHART_HIT_FIELD. FALSE if there is none. */
gboolean poplens_chart_layout_field_at (const PoplensChartLayout *self, double x, double y,
                                        PoplensFieldPlace *place);
char *poplens_chart_layout_describe_field (const PoplensChartLayout *self,
                                           const PoplensFieldPlace *place);
/* Returns a view in which lines are @factor times as high, and the line at @y stays in place. */
PoplensChartView poplens_chart_layout_zoom_lines (const PoplensChartLayout *self, double factor,
                                                  double y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFieldCells, poplens_field_cells_unref)

G_END_DECLS
