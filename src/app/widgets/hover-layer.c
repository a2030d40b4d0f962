/* Lays out and draws a hover box, and keeps it as a render node of the layer. */
#include "app/widgets/hover-layer.h"

#include <math.h>
#include <string.h>

/* ---- the box --------------------------------------------------------------------------------- */

#define PADDING 10
#define DISTANCE 14 /* pixels between the pointer and the side of the box */
#define BELOW 18    /* pixels between the pointer and a box below it: a line of text */
#define NAME_GAP 16
#define COLUMN_GAP 24
#define RADIUS 6
#define SHADOW 3
#define MARGIN 4 /* pixels between the box and the edge of the layer */

typedef struct {
  PangoLayout *name, *value; /* .value: (nullable): NULL in a line without a value */
} HoverLine;

struct _PoplensHoverBox {
  PangoLayout *title;
  GArray *lines; /* of HoverLine */
  guint per_column, n_columns;
  double line_height, title_height;
  double name_width, value_width; /* widths of the widest name and value, in pixels */
  double width, height;
};

static PangoLayout *
make_layout (GtkWidget *widget, const char *text, gssize length, gboolean bold)
{
  g_autofree char *copy = g_strndup (text, length < 0 ? strlen (text) : (gsize) length);
  PangoLayout *layout = gtk_widget_create_pango_layout (widget, copy);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_size_new (9 * PANGO_SCALE));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  if (bold)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_SEMIBOLD));
  pango_layout_set_attributes (layout, attributes);
  return layout;
}

static double
width_of (PangoLayout *layout)
{
  int width;

  if (!layout)
    return 0;
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

static void
clear_line (gpointer data)
{
  HoverLine *line = data;

  g_clear_object (&line->name);
  g_clear_object (&line->value);
}

static void
add_line (PoplensHoverBox *self, GtkWidget *widget, const char *text)
{
  const char *tab = strchr (text, '\t');
  HoverLine line = {make_layout (widget, text, tab ? tab - text : -1, FALSE),
                    tab ? make_layout (widget, tab + 1, -1, FALSE) : NULL};

  self->name_width = MAX (self->name_width, width_of (line.name));
  self->value_width = MAX (self->value_width, width_of (line.value));
  g_array_append_val (self->lines, line);
}

static double
column_width (PoplensHoverBox *self)
{
  return self->name_width + (self->value_width > 0 ? NAME_GAP + self->value_width : 0);
}

PoplensHoverBox *
poplens_hover_box_new (GtkWidget *widget, const char *text, double max_height)
{
  PoplensHoverBox *self = g_new0 (PoplensHoverBox, 1);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  int height;

  self->lines = g_array_new (FALSE, FALSE, sizeof (HoverLine));
  g_array_set_clear_func (self->lines, clear_line);
  self->title = make_layout (widget, lines[0] ? lines[0] : "", -1, TRUE);
  pango_layout_get_pixel_size (self->title, NULL, &height);
  self->line_height = height + 1;
  for (guint i = 1; lines[0] && lines[i]; i++)
    add_line (self, widget, lines[i]);
  self->title_height = self->line_height + (self->lines->len ? 4 : 0);
  double room = max_height - 2 * PADDING - self->title_height;
  guint fitting = (guint) MAX (3, floor (room / self->line_height));
  self->n_columns = MAX (1, (self->lines->len + fitting - 1) / fitting);
  self->per_column = (self->lines->len + self->n_columns - 1) / self->n_columns;
  self->width = 2 * PADDING + MAX (width_of (self->title), self->n_columns * column_width (self) +
                                                               (self->n_columns - 1) * COLUMN_GAP);
  self->height = 2 * PADDING + self->title_height + self->per_column * self->line_height;
  return self;
}

void
poplens_hover_box_free (PoplensHoverBox *self)
{
  if (!self)
    return;
  g_array_unref (self->lines);
  g_object_unref (self->title);
  g_free (self);
}

static void
add_rounded_rect (cairo_t *cr, double x, double y, double width, double height, double r)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - r, y + r, r, -G_PI_2, 0);
  cairo_arc (cr, x + width - r, y + height - r, r, 0, G_PI_2);
  cairo_arc (cr, x + r, y + height - r, r, G_PI_2, G_PI);
  cairo_arc (cr, x + r, y + r, r, G_PI, 3 * G_PI_2);
  cairo_close_path (cr);
}

static void
set_gray (cairo_t *cr, guint level, double alpha)
{
  cairo_set_source_rgba (cr, level / 255.0, level / 255.0, level / 255.0, alpha);
}

static void
draw_plate (PoplensHoverBox *self, cairo_t *cr, double x, double y, gboolean dark)
{
  /* Draw several outlines, one pixel apart, which look like a soft shadow. */
  for (int i = SHADOW; i > 0; i--) {
    add_rounded_rect (cr, x - i, y - i + 1, self->width + 2 * i, self->height + 2 * i, RADIUS + i);
    cairo_set_source_rgba (cr, 0, 0, 0, dark ? 0.12 : 0.035);
    cairo_fill (cr);
  }
  add_rounded_rect (cr, x + 0.5, y + 0.5, self->width - 1, self->height - 1, RADIUS);
  set_gray (cr, dark ? 0x36 : 0xff, 0.97);
  cairo_fill_preserve (cr);
  set_gray (cr, dark ? 0x55 : 0xcc, 1);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

/* Returns the y of the box in a layer of @height pixels. The box is below or above @rows if there
 * is space; else below or above the pointer, which is at @y. */
static double
find_top (const PoplensHoverBox *self, double y, PoplensHoverRows rows, double height)
{
  double below = rows.bottom + MARGIN, above = rows.top - MARGIN - self->height;
  gboolean fits_below = below + self->height <= height - MARGIN, fits_above = above >= MARGIN;

  if (rows.bottom > rows.top && (fits_below || fits_above))
    return fits_below && (!fits_above || rows.bottom - y <= y - rows.top) ? below : above;
  return y + BELOW + self->height > height - MARGIN && y - BELOW - self->height >= MARGIN
             ? y - BELOW - self->height
             : y + BELOW;
}

/* Returns the rectangle of the box with its shadow: beside the pointer at (@x, @y), in a layer of
 * @width × @height pixels. */
static graphene_rect_t
hover_box_place (PoplensHoverBox *self, double x, double y, PoplensHoverRows rows, double width,
                 double height)
{
  double left = x + DISTANCE, top = find_top (self, y, rows, height);

  if (left + self->width > width - MARGIN)
    left = x - DISTANCE - self->width;
  left = round (CLAMP (left, MARGIN, MAX (MARGIN, width - self->width - MARGIN)));
  top = round (CLAMP (top, MARGIN, MAX (MARGIN, height - self->height - MARGIN)));
  return GRAPHENE_RECT_INIT ((float) (left - SHADOW), (float) (top - SHADOW),
                             (float) (self->width + 2 * SHADOW),
                             (float) (self->height + 2 * SHADOW + 1));
}

static void
hover_box_draw (PoplensHoverBox *self, cairo_t *cr, const graphene_rect_t *place, gboolean dark)
{
  double left = place->origin.x + SHADOW, top = place->origin.y + SHADOW;

  draw_plate (self, cr, left, top, dark);
  set_gray (cr, dark ? 0xff : 0x1e, 1);
  cairo_move_to (cr, left + PADDING, top + PADDING);
  pango_cairo_show_layout (cr, self->title);
  for (guint i = 0; i < self->lines->len; i++) {
    const HoverLine *line = &g_array_index (self->lines, HoverLine, i);
    double lx = left + PADDING + (i / self->per_column) * (column_width (self) + COLUMN_GAP);
    double ly = top + PADDING + self->title_height + (i % self->per_column) * self->line_height;
    set_gray (cr, dark ? 0xa5 : 0x6b, 1);
    cairo_move_to (cr, lx, ly);
    pango_cairo_show_layout (cr, line->name);
    if (!line->value)
      continue;
    set_gray (cr, dark ? 0xff : 0x1e, 1);
    cairo_move_to (cr, lx + column_width (self) - width_of (line->value), ly);
    pango_cairo_show_layout (cr, line->value);
  }
}

/* ---- the layer ------------------------------------------------------------------------------- */

struct _PoplensHoverLayer {
  AdwBin parent_instance;
  const GtkWidget *source; /* widget that showed the box; only its address is compared, because the
                              widget may be destroyed */
  GskRenderNode *node;     /* (nullable): drawing of the box */
};

G_DEFINE_FINAL_TYPE (PoplensHoverLayer, poplens_hover_layer, ADW_TYPE_BIN)

PoplensHoverLayer *
poplens_hover_layer_of (GtkWidget *widget)
{
  GtkWidget *layer = gtk_widget_get_ancestor (widget, POPLENS_TYPE_HOVER_LAYER);

  return layer ? POPLENS_HOVER_LAYER (layer) : NULL;
}

void
poplens_hover_layer_show (PoplensHoverLayer *self, GtkWidget *source, PoplensHoverBox *box,
                          double x, double y, PoplensHoverRows rows)
{
  GtkWidget *widget = GTK_WIDGET (self);
  graphene_point_t at = GRAPHENE_POINT_INIT ((float) x, (float) y);

  g_clear_pointer (&self->node, gsk_render_node_unref);
  self->source = source;
  if (!gtk_widget_compute_point (source, widget, &at, &at))
    return;
  rows.top += at.y - y;
  rows.bottom += at.y - y;
  graphene_rect_t place = hover_box_place (box, at.x, at.y, rows, gtk_widget_get_width (widget),
                                           gtk_widget_get_height (widget));
  self->node = gsk_cairo_node_new (&place);
  cairo_t *cr = gsk_cairo_node_get_draw_context (self->node);
  hover_box_draw (box, cr, &place, adw_style_manager_get_dark (adw_style_manager_get_default ()));
  cairo_destroy (cr);
}

void
poplens_hover_layer_hide (PoplensHoverLayer *self, GtkWidget *source)
{
  if (self->source != source)
    return;
  g_clear_pointer (&self->node, gsk_render_node_unref);
  self->source = NULL;
}

/* Draws the page, then the box on top. While the page is drawn, its charts update .node by calling
 * poplens_hover_layer_show (). */
static void
poplens_hover_layer_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PoplensHoverLayer *self = POPLENS_HOVER_LAYER (widget);

  GTK_WIDGET_CLASS (poplens_hover_layer_parent_class)->snapshot (widget, snapshot);
  if (self->node)
    gtk_snapshot_append_node (snapshot, self->node);
}

static void
poplens_hover_layer_dispose (GObject *object)
{
  PoplensHoverLayer *self = POPLENS_HOVER_LAYER (object);

  g_clear_pointer (&self->node, gsk_render_node_unref);
  G_OBJECT_CLASS (poplens_hover_layer_parent_class)->dispose (object);
}

static void
poplens_hover_layer_class_init (PoplensHoverLayerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_hover_layer_dispose;
  GTK_WIDGET_CLASS (klass)->snapshot = poplens_hover_layer_snapshot;
}

static void
poplens_hover_layer_init (PoplensHoverLayer *self)
{
}
