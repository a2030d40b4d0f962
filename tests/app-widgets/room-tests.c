/* Tests that a window of 1000 × 700 pixels has space for a page's chart and eight rows of the table
 * below it. */
#include "app-widgets/app-widgets-test.h"

#include "app/chart/chart-widget.h"
#include "app/page/page-tabs.h"
#include "app/page/page-view.h"
#include "app/table/table-widget.h"
#include "app/window/window-private.h"
#include "charts/core/layout-private.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"

#define WIDTH 1000
#define HEIGHT 700
#define ROWS 8
#define LEAST_CHART 180
/* Pixels, for each of two plots. */
#define LEAST_PLOT 30

typedef struct {
  char *folders[2];
  PoplensWindow *window;
} RoomFixture;

static GtkWidget *
page_of (RoomFixture *f)
{
  return find_type (GTK_WIDGET (f->window), POPLENS_TYPE_PAGE_VIEW);
}

static GtkWidget *
table_of (RoomFixture *f)
{
  GtkWidget *page = page_of (f), *tabs = page ? find_type (page, POPLENS_TYPE_PAGE_TABS) : NULL;

  return tabs ? find_type (tabs, POPLENS_TYPE_TABLE_WIDGET) : NULL;
}

/* Returns the number of completely visible rows, without the row of totals. */
static int
count_visible_rows (PoplensTableWidget *table)
{
  GtkWidget *view = GTK_WIDGET (poplens_table_widget_get_view (table));
  GtkWidget *list = find_type (view, GTK_TYPE_LIST_VIEW);
  int n = poplens_table_has_totals (poplens_table_widget_get_table (table)) ? -1 : 0;
  graphene_rect_t at;

  for (GtkWidget *row = list ? gtk_widget_get_first_child (list) : NULL; row;
       row = gtk_widget_get_next_sibling (row))
    n += gtk_widget_get_mapped (row) && gtk_widget_compute_bounds (row, list, &at) &&
         at.origin.y >= 0 && at.origin.y + at.size.height <= (float) gtk_widget_get_height (list);
  return n;
}

static gboolean
shows_rows (gpointer data)
{
  GtkWidget *table = table_of (data);

  return table && poplens_table_widget_get_table (POPLENS_TABLE_WIDGET (table)) &&
         count_visible_rows (POPLENS_TABLE_WIDGET (table)) >= ROWS;
}

static gboolean
room_shows_chart (gpointer data)
{
  GtkWidget *page = page_of (data);

  return page && has_chart (page);
}

static void
open_window (RoomFixture *f, const char *location)
{
  f->window = poplens_window_new (NULL);
  gtk_window_set_default_size (GTK_WINDOW (f->window), WIDTH, HEIGHT);
  gtk_window_present (GTK_WINDOW (f->window));
  poplens_window_open (f->window, f->folders[0], location);
}

static void
check_chart (RoomFixture *f, gboolean compared)
{
  GtkWidget *chart = find_type (page_of (f), POPLENS_TYPE_CHART_WIDGET);
  const PoplensChartLayout *layout = poplens_chart_widget_get_layout (POPLENS_CHART_WIDGET (chart));

  g_assert_cmpint (gtk_widget_get_height (chart), >=, LEAST_CHART);
  if (!compared)
    return;
  g_assert_cmpfloat (layout->plot.height, >=, LEAST_PLOT);
  g_assert_cmpfloat (layout->signed_plot.height, >=, LEAST_PLOT);
}

static void
check_page_space (RoomFixture *f, const char *page, gboolean compared)
{
  g_autofree char *location =
      compared ? g_strdup_printf ("%s?with=%s", page, f->folders[1]) : g_strdup (page);

  g_test_message ("%s", location);
  open_window (f, location);
  wait_until (room_shows_chart, f);
  wait_until (shows_rows, f);
  settle (GTK_WIDGET (f->window));
  check_chart (f, compared && strcmp (page, "operations"));
  gtk_window_destroy (GTK_WINDOW (f->window));
}

static void
test_room (RoomFixture *f, gconstpointer compared)
{
  check_page_space (f, "memory", compared != NULL);
  check_page_space (f, "liveness", compared != NULL);
  check_page_space (f, "operations", compared != NULL);
}

static void
room_set_up (RoomFixture *f, gconstpointer data)
{
  static const char *const options[][5] = {{"--tiles", "32", NULL},
                                           {"--tiles", "32", "--seed", "2", NULL}};

  for (guint i = 0; i < G_N_ELEMENTS (options); i++) {
    f->folders[i] = temp_dir_new ();
    g_assert_true (run_demo (f->folders[i], options[i]));
  }
}

static void
room_tear_down (RoomFixture *f, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (f->folders); i++) {
    temp_dir_remove (f->folders[i]);
    g_free (f->folders[i]);
  }
}

void
add_room_tests (void)
{
  g_test_add ("/room/one", RoomFixture, NULL, room_set_up, test_room, room_tear_down);
  g_test_add ("/room/compared", RoomFixture, "compared", room_set_up, test_room, room_tear_down);
}
