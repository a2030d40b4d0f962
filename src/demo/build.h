/* The elements that a network is built from. Each function adds its families, rows and program at
 * the place where the tree of programs is open. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

#define DEMO_EVERY_IPU G_MAXUINT64

/* Where something is: on @parts of every 16 computing tiles of the IPUs in the mask, chosen by
 * @salt; with @streams on the tiles that serve streams instead. */
typedef struct {
  guint64 ipus; /* mask of IPUs */
  guint parts;
  guint salt;
  gboolean streams;
} DemoSpread;

/* Adds a named tensor of about @bytes on each tile of the spread, times the tile's load; resized if
 * the plan changes tensors of @purpose. Returns the family. */
guint demo_tensor (DemoModel *m, DemoPurpose purpose, DemoCategory category, const char *name,
                   guint bytes, DemoSpread spread, guint bits, DemoLife life);
/* Adds a family of exactly @bytes on each tile; with DEMO_EVERY_IPU and 0 parts on every tile,
 * including the idle one. Returns the family. */
guint demo_fixed (DemoModel *m, DemoCategory category, const char *base, DemoSuffix suffix,
                  guint bytes, DemoSpread spread, guint bits, guint alignment, DemoLife life);

typedef struct {
  guint type;
  guint instances; /* per tile, about */
} DemoVertexSpec;

/* Adds a compute set of @n vertex types that takes about @work cycles; with @skew > 1 badly
 * balanced. Its program is demo_last(). @touches: [@n_touches] families that it uses; DEMO_NONE is
 * skipped. Returns the compute set. */
guint demo_compute (DemoModel *m, const char *name, DemoSpread spread, const DemoVertexSpec *specs,
                    guint n, guint work, guint skew, const guint *touches, guint n_touches);
/* Adds a family that the compute set uses. */
void demo_touch (DemoModel *m, guint set, guint family);

/* Adds an exchange within IPUs, from regions of about @length bytes of @sources into all of
 * @target. Returns the exchange. */
guint demo_copy (DemoModel *m, const char *name, const guint *sources, guint n_sources,
                 guint length, guint target, gboolean all_tiles);
/* As demo_copy (), between IPUs. */
guint demo_copy_across (DemoModel *m, const char *name, guint source, guint length, guint target);

/* Adds a stream copy without programs: add copies to it, then call demo_stream_run (). @wait:
 * cycles that the host needs. Returns the stream copy. */
guint demo_stream_new (DemoModel *m, gboolean overlapped, guint wait);
/* Adds a copy of a family to the stream copy. @length: bytes of the family on each tile; 0: all. */
void demo_stream_copy (DemoModel *m, guint stream, const char *name, guint family, guint length,
                       gboolean to_host, gboolean remote);
/* Sets the time that the host needs for the loss after each training step: 1 to 3 % of the step,
 * which consists of what was added from @first_set and @first_exchange on. */
void demo_pace_loss (DemoModel *m, guint stream, guint first_set, guint first_exchange);
/* Adds the programs Begin, Mid and End of @n stream copies from @first on; unless they are
 * overlapped, also Sans and SyncAns for the other tiles. */
void demo_stream_run (DemoModel *m, guint first, guint n);

G_END_DECLS
