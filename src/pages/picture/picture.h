/* A chart of a page as an image file: PNG for screens, SVG and PDF for print and slides. */
#pragma once

#include "pages/core/page.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_PICTURE_PNG,
  POPLENS_PICTURE_SVG, /* text is drawn as outlines; an invisible text on top can be selected */
  POPLENS_PICTURE_PDF, /* a document of one page; text is written as text */
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
  double scale; /* 0.25 … 8. PNG: image pixels per logical pixel; SVG, PDF: scales the drawing */
  gboolean dark;
  PoplensPalette palette;
  const char *font;        /* (nullable) Pango font family; NULL: the system's sans-serif font */
  const char *report_name; /* shown before the title. A page that compares two reports shows both
                              names instead */
  const char *chart; /* (nullable) key of the section whose chart is drawn; NULL: the first chart of
                        the page */
  gboolean bare;     /* only the chart: no title, margin or background */
  const PoplensWork *work; /* (nullable) work to which "Writing" is reported, without a fraction */
} PoplensPictureSpec;

#define POPLENS_PICTURE_LEAST_SCALE 0.25
#define POPLENS_PICTURE_MOST_SCALE 8.0

/* Draws a chart of the page. @location: a location of this page, with the selection and view. Only
 * one thread at a time may call this for a page. NULL with POPLENS_ERROR_USAGE (invalid size, no
 * such chart), POPLENS_ERROR_ABSENT (no charts), POPLENS_ERROR_NOT_FOUND (cannot create the image),
 * G_IO_ERROR_CANCELLED or a read error. (transfer full) */
GBytes *poplens_page_draw_picture (const PoplensPage *self, const PoplensLocation *location,
                                   const PoplensPictureSpec *spec, GError **error);
/* Returns the height in pixels that a bare image of @section needs to show all rows. 0: the chart
 * fits any height. @width: width of the image in pixels */
double poplens_page_chart_height (const PoplensPage *self, const PoplensSection *section,
                                  double width);
/* Draws a chart of the page, with the page's own location, to a file. Writes the file completely or
 * not at all. FALSE with @error. */
gboolean poplens_page_save_picture (const PoplensPage *self, const PoplensPictureSpec *spec,
                                    const char *file, GError **error);

G_END_DECLS
