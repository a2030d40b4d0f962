#include "app/page-bookmarks.h"

#include "app/bookmarks.h"
#include "app/page-tables.h"

#include <math.h>

/* The list scrolls beyond so many pixels. */
#define MOST_HEIGHT 260

struct _PoplensPageBookmarks {
  PoplensSession *session;
  PoplensChartWidget *chart;
  PoplensChartOverview *overview;
  GtkWidget *popover; /* (nullable) */
  gboolean shown;
};

static void
close_popover (PoplensPageBookmarks *self)
{
  g_clear_pointer (&self->popover, gtk_widget_unparent);
}

static char *
key_of (PoplensPageBookmarks *self)
{
  return poplens_bookmarks_key (poplens_session_get_report (self->session));
}

void
poplens_page_bookmarks_follow (PoplensPageBookmarks *self, gboolean shown)
{
  g_autoptr (GArray) flags = g_array_new (FALSE, FALSE, sizeof (double));

  self->shown = shown;
  if (shown) {
    g_autofree char *key = key_of (self);
    g_autoptr (GPtrArray) list = poplens_bookmarks_list (poplens_bookmarks_get_default (), key);
    for (guint i = 0; i < list->len; i++) {
      double at = (double) ((PoplensBookmark *) list->pdata[i])->cycle;
      g_array_append_val (flags, at);
    }
  }
  poplens_chart_widget_set_flags (self->chart, flags);
  poplens_chart_overview_set_flags (self->overview, flags);
}

static void
on_changed (PoplensPageBookmarks *self)
{
  poplens_page_bookmarks_follow (self, self->shown);
}

PoplensPageBookmarks *
poplens_page_bookmarks_new (PoplensSession *session, PoplensChartWidget *chart,
                            PoplensChartOverview *overview)
{
  PoplensPageBookmarks *self = g_new0 (PoplensPageBookmarks, 1);

  self->session = session;
  self->chart = chart;
  self->overview = overview;
  g_signal_connect_swapped (poplens_bookmarks_get_default (), "changed", G_CALLBACK (on_changed),
                            self);
  return self;
}

void
poplens_page_bookmarks_free (PoplensPageBookmarks *self)
{
  g_signal_handlers_disconnect_by_data (poplens_bookmarks_get_default (), self);
  close_popover (self);
  g_free (self);
}

/* ---- in a popover ------------------------------------------------------------------------------
 */

static void
popup (PoplensPageBookmarks *self, GtkWidget *child, double cycle)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self->chart);
  double x = 0, y = 0, width = 0, height = 0;
  GdkRectangle at;

  close_popover (self);
  if (layout)
    poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  if (layout && isfinite (cycle))
    x = CLAMP (poplens_chart_layout_position_to_x (layout, cycle), x, x + width);
  at = (GdkRectangle){(int) x, (int) y, 1, 1};
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), child);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &at);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self->chart));
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static guint64
cycle_of (GtkWidget *widget)
{
  return *(guint64 *) g_object_get_data (G_OBJECT (widget), "cycle");
}

static void
set_cycle (GtkWidget *widget, guint64 cycle)
{
  g_object_set_data_full (G_OBJECT (widget), "cycle", g_memdup2 (&cycle, sizeof cycle), g_free);
}

static void
on_note (GtkEntry *entry, gpointer data)
{
  PoplensPageBookmarks *self = data;
  g_autofree char *key = key_of (self);

  poplens_bookmarks_set (poplens_bookmarks_get_default (), key, cycle_of (GTK_WIDGET (entry)),
                         gtk_editable_get_text (GTK_EDITABLE (entry)));
  if (g_object_get_data (G_OBJECT (entry), "closes")) {
    gtk_popover_popdown (GTK_POPOVER (self->popover));
    gtk_widget_grab_focus (GTK_WIDGET (self->chart));
  }
}

/* (floating) */
static GtkWidget *
entry_new (PoplensPageBookmarks *self, guint64 cycle, const char *note, gboolean closes)
{
  GtkWidget *entry = gtk_entry_new ();
  PoplensNumber number;
  g_autofree char *title =
      g_strdup_printf ("Note at cycle %s", poplens_format_count (number, cycle));

  gtk_editable_set_text (GTK_EDITABLE (entry), note ? note : "");
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  set_cycle (entry, cycle);
  if (closes)
    g_object_set_data (G_OBJECT (entry), "closes", entry);
  g_signal_connect (entry, "activate", G_CALLBACK (on_note), self);
  return entry;
}

void
poplens_page_bookmarks_add (PoplensPageBookmarks *self)
{
  double cycle = poplens_chart_widget_get_place (self->chart);
  g_autofree char *key = NULL;
  g_autoptr (GPtrArray) list = NULL;
  const char *note = NULL;
  GtkWidget *entry;

  if (!self->shown || !(cycle >= 0))
    return;
  key = key_of (self);
  list = poplens_bookmarks_list (poplens_bookmarks_get_default (), key);
  for (guint i = 0; i < list->len; i++)
    if (((PoplensBookmark *) list->pdata[i])->cycle == (guint64) cycle)
      note = ((PoplensBookmark *) list->pdata[i])->note;
  entry = entry_new (self, (guint64) cycle, note, TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 36);
  popup (self, entry, cycle);
  gtk_widget_grab_focus (entry);
}

static void
on_go (GtkButton *button, gpointer data)
{
  PoplensPageBookmarks *self = data;
  PoplensChartView view = poplens_chart_widget_get_view (self->chart);
  double cycle = (double) cycle_of (GTK_WIDGET (button)), half = (view.to - view.from) / 2;

  poplens_chart_widget_show_span (self->chart, cycle - half, cycle + half);
}

static void
on_delete (GtkButton *button, gpointer data)
{
  PoplensPageBookmarks *self = data;
  g_autofree char *key = key_of (self);

  poplens_bookmarks_set (poplens_bookmarks_get_default (), key, cycle_of (GTK_WIDGET (button)),
                         NULL);
  gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (button)), FALSE);
}

static GtkWidget *
row_new (PoplensPageBookmarks *self, const PoplensBookmark *bookmark)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *go, *delete, *entry;
  PoplensNumber number;

  go = gtk_button_new_with_label (poplens_format_count (number, bookmark->cycle));
  gtk_widget_set_tooltip_text (go, "Show this cycle");
  delete = gtk_button_new_from_icon_name ("user-trash-symbolic");
  gtk_widget_set_tooltip_text (delete, "Delete");
  gtk_accessible_update_property (GTK_ACCESSIBLE (delete), GTK_ACCESSIBLE_PROPERTY_LABEL, "Delete",
                                  -1);
  entry = entry_new (self, bookmark->cycle, bookmark->note, FALSE);
  gtk_widget_set_hexpand (entry, TRUE);
  set_cycle (go, bookmark->cycle);
  set_cycle (delete, bookmark->cycle);
  g_signal_connect (go, "clicked", G_CALLBACK (on_go), self);
  g_signal_connect (delete, "clicked", G_CALLBACK (on_delete), self);
  gtk_box_append (GTK_BOX (row), go);
  gtk_box_append (GTK_BOX (row), entry);
  gtk_box_append (GTK_BOX (row), delete);
  return row;
}

void
poplens_page_bookmarks_list (PoplensPageBookmarks *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *scrolled;
  g_autofree char *key = NULL;
  g_autoptr (GPtrArray) list = NULL;

  if (!self->shown)
    return;
  key = key_of (self);
  list = poplens_bookmarks_list (poplens_bookmarks_get_default (), key);
  if (!list->len)
    gtk_box_append (GTK_BOX (box), gtk_label_new ("No bookmarks yet: K sets one"));
  for (guint i = 0; i < list->len; i++)
    gtk_box_append (GTK_BOX (box), row_new (self, list->pdata[i]));
  scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), MOST_HEIGHT);
  gtk_widget_set_size_request (scrolled, 420, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  popup (self, scrolled, INFINITY);
}
