/* Measures transfers, and how much of their time compute hides. Transfers are exchanges between
 * tiles, exchanges between IPUs, and copies with the host. A cycle of a transfer is *hidden* if
 * compute limits the IPU at this cycle (time.h), otherwise *exposed*. The *blocking* cycles of a
 * transfer are the cycles that the program would save without the transfer. A replay of the trace
 * determines their number, which is at most the number of exposed cycles. */
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
  /* All streams of the copy, except streams of the profiler, are remote buffers. */
  POPLENS_TRANSFER_REMOTE = 1 << 2,
  POPLENS_TRANSFER_PROFILER = 1 << 3,  /* at least one stream of the copy belongs to the profiler */
  POPLENS_TRANSFER_READ_BACK = 1 << 4, /* the program reads a remote buffer of the copy */
} PoplensTransferWay;

/* Returns a map from the name of each copy (poplens_copy_name ()) to its PoplensTransferWay bits.
 * The keys are texts of @programs. @programs: (nullable): NULL: the map is empty. @exchanges:
 * (nullable): NULL: all bits are 0. (transfer full) */
GHashTable *poplens_time_copy_ways (const PoplensPrograms *programs,
                                    const PoplensExchanges *exchanges);

/* Statistics of a transfer on one IPU, or summed over all IPUs. */
typedef struct {
  PoplensTransferKind kind;
  guint ways;  /* copies only: PoplensTransferWay bits FROM_HOST and TO_HOST; 0: not recorded */
  guint place; /* index in PoplensTime.ipus; G_MAXUINT: all IPUs */
  const char *streams; /* streams of a copy; otherwise "" */
  guint64 steps;       /* number of exchanges or, for copies, of Mid steps, summed over IPUs */
  /* Wall clock cycles, summed over IPUs: all cycles of the transfer, and its hidden cycles. Waiting
   * for the host is included. Overlapping steps on an IPU count once. */
  guint64 cycles, hidden;
  guint64 moving;         /* cycles of the longest tile, summed over .steps */
  guint64 received, sent; /* bytes that tiles receive and send in all .steps */
  double blocking; /* cycles that the program saves without the transfer; NaN for a single IPU */
  guint64 longest; /* cycles of the longest single step of the transfer */
  guint32 longest_row; /* row of steps_by_ipu of the step of .longest */
} PoplensTimeTransfer;

/* Result of poplens_time_transfers_new (). Immutable; reference counted. */
typedef struct {
  guint64 from, to; /* range of the trace, cycles */
  /* PoplensTimeTransfer over all IPUs, sorted by .blocking, then by exposed cycles; largest
   * first. */
  GArray *all;
  /* PoplensTimeTransfer on single IPUs, sorted by IPU, then by exposed cycles; largest first. */
  GArray *by_ipu;
  GStringChunk *texts;
} PoplensTimeTransfers;

/* Finds the transfers in the cycles [@from, @to). If the range cuts a step, only the step's cycles
 * in the range count, but all its bytes. @to: at most the total. @input: as for poplens_time_new
 * (). NULL with an error of get_slice (), or with G_IO_ERROR_CANCELLED. (transfer full) */
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

/* Returns the speed of a transfer: bytes received and sent ÷ .moving; NaN if one of these is 0. */
double poplens_time_transfer_speed (const PoplensTimeTransfer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeTransfers, poplens_time_transfers_unref)

G_END_DECLS
