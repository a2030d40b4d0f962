/* Fits the height of a table, shares the mouse wheel with the page, and restores the scroll
 * position. */
#include "app/table/table-scroll.h"

#include "app/table/table-model.h"

#include <math.h>

/* Minimum heights of a row and of a header, in pixels, as in resources/widgets.css. Also their
 * assumed heights until their widgets can be measured. */
#define ROW_HEIGHT 25
#define HEADER_HEIGHT 28

/* Maximum number of frames to wait until the list of a new model is as long as before. */
#define RESTORE_FRAMES 3

/* Key of the scrolled window's object data: a ScrollRestore, while a position is to be restored. */
#define RESTORE "poplens-restore"

/* ---- height ---------------------------------------------------------------------------------- */

static int
natural_height (GtkWidget *widget, int fallback)
{
  int natural = 0;

  if (widget)
    gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, -1, NULL, &natural, NULL, NULL);
  return MAX (natural, fallback);
}

/* Returns the widget of the first row. (nullable): NULL while its cells are empty, because GTK 4.18
 * cannot measure an empty row. */
static GtkWidget *
first_row (GtkWidget *list)
{
  GtkWidget *row = list ? gtk_widget_get_first_child (list) : NULL;
  GtkWidget *cell = row ? gtk_widget_get_first_child (row) : NULL;

  return cell && gtk_widget_get_first_child (cell) ? row : NULL;
}

/* Sets the height request explicitly: a GtkListView requests the height of one row, whatever the
 * scrollbar policy. */
void
poplens_table_fit_height (GtkScrolledWindow *scrolled, GtkColumnView *view, guint max_rows)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  GtkWidget *list = header ? gtk_widget_get_next_sibling (header) : NULL;
  GtkSelectionModel *model = gtk_column_view_get_model (view);
  guint n = model ? poplens_table_model_n_rows (POPLENS_TABLE_MODEL (model)) : 0;
  int row = natural_height (first_row (list), ROW_HEIGHT);
  int height = natural_height (header, HEADER_HEIGHT) + row * (int) MIN (n, max_rows);

  /* Half a row at the bottom hints that there are more rows. */
  if (n > max_rows)
    height += row / 2;
  gtk_scrolled_window_set_max_content_height (scrolled, -1);
  gtk_scrolled_window_set_min_content_height (scrolled, height);
  gtk_scrolled_window_set_max_content_height (scrolled, height);
}

/* ---- the wheel ------------------------------------------------------------------------------- */

static gboolean
can_scroll (GtkAdjustment *adjustment, double dy)
{
  double value = gtk_adjustment_get_value (adjustment);

  return dy < 0 ? value > gtk_adjustment_get_lower (adjustment)
                : value + gtk_adjustment_get_page_size (adjustment) <
                      gtk_adjustment_get_upper (adjustment);
}

/* TRUE if the wheel scrolls the page, FALSE if it scrolls the table. The table scrolls after the
 * page has reached its end, or first if the table has the focus. @own, @page: vertical adjustments
 * of table and page. */
static gboolean
is_about_page (GtkWidget *scrolled, GtkAdjustment *own, GtkAdjustment *page, double dy)
{
  GtkRoot *root = gtk_widget_get_root (scrolled);
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;

  return focus && gtk_widget_is_ancestor (focus, scrolled) ? !can_scroll (own, dy)
                                                           : can_scroll (page, dy);
}

static gboolean
on_table_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  GtkWidget *scrolled = data;
  GtkAdjustment *own = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  GtkWidget *outer =
      gtk_widget_get_ancestor (gtk_widget_get_parent (scrolled), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *page;

  if (!outer || dy == 0)
    return FALSE;
  page = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (outer));
  if (!is_about_page (scrolled, own, page, dy))
    return FALSE;
  if (gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL)
    dy *= pow (gtk_adjustment_get_page_size (page),
               2.0 / 3.0); /* pixels of a wheel step: page size to the power of 2/3, as in
                              GtkScrolledWindow */
  gtk_adjustment_set_value (page, gtk_adjustment_get_value (page) + dy);
  return TRUE;
}

void
poplens_table_hand_scroll_on (GtkScrolledWindow *scrolled)
{
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  gtk_event_controller_set_propagation_phase (scroll, GTK_PHASE_CAPTURE);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_table_scroll), scrolled);
  gtk_widget_add_controller (GTK_WIDGET (scrolled), scroll);
}

/* ---- restoring the scroll position ----------------------------------------------------------- */

typedef struct {
  GtkWidget *scrolled;
  GdkFrameClock *clock;
  gulong laid_out;
  double value;
  gint64 last; /* number of the last frame to wait for while the list is too short */
} ScrollRestore;

static void
restore_free (gpointer data)
{
  ScrollRestore *kept = data;

  g_signal_handler_disconnect (kept->clock, kept->laid_out);
  g_object_unref (kept->clock);
  g_free (kept);
}

static ScrollRestore *
get_kept (GtkWidget *scrolled)
{
  return g_object_get_data (G_OBJECT (scrolled), RESTORE);
}

/* Restores the scroll position after a layout, because the list of a new model knows its height
 * only then. Setting the adjustment makes GTK lay the frame out again, so the top of the list is
 * not painted. */
static void
on_laid_out (GdkFrameClock *clock, ScrollRestore *kept)
{
  GtkWidget *scrolled = kept->scrolled;
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  double most = gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);
  double value = MIN (most, kept->value);

  if (most < kept->value && gdk_frame_clock_get_frame_counter (clock) < kept->last)
    return;
  g_object_set_data (G_OBJECT (scrolled), RESTORE, NULL);
  /* A hidden table is not laid out, so its position cannot be restored. */
  if (gtk_widget_get_mapped (scrolled))
    gtk_adjustment_set_value (adjustment, value);
}

void
poplens_table_keep_scroll (GtkScrolledWindow *scrolled)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (scrolled));
  ScrollRestore *kept = get_kept (GTK_WIDGET (scrolled));
  double value = gtk_adjustment_get_value (gtk_scrolled_window_get_vadjustment (scrolled));

  if (!clock || (!kept && value <= 0))
    return;
  /* If a position already waits to be restored, keep it. The current position belongs to a model
   * that was replaced before its first layout. */
  if (!kept) {
    kept = g_new (ScrollRestore, 1);
    *kept = (ScrollRestore){.scrolled = GTK_WIDGET (scrolled), .value = value};
    kept->clock = g_object_ref (clock);
    kept->laid_out = g_signal_connect_after (clock, "layout", G_CALLBACK (on_laid_out), kept);
    g_object_set_data_full (G_OBJECT (scrolled), RESTORE, kept, restore_free);
  }
  kept->last = gdk_frame_clock_get_frame_counter (clock) + RESTORE_FRAMES;
}

guint
poplens_table_kept_rows (GtkScrolledWindow *scrolled)
{
  ScrollRestore *kept = get_kept (GTK_WIDGET (scrolled));

  return kept ? (guint) ((kept->value + gtk_widget_get_height (GTK_WIDGET (scrolled))) /
                         ROW_HEIGHT) +
                    1
              : 0;
}
