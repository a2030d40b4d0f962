/* Lowered variables (vars_info) and unlowered variables. A lowered variable takes 20 bytes of
 * memory; its name, alignment and constraints are in a slice of its tile
 * (POPLENS_SLICE_TILE_VARIABLES). */
#pragma once

#include "base/lists.h"
#include "base/strings.h"

G_BEGIN_DECLS

/* Bits of vars_info.bitset. Graphcore documents all bits except bit 8, whose meaning is inferred.
 */
typedef enum {
  POPLENS_VARIABLE_ALLOCATED = 1 << 0, /* if not set, the rest of the row is meaningless */
  POPLENS_VARIABLE_CONSTANT = 1 << 1,
  POPLENS_VARIABLE_ALWAYS_LIVE = 1 << 2, /* do not use: the equivalence class says if a variable is
                                            always live (formats.md 7.1) */
  POPLENS_VARIABLE_EXECUTABLE = 1 << 3,
  POPLENS_VARIABLE_VERTEX_CODE = 1 << 4,
  POPLENS_VARIABLE_LOW_MEMORY = 1 << 5,
  POPLENS_VARIABLE_START_SECTION = 1 << 6,
  POPLENS_VARIABLE_INTERLEAVED = 1 << 7,
  POPLENS_VARIABLE_IN_VERTEX = 1 << 8,
} PoplensVariableBits;

typedef struct {
  /* Lowered variables, sorted by tile and var_id */
  guint32 n;
  guint32 n_allocated;
  guint32 *id;   /* NULL if the ids are 0 … n − 1, as in all real files */
  guint32 *size; /* bytes */
  guint32 *offset;
  guint32 *equivalence_class;
  guint32 *unlowered; /* id of the unlowered variable (numbered separately), or G_MAXUINT32 */
  guint16 *bits;
  guint8 *category; /* index in .category_name */
  guint32 n_tiles;  /* highest tile + 1 */
  guint32 *tile_first; /* [n_tiles + 1] tile t has the rows tile_first[t] … tile_first[t + 1] − 1 */

  /* Table var_categories */
  PoplensStrings *strings;
  guint32 n_categories;
  guint32 *category_id;
  guint32 *category_name, *category_description; /* PoplensStrings ids */

  /* Table unlowered_vars, sorted by id, with the ids of the debug contexts */
  guint32 n_unlowered;
  guint32 *unlowered_id;
  guint32 *unlowered_name; /* PoplensStrings id */
  guint32 n_debug;
  guint32 *debug_variable;
  PoplensLists *debug_ids;

  /* Rows of var_bytes_by_eq_class without a tile: bytes over all tiles. The rows of a tile are in
   * POPLENS_SLICE_TILE_CLASS_BYTES. */
  guint32 n_class_bytes;
  guint32 *class_bytes_variable;
  guint32 *class_bytes_class;
  guint64 *class_bytes;

  /* Table equivalence_class_interference */
  guint32 n_interference;
  guint32 *interference_class;
  PoplensLists *interference;
} PoplensVariables;

PoplensVariables *poplens_variables_new (void);
void poplens_variables_free (PoplensVariables *self);

/* Returns the row of the category with @id, or G_MAXUINT32. */
guint32 poplens_variables_find_category (const PoplensVariables *self, guint32 id);
/* Returns the name of the category at @row, or "" if there is no such row. */
const char *poplens_variables_category_name (const PoplensVariables *self, guint32 row);
/* Returns the first category with @name, or −1. */
int poplens_variables_find_category_named (const PoplensVariables *self, const char *name);
/* TRUE for the categories "message" and "rearrangement". Their variables are buffers for another
 * variable, and have its name in their own name (formats.md 8.6). */
gboolean poplens_category_is_of_another (const char *category);
/* Returns the row of a lowered variable by its tile and var_id, or G_MAXUINT32. */
guint32 poplens_variables_find_lowered (const PoplensVariables *self, guint32 tile, guint32 id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensVariables, poplens_variables_free)

G_END_DECLS
