#include "app/reports/reports-layout.h"

/* The head and a few rows. */
#define LEAST_ROWS 150

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static int
natural_height (GtkWidget *widget, int width)
{
  int natural;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
  return natural;
}

/* Of all that it has. A scrolled window measures it without its width, where text has one line. */
static int
content_height (GtkWidget *scrolled, int width)
{
  GtkWidget *viewport = gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scrolled));

  return natural_height (gtk_viewport_get_child (GTK_VIEWPORT (viewport)), width);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *top = gtk_widget_get_first_child (widget), *rows = gtk_widget_get_last_child (widget);

  for (GtkWidget *child = top; child; child = gtk_widget_get_next_sibling (child)) {
    int least, wished;
    gtk_widget_measure (child, orientation, orientation == GTK_ORIENTATION_VERTICAL ? for_size : -1,
                        &least, &wished, NULL, NULL);
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
      *minimum = MAX (*minimum, least);
      *natural = MAX (*natural, wished);
      continue;
    }
    if (child == top) {
      /* Its scrollbar, which it has not where all is in view. */
      wished = content_height (top, for_size);
      least = MIN (least, wished);
    } else if (child == rows) {
      least = MAX (least, LEAST_ROWS);
      wished = MAX (wished, LEAST_ROWS);
    }
    *minimum += least;
    *natural += wished;
  }
}

static void
allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *top = gtk_widget_get_first_child (widget), *rows = gtk_widget_get_last_child (widget);
  GtkWidget *bar = gtk_widget_get_next_sibling (top);
  int bar_height = natural_height (bar, width);
  int room = MAX (height - bar_height - LEAST_ROWS, 0);
  int top_height = MIN (content_height (top, width), room), below = top_height + bar_height;

  gtk_widget_size_allocate (top, &(GtkAllocation){0, 0, width, top_height}, -1);
  gtk_widget_size_allocate (bar, &(GtkAllocation){0, top_height, width, bar_height}, -1);
  gtk_widget_size_allocate (rows, &(GtkAllocation){0, below, width, MAX (height - below, 0)}, -1);
}

GtkLayoutManager *
poplens_reports_layout_new (void)
{
  return gtk_custom_layout_new (get_request_mode, measure, allocate);
}
