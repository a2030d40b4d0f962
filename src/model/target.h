/* Target, graph and versions: the singleton tables of profile.pop (formats.md 3.3). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define POPLENS_NO_TILE G_MAXUINT32

typedef struct {
  char *key;   /* column of target_info, as it is spelled there */
  char *value; /* as text; lists as "0, 16384, …" */
} PoplensTargetField;

typedef struct {
  /* target_info */
  char *type;         /* "IPU", "IPU_MODEL", "CPU" */
  char *architecture; /* "ipu1", "ipu2", "ipu21", "ipu30" */
  guint32 num_ipus, num_replicas, ipus_per_replica;
  guint32 tiles_per_ipu, num_tiles, tiles_per_replica;
  guint64 bytes_per_tile, bytes_per_ipu, memory_per_replica, total_memory; /* bytes */
  char *contradiction; /* a sentence: bytes_per_tile contradicts those sums; NULL: it does not */
  guint64 clock_hz;    /* nominal */
  guint64 interleaved_start; /* offset in a tile's memory, bytes */
  guint64 tile_memory_base;  /* address of a tile's memory */
  guint64 exchange_bytes_per_cycle;
  GArray *memory_element_offsets; /* guint64, bytes */
  GArray *memory_region_offsets;  /* guint64, bytes */
  GPtrArray *fields;              /* PoplensTargetField: every column of the row, in file order */

  /* graph_info */
  gboolean has_graph;
  guint64 compute_sets, edges, variables, vertices;

  /* versions */
  char *poplar_version; /* "3.3.0 (…)", or NULL */
  char *package_hash;
  char *timestamp;      /* "YYYY-MM-DD HH:MM:SS", start of compilation, or NULL */
  char *format_version; /* "3.8.0" */
  gboolean unstable_format;
  char *compilation_id, *execution_compilation_id; /* or NULL */

  /* instrumentation_settings */
  gboolean has_instrumentation;
  char *compute_level; /* "Off", "Vertex", "Tile", "IPU", "Device" */
  gboolean external_exchange, control_flow;

  GPtrArray
      *notices; /* char*: sentences on what is odd here, or could not be read and is left out */

  guint32 n_sync_delays; /* relative_sync_delay by tile, cycles */
  guint32 *sync_delay_tile;
  guint32 *sync_delay;
} PoplensTarget;

PoplensTarget *poplens_target_new (void);
void poplens_target_free (PoplensTarget *self);

/* "Mk1" … for an architecture as the file spells it; the name itself where it is unknown. */
const char *poplens_architecture_title (const char *architecture);
/* IPU of a tile, numbered globally; 0 where tiles_per_ipu is 0. */
guint32 poplens_target_ipu_of_tile (const PoplensTarget *self, guint32 tile);
/* Tiles [*first, *last] of a replica, where a file lists tiles 0 … @n_listed − 1. Assumed: tiles
 * are numbered replica by replica (no report with several replicas was seen). FALSE, and nothing is
 * set, where it lists none of that replica's. */
gboolean poplens_target_tiles_of_replica (const PoplensTarget *self, guint32 n_listed,
                                          guint32 replica, guint32 *first, guint32 *last);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTarget, poplens_target_free)

G_END_DECLS
