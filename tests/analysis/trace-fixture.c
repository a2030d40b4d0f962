/* Made-up and random executions (see the header), for tests of traces. */
#include "analysis/trace-fixture.h"

PoplensExecution *
fixture_execution (const FixtureRow *rows, guint32 n)
{
  PoplensExecution *self = poplens_execution_new ();

  self->n_types = POPLENS_STEP_OTHER + 1;
  for (guint t = 0; t < self->n_types; t++)
    self->type_kind[t] = t;
  self->n_rows = n;
  self->row_step = g_new (guint32, n);
  self->row_ipu = g_new (guint16, n);
  self->row_from = g_new (guint64, n);
  self->row_length = g_new (guint32, n);
  self->long_lengths = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->step_type = g_new0 (guint8, (gsize) n + 1);
  self->step_sync = g_new0 (guint8, (gsize) n + 1);
  self->step_program = g_new0 (guint32, (gsize) n + 1);
  for (guint32 r = 0; r < n; r++) {
    self->row_step[r] = rows[r].step;
    self->row_ipu[r] = rows[r].ipu;
    self->row_from[r] = rows[r].from;
    self->row_length[r] = (guint32) MIN (rows[r].length, G_MAXUINT32);
    if (rows[r].length >= G_MAXUINT32)
      g_hash_table_insert (self->long_lengths, GUINT_TO_POINTER (r),
                           g_memdup2 (&rows[r].length, sizeof (guint64)));
    self->step_type[rows[r].step] = rows[r].kind;
    self->step_program[rows[r].step] = rows[r].program;
    self->n_steps = MAX (self->n_steps, rows[r].step + 1);
    self->n_ipus = MAX (self->n_ipus, rows[r].ipu + 1u);
  }
  return self;
}

PoplensExecution *
fixture_random_execution (guint32 n_rows, guint n_ipus)
{
  g_autofree FixtureRow *rows = g_new (FixtureRow, n_rows);
  guint64 cycle = 0;

  for (guint32 r = 0; r < n_rows; r++) {
    gint32 step = g_test_rand_int_range (-6, 12);
    cycle = step < 0 && cycle < 6 ? 0 : cycle + (gint64) step;
    rows[r] = (FixtureRow){r,
                           (guint16) g_test_rand_int_range (0, (gint32) n_ipus),
                           g_test_rand_int_range (0, POPLENS_STEP_OTHER + 1),
                           g_test_rand_int_range (0, 8) ? (guint32) g_test_rand_int_range (0, 9)
                                                        : G_MAXUINT32,
                           g_test_rand_int_range (0, 40) ? cycle : G_MAXUINT64,
                           (guint64) g_test_rand_int_range (0, 15)};
    if (g_test_rand_int_range (0, 500) == 0)
      rows[r].length = G_MAXUINT32 + 5ull;
  }
  return fixture_execution (rows, n_rows);
}
