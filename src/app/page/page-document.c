/* PoplensPageDocument: arranges sections in one or two columns, shows one section per frame, and
 * makes the chapter buttons. */
#include "app/page/page-document.h"

#include "app/page/page-section.h"
#include "app/page/page-tables.h"
#include "app/page/page-toolbar.h"
#include "app/widgets/frame-turn.h"
#include "app/widgets/scroll-start.h"
#include "app/widgets/bins.h"
#include "app/widgets/layouts.h"
#include "pages/core/page.h"

#include <gtk/gtk.h>

/* ---- sections in two columns ----------------------------------------------------------------- */

#define SPACE 12
/* Widths in pixels, at the normal text size. USUAL_WIDTH: maximum width of a document. WIDE_WIDTH:
 * its maximum width in windows of at least WIDE_FROM. TWO_WIDTH: minimum width of a document with
 * two columns. */
#define USUAL_WIDTH 1066
#define WIDE_WIDTH 1400
#define WIDE_FROM 1364
#define TWO_WIDTH 860
/* SIDE_WIDTH: minimum width of a document with a main and a narrow side column. MAIN_SHARE:
 * fraction of the width that the main column gets. */
#define SIDE_WIDTH 900
#define MAIN_SHARE 0.63

struct _PoplensColumnsLayout {
  GtkLayoutManager parent_instance;
  gboolean has_side;
};

G_DEFINE_FINAL_TYPE (PoplensColumnsLayout, poplens_columns_layout, GTK_TYPE_LAYOUT_MANAGER)

static int
column_of (GtkWidget *child)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (child), "poplens-column")) - 1;
}

static gboolean
is_joined (GtkWidget *child)
{
  return g_object_get_data (G_OBJECT (child), "poplens-joined") != NULL;
}

void
poplens_columns_layout_set_side (GtkLayoutManager *manager, gboolean has_side)
{
  PoplensColumnsLayout *self = POPLENS_COLUMNS_LAYOUT (manager);

  if (self->has_side != has_side)
    gtk_layout_manager_layout_changed (manager);
  self->has_side = has_side;
}

void
poplens_columns_layout_set (GtkWidget *child, int column, gboolean joined)
{
  if (column == column_of (child) && joined == is_joined (child))
    return;
  g_object_set_data (G_OBJECT (child), "poplens-column", GINT_TO_POINTER (column + 1));
  g_object_set_data (G_OBJECT (child), "poplens-joined", GINT_TO_POINTER (joined));
  gtk_widget_queue_resize (child);
}

/* ---- positions of children ------------------------------------------------------------------- */

typedef struct {
  int x, width; /* position and width of the document in pixels, all columns together */
  int widths[POPLENS_COLUMNS];
  int n;
  gboolean has_side;
  int y[POPLENS_COLUMNS];
} SectionFlow;

static SectionFlow
begin_flow (GtkWidget *widget, int width)
{
  PoplensColumnsLayout *self = POPLENS_COLUMNS_LAYOUT (gtk_widget_get_layout_manager (widget));
  double text = poplens_text_scale (widget);
  int two = self->has_side ? SIDE_WIDTH : TWO_WIDTH;
  SectionFlow flow = {.n = width >= two * text ? POPLENS_COLUMNS : 1, .has_side = self->has_side};

  flow.width = MIN (width, (int) ((width >= WIDE_FROM * text ? WIDE_WIDTH : USUAL_WIDTH) * text));
  flow.x = (width - flow.width) / 2;
  flow.widths[0] = (int) ((flow.width - (flow.n - 1) * SPACE) * (flow.n == 1     ? 1
                                                                 : flow.has_side ? MAIN_SHARE
                                                                                 : 0.5));
  flow.widths[1] = flow.width - SPACE - flow.widths[0];
  return flow;
}

static int
end_of (const SectionFlow *self)
{
  int end = 0;

  for (int i = 0; i < self->n; i++)
    end = MAX (end, self->y[i]);
  return end;
}

static int
height_of (GtkWidget *child, int width)
{
  int height;

  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  return height;
}

/* Returns the neighbour of @child in the other column. (nullable) */
static GtkWidget *
find_beside (GtkWidget *child, int column)
{
  GtkWidget *other =
      column ? gtk_widget_get_prev_sibling (child) : gtk_widget_get_next_sibling (child);

  while (other && !gtk_widget_should_layout (other))
    other = column ? gtk_widget_get_prev_sibling (other) : gtk_widget_get_next_sibling (other);
  return other && column_of (other) == !column ? other : NULL;
}

/* Returns the allocation of @child, the next child of the flow. It has its natural height. If a
 * neighbour begins at the same position, both get the larger natural height. */
static GtkAllocation
flow_next_child (SectionFlow *self, GtkWidget *child)
{
  int column = self->n > 1 ? column_of (child) : -1;
  GtkAllocation at = {self->x, end_of (self), self->width, 0};
  GtkWidget *beside = column < 0 || self->has_side ? NULL : find_beside (child, column);

  if (column >= 0)
    at = (GtkAllocation){self->x + column * (self->widths[0] + SPACE), self->y[column],
                         self->widths[column], 0};
  else if (is_joined (child) && at.y)
    at.y -= SPACE;
  at.height = height_of (child, at.width);
  if (beside) {
    int both = MAX (at.height, height_of (beside, at.width));
    if (column ? self->y[0] == at.y + both + SPACE : self->y[0] == self->y[1])
      at.height = both;
  }
  for (int i = 0; i < self->n; i++)
    if (column < 0 || column == i)
      self->y[i] = at.y + at.height + SPACE;
  return at;
}

/* ---- layout ---------------------------------------------------------------------------------- */

static GtkSizeRequestMode
columns_layout_get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
columns_layout_measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation,
                        int for_size, int *minimum, int *natural, int *minimum_baseline,
                        int *natural_baseline)
{
  SectionFlow flow = begin_flow (widget, for_size < 0 ? USUAL_WIDTH : for_size);

  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    int least, wished;
    if (!gtk_widget_should_layout (child))
      continue;
    if (orientation == GTK_ORIENTATION_VERTICAL) {
      flow_next_child (&flow, child);
      continue;
    }
    gtk_widget_measure (child, orientation, -1, &least, &wished, NULL, NULL);
    *minimum = MAX (*minimum, least);
    *natural = MAX (*natural, wished);
  }
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = MAX (end_of (&flow) - SPACE, 0);
}

static void
columns_layout_allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height,
                         int baseline)
{
  SectionFlow flow = begin_flow (widget, width);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    GtkAllocation at;
    if (!gtk_widget_should_layout (child))
      continue;
    at = flow_next_child (&flow, child);
    poplens_place_child (widget, child, at.x, at.y, at.width, at.height);
  }
}

static void
poplens_columns_layout_class_init (PoplensColumnsLayoutClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  manager_class->get_request_mode = columns_layout_get_request_mode;
  manager_class->measure = columns_layout_measure;
  manager_class->allocate = columns_layout_allocate;
}

static void
poplens_columns_layout_init (PoplensColumnsLayout *self)
{
}

GtkLayoutManager *
poplens_columns_layout_new (void)
{
  return g_object_new (POPLENS_TYPE_COLUMNS_LAYOUT, NULL);
}

/* ---- chapter buttons ------------------------------------------------------------------------- */

/* PoplensPageChapters: the chapters of a page, as linked toggle buttons.
 *
 * Signal "choice" (char *key, char *value): another chapter was chosen. */

#define POPLENS_TYPE_PAGE_CHAPTERS (poplens_page_chapters_get_type ())

G_DECLARE_FINAL_TYPE (PoplensPageChapters, poplens_page_chapters, POPLENS, PAGE_CHAPTERS, GtkWidget)

struct _PoplensPageChapters {
  GtkWidget parent_instance;
  GtkWidget *scrolled; /* scrolls the buttons in a narrow window */
  GtkWidget *box;
  const char *key; /* (static): location key whose value is the current chapter */
  guint n;
  int current;
  gboolean quiet;
};

G_DEFINE_FINAL_TYPE (PoplensPageChapters, poplens_page_chapters, GTK_TYPE_WIDGET)

static void
on_toggled (GtkToggleButton *button, gpointer data)
{
  PoplensPageChapters *self = data;

  if (!self->quiet && gtk_toggle_button_get_active (button))
    g_signal_emit_by_name (self, "choice", self->key,
                           g_object_get_data (G_OBJECT (button), "poplens-option"));
}

static void
rebuild_chapters (PoplensPageChapters *self, const PoplensControl *control)
{
  GtkWidget *child, *first = NULL;

  while ((child = gtk_widget_get_first_child (self->box)))
    gtk_box_remove (GTK_BOX (self->box), child);
  for (guint i = 0; i < control->n_options; i++) {
    GtkWidget *button = gtk_toggle_button_new_with_label (control->titles[i]);
    g_object_set_data_full (G_OBJECT (button), "poplens-option", g_strdup (control->options[i]),
                            g_free);
    if (first)
      gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (first));
    else
      first = button;
    g_signal_connect (button, "toggled", G_CALLBACK (on_toggled), self);
    gtk_box_append (GTK_BOX (self->box), button);
  }
  self->key = control->key;
  self->n = control->n_options;
}

static const PoplensControl *
find_chapters (const PoplensPage *page)
{
  for (guint i = 0; i < page->controls->len; i++) {
    const PoplensControl *control = page->controls->pdata[i];
    if (control->kind == POPLENS_CONTROL_CHAPTERS)
      return control;
  }
  return NULL;
}

/* Shows the chapters of @page as buttons. Hides the buttons if the page has no chapters. TRUE if
 * the current chapter changed. */
static gboolean
page_chapters_show (GtkWidget *widget, const PoplensPage *page)
{
  PoplensPageChapters *self = POPLENS_PAGE_CHAPTERS (widget);
  const PoplensControl *control = find_chapters (page);
  GtkWidget *button;
  gboolean changed;

  gtk_widget_set_visible (widget, control != NULL);
  if (!control)
    return FALSE;
  self->quiet = TRUE;
  if (control->n_options != self->n)
    rebuild_chapters (self, control);
  button = gtk_widget_get_first_child (self->box);
  for (guint i = 0; i < control->current; i++)
    button = gtk_widget_get_next_sibling (button);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
  self->quiet = FALSE;
  changed = self->current >= 0 && self->current != (int) control->current;
  self->current = (int) control->current;
  return changed;
}

static void
poplens_page_chapters_dispose (GObject *object)
{
  g_clear_pointer (&POPLENS_PAGE_CHAPTERS (object)->scrolled, gtk_widget_unparent);
  G_OBJECT_CLASS (poplens_page_chapters_parent_class)->dispose (object);
}

static void
poplens_page_chapters_class_init (PoplensPageChaptersClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_page_chapters_dispose;
  g_signal_new ("choice", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
poplens_page_chapters_init (PoplensPageChapters *self)
{
  self->current = -1;
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->box, "linked");
  gtk_widget_add_css_class (self->box, "page-chapters");
  gtk_widget_set_halign (self->box, GTK_ALIGN_START);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (self->scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->box);
  gtk_widget_set_valign (self->scrolled, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  poplens_scroll_from_start (GTK_SCROLLED_WINDOW (self->scrolled));
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static GtkWidget *
page_chapters_new (void)
{
  return g_object_new (POPLENS_TYPE_PAGE_CHAPTERS, NULL);
}

/* ---- the column of sections ------------------------------------------------------------------ */

/* PoplensPageColumn: a box in which Tab visits the children in their order. GTK would sort them by
 * their vertical centres, so that Tab skips a high card for a lower card beside it. */

#define POPLENS_TYPE_PAGE_COLUMN (poplens_page_column_get_type ())

G_DECLARE_FINAL_TYPE (PoplensPageColumn, poplens_page_column, POPLENS, PAGE_COLUMN, GtkBox)

struct _PoplensPageColumn {
  GtkBox parent_instance;
};

G_DEFINE_FINAL_TYPE (PoplensPageColumn, poplens_page_column, GTK_TYPE_BOX)

static gboolean
poplens_page_column_focus (GtkWidget *widget, GtkDirectionType direction)
{
  gboolean back = direction == GTK_DIR_TAB_BACKWARD;
  GtkWidget *child = gtk_widget_get_focus_child (widget);

  if (!back && direction != GTK_DIR_TAB_FORWARD)
    return GTK_WIDGET_CLASS (poplens_page_column_parent_class)->focus (widget, direction);
  if (!child)
    child = back ? gtk_widget_get_last_child (widget) : gtk_widget_get_first_child (widget);
  for (; child;
       child = back ? gtk_widget_get_prev_sibling (child) : gtk_widget_get_next_sibling (child))
    if (gtk_widget_child_focus (child, direction))
      return TRUE;
  return FALSE;
}

static void
poplens_page_column_class_init (PoplensPageColumnClass *klass)
{
  GTK_WIDGET_CLASS (klass)->focus = poplens_page_column_focus;
}

static void
poplens_page_column_init (PoplensPageColumn *self)
{
}

/* ---- the page -------------------------------------------------------------------------------- */

struct _PoplensPageDocument {
  PoplensPageWidget base;
  GtkWidget *column;
  GtkWidget *head; /* row with the chapters, and the tool bar if there are chapters */
  GtkWidget *chapters;
  GHashTable *sections;      /* sections of the shown page: id → PoplensPageSection */
  GPtrArray *order;          /* ids of the sections, from top to bottom */
  PoplensPageBundle *coming; /* (nullable): bundle whose sections are being shown, one per frame */
  guint next;                /* index of the first section of .coming that is not shown yet */
  guint tick;
};

G_DEFINE_FINAL_TYPE (PoplensPageDocument, poplens_page_document, POPLENS_TYPE_PAGE_WIDGET)

static gboolean
same_order (GPtrArray *a, GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!g_str_equal (a->pdata[i], b->pdata[i]))
      return FALSE;
  return TRUE;
}

static GPtrArray *
ids_of (const PoplensPage *page)
{
  GPtrArray *ids = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < page->sections->len; i++)
    g_ptr_array_add (ids, poplens_page_section_id (page, i));
  return ids;
}

static void
remove_gone (PoplensPageDocument *self, GPtrArray *ids)
{
  GHashTableIter iter;
  gpointer id, widget;

  g_hash_table_iter_init (&iter, self->sections);
  while (g_hash_table_iter_next (&iter, &id, &widget)) {
    if (g_ptr_array_find_with_equal_func (ids, id, g_str_equal, NULL))
      continue;
    gtk_box_remove (GTK_BOX (self->column), widget);
    g_hash_table_iter_remove (&iter);
  }
}

/* Arranges the sections in the order of @ids. Moves a section that stays: GTK would rebuild and
 * measure a section that is removed and added again. */
static void
arrange_sections (PoplensPageDocument *self, GPtrArray *ids)
{
  GtkWidget *before = NULL;

  remove_gone (self, ids);
  for (guint i = 0; i < ids->len; i++) {
    GtkWidget *section = g_hash_table_lookup (self->sections, ids->pdata[i]);
    if (section) {
      gtk_box_reorder_child_after (GTK_BOX (self->column), section, before);
    } else {
      section = poplens_page_section_new (self->base.session);
      gtk_widget_set_visible (section, FALSE);
      gtk_box_insert_child_after (GTK_BOX (self->column), section, before);
      g_hash_table_insert (self->sections, g_strdup (ids->pdata[i]), g_object_ref (section));
    }
    before = section;
  }
}

/* ---- two columns ----------------------------------------------------------------------------- */

/* TRUE if the section is above the columns, at full width: facts and notices. */
static gboolean
is_above (const PoplensSection *section)
{
  return section->kind == POPLENS_SECTION_FACTS || section->kind == POPLENS_SECTION_NOTICE;
}

static void
set_css_class (GtkWidget *widget, const char *css_class, gboolean on)
{
  if (on)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

/* TRUE if the section is shown as a collapsible row. */
static gboolean
is_row (const PoplensPage *page, guint index)
{
  return index < page->sections->len &&
         ((const PoplensSection *) page->sections->pdata[index])->collapsed;
}

static void
take_columns (PoplensPageDocument *self, const PoplensPage *page)
{
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = page->sections->pdata[i];
    GtkWidget *widget = g_hash_table_lookup (self->sections, self->order->pdata[i]);
    gboolean above = i && is_row (page, i) && is_row (page, i - 1);
    poplens_columns_layout_set (widget, section->column - 1, above);
    set_css_class (widget, "joined-above", above);
    set_css_class (widget, "joined-below", is_row (page, i) && is_row (page, i + 1));
  }
}

static void
move_toolbar (PoplensPageDocument *self, GtkWidget *box)
{
  GtkWidget *now = gtk_widget_get_parent (self->base.toolbar);

  if (now == box)
    return;
  g_object_ref (self->base.toolbar);
  gtk_box_remove (GTK_BOX (now), self->base.toolbar);
  gtk_box_append (GTK_BOX (box), self->base.toolbar);
  g_object_unref (self->base.toolbar);
}

/* Places the tool bar beside the chapters. If there are no chapters, places it below facts and
 * notices. */
static void
place_toolbar (PoplensPageDocument *self, const PoplensPage *page)
{
  GtkWidget *before = NULL;

  gtk_box_reorder_child_after (GTK_BOX (self->column), self->head, NULL);
  if (gtk_widget_get_visible (self->chapters)) {
    move_toolbar (self, self->head);
    return;
  }
  move_toolbar (self, self->column);
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = page->sections->pdata[i];
    if (!is_above (section))
      break;
    before = g_hash_table_lookup (self->sections, self->order->pdata[i]);
  }
  gtk_box_reorder_child_after (GTK_BOX (self->column), self->base.toolbar,
                               before ? before : self->head);
}

/* Shows the chapters. Scrolls to the top if the chapter changed. */
static void
show_chapters (PoplensPageDocument *self, const PoplensPage *page)
{
  if (page_chapters_show (self->chapters, page))
    gtk_adjustment_set_value (
        gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->base.outer)), 0);
}

/* Shows the number of findings beside the search field: "35 findings", "3 of 35 findings". */
static void
show_count (PoplensPageDocument *self)
{
  PoplensPageToolbar *toolbar = POPLENS_PAGE_TOOLBAR (self->base.toolbar);
  guint shown = 0, all = 0;
  PoplensNumber some, number;

  for (guint i = 0; i < self->order->len; i++)
    poplens_page_section_count_findings (
        g_hash_table_lookup (self->sections, self->order->pdata[i]), &shown, &all);
  poplens_format_items (number, all, "finding");
  g_autofree char *text =
      shown < all ? g_strdup_printf ("%s of %s", poplens_format_count (some, shown), number)
                  : g_strdup (number);
  poplens_page_toolbar_set_count (toolbar, all ? text : NULL);
}

/* ---- one section per frame ------------------------------------------------------------------- */

static void
stop_coming (PoplensPageDocument *self)
{
  if (self->tick)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  g_clear_pointer (&self->coming, poplens_page_bundle_unref);
}

/* Shows the next section, or more of the section that is being shown. FALSE if all sections are
 * complete. */
static gboolean
show_next (PoplensPageDocument *self)
{
  GtkWidget *section;

  /* Complete the previous section first: if it grew later, it would push the next one down. */
  if (self->next && poplens_page_section_show_more (
                        g_hash_table_lookup (self->sections, self->order->pdata[self->next - 1])))
    return TRUE;
  if (self->next == self->order->len)
    return FALSE;
  section = g_hash_table_lookup (self->sections, self->order->pdata[self->next]);
  poplens_page_section_show (POPLENS_PAGE_SECTION (section), self->coming, self->next++);
  /* Apply the current location: it may have changed while sections were being added. */
  poplens_page_section_follow_location (POPLENS_PAGE_SECTION (section),
                                        poplens_session_get_location (self->base.session));
  return TRUE;
}

static gboolean
on_sections_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  PoplensPageDocument *self = POPLENS_PAGE_DOCUMENT (widget);

  if (!poplens_frame_turn (clock) || show_next (self))
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  g_clear_pointer (&self->coming, poplens_page_bundle_unref);
  show_count (self);
  return G_SOURCE_REMOVE;
}

/* Starts showing the sections of @bundle, one per frame: making a table or a row of facts takes
 * most of a frame. */
static void
show_sections (PoplensPageDocument *self, PoplensPageBundle *bundle)
{
  stop_coming (self);
  if (!self->order->len)
    return;
  self->coming = poplens_page_bundle_ref (bundle);
  self->next = 0;
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_sections_tick, NULL, NULL);
}

static void
page_document_show (PoplensPageWidget *base, PoplensPageBundle *before)
{
  PoplensPageDocument *self = POPLENS_PAGE_DOCUMENT (base);
  PoplensPageBundle *bundle = base->bundle;
  GPtrArray *ids = ids_of (bundle->page);

  stop_coming (self);
  if (!same_order (ids, self->order))
    arrange_sections (self, ids);
  g_ptr_array_unref (self->order);
  self->order = ids;
  take_columns (self, bundle->page);
  poplens_columns_layout_set_side (gtk_widget_get_layout_manager (self->column),
                                   bundle->page->has_side);
  show_chapters (self, bundle->page);
  show_sections (self, bundle);
  place_toolbar (self, bundle->page);
  poplens_page_toolbar_set_page (POPLENS_PAGE_TOOLBAR (self->base.toolbar), bundle->page);
  gtk_widget_set_visible (self->base.toolbar, !poplens_page_toolbar_is_empty (
                                                  POPLENS_PAGE_TOOLBAR (self->base.toolbar)));
}

static void
follow_location (PoplensPageWidget *base, const PoplensLocation *location)
{
  PoplensPageDocument *self = POPLENS_PAGE_DOCUMENT (base);

  for (guint i = 0; i < self->order->len; i++)
    poplens_page_section_follow_location (
        g_hash_table_lookup (self->sections, self->order->pdata[i]), location);
  show_count (self);
}

static gboolean
focus_search (PoplensPageWidget *base)
{
  PoplensPageDocument *self = POPLENS_PAGE_DOCUMENT (base);

  if (poplens_page_toolbar_focus_search (POPLENS_PAGE_TOOLBAR (base->toolbar)))
    return TRUE;
  for (guint i = 0; i < self->order->len; i++)
    if (poplens_page_section_focus_search (
            g_hash_table_lookup (self->sections, self->order->pdata[i])))
      return TRUE;
  return FALSE;
}

static void
poplens_page_document_dispose (GObject *object)
{
  PoplensPageDocument *self = POPLENS_PAGE_DOCUMENT (object);

  stop_coming (self);
  g_clear_pointer (&self->sections, g_hash_table_unref);
  g_clear_pointer (&self->order, g_ptr_array_unref);
  G_OBJECT_CLASS (poplens_page_document_parent_class)->dispose (object);
}

static void
poplens_page_document_class_init (PoplensPageDocumentClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_page_document_dispose;
  POPLENS_PAGE_WIDGET_CLASS (klass)->show = page_document_show;
  POPLENS_PAGE_WIDGET_CLASS (klass)->follow_location = follow_location;
  POPLENS_PAGE_WIDGET_CLASS (klass)->focus_search = focus_search;
}

static void
poplens_page_document_init (PoplensPageDocument *self)
{
  self->sections = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->order = g_ptr_array_new_with_free_func (g_free);
  self->column = g_object_new (POPLENS_TYPE_PAGE_COLUMN, NULL);
  gtk_widget_set_layout_manager (self->column, poplens_columns_layout_new ());
  gtk_widget_add_css_class (self->column, "page-column");
  poplens_page_widget_make_toolbar (&self->base, FALSE);
  gtk_widget_set_visible (self->base.toolbar, FALSE);
  self->chapters = page_chapters_new ();
  poplens_page_widget_listen (&self->base, self->chapters);
  self->head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_set_layout_manager (self->head, poplens_wrap_layout_new ());
  gtk_box_append (GTK_BOX (self->head), self->chapters);
  gtk_box_append (GTK_BOX (self->column), self->head);
  gtk_box_append (GTK_BOX (self->column), self->base.toolbar);
  poplens_page_widget_set_child (&self->base, self->column);
}
