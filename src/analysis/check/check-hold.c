/* The evaluator of rows: reads what they name, counts what does not hold, and tells it. */
#include "analysis/check/check-private.h"
#include "analysis/check/check-rules.h"
#include "base/format.h"

#include <math.h>
#include <string.h>

/* ---- check together -------------------------------------------------------------------------- */

/* Tables that are written together. */

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

/* ---- check files ----------------------------------------------------------------------------- */

/* The other files of a report against its profile: archive.a by tile, and ids of debug.cbor. */

/* ---- archive.a --------------------------------------------------------------------------------
 */

/* What each image says, held against its tile in the profile. */
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

/* ---- debug.cbor -------------------------------------------------------------------------------
 */

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

/* ---- check hold ------------------------------------------------------------------------------ */

/* A row at an item. */
typedef struct {
  guint64 found, least, most;
} Case;

/* ---- numbers ----------------------------------------------------------------------------------
 */

/* Where the number is, or the column begins; NULL where there is none. */
static gconstpointer
locate (const PoplensCheckRun *run, const PoplensCheckNumber *number)
{
  const guint8 *part, *column;

  memcpy (&part, (const guint8 *) run + number->part, sizeof part);
  if (!part || number->kind < COLUMN_U32)
    return part ? part + number->member : NULL;
  memcpy (&column, part + number->member, sizeof column);
  return column;
}

/* FALSE where it is absent. Of a double: its bits. */
static inline gboolean
read_number (const PoplensCheckRun *run, const PoplensCheckNumber *number, guint32 i,
             guint64 *value)
{
  gconstpointer at = number->kind >= NUMBER_U32 ? locate (run, number) : NULL;
  guint32 row = number->flags & IS_JOINED ? run->made->rows[i] : i;
  guint64 none = G_MAXUINT64;

  if (number->kind >= NUMBER_U32 && (!at || (number->flags & IS_JOINED && row == G_MAXUINT32)))
    return FALSE;
  switch ((PoplensCheckNumberKind) number->kind) {
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

/* The sum of the terms, or their product, which is 0 where it overflows. FALSE where one of them is
 * absent. */
static inline gboolean
combine (const PoplensCheckRun *run, const PoplensCheckNumber *terms, guint32 i, gboolean multiply,
         guint64 *result)
{
  guint64 value;

  *result = multiply;
  for (guint t = 0; t < POPLENS_CHECK_MOST_TERMS && terms[t].kind; t++) {
    if (!read_number (run, &terms[t], i, &value))
      return FALSE;
    if (!multiply)
      *result += value;
    else if (__builtin_mul_overflow (*result, value, result))
      *result = 0;
  }
  return TRUE;
}

/* FALSE where the row has no case at the item. */
static gboolean
get_case (const PoplensCheckRun *run, const PoplensCheckRow *row, guint32 i, Case *c)
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
is_met (PoplensCheckRun *run, const PoplensCheckRow *row, const Case *c)
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

/* ---- telling ----------------------------------------------------------------------------------
 */

static char *
describe_place (const PoplensCheckRun *run, const PoplensCheckRowSet *set,
                const PoplensCheckScope *scope, const PoplensCheckRow *row, guint32 i)
{
  GString *text = g_string_new (NULL);
  guint64 number;

  if (scope)
    g_string_append_printf (text, "%s %u", scope->what, scope->number);
  if (set->item && read_number (run, &set->number, i, &number))
    g_string_append_printf (text, "%s%s %u", scope ? ", " : "", set->item, (guint32) number);
  g_string_append (text, row->what ? row->what : "");
  return g_string_free (text, FALSE);
}

/* What was expected, and what was found. */
static char *
describe_case (const PoplensCheckRow *row, const Case *c, char **found)
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
tell (PoplensCheckRun *run, const PoplensCheckRowSet *set, const PoplensCheckScope *scope,
      const PoplensCheckRow *row, guint32 i, const Case *c)
{
  guint64 number;

  if (run->checks[row->check]->failed++ >= poplens_check_most_kept (row->check))
    return;
  g_autofree char *where = describe_place (run, set, scope, row, i);
  g_autofree char *found = NULL, *expected = describe_case (row, c, &found);
  poplens_check_fail (run, row->check, expected, found, "%s", where);
  if (scope && scope->link)
    poplens_check_link (run, row->check, scope->link, scope->number);
  else if (set->link && read_number (run, &set->number, i, &number))
    poplens_check_link (run, row->check, set->link, (guint32) number);
}

/* ---- holding ----------------------------------------------------------------------------------
 */

static gboolean
is_plain (const PoplensCheckNumber *terms, guint32 n)
{
  return (terms[0].kind == COLUMN_U64 || (terms[0].kind == NUMBER_U64 && n == 1)) &&
         !terms[0].flags && !terms[1].kind;
}

/* Whether two columns of 64 bits are there and the same: then no item has to be looked at on its
 * own, and the compiler makes vector code of the loop. */
static gboolean
are_alike (const PoplensCheckRun *run, const PoplensCheckRow *row, guint32 n)
{
  guint64 differ = 0;

  if (row->op != EQUAL || !is_plain (row->found, n) || !is_plain (row->expected, n))
    return FALSE;
  const guint64 *x = locate (run, row->found), *y = locate (run, row->expected);
  for (guint32 i = 0; x && y && i < n; i++)
    differ |= x[i] ^ y[i];
  return x && y && !differ;
}

/* How many items the row does not hold for; counts its cases. */
static guint32
count_failed (PoplensCheckRun *run, const PoplensCheckRow *row, guint32 n)
{
  guint64 *cases = &run->checks[row->check]->cases;
  guint32 failed = 0;
  Case c;

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
  const PoplensCheckRowSet *set = &poplens_check_row_sets[rules];
  const PoplensCheckRow *row, *end = set->rows + POPLENS_CHECK_MOST_ROWS;
  guint64 n = 1, failed = 0;
  Case c;

  run->made = made;
  if (set->n.kind && !read_number (run, &set->n, 0, &n))
    return TRUE;
  for (row = set->rows; row < end && row->found->kind; row++)
    failed += count_failed (run, row, (guint32) n);
  /* Rarely: once more, as what fails is told item by item. */
  for (guint32 i = 0; failed && i < n; i++)
    for (row = set->rows; row < end && row->found->kind; row++)
      if (get_case (run, row, i, &c) && !is_met (run, row, &c))
        tell (run, set, scope, row, i, &c);
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
