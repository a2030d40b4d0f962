#include "app/page/page-split.h"

#include "app/page/page-divider.h"
#include "app/page/page-tables.h"
#include "app/page/page-toolbar.h"
#include "app/table/table-choice.h"

struct _PoplensPageSplit {
  PoplensPageWidget base;
  GtkWidget *top;   /* a stack: the table, or why there is none */
  GtkWidget *table; /* on top */
  GtkWidget *why_not;
  PoplensTableChoice *choice;
  gboolean is_new; /* the rows of the table are others */
};

G_DEFINE_FINAL_TYPE (PoplensPageSplit, poplens_page_split, POPLENS_TYPE_PAGE_WIDGET)

/* ---- from the location
 * ----------------------------------------------------------------------------
 */

/* As the view has it, which hears of another one first. */
static PoplensTableModel *
shown_model (PoplensPageSplit *self)
{
  GtkColumnView *view = poplens_table_widget_get_view (POPLENS_TABLE_WIDGET (self->table));
  GtkSelectionModel *model = view ? gtk_column_view_get_model (view) : NULL;

  return model ? POPLENS_TABLE_MODEL (model) : NULL;
}

/* "12 of 275": rows that the words of the search field find. */
static void
show_count (PoplensPageSplit *self)
{
  PoplensTableModel *model = shown_model (self);
  const PoplensTableView *view = model ? poplens_table_model_get_view (model) : NULL;
  g_autofree char *text = NULL;
  PoplensNumber a, b;

  /* Its widgets are going. */
  if (!self->choice)
    return;
  if (view && view->totals)
    text = g_strdup_printf (
        "%s of %s", poplens_format_count (a, view->n_matches),
        poplens_format_count (b, poplens_table_n_rows (poplens_table_model_get_table (model))));
  poplens_page_toolbar_set_count (POPLENS_PAGE_TOOLBAR (self->base.toolbar), text);
}

static void
follow_location (PoplensPageWidget *base, const PoplensLocation *location)
{
  PoplensPageSplit *self = POPLENS_PAGE_SPLIT (base);
  const PoplensSection *top = poplens_page_get_top (base->bundle->page);

  if (top && top->table) {
    poplens_page_table_follow_location (self->table, location);
    poplens_table_choice_set (self->choice, poplens_page_chosen_row (top, location));
  }
  show_count (self);
  if (self->is_new)
    poplens_table_choice_renew (self->choice);
  self->is_new = FALSE;
}

static guint
index_of (const PoplensPage *page, const PoplensSection *section)
{
  guint index = 0;

  g_ptr_array_find (page->sections, section, &index);
  return index;
}

static void
show_top (PoplensPageSplit *self)
{
  const PoplensSection *top = poplens_page_get_top (self->base.bundle->page);
  gboolean has_table = top && top->table;

  if (has_table)
    poplens_page_table_show (self->table, self->base.session, self->base.bundle,
                             index_of (self->base.bundle->page, top));
  else
    gtk_label_set_label (GTK_LABEL (self->why_not), top && top->text ? top->text : "Not recorded");
  gtk_stack_set_visible_child (GTK_STACK (self->top), has_table ? self->table : self->why_not);
}

static void
show (PoplensPageWidget *base, PoplensPageBundle *before)
{
  PoplensPageSplit *self = POPLENS_PAGE_SPLIT (base);

  poplens_page_toolbar_set_page (POPLENS_PAGE_TOOLBAR (base->toolbar), base->bundle->page);
  show_top (self);
  self->is_new = TRUE;
}

/* ---- to the location
 * ------------------------------------------------------------------------------
 */

/* Arrow keys pass many rows: not steps to go back to. */
static void
on_chosen (guint32 row, gpointer data)
{
  PoplensPageSplit *self = data;
  const PoplensSection *top = poplens_page_get_top (self->base.bundle->page);
  g_autoptr (PoplensLocation) location =
      poplens_page_choose_row (top, poplens_session_get_location (self->base.session), row);

  poplens_session_adjust (self->base.session, location);
}

/* The next, or the one before, of the rows that the words find; all of them without words. */
static guint32
step_row (PoplensPageSplit *self, int by)
{
  PoplensTableModel *model = shown_model (self);
  const PoplensTableView *view = model ? poplens_table_model_get_view (model) : NULL;
  const PoplensSection *top = poplens_page_get_top (self->base.bundle->page);
  guint32 chosen, at = G_MAXUINT32;

  if (!view || !view->n_matches || !top)
    return G_MAXUINT32;
  chosen = poplens_page_chosen_row (top, poplens_session_get_location (self->base.session));
  for (guint32 i = 0; i < view->n; i++)
    if (view->rows[i] == chosen)
      at = i;
  if (at == G_MAXUINT32)
    at = by > 0 ? view->n - 1 : 0;
  do
    at = (at + view->n + (by > 0 ? 1 : view->n - 1)) % view->n;
  while (!poplens_table_view_matches (view, view->rows[at]));
  return view->rows[at];
}

static void
on_search_step (GtkWidget *widget, int by, gpointer data)
{
  PoplensPageSplit *self = data;
  guint32 row = step_row (self, by);

  if (row != G_MAXUINT32)
    on_chosen (row, self);
}

static gboolean
focus (PoplensPageWidget *self)
{
  PoplensTableWidget *table = POPLENS_TABLE_WIDGET (POPLENS_PAGE_SPLIT (self)->table);

  return gtk_widget_grab_focus (GTK_WIDGET (poplens_table_widget_get_view (table)));
}

/* ---- life --------------------------------------------------------------------------------------
 */

static void
build_top (PoplensPageSplit *self)
{
  self->top = gtk_stack_new ();
  self->table = poplens_page_table_new (self->base.session, 0);
  self->why_not = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->why_not), TRUE);
  gtk_widget_add_css_class (self->why_not, "dim-label");
  gtk_stack_add_child (GTK_STACK (self->top), self->table);
  gtk_stack_add_child (GTK_STACK (self->top), self->why_not);
  self->choice = poplens_table_choice_new (POPLENS_TABLE_WIDGET (self->table), on_chosen, self);
  /* Rows that a filter finds are there when its model is. */
  g_signal_connect_object (poplens_table_widget_get_view (POPLENS_TABLE_WIDGET (self->table)),
                           "notify::model", G_CALLBACK (show_count), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

static void
poplens_page_split_constructed (GObject *object)
{
  PoplensPageSplit *self = POPLENS_PAGE_SPLIT (object);

  G_OBJECT_CLASS (poplens_page_split_parent_class)->constructed (object);
  build_top (self);
  poplens_page_widget_build (&self->base, FALSE, poplens_page_divider_new (self->top));
  g_signal_connect (self->base.toolbar, "search-step", G_CALLBACK (on_search_step), self);
  g_signal_connect_swapped (self->base.toolbar, "search-left", G_CALLBACK (focus), self);
}

static void
poplens_page_split_dispose (GObject *object)
{
  PoplensPageSplit *self = POPLENS_PAGE_SPLIT (object);

  g_clear_pointer (&self->choice, poplens_table_choice_free);
  G_OBJECT_CLASS (poplens_page_split_parent_class)->dispose (object);
}

static void
poplens_page_split_class_init (PoplensPageSplitClass *klass)
{
  G_OBJECT_CLASS (klass)->constructed = poplens_page_split_constructed;
  G_OBJECT_CLASS (klass)->dispose = poplens_page_split_dispose;
  POPLENS_PAGE_WIDGET_CLASS (klass)->show = show;
  POPLENS_PAGE_WIDGET_CLASS (klass)->follow_location = follow_location;
  POPLENS_PAGE_WIDGET_CLASS (klass)->focus = focus;
}

static void
poplens_page_split_init (PoplensPageSplit *self)
{
}
