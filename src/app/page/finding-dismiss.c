#include "app/page/finding-dismiss.h"

#include "app/dialogs/bookmarks.h"
#include "app/widgets/toaster.h"
#include "report/bookmarks.h"
#include "report/report.h"

/* ---- dismissed ------------------------------------------------------------------------------- */

/* Dismisses findings of a report (report/bookmarks.h), and takes that back. Main thread only. */

/* @name: of poplens_dismissed_name (). @reason: NULL takes it back; may be "". */
static void
dismissed_set (PoplensReport *report, const char *name, const char *reason)
{
  g_autofree char *group = poplens_dismissed_group (report);

  poplens_bookmarks_set (poplens_bookmarks_get_default (), group, name, reason);
}

/* ---- finding dismiss ------------------------------------------------------------------------- */

#define KEY "poplens-finding"

/* ---- the button --------------------------------------------------------------------------------
 */

static void
emit (GtkWidget *widget, gpointer view, const char *reason)
{
  g_signal_emit_by_name (view, "dismiss", g_object_get_data (G_OBJECT (widget), KEY), reason);
}

static void
on_restore (GtkButton *button, gpointer view)
{
  emit (GTK_WIDGET (button), view, NULL);
}

static void
on_reason (GtkEntry *entry, gpointer view)
{
  g_autofree char *reason = g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry)));
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (entry), GTK_TYPE_POPOVER);

  gtk_popover_popdown (GTK_POPOVER (popover));
  emit (GTK_WIDGET (entry), view, g_strstrip (reason));
}

static void
set_name (GtkWidget *widget, const char *name)
{
  g_object_set_data_full (G_OBJECT (widget), KEY, g_strdup (name), g_free);
}

static void
set_label (GtkWidget *widget, const char *label)
{
  gtk_widget_set_tooltip_text (widget, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
}

/* Enter dismisses, with what stands there. */
static GtkWidget *
entry_new (GtkWidget *view, const char *name)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), "Reason to dismiss this finding");
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Reason to dismiss this finding", -1);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 36);
  set_name (entry, name);
  g_signal_connect_object (entry, "activate", G_CALLBACK (on_reason), view, 0);
  return entry;
}

static GtkWidget *
restore_new (GtkWidget *view, const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-undo-symbolic");

  set_name (button, name);
  set_label (button, "Restore Finding");
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_restore), view, 0);
  return button;
}

static GtkWidget *
dismiss_new (GtkWidget *view, const char *name)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();

  gtk_popover_set_child (GTK_POPOVER (popover), entry_new (view, name));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "window-close-symbolic");
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  set_label (button, "Dismiss Finding…");
  return button;
}

GtkWidget *
poplens_finding_dismiss_new (GtkWidget *view, const PoplensFact *finding)
{
  GtkWidget *button = finding->is_dismissed ? restore_new (view, finding->finding)
                                            : dismiss_new (view, finding->finding);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  return button;
}

/* ---- what it does ------------------------------------------------------------------------------
 */

typedef struct {
  PoplensReport *report;
  char *name;
} Undo;

static void
undo_free (gpointer data)
{
  Undo *self = data;

  g_object_unref (self->report);
  g_free (self->name);
  g_free (self);
}

static void
undo (gpointer data)
{
  const Undo *self = data;

  dismissed_set (self->report, self->name, NULL);
}

void
poplens_finding_dismiss (GtkWidget *view, PoplensSession *session, const char *name,
                         const char *reason)
{
  GtkWidget *toasts = gtk_widget_get_ancestor (view, ADW_TYPE_TOAST_OVERLAY);
  PoplensReport *report = poplens_session_get_report (session);

  if (!toasts)
    return;
  if (reason) {
    Undo *back = g_new (Undo, 1);
    *back = (Undo){g_object_ref (report), g_strdup (name)};
    poplens_toaster_offer (ADW_TOAST_OVERLAY (toasts), "Finding dismissed", "Undo", undo, back,
                           undo_free);
  } else {
    poplens_toaster_say (ADW_TOAST_OVERLAY (toasts), "Finding restored");
  }
  dismissed_set (report, name, reason);
  poplens_bookmarks_save (poplens_bookmarks_get_default (), toasts, reason);
}
