/* A chart of a page as an image file: PNG for screens, SVG and PDF for print and slides. */
#pragma once

#include "pages/core/page.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_PICTURE_PNG,
  POPLENS_PICTURE_SVG, /* glyphs as outlines, with invisible texts on top that can be selected */
  POPLENS_PICTURE_PDF, /* one page, with real text */
  POPLENS_N_PICTURES,
} PoplensPictureFormat;

/* "png", "svg", "pdf" */
const char *poplens_picture_name (PoplensPictureFormat format);
gboolean poplens_picture_parse (const char *name, PoplensPictureFormat *format);
/* Gives the format by the file name's extension. FALSE if it has none of these. */
gboolean poplens_picture_of_file (const char *file, PoplensPictureFormat *format);

typedef struct {
  PoplensPictureFormat format;
  int width, height; /* logical pixels, 96 per inch; 1 … POPLENS_CANVAS_MAX */
  double scale; /* 0.25 … 8: PNG: image pixels per logical pixel; SVG, PDF: factor of the size */
  gboolean dark;
  PoplensPalette palette;
  const char *font; /* (nullable): Pango family; NULL: the system's sans-serif font */
  const char
      *report_name;  /* written before the title; pages of two reports use their names instead */
  const char *chart; /* (nullable): key of its section; NULL: the first of the page */
  gboolean bare;     /* only the chart: no title, margin or background */
  const PoplensWork *work; /* (nullable): "Writing" is reported to it, without a fraction */
} PoplensPictureSpec;

#define POPLENS_PICTURE_LEAST_SCALE 0.25
#define POPLENS_PICTURE_MOST_SCALE 8.0

/* Draws the chart with selection and view of @location, which is of the same page. Any thread, but
 * one at a time for a page. NULL with POPLENS_ERROR_USAGE if the size is invalid or the page has no
 * such chart (the message lists them), POPLENS_ERROR_ABSENT if it has no charts,
 * POPLENS_ERROR_NOT_FOUND if the image could not be created, or G_IO_ERROR_CANCELLED. (transfer
 * full) */
GBytes *poplens_page_draw_picture (const PoplensPage *self, const PoplensLocation *location,
                                   const PoplensPictureSpec *spec, GError **error);
/* Returns the height at which a bare image of @section with this width shows all rows; 0: any
 * height. */
double poplens_page_chart_height (const PoplensPage *self, const PoplensSection *section,
                                  double width);
/* As poplens_page_draw_picture () for the page's own location, into a file: written completely or
 * not at all. */
gboolean poplens_page_save_picture (const PoplensPage *self, const PoplensPictureSpec *spec,
                                    const char *file, GError **error);

G_END_DECLS
