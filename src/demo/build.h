/* Functions that add the elements of a network: tensors, compute sets, exchanges, stream copies.
 * Each adds its variables to the model, and its program to the program that was opened last. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

#define DEMO_EVERY_IPU G_MAXUINT64

/* The tiles that an element is on: .parts of every 16 computing tiles of the IPUs in .ipus; .salt
 * selects which. If .streams is TRUE, the tiles that serve streams instead. */
typedef struct {
  guint64 ipus; /* mask of IPUs */
  guint parts;
  guint salt;
  gboolean streams;
} DemoSpread;

/* Adds a named tensor of about @bytes, times the tile's load, on each tile in @spread. A change of
 * the model (--change) can resize tensors of @purpose. Returns the index of its DemoFamily. */
guint demo_tensor (DemoModel *m, DemoPurpose purpose, DemoCategory category, const char *name,
                   guint bytes, DemoSpread spread, guint bits, DemoLife life);
/* Adds a variable of exactly @bytes on each tile in @spread; on every tile, including the idle one,
 * if @spread has DEMO_EVERY_IPU and 0 parts. Returns the index of its DemoFamily. */
guint demo_fixed (DemoModel *m, DemoCategory category, const char *base, DemoSuffix suffix,
                  guint bytes, DemoSpread spread, guint bits, guint alignment, DemoLife life);

typedef struct {
  guint type;
  guint instances; /* approximate number of vertices per tile */
} DemoVertexSpec;

/* Adds a compute set with vertices of the @n types in @specs, which takes about @work cycles; if
 * @skew > 1, tiles have unequal work. @touches: [@n_touches] DemoFamily indices that it uses;
 * DEMO_NONE is skipped. Returns its index; its program is demo_last (). */
guint demo_compute (DemoModel *m, const char *name, DemoSpread spread, const DemoVertexSpec *specs,
                    guint n, guint work, guint skew, const guint *touches, guint n_touches);
/* Records that the compute set uses the variables of @family. */
void demo_touch (DemoModel *m, guint set, guint family);

/* Adds an exchange within IPUs, from regions of about @length bytes of @sources into all of
 * @target. Returns the exchange. */
guint demo_copy (DemoModel *m, const char *name, const guint *sources, guint n_sources,
                 guint length, guint target, gboolean all_tiles);
/* As demo_copy (), but between IPUs and from one source. */
guint demo_copy_across (DemoModel *m, const char *name, guint source, guint length, guint target);

/* Adds an empty stream copy: add copies with demo_stream_copy (), then its programs with
 * demo_stream_run (). @wait: cycles that the host needs. Returns the index of the stream copy. */
guint demo_stream_new (DemoModel *m, gboolean overlapped, guint wait);
/* Adds a copy of the variables of @family to @stream. @length: bytes on each tile; 0: the whole
 * variable. */
void demo_stream_copy (DemoModel *m, guint stream, const char *name, guint family, guint length,
                       gboolean to_host, gboolean remote);
/* Sets the time that the host needs for the loss after each training step: 1 to 3 % of the step.
 * The step consists of the compute sets from @first_set and the exchanges from @first_exchange on.
 */
void demo_pace_loss (DemoModel *m, guint stream, guint first_set, guint first_exchange);
/* Adds the programs Begin, Mid and End of @n stream copies from @first on. If they are not
 * overlapped, also adds Sans and SyncAns for the computing tiles that take no part. */
void demo_stream_run (DemoModel *m, guint first, guint n);

G_END_DECLS
