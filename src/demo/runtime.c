/* Writes the tree of programs, and adds what Poplar's runtime needs on every tile. */
#include "demo/build.h"
#include "demo/network.h"
#include "demo/vertex-types.h"
#include "demo/write.h"

/* ---- types of programs ----------------------------------------------------------------------- */

static const struct {
  DemoProgramType type;
  const char *name, *table;
} types[] = {
    {DEMO_SEQUENCE, "Sequence", NULL},
    {DEMO_ON_TILE_EXECUTE, "OnTileExecute", "program_type_on_tile_execute"},
    {DEMO_REPEAT, "Repeat", "program_type_repeat"},
    {DEMO_REPEAT_WHILE, "RepeatWhile", NULL},
    {DEMO_CALL, "Call", "program_type_call"},
    {DEMO_SWITCH, "OnEveryTileSwitch", NULL},
    {DEMO_DO_EXCHANGE, "DoExchange", "program_type_do_exchange"},
    {DEMO_GLOBAL_EXCHANGE, "GlobalExchange", "program_type_global_exchange"},
    {DEMO_STREAM_BEGIN, "StreamCopyBegin", NULL},
    /* Real files have this wrong name, too. The table is called program_type_stream_copy_mid. */
    {DEMO_STREAM_MID, "StreamCopyMid", "program_type_stream_copy"},
    {DEMO_STREAM_END, "StreamCopyEnd", NULL},
    {DEMO_WRITE_UNDEF, "WriteUndef", NULL},
    {DEMO_SET_CONSENSUS, "SetLocalConsensusFromVar", NULL},
    {DEMO_SYNC, "Sync", "program_type_sync"},
    {DEMO_SANS, "Sans", "program_type_sans"},
    {DEMO_SYNC_ANS, "SyncAns", "program_type_sync_ans"},
};

const char *
demo_program_type_name (DemoProgramType type)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].type == type)
      return types[i].name;
  return "";
}

static void
write_detail (DemoModel *m, DemoDb *db, const DemoProgram *p)
{
  switch (p->type) {
  case DEMO_ON_TILE_EXECUTE:
    demo_db_row (db, "program_type_on_tile_execute", "ii", p->index, p->index ^ 1);
    break;
  case DEMO_REPEAT:
    demo_db_row (db, "program_type_repeat", "ii", p->index, DEMO_I (m->repeats));
    break;
  case DEMO_CALL:
    demo_db_row (db, "program_type_call", "nii", p->index, DEMO_I (0));
    break;
  case DEMO_SYNC:
    demo_db_row (db, "program_type_sync", "is", p->index, "Internal");
    break;
  default:
    break;
  }
}

/* Returns the tiles of the listed kinds, ascending. (transfer full) */
static GByteArray *
list_of_kinds (const DemoModel *m, const GArray *kinds)
{
  g_autofree guint8 *listed = g_new0 (guint8, m->n_kinds);
  g_autoptr (GArray) tiles = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < kinds->len; i++)
    listed[g_array_index (kinds, guint32, i)] = 1;
  for (guint32 t = 0; t < m->n_tiles; t++)
    if (listed[m->kind_of[t]])
      g_array_append_val (tiles, t);
  return demo_plain ((const guint32 *) (gpointer) tiles->data, tiles->len);
}

void
demo_write_programs (DemoModel *m, DemoDb *db)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    demo_db_row (db, "program_types", "iss", DEMO_I (types[i].type), types[i].name, types[i].table);
  for (guint i = 0; i < m->programs->len; i++) {
    const DemoProgram *p = demo_program (m, i);
    g_autoptr (GByteArray) children =
        demo_plain ((const guint32 *) (gpointer) p->children->data, p->children->len);
    g_autoptr (GByteArray) control = demo_rle_kinds (m, p->control);

    demo_db_row (db, "programs", "niiobsib", DEMO_I (i), DEMO_I (p->type), p->index, children,
                 p->name, DEMO_I (demo_contexts_id (m->contexts, p->context)), control);
    if (!p->again)
      write_detail (m, db, p);
  }
  for (guint i = 0; i < m->sans->len; i++) {
    const GArray *tiles = g_array_index (m->sans, GArray *, i);
    g_autoptr (GByteArray) list = list_of_kinds (m, tiles);
    demo_db_row (db, "program_type_sans", "ib", DEMO_I (i), list);
    demo_db_row (db, "program_type_sync_ans", "ib", DEMO_I (i), list);
  }
  demo_db_row (db, "control_programs", "nii", DEMO_I (0), DEMO_I (0));
  for (guint i = 0; i < m->functions->len; i++)
    demo_db_row (db, "function_programs", "nii", DEMO_I (i),
                 DEMO_I (g_array_index (m->functions, guint, i)));
}

/* ---- additions of the runtime ---------------------------------------------------------------- */

#define EVERYWHERE ((DemoSpread){DEMO_EVERY_IPU, 0, 0, FALSE})
#define COMPUTING ((DemoSpread){DEMO_EVERY_IPU, 16, 0, FALSE})

/* Functions that codelets call, with sizes as in real profiles. */
static const struct {
  const char *name;
  guint bytes;
  guint alignment;
  gboolean everywhere;
} functions[] = {
    {".text.memcpy", 116, 4, TRUE},
    {".text.__memcpy_up_misaligned", 112, 4, TRUE},
    {".text.__memcpy_up_kernel", 52, 8, TRUE},
    {".text.__st8", 48, 4, TRUE},
    {".text.AlignWorkers", 36, 4, TRUE},
    {".text.__runCodelet_poplar_rt__Memcpy64BitWorkerLsMisaligned", 72, 8, TRUE},
    {".text.convPartialWorkerFloat", 912, 8, FALSE},
    {".text.reduceInnerLoops", 624, 4, FALSE},
    {".text.expPolynomialHalf", 236, 4, FALSE},
    {".data_on_every_tile_switch__10_switchTable", 16, 2, TRUE},
};

void
demo_runtime_begin (DemoModel *m)
{
  if (demo_is_instrumented (m->plan))
    m->profile_info =
        demo_fixed (m, DEMO_INSTRUMENTATION, "profileInfo", DEMO_SUFFIX_TILE, 96, EVERYWHERE,
                    DEMO_ALWAYS_LIVE | DEMO_BY_VERTEX, 8, DEMO_ALWAYS_STATE);
  else
    demo_family_skip (m);
  m->packets = demo_fixed (m, DEMO_HOST_MESSAGE, "_commandPacketPayload", DEMO_SUFFIX_NONE, 64,
                           EVERYWHERE, 0, 4, DEMO_LISTED);
}

/* Returns the codelet's name in the linker's spelling, without brackets, colons and commas.
 * (transfer full) */
static char *
codelet_symbol (const char *type)
{
  GString *out = g_string_new (".text.__runCodelet_");

  for (const char *c = type; *c; c++)
    switch (*c) {
    case '<':
      g_string_append (out, "___");
      break;
    case '>':
      break;
    case ':':
    case ',':
    case ' ':
      g_string_append_c (out, '_');
      break;
    default:
      g_string_append_c (out, *c);
    }
  return g_string_free (out, FALSE);
}

/* Returns the number of vertex types, including those that only one layer uses. */
static guint
count_types (const DemoModel *m)
{
  guint n = DEMO_VERTEX_TYPES;

  for (guint c = 0; c < m->compute_sets->len; c++)
    for (guint u = 0; u < demo_compute_set (m, c)->n_uses; u++)
      n = MAX (n, demo_compute_set (m, c)->uses[u].type + 1);
  return n;
}

/* Adds the code of each vertex type to the tiles that have vertices of this type. */
static void
codelets (DemoModel *m)
{
  m->n_types = count_types (m);
  m->codelet = g_new0 (guint, m->n_types);
  for (guint type = 0; type < m->n_types; type++) {
    g_autofree char *full = demo_vertex_type_name (type), *name = codelet_symbol (full);
    guint id = demo_family_new (m, DEMO_VERTEX_CODE, name, DEMO_SUFFIX_NONE,
                                DEMO_ALWAYS_LIVE | DEMO_EXECUTABLE | DEMO_IS_VERTEX_CODE, 4,
                                DEMO_ALWAYS_CODE);
    guint32 *size = demo_family (m, id)->size;

    m->codelet[type] = id;
    if (type == DEMO_DUMP_STEP)
      demo_family (m, id)->purpose = DEMO_FOR_PROFILER;
    for (guint c = 0; c < m->compute_sets->len; c++) {
      const DemoComputeSet *set = demo_compute_set (m, c);
      for (guint u = 0; u < set->n_uses; u++)
        for (guint t = 0; set->uses[u].type == type && t < m->n_kinds; t++)
          if (set->uses[u].instances[t])
            size[t] = demo_vertex_code (m, type);
    }
  }
}

static guint
control_code (DemoModel *m)
{
  guint id = demo_family_new (m, DEMO_CONTROL_CODE, ".text.poplar_start", DEMO_SUFFIX_NONE,
                              DEMO_ALWAYS_LIVE | DEMO_EXECUTABLE | DEMO_START_SECTION, 4,
                              DEMO_ALWAYS_CODE);
  guint32 *size = demo_family (m, id)->size;

  /* Add the code of Poplar's supervisor, in proportion to the code of programs. */
  for (guint t = 0; t < m->n_kinds; t++) {
    guint32 programs = demo_program (m, 0)->control[t];
    for (guint f = 0; f < m->functions->len; f++)
      programs += demo_program (m, g_array_index (m->functions, guint, f))->control[t];
    size[t] = 292 + programs + programs / 8 * 4;
  }
  if (demo_is_instrumented (m->plan)) {
    guint count = demo_fixed (m, DEMO_CONTROL_CODE, ".text.supervisor.instrumentation_cycleCount",
                              DEMO_SUFFIX_NONE, 160, EVERYWHERE, DEMO_ALWAYS_LIVE | DEMO_EXECUTABLE,
                              4, DEMO_ALWAYS_CODE);
    demo_family (m, count)->purpose = DEMO_FOR_PROFILER;
  } else {
    demo_family_skip (m);
  }
  return demo_fixed (m, DEMO_CONTROL_CODE, ".text.supervisor.control_initPrngSeed",
                     DEMO_SUFFIX_NONE, 32, EVERYWHERE, DEMO_ALWAYS_LIVE | DEMO_EXECUTABLE, 4,
                     DEMO_ALWAYS_CODE);
}

static void
headers (DemoModel *m)
{
  demo_fixed (m, DEMO_HOST_HEADER, "_commandPacketHeader", DEMO_SUFFIX_NONE, 8, EVERYWHERE,
              DEMO_ALWAYS_LIVE, 4, DEMO_ALWAYS_STATE);
  demo_fixed (m, DEMO_HOST_HEADER, "multiple_headers_1", DEMO_SUFFIX_NONE, 16, EVERYWHERE,
              DEMO_ALWAYS_LIVE, 4, DEMO_ALWAYS_STATE);
  demo_fixed (m, DEMO_HOST_HEADER, "_XReqHeader", DEMO_SUFFIX_NONE, 8,
              (DemoSpread){DEMO_EVERY_IPU, 0, 0, TRUE}, DEMO_ALWAYS_LIVE | DEMO_IS_CONSTANT, 4,
              DEMO_ALWAYS_STATE);
  demo_fixed (m, DEMO_MULTIPLE, "streamDescriptors", DEMO_SUFFIX_NONE, 384,
              (DemoSpread){DEMO_EVERY_IPU, 0, 0, TRUE}, DEMO_ALWAYS_LIVE, 8, DEMO_ALWAYS_STATE);
}

void
demo_runtime_build (DemoModel *m)
{
  guint seed = control_code (m);

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    demo_fixed (m, DEMO_VERTEX_CODE, functions[i].name, DEMO_SUFFIX_NONE, functions[i].bytes,
                functions[i].everywhere ? EVERYWHERE : COMPUTING,
                DEMO_ALWAYS_LIVE | DEMO_EXECUTABLE | DEMO_IS_VERTEX_CODE, functions[i].alignment,
                DEMO_ALWAYS_CODE);
  codelets (m);
  guint stack = demo_fixed (m, DEMO_STACK, "__stack", DEMO_SUFFIX_NONE, 888, EVERYWHERE,
                            DEMO_ALWAYS_LIVE | DEMO_BY_VERTEX, 8, DEMO_ALWAYS_STATE);
  demo_family_apart (m, stack, seed);
  demo_fixed (m, DEMO_CONSTANT, "<const>#", DEMO_SUFFIX_TILE, 8, COMPUTING,
              DEMO_IS_CONSTANT | DEMO_BY_VERTEX, 4, DEMO_ALWAYS_STATE);
  if (demo_is_instrumented (m->plan)) {
    static const char *const names[] = {"_instrumentCounterL", "_instrumentCounterU"};
    for (guint i = 0; i < G_N_ELEMENTS (names); i++)
      demo_fixed (m, DEMO_INSTRUMENTATION, names[i], DEMO_SUFFIX_NONE, 4, EVERYWHERE,
                  DEMO_ALWAYS_LIVE, 4, DEMO_ALWAYS_STATE);
  }
  headers (m);
  /* Add constants that Poplar removed later. The file has a row for each, without an offset. */
  guint id = demo_fixed (m, DEMO_CONSTANT, "", DEMO_SUFFIX_NONE, 4,
                         (DemoSpread){DEMO_EVERY_IPU, 8, 1, FALSE}, DEMO_IS_CONSTANT, 4,
                         DEMO_ALWAYS_STATE);
  demo_family (m, id)->bits = DEMO_IS_CONSTANT;
}
