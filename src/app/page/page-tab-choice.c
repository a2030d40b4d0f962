#include "app/page/page-tab-choice.h"

#include "app/table/table-choice.h"

struct _PoplensTabChoice {
  PoplensTableWidget *table;
  PoplensSession *session; /* not owned: it outlives the tabs */
  PoplensTableChoice *choice;
  PoplensPageBundle *bundle; /* what is shown; NULL: nothing yet */
  guint index;               /* of the section */
  GtkWidget *hint;           /* in the table's tools */
  gulong model_handler;
};

static const PoplensSection *
section_of (PoplensTabChoice *self)
{
  return self->bundle ? poplens_page_bundle_get_section (self->bundle, self->index) : NULL;
}

/* To choose one, and none again, are steps to go back to; what lies between is not: arrow keys pass
 * many rows. */
static void
on_chosen (guint32 row, gpointer data)
{
  PoplensTabChoice *self = data;
  const PoplensSection *section = section_of (self);
  PoplensLocation *now = poplens_session_get_location (self->session);

  if (!section)
    return;
  g_autoptr (PoplensLocation) location = poplens_page_choose_row (section, now, row);
  if (poplens_location_get (now, section->rows.chooses) && row != G_MAXUINT32)
    poplens_session_adjust (self->session, location);
  else
    poplens_session_go (self->session, location);
}

static void
show_hint (PoplensTabChoice *self)
{
  gtk_widget_set_visible (self->hint, poplens_table_choice_is_left_out (self->choice));
}

void
poplens_tab_choice_follow_location (PoplensTabChoice *self, const PoplensLocation *location)
{
  const PoplensSection *section = section_of (self);

  if (!section)
    return;
  poplens_table_choice_set (self->choice, poplens_page_chosen_row (section, location));
  show_hint (self);
}

void
poplens_tab_choice_show (PoplensTabChoice *self, PoplensPageBundle *bundle, guint index)
{
  poplens_page_bundle_ref (bundle);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  self->bundle = bundle;
  self->index = index;
  poplens_tab_choice_follow_location (self, poplens_session_get_location (self->session));
  poplens_table_choice_renew (self->choice);
  show_hint (self);
}

PoplensTabChoice *
poplens_tab_choice_new (PoplensTableWidget *table, PoplensSession *session)
{
  PoplensTabChoice *self = g_new0 (PoplensTabChoice, 1);

  self->table = table;
  self->session = session;
  self->choice = poplens_table_choice_new (table, on_chosen, self);
  self->hint = gtk_label_new ("Selection hidden by the filter");
  gtk_label_set_ellipsize (GTK_LABEL (self->hint), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->hint, "dim-label");
  gtk_widget_add_css_class (self->hint, "caption");
  gtk_widget_set_visible (self->hint, FALSE);
  gtk_box_prepend (GTK_BOX (poplens_table_widget_get_tools (table)), self->hint);
  /* Behind the choice, which hears of another model first. */
  self->model_handler = g_signal_connect_swapped (poplens_table_widget_get_view (table),
                                                  "notify::model", G_CALLBACK (show_hint), self);
  return self;
}

void
poplens_tab_choice_free (PoplensTabChoice *self)
{
  GtkColumnView *view = poplens_table_widget_get_view (self->table);

  if (view)
    g_clear_signal_handler (&self->model_handler, view);
  poplens_table_choice_free (self->choice);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  if (gtk_widget_get_parent (self->hint))
    gtk_box_remove (GTK_BOX (gtk_widget_get_parent (self->hint)), self->hint);
  g_free (self);
}
