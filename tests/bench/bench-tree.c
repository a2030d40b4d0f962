/* Operates the Program Tree in a window, and prints the stretches of the main loop (see the
 * header). */
#include "bench-tree.h"

#include "app/window/window.h"

#include <stdio.h>

/* Milliseconds for opening the page with its data, for each operation after that, and between two
 * turns of the wheel. */
#define OPENING 8000
#define WISH 1500
#define TURN 40
#define N_TURNS 120

typedef struct {
  GtkWidget *window;
  PoplensTreeBench bench;
  guint step, turn;
} TreeOperations;

static GtkWidget *
find_table (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget) || GTK_IS_COLUMN_VIEW (widget))
    return gtk_widget_get_mapped (widget) ? widget : NULL;
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c; c = gtk_widget_get_next_sibling (c)) {
    GtkWidget *found = find_table (c);
    if (found)
      return found;
  }
  return NULL;
}

/* Scrolls from the top to the end, by equal amounts. */
static gboolean
scroll (gpointer data)
{
  TreeOperations *self = data;
  GtkWidget *table = find_table (self->window);

  /* On a busy machine the window may be closed before the last turn. */
  if (!table)
    return G_SOURCE_REMOVE;
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (table));
  double end = gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);
  gtk_adjustment_set_value (adjustment, end * self->turn / N_TURNS);
  return self->turn++ < N_TURNS;
}

static gboolean
next_wish (gpointer data)
{
  static const struct {
    const char *name;
    const char *action; /* action of the table, or NULL */
    const char *place;  /* location to open, or NULL */
  } wishes[] = {
      {"close all", "table.collapse-all", NULL},
      {"open all", "table.expand-all", NULL},
      {"choose", NULL, "programs?program=20000"},
      {"filter", NULL, "programs?filter.programs=matmul"},
      {"few", NULL, "programs?filter.programs=layer.1 matmul reduce"},
      {"all again", NULL, "programs"},
      {"scroll", NULL, NULL},
  };
  TreeOperations *self = data;

  /* If the window was drawn before its report was opened, the earlier call had no effect. */
  if (!find_table (self->window)) {
    poplens_window_follow (POPLENS_WINDOW (self->window), "programs");
    return G_SOURCE_CONTINUE;
  }
  self->bench.print (self->step ? wishes[self->step - 1].name : "open");
  if (self->step == G_N_ELEMENTS (wishes)) {
    GListModel *model =
        G_LIST_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (find_table (self->window))));
    printf ("rows: %u\n", g_list_model_get_n_items (model));
    self->bench.finish (self->bench.data);
    return G_SOURCE_REMOVE;
  }
  if (wishes[self->step].action)
    gtk_widget_activate_action (find_table (self->window), wishes[self->step].action, NULL);
  else if (wishes[self->step].place)
    poplens_window_follow (POPLENS_WINDOW (self->window), wishes[self->step].place);
  else
    g_timeout_add (TURN, scroll, self);
  g_timeout_add (self->step++ + 1 == G_N_ELEMENTS (wishes) ? TURN * N_TURNS + WISH : WISH,
                 next_wish, self);
  return G_SOURCE_REMOVE;
}

void
poplens_bench_tree (GtkWidget *window, PoplensTreeBench bench)
{
  TreeOperations *self = g_new0 (TreeOperations, 1);

  self->window = window;
  self->bench = bench;
  poplens_window_follow (POPLENS_WINDOW (window), "programs");
  g_timeout_add (OPENING, next_wish, self);
}
