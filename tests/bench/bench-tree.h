/* The Program Tree under the hands of somebody: all branches closed and opened, words searched, a
 * row chosen, and the wheel turned to the end. */
#pragma once

#include <gtk/gtk.h>

typedef struct {
  void (*print) (const char *what); /* the stretches since the last call */
  void (*finish) (gpointer data);
  gpointer data;
} PoplensTreeBench;

/* Begins, in the main loop. */
void poplens_bench_tree (GtkWidget *window, PoplensTreeBench bench);
