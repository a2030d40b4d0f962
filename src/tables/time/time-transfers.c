/* Transfers: how much of them compute hides, and what the program saves without them; and copies
 * with the host by where they go. */
#include "derived/time/time-source.h"
#include "derived/trace/trace-location.h"
#include "tables/engine/builders.h"

#include "analysis/time/time-replay.h"

#include <math.h>

/* @ipu: "IPU 0", or "IPU" of all. */
static const char *
say_way (PoplensRecords *rows, const PoplensTimeTransfer *transfer, const char *ipu)
{
  g_autofree char *from = g_strdup_printf ("host → %s", ipu);
  g_autofree char *to = g_strdup_printf ("%s → host", ipu);
  g_autofree char *both = g_strdup_printf ("host ↔ %s", ipu);

  switch (transfer->ways) {
  case POPLENS_TRANSFER_FROM_HOST:
    return poplens_records_text (rows, from);
  case POPLENS_TRANSFER_TO_HOST:
    return poplens_records_text (rows, to);
  case POPLENS_TRANSFER_FROM_HOST | POPLENS_TRANSFER_TO_HOST:
    return poplens_records_text (rows, both);
  default:
    return NULL;
  }
}

/* The longest step. */
static void
link_step (PoplensRecords *rows, const PoplensTime *time, const PoplensTimeTransfer *transfer)
{
  const PoplensExecution *x = time->execution;
  g_autofree char *link =
      poplens_trace_step_link (x, x->row_step[transfer->longest_row], NULL, TRUE);

  poplens_records_link (rows, "%s", link);
}

/* ---- transfers ---------------------------------------------------------------------------------
 */

typedef struct {
  const char *transfer, *way;
  gint64 steps, cycles, hidden, exposed;
  double saves_cycles, share;
  gint64 received_bytes, sent_bytes;
  double bytes_per_cycle;
  const char *source;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, transfer, "Transfer", TEXT, FILE,
                  "Streams of a copy with the host, or all exchanges of a kind"),
    POPLENS_CELL (Row, way, "Direction", TEXT, FILE, "Where the data goes"),
    POPLENS_CELL (Row, steps, "Steps by IPU", COUNT, FILE,
                  "Executed steps that move data, counted on each IPU", .total = TRUE),
    POPLENS_CELL (Row, cycles, "Cycles", CYCLES, DERIVED,
                  "Cycles of the program time from the first tile's start to the last tile's end "
                  "of each step, over all IPUs; waiting for the host is part of a copy"),
    POPLENS_CELL (Row, hidden, "Hidden", CYCLES, DERIVED,
                  "Cycles of the transfer in which compute goes on: it binds the IPU"),
    POPLENS_CELL (Row, exposed, "Exposed", CYCLES, DERIVED,
                  "Cycles of the transfer in which compute does not go on; with hidden all cycles"),
    POPLENS_CELL (Row, saves_cycles, "Saves at most", CYCLES, DERIVED,
                  "Cycles that the program saves at most without the transfer, by replay; never "
                  "more than exposed"),
    POPLENS_CELL (
        Row, share, "Share of program", RATIO, DERIVED,
        "Cycles that the program saves at most, as a share of the program time of the scope"),
    POPLENS_CELL (Row, received_bytes, "Received", BYTES, FILE,
                  "Bytes that tiles receive in all these steps", .total = TRUE),
    POPLENS_CELL (Row, sent_bytes, "Sent", BYTES, FILE,
                  "Bytes that tiles send in all these steps; of a copy with the bytes that time it",
                  .total = TRUE),
    POPLENS_CELL (Row, bytes_per_cycle, "Bytes/cycle", NUMBER, DERIVED,
                  "Bytes received and sent per cycle of the longest tile; an estimate where the "
                  "cycles are"),
    POPLENS_CELL (Row, source, "Source", TEXT, DERIVED,
                  "measured, or estimated by the compiler: the cycles, and what follows from them"),
};

static const char *
title_of (PoplensRecords *rows, const PoplensTimeTransfer *transfer)
{
  switch (transfer->kind) {
  case POPLENS_TRANSFER_EXCHANGE:
    return "Exchange";
  case POPLENS_TRANSFER_INTER_IPU:
    return "Inter-IPU exchange";
  default:
    return poplens_records_text (rows, transfer->streams);
  }
}

static const char *
way_of (PoplensRecords *rows, const PoplensTimeTransfer *transfer)
{
  switch (transfer->kind) {
  case POPLENS_TRANSFER_EXCHANGE:
    return "tile → tile";
  case POPLENS_TRANSFER_INTER_IPU:
    return "IPU → IPU";
  default:
    return say_way (rows, transfer, "IPU");
  }
}

static void
add_transfer (PoplensRecords *rows, const PoplensTime *time, const PoplensTimeTransfer *transfer,
              double program)
{
  const char *way = way_of (rows, transfer), *title = title_of (rows, transfer);
  Row *row = poplens_records_add (rows);

  row->transfer = title;
  row->way = way;
  row->steps = (gint64) transfer->steps;
  row->cycles = (gint64) transfer->cycles;
  row->hidden = (gint64) transfer->hidden;
  row->exposed = (gint64) (transfer->cycles - transfer->hidden);
  row->saves_cycles = transfer->blocking;
  if (program > 0)
    row->share = transfer->blocking / program;
  row->received_bytes = (gint64) transfer->received;
  row->sent_bytes = (gint64) transfer->sent;
  row->bytes_per_cycle = poplens_time_transfer_speed (transfer);
  row->source = transfer->kind == POPLENS_TRANSFER_EXCHANGE ? "estimated" : "measured";
  link_step (rows, time, transfer);
}

PoplensTable *
poplens_build_time_transfers (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  g_autoptr (PoplensTimeTransfers) found =
      time ? poplens_report_time_transfers (report, location, cancellable, error) : NULL;

  if (!found)
    return NULL;
  double program =
      (double) (found->to - found->from - poplens_time_outside (time, found->from, found->to));
  PoplensRecords *rows = POPLENS_RECORDS (Row, columns);
  for (guint i = 0; i < found->all->len; i++)
    add_transfer (rows, time, poplens_time_transfer_at (found->all, i), program);
  PoplensTable *table = poplens_records_finish (rows, "time-transfers", "Transfers", report);
  poplens_table_set_note (table, "Largest saving first. Savings overlap and do not add up. Cycles "
                                 "and bytes per cycle of exchanges between tiles are the "
                                 "compiler's estimate.");
  return table;
}

/* ---- copies by destination ---------------------------------------------------------------------
 */

typedef struct {
  gint64 ipu;
  const char *way, *streams;
  gint64 steps, received_bytes, sent_bytes, cycles, hidden, exposed;
  double bytes_per_cycle;
} CopyRow;

static const PoplensColumn copy_columns[] = {
    POPLENS_CELL (CopyRow, ipu, "IPU", ID, FILE, "IPU whose tiles take part"),
    POPLENS_CELL (CopyRow, way, "Direction", TEXT, FILE, "From the host to the IPU, or back"),
    POPLENS_CELL (CopyRow, streams, "Streams", TEXT, FILE, "Handles of the streams of the copy"),
    POPLENS_CELL (CopyRow, steps, "Copies", COUNT, FILE, "Executed copies", .total = TRUE),
    POPLENS_CELL (CopyRow, received_bytes, "Received", BYTES, FILE,
                  "Bytes that tiles of the IPU receive in all these copies", .total = TRUE),
    POPLENS_CELL (CopyRow, sent_bytes, "Sent", BYTES, FILE,
                  "Bytes that tiles of the IPU send in all these copies, with those that time them",
                  .total = TRUE),
    POPLENS_CELL (CopyRow, cycles, "Cycles", CYCLES, DERIVED,
                  "Cycles of the program time from the first tile's start to the last tile's end, "
                  "waiting for the host included",
                  .total = TRUE),
    POPLENS_CELL (CopyRow, hidden, "Hidden", CYCLES, DERIVED,
                  "Cycles of the copies in which compute goes on: it binds the IPU", .total = TRUE),
    POPLENS_CELL (CopyRow, exposed, "Exposed", CYCLES, DERIVED,
                  "Cycles of the copies in which compute does not go on", .total = TRUE),
    POPLENS_CELL (CopyRow, bytes_per_cycle, "Bytes/cycle", NUMBER, DERIVED,
                  "Bytes received and sent per cycle of the longest tile, without waiting"),
};

static void
add_copy (PoplensRecords *rows, const PoplensTime *time, const PoplensTimeTransfer *transfer)
{
  guint32 ipu = time->ipus[transfer->place].ipu;
  g_autofree char *name = g_strdup_printf ("IPU %u", ipu);
  const char *way = say_way (rows, transfer, name);
  const char *streams = poplens_records_text (rows, transfer->streams);
  CopyRow *row = poplens_records_add (rows);

  row->ipu = ipu;
  row->way = way;
  row->streams = streams;
  row->steps = (gint64) transfer->steps;
  row->received_bytes = (gint64) transfer->received;
  row->sent_bytes = (gint64) transfer->sent;
  row->cycles = (gint64) transfer->cycles;
  row->hidden = (gint64) transfer->hidden;
  row->exposed = (gint64) (transfer->cycles - transfer->hidden);
  row->bytes_per_cycle = poplens_time_transfer_speed (transfer);
  link_step (rows, time, transfer);
}

/* An IPU after the other, of each first what comes from the host. */
PoplensTable *
poplens_build_time_transfers_by_ipu (PoplensReport *report, const PoplensLocation *location,
                                     GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  g_autoptr (PoplensTimeTransfers) found =
      time ? poplens_report_time_transfers (report, location, cancellable, error) : NULL;
  const guint all = POPLENS_TRANSFER_FROM_HOST | POPLENS_TRANSFER_TO_HOST;

  if (!found)
    return NULL;
  PoplensRecords *rows = POPLENS_RECORDS (CopyRow, copy_columns);
  for (guint p = 0; p < time->n_ipus; p++)
    for (guint ways = 1; ways <= all + 1; ways++)
      for (guint i = 0; i < found->by_ipu->len; i++) {
        const PoplensTimeTransfer *one = poplens_time_transfer_at (found->by_ipu, i);
        if (one->kind == POPLENS_TRANSFER_COPY && one->place == p && one->ways == (ways & all))
          add_copy (rows, time, one);
      }
  return poplens_records_finish (rows, "time-transfers", "Stream copies by destination", report);
}
