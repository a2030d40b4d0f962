/* Bookmarks of a trace: edits notes, deletes bookmarks with Undo, and lists all. */
#include "app/page/page-bookmarks.h"

#include "app/dialogs/bookmarks.h"
#include "app/widgets/popover-point.h"
#include "app/widgets/toaster.h"
#include "derived/trace/light-source.h"
#include "model/cycle-range.h"

#include <math.h>

#define POPLENS_BOOKMARKS_TABLE "bookmarks"
/* Maximum height of the list of bookmarks in pixels; a longer list scrolls. */
#define MOST_HEIGHT 260
/* Width of the view for a bookmarked range, relative to the width of the range. The rest is a
 * margin. */
#define ROOM 1.1

struct _PoplensPageBookmarks {
  PoplensSession *session;
  PoplensChartWidget *chart;
  PoplensChartOverview *overview;
  PoplensPageFollow *follow;
  GtkWidget *popover; /* (nullable) */
  gboolean shown;
};

static void
close_popover (PoplensPageBookmarks *self)
{
  g_clear_pointer (&self->popover, gtk_widget_unparent);
}

static char *
bookmarks_group_of (PoplensPageBookmarks *self)
{
  PoplensReport *report = poplens_session_get_report (self->session);
  const PoplensExecution *x = poplens_report_peek (report, POPLENS_PART_EXECUTION);
  const PoplensLocation *location = poplens_session_get_location (self->session);

  /* Bookmarks are in a group for each clock of the trace. The clock is known when the part
   * POPLENS_PART_EXECUTION is loaded. */
  return poplens_bookmarks_group (report,
                                  x ? poplens_trace_clock (location, x) : POPLENS_BOOKMARKS_STEPS);
}

void
poplens_page_bookmarks_follow (PoplensPageBookmarks *self, gboolean shown)
{
  g_autoptr (GArray) flags = g_array_new (FALSE, FALSE, sizeof (double));

  self->shown = shown;
  if (shown) {
    g_autofree char *key = bookmarks_group_of (self);
    g_autoptr (GPtrArray) list = poplens_bookmarks_list (poplens_bookmarks_get_default (), key);
    for (guint i = 0; i < list->len; i++) {
      const PoplensBookmark *mark = list->pdata[i];
      double ends[] = {(double) mark->from, (double) mark->to};
      g_array_append_vals (flags, ends, mark->to > mark->from ? 2 : 1);
    }
  }
  poplens_chart_widget_set_flags (self->chart, flags);
  poplens_chart_overview_set_flags (self->overview, flags);
}

static void
on_bookmarks_changed (PoplensPageBookmarks *self)
{
  /* Write the bookmarks to their file now, because the table of bookmarks reads the file. */
  poplens_settings_flush (poplens_bookmarks_get_default (), NULL);
  poplens_page_bookmarks_follow (self, self->shown);
  poplens_page_follow_again (self->follow, POPLENS_BOOKMARKS_TABLE);
}

PoplensPageBookmarks *
poplens_page_bookmarks_new (PoplensSession *session, PoplensChartWidget *chart,
                            PoplensChartOverview *overview, PoplensPageFollow *follow)
{
  PoplensPageBookmarks *self = g_new0 (PoplensPageBookmarks, 1);

  self->session = session;
  self->chart = chart;
  self->overview = overview;
  self->follow = follow;
  g_signal_connect_swapped (poplens_bookmarks_get_default (), "changed",
                            G_CALLBACK (on_bookmarks_changed), self);
  return self;
}

void
poplens_page_bookmarks_free (PoplensPageBookmarks *self)
{
  g_signal_handlers_disconnect_by_data (poplens_bookmarks_get_default (), self);
  close_popover (self);
  g_free (self);
}

/* ---- popovers -------------------------------------------------------------------------------- */

static void
popup_bookmarks (PoplensPageBookmarks *self, GtkWidget *child, double cycle)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self->chart);
  double x = 0, y = 0, width = 0, height = 0;

  close_popover (self);
  if (layout)
    poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  if (layout && isfinite (cycle))
    x = CLAMP (poplens_chart_layout_position_to_x (layout, cycle), x, x + width);
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), child);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self->chart));
  poplens_popover_point_at (GTK_POPOVER (self->popover), x, y);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static const char *
name_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "bookmark");
}

static void
set_name (GtkWidget *widget, const char *name)
{
  g_object_set_data_full (G_OBJECT (widget), "bookmark", g_strdup (name), g_free);
}

static void
on_note (GtkEntry *entry, gpointer data)
{
  PoplensPageBookmarks *self = data;

  const char *note = gtk_editable_get_text (GTK_EDITABLE (entry));
  g_autofree char *key = bookmarks_group_of (self);
  poplens_bookmarks_set (poplens_bookmarks_get_default (), key, name_of (GTK_WIDGET (entry)), note);
  poplens_bookmarks_save (poplens_bookmarks_get_default (), GTK_WIDGET (self->chart), note);
  if (g_object_get_data (G_OBJECT (entry), "closes")) {
    gtk_popover_popdown (GTK_POPOVER (self->popover));
    gtk_widget_grab_focus (GTK_WIDGET (self->chart));
  }
}

/* Returns the title of a bookmark, such as "Note at cycle 1,200" or "Note on cycles 1,200 to
 * 1,850". (transfer full) */
static char *
title_of (const char *name)
{
  PoplensNumber first, last;
  guint64 from = 0, to = 0;

  poplens_bookmark_parse (name, &from, &to);
  if (from == to)
    return g_strdup_printf ("Note at cycle %s", poplens_format_count (first, from));
  return g_strdup_printf ("Note on cycles %s to %s", poplens_format_count (first, from),
                          poplens_format_count (last, to));
}

/* Makes the field for the note of bookmark @name. @closes: TRUE: Enter closes its popover.
 * (floating) */
static GtkWidget *
entry_new (PoplensPageBookmarks *self, const char *name, const char *note, gboolean closes)
{
  GtkWidget *entry = gtk_entry_new ();
  g_autofree char *title = title_of (name);

  gtk_editable_set_text (GTK_EDITABLE (entry), note ? note : "");
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  set_name (entry, name);
  if (closes)
    g_object_set_data (G_OBJECT (entry), "closes", entry);
  g_signal_connect (entry, "activate", G_CALLBACK (on_note), self);
  return entry;
}

/* Asks for the note of a new or existing bookmark. */
static void
ask_note (PoplensPageBookmarks *self, const char *name)
{
  g_autofree char *key = bookmarks_group_of (self);
  g_autofree char *note = poplens_settings_get_string (poplens_bookmarks_get_default (), key, name);
  guint64 from = 0, to = 0;
  GtkWidget *entry = entry_new (self, name, note, TRUE);

  poplens_bookmark_parse (name, &from, &to);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 36);
  popup_bookmarks (self, entry, (double) from);
  gtk_widget_grab_focus (entry);
}

/* Returns the name of a new bookmark at @cycle: of the selected range if that contains @cycle, else
 * of the cycle alone. (transfer full) */
static char *
name_at (PoplensPageBookmarks *self, double cycle)
{
  const char *range = poplens_location_get (poplens_session_get_location (self->session), "range");
  guint64 from, to;

  if (range && poplens_trace_range_parse (range, &from, &to, NULL) && (double) from <= cycle &&
      cycle <= (double) to)
    return poplens_bookmark_name (from, to);
  return poplens_bookmark_name ((guint64) cycle, (guint64) cycle);
}

static void
add_bookmark (PoplensPageBookmarks *self)
{
  double cycle = poplens_chart_widget_get_location (self->chart);
  g_autofree char *name = cycle >= 0 ? name_at (self, cycle) : NULL;

  if (name)
    ask_note (self, name);
}

/* ---- deleting and restoring ------------------------------------------------------------------ */

typedef struct {
  char *key, *name;
} DeletedBookmark;

static void
deleted_free (gpointer data)
{
  DeletedBookmark *deleted = data;

  g_free (deleted->key);
  g_free (deleted->name);
  g_free (deleted);
}

static void
restore_bookmark (gpointer data)
{
  const DeletedBookmark *deleted = data;

  poplens_bookmarks_restore (poplens_bookmarks_get_default (), deleted->key, deleted->name);
}

static AdwToastOverlay *
toasts_of (PoplensPageBookmarks *self)
{
  return (AdwToastOverlay *) gtk_widget_get_ancestor (GTK_WIDGET (self->chart),
                                                      ADW_TYPE_TOAST_OVERLAY);
}

static void
take_away (PoplensPageBookmarks *self, const char *name)
{
  AdwToastOverlay *toasts = toasts_of (self);
  g_autofree char *key = bookmarks_group_of (self);
  DeletedBookmark *deleted;

  if (!poplens_bookmarks_delete (poplens_bookmarks_get_default (), key, name))
    return;
  /* If no bookmark is left, no row can get the focus: give it to the chart. */
  g_autoptr (GPtrArray) rest = poplens_bookmarks_list (poplens_bookmarks_get_default (), key);
  if (!rest->len && !self->popover)
    gtk_widget_grab_focus (GTK_WIDGET (self->chart));
  if (!toasts ||
      !poplens_bookmarks_save (poplens_bookmarks_get_default (), GTK_WIDGET (self->chart), NULL))
    return;
  deleted = g_new (DeletedBookmark, 1);
  *deleted = (DeletedBookmark){g_steal_pointer (&key), g_strdup (name)};
  poplens_toaster_offer (toasts, "Bookmark deleted", "Undo", restore_bookmark, deleted,
                         deleted_free);
}

static void
undo_deletion (PoplensPageBookmarks *self)
{
  AdwToastOverlay *toasts = toasts_of (self);
  g_autofree char *key = bookmarks_group_of (self);
  gboolean restored = poplens_bookmarks_restore (poplens_bookmarks_get_default (), key, NULL);

  if (toasts)
    poplens_toaster_say (toasts, restored ? "Bookmark restored" : "No deleted bookmark to restore");
}

/* ---- the list -------------------------------------------------------------------------------- */

static void
on_go (GtkButton *button, gpointer data)
{
  PoplensPageBookmarks *self = data;
  PoplensChartView view = poplens_chart_widget_get_view (self->chart);
  guint64 from = 0, to = 0;

  poplens_bookmark_parse (name_of (GTK_WIDGET (button)), &from, &to);
  /* For a range, show all of it with a margin. For a single cycle, keep the zoom. */
  double length = (double) to - (double) from, middle = (double) from + length / 2;
  double half = MAX (view.to - view.from, ROOM * length) / 2;
  poplens_chart_widget_show_span (self->chart, middle - half, middle + half);
}

static void
on_delete (GtkButton *button, gpointer data)
{
  take_away (data, name_of (GTK_WIDGET (button)));
  gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (button)), FALSE);
}

static GtkWidget *
row_new (PoplensPageBookmarks *self, const PoplensBookmark *bookmark)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *go, *delete, *entry;
  g_autofree char *name = poplens_bookmark_name (bookmark->from, bookmark->to);
  PoplensNumber first, last;
  gboolean is_range = bookmark->from < bookmark->to;
  g_autofree char *label =
      g_strjoin (" to ", poplens_format_count (first, bookmark->from),
                 is_range ? poplens_format_count (last, bookmark->to) : NULL, NULL);

  go = gtk_button_new_with_label (label);
  gtk_widget_set_tooltip_text (go, is_range ? "Show range" : "Show cycle");
  delete = gtk_button_new_from_icon_name ("user-trash-symbolic");
  gtk_widget_set_tooltip_text (delete, "Delete");
  gtk_accessible_update_property (GTK_ACCESSIBLE (delete), GTK_ACCESSIBLE_PROPERTY_LABEL, "Delete",
                                  -1);
  entry = entry_new (self, name, bookmark->note, FALSE);
  gtk_widget_set_hexpand (entry, TRUE);
  set_name (go, name);
  set_name (delete, name);
  g_signal_connect (go, "clicked", G_CALLBACK (on_go), self);
  g_signal_connect (delete, "clicked", G_CALLBACK (on_delete), self);
  gtk_box_append (GTK_BOX (row), go);
  gtk_box_append (GTK_BOX (row), entry);
  gtk_box_append (GTK_BOX (row), delete);
  return row;
}

static void
list_all (PoplensPageBookmarks *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *scrolled;
  g_autofree char *key = NULL;
  g_autoptr (GPtrArray) list = NULL;

  key = bookmarks_group_of (self);
  list = poplens_bookmarks_list (poplens_bookmarks_get_default (), key);
  if (!list->len)
    gtk_box_append (GTK_BOX (box), gtk_label_new ("No bookmarks. Press K to add one."));
  for (guint i = 0; i < list->len; i++)
    gtk_box_append (GTK_BOX (box), row_new (self, list->pdata[i]));
  scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), MOST_HEIGHT);
  gtk_widget_set_size_request (scrolled, 420, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  popup_bookmarks (self, scrolled, INFINITY);
}

void
poplens_page_bookmarks_do (PoplensPageBookmarks *self, const char *action, GVariant *parameter)
{
  if (!self->shown)
    return;
  if (g_str_equal (action, "bookmarks.add"))
    add_bookmark (self);
  else if (g_str_equal (action, "bookmarks.list"))
    list_all (self);
  else if (g_str_equal (action, "bookmarks.undo"))
    undo_deletion (self);
  else if (g_str_equal (action, "bookmarks.edit"))
    ask_note (self, g_variant_get_string (parameter, NULL));
  else
    take_away (self, g_variant_get_string (parameter, NULL));
}

void
poplens_page_bookmarks_install (GtkWidgetClass *widget_class, GtkWidgetActionActivateFunc activate)
{
  gtk_widget_class_install_action (widget_class, "bookmarks.add", NULL, activate);
  gtk_widget_class_install_action (widget_class, "bookmarks.list", NULL, activate);
  gtk_widget_class_install_action (widget_class, "bookmarks.undo", NULL, activate);
  gtk_widget_class_install_action (widget_class, "bookmarks.edit", "s", activate);
  gtk_widget_class_install_action (widget_class, "bookmarks.delete", "s", activate);
}
