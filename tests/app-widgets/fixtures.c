/* Functions that the suites share: the main loop, finding widgets, tables and charts. */
#include "app-widgets/app-widgets-test.h"

#include "app/chart/chart-widget.h"

/* ---- the main loop ---- */

static gboolean
on_deadline (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_CONTINUE;
}

void
wait_until (gboolean (*done) (gpointer data), gpointer data)
{
  gboolean late = FALSE;
  guint source = g_timeout_add_seconds (60, on_deadline, &late);

  while (!done (data)) {
    g_assert_false (late);
    g_main_context_iteration (NULL, TRUE);
  }
  g_source_remove (source);
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  return --*(int *) data > 0;
}

static gboolean
is_zero (gpointer data)
{
  return *(int *) data <= 0;
}

void
settle (GtkWidget *window)
{
  int frames = 3;

  gtk_widget_add_tick_callback (window, on_tick, &frames, NULL);
  wait_until (is_zero, &frames);
}

static gboolean
has_size (gpointer widget)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0;
}

GtkWidget *
show_in_window (GtkWidget *child)
{
  return show_in_window_of (child, 800, 600);
}

GtkWidget *
show_in_window_of (GtkWidget *child, int width, int height)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_set_child (GTK_WINDOW (window), child);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (has_size, child);
  settle (window);
  return window;
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

void
check_finalizes (GtkWidget *window, GtkWidget *child)
{
  gpointer weak = child;

  g_object_add_weak_pointer (G_OBJECT (child), &weak);
  gtk_window_destroy (GTK_WINDOW (window));
  wait_until (is_gone, &weak);
}

/* ---- finding widgets ---- */

static GtkWidget *
find_widget (GtkWidget *widget, GType type, gboolean hidden_too)
{
  GtkWidget *child, *found = NULL;

  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && (hidden_too || gtk_widget_get_mapped (widget)))
    return widget;
  for (child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, type, hidden_too);
  return found;
}

GtkWidget *
find_type (GtkWidget *widget, GType type)
{
  return find_widget (widget, type, FALSE);
}

GtkWidget *
find_hidden_type (GtkWidget *widget, GType type)
{
  return find_widget (widget, type, TRUE);
}

void
on_items_changed (GListModel *model, guint position, guint removed, guint added, gpointer data)
{
  Change *change = data;

  *change = (Change){position, removed, added, change->calls + 1};
}

GtkWidget *
find_label (GtkWidget *widget, const char *ending)
{
  GtkWidget *child, *found = NULL;

  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
      g_str_has_suffix (gtk_label_get_text (GTK_LABEL (widget)), ending))
    return widget;
  for (child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_label (child, ending);
  return found;
}

gboolean
has_chart (gpointer widget)
{
  GtkWidget *chart = find_type (widget, POPLENS_TYPE_CHART_WIDGET);

  return chart && poplens_chart_widget_get_chart (POPLENS_CHART_WIDGET (chart));
}

/* ---- tables ---- */

typedef struct {
  GPtrArray *names;
} RowNames;

static void
rows_free (gpointer data)
{
  RowNames *rows = data;

  g_ptr_array_unref (rows->names);
  g_free (rows);
}

static void
row_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const RowNames *rows = data;

  if (column == 1) {
    value->type = POPLENS_VALUE_TEXT;
    value->text = row < rows->names->len ? rows->names->pdata[row] : "many";
  } else if (column == 0 || row != 3) {
    value->type = POPLENS_VALUE_INT;
    value->integer = column ? row * 7 % 101 : row;
  }
}

static char *
row_link (gconstpointer data, guint32 row)
{
  return g_strdup_printf ("memory?tile=%u", row);
}

PoplensTable *
make_table (guint32 n)
{
  RowNames *rows = g_new0 (RowNames, 1);
  PoplensTable *table;

  rows->names = g_ptr_array_new_with_free_func (g_free);
  for (guint32 i = 0; i < MIN (n, 1000); i++)
    g_ptr_array_add (rows->names, g_strdup_printf ("row %u", i));
  table = poplens_table_new ("rows", "Rows", n, row_cell, rows, rows_free, NULL);
  poplens_table_add_column (table, "id", "Id", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Its number");
  poplens_table_add_column (table, "name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "A name");
  poplens_table_add_column (table, "size", "Size", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                            "How large it is");
  if (n <= 1000)
    poplens_table_add_total (table, 2);
  poplens_table_set_link (table, row_link);
  return table;
}

static void
tree_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  static const char *const names[] = {"a", "a1", "a1x", "a2", "b", "b1"};
  static const gint64 sizes[] = {30, 10, 4, 20, 50, 50};

  if (column) {
    value->type = POPLENS_VALUE_INT;
    value->integer = sizes[row];
  } else {
    value->type = POPLENS_VALUE_TEXT;
    value->text = names[row];
  }
}

PoplensTable *
make_tree (guint16 initial_depth)
{
  static const guint16 depths[] = {0, 1, 2, 1, 0, 1};
  PoplensTable *table =
      poplens_table_new ("tree", "Tree", G_N_ELEMENTS (depths), tree_cell, NULL, NULL, NULL);

  poplens_table_add_column (table, "name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "A name");
  poplens_table_add_column (table, "size", "Size", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE, "A size");
  poplens_table_set_depths (table, g_memdup2 (depths, sizeof depths));
  poplens_table_set_initial_depth (table, initial_depth);
  return table;
}

/* ---- charts ---- */

PoplensChart *
make_chart (gsize n)
{
  PoplensChart *chart = poplens_chart_new (&poplens_areas_kind, "Hand made", n,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  guint64 *low = g_new (guint64, n), *high = g_new (guint64, n), *line = g_new (guint64, n);

  for (gsize i = 0; i < n; i++) {
    low[i] = 10;
    high[i] = i;
    line[i] = 2 * n;
  }
  poplens_chart_set_item_axis (chart, "Tiles", "tile");
  poplens_chart_set_limit (chart, "limit", 1000000000);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "low", "Low", POPLENS_INK_TENSORS, 0, low,
                            FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "high", "High", POPLENS_INK_VERTEX_CODE, 0,
                            high, FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_LINE, "line", "Line", POPLENS_INK_TOTAL_WITH_GAPS,
                            0, line, FALSE);
  return chart;
}

void
press_key (GtkWidget *widget, guint key, GdkModifierType state)
{
  GListModel *shortcuts = NULL;
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean done = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);
    if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
      continue;
    shortcuts = G_LIST_MODEL (controller);
    for (guint k = 0; !done && k < g_list_model_get_n_items (shortcuts); k++) {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, k);
      GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);
      if (!GTK_IS_KEYVAL_TRIGGER (trigger) ||
          gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) != key ||
          gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) != state)
        continue;
      done = gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut),
                                           GTK_SHORTCUT_ACTION_EXCLUSIVE, widget,
                                           gtk_shortcut_get_arguments (shortcut));
    }
  }
  g_assert_true (done);
}
