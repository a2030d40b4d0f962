#include "base/work.h"

PoplensWork
poplens_work_share (const PoplensWork *self, double from, double to)
{
  PoplensWork share = self ? *self : (PoplensWork){.to = 1};
  double width = share.to - share.from;

  share.to = share.from + width * to;
  share.from += width * from;
  return share;
}

gboolean
poplens_work_go_on (const PoplensWork *self, const char *what, guint64 done, guint64 all)
{
  if (!self)
    return TRUE;
  if (self->tell)
    self->tell (self->from + (self->to - self->from) * (double) done / (double) MAX (all, 1), what,
                self->data);
  return !g_cancellable_is_cancelled (self->cancellable);
}
