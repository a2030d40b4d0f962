/* Blocks that lightweight profiling recorded (formats.md 3.11). A block is an interval in cycles of
 * a tile's own clock, and takes 21 bytes of memory. No real file seen so far has blocks. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Values of blocks.type. Their meanings are from a comment in the schema of the file. */
typedef enum {
  POPLENS_LIGHT_COMMON,
  POPLENS_LIGHT_STREAM_COPY,
  POPLENS_LIGHT_OVERFLOW,  /* the buffer was full, and nothing was recorded meanwhile */
  POPLENS_LIGHT_ANONYMOUS, /* a block without an id */
  POPLENS_LIGHT_FLUSH,     /* the buffer was written to the host */
  POPLENS_LIGHT_UNKNOWN,   /* any other value in the file */
  POPLENS_N_LIGHT_TYPES,
} PoplensLightType;

/* Columns with one row per block, sorted by tile, then by begin. Of blocks that begin together, the
 * longest is first. */
typedef struct {
  guint32 n;
  guint64 *from;            /* begin, in cycles of the tile's clock */
  guint32 *length;          /* cycles; G_MAXUINT32: see long_lengths */
  GHashTable *long_lengths; /* (nullable): row → guint64 *: lengths that do not fit in .length */
  gint64 *id;               /* id of what was measured, as in the file; −1: none */
  guint8 *type;             /* value of blocks.type; 255: a larger value */

  guint32 n_tiles;
  guint32 *tile;  /* [n_tiles] tile numbers, ascending */
  guint32 *first; /* [n_tiles + 1] first row of each tile */

  guint32 n_damaged; /* blocks with impossible cycles or tiles; skipped */
  gint64 damaged;    /* row id in the file of the first damaged block that was read */
} PoplensLightBlocks;

PoplensLightBlocks *poplens_light_blocks_new (void);
void poplens_light_blocks_free (PoplensLightBlocks *self);

guint64 poplens_light_blocks_to (const PoplensLightBlocks *self, guint32 row);
/* Returns the index into .tile of the block at @row. */
guint32 poplens_light_blocks_tile (const PoplensLightBlocks *self, guint32 row);
PoplensLightType poplens_light_blocks_type (const PoplensLightBlocks *self, guint32 row);

/* Describes the blocks that were left out: a sentence without a full stop. (transfer full)
 * (nullable): NULL if there are none */
char *poplens_light_blocks_describe_damage (const PoplensLightBlocks *self);

/* Returns the name of a type, "StreamCopy"; "Unknown" for other numbers. (static) */
const char *poplens_light_type_name (guint type);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLightBlocks, poplens_light_blocks_free)

G_END_DECLS
