/* The pieces that a network is made of. Each makes its families, its rows and its program at the
 * place where the tree of programs is open. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

#define DEMO_EVERY_IPU G_MAXUINT64

/* Where something lies: on @parts of every 16 computing tiles of the IPUs in the mask, @salt
 * telling which; with @streams, on the tiles that serve streams instead. */
typedef struct {
  guint64 ipus; /* mask */
  guint parts;
  guint salt;
  gboolean streams;
} DemoSpread;

/* A named tensor of about @bytes on each tile of the spread, times the tile's load; of another size
 * where the plan changes what is for @purpose. */
guint demo_tensor (DemoModel *m, DemoPurpose purpose, DemoCategory category, const char *name,
                   guint bytes, DemoSpread spread, guint bits, DemoLife life);
/* A family of exactly @bytes on each tile; DEMO_EVERY_IPU and 0 parts: on every tile, the idle one
 * as well. */
guint demo_fixed (DemoModel *m, DemoCategory category, const char *base, DemoSuffix suffix,
                  guint bytes, DemoSpread spread, guint bits, guint alignment, DemoLife life);

typedef struct {
  guint type;
  guint instances; /* a tile, about */
} DemoVertexSpec;

/* A compute set of @n vertex types that takes about @work cycles; @skew > 1: badly balanced. Its
 * program is demo_last(). @touches are n_touches families, DEMO_NONE among them is passed over. */
guint demo_compute (DemoModel *m, const char *name, DemoSpread spread, const DemoVertexSpec *specs,
                    guint n, guint work, guint skew, const guint *touches, guint n_touches);
/* One more family that the compute set touches. */
void demo_touch (DemoModel *m, guint set, guint family);

/* An exchange from regions of about @length bytes of @sources into all of @target. */
guint demo_copy (DemoModel *m, const char *name, const guint *sources, guint n_sources,
                 guint length, guint target, gboolean all_tiles);
/* The same between IPUs. */
guint demo_copy_across (DemoModel *m, const char *name, guint source, guint length, guint target);

/* A stream copy still without programs; add copies, then run it. */
guint demo_stream_new (DemoModel *m, gboolean overlapped, guint wait);
/* @length: bytes of the family on each tile; 0: all. */
void demo_stream_copy (DemoModel *m, guint stream, const char *name, guint family, guint length,
                       gboolean to_host, gboolean remote);
/* The host asks for the loss after each training step, and is as late as hosts are: 1 to 3 % of the
 * step, which is what was made from @first_set and @first_exchange on. */
void demo_pace_loss (DemoModel *m, guint stream, guint first_set, guint first_exchange);
/* Begin, Mid, End of @n streams from @first on; Sans and SyncAns for the other tiles unless
 * overlapped. */
void demo_stream_run (DemoModel *m, guint first, guint n);

G_END_DECLS
