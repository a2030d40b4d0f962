/* Draws blocks and their labels. Work is solid, waiting is a tint with an outline, groups are
 * faint. */
#include "charts/lanes/lanes-private.h"

#include <math.h>

#define GROUP_FILL 0.09
#define GROUP_FRAME 0.30
#define DOT_EDGE 2
#define GAP_HATCH 0.45
#define GAP_HATCH_FROM 5
#define GAP_FRAME 0.35
/* Opacity of a block above its level. Below its level (a percentage of the height), a block is
 * solid. */
#define ABOVE_LEVEL 0.36
/* If at least this percent of a block's height is solid, a label in its middle is on the solid
 * part. */
#define TEXT_LEVEL 75
#define STRIPES 0.45
#define OUTLINE 2
#define OUTLINE_SIDES_FROM 12
#define STRIPES_FROM 8
/* Least width in pixels of a block that has a gap of one pixel to the next block. */
#define SEPARATE_FROM 4

static const PoplensLaneCell *
draw_cell_at (const PoplensChartLayout *self, guint i)
{
  return &g_array_index (poplens_lanes_layout (self)->cells, PoplensLaneCell, i);
}

static const PoplensSeries *
series_of (const PoplensChartLayout *self, guint8 series)
{
  return series < self->chart->series->len ? poplens_chart_series (self->chart, series) : NULL;
}

gboolean
poplens_lane_is_outlined (const PoplensSeries *series)
{
  return series && (poplens_series_kind_waits (series->kind) ||
                    series->kind == POPLENS_SERIES_GAP || series->kind == POPLENS_SERIES_BLANK);
}

static const PoplensLanePart *
part_at (const PoplensChartLayout *self, gint32 part)
{
  return &g_array_index (poplens_lanes_layout (self)->mixes, PoplensLanePart, (guint) part);
}

/* TRUE if the cell shows a group as a stack of series. */
static gboolean
is_mixed_group (const PoplensChartLayout *self, const PoplensLaneCell *cell)
{
  return cell->inside >= 0 && part_at (self, cell->inside + 1)->height;
}

/* Returns the series in whose colour a cell is drawn. If the cell shows the contents of a group,
 * and all are of one series, returns that series. */
static guint8
series_at (const PoplensChartLayout *self, const PoplensLaneCell *cell)
{
  return cell->inside >= 0 && !is_mixed_group (self, cell)
             ? part_at (self, cell->inside)->series
             : poplens_lane_series (poplens_lanes (self->chart)->blocks, cell->first);
}

typedef enum {
  PASS_FILL,
  PASS_HATCH,
  PASS_FRAME,
} Pass;

/* Adds a box to the current drawing operation, clipped to the visible part of the row. */
static void
lanes_add_box (PoplensChartLayout *self, const PoplensLaneRow *row, double x0, double x1, double y0,
               double y1)
{
  y0 = MAX (y0, row->top);
  y1 = MIN (y1, row->bottom);
  poplens_layout_box (self, x0, y0, x1 - x0, y1 - y0);
}

/* Finds the part of a block's height that is drawn as @series. FALSE if the series has no part.
 * @top, @bottom: (out): edges of the part. */
static gboolean
find_part (const PoplensChartLayout *self, const PoplensLaneRow *row, const PoplensLaneCell *cell,
           guint8 series, double *top, double *bottom)
{
  guint8 from, to;

  *top = row->y;
  *bottom = row->y + row->height;
  if (!poplens_lane_has_parts (self, row))
    return series_at (self, cell) == series;
  if (!poplens_lane_part (self->chart, cell->first, series, &from, &to))
    return FALSE;
  *top = *bottom - round (row->height * to / 100);
  *bottom -= round (row->height * from / 100);
  return *top < *bottom;
}

static void
add_single (PoplensChartLayout *self, const PoplensLaneRow *row, const PoplensLaneCell *cell,
            Pass pass, guint8 series, gboolean outlined, double hatch_from)
{
  double width = cell->x1 - cell->x0, x1 = cell->x1 - (width >= SEPARATE_FROM), top, bottom;
  gboolean hatched = width >= hatch_from;

  if (pass == PASS_FRAME ? width < POPLENS_LANE_LEAST
                         : (pass == PASS_HATCH) != (outlined && hatched))
    return;
  if (find_part (self, row, cell, series, &top, &bottom))
    lanes_add_box (self, row, cell->x0, x1, top, bottom);
}

/* Draws the parts of @series in a cell that shows several series. @x1: right edge of the parts.
 * @parts: index in .mixes of the first part of the cell. */
static void
add_mixed (PoplensChartLayout *self, const PoplensLaneRow *row, const PoplensLaneCell *cell,
           double x1, gint32 parts, guint8 series)
{
  double bottom = row->y + row->height;

  for (const PoplensLanePart *part = part_at (self, parts); part->height; part++) {
    if (part->series == series)
      lanes_add_box (self, row, cell->x0, x1, bottom - part->height, bottom);
    bottom -= part->height;
  }
}

/* Draws the fills, hatches or frames (@pass) of all boxes of one series, as one operation. */
static void
draw_pass (PoplensChartLayout *self, guint8 series, Pass pass, PoplensDrawKind kind,
           PoplensColor color)
{
  const PoplensSeries *s = series_of (self, series);
  gboolean outlined = poplens_lane_is_outlined (s);
  /* Unused space (GAP) is hatched even if it is narrow. QUIET series are never hatched. */
  double hatch_from = s && s->kind == POPLENS_SERIES_GAP     ? GAP_HATCH_FROM
                      : s && s->kind == POPLENS_SERIES_QUIET ? HUGE_VAL
                                                             : POPLENS_LANE_HATCH_FROM;

  poplens_layout_begin (self, kind, POPLENS_PART_LOW,
                        series == POPLENS_LANE_MOST_SERIES ? -1 : series, color);
  for (guint r = 0; r < poplens_lanes_layout (self)->rows->len; r++) {
    const PoplensLaneRow *row =
        &g_array_index (poplens_lanes_layout (self)->rows, PoplensLaneRow, r);
    for (guint c = row->first_cell; c < row->first_cell + row->n_cells; c++) {
      const PoplensLaneCell *cell = draw_cell_at (self, c);
      if (cell->mix >= 0 && pass == PASS_FILL)
        add_mixed (self, row, cell, cell->x1, cell->mix, series);
      else if (is_mixed_group (self, cell) && pass == PASS_FILL)
        add_mixed (self, row, cell, cell->x1 - (cell->x1 - cell->x0 >= SEPARATE_FROM), cell->inside,
                   series);
      else if (cell->mix < 0)
        add_single (self, row, cell, pass, series, outlined, hatch_from);
    }
  }
}

static void
draw_series (PoplensChartLayout *self, guint8 s)
{
  const PoplensSeries *series = series_of (self, s);
  PoplensColor color = poplens_layout_series_color (self, s, 1), tint = color;

  if (series->hidden)
    return;
  if (!poplens_lane_is_outlined (series)) {
    draw_pass (self, s, PASS_FILL, POPLENS_DRAW_FILL, color);
    return;
  }
  if (series->kind == POPLENS_SERIES_BLANK) {
    draw_pass (self, s, PASS_FRAME, POPLENS_DRAW_DOTTED_BOX, color);
    return;
  }
  if (series->kind == POPLENS_SERIES_GAP) {
    tint.alpha = color.alpha * GAP_HATCH;
    draw_pass (self, s, PASS_HATCH, POPLENS_DRAW_HATCH, tint);
    tint.alpha = color.alpha * GAP_FRAME;
    draw_pass (self, s, PASS_FILL, POPLENS_DRAW_FILL, tint);
    draw_pass (self, s, PASS_FRAME, POPLENS_DRAW_FRAME, tint);
    return;
  }
  tint.alpha *= poplens_layout_tint (self, series);
  draw_pass (self, s, PASS_FILL, POPLENS_DRAW_FILL, tint);
  draw_pass (self, s, PASS_HATCH, POPLENS_DRAW_HATCH, color);
  draw_pass (self, s, PASS_FRAME, POPLENS_DRAW_FRAME, color);
}

/* Draws the dotted top edge of estimated blocks, in the background colour. */
static void
draw_estimated (PoplensChartLayout *self)
{
  const PoplensLaneBlocks *blocks = poplens_lanes (self->chart)->blocks;

  if (!blocks || !blocks->flags)
    return;
  poplens_layout_begin (self, POPLENS_DRAW_DOTTED, POPLENS_PART_EDGE, -1,
                        poplens_layout_color (self, POPLENS_INK_BACKGROUND, 1));
  for (guint r = 0; r < poplens_lanes_layout (self)->rows->len; r++) {
    const PoplensLaneRow *row =
        &g_array_index (poplens_lanes_layout (self)->rows, PoplensLaneRow, r);
    for (guint c = row->first_cell; c < row->first_cell + row->n_cells; c++) {
      const PoplensLaneCell *cell = draw_cell_at (self, c);
      double width = cell->x1 - cell->x0;
      if (cell->mix < 0 && width >= SEPARATE_FROM &&
          poplens_lane_has_flag (blocks, cell->first, POPLENS_LANE_ESTIMATED))
        lanes_add_box (self, row, cell->x0, cell->x1 - 1, row->y, row->y + DOT_EDGE);
    }
  }
}

/* Draws stripes over striped blocks, in the background colour, which contrasts with all series. */
static void
draw_striped (PoplensChartLayout *self)
{
  const PoplensLaneBlocks *blocks = poplens_lanes (self->chart)->blocks;

  if (!blocks || !blocks->flags)
    return;
  poplens_layout_begin (self, POPLENS_DRAW_STRIPES, POPLENS_PART_EDGE, -1,
                        poplens_layout_color (self, POPLENS_INK_BACKGROUND, STRIPES));
  for (guint r = 0; r < poplens_lanes_layout (self)->rows->len; r++) {
    const PoplensLaneRow *row =
        &g_array_index (poplens_lanes_layout (self)->rows, PoplensLaneRow, r);
    for (guint c = row->first_cell; c < row->first_cell + row->n_cells; c++) {
      const PoplensLaneCell *cell = draw_cell_at (self, c);
      if (cell->mix < 0 && cell->x1 - cell->x0 >= STRIPES_FROM &&
          poplens_lane_has_flag (blocks, cell->first, POPLENS_LANE_STRIPED) &&
          !poplens_lane_is_hidden (self->chart, series_at (self, cell)))
        lanes_add_box (self, row, cell->x0, cell->x1 - 1, row->y, row->y + row->height);
    }
  }
}

/* Draws a veil over boxes of dimmed blocks. A box that shows several blocks gets a veil only if all
 * these blocks are dimmed. */
static void
draw_dimmed (PoplensChartLayout *self)
{
  if (!poplens_lanes (self->chart)->dim_sum)
    return;
  poplens_layout_begin (
      self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
      poplens_layout_color (self, POPLENS_INK_BACKGROUND, 1 - POPLENS_LANE_DIMMED));
  for (guint r = 0; r < poplens_lanes_layout (self)->rows->len; r++) {
    const PoplensLaneRow *row =
        &g_array_index (poplens_lanes_layout (self)->rows, PoplensLaneRow, r);
    for (guint c = row->first_cell; c < row->first_cell + row->n_cells; c++) {
      const PoplensLaneCell *cell = draw_cell_at (self, c);
      if (poplens_lane_is_dim (self->chart, cell->first, cell->end))
        lanes_add_box (self, row, cell->x0, cell->x1, row->y, row->y + row->height);
    }
  }
}

/* Returns the end of the adjacent outlined cells that begin with cell @first. All these cells share
 * one outline. */
static guint
find_outline_end (const PoplensChartLayout *self, const PoplensLaneRow *row, guint first)
{
  guint c = first + 1;

  while (c < row->first_cell + row->n_cells &&
         draw_cell_at (self, c)->x0 <= draw_cell_at (self, c - 1)->x1 &&
         poplens_lane_is_outlined_slot (self->chart, draw_cell_at (self, c)->first,
                                        draw_cell_at (self, c)->end))
    c++;
  return c;
}

/* Adds an outline. A narrow outline has only upper and lower edges, so that the colour inside stays
 * visible. */
static void
add_outline (PoplensChartLayout *self, const PoplensLaneRow *row, double x0, double x1)
{
  double y0 = row->y, y1 = row->y + row->height;

  lanes_add_box (self, row, x0, x1, y0, y0 + OUTLINE);
  lanes_add_box (self, row, x0, x1, y1 - OUTLINE, y1);
  if (x1 - x0 < OUTLINE_SIDES_FROM)
    return;
  lanes_add_box (self, row, x0, x0 + OUTLINE, y0, y1);
  lanes_add_box (self, row, x1 - OUTLINE, x1, y0, y1);
}

static void
draw_outlined (PoplensChartLayout *self)
{
  if (!poplens_lanes (self->chart)->outline_sum)
    return;
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_FOREGROUND, 1));
  for (guint r = 0; r < poplens_lanes_layout (self)->rows->len; r++) {
    const PoplensLaneRow *row =
        &g_array_index (poplens_lanes_layout (self)->rows, PoplensLaneRow, r);
    for (guint c = row->first_cell; c < row->first_cell + row->n_cells;) {
      const PoplensLaneCell *cell = draw_cell_at (self, c);
      guint end = c + 1;
      if (poplens_lane_is_outlined_slot (self->chart, cell->first, cell->end)) {
        end = find_outline_end (self, row, c);
        add_outline (self, row, cell->x0, draw_cell_at (self, end - 1)->x1);
      }
      c = end;
    }
  }
}

/* TRUE if blocks of the row are drawn solid up to their level and paler above. */
static gboolean
shows_levels (const PoplensChartLayout *self, const PoplensLaneRow *row)
{
  const PoplensLaneData *lanes = poplens_lanes (self->chart);

  return lanes->levels && (row->height >= POPLENS_LANE_PARTS_FROM || !lanes->only_high);
}

/* Draws a veil over the part of each block above its level, the height up to which it is solid. */
static void
draw_levels (PoplensChartLayout *self)
{
  if (!poplens_lanes (self->chart)->levels)
    return;
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_BACKGROUND, 1 - ABOVE_LEVEL));
  for (guint r = 0; r < poplens_lanes_layout (self)->rows->len; r++) {
    const PoplensLaneRow *row =
        &g_array_index (poplens_lanes_layout (self)->rows, PoplensLaneRow, r);
    if (!shows_levels (self, row) || poplens_lane_has_parts (self, row))
      continue;
    for (guint c = row->first_cell; c < row->first_cell + row->n_cells; c++) {
      const PoplensLaneCell *cell = draw_cell_at (self, c);
      guint8 level = cell->mix < 0 ? poplens_lane_level (self->chart, cell->first) : 100;
      if (level < 100)
        lanes_add_box (self, row, cell->x0, cell->x1, row->y,
                       row->y + round (row->height * (1 - level / 100.0)));
    }
  }
}

void
poplens_lane_draw_cells (PoplensChartLayout *self)
{
  for (guint s = 0; s < MIN (self->chart->series->len, POPLENS_LANE_MOST_SERIES); s++)
    draw_series (self, (guint8) s);
  draw_pass (self, POPLENS_LANE_MOST_SERIES, PASS_FILL, POPLENS_DRAW_FILL,
             poplens_layout_color (self, POPLENS_INK_FOREGROUND, GROUP_FILL));
  draw_pass (self, POPLENS_LANE_MOST_SERIES, PASS_FRAME, POPLENS_DRAW_FRAME,
             poplens_layout_color (self, POPLENS_INK_FOREGROUND, GROUP_FRAME));
  draw_levels (self);
  draw_estimated (self);
  draw_striped (self);
  draw_dimmed (self);
  draw_outlined (self);
}

/* ---- labels ---------------------------------------------------------------------------------- */

PoplensColor
poplens_lane_text_color (const PoplensChartLayout *self, guint8 s)
{
  const PoplensSeries *series = series_of (self, s);

  if (!series || poplens_lane_is_outlined (series))
    return poplens_layout_color (self, POPLENS_INK_FOREGROUND, 1);
  return poplens_ink_shade_text (series->ink, series->shade, self->theme);
}

void
poplens_lane_add_background (PoplensChartLayout *self, PoplensRect text)
{
  poplens_layout_begin (self, POPLENS_DRAW_ROUNDED, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_BACKGROUND, 0.75));
  poplens_layout_box (self, floor (text.x) - 2, floor (text.y), ceil (text.width) + 4,
                      ceil (text.height));
}

/* A cell with space for a label. */
typedef struct {
  const PoplensLaneRow *row;
  const PoplensLaneCell *cell;
  double width; /* maximum width of the text, in pixels */
} CellLabel;

/* Returns the width that is available for a label; 0 if it is too small. */
static double
room_for_text (const PoplensChartLayout *self, const PoplensLaneCell *cell)
{
  const PoplensLaneBlocks *blocks = poplens_lanes (self->chart)->blocks;
  const PoplensAxisRun *run;
  double width;

  if (cell->mix >= 0 || cell->x1 - cell->x0 < POPLENS_LANE_LABEL_FROM)
    return 0;
  run = poplens_lane_axis_run (
      &self->axis, MAX ((double) poplens_lane_from (blocks, cell->first), self->view.from));
  /* End the label before the mark of a folded range of cycles. */
  width = MIN (cell->x1, run->x1) - cell->x0 - 2 * POPLENS_LANE_LABEL_INSET;
  return width < POPLENS_LANE_LABEL_FROM - 2 * POPLENS_LANE_LABEL_INSET ? 0 : width;
}

/* Returns the cells with space for labels. (transfer full): GArray of CellLabel */
static GArray *
collect_labels (const PoplensChartLayout *self)
{
  GArray *labels = g_array_new (FALSE, FALSE, sizeof (CellLabel));

  for (guint r = 0; r < poplens_lanes_layout (self)->rows->len; r++) {
    const PoplensLaneRow *row =
        &g_array_index (poplens_lanes_layout (self)->rows, PoplensLaneRow, r);
    /* A row that is cut off has no space for text. */
    if (row->bottom - row->top < MAX (row->height, POPLENS_LANE_HEIGHT))
      continue;
    for (guint c = row->first_cell; c < row->first_cell + row->n_cells; c++) {
      CellLabel label = {row, draw_cell_at (self, c), room_for_text (self, draw_cell_at (self, c))};
      if (label.width > 0)
        g_array_append_val (labels, label);
    }
  }
  return labels;
}

/* A text is not measured if its estimated width exceeds the space by this factor. */
#define SURELY 1.3

/* Returns the first line of @forms that fits into @width pixels. If none fits, returns the last
 * line, which the caller ellipsizes. (transfer full) */
static char *
choose_form (const PoplensChartLayout *self, const char *forms, double width)
{
  g_auto (GStrv) lines = g_strsplit (forms, "\n", -1);
  double a_letter = 0;

  for (guint i = 0; lines[i]; i++) {
    double letters = (double) g_utf8_strlen (lines[i], -1), now;
    if (!lines[i + 1])
      return g_strdup (lines[i]);
    if (a_letter * letters > width * SURELY)
      continue;
    now = poplens_chart_text_width (self, lines[i], POPLENS_TEXT_LABEL);
    if (now <= width)
      return g_strdup (lines[i]);
    a_letter = now / MAX (letters, 1);
  }
  return g_strdup ("");
}

/* Returns the text of a label. @forms: (nullable): texts to choose from, one per line. (transfer
 * full) (nullable) */
static char *
label_name (const PoplensChartLayout *self, const CellLabel *label, const char *forms)
{
  const PoplensChart *chart = self->chart;
  g_autofree char *name = NULL;

  if (forms)
    return choose_form (self, forms, label->width);
  name = poplens_chart_item_name (
      chart, poplens_lane_item (poplens_lanes (chart)->blocks, label->cell->first));
  return name ? poplens_chart_shorten_path (self, name, label->width) : NULL;
}

/* Returns the length of the block as text, for a second line of the label. (transfer full)
 * (nullable): NULL if it does not fit. */
static char *
label_length (const PoplensChartLayout *self, const CellLabel *label)
{
  const PoplensLaneData *lanes = poplens_lanes (self->chart);
  guint64 length = poplens_lane_length (lanes->blocks, label->cell->first);
  PoplensNumber text;

  if (label->row->height < POPLENS_LANE_LINES_FROM)
    return NULL;
  poplens_format_cycles_as_time (text, length, lanes->hz);
  if (!*text)
    poplens_format_items (text, length, lanes->noun ? lanes->noun : "cycle");
  return poplens_chart_text_width (self, text, POPLENS_TEXT_TICK) <= label->width ? g_strdup (text)
                                                                                  : NULL;
}

#define LINE_HEIGHT 16
#define LINES_INSET 4

/* Returns the y of the middle of the first of @n lines of a label. @on_ink: (out): TRUE if the text
 * is on the solid part of the block. */
static double
place_label (const PoplensChartLayout *self, const CellLabel *label, guint n, gboolean *on_ink)
{
  const PoplensLaneRow *row = label->row;
  guint8 level = shows_levels (self, row) ? poplens_lane_level (self->chart, label->cell->first)
                                          : POPLENS_LANE_WHOLE;
  double work = row->height * MIN (level, 100) / 100, lines = n * LINE_HEIGHT;

  *on_ink =
      row->height < POPLENS_LANE_LINES_FROM ? level >= TEXT_LEVEL : work >= lines + 2 * LINES_INSET;
  /* Centre labels in low lanes and outlined blocks. */
  if (row->height < POPLENS_LANE_LINES_FROM ||
      poplens_lane_is_outlined (series_of (self, series_at (self, label->cell))))
    return row->y + (row->height - lines + LINE_HEIGHT) / 2;
  return *on_ink ? row->y + row->height - LINES_INSET - lines + LINE_HEIGHT / 2.0
                 : row->y + LINES_INSET + LINE_HEIGHT / 2.0;
}

static void
add_line (PoplensChartLayout *self, const CellLabel *label, const char *text, double y, double size,
          gboolean on_ink)
{
  const PoplensLaneCell *cell = label->cell;
  PoplensTextSpec spec = {cell->x0 + POPLENS_LANE_LABEL_INSET,
                          y,
                          0,
                          size,
                          POPLENS_INK_FOREGROUND,
                          label->width,
                          PANGO_ELLIPSIZE_END};
  PoplensRect rect = poplens_layout_text (self, text, &spec);

  g_array_index (self->texts, PoplensDrawText, self->texts->len - 1).color =
      poplens_lane_is_dim (self->chart, cell->first, cell->end)
          ? poplens_layout_color (self, POPLENS_INK_DIM, 1)
      : on_ink ? poplens_lane_text_color (self, series_at (self, cell))
               : poplens_layout_color (self, POPLENS_INK_FOREGROUND, 1);
  if (!on_ink || is_mixed_group (self, cell) ||
      poplens_lane_is_outlined (series_of (self, series_at (self, cell))))
    poplens_lane_add_background (self, rect);
}

/* Adds the label of a cell. @forms: (nullable): texts to choose from, one per line. */
static void
lane_box_add_label (PoplensChartLayout *self, const CellLabel *label, const char *forms)
{
  g_autofree char *name = label_name (self, label, forms), *length = NULL;
  gboolean on_ink;
  double y;

  if (!name || !*name)
    return;
  length = label_length (self, label);
  y = place_label (self, label, length ? 2 : 1, &on_ink);
  add_line (self, label, name, y, POPLENS_TEXT_LABEL, on_ink);
  if (length)
    add_line (self, label, length, y + LINE_HEIGHT, POPLENS_TEXT_TICK, on_ink);
}

void
poplens_lane_add_labels (PoplensChartLayout *self)
{
  const PoplensLaneData *lanes = poplens_lanes (self->chart);
  g_autoptr (GArray) labels = NULL;
  g_autofree gsize *items = NULL;
  char **forms;

  if (lanes->row_text || lanes->compact || (!self->chart->names.text && !lanes->labels))
    return;
  labels = collect_labels (self);
  items = g_new (gsize, MAX (labels->len, 1));
  forms = g_new0 (char *, MAX (labels->len, 1));
  for (guint i = 0; i < labels->len; i++)
    items[i] = poplens_lane_item (lanes->blocks, g_array_index (labels, CellLabel, i).cell->first);
  if (lanes->labels)
    lanes->labels (lanes->labels_data, items, labels->len, forms);
  for (guint i = 0; i < labels->len; i++) {
    lane_box_add_label (self, &g_array_index (labels, CellLabel, i), forms[i]);
    g_free (forms[i]);
  }
  g_free (forms);
}
