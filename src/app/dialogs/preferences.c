/* PoplensPreferences: appearance, units, charts, source folders and the cache of remote reports. */
#include "app/dialogs/preferences.h"

#include "app/dialogs/source-folders.h"
#include "app/window/choices.h"
#include "base/format.h"
#include "remote/block-disk.h"
#include "report/figure-store.h"

struct _PoplensPreferences {
  AdwPreferencesWindow parent;
  AdwComboRow *theme;
  AdwComboRow *unit;
  AdwComboRow *colours, *wheel, *axis;
  GtkDrawingArea *sample; /* draws a sample of the chart colours */
  GtkSpinButton *clock;
  AdwPreferencesGroup *sources;
  AdwActionRow *kept; /* (nullable): row with the sizes of the caches on this computer; NULL when
                         the window is closed */
  GtkWidget *clear;
  gboolean ready; /* the window is constructed; further changes of its widgets come from the user */
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

void
poplens_preferences_apply_theme (void)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      themes[current_theme ()].scheme);
}

static void
store_setting (PoplensPreferences *self, const char *group, const char *key, const char *value)
{
  if (self->ready)
    poplens_settings_set_string (poplens_settings_get_default (), group, key, value);
}

static void
on_theme (PoplensPreferences *self)
{
  store_setting (self, "general", "theme", themes[adw_combo_row_get_selected (self->theme)].name);
}

static void
on_unit (PoplensPreferences *self)
{
  store_setting (self, "general", "unit",
                 poplens_byte_unit_name (adw_combo_row_get_selected (self->unit)));
}

/* ---- charts ---------------------------------------------------------------------------------- */

static void
on_colours (PoplensPreferences *self)
{
  store_setting (self, "charts", "colours",
                 poplens_palette_name (adw_combo_row_get_selected (self->colours)));
  gtk_widget_queue_draw (GTK_WIDGET (self->sample));
}

static void
on_wheel (PoplensPreferences *self)
{
  store_setting (self, "charts", "wheel",
                 adw_combo_row_get_selected (self->wheel) ? "zoom" : "scroll");
}

static void
on_axis (PoplensPreferences *self)
{
  store_setting (self, "charts", "axis",
                 adw_combo_row_get_selected (self->axis) ? "time" : "cycles");
}

static void
on_clock (PoplensPreferences *self)
{
  if (self->ready)
    poplens_settings_set_int (poplens_settings_get_default (), "charts", "clock",
                              gtk_spin_button_get_value_as_int (self->clock));
}

/* Draws the colours of the step types side by side. */
static void
draw_sample (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  const PoplensPreferences *self = data;
  PoplensTheme theme = {adw_style_manager_get_dark (adw_style_manager_get_default ()),
                        adw_combo_row_get_selected (self->colours)};
  const int n = POPLENS_INK_TILES - POPLENS_INK_COMPUTE + 1;

  for (int i = 0; i < n; i++) {
    PoplensColor c = poplens_ink (POPLENS_INK_COMPUTE + i, theme);
    cairo_set_source_rgb (cr, c.red, c.green, c.blue);
    cairo_rectangle (cr, i * width / n, 0, width / n - 2, height);
    cairo_fill (cr);
  }
}

static void
show_charts (PoplensPreferences *self)
{
  PoplensSettings *settings = poplens_settings_get_default ();
  PoplensPageDefaults defaults = poplens_choices_page_defaults (settings);

  adw_combo_row_set_selected (self->colours, poplens_choices_palette (settings));
  adw_combo_row_set_selected (self->wheel, poplens_choices_wheel_zooms (settings));
  adw_combo_row_set_selected (self->axis, defaults.in_time);
  gtk_spin_button_set_range (self->clock, 0, POPLENS_MOST_CLOCK_MHZ);
  gtk_spin_button_set_value (self->clock, (double) defaults.clock_hz / 1e6);
  gtk_drawing_area_set_draw_func (self->sample, draw_sample, self, NULL);
}

/* ---- data kept on this computer -------------------------------------------------------------- */

/* Sizes of the caches, in bytes on the disk. */
typedef struct {
  guint64 blocks, figures; /* .blocks: cached files of remote reports; .figures: cached figures of
                              all reports */
} KeptData;

/* Returns the sizes as a text: "12 MiB of remote reports, 1.2 MiB of figures". (transfer full) */
static char *
describe_kept (const KeptData *kept)
{
  PoplensByteUnit unit = poplens_choices_unit (poplens_settings_get_default ());
  PoplensNumber blocks, figures;

  poplens_format_bytes (blocks, kept->blocks, unit);
  poplens_format_bytes (figures, kept->figures, unit);
  if (!kept->figures)
    return kept->blocks ? g_strdup_printf ("%s of remote reports", blocks) : g_strdup ("Nothing");
  return kept->blocks ? g_strdup_printf ("%s of remote reports, %s of figures", blocks, figures)
                      : g_strdup_printf ("%s of figures", figures);
}

static void
on_looked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensPreferences) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree KeptData *kept = g_task_propagate_pointer (G_TASK (result), &error);
  g_autofree char *text = kept ? describe_kept (kept) : NULL;

  /* If the window was closed meanwhile, there is no row for the sizes. */
  if (!self->kept)
    return;
  adw_action_row_set_subtitle (self->kept, error ? error->message : text);
  gtk_widget_set_sensitive (self->clear, error || kept->blocks || kept->figures);
}

/* Measures the caches on a worker thread. @data: TRUE: clears them first. */
static void
measure_cache (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autofree char *blocks = poplens_block_store_get_folder ();
  g_autofree char *figures = poplens_figure_store_get_folder ();
  GError *error = NULL;

  if (GPOINTER_TO_INT (data) && (!poplens_figure_store_clear (figures, &error) ||
                                 !poplens_block_store_clear (blocks, &error))) {
    g_task_return_error (task, error);
    return;
  }
  KeptData kept = {poplens_block_store_get_size (blocks), poplens_figure_store_get_size (figures)};
  g_task_return_pointer (task, g_memdup2 (&kept, sizeof kept), g_free);
}

static void
look_at_kept (PoplensPreferences *self, gboolean clear)
{
  /* Pass no source object: the task may be freed on the worker, where a widget must not be
   * finalized. */
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_looked, g_object_ref (self));

  gtk_widget_set_sensitive (self->clear, FALSE);
  g_task_set_task_data (task, GINT_TO_POINTER (clear), NULL);
  g_task_run_in_thread (task, measure_cache);
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
  gtk_widget_class_bind_template_child (widget_class, PoplensPreferences, colours);
  gtk_widget_class_bind_template_child (widget_class, PoplensPreferences, sample);
  gtk_widget_class_bind_template_child (widget_class, PoplensPreferences, wheel);
  gtk_widget_class_bind_template_child (widget_class, PoplensPreferences, axis);
  gtk_widget_class_bind_template_child (widget_class, PoplensPreferences, clock);
  gtk_widget_class_bind_template_child (widget_class, PoplensPreferences, sources);
  gtk_widget_class_bind_template_child (widget_class, PoplensPreferences, kept);
  gtk_widget_class_bind_template_child (widget_class, PoplensPreferences, clear);
  gtk_widget_class_bind_template_callback (widget_class, on_clear);
  gtk_widget_class_bind_template_callback (widget_class, on_theme);
  gtk_widget_class_bind_template_callback (widget_class, on_unit);
  gtk_widget_class_bind_template_callback (widget_class, on_colours);
  gtk_widget_class_bind_template_callback (widget_class, on_wheel);
  gtk_widget_class_bind_template_callback (widget_class, on_axis);
  gtk_widget_class_bind_template_callback (widget_class, on_clock);
}

static void
poplens_preferences_init (PoplensPreferences *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  adw_combo_row_set_selected (self->theme, current_theme ());
  adw_combo_row_set_selected (self->unit, poplens_choices_unit (poplens_settings_get_default ()));
  show_charts (self);
  poplens_source_folders_show (self->sources);
  look_at_kept (self, FALSE);
  self->ready = TRUE;
}

GtkWidget *
poplens_preferences_new (GtkWindow *parent)
{
  return g_object_new (POPLENS_TYPE_PREFERENCES, "transient-for", parent, NULL);
}
