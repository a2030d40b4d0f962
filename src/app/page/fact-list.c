#include "app/page/fact-list.h"

/* Of a widget: all that it says. */
#define KEY "poplens-fact"

static char *
key_of (const PoplensFact *fact)
{
  const char *texts[] = {fact->label, fact->value,  fact->detail,  fact->cause,
                         fact->link,  fact->source, fact->command, fact->finding};
  GString *key = g_string_new (NULL);
  PoplensNumber fill;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_string_append_printf (key, "%s\n", texts[i] ? texts[i] : "");
  g_string_append_printf (key, "%d %s", fact->tone, poplens_format_exact (fill, fact->fill));
  return g_string_free (key, FALSE);
}

static GtkWidget *
widget_at (PoplensFactList *self, guint index)
{
  GtkWidget *child = gtk_widget_get_first_child (self->parent);

  while (child && index--)
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static gboolean
shows (GtkWidget *widget, const PoplensFact *fact)
{
  g_autofree char *key = key_of (fact);

  return g_str_equal (g_object_get_data (G_OBJECT (widget), KEY), key);
}

/* Whether @widget says what is to be said further below. */
static gboolean
is_coming (PoplensFactList *self, GtkWidget *widget)
{
  for (guint i = self->next; i < self->facts->len; i++)
    if (shows (widget, self->facts->pdata[i]))
      return TRUE;
  return FALSE;
}

static void
insert (PoplensFactList *self, const PoplensFact *fact)
{
  GtkWidget *widget = self->widgets->make (self->owner, fact);

  g_object_set_data_full (G_OBJECT (widget), KEY, key_of (fact), g_free);
  self->widgets->insert (self->parent, widget, (int) self->next++);
}

gboolean
poplens_fact_list_show_more (PoplensFactList *self)
{
  for (; self->facts && self->next < self->facts->len; self->next++) {
    const PoplensFact *fact = self->facts->pdata[self->next];
    GtkWidget *there = widget_at (self, self->next);

    if (there && shows (there, fact))
      continue;
    if (there && !is_coming (self, there))
      self->widgets->remove (self->parent, there);
    insert (self, fact);
    return TRUE;
  }
  for (GtkWidget *left = widget_at (self, self->next); left; left = widget_at (self, self->next))
    self->widgets->remove (self->parent, left);
  return FALSE;
}

void
poplens_fact_list_set (PoplensFactList *self, GPtrArray *facts)
{
  g_clear_pointer (&self->facts, g_ptr_array_unref);
  self->facts = facts ? g_ptr_array_ref (facts) : NULL;
  self->next = 0;
  poplens_fact_list_show_more (self);
}

void
poplens_fact_list_clear (PoplensFactList *self)
{
  g_clear_pointer (&self->facts, g_ptr_array_unref);
}
