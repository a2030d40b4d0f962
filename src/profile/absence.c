/* Explains why the file lacks a part: names the engine option that would record it. Also reads the
 * first pages of tables ahead, for a file on another computer. */
#include "database/database.h"
#include "database/far-vfs.h"
#include "database/sqlite-file.h"
#include "profile/loaders.h"

/* ---- first pages of tables ------------------------------------------------------------------- */

/* The functions below read ahead pages near the roots of tables, all at once. On another computer,
 * each page that is read by itself costs a round trip. They do nothing for a file on this computer.
 */

#define INNER 5
#define HEADER_INNER 12
#define PAGE_SIZE_AT 16
/* Number of levels of a b-tree below its root that are read ahead. Readers of deeper trees fetch
 * the other levels themselves. */
#define LEVELS 2

/* Fills @pages with the file and its page size. FALSE if the file is on this computer, or cannot be
 * read. */
static gboolean
begin_pages (PoplensDatabase *self, PoplensPages *pages)
{
  guint8 size[2];
  sqlite3_int64 bytes = 0;

  *pages = (PoplensPages){.file = poplens_sqlite_file (self->handle),
                          .far = poplens_far_get_file (self->handle)};
  if (!pages->far || pages->file->pMethods->xFileSize (pages->file, &bytes) != SQLITE_OK ||
      !poplens_sqlite_file_read (pages->file, PAGE_SIZE_AT, size, sizeof size))
    return FALSE;
  pages->size = poplens_u16 (size) > 1 ? poplens_u16 (size) : 65536;
  pages->n = (guint32) MIN (bytes / pages->size, G_MAXINT32);
  return pages->size >= 512;
}

static gboolean
read_page (PoplensPages *pages, guint32 page, guint8 *out)
{
  return poplens_pages_has (pages, page) && poplens_pages_read (pages, page, 1, out);
}

/* Appends the first child of an inner page to @to; all its children if @all. */
static void
add_children (const PoplensPages *pages, const guint8 *page, gboolean all, GArray *to)
{
  guint32 n = poplens_u16 (page + 3);

  if (page[0] != INNER || HEADER_INNER + 2 * n > pages->size)
    return;
  for (guint32 i = 0; i <= (all ? n : 0); i++) {
    guint32 at = i < n ? poplens_u16 (page + HEADER_INNER + 2 * i) : 8;
    guint32 child = at + 4 <= pages->size ? poplens_u32 (page + at) : 0;
    if (poplens_pages_has (pages, child))
      g_array_append_val (to, child);
  }
}

/* Returns the first child (guint32) of each page in @level; all children if @all. (transfer full)
 */
static GArray *
read_level (PoplensPages *pages, const GArray *level, gboolean all)
{
  g_autofree guint8 *page = g_malloc (pages->size);
  GArray *below = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < level->len; i++)
    if (read_page (pages, g_array_index (level, guint32, i), page))
      add_children (pages, page, all, below);
  return below;
}

static void
pages_read_ahead (const PoplensPages *pages, const GArray *wanted)
{
  poplens_pages_will_need (pages, (const guint32 *) (gpointer) wanted->data, wanted->len);
}

/* Appends the root page (guint32) of @table to @roots. FALSE if the file lacks the table or it has
 * no row. */
static gboolean
database_add_root (PoplensDatabase *self, const char *table, GArray *roots)
{
  const PoplensSchemaTable *found = poplens_schema_get_table (self->schema, table);
  PoplensPages pages;

  if (!found || !begin_pages (self, &pages))
    return FALSE;
  g_autofree guint8 *page = g_malloc (pages.size);
  if (!read_page (&pages, found->root, page) || !poplens_u16 (page + 3))
    return FALSE;
  g_array_append_val (roots, found->root);
  return TRUE;
}

/* Reads ahead pages of tables, given by their root pages: the path to the first row of each table
 * in @firsts, and all children of the roots in @wholes. Waits only for the level below the roots.
 */
static void
database_will_need_rows (PoplensDatabase *self, GArray *firsts, GArray *wholes)
{
  g_autoptr (GArray) level = g_array_ref (firsts);
  PoplensPages pages;

  if (!begin_pages (self, &pages))
    return;
  g_autoptr (GArray) leaves = read_level (&pages, wholes, TRUE);
  for (guint l = 0; l < LEVELS && level->len; l++) {
    GArray *below = read_level (&pages, level, FALSE);
    g_array_unref (level);
    level = below;
    pages_read_ahead (&pages, level);
    if (!l)
      pages_read_ahead (&pages, leaves);
  }
}

/* ---- reasons --------------------------------------------------------------------------------- */

/* Tables that each part needs, and the message if they have no rows. Messages name the Poplar SDK's
 * engine options (formats.md 2.3). */
static const struct {
  const char *tables[4]; /* the part needs a row in one of these */
  const char *reason;
} needs[POPLENS_N_PARTS] = {
    [POPLENS_PART_TARGET] = {{"target_info"}, "No target recorded."},
    [POPLENS_PART_OPTIONS] = {{"compilation_parameters", "target_parameters",
                               "execution_parameters"},
                              "No engine options recorded."},
    [POPLENS_PART_COMPILATION] = {{"compilation_trace", "optimization_info"},
                                  "No compile phases recorded."},
    [POPLENS_PART_MEMORY] = {{"memory_by_tile"},
                             "No memory by tile recorded. Record it with the engine option "
                             "autoReport.outputGraphProfile=true."},
    [POPLENS_PART_VERTICES] = {{"compute_sets", "vertex_types"},
                               "No compute sets or vertices recorded."},
    [POPLENS_PART_PROGRAMS] = {{"programs"},
                               "No programs recorded. Record them with the engine option "
                               "autoReport.outputGraphProfile=true."},
    [POPLENS_PART_EXCHANGES] = {{"program_type_do_exchange", "program_type_global_exchange",
                                 "program_type_stream_copy_mid"},
                                "The program has no exchanges."},
    [POPLENS_PART_VARIABLES] = {{"vars_info", "unlowered_vars"},
                                "No variables recorded. Record them with the engine option "
                                "autoReport.outputLoweredVars=true."},
    [POPLENS_PART_LIVENESS] = {{"depth_first_steps"},
                               "No liveness recorded. Record it with the engine option "
                               "autoReport.outputGraphProfile=true."},
    [POPLENS_PART_EXECUTION] =
        {{"steps", "blocks", "runs"},
         "No execution recorded: the program was only compiled, or it ran without the engine "
         "option autoReport.outputExecutionProfile=true."},
};

char *
poplens_explain_no_lowered (PoplensDatabase *database)
{
  return poplens_database_has_rows (database, "vars_info")
             ? NULL
             : g_strdup (needs[POPLENS_PART_VARIABLES].reason);
}

char *
poplens_explain_absence (PoplensDatabase *database, PoplensPart part)
{
  for (guint t = 0; t < G_N_ELEMENTS (needs[part].tables) && needs[part].tables[t]; t++)
    if (poplens_database_has_rows (database, needs[part].tables[t]))
      return NULL;
  return g_strdup (needs[part].reason);
}

void
poplens_expect_briefs (PoplensDatabase *database)
{
  /* Tables that poplens_load_liveness_brief () and poplens_load_memory_brief () read whole. */
  static const char *const read_whole[] = {"memory_by_tile", "depth_first_steps",
                                           "memory_not_always_live_by_step_and_ipu"};
  g_autoptr (GArray) firsts = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) wholes = g_array_new (FALSE, FALSE, sizeof (guint32));

  /* For each part, add its first table that has rows. */
  for (PoplensPart p = 0; p < POPLENS_N_PARTS; p++)
    for (guint t = 0; t < G_N_ELEMENTS (needs[p].tables) && needs[p].tables[t]; t++)
      if (database_add_root (database, needs[p].tables[t], firsts))
        break;
  for (guint t = 0; t < G_N_ELEMENTS (read_whole); t++)
    database_add_root (database, read_whole[t], wholes);
  database_will_need_rows (database, firsts, wholes);
}
