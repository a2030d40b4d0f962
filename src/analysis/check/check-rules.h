/* Rules that compare numbers, and the functions that check them. A rule has no case if one of its
 * numbers is absent. Private to the analysis. */
#pragma once

#include "analysis/check/check-private.h"

G_BEGIN_DECLS

/* Sets of rules that are checked together over the same items, so that failures are reported by
 * item. */
typedef enum {
  RULES_TARGET,
  RULES_TARGET_SIZES,
  RULES_GRAPH,
  RULES_SWEPT_TILE,
  RULES_MEMORY,
  RULES_LIVE_TILES,
  RULES_LIVE,
  RULES_LIVE_IPU,
  RULES_CLASS_BYTES,
  RULES_CLASS_BYTES_TILES,
  RULES_CLASS_BYTES_CLASSES,
  RULES_PROGRAM_IDS,
  RULES_PARENTS,
  RULES_CHILDREN,
  RULES_CONTROL_CODE,
  RULES_VERTEX_BYTES,
  RULES_VERTEX_MEMORY,
  RULES_COMPUTE_SET_VARIABLES,
  RULES_EXCHANGE,
  RULES_HOST_EXCHANGE,
  RULES_BYTES_BY_IPU,
  RULES_STEP,
  RULES_TILES_END,
  RULES_CYCLE_TOTALS,
  RULES_RUNS,
  RULES_IMAGES,
  RULES_IMAGE_REGIONS,
  RULES_N_IMAGES,
  RULES_DEBUG_PROGRAMS,
  RULES_DEBUG_COMPUTE_SETS,
  RULES_DEBUG_VARIABLES,
  N_RULES,
} PoplensCheckRules;

/* Numbers that a pass computed from the parts, for rules to compare. A rule has no cases if one of
 * its columns here is NULL. */
struct _PoplensCheckMade {
  guint32 n;           /* number of items, for rules whose items are not rows of a part */
  const guint32 *ids;  /* IDs of the items, for rules whose items are not rows of a part */
  const guint32 *rows; /* by item: row for JOIN (); G_MAXUINT32: none */
  guint64 covered, end, regions[3]; /* of one tile: bytes covered by variables; end of the last
                                       variable; bytes by region */
  const guint64 *least, *most, *always_live; /* arrays by tile, down to .tile_end */
  const guint64 *own_code, *code_below;
  const guint64 *set_bytes, *type_bytes[POPLENS_VERTEX_BYTES_CODE];
  const guint64 *state, *state_bytes, *field_bytes, *descriptor_bytes;
  const guint64 *sent, *received, *sent_regions, *received_regions;
  const guint64 *by_tile, *by_tile_in_file, *tile_end;
  const guint64 *live, *live_in_file; /* live bytes by liveness step: computed, and recorded */
  const guint64 *by_class, *by_class_in_file; /* bytes by class: computed, and recorded */
  const guint32 *parents, *most_parents; /* by program: parents found, and most parents allowed */
  const guint64 *referred; /* IDs in the list that poplens_check_hold_lists () checks */
  const guint64 *by_ipu[3], *ipu_in_file;
  const guint64 *gaps;  /* by tile image: bytes of the gaps between variables */
  const guint64 *clock; /* clock frequency in Hz; NULL for a target of type CPU */
  guint64 parts, whole; /* recorded bytes of a variable in a class: sum over the rows of single
                           tiles (.parts), and the row for all tiles (.whole) */
  guint64 edges, vertices, programs, trace_end;
  guint64 totals[POPLENS_N_CYCLE_TOTALS], totals_in_file[POPLENS_N_CYCLE_TOTALS];
};

/* Owner of the checked items, which failures name first: "program 5" in "program 5, tile 7". */
typedef struct {
  const char *what; /* "program" */
  guint32 number;
  const char *link; /* (nullable): location of the owner, without its number; NULL: failures link to
                       the checked item */
} PoplensCheckScope;

/* Checks the rules of a set. FALSE if a case fails. @made, @scope: (nullable) */
gboolean poplens_check_hold (PoplensCheckRun *run, PoplensCheckRules rules,
                             const PoplensCheckMade *made, const PoplensCheckScope *scope);
/* Calls poplens_check_hold () for each of @n lists of IDs, with the IDs as
 * PoplensCheckMade.referred. @what, @ids: names of the lists, such as "compute set" and its ID.
 * @link: as in PoplensCheckScope */
void poplens_check_hold_lists (PoplensCheckRun *run, PoplensCheckRules rules,
                               const PoplensLists *lists, const guint32 *ids, guint32 n,
                               const char *what, const char *link);

G_END_DECLS
