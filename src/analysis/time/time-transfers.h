/* Transfers and how much of them compute hides: exchanges between tiles, exchanges between IPUs,
 * and copies with the host by their streams.
 *
 * A transfer takes its IPU from the first tile's start to the last tile's end of each of its steps:
 * of a copy that is Begin, Mid and End, so waiting for the host is part of it. Steps of one
 * transfer that overlap on an IPU count once. What is outside of the program does not count. Each
 * of these cycles is *hidden*, where compute binds the IPU (time.h), or *exposed*. *Blocking* is
 * what the program saves without the transfer, by replay: never more than is exposed, as what a
 * transfer binds is on its IPU no compute, and what IPUs are at joins that its copies make; a
 * replay saves a cycle once at most for all IPUs. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_TRANSFER_EXCHANGE,  /* between tiles of an IPU; cycles are the compiler's estimate */
  POPLENS_TRANSFER_INTER_IPU, /* measured (formats.md 8.2) */
  POPLENS_TRANSFER_COPY,      /* with the host; measured */
} PoplensTransferKind;

/* Where a copy goes; bits. */
typedef enum {
  POPLENS_TRANSFER_FROM_HOST = 1 << 0,
  POPLENS_TRANSFER_TO_HOST = 1 << 1,
  POPLENS_TRANSFER_WAYS = POPLENS_TRANSFER_FROM_HOST | POPLENS_TRANSFER_TO_HOST,
  POPLENS_TRANSFER_REMOTE = 1 << 2,    /* of remote buffers alone */
  POPLENS_TRANSFER_PROFILER = 1 << 3,  /* the profiler's streams go along */
  POPLENS_TRANSFER_READ_BACK = 1 << 4, /* this or another copy reads one of the remote buffers */
} PoplensTransferWay;

/* Looks up where copies go. Without @programs or @exchanges nothing is known. Returns: (transfer
 * full): bits by poplens_copy_name (), whose texts are those of @programs */
GHashTable *poplens_time_copy_ways (const PoplensPrograms *programs,
                                    const PoplensExchanges *exchanges);

/* On one IPU, or on all. */
typedef struct {
  PoplensTransferKind kind;
  guint ways;             /* of a copy: to and from the host; 0: not recorded */
  guint place;            /* of PoplensTime.ipus; G_MAXUINT: all */
  const char *streams;    /* of a copy; else "" */
  guint64 steps;          /* Mids and exchanges, each IPU's */
  guint64 cycles, hidden; /* wall-clock cycles; added over IPUs. The rest is exposed */
  guint64 moving;         /* cycles of the longest tile of these steps … */
  guint64 received, sent; /* … and bytes that tiles receive and send in them */
  double blocking;        /* cycles of the program; of one IPU: NaN */
  guint64 longest;        /* cycles of one step … */
  guint32 longest_row;    /* … which is this row of steps_by_ipu */
} PoplensTimeTransfer;

/* Immutable; counted. */
typedef struct {
  guint64 from, to; /* the scope, cycles */
  GArray *all;      /* PoplensTimeTransfer on all IPUs: the most blocking first, then exposed */
  GArray *by_ipu;   /* the same on each IPU, by IPU and in that order; they add up to .all */
  GStringChunk *texts;
} PoplensTimeTransfers;

/* Of cycles [from, to), at most the total: a step at the ends counts by its cycles in it, and its
 * bytes as a whole. @input: that the time was made of. NULL with an error of the slices, or
 * CANCELLED. (transfer full) */
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

/* Bytes received and sent a cycle of the longest tile; NaN where nothing moves. */
double poplens_time_transfer_speed (const PoplensTimeTransfer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeTransfers, poplens_time_transfers_unref)

G_END_DECLS
