/* Operates the Program Tree as a user does: closes and opens all branches, filters, selects a row,
 * and scrolls to the end. */
#pragma once

#include <gtk/gtk.h>

typedef struct {
  void (*print) (const char *what); /* prints the stretches since the last call */
  void (*finish) (gpointer data);
  gpointer data;
} PoplensTreeBench;

/* Begins in the main loop. */
void poplens_bench_tree (GtkWidget *window, PoplensTreeBench bench);
