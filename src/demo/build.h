/* Functions that add the elements of a network: tensors, compute sets, exchanges, stream copies.
 * Each function adds its variables to the model. It adds its program as a child of the open program
 * (demo_open ()). */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

#define DEMO_EVERY_IPU G_MAXUINT64

/* Selects the tiles that an element of the network is on: .parts of every 16 computing tiles of the
 * IPUs in .ipus. .salt says which of the 16. If .streams is TRUE, selects the tiles that serve
 * streams instead. */
typedef struct {
  guint64 ipus; /* mask of IPUs */
  guint parts;
  guint salt;
  gboolean streams;
} DemoSpread;

/* Adds a named tensor, with a variable on each tile of @spread. The variable has about @bytes times
 * the tile's load. --change can resize tensors of @purpose. Returns the index of the tensor's
 * DemoFamily. */
guint demo_tensor (DemoModel *m, DemoPurpose purpose, DemoCategory category, const char *name,
                   guint bytes, DemoSpread spread, guint bits, DemoLife life);
/* Adds a variable of exactly @bytes on each tile of @spread. If @spread has 0 parts, all tiles of
 * its IPUs get the variable, including the idle tile. Returns the index of the variable's
 * DemoFamily. */
guint demo_fixed (DemoModel *m, DemoCategory category, const char *base, DemoSuffix suffix,
                  guint bytes, DemoSpread spread, guint bits, guint alignment, DemoLife life);

typedef struct {
  guint type;
  guint instances; /* approximate number of vertices per tile */
} DemoVertexSpec;

/* Adds a compute set that takes about @work cycles, and its program (demo_last ()). @specs: [@n]
 * types of its vertices. @skew: above 1, tiles have unequal work. @touches: [@n_touches] DemoFamily
 * indices of the variables that the vertices use; DEMO_NONE is skipped. Returns the index of the
 * compute set. */
guint demo_compute (DemoModel *m, const char *name, DemoSpread spread, const DemoVertexSpec *specs,
                    guint n, guint work, guint skew, const guint *touches, guint n_touches);
/* Records that the compute set uses the variables of @family. */
void demo_touch (DemoModel *m, guint set, guint family);

/* Adds an exchange within IPUs. Each tile sends about @length bytes of each of @sources; the whole
 * of @target is received. @sources, @target: DemoFamily indices. Returns the index of the exchange.
 */
guint demo_copy (DemoModel *m, const char *name, const guint *sources, guint n_sources,
                 guint length, guint target, gboolean all_tiles);
/* As demo_copy (), but between IPUs and from one source. */
guint demo_copy_across (DemoModel *m, const char *name, guint source, guint length, guint target);

/* Adds a stream copy without contents. Call demo_stream_copy () for each variable, then
 * demo_stream_run () for the programs. @wait: cycles that the host needs. Returns the index of the
 * stream copy. */
guint demo_stream_new (DemoModel *m, gboolean overlapped, guint wait);
/* Adds a copy of the variables of @family to @stream. @length: bytes on each tile; 0: the whole
 * variable. */
void demo_stream_copy (DemoModel *m, guint stream, const char *name, guint family, guint length,
                       gboolean to_host, gboolean remote);
/* Sets the time that the host needs for the loss after each training step: 1 to 3 % of the step.
 * The step consists of the compute sets from @first_set and the exchanges from @first_exchange on.
 */
void demo_pace_loss (DemoModel *m, guint stream, guint first_set, guint first_exchange);
/* Adds the programs Begin, Mid and End of @n stream copies from @first on. If the copies are not
 * overlapped, also adds Sans and SyncAns for the computing tiles that take no part. */
void demo_stream_run (DemoModel *m, guint first, guint n);

G_END_DECLS
