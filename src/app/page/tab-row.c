/* Row of the tab buttons of a stack, which scrolls if it is too narrow. */
#include "app/page/tab-row.h"

#include <math.h>

/* Width in pixels that the tabs need to be in one row with the tools of the shown tab. */
#define ENOUGH_WIDTH 180
/* Pixels of neighbouring tabs that stay visible on both sides of the tab in front: they show that
 * there are more. */
#define TAB_MARGIN 36

/* Scrolls the tabs horizontally, by horizontal or vertical wheel. */
static gboolean
on_tabs_scrolled (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  GtkAdjustment *at = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (data));
  double unit = pow (gtk_adjustment_get_page_size (at), 2.0 / 3.0);

  gtk_adjustment_set_value (at, gtk_adjustment_get_value (at) + (dx + dy) * unit);
  return GDK_EVENT_STOP;
}

static void
show_current_tab (GtkWidget *switcher)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (switcher, GTK_TYPE_SCROLLED_WINDOW);
  GtkWidget *button;
  graphene_rect_t area;

  for (button = gtk_widget_get_first_child (switcher); button;
       button = gtk_widget_get_next_sibling (button))
    if (GTK_IS_TOGGLE_BUTTON (button) &&
        gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)) &&
        gtk_widget_compute_bounds (button, switcher, &area)) {
      /* Set the value directly: gtk_adjustment_clamp_page () would animate under the pointer. */
      GtkAdjustment *across = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scrolled));
      double at = gtk_adjustment_get_value (across);
      at = MAX (at, (area.origin.x + area.size.width + TAB_MARGIN) -
                        gtk_adjustment_get_page_size (across));
      gtk_adjustment_set_value (across, MIN (at, area.origin.x - TAB_MARGIN));
    }
}

static void
on_laid_out (GtkWidget *switcher, GdkFrameClock *clock)
{
  g_signal_handlers_disconnect_by_func (clock, on_laid_out, switcher);
  show_current_tab (switcher);
}

/* The width of the row has changed. Scrolls to the tab in front later in this frame, when the
 * layout has set the positions of the tabs. */
static void
on_room_changed (GtkWidget *switcher)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (switcher);

  if (!clock)
    return;
  g_signal_handlers_disconnect_by_func (clock, on_laid_out, switcher);
  g_signal_connect_object (clock, "layout", G_CALLBACK (on_laid_out), switcher,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_LAYOUT);
}

GtkWidget *
poplens_tab_row_new (GtkStack *stack, GtkWidget **in)
{
  GtkWidget *switcher = *in = gtk_stack_switcher_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkEventController *wheel =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), stack);
  gtk_widget_add_css_class (switcher, "page-tabs");
  gtk_widget_set_valign (switcher, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (switcher, GTK_ALIGN_START);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_width (GTK_SCROLLED_WINDOW (scrolled), ENOUGH_WIDTH);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), switcher);
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_widget_add_css_class (scrolled, "fades");
  gtk_event_controller_set_propagation_phase (wheel, GTK_PHASE_CAPTURE);
  g_signal_connect (wheel, "scroll", G_CALLBACK (on_tabs_scrolled), scrolled);
  gtk_widget_add_controller (scrolled, wheel);
  g_signal_connect_object (stack, "notify::visible-child", G_CALLBACK (show_current_tab), switcher,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  /* Tools that appear beside the tabs change the width of the row. */
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scrolled)),
                           "notify::page-size", G_CALLBACK (on_room_changed), switcher,
                           G_CONNECT_SWAPPED);
  return scrolled;
}
