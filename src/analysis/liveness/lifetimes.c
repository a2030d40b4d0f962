/* Computes when variables are live, from the ranges of steps in which their classes are live. */
#include "analysis/liveness/lifetimes.h"

#include "analysis/liveness/peaks.h"
#include "base/search.h"

/* Change of a variable's live bytes at a step. */
typedef struct {
  guint32 step;
  gint change;  /* number of ranges that start minus number of ranges that end */
  gint64 bytes; /* bytes that become live minus bytes that are freed, modulo 2^64 */
} Event;

typedef struct {
  const PoplensLiveness *liveness;
  const PoplensClassBytes *bytes;
  guint32 *first; /* index of the first range of each class (poplens_class_ranges_new ()) */
  guint32 step;
  GArray *events; /* Event: events of the current variable */
  PoplensLifetimes *out;
} LifetimesBuilder;

PoplensLifetimes *
poplens_lifetimes_ref (PoplensLifetimes *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear_lifetimes (gpointer data)
{
  PoplensLifetimes *self = data;

  g_array_unref (self->rows);
  g_array_unref (self->spans);
}

void
poplens_lifetimes_unref (PoplensLifetimes *self)
{
  g_atomic_rc_box_release_full (self, clear_lifetimes);
}

static int
by_variable (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const guint32 *variable = user_data;
  guint32 ra = *(const guint32 *) a, rb = *(const guint32 *) b;

  if (variable[ra] != variable[rb])
    return variable[ra] < variable[rb] ? -1 : 1;
  return ra < rb ? -1 : ra > rb;
}

static int
by_step (gconstpointer a, gconstpointer b)
{
  guint32 sa = ((const Event *) a)->step, sb = ((const Event *) b)->step;

  return sa < sb ? -1 : sa > sb;
}

static void
add_ranges (LifetimesBuilder *self, guint32 class, guint64 bytes)
{
  const PoplensLiveness *l = self->liveness;

  for (guint32 r = self->first[class]; r < self->first[class + 1]; r++) {
    guint32 from = l->range_from[r], to = MIN (l->range_to[r], l->n_steps);
    Event born = {from, 1, (gint64) bytes}, freed = {to, -1, (gint64) (0 - bytes)};
    if (l->range_class[r] != l->class_id[class] || from >= to)
      continue;
    g_array_append_val (self->events, born);
    g_array_append_val (self->events, freed);
  }
}

static void
add_life_span (LifetimesBuilder *self, PoplensLifetime *row, guint32 from, guint32 to,
               gboolean always, guint64 bytes)
{
  PoplensLifeSpan span = {from, to, always, bytes};

  if (from >= to)
    return;
  if (!row->n_spans++)
    row->born = from;
  row->freed = to;
  row->length += to - from;
  row->bytes = MAX (row->bytes, bytes);
  if (self->step >= from && self->step < to && always)
    row->at_step = bytes;
  g_array_append_val (self->out->spans, span);
}

/* Appends the spans in which a variable is live, from its events. @fixed: TRUE: some bytes of the
 * variable are always live, so that it is also live between its ranges */
static void
add_spans (LifetimesBuilder *self, PoplensLifetime *row, gboolean fixed)
{
  guint32 from = 0, end = self->liveness->n_steps;
  guint64 now = row->always_live, most = 0;
  int live = 0;
  guint i = 0;

  while (i < self->events->len) {
    guint32 step = g_array_index (self->events, Event, i).step;
    gboolean was = live > 0;
    if (was && self->step < step && self->step >= g_array_index (self->events, Event, i - 1).step)
      row->at_step = now;
    for (; i < self->events->len && g_array_index (self->events, Event, i).step == step; i++) {
      live += g_array_index (self->events, Event, i).change;
      now += (guint64) g_array_index (self->events, Event, i).bytes;
    }
    if (was && !live)
      add_life_span (self, row, from, step, FALSE, most);
    else if (!was && live && fixed)
      add_life_span (self, row, from, step, TRUE, row->always_live);
    if (was != (live > 0)) {
      from = step;
      most = 0;
    }
    most = MAX (most, now);
  }
  if (fixed)
    add_life_span (self, row, from, end, TRUE, row->always_live);
}

/* Adds the lifetime of one variable: the rows of .bytes at @order[@i] and after it that have this
 * variable. Returns the index in @order at which the next variable starts. */
static guint32
add_lifetime (LifetimesBuilder *self, const guint32 *order, guint32 i)
{
  const PoplensClassBytes *bytes = self->bytes;
  PoplensLifetime row = {.variable = bytes->variable[order[i]],
                         .first_span = self->out->spans->len};
  gboolean fixed = FALSE;

  g_array_set_size (self->events, 0);
  for (; i < bytes->n && bytes->variable[order[i]] == row.variable; i++) {
    guint32 class = bytes->class_row[order[i]];
    if (!bytes->bytes[order[i]])
      continue;
    if (self->liveness->class_always_live[class]) {
      row.always_live += bytes->bytes[order[i]];
      fixed = TRUE;
    } else {
      add_ranges (self, class, bytes->bytes[order[i]]);
    }
  }
  g_array_sort (self->events, by_step);
  add_spans (self, &row, fixed);
  if (row.n_spans)
    g_array_append_val (self->out->rows, row);
  return i;
}

PoplensLifetimes *
poplens_lifetimes_new (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                       guint32 step, GCancellable *cancellable)
{
  g_autofree guint32 *first = poplens_class_ranges_new (liveness);
  g_autofree guint32 *order = g_new (guint32, MAX (bytes->n, 1));
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (Event));
  g_autoptr (PoplensLifetimes) out = g_atomic_rc_box_new0 (PoplensLifetimes);
  LifetimesBuilder builder = {liveness, bytes, first, step, events, out};

  out->n_steps = liveness->n_steps;
  out->step = step;
  out->rows = g_array_new (FALSE, FALSE, sizeof (PoplensLifetime));
  out->spans = g_array_new (FALSE, FALSE, sizeof (PoplensLifeSpan));
  for (guint32 r = 0; r < bytes->n; r++)
    order[r] = r;
  g_qsort_with_data (order, (int) bytes->n, sizeof *order, by_variable, bytes->variable);
  for (guint32 i = 0, n = 0; i < bytes->n; n++) {
    if (n % 4096 == 0 && g_cancellable_is_cancelled (cancellable))
      return NULL;
    i = add_lifetime (&builder, order, i);
  }
  return g_steal_pointer (&out);
}

/* ---- sorting --------------------------------------------------------------------------------- */

typedef struct {
  const PoplensLifetime *rows;
  PoplensLifetimesOrder order;
} Sort;

/* Compares two numbers for sorting: the larger one comes first. */
static int
larger_first (guint64 a, guint64 b)
{
  return (a < b) - (a > b);
}

static int
compare_lifetimes (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Sort *sort = user_data;
  const PoplensLifetime *p = &sort->rows[*(const guint32 *) a];
  const PoplensLifetime *q = &sort->rows[*(const guint32 *) b];
  gboolean passing = sort->order == POPLENS_LIFETIMES_BY_PASSING;
  int by;

  switch (sort->order) {
  case POPLENS_LIFETIMES_BY_MOST:
    by = larger_first (p->bytes, q->bytes);
    by = by ? by : larger_first (p->at_step, q->at_step);
    break;
  case POPLENS_LIFETIMES_BY_BIRTH:
    by = larger_first (q->born, p->born);
    by = by ? by : larger_first (p->freed, q->freed);
    break;
  case POPLENS_LIFETIMES_BY_LENGTH:
    by = larger_first (p->length, q->length);
    by = by ? by : larger_first (q->born, p->born);
    break;
  default:
    by = larger_first (p->at_step - (passing && p->at_step ? p->always_live : 0),
                       q->at_step - (passing && q->at_step ? q->always_live : 0));
    by = by ? by
            : larger_first (p->bytes - (passing ? p->always_live : 0),
                            q->bytes - (passing ? q->always_live : 0));
    break;
  }
  return by ? by : larger_first (q->variable, p->variable);
}

void
poplens_lifetimes_sort (const PoplensLifetimes *self, PoplensLifetimesOrder order, guint32 *rows,
                        guint32 n)
{
  Sort sort = {(const PoplensLifetime *) (gpointer) self->rows->data, order};

  g_qsort_with_data (rows, (int) n, sizeof *rows, compare_lifetimes, &sort);
}

guint32
poplens_lifetimes_find (const PoplensLifetimes *self, guint32 variable)
{
  guint32 low = 0, high = self->rows->len;

  POPLENS_SEARCH (low, high, at,
                  g_array_index (self->rows, PoplensLifetime, at).variable < variable);
  return low < self->rows->len &&
                 g_array_index (self->rows, PoplensLifetime, low).variable == variable
             ? low
             : G_MAXUINT32;
}

/* ---- live bytes of variables ----------------------------------------------------------------- */

GArray *
poplens_variables_live (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                        GCancellable *cancellable)
{
  g_auto (PoplensLiveSpans) spans = {0};
  g_autofree guint32 *order = g_new (guint32, MAX (bytes->n, 1));
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (PoplensSweepEvent));
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (PoplensVariableLive));
  guint32 i = 0;

  poplens_live_spans_init (&spans, liveness);
  for (guint32 r = 0; r < bytes->n; r++)
    order[r] = r;
  g_qsort_with_data (order, (int) bytes->n, sizeof *order, by_variable, bytes->variable);
  while (i < bytes->n) {
    PoplensVariableLive live = {.variable = bytes->variable[order[i]]};
    gboolean fixed = FALSE;
    if (out->len % 4096 == 0 && g_cancellable_is_cancelled (cancellable))
      return NULL;
    g_array_set_size (events, 0);
    for (; i < bytes->n && bytes->variable[order[i]] == live.variable; i++) {
      guint32 r = order[i], class = bytes->class_row[r];
      if (liveness->class_always_live[class]) {
        live.always_live += bytes->bytes[r];
        fixed = TRUE;
      } else {
        poplens_live_spans_add (&spans, class, bytes->bytes[r], events);
      }
    }
    live.not_always_live_max = poplens_sweep_highest (events, &live.step);
    if (fixed || events->len)
      g_array_append_val (out, live);
  }
  return g_steal_pointer (&out);
}

/* ---- ranges of variables --------------------------------------------------------------------- */

static int
by_range (gconstpointer a, gconstpointer b)
{
  const PoplensVariableRange *ra = a, *rb = b;
  const guint32 keys[][2] = {{ra->variable, rb->variable},
                             {ra->from, rb->from},
                             {ra->to, rb->to},
                             {ra->class_id, rb->class_id}};

  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    if (keys[k][0] != keys[k][1])
      return keys[k][0] < keys[k][1] ? -1 : 1;
  return 0;
}

static gboolean
is_one_of (guint32 variable, const guint32 *variables, guint n)
{
  for (guint i = 0; i < n; i++)
    if (variables[i] == variable)
      return TRUE;
  return FALSE;
}

GArray *
poplens_variable_ranges (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                         const guint32 *variables, guint n)
{
  g_autofree guint32 *first = poplens_class_ranges_new (liveness);
  GArray *out = g_array_new (FALSE, FALSE, sizeof (PoplensVariableRange));

  for (guint32 i = 0; i < bytes->n; i++) {
    guint32 row = bytes->class_row[i];
    PoplensVariableRange range = {.variable = bytes->variable[i],
                                  .class_id = liveness->class_id[row],
                                  .bytes = bytes->bytes[i],
                                  .to = liveness->n_steps,
                                  .always = liveness->class_always_live[row]};
    if (!range.bytes || !is_one_of (range.variable, variables, n))
      continue;
    if (range.always)
      g_array_append_val (out, range);
    for (guint32 r = first[row]; !range.always && r < first[row + 1]; r++) {
      range.from = liveness->range_from[r];
      range.to = liveness->range_to[r];
      /* Skip ranges of classes that eq_classes does not list. */
      if (liveness->range_class[r] == range.class_id)
        g_array_append_val (out, range);
    }
  }
  g_array_sort (out, by_range);
  return out;
}

GArray *
poplens_variable_touches (const GArray *ranges, guint32 n_steps)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n = 0;

  for (guint i = 0; i < ranges->len; i++) {
    const PoplensVariableRange *range = &g_array_index (ranges, PoplensVariableRange, i);
    if (!range->always && range->from < n_steps)
      g_array_append_val (steps, range->from);
    if (!range->always && range->to < n_steps)
      g_array_append_val (steps, range->to);
  }
  g_array_sort (steps, poplens_compare_u32);
  guint32 *step = (guint32 *) (gpointer) steps->data;
  for (guint i = 0; i < steps->len; i++)
    if (!n || step[n - 1] != step[i])
      step[n++] = step[i];
  g_array_set_size (steps, n);
  return steps;
}
