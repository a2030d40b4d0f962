/* PoplensApplication: chooses GTK's renderer, parses the command line, opens reports and links in
 * windows, and has the actions of the whole program. */
#include "app/window/application.h"

#include "app/dialogs/bookmarks.h"
#include "app/dialogs/preferences.h"
#include "app/remote/report-link.h"
#include "app/window/latin-keys.h"
#include "app/window/settings.h"
#include "base/error.h"
#include "base/visible.h"
#include "guide/guide.h"
#include "model/location.h"
#include "pages/core/views.h"
#include "report/place.h"

#include <adwaita.h>
#include <string.h>

/* ---- choosing a renderer --------------------------------------------------------------------- */

#define RENDERER "GSK_RENDERER"
#define DEBUG "GDK_DEBUG"
#define DISABLE "GDK_DISABLE"

static gboolean
has_prefixed (const char *folder, const char *prefix)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (dir && (name = g_dir_read_name (dir)) && !g_str_has_prefix (name, prefix))
    ;
  return name != NULL;
}

/* TRUE if the computer has a device for OpenGL. @devices: the folder "/dev". */
static gboolean
renderer_has_device (const char *devices)
{
  g_autofree char *dri = g_build_filename (devices, "dri", NULL);

  /* The device files are /dev/dri/renderD… for Mesa, /dev/nvidia… for NVIDIA's driver, and /dev/dxg
   * for WSL. */
  return has_prefixed (dri, "renderD") || has_prefixed (devices, "nvidia") ||
         has_prefixed (devices, "dxg");
}

/* Chooses GTK's cairo renderer if the computer has no graphics device, which is usual for servers
 * with IPUs. Software OpenGL would need eight times the time and four times the memory for a trace
 * of a million blocks. With the cairo renderer, also disables OpenGL: GTK would start it without
 * using it, which takes 60 MB and doubles the time to the first frame. */
char **
poplens_renderer_choose (char **environment, const char *devices, guint gtk_minor)
{
  const char *name = gtk_minor >= 16 ? DISABLE : DEBUG;

  if (!renderer_has_device (devices))
    environment = g_environ_setenv (environment, RENDERER, "cairo", FALSE);
  if (!g_strcmp0 (g_environ_getenv (environment, RENDERER), "cairo"))
    environment =
        g_environ_setenv (environment, name, gtk_minor >= 16 ? "gl" : "gl-disable", FALSE);
  return environment;
}

/* Sets the environment variables of poplens_renderer_choose () in this process. Call before GTK
 * starts, and before there are other threads. */
static void
renderer_init (void)
{
  static const char *const names[] = {RENDERER, DEBUG, DISABLE};
  g_auto (GStrv) chosen =
      poplens_renderer_choose (g_get_environ (), "/dev", gtk_get_minor_version ());

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_environ_getenv (chosen, names[i]))
      g_setenv (names[i], g_environ_getenv (chosen, names[i]), TRUE);
}

/* ---- the command line ------------------------------------------------------------------------ */

void
poplens_command_line_free (PoplensCommandLine *self)
{
  if (!self)
    return;
  g_ptr_array_unref (self->files);
  g_free (self->location);
  g_free (self);
}

static gboolean
check_location (PoplensCommandLine *self, GError **error)
{
  if (!self->location)
    return TRUE;
  g_autoptr (PoplensLocation) location = poplens_location_parse (self->location, error);
  if (location && !self->files->len) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "--location needs a report");
    return FALSE;
  }
  return location != NULL;
}

/* Adds the report of the option --with to the location, as the key "with". FALSE with @error if the
 * location has that key already, or if the command line does not name exactly one report. @with:
 * (nullable) */
static gboolean
add_other (PoplensCommandLine *self, const char *with, GError **error)
{
  g_autoptr (PoplensLocation) location = self->location
                                             ? poplens_location_parse (self->location, NULL)
                                             : poplens_location_new (POPLENS_PAGE_SUMMARY);
  g_autofree char *path = NULL;

  if (!with)
    return TRUE;
  if (self->files->len != 1 || poplens_location_get (location, "with")) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 self->files->len != 1 ? "--with needs one report before it"
                                       : "--with and the location both name a second report");
    return FALSE;
  }
  path = poplens_report_canonical_path (with);
  g_autoptr (PoplensLocation) both = poplens_location_with_other (location, path);
  g_free (self->location);
  self->location = poplens_location_to_string (both);
  return TRUE;
}

/* Adds an argument of the command line: a report, or a link to a location in a report. */
static gboolean
add_path (PoplensCommandLine *self, const char *path, GError **error)
{
  g_autoptr (PoplensReportLink) link = NULL;

  if (!poplens_report_link_is (path)) {
    g_ptr_array_add (self->files, poplens_report_path_get_file (path));
    return TRUE;
  }
  /* Ignore an invalid link here. The user clicked the link and sees no terminal, so a window will
   * show the error. */
  link = poplens_report_link_parse (path, NULL);
  if (link && link->location && self->location) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "--location and the link both name a location");
    return FALSE;
  }
  g_ptr_array_add (self->files, g_file_new_for_uri (path));
  return TRUE;
}

PoplensCommandLine *
poplens_command_line_parse (char **arguments, GError **error)
{
  g_autoptr (PoplensCommandLine) self = g_new0 (PoplensCommandLine, 1);
  g_auto (GStrv) rest = g_strdupv (arguments);
  g_auto (GStrv) paths = NULL;
  g_autofree char *with = NULL;
  const GOptionEntry entries[] = {
      {"location", 'p', 0, G_OPTION_ARG_STRING, &self->location,
       "Location to open, for example 'memory?tile=5'", "LOCATION"},
      {"with", 0, 0, G_OPTION_ARG_FILENAME, &with, "Compare with a second report", "REPORT"},
      {"version", 0, 0, G_OPTION_ARG_NONE, &self->version, "Print the version", NULL},
      {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &paths, NULL, "[REPORT…]"},
      {NULL},
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);

  self->files = g_ptr_array_new_with_free_func (g_object_unref);
  g_option_context_set_summary (
      context, "Viewer for Graphcore Poplar profiles. Opens a report directory, a file in it, or "
               "a\ndirectory of several reports, each in its own window. HOST:PATH and\n"
               "ssh://USER@HOST:PORT/PATH are reports on other computers. A link is\n"
               "poplens:///PATH?location=LOCATION.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse_strv (context, &rest, error))
    return NULL;
  for (guint i = 0; paths && paths[i]; i++)
    if (!add_path (self, paths[i], error))
      return NULL;
  if (!self->version && (!check_location (self, error) || !add_other (self, with, error)))
    return NULL;
  return g_steal_pointer (&self);
}

/* ---- the program ----------------------------------------------------------------------------- */

#define RESOURCE_PATH "/org/poplens/Poplens"

struct _PoplensApplication {
  AdwApplication parent;
};

G_DEFINE_FINAL_TYPE (PoplensApplication, poplens_application, ADW_TYPE_APPLICATION)

/* glib-compile-resources generates this function. */
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

/* ---- links ----------------------------------------------------------------------------------- */

#define LINK "poplens-link"

static void
on_link_response (PoplensApplication *self, const char *response, AdwMessageDialog *dialog)
{
  const PoplensReportLink *link = g_object_get_data (G_OBJECT (dialog), LINK);
  GtkWindow *window = gtk_window_get_transient_for (GTK_WINDOW (dialog));

  if (!strcmp (response, "connect"))
    poplens_application_open (self, POPLENS_WINDOW (window), link->path, link->location);
}

/* Asks the user before connecting to the computer that the link names. @link: (transfer full) */
static void
ask_about_link (PoplensApplication *self, PoplensWindow *window, PoplensReportLink *link)
{
  g_autofree char *destination = poplens_visible_text (link->destination, -1);
  g_autofree char *path = poplens_visible_text (link->path, -1);
  g_autofree char *heading = g_strdup_printf ("Connect to %s?", destination);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (window), heading, NULL);

  gtk_window_set_title (GTK_WINDOW (dialog), heading);
  g_object_set_data_full (G_OBJECT (dialog), LINK, link, (GDestroyNotify) poplens_report_link_free);
  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog),
                                  "A link opens %s. Poplens connects with your ssh configuration, "
                                  "and only reads. Connect only if you trust the link.",
                                  path);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", "_Cancel", "connect",
                                    "C_onnect", NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_link_response), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Opens a link. Links can come from anywhere, so the user is asked before connecting to another
 * computer. */
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
    ask_about_link (self, window, g_steal_pointer (&link));
  else
    poplens_window_refuse (window, error);
}

/* Opens reports and links. @hint: a location as a text, such as "memory?tile=5"; "" for none.
 * GApplication passes it from a second process to the first. */
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
  renderer_init ();
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

  /* Close windows one by one, so that each saves its size. */
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
  poplens_latin_keys_install ();
  /* Load widgets.css too; libadwaita loads style.css itself. */
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
  /* Try again to write bookmarks that could not be written before. */
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
