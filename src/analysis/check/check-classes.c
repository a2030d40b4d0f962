/* Classes of liveness: their ranges of steps, and which classes they interfere with. */
#include "analysis/check/check-private.h"

#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks-ranges.h"

#include <stdlib.h>

static void
check_class (PoplensCheckRun *run, guint32 row, guint32 first, guint32 end)
{
  const PoplensLiveness *l = run->liveness;
  guint32 id = l->class_id[row];
  gboolean whole =
      end - first == 1 && l->range_from[first] == 0 && l->range_to[first] == l->n_steps;

  if (!poplens_check_that (run, CHECK_ALWAYS_LIVE_RANGE, whole == !!l->class_always_live[row]))
    poplens_check_fail (run, CHECK_ALWAYS_LIVE_RANGE,
                        l->class_always_live[row] ? "the one range of all steps"
                                                  : "not all steps: it is not always live",
                        whole ? "the one range of all steps" : "other ranges", "class %u", id);
  for (guint32 r = first; r < end; r++) {
    guint32 from = l->range_from[r], to = l->range_to[r];
    gboolean apart = r == first || l->range_to[r - 1] < from;
    if (poplens_check_that (run, CHECK_RANGES, from < to && to <= l->n_steps && apart))
      continue;
    g_autofree char *found = g_strdup_printf ("%u to %u", from, to);
    g_autofree char *expected =
        apart ? g_strdup_printf ("a range within %u steps", l->n_steps)
              : g_strdup_printf ("a range that starts after step %u", l->range_to[r - 1]);
    poplens_check_fail (run, CHECK_RANGES, expected, found, "class %u", id);
    poplens_check_link (run, CHECK_RANGES, "liveness?step=", from);
  }
}

void
poplens_check_ranges (PoplensCheckRun *run)
{
  const PoplensLiveness *l = run->liveness;
  guint32 r = 0;

  for (guint32 c = 0; c < l->n_classes; c++) {
    guint32 first = r;
    for (; first < l->n_ranges && l->range_class[first] < l->class_id[c]; first++)
      if (!poplens_check_that (run, CHECK_RANGES, FALSE))
        poplens_check_fail (run, CHECK_RANGES, "a class of eq_classes", "none", "class %u",
                            l->range_class[first]);
    for (r = first; r < l->n_ranges && l->range_class[r] == l->class_id[c];)
      r++;
    check_class (run, c, first, r);
  }
  for (; r < l->n_ranges; r++)
    if (!poplens_check_that (run, CHECK_RANGES, FALSE))
      poplens_check_fail (run, CHECK_RANGES, "a class of eq_classes", "none", "class %u",
                          l->range_class[r]);
}

/* ---- interference -----------------------------------------------------------------------------
 */

/* All ranges by where they begin, and over them a tree of the latest end: it finds the ranges that
 * meet another one without looking at those that do not. */
typedef struct {
  const PoplensLiveness *l;
  PoplensLiveSpans of; /* by class row */
  guint32 n;
  guint32 *from, *row;  /* by start: where it begins, and the class's row */
  guint32 leaves;       /* a power of two */
  guint32 *latest;      /* [2 × leaves]: the latest end below a node; leaves from [leaves] on */
  guint32 *met, *named; /* by class row: the last class that met it, that named it; rows + 1 */
} Meetings;

typedef struct {
  guint32 from, to, row;
} Range;

static int
by_start (gconstpointer a, gconstpointer b)
{
  const Range *x = a, *y = b;

  return x->from < y->from ? -1 : x->from > y->from;
}

static void
meetings_init (Meetings *self, const PoplensLiveness *l)
{
  g_autofree Range *ranges = g_new (Range, MAX (l->n_ranges, 1));

  *self = (Meetings){.l = l, .leaves = 1};
  poplens_live_spans_init (&self->of, l);
  for (guint32 c = 0; c < l->n_classes; c++)
    for (guint32 s = self->of.first[c]; s < self->of.first[c + 1]; s++)
      ranges[self->n++] = (Range){self->of.spans[s].from, self->of.spans[s].to, c};
  if (self->n)
    qsort (ranges, self->n, sizeof (Range), by_start);
  while (self->leaves < self->n)
    self->leaves *= 2;
  self->from = g_new (guint32, MAX (self->n, 1));
  self->row = g_new (guint32, MAX (self->n, 1));
  self->latest = g_new0 (guint32, 2 * (gsize) self->leaves);
  for (guint32 i = 0; i < self->n; i++) {
    self->from[i] = ranges[i].from;
    self->row[i] = ranges[i].row;
    self->latest[self->leaves + i] = ranges[i].to;
  }
  for (guint32 i = self->leaves - 1; i > 0; i--)
    self->latest[i] = MAX (self->latest[2 * i], self->latest[2 * i + 1]);
  self->met = g_new0 (guint32, l->n_classes + 1);
  self->named = g_new0 (guint32, l->n_classes + 1);
}

static void
meetings_clear (Meetings *self)
{
  poplens_live_spans_clear (&self->of);
  g_free (self->from);
  g_free (self->row);
  g_free (self->latest);
  g_free (self->met);
  g_free (self->named);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Meetings, meetings_clear)

/* Marks the classes of ranges below @node that begin before @to and end behind @from as met by
 * @mark. Ends early, with a row, where one is met that @mark does not name: a list that names too
 * few costs no more than what it names. */
static guint32
meet (Meetings *self, guint32 node, guint32 low, guint32 high, const Range *range, guint32 mark)
{
  guint32 missing = G_MAXUINT32;

  if (low >= self->n || self->from[low] >= range->to || self->latest[node] <= range->from)
    return G_MAXUINT32;
  if (node >= self->leaves) {
    guint32 row = self->row[low];
    self->met[row] = mark;
    return self->named[row] == mark ? G_MAXUINT32 : row;
  }
  guint32 middle = low + (high - low) / 2;
  missing = meet (self, 2 * node, low, middle, range, mark);
  return missing == G_MAXUINT32 ? meet (self, 2 * node + 1, middle, high, range, mark) : missing;
}

static void
tell (PoplensCheckRun *run, guint32 id, guint64 other, const char *expected, const char *found)
{
  poplens_check_fail (run, CHECK_INTERFERENCE, expected, found,
                      "class %u and class %" G_GUINT64_FORMAT, id, other);
}

/* Whether @ids are exactly the classes that the class at row @c meets. */
static void
check_list (PoplensCheckRun *run, Meetings *self, guint32 c, const GArray *ids)
{
  const PoplensLiveness *l = self->l;
  guint32 missing = G_MAXUINT32, mark = c + 1;
  gboolean good = TRUE;

  for (guint i = 0; i < ids->len; i++) {
    guint64 id = g_array_index (ids, guint64, i);
    guint32 row = id < G_MAXUINT32 ? poplens_liveness_find_class (l, (guint32) id) : G_MAXUINT32;
    if (row != G_MAXUINT32)
      self->named[row] = mark;
  }
  for (guint32 s = self->of.first[c]; s < self->of.first[c + 1] && missing == G_MAXUINT32; s++)
    missing = meet (self, 1, 0, self->leaves,
                    &(Range){self->of.spans[s].from, self->of.spans[s].to, c}, mark);
  if (missing != G_MAXUINT32) {
    poplens_check_that (run, CHECK_INTERFERENCE, FALSE);
    tell (run, l->class_id[c], l->class_id[missing], "listed: the ranges overlap", "not listed");
    return;
  }
  for (guint i = 0; i < ids->len && good; i++) {
    guint64 id = g_array_index (ids, guint64, i);
    guint32 row = id < G_MAXUINT32 ? poplens_liveness_find_class (l, (guint32) id) : G_MAXUINT32;
    good = row != G_MAXUINT32 && self->met[row] == mark;
    if (good)
      self->met[row] = 0; /* a second time it is one too many */
    else
      poplens_check_that (run, CHECK_INTERFERENCE, FALSE),
          tell (run, l->class_id[c], id, "not listed, or once: the ranges are separate", "named");
  }
  if (good)
    poplens_check_that (run, CHECK_INTERFERENCE, TRUE);
}

/* Spreads ids over 64 bits (splitmix64's last step), so that sums tell sets apart. */
static guint64
spread (guint64 id)
{
  id += 0x9e3779b97f4a7c15u;
  id = (id ^ (id >> 30)) * 0xbf58476d1ce4e5b9u;
  id = (id ^ (id >> 27)) * 0x94d049bb133111ebu;
  return id ^ (id >> 31);
}

/* Names and names back, by class: the sum of what it names is that of what names it. */
static void
check_symmetry (PoplensCheckRun *run)
{
  const PoplensVariables *v = run->variables;
  const PoplensLiveness *l = run->liveness;
  g_autofree guint64 *names = g_new0 (guint64, l->n_classes + 1);
  g_autofree guint64 *named = g_new0 (guint64, l->n_classes + 1);
  g_autofree guint32 *n_names = g_new0 (guint32, l->n_classes + 1);
  g_autofree guint32 *n_named = g_new0 (guint32, l->n_classes + 1);

  for (guint32 i = 0; i < v->n_interference && poplens_check_go_on (run, 0, 0); i++) {
    guint32 c = poplens_liveness_find_class (l, v->interference_class[i]);
    g_autoptr (GArray) ids = poplens_lists_values (v->interference, i);
    for (guint j = 0; c != G_MAXUINT32 && j < ids->len; j++) {
      guint64 id = g_array_index (ids, guint64, j);
      guint32 row = id < G_MAXUINT32 ? poplens_liveness_find_class (l, (guint32) id) : G_MAXUINT32;
      names[c] += spread (id);
      n_names[c]++;
      if (row == G_MAXUINT32)
        continue;
      named[row] += spread (l->class_id[c]);
      n_named[row]++;
    }
  }
  for (guint32 c = 0; c < l->n_classes; c++) {
    if (poplens_check_that (run, CHECK_INTERFERENCE_SYMMETRIC, names[c] == named[c]))
      continue;
    g_autofree char *expected =
        g_strdup_printf ("listed by the %u classes that it lists", n_names[c]);
    g_autofree char *found = g_strdup_printf (
        n_named[c] == n_names[c] ? "listed by %u, including others" : "listed by %u", n_named[c]);
    poplens_check_fail (run, CHECK_INTERFERENCE_SYMMETRIC, expected, found, "class %u",
                        l->class_id[c]);
  }
}

void
poplens_check_interference (PoplensCheckRun *run)
{
  const PoplensVariables *v = run->variables;
  const PoplensLiveness *l = run->liveness;
  g_auto (Meetings) meetings = {0};
  guint32 row = 0;

  if (!v->n_interference) {
    poplens_check_none_at_all (run, "equivalence_class_interference has no row.");
    return;
  }
  meetings_init (&meetings, l);
  for (guint32 c = 0; c < l->n_classes && poplens_check_go_on (run, c, l->n_classes); c++) {
    while (row < v->n_interference && v->interference_class[row] < l->class_id[c])
      row++;
    if (row < v->n_interference && v->interference_class[row] == l->class_id[c]) {
      g_autoptr (GArray) ids = poplens_lists_values (v->interference, row);
      check_list (run, &meetings, c, ids);
    } else {
      poplens_check_that (run, CHECK_INTERFERENCE, FALSE);
      poplens_check_fail (run, CHECK_INTERFERENCE, "a row", "none", "class %u", l->class_id[c]);
    }
  }
  check_symmetry (run);
}
