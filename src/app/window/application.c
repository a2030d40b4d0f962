#include "app/window/application.h"

#include "app/dialogs/bookmarks.h"
#include "app/dialogs/preferences.h"
#include "app/remote/link-question.h"
#include "app/remote/report-link.h"
#include "app/remote/report-path.h"
#include "app/window/command-line.h"
#include "app/window/renderer.h"
#include "app/window/settings.h"
#include "guide/guide.h"
#include "model/location.h"
#include "report/place.h"

#define RESOURCE_PATH "/org/poplens/Poplens"

struct _PoplensApplication {
  AdwApplication parent;
};

G_DEFINE_FINAL_TYPE (PoplensApplication, poplens_application, ADW_TYPE_APPLICATION)

/* Made by glib-compile-resources. */
void poplens_resources_register_resource (void);

void
poplens_register_resources (void)
{
  poplens_resources_register_resource ();
  poplens_guide_register ();
}

/* ---- windows --------------------------------------------------------------------------------- */

static PoplensWindow *
find_window (PoplensApplication *self, const char *path)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l; l = l->next)
    if (POPLENS_IS_WINDOW (l->data) && !poplens_window_is_free (l->data) &&
        !g_strcmp0 (poplens_window_get_path (POPLENS_WINDOW (l->data)), path))
      return l->data;
  return NULL;
}

PoplensWindow *
poplens_application_present (PoplensApplication *self, const char *path)
{
  PoplensWindow *window = find_window (self, path);

  if (window)
    gtk_window_present (GTK_WINDOW (window));
  return window;
}

void
poplens_application_open (PoplensApplication *self, PoplensWindow *window, const char *path,
                          const char *location)
{
  g_autofree char *absolute = poplens_report_canonical_path (path);
  PoplensWindow *shown = poplens_application_present (self, absolute);

  if (shown) {
    poplens_window_follow (shown, location);
    return;
  }
  if (!window || !poplens_window_is_free (window))
    window = poplens_window_new (GTK_APPLICATION (self));
  poplens_window_open (window, absolute, location);
  gtk_window_present (GTK_WINDOW (window));
}

static void
poplens_application_activate (GApplication *application)
{
  gtk_window_present (GTK_WINDOW (poplens_window_new (GTK_APPLICATION (application))));
}

static void
on_link_allowed (const PoplensReportLink *link, GtkWindow *window, gpointer data)
{
  poplens_application_open (data, POPLENS_WINDOW (window), link->path, link->location);
}

/* A link may come from anywhere: what it leads to on another computer is asked for first. */
static void
open_link (PoplensApplication *self, const char *uri)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReportLink) link = poplens_report_link_parse (uri, &error);

  if (link && !link->destination) {
    poplens_application_open (self, NULL, link->path, link->location);
    return;
  }
  PoplensWindow *window = poplens_window_new (GTK_APPLICATION (self));
  gtk_window_present (GTK_WINDOW (window));
  if (link)
    poplens_link_question_ask (GTK_WINDOW (window), g_steal_pointer (&link), on_link_allowed,
                               G_OBJECT (self));
  else
    poplens_window_refuse (window, error);
}

/* @hint carries the location: the call may come from another process. */
static void
poplens_application_open_files (GApplication *application, GFile **files, int n, const char *hint)
{
  for (int i = 0; i < n; i++) {
    g_autofree char *uri = g_file_get_uri (files[i]);
    if (poplens_report_link_is (uri)) {
      open_link (POPLENS_APPLICATION (application), uri);
      continue;
    }
    g_autofree char *path = poplens_report_path_of_file (files[i]);
    poplens_application_open (POPLENS_APPLICATION (application), NULL, path ? path : uri,
                              *hint ? hint : NULL);
  }
}

static gboolean
poplens_application_local_command_line (GApplication *application, char ***arguments, int *status)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensCommandLine) line = poplens_command_line_parse (*arguments, &error);

  *status = 0;
  poplens_renderer_init ();
  if (!line) {
    g_printerr ("poplens: %s\nTry 'poplens --help'.\n", error->message);
    *status = 2;
  } else if (line->version) {
    g_print ("poplens %s\n", POPLENS_VERSION);
  } else if (!g_application_register (application, NULL, &error)) {
    g_printerr ("poplens: %s\n", error->message);
    *status = 1;
  } else if (line->files->len) {
    g_application_open (application, (GFile **) line->files->pdata, line->files->len,
                        line->location ? line->location : "");
  } else {
    g_application_activate (application);
  }
  return TRUE;
}

/* ---- actions --------------------------------------------------------------------------------- */

static void
on_new_window (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  poplens_application_activate (data);
}

static void
on_quit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window;

  /* Each closes by itself, so that it keeps its size. */
  while ((window = gtk_application_get_active_window (data))) {
    g_object_ref (window);
    gtk_window_close (window);
    gtk_window_destroy (window);
    g_object_unref (window);
  }
  g_application_quit (data);
}

static void
on_preferences (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_window_present (
      GTK_WINDOW (poplens_preferences_new (gtk_application_get_active_window (data))));
}

static void
on_about (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWidget *about = adw_about_window_new ();

  g_object_set (about, "transient-for", gtk_application_get_active_window (data),
                "application-name", "Poplens", "application-icon", "org.poplens.Poplens", "version",
                POPLENS_VERSION, "developer-name", "The Poplens developers", "license-type",
                GTK_LICENSE_MIT_X11, "comments",
                "Viewer for Graphcore Poplar profiles. Reports are never modified.", NULL);
  gtk_window_present (GTK_WINDOW (about));
}

static void
set_accels (PoplensApplication *self)
{
  static const struct {
    const char *action, *keys[3];
  } accels[] = {
      {"app.new-window", {"<Primary>n"}},
      {"app.preferences", {"<Primary>comma"}},
      {"app.quit", {"<Primary>q"}},
      {"win.open-folder", {"<Primary>o"}},
      {"win.open-file", {"<Primary><Shift>o"}},
      {"win.open-remote", {"<Primary><Alt>o"}},
      {"win.reload", {"F5", "<Primary>r"}},
      {"win.reports", {"<Alt>Up"}},
      {"win.back", {"<Alt>Left", "Back"}},
      {"win.forward", {"<Alt>Right", "Forward"}},
      {"win.previous-page", {"<Alt>Page_Up"}},
      {"win.next-page", {"<Alt>Page_Down"}},
      {"win.sidebar", {"F9"}},
      {"win.search", {"<Primary>f"}},
      {"win.compare", {"<Primary>d"}},
      {"win.compare-file", {"<Primary><Shift>d"}},
      {"win.find", {"<Primary>k"}},
      {"win.copy-location", {"<Primary><Shift>c"}},
      {"win.export", {"<Primary>e"}},
      {"win.share", {"<Primary><Shift>e"}},
      {"win.help", {"F1"}},
      {"win.show-help-overlay", {"<Primary>question"}},
      {"window.close", {"<Primary>w"}},
  };

  for (guint i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), accels[i].action,
                                           (const char *const *) accels[i].keys);
  for (guint i = 0; i < POPLENS_N_PAGES; i++) {
    g_autofree char *action = g_strdup_printf ("win.page('%s')", poplens_page_id_name (i));
    g_autofree char *key = g_strdup_printf ("<Alt>%u", i + 1);
    g_autofree char *keypad = g_strdup_printf ("<Alt>KP_%u", i + 1);
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), action,
                                           (const char *const[]){key, keypad, NULL});
  }
}

static void
load_style (const char *name)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();
  g_autofree char *path = g_strconcat (RESOURCE_PATH "/", name, NULL);

  if (!g_resources_get_info (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL, NULL, NULL))
    return;
  gtk_css_provider_load_from_resource (provider, path);
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

static void
poplens_application_startup (GApplication *application)
{
  static const GActionEntry entries[] = {
      {.name = "new-window", .activate = on_new_window},
      {.name = "preferences", .activate = on_preferences},
      {.name = "about", .activate = on_about},
      {.name = "quit", .activate = on_quit},
  };

  poplens_register_resources ();
  G_APPLICATION_CLASS (poplens_application_parent_class)->startup (application);
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries),
                                   application);
  set_accels (POPLENS_APPLICATION (application));
  /* libadwaita has loaded style.css itself. */
  load_style ("widgets.css");
  gtk_window_set_default_icon_name ("org.poplens.Poplens");
  poplens_preferences_apply_theme ();
  g_signal_connect_object (poplens_settings_get_default (), "changed::general",
                           G_CALLBACK (poplens_preferences_apply_theme), application, 0);
}

static void
poplens_application_shutdown (GApplication *application)
{
  poplens_settings_flush (poplens_settings_get_default (), NULL);
  /* What could not be written before may be by now. */
  poplens_settings_flush (poplens_bookmarks_get_default (), NULL);
  G_APPLICATION_CLASS (poplens_application_parent_class)->shutdown (application);
}

static void
poplens_application_class_init (PoplensApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->activate = poplens_application_activate;
  application_class->open = poplens_application_open_files;
  application_class->local_command_line = poplens_application_local_command_line;
  application_class->startup = poplens_application_startup;
  application_class->shutdown = poplens_application_shutdown;
}

static void
poplens_application_init (PoplensApplication *self)
{
}

PoplensApplication *
poplens_application_new (void)
{
  GApplicationFlags flags = G_APPLICATION_HANDLES_OPEN;

  if (g_getenv ("POPLENS_TEST"))
    flags |= G_APPLICATION_NON_UNIQUE;
  return g_object_new (POPLENS_TYPE_APPLICATION, "application-id", "org.poplens.Poplens", "flags",
                       flags, "resource-base-path", RESOURCE_PATH, NULL);
}
