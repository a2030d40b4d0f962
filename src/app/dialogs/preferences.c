#include "app/dialogs/preferences.h"

#include "app/dialogs/source-folders.h"
#include "app/window/settings.h"
#include "base/format.h"
#include "remote/block-disk.h"

struct _PoplensPreferences {
  AdwPreferencesWindow parent;
  AdwComboRow *theme;
  AdwComboRow *unit;
  AdwPreferencesGroup *sources;
  AdwActionRow *kept; /* of remote reports */
  GtkWidget *clear;
  gboolean ready; /* from here on, changes come from the user */
};

G_DEFINE_FINAL_TYPE (PoplensPreferences, poplens_preferences, ADW_TYPE_PREFERENCES_WINDOW)

static const struct {
  const char *name;
  AdwColorScheme scheme;
} themes[] = {
    {"system", ADW_COLOR_SCHEME_DEFAULT},
    {"light", ADW_COLOR_SCHEME_FORCE_LIGHT},
    {"dark", ADW_COLOR_SCHEME_FORCE_DARK},
};

static guint
current_theme (void)
{
  g_autofree char *name =
      poplens_settings_get_string (poplens_settings_get_default (), "general", "theme");

  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    if (!g_strcmp0 (name, themes[i].name))
      return i;
  return 0;
}

static PoplensByteUnit
current_unit (void)
{
  g_autofree char *name =
      poplens_settings_get_string (poplens_settings_get_default (), "general", "unit");
  PoplensByteUnit unit;

  return name && poplens_byte_unit_parse (name, &unit) ? unit : POPLENS_BYTE_UNIT_BINARY;
}

void
poplens_preferences_apply_theme (void)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      themes[current_theme ()].scheme);
}

static void
on_theme (PoplensPreferences *self)
{
  if (self->ready)
    poplens_settings_set_string (poplens_settings_get_default (), "general", "theme",
                                 themes[adw_combo_row_get_selected (self->theme)].name);
}

static void
on_unit (PoplensPreferences *self)
{
  PoplensByteUnit unit = adw_combo_row_get_selected (self->unit);

  if (self->ready)
    poplens_settings_set_string (poplens_settings_get_default (), "general", "unit",
                                 poplens_byte_unit_name (unit));
}

/* ---- what is kept of remote reports ------------------------------------------------------------
 */

static void
on_looked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensPreferences) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree guint64 *bytes = g_task_propagate_pointer (G_TASK (result), &error);
  PoplensNumber size;

  /* Closed meanwhile: its rows have gone. */
  if (!self->kept)
    return;
  if (bytes)
    poplens_format_bytes (size, *bytes, current_unit ());
  adw_action_row_set_subtitle (self->kept, error ? error->message : *bytes ? size : "Nothing");
  gtk_widget_set_sensitive (self->clear, error || *bytes);
}

/* @data: whether to clear it first. */
static void
look (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autofree char *folder = poplens_block_store_get_folder ();
  GError *error = NULL;

  if (GPOINTER_TO_INT (data) && !poplens_block_store_clear (folder, &error)) {
    g_task_return_error (task, error);
    return;
  }
  guint64 bytes = poplens_block_store_get_size (folder);
  g_task_return_pointer (task, g_memdup2 (&bytes, sizeof bytes), g_free);
}

static void
look_at_kept (PoplensPreferences *self, gboolean clear)
{
  /* Without a source: the worker may let go of the task last, and is not to finalize a widget. */
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_looked, g_object_ref (self));

  gtk_widget_set_sensitive (self->clear, FALSE);
  g_task_set_task_data (task, GINT_TO_POINTER (clear), NULL);
  g_task_run_in_thread (task, look);
}

static void
on_clear (PoplensPreferences *self)
{
  adw_action_row_set_subtitle (self->kept, "Clearing…");
  look_at_kept (self, TRUE);
}

static void
poplens_preferences_class_init (PoplensPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, PoplensPreferences, theme);
  gtk_widget_class_bind_template_child (widget_class, PoplensPreferences, unit);
  gtk_widget_class_bind_template_child (widget_class, PoplensPreferences, sources);
  gtk_widget_class_bind_template_child (widget_class, PoplensPreferences, kept);
  gtk_widget_class_bind_template_child (widget_class, PoplensPreferences, clear);
  gtk_widget_class_bind_template_callback (widget_class, on_clear);
  gtk_widget_class_bind_template_callback (widget_class, on_theme);
  gtk_widget_class_bind_template_callback (widget_class, on_unit);
}

static void
poplens_preferences_init (PoplensPreferences *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  adw_combo_row_set_selected (self->theme, current_theme ());
  adw_combo_row_set_selected (self->unit, current_unit ());
  poplens_source_folders_show (self->sources);
  look_at_kept (self, FALSE);
  self->ready = TRUE;
}

GtkWidget *
poplens_preferences_new (GtkWindow *parent)
{
  return g_object_new (POPLENS_TYPE_PREFERENCES, "transient-for", parent, NULL);
}
