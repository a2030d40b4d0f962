#include "demo/write.h"

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
    /* The table is called program_type_stream_copy_mid; real files say it wrong, too. */
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

/* The tiles of the listed kinds, in order. */
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
