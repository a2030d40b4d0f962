/* The widgets of the window, with tables and charts made by hand. */
#pragma once

#include <adwaita.h>

#include "charts/lanes/lanes.h"
#include "tables/engine/table.h"

/* Each adds its tests. */
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

/* Turns the main loop until @done says so; fails after 60 s. */
void wait_until (gboolean (*done) (gpointer data), gpointer data);
/* Turns it until nothing is left to do, a frame included. */
void settle (GtkWidget *window);
/* A window of 800 by 600 with @child, on the screen and laid out. */
GtkWidget *show_in_window (GtkWidget *child);
GtkWidget *show_in_window_of (GtkWidget *child, int width, int height);
/* As the keyboard shortcuts of @widget's class have it; fails where there is none. */
void press_key (GtkWidget *widget, guint key, GdkModifierType state);
/* Destroys the window; fails where @child outlives it. */
void check_finalizes (GtkWidget *window, GtkWidget *child);

/* The first widget of a type that is shown, @widget itself or below it; or NULL. */
GtkWidget *find_type (GtkWidget *widget, GType type);
/* The same, shown or not: in a popover that is closed. */
GtkWidget *find_hidden_type (GtkWidget *widget, GType type);
/* The last change of a list, and how many there were: connect the function with one of these. */
typedef struct {
  guint position, removed, added, calls;
} Change;
void on_items_changed (GListModel *model, guint position, guint removed, guint added,
                       gpointer data);
/* The first label that is shown and ends with @ending, or NULL. */
GtkWidget *find_label (GtkWidget *widget, const char *ending);
/* Whether a chart is shown below @widget, with what it draws. For wait_until(). */
gboolean has_chart (gpointer widget);

/* @n rows of "id" (0, 1, 2 …), "name" ("row 0" …) and "size" (bytes: (7 × id) mod 101); sizes have
 * a total, and row 3 has none. Rows link to "memory?tile=ID". */
PoplensTable *make_table (guint32 n);
/* A tree of "name" and "size":
 *   0 a         0 30
 *   1   a1      1 10
 *   2     a1x   2  4
 *   3   a2      1 20
 *   4 b         0 50
 *   5   b1      1 50 */
PoplensTable *make_tree (guint16 initial_depth);
/* @n items, two bands ("low" all 10, "high" the item's number), a line "line", a limit far off
 * scale. */
PoplensChart *make_chart (gsize n);
