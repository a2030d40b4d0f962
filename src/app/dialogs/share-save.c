#include "app/dialogs/share-save.h"

#include "app/dialogs/file-dialog.h"
#include "app/dialogs/save-job.h"
#include "app/page/page-tables.h"
#include "app/widgets/toaster.h"
#include "pages/share/share.h"

typedef struct {
  PoplensReport *report;
  PoplensByteUnit unit;
} Save;

static void
save_free (gpointer data)
{
  Save *self = data;

  g_object_unref (self->report);
  g_free (self);
}

/* The command for the same file, in words that say nothing of this machine. (transfer full) */
static char *
save_command (const Save *self, const char *path)
{
  g_autoptr (PoplensReport) other = poplens_report_ref_other (self->report);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *output = g_shell_quote (base);
  g_autofree char *first = poplens_report_name_beside (self->report, other);
  g_autofree char *second = other ? poplens_report_name_beside (other, self->report) : NULL;
  g_autofree char *before = g_shell_quote (first);
  g_autofree char *after = second ? g_shell_quote (second) : NULL;

  return g_strdup_printf ("poplens-cli export %s%s%s -o %s", before, after ? " " : "",
                          after ? after : "", output);
}

static gboolean
save_write (const char *path, const PoplensWork *work, gpointer data, GError **error)
{
  Save *self = data;
  g_autofree char *command = save_command (self, path);
  PoplensShareSpec spec = {
      .program = "Poplens " POPLENS_VERSION, .command = command, .unit = self->unit, .work = work};

  return poplens_share_save (self->report, &spec, path, error);
}

/* ---- what is there then ------------------------------------------------------------------------
 */

typedef struct {
  GtkWidget *page;
  char *path;
} Saved;

static void
saved_free (gpointer data)
{
  Saved *saved = data;

  g_object_unref (saved->page);
  g_free (saved->path);
  g_free (saved);
}

/* With what the user reads such files with. */
static void
saved_open (gpointer data)
{
  Saved *saved = data;
  g_autofree char *uri = g_filename_to_uri (saved->path, NULL, NULL);
  GtkRoot *root = gtk_widget_get_root (saved->page);

  if (uri && GTK_IS_WINDOW (root))
    gtk_show_uri (GTK_WINDOW (root), uri, GDK_CURRENT_TIME);
}

static void
save_tell (GtkWidget *page, const char *path, gpointer data)
{
  GtkWidget *toasts = gtk_widget_get_ancestor (page, ADW_TYPE_TOAST_OVERLAY);
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *said = g_strdup_printf ("Saved %s", name);
  Saved *saved;

  if (!toasts) {
    poplens_page_toast (page, said);
    return;
  }
  saved = g_new (Saved, 1);
  *saved = (Saved){g_object_ref (page), g_strdup (path)};
  poplens_toaster_offer (ADW_TOAST_OVERLAY (toasts), said, "Open", saved_open, saved, saved_free);
}

/* ---- where to ----------------------------------------------------------------------------------
 */

#define SESSION "poplens-share-save"

void
poplens_share_save_to (GtkWidget *page, PoplensSession *session, const char *path)
{
  static const PoplensSaveJob job = {"Saving the report", "Loading the report", save_write,
                                     save_tell, save_free};
  Save *self = g_new (Save, 1);

  *self = (Save){g_object_ref (poplens_session_get_report (session)),
                 poplens_session_get_byte_unit (session)};
  poplens_save_job_run (&job, page, path, self);
}

static void
on_path (const char *path, gpointer data)
{
  poplens_share_save_to (data, g_object_get_data (data, SESSION), path);
}

void
poplens_share_save_ask (GtkWidget *page, PoplensSession *session)
{
  GtkRoot *root = gtk_widget_get_root (page);
  g_autoptr (PoplensReport) after = poplens_report_ref_other (poplens_session_get_report (session));
  const char *of = poplens_report_get_name (after ? after : poplens_session_get_report (session));
  g_autofree char *name = g_strconcat (of, ".html", NULL);

  g_object_set_data_full (G_OBJECT (page), SESSION, g_object_ref (session), g_object_unref);
  poplens_file_dialog_save (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, "Save HTML Report",
                            name, on_path, page);
}
