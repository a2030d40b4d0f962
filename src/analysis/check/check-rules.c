/* Table of all rules that compare numbers, and the code that evaluates it. A rule is a check, a
 * number, an operation and the expected number. IN (structure, member) names a number in the run.
 */
#include "analysis/check/check-rules.h"

#include "analysis/check/check-private.h"
#include "base/format.h"

#include <math.h>
#include <string.h>

/* ---- rows ------------------------------------------------------------------------------------ */

typedef enum {
  NUMBER_NONE,
  NUMBER_ONE,
  NUMBER_POSITION, /* index of the item */
  NUMBER_TILE,     /* number of the tile at the item's position in lists by tile */
  NUMBER_U32,
  NUMBER_U64,
  NUMBER_DOUBLE,
  COLUMN_U32, /* array with one number per item */
  COLUMN_U64,
} RuleNumberKind;

typedef enum {
  MAY_BE_ABSENT = 1, /* the largest value of the type means that the number is absent */
  ZERO_IS_ABSENT = 2,
  IS_JOINED = 4, /* item i has the number at index PoplensCheckMade.rows[i], not at index i */
} RuleNumberFlags;

/* Location of a number, or of a column of numbers: a member of a structure to which PoplensCheckRun
 * points. */
typedef struct {
  guint16 part, member; /* offsets: of the pointer in the run, of the member */
  guint8 kind, flags;
} RuleNumber;

typedef enum {
  EQUAL,
  EQUAL_PRODUCT, /* .found is the product of the numbers in .expected */
  NEAR,          /* doubles that differ by less than 1e-9 */
  AT_LEAST,
  AT_MOST,
  WITHIN, /* from .expected to .most */
  EXISTS, /* .found is the ID of an existing item: .in.has () returns TRUE */
} RuleOp;

#define MOST_TERMS 4
#define MOST_ROWS 14

typedef struct {
  PoplensCheckId check;
  const char *what; /* (nullable): text after the item's name that says what is checked: ", sent" */
  RuleNumber found[MOST_TERMS]; /* number that is checked: the sum of these terms */
  RuleOp op;
  RuleNumber expected[MOST_TERMS], most[MOST_TERMS];
  struct {
    const char *one, *noun; /* words for a failed EXISTS: "a program", "program" */
    gboolean (*has) (PoplensCheckRun *run, guint64 id);
  } in;
} RuleRow;

typedef struct {
  const char *item;  /* noun for an item: "tile"; NULL: a failure is named by RuleRow.what alone */
  RuleNumber number; /* number after the noun in the name of an item: "tile 7" */
  RuleNumber n;      /* number of items; NUMBER_NONE: one item */
  const char *link;  /* (nullable): location of an item, without its number: "liveness?step=" */
  RuleRow rows[MOST_ROWS]; /* rules of the set; the rows after the last rule are zero */
} RuleRowSet;

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

/* Shorthands for frequent forms of ROW (). */
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
/* Rule on a memory region of a tile image. Its size is at least that of the profile, and at most
 * that plus the gaps: an image counts gaps inside its segments. */
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

static const RuleRowSet row_sets[N_RULES] = {
    /* Sizes of the target are positive, and products of sizes agree. Products with a size of 0 are
     * not checked. */
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

    /* OF_ACTIVE () checks nothing in a step without active tiles. No known file has such a step, so
     * the correct values are unknown. */
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

/* ---- tables that are written together -------------------------------------------------------- */

void
poplens_check_together (PoplensCheckRun *run)
{
  g_autoptr (PoplensSlice) slice =
      poplens_check_slice (run, CHECK_TABLES_TOGETHER, POPLENS_SLICE_SCAN_TOGETHER, 0);

  for (guint32 i = 0; slice && i < slice->n; i++) {
    const PoplensScanTogether *pair = &slice->scan_together[i];
    if (poplens_check_that (run, CHECK_TABLES_TOGETHER, pair->there))
      continue;
    g_autofree char *expected = g_strdup_printf ("rows, as %s has", pair->with);
    poplens_check_fail (run, CHECK_TABLES_TOGETHER, expected, "none", "%s", pair->table);
  }
}

/* ---- archive.a ------------------------------------------------------------------------------- */

/* Compares each tile image of archive.a with the same tile of the profile. */
static void
check_images (PoplensCheckRun *run)
{
  const PoplensArchive *a = run->archive;
  const PoplensMemory *m = run->memory;
  g_autofree guint32 *rows = g_new (guint32, MAX (a->n, 1));
  g_autofree guint64 *gaps = g_new0 (guint64, MAX (a->n, 1));
  PoplensCheckMade made = {.rows = rows, .gaps = gaps};

  for (guint32 i = 0; i < a->n; i++) {
    guint32 p = rows[i] = poplens_memory_find_tile (m, a->tile[i]);
    if (!poplens_check_that (run, CHECK_ARCHIVE_TILES, p != POPLENS_NO_TILE))
      poplens_check_fail (run, CHECK_ARCHIVE_TILES, "a tile of the profile", "none", "%s, tile %u",
                          poplens_strings_get (a->strings, a->name[i]), a->tile[i]);
    else if (m->total_including_gaps[p] > m->total[p])
      gaps[i] = m->total_including_gaps[p] - m->total[p];
  }
  poplens_check_hold (run, RULES_N_IMAGES, NULL, NULL);
  poplens_check_hold (run, RULES_IMAGES, &made, NULL);
  if (a->has_regions)
    poplens_check_hold (run, RULES_IMAGE_REGIONS, &made, NULL);
  else
    poplens_check_none (run, CHECK_ARCHIVE_REGIONS, "Start of the regions not recorded.");
}

void
poplens_check_images (PoplensCheckRun *run)
{
  const PoplensArchive *a = run->archive;
  PoplensCheck *check = run->checks[CHECK_ARCHIVE_IMAGES];

  if (a->incomplete)
    poplens_check_none (run, CHECK_ARCHIVE_IMAGES, "archive.a is incomplete.");
  if (a->incomplete && !a->n_unreadable)
    return;
  check->cases = (guint64) a->n + a->n_unreadable;
  check->failed = a->n_unreadable;
  for (guint i = 0; i < a->unreadable->len; i++)
    poplens_check_fail (run, CHECK_ARCHIVE_IMAGES, "a tile's image in ELF", "unreadable data", "%s",
                        (const char *) g_ptr_array_index (a->unreadable, i));
}

void
poplens_check_archive (PoplensCheckRun *run)
{
  const PoplensArchive *a = run->archive;
  const PoplensTarget *t = run->target;

  if (run->memory->from_archive)
    poplens_check_none_at_all (run, "No profile: the memory shown comes from the archive.");
  if (a->incomplete)
    poplens_check_none_at_all (run, "archive.a is incomplete.");
  if (run->memory->from_archive || a->incomplete)
    return;
  check_images (run);
  if (a->architecture_from_flags && a->architecture && t->architecture &&
      !poplens_check_that (run, CHECK_ARCHIVE_ARCHITECTURE,
                           !strcmp (a->architecture, t->architecture)))
    poplens_check_fail (run, CHECK_ARCHIVE_ARCHITECTURE, t->architecture, a->architecture,
                        "archive.a");
}

/* ---- debug.cbor ------------------------------------------------------------------------------ */

void
poplens_check_debug (PoplensCheckRun *run)
{
  const PoplensDebugContexts *d = run->debug;
  const PoplensVariables *v = run->variables;

  if (d->incomplete) {
    poplens_check_none_at_all (run, "debug.cbor is incomplete.");
    return;
  }
  poplens_check_hold (run, RULES_DEBUG_PROGRAMS, NULL, NULL);
  poplens_check_hold (run, RULES_DEBUG_COMPUTE_SETS, NULL, NULL);
  if (v)
    poplens_check_hold_lists (run, RULES_DEBUG_VARIABLES, v->debug_ids, v->debug_variable,
                              v->n_debug, "unlowered variable", NULL);
  for (guint32 c = 0; c < d->n; c++) {
    guint32 parent = d->parent[c];
    if (poplens_check_that (run, CHECK_DEBUG_PARENTS,
                            parent != POPLENS_PARENT_DANGLING && parent != POPLENS_PARENT_CYCLE))
      continue;
    poplens_check_fail (run, CHECK_DEBUG_PARENTS, "an existing parent, without a cycle",
                        parent == POPLENS_PARENT_CYCLE ? "a cycle" : "no such parent",
                        "context %" G_GUINT64_FORMAT, d->id[c]);
  }
}

/* ---- evaluation ------------------------------------------------------------------------------ */

/* Values of a RuleRow for one item. */
typedef struct {
  guint64 found, least, most;
} RowNumbers;

/* Returns the address of a number or of the first element of a column. NULL if the part or the
 * column is absent. */
static gconstpointer
locate (const PoplensCheckRun *run, const RuleNumber *number)
{
  const guint8 *part, *column;

  memcpy (&part, (const guint8 *) run + number->part, sizeof part);
  if (!part || number->kind < COLUMN_U32)
    return part ? part + number->member : NULL;
  memcpy (&column, part + number->member, sizeof column);
  return column;
}

/* Reads a number for item @i. The value of a double is its 64 bits. FALSE if the number is absent.
 */
static inline gboolean
read_rule_number (const PoplensCheckRun *run, const RuleNumber *number, guint32 i, guint64 *value)
{
  gconstpointer at = number->kind >= NUMBER_U32 ? locate (run, number) : NULL;
  guint32 row = number->flags & IS_JOINED ? run->made->rows[i] : i;
  guint64 none = G_MAXUINT64;

  if (number->kind >= NUMBER_U32 && (!at || (number->flags & IS_JOINED && row == G_MAXUINT32)))
    return FALSE;
  switch ((RuleNumberKind) number->kind) {
  case NUMBER_U32:
  case COLUMN_U32:
    *value = ((const guint32 *) at)[number->kind == COLUMN_U32 ? row : 0];
    none = G_MAXUINT32;
    break;
  case NUMBER_U64:
  case NUMBER_DOUBLE:
  case COLUMN_U64:
    *value = ((const guint64 *) at)[number->kind == COLUMN_U64 ? row : 0];
    break;
  case NUMBER_TILE:
    *value = poplens_check_tile_at (run, i);
    break;
  default:
    *value = number->kind == NUMBER_ONE ? 1 : i;
  }
  return !(number->flags & MAY_BE_ABSENT && *value == none) &&
         !(number->flags & ZERO_IS_ABSENT && !*value);
}

/* Computes the sum of @terms for item @i, or their product if @multiply is TRUE. A product that
 * overflows is 0. FALSE if a term is absent. */
static inline gboolean
combine (const PoplensCheckRun *run, const RuleNumber *terms, guint32 i, gboolean multiply,
         guint64 *result)
{
  guint64 value;

  *result = multiply;
  for (guint t = 0; t < MOST_TERMS && terms[t].kind; t++) {
    if (!read_rule_number (run, &terms[t], i, &value))
      return FALSE;
    if (!multiply)
      *result += value;
    else if (__builtin_mul_overflow (*result, value, result))
      *result = 0;
  }
  return TRUE;
}

/* Reads the numbers of @row for item @i. FALSE if a number is absent, so that the item is not
 * checked. */
static gboolean
get_case (const PoplensCheckRun *run, const RuleRow *row, guint32 i, RowNumbers *c)
{
  return combine (run, row->found, i, FALSE, &c->found) &&
         combine (run, row->expected, i, row->op == EQUAL_PRODUCT, &c->least) &&
         combine (run, row->most, i, FALSE, &c->most);
}

static double
as_double (guint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

static gboolean
is_met (PoplensCheckRun *run, const RuleRow *row, const RowNumbers *c)
{
  switch (row->op) {
  case AT_LEAST:
    return c->found >= c->least;
  case AT_MOST:
    return c->found <= c->least;
  case WITHIN:
    return c->least <= c->found && c->found <= c->most;
  case NEAR:
    return fabs (as_double (c->least) - as_double (c->found)) < 1e-9;
  case EXISTS:
    return row->in.has (run, c->found);
  default:
    return c->found == c->least;
  }
}

/* ---- reporting ------------------------------------------------------------------------------- */

static char *
describe_place (const PoplensCheckRun *run, const RuleRowSet *set, const PoplensCheckScope *scope,
                const RuleRow *row, guint32 i)
{
  GString *text = g_string_new (NULL);
  guint64 number;

  if (scope)
    g_string_append_printf (text, "%s %u", scope->what, scope->number);
  if (set->item && read_rule_number (run, &set->number, i, &number))
    g_string_append_printf (text, "%s%s %u", scope ? ", " : "", set->item, (guint32) number);
  g_string_append (text, row->what ? row->what : "");
  return g_string_free (text, FALSE);
}

/* Returns the expected value as text. (transfer full) @found: (out) (transfer full): the found
 * value as text */
static char *
describe_case (const RuleRow *row, const RowNumbers *c, char **found)
{
  PoplensNumber number;
  gboolean is_less = row->op == AT_LEAST || (row->op == WITHIN && c->found < c->least);

  if (row->op == EXISTS) {
    *found = g_strdup_printf ("no %s %" G_GUINT64_FORMAT, row->in.noun, c->found);
    return g_strdup (row->in.one);
  }
  if (row->op == NEAR) {
    *found = g_strdup (poplens_format_digits (number, as_double (c->found), 12));
    return g_strdup (poplens_format_digits (number, as_double (c->least), 12));
  }
  *found = g_strdup (poplens_format_count (number, c->found));
  poplens_format_count (number, row->op == WITHIN && !is_less ? c->most : c->least);
  if (row->op == EQUAL || row->op == EQUAL_PRODUCT)
    return g_strdup (number);
  return g_strconcat (number, is_less ? " or more" : " or less", NULL);
}

static void
report_row (PoplensCheckRun *run, const RuleRowSet *set, const PoplensCheckScope *scope,
            const RuleRow *row, guint32 i, const RowNumbers *c)
{
  guint64 number;

  if (run->checks[row->check]->failed++ >= poplens_check_most_kept (row->check))
    return;
  g_autofree char *where = describe_place (run, set, scope, row, i);
  g_autofree char *found = NULL, *expected = describe_case (row, c, &found);
  poplens_check_fail (run, row->check, expected, found, "%s", where);
  if (scope && scope->link)
    poplens_check_link (run, row->check, scope->link, scope->number);
  else if (set->link && read_rule_number (run, &set->number, i, &number))
    poplens_check_link (run, row->check, set->link, (guint32) number);
}

/* ---- checking -------------------------------------------------------------------------------- */

static gboolean
is_plain (const RuleNumber *terms, guint32 n)
{
  return (terms[0].kind == COLUMN_U64 || (terms[0].kind == NUMBER_U64 && n == 1)) &&
         !terms[0].flags && !terms[1].kind;
}

/* TRUE if @row compares two 64-bit columns that are equal in all @n items. The items then need no
 * check one by one. */
static gboolean
are_alike (const PoplensCheckRun *run, const RuleRow *row, guint32 n)
{
  guint64 differ = 0;

  if (row->op != EQUAL || !is_plain (row->found, n) || !is_plain (row->expected, n))
    return FALSE;
  const guint64 *x = locate (run, row->found), *y = locate (run, row->expected);
  for (guint32 i = 0; x && y && i < n; i++)
    differ |= x[i] ^ y[i];
  return x && y && !differ;
}

/* Counts the cases of a row. Returns the number of items for which the row does not hold. */
static guint32
count_failed (PoplensCheckRun *run, const RuleRow *row, guint32 n)
{
  guint64 *cases = &run->checks[row->check]->cases;
  guint32 failed = 0;
  RowNumbers c;

  if (are_alike (run, row, n)) {
    *cases += n;
    return 0;
  }
  for (guint32 i = 0; i < n; i++) {
    if (!get_case (run, row, i, &c))
      continue;
    ++*cases;
    failed += !is_met (run, row, &c);
  }
  return failed;
}

gboolean
poplens_check_hold (PoplensCheckRun *run, PoplensCheckRules rules, const PoplensCheckMade *made,
                    const PoplensCheckScope *scope)
{
  const RuleRowSet *set = &row_sets[rules];
  const RuleRow *row, *end = set->rows + MOST_ROWS;
  guint64 n = 1, failed = 0;
  RowNumbers c;

  run->made = made;
  if (set->n.kind && !read_rule_number (run, &set->n, 0, &n))
    return TRUE;
  for (row = set->rows; row < end && row->found->kind; row++)
    failed += count_failed (run, row, (guint32) n);
  /* Report the failures in the order of items. They are rare, so the second pass costs little. */
  for (guint32 i = 0; failed && i < n; i++)
    for (row = set->rows; row < end && row->found->kind; row++)
      if (get_case (run, row, i, &c) && !is_met (run, row, &c))
        report_row (run, set, scope, row, i, &c);
  return !failed;
}

void
poplens_check_hold_lists (PoplensCheckRun *run, PoplensCheckRules rules, const PoplensLists *lists,
                          const guint32 *ids, guint32 n, const char *what, const char *link)
{
  for (guint32 r = 0; r < n && poplens_check_go_on (run, 0, 0); r++) {
    g_autoptr (GArray) list = poplens_lists_values (lists, r);
    poplens_check_hold (
        run, rules,
        &(PoplensCheckMade){.n = list->len, .referred = (const guint64 *) (gpointer) list->data},
        &(PoplensCheckScope){what, ids[r], link});
  }
}
