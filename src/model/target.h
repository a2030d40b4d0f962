/* Target, graph and versions: the tables of profile.pop that have a single row (formats.md 3.3). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define POPLENS_NO_TILE G_MAXUINT32

typedef struct {
  char *key;   /* name of the column of target_info */
  char *value; /* the value as text; a list is written as "0, 16384, …" */
} PoplensTargetField;

typedef struct {
  /* Table target_info */
  char *type;         /* "IPU", "IPU_MODEL", "CPU" */
  char *architecture; /* "ipu1", "ipu2", "ipu21", "ipu30" */
  guint32 num_ipus, num_replicas, ipus_per_replica;
  guint32 tiles_per_ipu, num_tiles, tiles_per_replica;
  guint64 bytes_per_tile, bytes_per_ipu, memory_per_replica, total_memory; /* bytes */
  /* (nullable): sentence that says how .bytes_per_tile contradicts the other sizes */
  char *contradiction;
  guint64 clock_hz;          /* nominal frequency */
  guint64 interleaved_start; /* offset of interleaved memory in a tile's memory, bytes */
  guint64 tile_memory_base;  /* first address of a tile's memory */
  guint64 exchange_bytes_per_cycle;
  GArray *memory_element_offsets; /* guint64, bytes */
  GArray *memory_region_offsets;  /* guint64, bytes */
  GPtrArray *fields;              /* PoplensTargetField: all columns of the row, in file order */

  /* Table graph_info */
  gboolean has_graph;
  guint64 compute_sets, edges, variables, vertices;

  /* Table versions */
  char *poplar_version; /* "3.3.0 (…)"; (nullable) */
  char *package_hash;
  char *timestamp;      /* start of compilation, "YYYY-MM-DD HH:MM:SS"; (nullable) */
  char *format_version; /* "3.8.0" */
  gboolean unstable_format;
  char *compilation_id, *execution_compilation_id; /* (nullable) */

  /* Table instrumentation_settings */
  gboolean has_instrumentation;
  char *compute_level; /* "Off", "Vertex", "Tile", "IPU", "Device" */
  gboolean external_exchange, control_flow;

  GPtrArray *notices; /* char*: sentences about odd or unreadable values */
  /* Table relative_sync_delay: .sync_delay has the cycles of the tiles .sync_delay_tile */

  guint32 n_sync_delays;
  guint32 *sync_delay_tile;
  guint32 *sync_delay;
} PoplensTarget;

PoplensTarget *poplens_target_new (void);
void poplens_target_free (PoplensTarget *self);

/* Returns "Mk1", "Mk2" or "Mk2.1" for an architecture of the file ("ipu2"). Returns an unknown
 * architecture unchanged. */
const char *poplens_architecture_title (const char *architecture);
/* Returns the IPU of a tile, numbered over all replicas; 0 if tiles_per_ipu is 0. */
guint32 poplens_target_ipu_of_tile (const PoplensTarget *self, guint32 tile);
/* Finds the tiles [*first, *last] of a replica, if the file lists the tiles 0 … @n_listed − 1.
 * Assumes that tiles are numbered replica by replica. FALSE if the file lists no tile of @replica.
 */
gboolean poplens_target_tiles_of_replica (const PoplensTarget *self, guint32 n_listed,
                                          guint32 replica, guint32 *first, guint32 *last);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTarget, poplens_target_free)

G_END_DECLS
