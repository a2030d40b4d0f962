#include "base/both.h"

typedef struct {
  PoplensBothFunc func;
  gpointer data;
  guint n;
  gint next; /* atomic */
} Calls;

static gpointer
call_all (gpointer data)
{
  Calls *self = data;

  for (;;) {
    guint i = (guint) g_atomic_int_add (&self->next, 1);
    if (i >= self->n)
      return NULL;
    self->func (i, self->data);
  }
}

void
poplens_both (const char *name, PoplensBothFunc func, gpointer data, guint n)
{
  Calls calls = {func, data, n, 0};
  GThread *helper = n > 1 ? g_thread_try_new (name, call_all, &calls, NULL) : NULL;

  call_all (&calls);
  g_clear_pointer (&helper, g_thread_join);
}
