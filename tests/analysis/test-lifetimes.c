/* Tests of lifetimes against brute force: every variable at every step. */
#include "analysis/liveness/lifetimes.h"
#include "live-fixture.h"

/* Sums the live bytes of @variable at @step: @always live ones, and others in @passing. */
static void
live_bytes (const LiveProgram *p, guint32 variable, guint32 step, guint64 *always, guint64 *passing)
{
  const PoplensVariables *v = p->variables;

  *always = *passing = 0;
  for (guint32 r = 0; r < v->n_class_bytes; r++) {
    int kind = v->class_bytes_variable[r] == variable
                   ? live_state (p->liveness, v->class_bytes_class[r], step)
                   : 0;
    *always += kind == 2 ? v->class_bytes[r] : 0;
    *passing += kind == 1 ? v->class_bytes[r] : 0;
  }
}

/* Returns the span that contains @step, or NULL; asserts that there is at most one. */
static const PoplensLifeSpan *
span_at (const PoplensLifetimes *l, const PoplensLifetime *row, guint32 step)
{
  const PoplensLifeSpan *found = NULL;

  for (guint32 s = row->first_span; s < row->first_span + row->n_spans; s++) {
    const PoplensLifeSpan *span = &g_array_index (l->spans, PoplensLifeSpan, s);
    if (step < span->from || step >= span->to)
      continue;
    g_assert_null (found);
    found = span;
  }
  return found;
}

static void
check_lifetime (const LiveProgram *p, const PoplensLifetimes *l, const PoplensLifetime *row,
                guint32 asked)
{
  guint32 born = G_MAXUINT32, freed = 0, length = 0;
  guint64 most = 0, always, passing;

  for (guint32 s = 0; s < LIVE_STEPS; s++) {
    const PoplensLifeSpan *span = span_at (l, row, s);
    live_bytes (p, row->variable, s, &always, &passing);
    g_assert_cmpuint (row->always_live, ==, always);
    g_assert_true (!span == !(always + passing));
    if (s == asked)
      g_assert_cmpuint (row->at_step, ==, always + passing);
    if (!span)
      continue;
    g_assert_true (span->always == !passing);
    g_assert_cmpuint (span->bytes, >=, always + passing);
    born = MIN (born, s);
    freed = s + 1;
    length++;
    most = MAX (most, always + passing);
  }
  g_assert_cmpuint (row->born, ==, born);
  g_assert_cmpuint (row->freed, ==, freed);
  g_assert_cmpuint (row->length, ==, length);
  g_assert_cmpuint (row->bytes, ==, most);
}

/* Spans are maximal; .bytes is the largest size within the span. */
static void
check_spans (const LiveProgram *p, const PoplensLifetimes *l, const PoplensLifetime *row)
{
  for (guint32 s = row->first_span; s < row->first_span + row->n_spans; s++) {
    const PoplensLifeSpan *span = &g_array_index (l->spans, PoplensLifeSpan, s);
    guint64 most = 0, always, passing;
    g_assert_cmpuint (span->from, <, span->to);
    if (s > row->first_span) {
      g_assert_cmpuint (span[-1].to, <=, span->from);
      g_assert_true (span[-1].to < span->from || span[-1].always != span->always);
    }
    for (guint32 step = span->from; step < span->to; step++) {
      live_bytes (p, row->variable, step, &always, &passing);
      most = MAX (most, always + passing);
    }
    g_assert_cmpuint (span->bytes, ==, most);
  }
}

static void
test_lifetimes (void)
{
  for (guint32 seed = 0; seed < 60; seed++) {
    g_auto (LiveProgram) p = live_random_program (seed);
    guint32 asked = seed % (LIVE_STEPS + 1) == LIVE_STEPS ? POPLENS_NO_STEP : seed % LIVE_STEPS;
    g_autoptr (PoplensClassBytes) bytes = poplens_class_bytes_new (p.liveness, p.variables);
    g_autoptr (PoplensLifetimes) l = poplens_lifetimes_new (p.liveness, bytes, asked, NULL);
    guint32 n = 0;
    g_assert_cmpuint (l->n_steps, ==, LIVE_STEPS);
    for (guint32 variable = 0; variable <= 61; variable++) {
      guint32 row = poplens_lifetimes_find (l, variable);
      guint64 any = 0, always, passing;
      for (guint32 s = 0; s < LIVE_STEPS; s++) {
        live_bytes (&p, variable, s, &always, &passing);
        any += always + passing;
      }
      g_assert_true ((row == G_MAXUINT32) == !any);
      if (row == G_MAXUINT32)
        continue;
      check_lifetime (&p, l, &g_array_index (l->rows, PoplensLifetime, row), asked);
      check_spans (&p, l, &g_array_index (l->rows, PoplensLifetime, row));
      n++;
    }
    g_assert_cmpuint (n, ==, l->rows->len);
    g_assert_cmpuint (n, >, 5);
  }
}

/* The spans of all rows fill .spans, and the live bytes at a step add up to those of the step. */
static void
test_lifetime_sums (void)
{
  for (guint32 seed = 100; seed < 110; seed++) {
    g_auto (LiveProgram) p = live_random_program (seed);
    g_autoptr (PoplensClassBytes) bytes = poplens_class_bytes_new (p.liveness, p.variables);
    for (guint32 s = 0; s < LIVE_STEPS; s++) {
      g_autoptr (PoplensLifetimes) l = poplens_lifetimes_new (p.liveness, bytes, s, NULL);
      g_autoptr (PoplensLiveStep) step = poplens_live_step_new (p.liveness, bytes, s);
      guint64 sum = 0;
      guint32 spans = 0;
      for (guint32 r = 0; r < l->rows->len; r++) {
        const PoplensLifetime *row = &g_array_index (l->rows, PoplensLifetime, r);
        g_assert_cmpuint (row->first_span, ==, spans);
        g_assert_cmpuint (row->n_spans, >, 0);
        spans += row->n_spans;
        sum += row->at_step;
      }
      g_assert_cmpuint (spans, ==, l->spans->len);
      g_assert_cmpuint (sum, ==, step->always_live + step->live);
    }
  }
}

/* ---- orders ---------------------------------------------------------------------------- */

static guint64
passing (guint64 bytes, const PoplensLifetime *row)
{
  return bytes ? bytes - row->always_live : 0;
}

static void
test_lifetime_orders (void)
{
  g_auto (LiveProgram) p = live_random_program (7);
  g_autoptr (PoplensClassBytes) bytes = poplens_class_bytes_new (p.liveness, p.variables);
  g_autoptr (PoplensLifetimes) l = poplens_lifetimes_new (p.liveness, bytes, 9, NULL);
  guint32 n = l->rows->len;
  g_autofree guint32 *rows = g_new (guint32, n);
  const PoplensLifetime *all = (const PoplensLifetime *) (gpointer) l->rows->data;

  for (PoplensLifetimesOrder order = 0; order <= POPLENS_LIFETIMES_BY_PASSING; order++) {
    for (guint32 i = 0; i < n; i++)
      rows[i] = n - 1 - i;
    poplens_lifetimes_sort (l, order, rows, n);
    for (guint32 i = 1; i < n; i++) {
      const PoplensLifetime *a = &all[rows[i - 1]], *b = &all[rows[i]];
      guint64 keys[][2] = {{b->at_step, a->at_step},
                           {b->bytes, a->bytes},
                           {a->born, b->born},
                           {b->length, a->length},
                           {passing (b->at_step, b), passing (a->at_step, a)}};
      guint64 then[][2] = {{b->bytes, a->bytes},
                           {b->at_step, a->at_step},
                           {b->freed, a->freed},
                           {a->born, b->born},
                           {passing (b->bytes, b), passing (a->bytes, a)}};
      g_assert_cmpuint (keys[order][0], <=, keys[order][1]);
      if (keys[order][0] == keys[order][1])
        g_assert_cmpuint (then[order][0], <=, then[order][1]);
      if (keys[order][0] == keys[order][1] && then[order][0] == then[order][1])
        g_assert_cmpuint (a->variable, <, b->variable);
    }
  }
}

/* ---- odd input ------------------------------------------------------------------------- */

/* Ranges that overlap, touch, are empty, are reversed, or end after the program. */
static void
test_odd_ranges (void)
{
  guint32 class_id[] = {4}, classes[] = {4, 4, 4, 4, 4}, from[] = {1, 2, 6, 9, 18};
  guint32 to[] = {3, 5, 6, 7, 4000000000u}, variable[] = {8}, class_row[] = {0};
  guint8 always[] = {0};
  guint64 size[] = {10};
  PoplensLiveness liveness = {.n_steps = LIVE_STEPS,
                              .n_classes = 1,
                              .class_id = class_id,
                              .class_always_live = always,
                              .n_ranges = 5,
                              .range_class = classes,
                              .range_from = from,
                              .range_to = to};
  PoplensClassBytes bytes = {1, variable, class_row, size};
  g_autoptr (PoplensLifetimes) l = poplens_lifetimes_new (&liveness, &bytes, 4, NULL);
  const PoplensLifetime *row = &g_array_index (l->rows, PoplensLifetime, 0);
  const PoplensLifeSpan *span = &g_array_index (l->spans, PoplensLifeSpan, 0);

  g_assert_cmpuint (l->rows->len, ==, 1);
  g_assert_cmpuint (row->n_spans, ==, 2);
  g_assert_cmpuint (span[0].from, ==, 1);
  g_assert_cmpuint (span[0].to, ==, 5);
  g_assert_cmpuint (span[0].bytes, ==, 20);
  g_assert_cmpuint (span[1].from, ==, 18);
  g_assert_cmpuint (span[1].to, ==, LIVE_STEPS);
  g_assert_cmpuint (row->length, ==, 6);
  g_assert_cmpuint (row->at_step, ==, 10);
}

static void
test_no_lifetimes (void)
{
  g_autoptr (PoplensLiveness) liveness = poplens_liveness_new ();
  PoplensClassBytes bytes = {0};
  g_autoptr (PoplensLifetimes) l = poplens_lifetimes_new (liveness, &bytes, 0, NULL);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_auto (LiveProgram) p = live_random_program (1);
  g_autoptr (PoplensClassBytes) some = poplens_class_bytes_new (p.liveness, p.variables);

  g_assert_cmpuint (l->rows->len, ==, 0);
  g_assert_cmpuint (poplens_lifetimes_find (l, 3), ==, G_MAXUINT32);
  poplens_lifetimes_sort (l, POPLENS_LIFETIMES_BY_BIRTH, NULL, 0);
  g_cancellable_cancel (cancelled);
  g_assert_null (poplens_lifetimes_new (p.liveness, some, 0, cancelled));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lifetimes/rows", test_lifetimes);
  g_test_add_func ("/lifetimes/sums", test_lifetime_sums);
  g_test_add_func ("/lifetimes/orders", test_lifetime_orders);
  g_test_add_func ("/lifetimes/odd-ranges", test_odd_ranges);
  g_test_add_func ("/lifetimes/nothing", test_no_lifetimes);
  return g_test_run ();
}
