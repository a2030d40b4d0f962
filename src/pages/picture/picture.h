/* A chart of a page as a picture: PNG for screens, SVG and PDF for print and slides. */
#pragma once

#include "pages/core/page.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_PICTURE_PNG,
  POPLENS_PICTURE_SVG, /* outlines, and over them invisible texts that can be selected */
  POPLENS_PICTURE_PDF, /* one page; texts are texts */
  POPLENS_N_PICTURES,
} PoplensPictureFormat;

/* "png", "svg", "pdf" */
const char *poplens_picture_name (PoplensPictureFormat format);
gboolean poplens_picture_parse (const char *name, PoplensPictureFormat *format);
/* By the ending of a file's name; FALSE where that says none. */
gboolean poplens_picture_of_file (const char *file, PoplensPictureFormat *format);

typedef struct {
  PoplensPictureFormat format;
  int width, height; /* logical pixels, 96 an inch; 1 … POPLENS_CANVAS_MAX */
  double scale;      /* 0.25 … 8: PNG has so many pixels a logical one, the others are so large */
  gboolean dark;
  PoplensPalette palette;
  const char *font;        /* (nullable): Pango family; NULL: the system's sans */
  const char *report_name; /* before the title; of two reports the page knows */
  const char *chart;       /* (nullable): key of its section; NULL: the first of the page */
  gboolean bare;           /* only the chart: no title, no margin, no background */
  const PoplensWork *work; /* (nullable): gets "Writing", without a measure */
} PoplensPictureSpec;

#define POPLENS_PICTURE_LEAST_SCALE 0.25
#define POPLENS_PICTURE_MOST_SCALE 8.0

/* What @location, of the page that @self shows, selects and zooms to; for any thread, but one at a
 * time for one page. (transfer full); NULL with POPLENS_ERROR_USAGE where the size is none, or the
 * page has no chart of that key (which lists those it has), POPLENS_ERROR_ABSENT where it has no
 * chart at all, POPLENS_ERROR_NOT_FOUND where the picture could not be made, or
 * G_IO_ERROR_CANCELLED. */
GBytes *poplens_page_draw_picture (const PoplensPage *self, const PoplensLocation *location,
                                   const PoplensPictureSpec *spec, GError **error);
/* How high a bare picture of @section of that width has to be for all its rows; 0: it takes any. */
double poplens_page_chart_height (const PoplensPage *self, const PoplensSection *section,
                                  double width);
/* The same, into a file: whole or not at all. */
gboolean poplens_page_save_picture (const PoplensPage *self, const PoplensPictureSpec *spec,
                                    const char *file, GError **error);

G_END_DECLS
