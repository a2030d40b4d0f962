/* A chart of a page as an image file: PNG for screens, SVG and PDF for print and slides. */
#pragma once

#include "pages/core/page.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_PICTURE_PNG,
  POPLENS_PICTURE_SVG, /* outlines of glyphs, with invisible text on top that can be selected */
  POPLENS_PICTURE_PDF, /* one page, with real text */
  POPLENS_N_PICTURES,
} PoplensPictureFormat;

/* Returns the name of a format: "png", "svg" or "pdf". */
const char *poplens_picture_name (PoplensPictureFormat format);
gboolean poplens_picture_parse (const char *name, PoplensPictureFormat *format);
/* Finds the format from the extension of a file name. FALSE if it is none of the formats. */
gboolean poplens_picture_of_file (const char *file, PoplensPictureFormat *format);

typedef struct {
  PoplensPictureFormat format;
  int width, height; /* logical pixels, 96 per inch; 1 … POPLENS_CANVAS_MAX */
  double scale; /* 0.25 … 8. PNG: image pixels per logical pixel; SVG, PDF: factor of the size */
  gboolean dark;
  PoplensPalette palette;
  const char *font;        /* (nullable) Pango font family; NULL: the system's sans-serif font */
  const char *report_name; /* text before the title; a page of two reports shows the names of both
                              instead */
  const char *chart; /* (nullable) key of the section whose chart is drawn; NULL: the first chart of
                        the page */
  gboolean bare;     /* only the chart: no title, margin or background */
  const PoplensWork *work; /* (nullable) work to which "Writing" is reported, without a fraction */
} PoplensPictureSpec;

#define POPLENS_PICTURE_LEAST_SCALE 0.25
#define POPLENS_PICTURE_MOST_SCALE 8.0

/* Draws a chart of the page with the selection and view of @location, a location of the same page.
 * Any thread may call it, but only one at a time for a page. NULL with POPLENS_ERROR_USAGE if the
 * size is invalid or the page has no such chart (the message lists its charts),
 * POPLENS_ERROR_ABSENT if it has no charts, POPLENS_ERROR_NOT_FOUND if the image could not be
 * created, or G_IO_ERROR_CANCELLED. (transfer full) */
GBytes *poplens_page_draw_picture (const PoplensPage *self, const PoplensLocation *location,
                                   const PoplensPictureSpec *spec, GError **error);
/* Returns the height in pixels at which a bare image of @section, @width pixels wide, shows all
 * rows; 0: any height does. */
double poplens_page_chart_height (const PoplensPage *self, const PoplensSection *section,
                                  double width);
/* Writes an image as poplens_page_draw_picture (), for the page's own location, to a file. The file
 * is written completely or not at all. */
gboolean poplens_page_save_picture (const PoplensPage *self, const PoplensPictureSpec *spec,
                                    const char *file, GError **error);

G_END_DECLS
