/* Peaks of a curve by how far they rise above their surroundings. */
#include "analysis/liveness/peaks.h"

/* Runs of equal values, so that a plateau is one point. */
typedef struct {
  guint32 first, last;
  guint64 value;
  guint64 left, right; /* lowest value between it and the next higher run, or the end */
} Run;

static GArray *
make_runs (const guint64 *curve, guint32 n)
{
  GArray *runs = g_array_new (FALSE, TRUE, sizeof (Run));

  for (guint32 s = 0; s < n; s++) {
    Run *last = runs->len ? &g_array_index (runs, Run, runs->len - 1) : NULL;
    if (last && last->value == curve[s]) {
      last->last = s;
    } else {
      Run run = {.first = s, .last = s, .value = curve[s]};
      g_array_append_val (runs, run);
    }
  }
  return runs;
}

/* The lowest value that each run sees before a higher one comes (an equal one does not end the
 * view), with a stack of runs that nothing higher follows. */
static void
look (Run *run, guint n, gboolean backwards)
{
  g_autofree guint *stack = g_new (guint, MAX (n, 1));
  g_autofree guint64 *low = g_new (guint64, MAX (n, 1));
  guint depth = 0;

  for (guint i = 0; i < n; i++) {
    Run *here = &run[backwards ? n - 1 - i : i];
    guint64 lowest = here->value;
    for (; depth && run[stack[depth - 1]].value <= here->value; depth--)
      lowest = MIN (lowest, low[depth - 1]);
    *(backwards ? &here->right : &here->left) = lowest;
    stack[depth] = backwards ? n - 1 - i : i;
    /* What a later run sees across this one. */
    low[depth++] = lowest;
  }
}

static int
most_rise (gconstpointer a, gconstpointer b)
{
  const PoplensLocalPeak *pa = a, *pb = b;

  if (pa->rise != pb->rise)
    return pa->rise > pb->rise ? -1 : 1;
  return pa->first < pb->first ? -1 : 1;
}

static int
highest (gconstpointer a, gconstpointer b)
{
  const PoplensLocalPeak *pa = a, *pb = b;

  if (pa->bytes != pb->bytes)
    return pa->bytes > pb->bytes ? -1 : 1;
  return pa->first < pb->first ? -1 : 1;
}

GArray *
poplens_local_peaks (const guint64 *curve, guint32 n, guint most)
{
  g_autoptr (GArray) runs = make_runs (curve, n);
  GArray *peaks = g_array_new (FALSE, FALSE, sizeof (PoplensLocalPeak));
  Run *run = (Run *) (gpointer) runs->data;
  guint64 top = 0, bottom = G_MAXUINT64;

  look (run, runs->len, FALSE);
  look (run, runs->len, TRUE);
  for (guint i = 0; i < runs->len; i++) {
    top = MAX (top, run[i].value);
    bottom = MIN (bottom, run[i].value);
  }
  for (guint i = 0; runs->len > 1 && i < runs->len; i++) {
    gboolean rises = !i || run[i - 1].value < run[i].value;
    gboolean falls = i + 1 == runs->len || run[i + 1].value < run[i].value;
    /* Before the program and after it nothing is live. */
    guint64 left = i ? run[i].left : 0, right = i + 1 < runs->len ? run[i].right : 0;
    guint64 base = run[i].value == top ? bottom : MAX (left, right);
    PoplensLocalPeak peak = {run[i].first, run[i].last, run[i].value, run[i].value - base};
    if (rises && falls && peak.rise)
      g_array_append_val (peaks, peak);
  }
  g_array_sort (peaks, most_rise);
  g_array_set_size (peaks, MIN (peaks->len, most));
  g_array_sort (peaks, highest);
  return peaks;
}
