#include "app/table/table-header.h"

#include "app/widgets/tooltip.h"

#include <math.h>

#define LINE_HEIGHT "1.6"

char *
poplens_table_header_markup (const char *title, const char *total, const PoplensColor *ink)
{
  g_autofree char *color =
      ink ? g_strdup_printf (" foreground=\"#%02x%02x%02x\"", (guint) round (ink->red * 255),
                             (guint) round (ink->green * 255), (guint) round (ink->blue * 255))
          : NULL;
  g_autofree char *start = NULL;
  g_autofree char *text = NULL;

  if (!total)
    return g_markup_escape_text (title, -1);
  /* Two lines of one height, a blank one too: the style sheet parts them in the middle. */
  start = g_markup_escape_text (title, -1);
  text = g_markup_escape_text (*total ? total : " ", -1);
  return g_strdup_printf ("<span line_height=\"" LINE_HEIGHT "\">%s\n"
                          "<span font_features=\"tnum=1\" alpha=\"100%%\"%s>%s</span></span>",
                          start, color ? color : "", text);
}

char *
poplens_table_header_total (PoplensTable *table, const PoplensTableView *view, guint column,
                            PoplensByteUnit unit)
{
  PoplensValue total;
  PoplensNumber buffer;

  if (!poplens_table_has_totals (table))
    return NULL;
  if (poplens_table_view_get_total (table, view, column, &total))
    return g_strdup (poplens_value_format (&total, unit, buffer));
  return column ? g_strdup ("") : poplens_table_view_total_label (table, view);
}

int
poplens_table_header_total_sign (PoplensTable *table, const PoplensTableView *view, guint column)
{
  PoplensValue total;

  return poplens_table_has_totals (table) &&
                 poplens_table_view_get_total (table, view, column, &total)
             ? poplens_value_difference_sign (&total, poplens_table_get_column (table, column))
             : 0;
}

char *
poplens_table_header_tooltip (const PoplensColumn *column)
{
  const char *from = poplens_provenance_text (column->provenance);

  if (!column->doc || !*column->doc)
    return g_strdup_printf ("%s\n%s", column->title, from);
  return g_strdup_printf ("%s\n%s\n%s", column->title, column->doc, from);
}

static GtkWidget *
nth_child (GtkWidget *parent, guint n)
{
  GtkWidget *child = parent ? gtk_widget_get_first_child (parent) : NULL;

  while (child && n--)
    child = gtk_widget_get_next_sibling (child);
  return child;
}

/* GTK 4.8 gives no way to the widgets of a header. They are: a row of titles, each a box of a label
 * and the sort arrow. Where a later GTK builds them otherwise, the header stays plain. */
void
poplens_table_header_decorate (GtkColumnView *view, guint column, const char *tooltip,
                               gboolean right)
{
  GtkWidget *title = nth_child (gtk_widget_get_first_child (GTK_WIDGET (view)), column);
  GtkWidget *box = nth_child (title, 0);
  GtkWidget *label = nth_child (box, 0);
  GtkWidget *arrow;

  if (!GTK_IS_BOX (box))
    return;
  if (!GTK_IS_LABEL (label))
    label = nth_child (box, 1);
  if (!GTK_IS_LABEL (label))
    return;
  poplens_tooltip_set (title, tooltip);
  gtk_label_set_use_markup (GTK_LABEL (label), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), right ? 1 : 0);
  /* Numbers are from left to right in every language. */
  gtk_widget_set_direction (box, right ? GTK_TEXT_DIR_LTR : GTK_TEXT_DIR_NONE);
  gtk_widget_set_direction (label, right ? GTK_TEXT_DIR_LTR : GTK_TEXT_DIR_NONE);
  gtk_label_set_justify (GTK_LABEL (label), right ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT);
  arrow = nth_child (box, 1);
  if (arrow == label)
    arrow = nth_child (box, 0);
  if (!arrow)
    return;
  gtk_widget_set_valign (arrow, GTK_ALIGN_START);
  if (right) {
    /* On the left of the title, so that titles and numbers share their right edge. */
    gtk_box_reorder_child_after (GTK_BOX (box), arrow, NULL);
    gtk_widget_set_hexpand (arrow, TRUE);
    gtk_widget_set_halign (arrow, GTK_ALIGN_END);
  }
}
