/* Transfers and how much of them compute hides: exchanges between tiles, exchanges between IPUs,
 * and copies with the host by their streams.
 *
 * A transfer occupies its IPU from the first tile's start to the last tile's end of each of its
 * steps: for a copy these are Begin, Mid and End, so waiting for the host is part of it. Steps of
 * one transfer that overlap on an IPU count once. Cycles outside the program do not count. Each of
 * the other cycles is *hidden* if compute limits the IPU (time.h), otherwise *exposed*. *Blocking*
 * is what the program saves without the transfer, by replay: at most what is exposed, because a
 * cycle that a transfer limits, or that IPUs spend at joins with its copies, is not compute on its
 * IPU, and a replay saves a cycle at most once for all IPUs. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_TRANSFER_EXCHANGE, /* exchange between tiles of an IPU; cycles are the compiler's estimate
                              */
  POPLENS_TRANSFER_INTER_IPU, /* exchange between IPUs; measured (formats.md 8.2) */
  POPLENS_TRANSFER_COPY,      /* copy with the host; measured */
} PoplensTransferKind;

/* Properties of a copy with the host; bits. */
typedef enum {
  POPLENS_TRANSFER_FROM_HOST = 1 << 0,
  POPLENS_TRANSFER_TO_HOST = 1 << 1,
  POPLENS_TRANSFER_WAYS = POPLENS_TRANSFER_FROM_HOST | POPLENS_TRANSFER_TO_HOST,
  POPLENS_TRANSFER_REMOTE = 1 << 2,    /* all of its streams are remote buffers */
  POPLENS_TRANSFER_PROFILER = 1 << 3,  /* it copies streams of the profiler, among others */
  POPLENS_TRANSFER_READ_BACK = 1 << 4, /* one of its remote buffers is also read by the program */
} PoplensTransferWay;

/* Returns the PoplensTransferWay bits of each copy, by poplens_copy_name (). @programs, @exchanges:
 * (nullable): if either is NULL, the result is empty, or all bits are 0. The keys are texts of
 * @programs. (transfer full) */
GHashTable *poplens_time_copy_ways (const PoplensPrograms *programs,
                                    const PoplensExchanges *exchanges);

/* Statistics of a transfer on one IPU, or summed over all IPUs. */
typedef struct {
  PoplensTransferKind kind;
  guint ways;  /* copies only: PoplensTransferWay bits FROM_HOST and TO_HOST; 0: not recorded */
  guint place; /* index in PoplensTime.ipus; G_MAXUINT: all */
  const char *streams;    /* streams of a copy; otherwise "" */
  guint64 steps;          /* number of exchanges and of Mids of copies, summed over IPUs */
  guint64 cycles, hidden; /* wall-clock cycles summed over IPUs: all; those that compute hides (the
                             rest is exposed) */
  guint64 moving;         /* sum of the cycles that the longest tile takes in each of these steps */
  guint64 received, sent; /* bytes that tiles receive and send in these steps */
  double blocking; /* cycles that the program saves without the transfer; NaN for a single IPU */
  guint64 longest; /* cycles of the longest single step of the transfer */
  guint32 longest_row; /* row of steps_by_ipu of the step of .longest */
} PoplensTimeTransfer;

/* Result of poplens_time_transfers_new (). Immutable; reference counted. */
typedef struct {
  guint64 from, to; /* range of the trace, cycles */
  GArray *all;      /* PoplensTimeTransfer on all IPUs, by .blocking, then by exposed cycles;
                     * largest first */
  GArray *by_ipu;   /* PoplensTimeTransfer on each IPU, by IPU, then by exposed cycles; they add up
                     * to .all */
  GStringChunk *texts;
} PoplensTimeTransfers;

/* Finds the transfers in the cycles [@from, @to). @to: at most the total. A step that the range
 * cuts counts with its cycles in the range, but all its bytes. @input: as for poplens_time_new ().
 * NULL with an error of get_slice (), or with G_IO_ERROR_CANCELLED. (transfer full) */
PoplensTimeTransfers *poplens_time_transfers_new (const PoplensTime *time,
                                                  const PoplensTimeInput *input, guint64 from,
                                                  guint64 to, const PoplensWork *work,
                                                  GError **error);
PoplensTimeTransfers *poplens_time_transfers_ref (PoplensTimeTransfers *self);
void poplens_time_transfers_unref (PoplensTimeTransfers *self);

static inline const PoplensTimeTransfer *
poplens_time_transfer_at (const GArray *transfers, guint i)
{
  return &g_array_index (transfers, PoplensTimeTransfer, i);
}

/* Returns bytes received and sent per cycle of the longest tile; NaN if nothing moves. */
double poplens_time_transfer_speed (const PoplensTimeTransfer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeTransfers, poplens_time_transfers_unref)

G_END_DECLS
