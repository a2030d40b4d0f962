#include "analysis/memory/packing.h"

#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks-ranges.h"

#include <stdlib.h>

/* ---- tiles ----------------------------------------------------------------------------- */

typedef struct {
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  const PoplensLiveSpans *lives;
  GArray *spans, *events;
} Tiles;

typedef struct {
  guint64 from, to;
} Span;

static int
by_start (gconstpointer a, gconstpointer b)
{
  const Span *x = a, *y = b;

  return x->from < y->from ? -1 : x->from > y->from;
}

/* Row of the class of a variable that is allocated, has bytes and is not always live; else
 * G_MAXUINT32. */
static guint32
passing_class (const PoplensLiveness *liveness, const PoplensVariables *v, guint32 row)
{
  guint32 class;

  if (!(v->bits[row] & POPLENS_VARIABLE_ALLOCATED) || !v->size[row])
    return G_MAXUINT32;
  class = poplens_liveness_find_class (liveness, v->equivalence_class[row]);
  return class == G_MAXUINT32 || liveness->class_always_live[class] ? G_MAXUINT32 : class;
}

static guint64
union_of (GArray *spans)
{
  guint64 sum = 0, end = 0;

  g_array_sort (spans, by_start);
  for (guint i = 0; i < spans->len; i++) {
    const Span *span = &g_array_index (spans, Span, i);
    if (span->to > end)
      sum += span->to - MAX (span->from, end);
    end = MAX (end, span->to);
  }
  return sum;
}

static PoplensTilePacking
pack_tile (Tiles *self, guint32 tile)
{
  const PoplensVariables *v = self->variables;
  PoplensTilePacking out = {.tile = tile};
  guint32 step;

  g_array_set_size (self->spans, 0);
  g_array_set_size (self->events, 0);
  for (guint32 r = tile < v->n_tiles ? v->tile_first[tile] : 0;
       tile < v->n_tiles && r < v->tile_first[tile + 1]; r++) {
    guint32 class = passing_class (self->liveness, v, r);
    Span span = {v->offset[r], (guint64) v->offset[r] + v->size[r]};
    if (class == G_MAXUINT32)
      continue;
    g_array_append_val (self->spans, span);
    out.sizes += v->size[r];
    poplens_live_spans_add (self->lives, class, v->size[r], self->events);
  }
  out.occupied = union_of (self->spans);
  out.peak = poplens_sweep_highest (self->events, &step);
  out.lost = out.occupied > out.peak ? out.occupied - out.peak : 0;
  return out;
}

GArray *
poplens_packing_tiles (const PoplensLiveness *liveness, const PoplensVariables *variables,
                       const PoplensMemory *memory, const guint32 *positions, guint n,
                       GCancellable *cancellable)
{
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (PoplensTilePacking));
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (Span));
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (PoplensSweepEvent));
  g_auto (PoplensLiveSpans) lives = {0};
  Tiles self = {liveness, variables, &lives, spans, events};

  poplens_live_spans_init (&lives, liveness);
  for (guint i = 0; i < n; i++) {
    if (g_cancellable_is_cancelled (cancellable))
      return NULL;
    PoplensTilePacking tile = pack_tile (&self, memory->tile[positions[i]]);
    g_array_append_val (out, tile);
  }
  return g_steal_pointer (&out);
}
