/* Sums compile time by phase of the compiler, in a sweep over the starts and ends of phases. */
#include "analysis/summary/compile-time.h"

/* Returns the end of a phase, µs. If start + duration overflows, as in a damaged file, returns 2^64
 * − 1. */
static guint64
phase_end (const PoplensCompilation *c, guint32 phase)
{
  guint64 start = c->phase_start[phase];

  return start + MIN (c->phase_duration[phase], G_MAXUINT64 - start);
}

/* Sorts phases by start. At the same start, the longer phase comes first, as it contains the
 * shorter one. */
static int
compare_starts (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const PoplensCompilation *c = user_data;
  guint32 pa = *(const guint32 *) a, pb = *(const guint32 *) b;

  if (c->phase_start[pa] != c->phase_start[pb])
    return c->phase_start[pa] < c->phase_start[pb] ? -1 : 1;
  if (c->phase_duration[pa] != c->phase_duration[pb])
    return c->phase_duration[pa] > c->phase_duration[pb] ? -1 : 1;
  return pa < pb ? -1 : pa > pb;
}

static int
compare_phases (gconstpointer a, gconstpointer b)
{
  const PoplensCompilePhase *pa = a, *pb = b;

  if (pa->self != pb->self)
    return pa->self > pb->self ? -1 : 1;
  return pa->first_start < pb->first_start ? -1 : pa->first_start > pb->first_start;
}

/* State of the sweep over time. Each µs is added to one of the running phases: the phase that
 * started last. */
typedef struct {
  const PoplensCompilation *compilation;
  GArray *open;  /* guint32: phases that run at .now, in order of their starts */
  guint64 *self; /* by phase: µs in which it is the running phase that started last */
  guint64 now, covered;
} PhaseSweep;

static void
sweep_to (PhaseSweep *s, guint64 until)
{
  while (s->open->len && s->now < until) {
    guint32 top = g_array_index (s->open, guint32, s->open->len - 1);
    guint64 end = MIN (phase_end (s->compilation, top), until);

    if (end > s->now) {
      s->self[top] += end - s->now;
      s->covered += end - s->now;
      s->now = end;
    }
    if (phase_end (s->compilation, top) <= s->now)
      g_array_set_size (s->open, s->open->len - 1);
  }
  s->now = until;
}

static guint64 *
self_times (const PoplensCompilation *c, const guint32 *order, guint64 *covered)
{
  PhaseSweep s = {.compilation = c,
                  .open = g_array_new (FALSE, FALSE, sizeof (guint32)),
                  .self = g_new0 (guint64, MAX (c->n_phases, 1))};

  for (guint32 i = 0; i < c->n_phases; i++) {
    sweep_to (&s, c->phase_start[order[i]]);
    g_array_append_val (s.open, order[i]);
  }
  sweep_to (&s, G_MAXUINT64);
  g_array_unref (s.open);
  *covered = s.covered;
  return s.self;
}

/* Adds one call of a phase to the sums of its name. The caller adds calls in order of their starts.
 * @open_until: (inout): latest end of the earlier calls of this name */
static void
add_call (PoplensCompilePhase *phase, guint64 *open_until, guint64 start, guint64 end, guint64 self)
{
  guint64 from = phase->calls ? MAX (start, *open_until) : start;

  if (!phase->calls)
    phase->first_start = start;
  phase->calls++;
  phase->self += self;
  if (end > from)
    phase->inclusive += end - from;
  *open_until = MAX (*open_until, end);
}

GArray *
poplens_compile_phases (const PoplensCompilation *c, guint64 *covered, guint64 *span)
{
  GArray *out = g_array_new (FALSE, TRUE, sizeof (PoplensCompilePhase));
  g_autofree guint32 *order = g_new (guint32, MAX (c->n_phases, 1));
  g_autofree guint64 *open_until = g_new0 (guint64, MAX (c->n_phases, 1));
  g_autofree guint64 *self = NULL;
  /* String id of a phase name → 1 + index in the result. */
  g_autoptr (GHashTable) by_name = g_hash_table_new (NULL, NULL);
  guint64 sum, last = 0;

  for (guint32 i = 0; i < c->n_phases; i++)
    order[i] = i;
  g_qsort_with_data (order, c->n_phases, sizeof *order, compare_starts, (gpointer) c);
  self = self_times (c, order, &sum);
  for (guint32 i = 0; i < c->n_phases; i++) {
    guint32 p = order[i];
    gpointer key = GUINT_TO_POINTER (c->phase_name[p]);
    guint at = GPOINTER_TO_UINT (g_hash_table_lookup (by_name, key));
    if (!at) {
      g_array_set_size (out, out->len + 1);
      at = out->len;
      g_array_index (out, PoplensCompilePhase, at - 1).name =
          poplens_strings_get (c->strings, c->phase_name[p]);
      g_hash_table_insert (by_name, key, GUINT_TO_POINTER (at));
    }
    add_call (&g_array_index (out, PoplensCompilePhase, at - 1), &open_until[at - 1],
              c->phase_start[p], phase_end (c, p), self[p]);
    last = MAX (last, phase_end (c, p));
  }
  if (covered)
    *covered = sum;
  if (span)
    *span = c->n_phases ? last - c->phase_start[order[0]] : 0;
  g_array_sort (out, compare_phases);
  return out;
}
