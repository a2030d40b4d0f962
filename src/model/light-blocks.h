/* What lightweight profiling recorded (formats.md 3.11): stretches of a tile's time, by the
 * tile's own clock. Of 10^7 blocks 21 bytes each stay resident. No real file has any. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* blocks.type, as a comment in the schema explains the numbers. */
typedef enum {
  POPLENS_LIGHT_COMMON,
  POPLENS_LIGHT_STREAM_COPY,
  POPLENS_LIGHT_OVERFLOW,  /* the buffer was full: what ran meanwhile is lost */
  POPLENS_LIGHT_ANONYMOUS, /* without an id */
  POPLENS_LIGHT_FLUSH,     /* the buffer was written to the host */
  POPLENS_LIGHT_UNKNOWN,   /* any other number */
  POPLENS_N_LIGHT_TYPES,
} PoplensLightType;

/* Columns of @n blocks, by tile, begin, and of those that begin together the longest first. */
typedef struct {
  guint32 n;
  guint64 *from;            /* cycles of the tile */
  guint32 *length;          /* cycles; G_MAXUINT32: see long_lengths */
  GHashTable *long_lengths; /* row → guint64*; or NULL */
  gint64 *id;               /* of what was measured; -1: none */
  guint8 *type;             /* as the file has it; 255 where that is more */

  guint32 n_tiles;
  guint32 *tile;  /* [n_tiles] rising: their numbers … */
  guint32 *first; /* [n_tiles + 1] … and their first rows */

  guint32 n_damaged; /* blocks of the file with impossible cycles or tiles, left out */
  gint64 damaged;    /* row id of the first of these that was read */
} PoplensLightBlocks;

PoplensLightBlocks *poplens_light_blocks_new (void);
void poplens_light_blocks_free (PoplensLightBlocks *self);

guint64 poplens_light_blocks_to (const PoplensLightBlocks *self, guint32 row);
/* Entry of .tile that @row is of. */
guint32 poplens_light_blocks_tile (const PoplensLightBlocks *self, guint32 row);
PoplensLightType poplens_light_blocks_type (const PoplensLightBlocks *self, guint32 row);

/* Describes the blocks that were left out: a sentence without a full stop. (transfer full)
 * (nullable): NULL if none were */
char *poplens_light_blocks_describe_damage (const PoplensLightBlocks *self);

/* "StreamCopy"; "Unknown" for a number that has no name. */
const char *poplens_light_type_name (guint type);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLightBlocks, poplens_light_blocks_free)

G_END_DECLS
