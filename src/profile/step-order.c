/* Executed steps by their place: where the rows of steps_by_ipu lie by step and IPU, as in all real
 * files, those of a step are found by bisection, and the n-th row by its row id. */
#include "database/row-bisect.h"
#include "profile/loaders.h"

void
poplens_load_learn_step_order (const PoplensLoad *load, PoplensStepOrder order)
{
  g_atomic_int_set (load->step_order, order);
}

/* One pass over two columns. */
static PoplensStepOrder
look_at_rows (const PoplensLoad *load)
{
  PoplensStepOrder order = POPLENS_STEPS_DENSE;
  guint32 last_step = 0, last_ipu = 0;
  gint64 last_id = 0;
  gboolean any = FALSE;
  g_autoptr (PoplensQuery) q =
      poplens_query_new_rows (load->database, "steps_by_ipu", "step_id!, ipu!, rowid!", NULL);

  for (; poplens_query_next (q); any = TRUE) {
    guint32 step = poplens_query_u32 (q, 0), ipu = poplens_query_u32 (q, 1);
    gint64 id = poplens_query_i64 (q, 2);
    if (any && (step < last_step || (step == last_step && ipu <= last_ipu)))
      return POPLENS_STEPS_ODD;
    if (poplens_query_is_null (q, 1) || (any && id != last_id + 1))
      order = POPLENS_STEPS_IN_ORDER;
    last_step = step;
    last_ipu = ipu;
    last_id = id;
  }
  return poplens_query_end (q, NULL) ? order : POPLENS_STEPS_UNKNOWN;
}

static PoplensStepOrder
order_of (const PoplensLoad *load)
{
  PoplensStepOrder order = (PoplensStepOrder) g_atomic_int_get (load->step_order);

  if (order == POPLENS_STEPS_UNKNOWN)
    poplens_load_learn_step_order (load, order = look_at_rows (load));
  return order;
}

PoplensQuery *
poplens_load_steps_from (const PoplensLoad *load, const char *columns, PoplensRowSpan steps)
{
  PoplensRowSpan rows;
  PoplensQuery *q;

  if (order_of (load) >= POPLENS_STEPS_IN_ORDER &&
      poplens_rows_bisect_range (load->database, "steps_by_ipu", "step_id", steps.first, steps.last,
                                 &rows))
    return rows.first > rows.last
               ? poplens_query_new_empty ()
               : poplens_query_new_span (load->database, "steps_by_ipu", columns, rows);
  q = poplens_query_new (load->database, "steps_by_ipu", columns,
                         "WHERE step_id BETWEEN ? AND ? AND ipu IS NOT NULL "
                         "ORDER BY step_id, ipu");
  poplens_query_bind (q, 1, steps.first);
  poplens_query_bind (q, 2, steps.last);
  return q;
}

PoplensQuery *
poplens_load_step_rows_from (const PoplensLoad *load, const char *columns, guint64 first, guint32 n)
{
  PoplensRowSpan rows;
  PoplensQuery *q;

  if (first > G_MAXUINT32)
    return poplens_query_new_empty ();
  if (order_of (load) == POPLENS_STEPS_DENSE &&
      poplens_rows_bisect (load->database, "steps_by_ipu", "step_id", G_MININT64, &rows.first)) {
    if (rows.first > G_MAXINT64 - G_MAXUINT32 - (gint64) n)
      return poplens_query_new_empty ();
    rows.first += (gint64) first;
    rows.last = rows.first + n - 1;
    return poplens_query_new_span (load->database, "steps_by_ipu", columns, rows);
  }
  q = poplens_query_new (load->database, "steps_by_ipu", columns,
                         "WHERE ipu IS NOT NULL ORDER BY step_id, ipu LIMIT ? OFFSET ?");
  poplens_query_bind (q, 1, n);
  poplens_query_bind (q, 2, (gint64) first);
  return q;
}
