/* A pass over all rows of steps_by_ipu on two threads: each IPU's rows go to their function in
 * their order, two IPUs at a time, while the next pieces of the table are read. Of a program that
 * runs on one IPU at a time, one thread reads and the other goes through. */
#include "analysis/time/time-private.h"
#include "base/both.h"

/* Pieces of a turn: rows of two turns are in memory at a time. */
#define PIECES 8

typedef struct {
  guint64 key;
  PoplensSlice *slice;
  guint32 *first;  /* [IPUs + 1] where each IPU's rows begin in the other two … */
  guint32 *row;    /* … of the execution */
  guint32 *fields; /* … and of the slice */
  GError *error;
} Piece;

typedef struct {
  Piece pieces[PIECES];
  guint n;
} Turn;

typedef struct {
  const PoplensTimeInput *input;
  const PoplensTime *time;
  PoplensTimeRowFunc each;
  guint8 *ipus;
  gsize size;
  GError **wrong; /* [IPUs] */
  Turn turns[2];
  Turn *now, *next; /* the turn that is gone through, and the one that is read */
} Pass;

/* ---- reading -----------------------------------------------------------------------------------
 */

/* The first row of a step whose id is not below @id. */
static guint32
find_row (const PoplensExecution *x, guint64 id)
{
  guint32 low = 0, high = x->n_rows;

  while (low < high) {
    guint32 middle = low + (high - low) / 2;
    if (poplens_execution_step_id (x, x->row_step[middle]) < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The place of an IPU for each row of the slice that the execution has, and its row: both lie by
 * step and IPU. */
static void
match (const PoplensTime *time, const PoplensSlice *slice, guint32 row, guint32 *places,
       guint32 *rows)
{
  const PoplensExecution *x = time->execution;

  for (guint32 i = 0; i < slice->n; i++) {
    const PoplensScanStepTimes *fields = &slice->scan_step_times[i];
    guint32 step = fields->step_id, ipu = fields->ipu;
    while (row < x->n_rows &&
           (poplens_execution_step_id (x, x->row_step[row]) < step ||
            (poplens_execution_step_id (x, x->row_step[row]) == step && x->row_ipu[row] < ipu)))
      row++;
    gboolean found = row < x->n_rows && x->row_ipu[row] == ipu &&
                     poplens_execution_step_id (x, x->row_step[row]) == step;
    places[i] = found ? time->place[ipu] : G_MAXUINT32;
    rows[i] = row;
    if (found)
      row++;
  }
}

/* A counting sort by IPU, which leaves the rows of each in their order. */
static void
sort (Piece *self, guint n_ipus, const guint32 *places, const guint32 *rows)
{
  guint32 n = self->slice->n;

  self->first = g_new0 (guint32, n_ipus + 2);
  self->row = g_new (guint32, n + 1);
  self->fields = g_new (guint32, n + 1);
  for (guint32 i = 0; i < n; i++)
    if (places[i] < n_ipus)
      self->first[places[i] + 2]++;
  for (guint p = 2; p < n_ipus + 2; p++)
    self->first[p] += self->first[p - 1];
  /* first[p + 1] is where the next row of IPU p goes, and in the end where they end. */
  for (guint32 i = 0; i < n; i++)
    if (places[i] < n_ipus) {
      guint32 at = self->first[places[i] + 1]++;
      self->row[at] = rows[i];
      self->fields[at] = i;
    }
}

static void
read_piece (Pass *pass, Piece *self)
{
  const PoplensTimeInput *input = pass->input;

  self->slice =
      input->get_slice (POPLENS_SLICE_SCAN_STEP_TIMES, self->key, input->slice_data, &self->error);
  if (!self->slice)
    return;
  g_autofree guint32 *places = g_new (guint32, self->slice->n + 1);
  g_autofree guint32 *rows = g_new (guint32, self->slice->n + 1);
  match (pass->time, self->slice,
         find_row (input->execution, self->key << POPLENS_SCAN_STEP_TIMES_SHIFT), places, rows);
  sort (self, pass->time->n_ipus, places, rows);
}

static void
piece_clear (Piece *self)
{
  g_clear_pointer (&self->slice, poplens_slice_unref);
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->row, g_free);
  g_clear_pointer (&self->fields, g_free);
  g_clear_error (&self->error);
}

/* ---- going through it --------------------------------------------------------------------------
 */

static void
go_through (const Pass *pass, guint ipu)
{
  gpointer state = pass->ipus + ipu * pass->size;

  for (guint p = 0; p < pass->now->n && !pass->wrong[ipu]; p++) {
    const Piece *piece = &pass->now->pieces[p];
    for (guint32 i = piece->first[ipu]; i < piece->first[ipu + 1]; i++)
      if (!pass->each (piece->row[i], &piece->slice->scan_step_times[piece->fields[i]], state,
                       &pass->wrong[ipu]))
        break;
  }
}

/* The IPUs of one turn come first, as they take longer, and then the pieces of the next. */
static void
do_one (guint i, gpointer data)
{
  Pass *pass = data;
  guint n_ipus = pass->now->n ? pass->time->n_ipus : 0;

  if (i < n_ipus)
    go_through (pass, i);
  else
    read_piece (pass, &pass->next->pieces[i - n_ipus]);
}

/* Names the pieces of the next turn, from the row @row on. The row behind them. */
static guint32
begin_turn (Pass *self, guint32 row)
{
  const PoplensExecution *x = self->input->execution;
  Turn *turn = self->next;

  for (turn->n = 0; turn->n < PIECES && row < x->n_rows; turn->n++) {
    guint64 key = poplens_execution_step_id (x, x->row_step[row]) >> POPLENS_SCAN_STEP_TIMES_SHIFT;
    turn->pieces[turn->n] = (Piece){.key = key};
    row = find_row (x, (key + 1) << POPLENS_SCAN_STEP_TIMES_SHIFT);
  }
  return row;
}

static void
end_turn (Turn *self)
{
  for (guint p = 0; p < self->n; p++)
    piece_clear (&self->pieces[p]);
  self->n = 0;
}

static gboolean
do_turn (Pass *self, GError **error)
{
  guint n_ipus = self->now->n ? self->time->n_ipus : 0;

  poplens_both ("poplens-time", do_one, self, n_ipus + self->next->n);
  for (guint i = 0; i < n_ipus; i++)
    if (self->wrong[i]) {
      g_propagate_error (error, g_steal_pointer (&self->wrong[i]));
      return FALSE;
    }
  for (guint p = 0; p < self->next->n; p++)
    if (!self->next->pieces[p].slice) {
      g_propagate_error (error, g_steal_pointer (&self->next->pieces[p].error));
      return FALSE;
    }
  end_turn (self->now);
  Turn *done = self->now;
  self->now = self->next;
  self->next = done;
  return TRUE;
}

gboolean
poplens_time_each_row (const PoplensTimeInput *input, const PoplensTime *time,
                       const PoplensWork *work, double from, double to, PoplensTimeRowFunc each,
                       gpointer ipus, gsize size, GError **error)
{
  const PoplensExecution *x = input->execution;
  guint n_ipus = time->n_ipus;
  PoplensWork share = poplens_work_share (work, from, to);
  g_autofree GError **wrong = g_new0 (GError *, n_ipus + 1);
  Pass pass = {
      .input = input, .time = time, .each = each, .ipus = ipus, .size = size, .wrong = wrong};
  guint32 row = 0;
  gboolean good = TRUE;

  pass.now = &pass.turns[0];
  pass.next = &pass.turns[1];
  do {
    good = poplens_work_go_on (&share, "Adding up where the time went", row, x->n_rows) ||
           !g_cancellable_set_error_if_cancelled (share.cancellable, error);
    row = good ? begin_turn (&pass, row) : row;
    good = good && do_turn (&pass, error);
  } while (good && pass.now->n);
  end_turn (pass.now);
  end_turn (pass.next);
  for (guint i = 0; i < n_ipus; i++)
    g_clear_error (&wrong[i]);
  return good;
}
