#include "app/window/tour-bar.h"

#include "app/window/info-bar.h"

/* A test builds each page and finds nothing wrong with the location. */
static const struct {
  const char *location, *text;
} steps[] = {
    {"summary", "Summary shows whether the model fits and where the cycles went. "
                "A card leads to its details."},
    {"insights", "Insights lists findings by their saving. Each has a cause and a link."},
    {"memory", "Memory shows what fills each tile. The red line is the capacity of a tile."},
    {"memory?tile=1054&tab=memory-map", "Tile 1054 is the fullest. Its memory map shows each "
                                        "variable at its address, with the gaps."},
    {"liveness", "Liveness shows live memory at each program step. "
                 "Select a step to see its variables."},
    {"programs", "The Program Tree lists all programs with their cycles and code. "
                 "The hot path is bold."},
    {"operations", "Operations attributes cycles, memory and code to layers of the model."},
    {"trace", "The Execution Trace shows each executed step. W and S zoom, A and D move, "
              "and Ctrl+F searches."},
};

struct _PoplensTourBar {
  AdwBin parent;
  GtkInfoBar *bar;
  GtkLabel *text;
  GtkWidget *back, *next;
  guint step;
  gboolean is_on;
};

G_DEFINE_FINAL_TYPE (PoplensTourBar, poplens_tour_bar, ADW_TYPE_BIN)

guint
poplens_tour_n_steps (void)
{
  return G_N_ELEMENTS (steps);
}

const char *
poplens_tour_get_location (guint step)
{
  return steps[step].location;
}

const char *
poplens_tour_bar_get_location (PoplensTourBar *self)
{
  return self->is_on ? steps[self->step].location : NULL;
}

static void
show (PoplensTourBar *self, guint step)
{
  g_autofree char *text =
      g_strdup_printf ("%u of %u · %s", step + 1, poplens_tour_n_steps (), steps[step].text);

  self->step = step;
  gtk_label_set_text (self->text, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  -1);
  gtk_widget_set_sensitive (self->back, step > 0);
  gtk_button_set_label (GTK_BUTTON (self->next),
                        step + 1 < poplens_tour_n_steps () ? "_Next" : "_Finish");
  g_signal_emit_by_name (self, "step", steps[step].location);
}

void
poplens_tour_bar_start (PoplensTourBar *self)
{
  self->is_on = TRUE;
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  show (self, 0);
  poplens_tour_bar_take_focus (self);
}

gboolean
poplens_tour_bar_take_focus (PoplensTourBar *self)
{
  return self->is_on && gtk_widget_grab_focus (self->next);
}

void
poplens_tour_bar_stop (PoplensTourBar *self)
{
  self->is_on = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/* By the user, whose keyboard goes with the bar. */
static void
end (PoplensTourBar *self)
{
  poplens_tour_bar_stop (self);
  g_signal_emit_by_name (self, "ended");
}

static void
on_back (PoplensTourBar *self)
{
  if (self->step > 0)
    show (self, self->step - 1);
}

static void
on_next (PoplensTourBar *self)
{
  if (self->step + 1 < poplens_tour_n_steps ())
    show (self, self->step + 1);
  else
    end (self);
}

static GtkWidget *
button (PoplensTourBar *self, const char *label, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  gtk_info_bar_add_action_widget (self->bar, button, GTK_RESPONSE_NONE);
  return button;
}

static void
on_response (PoplensTourBar *self, int response)
{
  if (response == GTK_RESPONSE_CLOSE)
    end (self);
}

static void
poplens_tour_bar_class_init (PoplensTourBarClass *klass)
{
  g_signal_new ("step", POPLENS_TYPE_TOUR_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                1, G_TYPE_STRING);
  g_signal_new ("ended", POPLENS_TYPE_TOUR_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);
}

static void
poplens_tour_bar_init (PoplensTourBar *self)
{
  self->bar = GTK_INFO_BAR (gtk_info_bar_new ());
  self->text = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->text, TRUE);
  gtk_label_set_xalign (self->text, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->text), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->bar), "report-bar");
  gtk_info_bar_add_child (self->bar, GTK_WIDGET (self->text));
  gtk_info_bar_set_show_close_button (self->bar, TRUE);
  poplens_info_bar_come_at_once (self->bar);
  self->back = button (self, "_Back", G_CALLBACK (on_back));
  self->next = button (self, "_Next", G_CALLBACK (on_next));
  g_signal_connect_swapped (self->bar, "response", G_CALLBACK (on_response), self);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->bar));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
