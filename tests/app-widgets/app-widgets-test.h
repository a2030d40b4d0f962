/* Test suites of the window's widgets, with hand-made tables and charts, and functions that they
 * share. */
#pragma once

#include <adwaita.h>

#include "charts/lanes/lanes.h"
#include "tables/engine/table.h"

/* Each function adds the tests of its file. */
void add_table_tests (void);
void add_table_focus_tests (void);
void add_table_replace_tests (void);
void add_chart_tests (void);
void add_column_tests (void);
void add_lanes_tests (void);
void add_map_tests (void);
void add_tool_tests (void);
void add_card_tests (void);
void add_find_tests (void);
void add_page_tests (void);
void add_trace_tests (void);
void add_direction_tests (void);
void add_early_tests (void);
void add_findings_tests (void);
void add_cards_tests (void);
void add_calm_tests (void);
void add_liveness_tests (void);
void add_lifetimes_tests (void);
void add_export_tests (void);
void add_graph_tests (void);
void add_treemap_tests (void);
void add_popover_tests (void);
void add_status_tests (void);
void add_toaster_tests (void);
void add_divider_tests (void);
void add_narrow_tests (void);
void add_keyboard_tests (void);
void add_text_scale_tests (void);
void add_reports_tests (void);
void add_reports_charts_tests (void);
void add_room_tests (void);

/* ---- fixtures.c ---- */

/* Runs the main loop until @done returns TRUE; fails after 60 s. */
void wait_until (gboolean (*done) (gpointer data), gpointer data);
/* Runs the main loop until nothing is pending, including a frame. */
void settle (GtkWidget *window);
/* Returns a window of 800 × 600 pixels with @child, on the screen and laid out. */
GtkWidget *show_in_window (GtkWidget *child);
GtkWidget *show_in_window_of (GtkWidget *child, int width, int height);
/* Activates the shortcut of @widget's class for the key; fails if there is none. */
void press_key (GtkWidget *widget, guint key, GdkModifierType state);
/* Destroys the window; fails if @child is not finalized. */
void check_finalizes (GtkWidget *window, GtkWidget *child);

/* Returns the first mapped widget of the type, @widget itself or a descendant. (nullable) */
GtkWidget *find_type (GtkWidget *widget, GType type);
/* Like find_type (), but also finds widgets that are not mapped, such as those in a closed
 * popover. */
GtkWidget *find_hidden_type (GtkWidget *widget, GType type);
/* Last change of a list, and number of changes. on_change () is the handler of "items-changed" that
 * fills it in. */
typedef struct {
  guint position, removed, added, calls;
} Change;
void on_items_changed (GListModel *model, guint position, guint removed, guint added,
                       gpointer data);
/* Returns the first mapped label whose text ends with @ending. (nullable) */
GtkWidget *find_label (GtkWidget *widget, const char *ending);
/* TRUE if a chart is mapped below @widget and has been drawn. A condition for wait_until (). */
gboolean has_chart (gpointer widget);

/* Returns a table with @n rows of "id" (0, 1, 2 …), "name" ("row 0" …) and "size" (bytes: (7 × id)
 * mod 101); sizes have a total, and row 3 has no size. Rows link to "memory?tile=ID". */
PoplensTable *make_table (guint32 n);
/* A tree of "name" and "size":
 *   0 a         0 30
 *   1   a1      1 10
 *   2     a1x   2  4
 *   3   a2      1 20
 *   4 b         0 50
 *   5   b1      1 50 */
PoplensTable *make_tree (guint16 initial_depth);
/* Returns a chart with @n items, two bands ("low": 10 each, "high": the item's number), a line
 * "line", and a limit far above the scale. */
PoplensChart *make_chart (gsize n);
