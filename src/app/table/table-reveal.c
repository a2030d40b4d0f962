#include "app/table/table-reveal.h"

#include "app/widgets/frame-turn.h"

/* Cells and rows whose widgets are made within a frame: what takes a slow machine 10 ms. */
#define CELLS_A_FRAME 120
#define LEAST_ROWS_A_FRAME 4
/* So many rows are destroyed in the time in which one is made. */
#define GONE_FOR_ONE 3

/* What is under way. */
#define RUNNING "poplens-reveal"

typedef struct {
  GtkColumnView *view; /* not owned: it owns the callback */
  PoplensTableModel *model;
  guint step, next;
} Reveal;

static void
reveal_free (gpointer data)
{
  Reveal *reveal = data;

  /* Another one may have begun since. */
  if (g_object_get_data (G_OBJECT (reveal->view), RUNNING) == reveal)
    g_object_set_data (G_OBJECT (reveal->view), RUNNING, NULL);
  g_object_unref (reveal->model);
  g_free (reveal);
}

static gboolean
reveal_more (GtkWidget *view, GdkFrameClock *clock, gpointer data)
{
  Reveal *reveal = data;

  /* Another model has come in between. */
  if (gtk_column_view_get_model (GTK_COLUMN_VIEW (view)) != GTK_SELECTION_MODEL (reveal->model) ||
      g_object_get_data (G_OBJECT (view), RUNNING) != reveal ||
      poplens_table_model_is_revealed (reveal->model))
    return G_SOURCE_REMOVE;
  if (!poplens_frame_turn (clock))
    return G_SOURCE_CONTINUE;
  if (poplens_table_model_let_go (reveal->model, reveal->step * GONE_FOR_ONE))
    return G_SOURCE_CONTINUE;
  reveal->next += reveal->step;
  /* Others have no widgets and cost nothing. */
  poplens_table_model_reveal (reveal->model,
                              reveal->next < POPLENS_TABLE_GTK_ROWS ? reveal->next : G_MAXUINT);
  return poplens_table_model_is_revealed (reveal->model) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

void
poplens_table_reveal (GtkColumnView *view, PoplensTableModel *model, guint n_columns, guint first)
{
  Reveal *reveal;
  guint step = MAX (LEAST_ROWS_A_FRAME, CELLS_A_FRAME / MAX (1, n_columns));

  poplens_table_model_reveal (model, MAX (first, step));
  if (poplens_table_model_is_revealed (model))
    return;
  reveal = g_new (Reveal, 1);
  *reveal = (Reveal){view, g_object_ref (model), step, MAX (first, step)};
  g_object_set_data (G_OBJECT (view), RUNNING, reveal);
  gtk_widget_add_tick_callback (GTK_WIDGET (view), reveal_more, reveal, reveal_free);
}
