#include "app/table/cell-text.h"

#include <string.h>

/* As libadwaita dims labels. */
#define DIM_ALPHA 0.55F

char *
poplens_cut_text (const char *text, gsize n)
{
  const char *end;
  g_autofree char *head = NULL;

  /* The bytes tell in most cases, without walking through a long text. */
  if (strnlen (text, n + 1) <= n)
    return NULL;
  end = text;
  for (gsize i = 0; i < n && *end; i++)
    end = g_utf8_next_char (end);
  if (!*end)
    return NULL;
  head = g_strndup (text, (gsize) (end - text));
  return g_strconcat (head, "…", NULL);
}

static gboolean
same_style (PoplensCellStyle a, PoplensCellStyle b)
{
  return a.right == b.right && a.ends == b.ends && a.linked == b.linked && a.strong == b.strong &&
         a.dim == b.dim;
}

void
poplens_cell_text_set (PoplensCellText *self, GtkWidget *cell, const char *text,
                       PoplensCellStyle style)
{
  gboolean same_text = !g_strcmp0 (self->text, text);

  if (same_text && same_style (self->style, style))
    return;
  self->style = style;
  poplens_cell_text_restyle (self);
  gtk_widget_queue_draw (cell);
  if (same_text)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

void
poplens_cell_text_restyle (PoplensCellText *self)
{
  g_clear_object (&self->layout);
}

static PangoLayout *
make_layout (const PoplensCellText *self, GtkWidget *cell)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (cell, self->text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  if (self->style.strong)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  if (self->style.linked)
    pango_attr_list_insert (attributes, pango_attr_underline_new (PANGO_UNDERLINE_SINGLE));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_ellipsize (layout,
                              self->style.ends ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END);
  return layout;
}

/* On the right where it is a number, else where its language begins. */
static gboolean
is_on_the_right (const PoplensCellText *self, GtkWidget *cell)
{
  return self->style.right || gtk_widget_get_direction (cell) == GTK_TEXT_DIR_RTL;
}

PangoLayout *
poplens_cell_text_lay_out (PoplensCellText *self, GtkWidget *cell, int width, int height, int *x,
                           int *y)
{
  PangoRectangle box;

  if (!self->layout)
    self->layout = make_layout (self, cell);
  pango_layout_set_width (self->layout, width * PANGO_SCALE);
  pango_layout_get_pixel_extents (self->layout, NULL, &box);
  *x = (is_on_the_right (self, cell) ? MAX (0, width - box.width) : 0) - box.x;
  *y = (height - box.height) / 2;
  return self->layout;
}

void
poplens_cell_text_draw (PoplensCellText *self, GtkWidget *cell, GtkSnapshot *snapshot,
                        const GdkRectangle *location)
{
  PangoLayout *layout;
  GdkRGBA ink;
  int x, y;

  if (!self->text || !*self->text || location->width <= 0)
    return;
  layout = poplens_cell_text_lay_out (self, cell, location->width, location->height, &x, &y);
  gtk_style_context_get_color (gtk_widget_get_style_context (cell), &ink);
  if (self->style.dim)
    ink.alpha *= DIM_ALPHA;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot, &GRAPHENE_POINT_INIT ((float) (location->x + x), (float) (location->y + y)));
  gtk_snapshot_append_layout (snapshot, layout, &ink);
  gtk_snapshot_restore (snapshot);
}

void
poplens_cell_text_clear (PoplensCellText *self)
{
  g_clear_object (&self->layout);
  g_clear_pointer (&self->text, g_free);
}
