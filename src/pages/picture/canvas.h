/* Canvas of an image file: draws texts and boxes for a chart in the inks of look.md 8. Sizes are in
 * logical pixels; texts have tabular figures. */
#pragma once

#include "charts/core/chart.h"
#include "pages/picture/picture.h"

G_BEGIN_DECLS

typedef struct _PoplensCanvas PoplensCanvas;

typedef struct {
  double size; /* font size in logical pixels */
  gboolean bold;
  PoplensColor color;
} PoplensTextStyle;

/* Largest width and height of a canvas in pixels. */
#define POPLENS_CANVAS_MAX 16384
/* Creates a canvas of @width × @height logical pixels, 1 … POPLENS_CANVAS_MAX. @scale: image pixels
 * per logical pixel. (transfer full) */
PoplensCanvas *poplens_canvas_new (const PoplensChartStyle *style, PoplensPictureFormat format,
                                   int width, int height, double scale);
void poplens_canvas_free (PoplensCanvas *self);

/* Sets the work to which the canvas reports "Writing", without a fraction, and which can cancel the
 * writing. @work: (nullable); must outlive the canvas. */
void poplens_canvas_set_work (PoplensCanvas *self, const PoplensWork *work);

cairo_t *poplens_canvas_get_cairo (PoplensCanvas *self); /* (transfer none) */
const PoplensChartStyle *poplens_canvas_get_style (PoplensCanvas *self);
/* Sets title and description in the metadata of an SVG or PDF; a PNG has none. Nothing is drawn. */
void poplens_canvas_set_title (PoplensCanvas *self, const char *title, const char *subject);
/* Finishes the image and returns its bytes; nothing can be drawn afterwards. NULL with @error,
 * which is G_IO_ERROR_CANCELLED if the work was cancelled. (transfer full) */
GBytes *poplens_canvas_finish (PoplensCanvas *self, GError **error);

/* Returns the width of @text as one line, in logical pixels. */
double poplens_canvas_measure (PoplensCanvas *self, const char *text,
                               const PoplensTextStyle *style);
/* Draws @text as one line in the box, vertically centred. A text that is too wide is ellipsized. */
void poplens_canvas_text (PoplensCanvas *self, const char *text, const PoplensTextStyle *style,
                          double x, double y, double width, double height);
void poplens_canvas_fill (PoplensCanvas *self, PoplensColor color, double x, double y, double width,
                          double height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensCanvas, poplens_canvas_free)

G_END_DECLS
