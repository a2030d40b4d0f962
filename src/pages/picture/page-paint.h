/* Painting the sections of a page; for the files of this room only. Each function paints inside a
 * box and returns how much of its height it took. */
#pragma once

#include "pages/core/page-private.h"
#include "pages/picture/canvas.h"

G_BEGIN_DECLS

/* look.md 2, 3. */
#define POPLENS_PAGE_MARGIN 18.0
#define POPLENS_PAGE_GAP 12.0
#define POPLENS_COLUMN_GAP (2 * POPLENS_PAGE_MARGIN)
#define POPLENS_ROW_HEIGHT 22.0
#define POPLENS_TITLE_HEIGHT 30.0
#define POPLENS_TITLE_SIZE 15.0
#define POPLENS_LABEL_SIZE 12.0
#define POPLENS_SMALL_SIZE 11.0

typedef struct {
  double x, y, width, height;
} PoplensPageBox;

typedef struct {
  PoplensCanvas *canvas;
  const PoplensPage *page;
  const PoplensLocation *location; /* what it selects and zooms to */
  PoplensTheme theme;
  const PoplensWork *work; /* (nullable) */
  GError **error;          /* the first thing that could not be read while painting */
} PoplensPainter;

PoplensColor poplens_painter_ink (const PoplensPainter *self, PoplensInk ink);
PoplensColor poplens_painter_tone (const PoplensPainter *self, PoplensTone tone);
/* What a page lies on, and what its cards do. */
PoplensColor poplens_painter_page (const PoplensPainter *self);
PoplensColor poplens_painter_card (const PoplensPainter *self);

/* What title and note take, to stand beside each other. */
double poplens_title_width (const PoplensPainter *self, const char *title, const char *note);
/* A title line; @note (nullable) dim beside it. */
double poplens_paint_title (const PoplensPainter *self, const char *title, const char *note,
                            PoplensPageBox box);
/* Cards in rows, as many beside one another as have room. */
double poplens_paint_facts (const PoplensPainter *self, const GPtrArray *facts, PoplensPageBox box);
/* A row each: number, sentence, cause; those that do not fit are counted. */
double poplens_paint_findings (const PoplensPainter *self, const PoplensSection *section,
                               PoplensPageBox box);
double poplens_paint_notice (const PoplensPainter *self, const PoplensSection *section,
                             PoplensPageBox box);
/* Title and as many rows as fit, saying "12 of 40 rows" where that is not all; 0 and nothing
 * painted where not even three rows fit, or they are still to be made. A section without a table
 * says why. *@width: what it took of the box's. */
double poplens_paint_table (const PoplensPainter *self, const PoplensSection *section,
                            PoplensPageBox box, double *width);
/* The sections of a document in columns of about one height, no more of them than sections; titles
 * of those that do not fit go to @left_out. */
void poplens_paint_columns (const PoplensPainter *self, PoplensPageBox body, GString *left_out);
void poplens_paint_leave_out (GString *left_out, const PoplensSection *section);
/* Chart with overview or title. @missing: (out) (nullable): as poplens_paint_chart_box () returns
 */
double poplens_paint_chart (const PoplensPainter *self, const PoplensSection *section,
                            PoplensPageBox box, double *missing);
/* A chart in a tab, with the facts beside it where there is room; 0 and nothing painted where not
 * even the chart has. */
double poplens_paint_tab (const PoplensPainter *self, const PoplensSection *section,
                          PoplensPageBox box);
/* The chart alone, without overview and title. Returns: pixels that it lacks to show all rows */
double poplens_paint_chart_box (const PoplensPainter *self, const PoplensSection *section,
                                PoplensPageBox box);

/* Headline, notices, charts, tables: as much as fits, and what does not is named. */
void poplens_paint_page (const PoplensPainter *self, const char *report_name, double width,
                         double height);
/* One chart under its title, over the whole picture; says so where not all its rows are on it. */
void poplens_paint_chart_alone (const PoplensPainter *self, const PoplensSection *section,
                                const char *report_name, double width, double height);

G_END_DECLS
