/* PoplensHelpPage: makes widgets for the blocks of a document, and keeps the scroll position when
 * texts wrap differently. */
#include "app/help/help-page.h"

#include "app/widgets/frame-turn.h"
#include "guide/markdown.h"

#include <adwaita.h>

/* ---- blocks ---------------------------------------------------------------------------------- */

/* Makes the widgets for the blocks of a document: headings, paragraphs, code and others. Clicking a
 * link activates the action "guide.go"; its parameter is the target of the link, a string. */

/* Key of the object data of a block's widget: its labels, one for each text of the block. */
#define LABELS "poplens-help-labels"
#define INDENT 24

static gboolean
on_link (GtkWidget *label, const char *target, gpointer data)
{
  gtk_widget_activate_action (label, "guide.go", "s", target);
  return TRUE;
}

static GtkWidget *
add_block_label (GPtrArray *labels, const PoplensGuideText *text, GtkAccessibleRole role)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "accessible-role", role, "use-markup", TRUE,
                                   "label", text->markup, "xalign", 0.0, "yalign", 0.0, "wrap",
                                   TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, NULL);

  g_signal_connect (label, "activate-link", G_CALLBACK (on_link), NULL);
  g_ptr_array_add (labels, label);
  return label;
}

static GtkWidget *
make_heading (const PoplensGuideBlock *block, GPtrArray *labels)
{
  static const char *const classes[] = {"title-2", "title-3", "title-4", "heading"};
  guint level = CLAMP (block->level, 1, G_N_ELEMENTS (classes));
  GtkWidget *label = add_block_label (labels, block->texts->pdata[0], GTK_ACCESSIBLE_ROLE_HEADING);

  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LEVEL, level, -1);
  gtk_widget_add_css_class (label, classes[level - 1]);
  gtk_widget_set_margin_top (label, level == 1 ? 0 : 12);
  return label;
}

static GtkWidget *
make_paragraph (const PoplensGuideBlock *block, GPtrArray *labels)
{
  GtkWidget *label = add_block_label (labels, block->texts->pdata[0], GTK_ACCESSIBLE_ROLE_LABEL);
  GtkWidget *box, *mark;

  if (!block->mark)
    return label;
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  mark = gtk_label_new (block->mark);
  gtk_widget_set_size_request (mark, INDENT - 6, -1);
  gtk_label_set_xalign (GTK_LABEL (mark), 1);
  gtk_widget_set_valign (mark, GTK_ALIGN_START);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), mark);
  gtk_box_append (GTK_BOX (box), label);
  return box;
}

/* Makes a block of code or terminal output. Its lines do not wrap, because they are aligned in
 * columns. */
static GtkWidget *
make_code (const PoplensGuideBlock *block, GPtrArray *labels)
{
  GtkWidget *label = add_block_label (labels, block->texts->pdata[0], GTK_ACCESSIBLE_ROLE_LABEL);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_label_set_wrap (GTK_LABEL (label), FALSE);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_add_css_class (scrolled, "code");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), label);
  return scrolled;
}

static GtkWidget *
make_table (const PoplensGuideBlock *block, GPtrArray *labels)
{
  GtkWidget *grid = gtk_grid_new ();

  for (guint i = 0; i < block->texts->len; i++) {
    guint column = i % block->n_columns;
    gboolean is_heading = i < block->n_columns;
    GtkWidget *label =
        add_block_label (labels, block->texts->pdata[i],
                         is_heading ? GTK_ACCESSIBLE_ROLE_COLUMN_HEADER : GTK_ACCESSIBLE_ROLE_CELL);
    gtk_widget_add_css_class (label, is_heading ? "guide-heading" : "guide-cell");
    gtk_widget_set_hexpand (label, column + 1 == block->n_columns);
    gtk_grid_attach (GTK_GRID (grid), label, column, i / block->n_columns, 1, 1);
  }
  return grid;
}

static GtkWidget *
make_picture (const PoplensGuideBlock *block, GPtrArray *labels)
{
  GtkWidget *label = add_block_label (labels, block->texts->pdata[0], GTK_ACCESSIBLE_ROLE_LABEL);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "guide-picture");
  return label;
}

static GtkWidget *
help_block_new (const PoplensGuideBlock *block)
{
  GPtrArray *labels = g_ptr_array_new ();
  GtkWidget *widget = block->kind == POPLENS_GUIDE_HEADING   ? make_heading (block, labels)
                      : block->kind == POPLENS_GUIDE_CODE    ? make_code (block, labels)
                      : block->kind == POPLENS_GUIDE_TABLE   ? make_table (block, labels)
                      : block->kind == POPLENS_GUIDE_PICTURE ? make_picture (block, labels)
                                                             : make_paragraph (block, labels);

  if (block->kind != POPLENS_GUIDE_HEADING)
    gtk_widget_set_margin_start (widget, (int) (block->level - (block->mark ? 1 : 0)) * INDENT);
  g_object_set_data_full (G_OBJECT (widget), LABELS, labels, (GDestroyNotify) g_ptr_array_unref);
  return widget;
}

/* ---- the page -------------------------------------------------------------------------------- */

#define WIDTH 820
#define MARGIN 24

struct _PoplensHelpPage {
  AdwBin parent;
  GtkScrolledWindow *scrolled;
  AdwClamp *clamp;
  GtkWidget *box; /* box in .clamp with one widget per block of the document */

  const PoplensGuideDocument *document;
  GtkLabel *highlighted; /* (nullable): label in .box in which a search match is highlighted */
  GtkWidget *target;     /* (nullable): widget to scroll to as soon as it has a position */
  double scroll;         /* scroll position to set after the layout if .target is NULL, in pixels */
  guint waiting;         /* id of the tick callback that scrolls after the layout; 0: none */
  guint top;             /* index of the block at the top of the view */
  double below;          /* fraction of block .top that is above the view, 0 … 1 */
  int width;             /* width of the page at its last allocation, in pixels */
  gboolean quiet;        /* the page itself sets the scroll position; "scrolled" is not emitted */
};

G_DEFINE_FINAL_TYPE (PoplensHelpPage, poplens_help_page, ADW_TYPE_BIN)

/* ---- scrolling ------------------------------------------------------------------------------- */

/* Computes @y, the position of @block in the document in pixels. FALSE if @block has no position
 * yet. */
static gboolean
block_at (PoplensHelpPage *self, GtkWidget *block, double *y)
{
  return gtk_widget_translate_coordinates (block, GTK_WIDGET (self->clamp), 0, 0, NULL, y);
}

static void
set_value (PoplensHelpPage *self, double value)
{
  self->quiet = TRUE;
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scrolled), value);
  self->quiet = FALSE;
}

/* Stores the block at the top of the view in .top, and the fraction of this block that is above the
 * view in .below. */
static void
note_top (PoplensHelpPage *self)
{
  double value = poplens_help_page_get_scroll (self), y = 0;
  GtkWidget *block = self->box ? gtk_widget_get_first_child (self->box) : NULL;

  for (self->top = 0; block; block = gtk_widget_get_next_sibling (block), self->top++) {
    int height = MAX (gtk_widget_get_height (block), 1);
    if (!block_at (self, block, &y) || y + MARGIN + height <= value)
      continue;
    self->below = (value - y - MARGIN) / height;
    return;
  }
  self->top = 0;
  self->below = 0;
}

static void
on_scrolled (PoplensHelpPage *self)
{
  /* Ignore changes until the page is laid out for a new width: the positions of blocks are not
   * valid yet. */
  if (self->width != gtk_widget_get_width (GTK_WIDGET (self)) || self->waiting)
    return;
  note_top (self);

  if (!self->quiet)
    g_signal_emit_by_name (self, "scrolled", self->top);
}

static void
scroll_to_target (GtkWidget *widget)
{
  PoplensHelpPage *self = POPLENS_HELP_PAGE (widget);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  double y = 0, page = gtk_adjustment_get_page_size (adjustment);

  self->waiting = 0;
  gtk_widget_set_opacity (self->box, 1);
  if (self->target)
    gtk_widget_translate_coordinates (self->target, gtk_scrolled_window_get_child (self->scrolled),
                                      0, 0, NULL, &y);
  /* The position of .target is relative to the view, so add the scroll position. Without .target,
   * use .scroll. */
  y += self->target ? gtk_adjustment_get_value (adjustment) : self->scroll;
  if (self->target)
    y -= self->highlighted ? page / 3 : MARGIN / 2;
  set_value (self, y);
  note_top (self);
}

/* Scrolls to @target or, if @target is NULL, to @value. Waits for the next layout, because new
 * widgets have no position yet. */
static void
scroll_later (PoplensHelpPage *self, GtkWidget *target, double value)
{
  self->target = target;
  self->scroll = value;
  if (self->waiting)
    return;
  self->waiting = poplens_frame_wait (GTK_WIDGET (self), scroll_to_target);
}

static GtkWidget *nth_block (PoplensHelpPage *self, guint n);

static void
poplens_help_page_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                           int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (GTK_WIDGET (POPLENS_HELP_PAGE (widget)->scrolled), orientation, for_size,
                      minimum, natural, minimum_baseline, natural_baseline);
}

/* Keeps the block at the top in place if the width changes: texts wrap differently then, and get
 * other heights. */
static void
poplens_help_page_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  PoplensHelpPage *self = POPLENS_HELP_PAGE (widget);
  gboolean keep = self->box && self->width && width != self->width && !self->waiting;
  guint top = self->top;
  double below = self->below, y;
  GtkAllocation all = {0, 0, width, height};

  self->quiet = TRUE;
  gtk_widget_size_allocate (GTK_WIDGET (self->scrolled), &all, baseline);
  self->quiet = FALSE;
  self->width = width;
  GtkWidget *block = keep ? nth_block (self, top) : NULL;
  if (!block || !block_at (self, block, &y))
    return;
  set_value (self, y + MARGIN + below * gtk_widget_get_height (block));
  /* Allocate again, so that this frame already has the new scroll position. */
  gtk_widget_size_allocate (GTK_WIDGET (self->scrolled), &all, baseline);
  self->top = top;
  self->below = below;
}

/* ---- documents ------------------------------------------------------------------------------- */

static void
show_document (PoplensHelpPage *self, const PoplensGuideDocument *document)
{
  if (self->highlighted)
    gtk_label_set_attributes (self->highlighted, NULL);
  self->highlighted = NULL;
  if (self->document == document)
    return;
  self->document = document;
  self->target = NULL;
  /* The widget with the focus is about to be removed: move the focus, because GTK would move it to
   * some text of the next document. */
  if (gtk_widget_get_focus_child (GTK_WIDGET (self)))
    gtk_widget_grab_focus (GTK_WIDGET (self->scrolled));
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  gtk_widget_add_css_class (self->box, "guide");
  for (guint i = 0; i < document->blocks->len; i++)
    gtk_box_append (GTK_BOX (self->box), help_block_new (document->blocks->pdata[i]));
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
  const GPtrArray *labels = g_object_get_data (G_OBJECT (nth_block (self, match->block)), LABELS);
  self->highlighted = labels->pdata[match->text];
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

/* ---- construction ---------------------------------------------------------------------------- */

static void
poplens_help_page_class_init (PoplensHelpPageClass *klass)
{
  GTK_WIDGET_CLASS (klass)->measure = poplens_help_page_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = poplens_help_page_size_allocate;
  g_signal_new ("scrolled", POPLENS_TYPE_HELP_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
poplens_help_page_init (PoplensHelpPage *self)
{
  /* Remove the layout manager of AdwBin: with it, GTK would not call measure () and size_allocate
   * () of this class. */
  gtk_widget_set_layout_manager (GTK_WIDGET (self), NULL);
  self->scrolled = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  self->clamp = ADW_CLAMP (adw_clamp_new ());
  adw_clamp_set_maximum_size (self->clamp, WIDTH);
  adw_clamp_set_tightening_threshold (self->clamp, WIDTH);
  gtk_widget_set_margin_start (GTK_WIDGET (self->clamp), MARGIN);
  gtk_widget_set_margin_end (GTK_WIDGET (self->clamp), MARGIN);
  gtk_widget_set_margin_top (GTK_WIDGET (self->clamp), MARGIN);
  gtk_widget_set_margin_bottom (GTK_WIDGET (self->clamp), MARGIN);
  /* Let the scrolled window take the focus if no link has it, so that the keys for scrolling work.
   */
  gtk_widget_set_focusable (GTK_WIDGET (self->scrolled), TRUE);
  gtk_scrolled_window_set_policy (self->scrolled, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (self->scrolled, GTK_WIDGET (self->clamp));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->scrolled));
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (self->scrolled), "value-changed",
                           G_CALLBACK (on_scrolled), self, G_CONNECT_SWAPPED);
}
