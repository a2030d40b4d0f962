/* A picture to paint a chart on: text and boxes in the inks of look.md 8. Logical pixels; texts
 * have tabular figures. */
#pragma once

#include "charts/core/chart.h"
#include "pages/picture/picture.h"

G_BEGIN_DECLS

typedef struct _PoplensCanvas PoplensCanvas;

typedef struct {
  double size; /* pixels */
  gboolean bold;
  PoplensColor color;
} PoplensTextStyle;

/* @width, @height: 1 … POPLENS_CANVAS_MAX pixels. */
#define POPLENS_CANVAS_MAX 16384
/* @scale: what a logical pixel is in the picture's. */
PoplensCanvas *poplens_canvas_new (const PoplensChartStyle *style, PoplensPictureFormat format,
                                   int width, int height, double scale);
void poplens_canvas_free (PoplensCanvas *self);

/* Reports "Writing", without a measure, to @work, which may cancel. @work: (nullable); it must
 * outlive the canvas. */
void poplens_canvas_set_work (PoplensCanvas *self, const PoplensWork *work);

cairo_t *poplens_canvas_get_cairo (PoplensCanvas *self); /* (transfer none) */
const PoplensChartStyle *poplens_canvas_get_style (PoplensCanvas *self);
/* What a reader of the file is told that it is; not drawn, and not in a PNG. */
void poplens_canvas_set_title (PoplensCanvas *self, const char *title, const char *subject);
/* The picture's bytes; nothing can be painted afterwards. (transfer full), or NULL with an error,
 * which is G_IO_ERROR_CANCELLED where it was given up */
GBytes *poplens_canvas_finish (PoplensCanvas *self, GError **error);

/* Width of one line. */
double poplens_canvas_measure (PoplensCanvas *self, const char *text,
                               const PoplensTextStyle *style);
/* One line in the box, its middle on the box's; shortened where it is wider. */
void poplens_canvas_text (PoplensCanvas *self, const char *text, const PoplensTextStyle *style,
                          double x, double y, double width, double height);
void poplens_canvas_fill (PoplensCanvas *self, PoplensColor color, double x, double y, double width,
                          double height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensCanvas, poplens_canvas_free)

G_END_DECLS
