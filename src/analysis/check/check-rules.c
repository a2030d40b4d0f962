/* All rules that compare numbers, as rows. Each says where its numbers lie: IN (part, member) of
 * the parts of the run, or of what a pass has made (PoplensCheckMade). */
#include "analysis/check/check-rules.h"

#define RUN ((const PoplensCheckRun *) NULL)
#define KIND_OF(member)                                                                            \
  _Generic ((member),                                                                              \
      guint32: NUMBER_U32,                                                                         \
      guint64: NUMBER_U64,                                                                         \
      double: NUMBER_DOUBLE,                                                                       \
      guint32 *: COLUMN_U32,                                                                       \
      const guint32 *: COLUMN_U32,                                                                 \
      guint64 *: COLUMN_U64,                                                                       \
      const guint64 *: COLUMN_U64)
#define MEMBER(part, member, flags)                                                                \
  {                                                                                                \
    offsetof (PoplensCheckRun, part), offsetof (__typeof__ (*RUN->part), member),                  \
        KIND_OF (RUN->part->member), flags                                                         \
  }
#define IN(part, member) MEMBER (part, member, 0)
#define MAYBE(part, member) MEMBER (part, member, MAY_BE_ABSENT)
#define NOT_0(part, member) MEMBER (part, member, ZERO_IS_ABSENT)
#define JOIN(part, member) MEMBER (part, member, IS_JOINED)
#define CONSTANT(what)                                                                             \
  {                                                                                                \
    0, 0, NUMBER_##what, 0                                                                         \
  }

#define SUM(...) __VA_ARGS__
#define ROW(check, what, found, op, ...)                                                           \
  {                                                                                                \
    CHECK_##check, what, {found}, op,                                                              \
    {                                                                                              \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
  }
#define BETWEEN(check, what, found, least, most)                                                   \
  {                                                                                                \
    CHECK_##check, what, {found}, WITHIN, {least},                                                 \
    {                                                                                              \
      most                                                                                         \
    }                                                                                              \
  }
#define REFERENCE(check, id, ...)                                                                  \
  {                                                                                                \
    CHECK_##check, NULL, {id}, EXISTS, .in = { __VA_ARGS__ }                                       \
  }
#define RULES(rules, item, number, n, link, ...)                                                   \
  [RULES_##rules] = {item, number, n, link, {__VA_ARGS__}}
#define ONCE(rules, ...) RULES (rules, NULL, CONSTANT (NONE), CONSTANT (NONE), NULL, __VA_ARGS__)

/* Rows of which there are several alike. */
#define POSITIVE(column)                                                                           \
  ROW (TARGET, "target_info, " #column, IN (target, column), AT_LEAST, CONSTANT (ONE))
#define PRODUCT(column, a, b)                                                                      \
  ROW (TARGET, "target_info, " #column " (" #a " × " #b ")", NOT_0 (target, column),               \
       EQUAL_PRODUCT, NOT_0 (target, a), NOT_0 (target, b))
#define COUNT(column, found, ...)                                                                  \
  ROW (GRAPH_COUNTS, "graph_info, " column, IN (target, found), EQUAL, __VA_ARGS__)
#define VERTEX_BYTES(column, b)                                                                    \
  ROW (VERTEX_BYTES_AGREE, ", " column, IN (made, set_bytes), EQUAL,                               \
       IN (made, type_bytes[POPLENS_VERTEX_BYTES_##b]))
#define TYPE_BYTES(b) IN (made, type_bytes[POPLENS_VERTEX_BYTES_##b])
#define OF_IPU(title, sum) ROW (BYTES_BY_IPU, title, IN (made, ipu_in_file), EQUAL, IN (made, sum))
#define OF_STEP(column, member)                                                                    \
  ROW (STEP_CYCLES, ", " column, IN (step, member), EQUAL, IN (expected_step, member))
#define OF_ACTIVE(column, member, op)                                                              \
  ROW (STEP_CYCLES, ", " column, IN (step, member), op, IN (active_step, member))
#define TOTAL(column, total)                                                                       \
  ROW (CYCLE_TOTALS, "execution_cycle_totals, " column,                                            \
       IN (made, totals_in_file[POPLENS_TOTAL_##total]), EQUAL,                                    \
       IN (made, totals[POPLENS_TOTAL_##total]))
/* Of an image the gaps inside of its segments are not to be told from bytes in use. */
#define REGION(title, member)                                                                      \
  BETWEEN (ARCHIVE_REGIONS, ", " title, IN (archive, member), JOIN (memory, member),               \
           SUM (JOIN (memory, member), IN (made, gaps)))

static gboolean
has_program (PoplensCheckRun *run, guint64 id)
{
  return id < G_MAXUINT32 && poplens_programs_find (run->programs, (guint32) id) != POPLENS_NO_ROW;
}

static gboolean
has_variable (PoplensCheckRun *run, guint64 id)
{
  return id < G_MAXUINT32 && poplens_check_variable (run, (guint32) id) != G_MAXUINT32;
}

static gboolean
has_context (PoplensCheckRun *run, guint64 id)
{
  return poplens_debug_contexts_find (run->debug, id) != POPLENS_NO_CONTEXT;
}

#define A_PROGRAM "a program", "program", has_program
#define A_VARIABLE "a variable", "variable", has_variable
#define A_CONTEXT "a context of debug.cbor", "context", has_context

#define TILES(rules, part, n, link, ...)                                                           \
  RULES (rules, "tile", CONSTANT (TILE), IN (part, n), link, __VA_ARGS__)
#define STEPS(rules, ...)                                                                          \
  RULES (rules, "step", CONSTANT (POSITION), IN (liveness, n_steps), "liveness?step=", __VA_ARGS__)
#define LISTED(rules, ...) RULES (rules, NULL, CONSTANT (NONE), IN (made, n), NULL, __VA_ARGS__)

const PoplensCheckRowSet poplens_check_row_sets[N_RULES] = {
    /* Each size is told: which of two is wrong shows where several disagree with one. What is 0 is
     * told on its own. */
    ONCE (TARGET,
          ROW (TARGET, "target_info, clock_frequency", IN (made, clock), AT_LEAST, CONSTANT (ONE)),
          POSITIVE (num_ipus), POSITIVE (num_replicas), POSITIVE (ipus_per_replica),
          POSITIVE (tiles_per_ipu), POSITIVE (tiles_per_replica), POSITIVE (num_tiles),
          POSITIVE (bytes_per_tile)),
    ONCE (TARGET_SIZES, PRODUCT (num_tiles, num_ipus, tiles_per_ipu),
          PRODUCT (num_ipus, num_replicas, ipus_per_replica),
          PRODUCT (num_tiles, num_replicas, tiles_per_replica),
          PRODUCT (bytes_per_ipu, tiles_per_ipu, bytes_per_tile),
          PRODUCT (total_memory, num_ipus, bytes_per_ipu),
          PRODUCT (total_memory, num_replicas, memory_per_replica),
          ROW (TARGET, "target_info, tiles_per_replica (rows of memory_by_tile)",
               IN (target, tiles_per_replica), EQUAL, NOT_0 (memory, n_tiles))),
    ONCE (GRAPH, COUNT ("num_compute_sets", compute_sets, IN (vertices, n_compute_sets)),
          COUNT ("num_edges", edges, IN (made, edges)),
          COUNT ("num_vars", variables, IN (variables, n)),
          COUNT ("num_vertices", vertices, IN (made, vertices))),

    ONCE (SWEPT_TILE, ROW (MEMORY_TOTAL, NULL, JOIN (memory, total), EQUAL, IN (made, covered)),
          ROW (MEMORY_END, NULL, JOIN (memory, total_including_gaps), EQUAL, IN (made, end)),
          ROW (MEMORY_REGIONS, ", non-interleaved", JOIN (memory, non_interleaved), EQUAL,
               IN (made, regions[0])),
          ROW (MEMORY_REGIONS, ", interleaved", JOIN (memory, interleaved), EQUAL,
               IN (made, regions[1])),
          ROW (MEMORY_REGIONS, ", overflowed", JOIN (memory, overflowed), EQUAL,
               IN (made, regions[2]))),
    TILES (MEMORY, memory, n_tiles, "memory?tile=",
           ROW (PACKING, NULL, IN (memory, total), AT_LEAST, IN (memory, always_live),
                MAYBE (memory, not_always_live_max)),
           BETWEEN (CATEGORY_TOTALS, NULL, IN (memory, total), IN (made, least), IN (made, most))),
    TILES (LIVE_TILES, memory, n_tiles, "liveness?tile=",
           ROW (ALWAYS_LIVE_BYTES, NULL, IN (memory, always_live), EQUAL, IN (made, always_live))),

    STEPS (LIVE, ROW (LIVE_BYTES, NULL, IN (liveness, not_always_live), EQUAL, IN (made, live))),
    STEPS (LIVE_IPU,
           ROW (LIVE_BYTES_BY_IPU, NULL, IN (made, live_in_file), EQUAL, IN (made, live))),
    RULES (CLASS_BYTES, "class", IN (made, ids), CONSTANT (NONE), NULL,
           ROW (CLASS_BYTES, NULL, IN (made, whole), EQUAL, IN (made, parts))),
    RULES (
        CLASS_BYTES_TILES, "tile", CONSTANT (POSITION), IN (variables, n_tiles), "liveness?tile=",
        ROW (CLASS_BYTES_VARIABLES, NULL, IN (made, by_tile_in_file), EQUAL, IN (made, by_tile))),
    RULES (CLASS_BYTES_CLASSES, "class", IN (liveness, class_id), IN (liveness, n_classes), NULL,
           ROW (CLASS_BYTES_VARIABLES, NULL, IN (made, by_class_in_file), EQUAL,
                MAYBE (made, by_class))),

    RULES (PROGRAM_IDS, "programs, row", CONSTANT (POSITION), IN (programs, n), NULL,
           ROW (PROGRAM_IDS, " by ID", IN (programs, id), EQUAL, CONSTANT (POSITION))),
    RULES (PARENTS, "program", IN (programs, id), IN (programs, n), "programs?program=",
           ROW (PROGRAM_PARENTS, ", number of parents", IN (made, parents), EQUAL,
                IN (made, most_parents))),
    RULES (CHILDREN, "child", CONSTANT (POSITION), IN (made, n), NULL,
           REFERENCE (PROGRAM_CHILDREN, IN (made, referred), A_PROGRAM)),
    TILES (CONTROL_CODE, made, n, NULL,
           ROW (CONTROL_CODE, NULL, IN (made, own_code), AT_LEAST, IN (made, code_below))),

    TILES (VERTEX_BYTES, made, n, "memory?tile=", VERTEX_BYTES ("copy_ptr_bytes", COPY_PTR),
           VERTEX_BYTES ("descriptor_bytes", DESCRIPTOR), VERTEX_BYTES ("edge_ptr_bytes", EDGE_PTR),
           VERTEX_BYTES ("padding_bytes", PADDING),
           VERTEX_BYTES ("vertex_data_bytes", VERTEX_DATA)),
    TILES (VERTEX_MEMORY, memory, n_tiles, "memory?tile=",
           ROW (VERTEX_STATE, NULL, IN (made, state_bytes), EQUAL, IN (made, state)),
           ROW (VERTEX_FIELDS, NULL,
                SUM (TYPE_BYTES (COPY_PTR), TYPE_BYTES (EDGE_PTR), TYPE_BYTES (PADDING),
                     TYPE_BYTES (VERTEX_DATA)),
                EQUAL, IN (made, field_bytes)),
           ROW (VERTEX_DESCRIPTORS, NULL, TYPE_BYTES (DESCRIPTOR), EQUAL,
                IN (made, descriptor_bytes))),
    LISTED (COMPUTE_SET_VARIABLES,
            REFERENCE (COMPUTE_SET_VARIABLES, IN (made, referred), A_VARIABLE)),

    TILES (EXCHANGE, made, n, NULL,
           ROW (EXCHANGE_BYTES, ", sent", IN (made, sent), EQUAL, IN (made, sent_regions)),
           ROW (EXCHANGE_BYTES, ", received", IN (made, received), EQUAL,
                IN (made, received_regions))),
    TILES (HOST_EXCHANGE, made, n, NULL,
           ROW (HOST_BYTES, ", sent", IN (made, sent), EQUAL, IN (made, sent_regions)),
           ROW (HOST_BYTES, ", received", IN (made, received), EQUAL, IN (made, received_regions))),
    RULES (BYTES_BY_IPU, "IPU", CONSTANT (POSITION), IN (made, n), NULL,
           OF_IPU (", received", by_ipu[0]), OF_IPU (", sent", by_ipu[1]),
           OF_IPU (", maximum of a tile", by_ipu[2])),

    /* Of a step in which no tile is active no file tells what its "active" columns would be. */
    RULES (STEP, "IPU", IN (step, ipu), CONSTANT (NONE), NULL, OF_STEP ("cycles_base", base),
           OF_STEP ("all_cycles_to_max", all_to_max), OF_STEP ("all_cycles_to_mean", all_to_mean),
           OF_STEP ("all_cycles_to_min", all_to_min), OF_STEP ("cycles", cycles),
           OF_STEP ("active_tiles", active_tiles),
           OF_ACTIVE ("active_cycles_from_max", active_from_max, EQUAL),
           OF_ACTIVE ("active_cycles_from_mean", active_from_mean, EQUAL),
           OF_ACTIVE ("active_cycles_from_min", active_from_min, EQUAL),
           OF_ACTIVE ("active_cycles_to_max", active_to_max, EQUAL),
           OF_ACTIVE ("active_cycles_to_mean", active_to_mean, EQUAL),
           OF_ACTIVE ("active_cycles_to_min", active_to_min, EQUAL),
           OF_ACTIVE ("active_tile_balance", active_tile_balance, NEAR),
           OF_ACTIVE ("tile_balance", tile_balance, NEAR)),
    RULES (TILES_END, "tile", CONSTANT (POSITION), IN (made, n), NULL,
           ROW (TILES_END, NULL, IN (made, tile_end), EQUAL, IN (made, trace_end))),
    ONCE (CYCLE_TOTALS, TOTAL ("cycles", CYCLES), TOTAL ("tile_cycles_compute", COMPUTE),
          TOTAL ("tile_cycles_internal_exchange", INTERNAL_EXCHANGE),
          TOTAL ("tile_cycles_inter_ipu_exchange", INTER_IPU_EXCHANGE),
          TOTAL ("tile_cycles_stream_copy", STREAM_COPY),
          TOTAL ("tile_cycles_stream_copy_begin", STREAM_COPY_BEGIN),
          TOTAL ("tile_cycles_stream_copy_end", STREAM_COPY_END), TOTAL ("tile_cycles_sync", SYNC)),
    ONCE (RUNS, ROW (RUN_PROGRAMS, "runs, sum of num_programs", IN (made, programs), EQUAL,
                     IN (execution, n_trace))),

    RULES (IMAGES, "tile", IN (archive, tile), IN (archive, n), "memory?tile=",
           ROW (ARCHIVE_MEMORY, NULL, IN (archive, including_gaps), EQUAL,
                JOIN (memory, total_including_gaps))),
    RULES (IMAGE_REGIONS, "tile", IN (archive, tile), IN (archive, n),
           "memory?tile=", REGION ("non-interleaved", non_interleaved),
           REGION ("interleaved", interleaved), REGION ("overflowed", overflowed)),
    ONCE (N_IMAGES, ROW (ARCHIVE_TILES, "archive.a, number of images", IN (archive, n), AT_MOST,
                         IN (memory, n_tiles))),
    RULES (DEBUG_PROGRAMS, "program", IN (programs, id), IN (programs, n), NULL,
           REFERENCE (DEBUG_IDS, NOT_0 (programs, debug_id), A_CONTEXT)),
    RULES (DEBUG_COMPUTE_SETS, "compute set", IN (vertices, compute_set_id),
           IN (vertices, n_compute_sets), NULL,
           REFERENCE (DEBUG_IDS, NOT_0 (vertices, compute_set_debug_id), A_CONTEXT)),
    LISTED (DEBUG_VARIABLES, REFERENCE (DEBUG_IDS, NOT_0 (made, referred), A_CONTEXT)),
};
