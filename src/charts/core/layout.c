#include "charts/core/layout-private.h"

#include <math.h>

static void
text_clear (gpointer data)
{
  g_object_unref (((PoplensDrawText *) data)->layout);
}

static void
image_clear (gpointer data)
{
  cairo_surface_destroy (((PoplensDrawImage *) data)->surface);
}

/* A size that can be laid out, whatever the caller's window had. */
static double
sane (double size)
{
  return isfinite (size) ? CLAMP (floor (size), 1, 1 << 20) : 1;
}

static PoplensChartLayout *
layout_begin (PoplensChart *chart, const PoplensChartView *view, const PoplensChartStyle *style,
              double width, double height)
{
  PoplensChartLayout *self = g_new0 (PoplensChartLayout, 1);

  self->chart = poplens_chart_ref (chart);
  self->view = view ? poplens_chart_view_clamp (chart, *view) : poplens_chart_view_all (chart);
  if (style)
    self->theme = (PoplensTheme){style->dark, style->palette};
  self->text_scale = style && style->text_scale > 0 ? style->text_scale : 1;
  self->width = sane (width);
  self->height = sane (height);
  self->boxes = g_array_new (FALSE, FALSE, sizeof (PoplensBox));
  self->ops = g_array_new (FALSE, FALSE, sizeof (PoplensDrawOp));
  self->texts = g_array_new (FALSE, FALSE, sizeof (PoplensDrawText));
  self->zones = g_array_new (FALSE, FALSE, sizeof (PoplensHitZone));
  self->images = g_array_new (FALSE, FALSE, sizeof (PoplensDrawImage));
  self->points = g_array_new (FALSE, FALSE, sizeof (PoplensDrawPoint));
  self->clip_ops = self->clip_texts = G_MAXUINT;
  g_array_set_clear_func (self->texts, text_clear);
  g_array_set_clear_func (self->images, image_clear);
  poplens_chart_text_init (self, style ? style->font : NULL);
  return self;
}

PoplensChartLayout *
poplens_chart_layout_new (PoplensChart *chart, const PoplensChartView *view,
                          const PoplensChartStyle *style, double width, double height)
{
  PoplensChartLayout *self = layout_begin (chart, view, style, width, height);

  chart->kind->lay_out (self);
  return self;
}

PoplensChartLayout *
poplens_chart_layout_new_overview (PoplensChart *chart, const PoplensChartView *view,
                                   const PoplensChartStyle *style, double width, double height)
{
  PoplensChartLayout *self = layout_begin (chart, view, style, width, height);

  self->overview = TRUE;
  if (chart->kind->lay_out_overview)
    chart->kind->lay_out_overview (self);
  else
    self->empty = TRUE;
  return self;
}

void
poplens_chart_layout_free (PoplensChartLayout *self)
{
  if (!self)
    return;
  if (self->data)
    self->chart->kind->layout_free (self->data);
  poplens_item_axis_clear (&self->axis);
  g_array_unref (self->boxes);
  g_array_unref (self->ops);
  g_array_unref (self->texts);
  g_array_unref (self->zones);
  g_array_unref (self->images);
  g_array_unref (self->points);
  pango_attr_list_unref (self->tabular);
  pango_font_description_free (self->font);
  g_object_unref (self->context);
  poplens_chart_unref (self->chart);
  g_free (self);
}

void
poplens_layout_begin (PoplensChartLayout *self, PoplensDrawKind kind, PoplensDrawPart part,
                      int series, PoplensColor color)
{
  PoplensDrawOp op = {kind, part, series, color, self->boxes->len, 0};

  g_array_append_val (self->ops, op);
}

/* Float is exact for whole pixels, which is what boxes that may merge lie on. */
static gboolean
continues (const PoplensBox *last, const PoplensBox *box)
{
  return last->y == box->y && last->height == box->height && last->x + last->width == box->x;
}

void
poplens_layout_box (PoplensChartLayout *self, double x, double y, double width, double height)
{
  PoplensDrawOp *op = &g_array_index (self->ops, PoplensDrawOp, self->ops->len - 1);
  PoplensBox box = {x, y, width, height};

  if (!(width > 0 && height > 0))
    return;
  if (op->n && (op->kind == POPLENS_DRAW_FILL || op->kind == POPLENS_DRAW_HATCH)) {
    PoplensBox *last = &g_array_index (self->boxes, PoplensBox, self->boxes->len - 1);
    if (continues (last, &box)) {
      last->width += box.width;
      return;
    }
  }
  g_array_append_val (self->boxes, box);
  op->n++;
}

void
poplens_layout_points (PoplensChartLayout *self, PoplensDrawKind kind, int series,
                       PoplensColor color, const PoplensDrawPoint *points, guint n)
{
  PoplensDrawOp op = {kind, POPLENS_PART_FURNITURE, series, color, self->points->len, n};

  g_array_append_vals (self->points, points, n);
  g_array_append_val (self->ops, op);
}

void
poplens_layout_image (PoplensChartLayout *self, cairo_surface_t *surface, PoplensRect rect,
                      PoplensRect clip)
{
  PoplensDrawImage image = {surface, rect, clip};
  PoplensDrawOp op = {POPLENS_DRAW_IMAGE, POPLENS_PART_FURNITURE, -1, {0}, self->images->len, 1};

  g_array_append_val (self->images, image);
  g_array_append_val (self->ops, op);
}

void
poplens_layout_zone (PoplensChartLayout *self, PoplensRect rect, PoplensChartHitArea area,
                     int series)
{
  PoplensHitZone zone = {rect, area, series};

  g_array_append_val (self->zones, zone);
}

PoplensColor
poplens_layout_color (const PoplensChartLayout *self, PoplensInk ink, double alpha)
{
  PoplensColor color = poplens_ink (ink, self->theme);

  color.alpha *= alpha;
  return color;
}

PoplensColor
poplens_layout_series_color (const PoplensChartLayout *self, guint series, double alpha)
{
  const PoplensSeries *s = poplens_chart_series (self->chart, series);
  PoplensColor color = poplens_ink_shade (s->ink, s->shade, self->theme);

  color.alpha *= alpha;
  return color;
}

double
poplens_layout_value_to_y (const PoplensChartLayout *self, double value)
{
  const PoplensValueScale *scale = &self->scale;
  double part = CLAMP ((value - scale->from) / (scale->top - scale->from), 0, 1);

  return self->plot.y + self->plot.height - round (part * self->plot.height);
}

PoplensRect
poplens_layout_whole_plot (const PoplensChartLayout *self)
{
  PoplensRect whole = self->plot;

  if (self->signed_plot.height > 0)
    whole.height = self->signed_plot.y + self->signed_plot.height - whole.y;
  return whole;
}

void
poplens_layout_say (PoplensChartLayout *self, const char *sentence)
{
  PoplensTextSpec spec = {self->width / 2,
                          self->plot.y + self->plot.height / 2,
                          0.5,
                          POPLENS_TEXT_LABEL,
                          POPLENS_INK_DIM,
                          MAX (self->width - 2 * POPLENS_PADDING, 1),
                          PANGO_ELLIPSIZE_END};

  poplens_layout_text (self, sentence, &spec);
}

char *
poplens_layout_empty_reason (const PoplensChartLayout *self)
{
  const PoplensChart *chart = self->chart;

  if (chart->n_items == 0)
    return g_strdup ("No data");
  if (chart->series->len == 0)
    return g_strdup (chart->empty_text ? chart->empty_text : "No data");
  if (chart->n_visible == 0)
    return g_strdup ("All series hidden. Select one in the legend.");
  return NULL;
}

double
poplens_chart_layout_x_to_position (const PoplensChartLayout *self, double x)
{
  return self->axis.runs ? poplens_item_axis_to_position (&self->axis, x) : self->view.from;
}

double
poplens_chart_layout_position_to_x (const PoplensChartLayout *self, double position)
{
  return self->axis.runs ? poplens_item_axis_to_x (&self->axis, position, FALSE) : self->plot.x;
}

double
poplens_chart_layout_get_content_height (const PoplensChartLayout *self)
{
  return self->data && self->chart->kind->content_height ? self->chart->kind->content_height (self)
                                                         : self->height;
}

void
poplens_chart_layout_get_plot (const PoplensChartLayout *self, double *x, double *y, double *width,
                               double *height)
{
  PoplensRect plot = poplens_layout_whole_plot (self);

  if (x)
    *x = plot.x;
  if (y)
    *y = plot.y;
  if (width)
    *width = plot.width;
  if (height)
    *height = plot.height;
}
