/* The baseline of bench-window: an empty window that is resized in each frame. */
#include "bench-empty.h"

#include "app/window/window.h"

/* ms until the first frames are drawn */
#define SETTLE 1500
#define WIDTH 1200
#define HEIGHT 800

typedef struct {
  GtkWidget *window;
  guint n, frame;
  void (*begin) (void);
  void (*end) (void);
} Empty;

/* Changes the width, so that the whole window is laid out and drawn again. */
static gboolean
on_tick (GtkWidget *window, GdkFrameClock *clock, gpointer data)
{
  Empty *self = data;

  if (self->frame == self->n) {
    self->end ();
    return G_SOURCE_REMOVE;
  }
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH - (int) (self->frame++ % 2), HEIGHT);
  return G_SOURCE_CONTINUE;
}

static gboolean
start (gpointer data)
{
  Empty *self = data;

  self->begin ();
  gtk_widget_add_tick_callback (self->window, on_tick, self, NULL);
  return G_SOURCE_REMOVE;
}

void
poplens_bench_empty (GtkWidget *window, guint n, void (*begin) (void), void (*end) (void))
{
  Empty *self = g_new0 (Empty, 1);

  *self = (Empty){.n = n, .begin = begin, .end = end};
  self->window = GTK_WIDGET (poplens_window_new (gtk_window_get_application (GTK_WINDOW (window))));
  gtk_window_set_default_size (GTK_WINDOW (self->window), WIDTH, HEIGHT);
  gtk_window_present (GTK_WINDOW (self->window));
  gtk_widget_set_visible (window, FALSE);
  g_timeout_add (SETTLE, start, self);
}
