#include "analysis/check/check-list.h"

const PoplensCheckSpec poplens_check_specs[N_CHECKS] = {
#define CHECK(id, group, key, title, exceptions, none)                                             \
  [CHECK_##id] = {GROUP_##group, key, title, exceptions, none},
#include "analysis/check/check-specs.h"
#undef CHECK
};

#define BIT(part) POPLENS_PART_BIT (POPLENS_PART_##part)

const PoplensCheckGroup poplens_check_groups[N_GROUPS] = {
    [GROUP_FILES] = {0, 0, poplens_check_files},
    [GROUP_TOGETHER] = {0, 1, poplens_check_together},
    [GROUP_KEYS] = {0, 1, poplens_check_keys},
    [GROUP_INDICES] = {0, 1, poplens_check_indices},
    [GROUP_TARGET] = {BIT (TARGET), 1, poplens_check_target},
    [GROUP_TILES] = {BIT (TARGET) | BIT (MEMORY) | BIT (VARIABLES), 20, poplens_check_tiles},
    [GROUP_MEMORY] = {BIT (MEMORY), 1, poplens_check_memory},
    [GROUP_LIVE_TILES] = {BIT (MEMORY) | BIT (VARIABLES) | BIT (LIVENESS), 8,
                          poplens_check_live_tiles},
    [GROUP_PLACES] = {BIT (VARIABLES), 4, poplens_check_places},
    [GROUP_ORDERS] = {BIT (VARIABLES), 6, poplens_check_orders},
    [GROUP_OVERLAP] = {BIT (VARIABLES) | BIT (LIVENESS), 20, poplens_check_overlap},
    [GROUP_RANGES] = {BIT (LIVENESS), 1, poplens_check_ranges},
    [GROUP_INTERFERENCE] = {BIT (LIVENESS) | BIT (VARIABLES), 2, poplens_check_interference},
    [GROUP_LIVE_BYTES] = {BIT (LIVENESS) | BIT (VARIABLES), 3, poplens_check_live_bytes},
    [GROUP_LIVE_IPUS] = {BIT (LIVENESS) | BIT (VARIABLES) | BIT (TARGET), 3,
                         poplens_check_live_ipus},
    [GROUP_CLASS_BYTES] = {BIT (VARIABLES) | BIT (LIVENESS), 10, poplens_check_class_bytes},
    [GROUP_VARIABLES_REFERENCES] = {BIT (VARIABLES), 8, NULL, POPLENS_REFERENCES_VARIABLES},
    [GROUP_PROGRAM_TREE] = {BIT (PROGRAMS), 6, poplens_check_program_tree},
    [GROUP_PROGRAMS_REFERENCES] = {BIT (PROGRAMS), 1, NULL, POPLENS_REFERENCES_PROGRAMS},
    [GROUP_PREORDER] = {BIT (PROGRAMS) | BIT (LIVENESS), 1, poplens_check_preorder},
    [GROUP_VERTICES] = {BIT (VERTICES), 2, poplens_check_vertices},
    [GROUP_VERTEX_MEMORY] = {BIT (VERTICES) | BIT (MEMORY), 2, poplens_check_vertex_memory},
    [GROUP_COMPUTE_SET_VARIABLES] = {BIT (VERTICES) | BIT (VARIABLES), 2,
                                     poplens_check_compute_set_variables},
    [GROUP_COMPUTE_SETS_REFERENCES] = {BIT (VERTICES), 1, NULL, POPLENS_REFERENCES_COMPUTE_SETS},
    [GROUP_COUNTS] = {BIT (TARGET) | BIT (VERTICES) | BIT (VARIABLES), 1, poplens_check_counts},
    [GROUP_REGIONS] = {BIT (EXCHANGES) | BIT (VARIABLES), 10, poplens_check_regions},
    [GROUP_BYTES_BY_IPU] = {BIT (EXCHANGES) | BIT (TARGET), 3, poplens_check_bytes_by_ipu},
    [GROUP_EXCHANGES_REFERENCES] = {BIT (EXCHANGES), 2, NULL, POPLENS_REFERENCES_EXCHANGES},
    [GROUP_STEPS] = {BIT (EXECUTION) | BIT (TARGET), 30, poplens_check_steps},
    [GROUP_TRACE] = {BIT (EXECUTION), 1, poplens_check_trace},
    [GROUP_STEP_PROGRAMS] = {BIT (EXECUTION), 1, poplens_check_step_programs},
    [GROUP_STEP_VARIANTS] = {BIT (EXECUTION) | BIT (PROGRAMS), 2, poplens_check_step_variants},
    [GROUP_EXECUTION_REFERENCES] = {BIT (EXECUTION), 3, NULL, POPLENS_REFERENCES_EXECUTION},
    [GROUP_IMAGES] = {BIT (ARCHIVE), 1, poplens_check_images},
    [GROUP_ARCHIVE] = {BIT (ARCHIVE) | BIT (MEMORY) | BIT (TARGET), 1, poplens_check_archive},
    [GROUP_DEBUG] = {BIT (DEBUG), 4, poplens_check_debug},
    /* The last: whoever has read a table knows why not. */
    [GROUP_LEAVES] = {0, 1, poplens_check_leaves},
};
