#include "app/help/help-page.h"

#include "app/help/help-block.h"
#include "app/widgets/frame-turn.h"

#define WIDTH 820
#define MARGIN 24

struct _PoplensHelpPage {
  AdwBin parent;
  GtkScrolledWindow *scrolled;
  AdwClamp *clamp;
  GtkWidget *box; /* a widget a block, in a clamp */

  const PoplensGuideDocument *document;
  GtkLabel *highlighted; /* in the box, or NULL */
  GtkWidget *target;     /* to be scrolled to once it has its place, or NULL */
  double scroll;         /* without a target: where to */
  guint waiting;         /* for that; 0: nothing is asked for */
};

G_DEFINE_FINAL_TYPE (PoplensHelpPage, poplens_help_page, ADW_TYPE_BIN)

/* ---- scrolling -------------------------------------------------------------------------------
 */

static void
scroll (GtkWidget *widget)
{
  PoplensHelpPage *self = POPLENS_HELP_PAGE (widget);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  double y = 0, page = gtk_adjustment_get_page_size (adjustment);

  self->waiting = 0;
  gtk_widget_set_opacity (self->box, 1);
  if (self->target)
    gtk_widget_translate_coordinates (self->target, gtk_scrolled_window_get_child (self->scrolled),
                                      0, 0, NULL, &y);
  /* The child scrolls by the adjustment, so what is translated moves with it. */
  y += self->target ? gtk_adjustment_get_value (adjustment) : self->scroll;
  if (self->target)
    y -= self->highlighted ? page / 3 : MARGIN / 2;
  gtk_adjustment_set_value (adjustment, y);
}

/* Widgets have no place before the next layout. Until it is scrolled nothing is shown: else the
 * beginning of the document would flash. */
static void
scroll_later (PoplensHelpPage *self, GtkWidget *target, double value)
{
  self->target = target;
  self->scroll = value;
  if (self->waiting)
    return;
  self->waiting = poplens_frame_wait (GTK_WIDGET (self), scroll);
}

/* ---- documents ------------------------------------------------------------------------------- */

static void
clear_highlight (PoplensHelpPage *self)
{
  if (self->highlighted)
    gtk_label_set_attributes (self->highlighted, NULL);
  self->highlighted = NULL;
}

static void
show_document (PoplensHelpPage *self, const PoplensGuideDocument *document)
{
  clear_highlight (self);
  if (self->document == document)
    return;
  self->document = document;
  self->target = NULL;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  gtk_widget_add_css_class (self->box, "guide");
  for (guint i = 0; i < document->blocks->len; i++)
    gtk_box_append (GTK_BOX (self->box), poplens_help_block_new (document->blocks->pdata[i]));
  gtk_widget_set_opacity (self->box, 0);
  adw_clamp_set_child (self->clamp, self->box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scrolled), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  document->title, -1);
}

static GtkWidget *
nth_block (PoplensHelpPage *self, guint n)
{
  GtkWidget *child = gtk_widget_get_first_child (self->box);

  while (n--)
    child = gtk_widget_get_next_sibling (child);
  return child;
}

void
poplens_help_page_show (PoplensHelpPage *self, const PoplensGuideDocument *document, guint block)
{
  show_document (self, document);
  scroll_later (self, block ? nth_block (self, block) : NULL, 0);
  gtk_widget_grab_focus (GTK_WIDGET (self->scrolled));
}

void
poplens_help_page_show_match (PoplensHelpPage *self, const PoplensGuideDocument *document,
                              const PoplensGuideMatch *match)
{
  g_autoptr (PangoAttrList) list = pango_attr_list_new ();
  PangoAttribute *attributes[] = {pango_attr_background_new (0xf9f9, 0xd2d2, 0x2a2a),
                                  pango_attr_foreground_new (0, 0, 0)};

  show_document (self, document);
  self->highlighted = poplens_help_block_get_label (nth_block (self, match->block), match->text);
  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++) {
    attributes[i]->start_index = match->start;
    attributes[i]->end_index = match->end;
    pango_attr_list_insert (list, attributes[i]);
  }
  gtk_label_set_attributes (self->highlighted, list);
  scroll_later (self, GTK_WIDGET (self->highlighted), 0);
}

double
poplens_help_page_get_scroll (PoplensHelpPage *self)
{
  return gtk_adjustment_get_value (gtk_scrolled_window_get_vadjustment (self->scrolled));
}

void
poplens_help_page_set_scroll (PoplensHelpPage *self, double value)
{
  scroll_later (self, NULL, value);
}

/* ---- making one ------------------------------------------------------------------------------ */

static void
poplens_help_page_class_init (PoplensHelpPageClass *klass)
{
}

static void
poplens_help_page_init (PoplensHelpPage *self)
{
  self->scrolled = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  self->clamp = ADW_CLAMP (adw_clamp_new ());
  adw_clamp_set_maximum_size (self->clamp, WIDTH);
  adw_clamp_set_tightening_threshold (self->clamp, WIDTH);
  gtk_widget_set_margin_start (GTK_WIDGET (self->clamp), MARGIN);
  gtk_widget_set_margin_end (GTK_WIDGET (self->clamp), MARGIN);
  gtk_widget_set_margin_top (GTK_WIDGET (self->clamp), MARGIN);
  gtk_widget_set_margin_bottom (GTK_WIDGET (self->clamp), MARGIN);
  /* The keys that scroll reach it while no link has the focus. */
  gtk_widget_set_focusable (GTK_WIDGET (self->scrolled), TRUE);
  gtk_scrolled_window_set_policy (self->scrolled, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (self->scrolled, GTK_WIDGET (self->clamp));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->scrolled));
}
