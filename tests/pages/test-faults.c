/* Tests of faults at any moment while a page, a table or checks are made: cancellation, a changed
 * file, a read error. The result is complete or one error, never a warning (of an error that is set
 * over another), and the report caches nothing incomplete. The linker replaces functions by the
 * __wrap_ functions below. */
#include "pages/core/page.h"
#include "pages/core/views.h"
#include "pages/insights/changes.h"

#include "base/error.h"
#include "database/database.h"
#include "derived/check/check-report.h"
#include "support/run-demo.h"
#include "support/seeds.h"
#include "support/temp-dir.h"
#include "tables/engine/registry.h"

#include <string.h>

/* ---- faults ---------------------------------------------------------------------------------- */

typedef enum {
  CANCEL = 1, /* the user cancels */
  CHANGE = 2, /* the file differs from the one that was opened */
  DAMAGE = 4, /* SQLite fails to read */
} Faults;

/* Counts moments (calls of the __wrap_ functions) of all threads. From moment .at on the faults are
 * active. */
static struct {
  GCancellable *cancellable;
  Faults faults;
  gint at;   /* moment of the faults; 0: none */
  gint seen; /* atomic: moments so far */
} now;

static gboolean
fault_is_active (Faults fault)
{
  return now.at && now.faults & fault && g_atomic_int_get (&now.seen) >= now.at;
}

static void
count_moment (void)
{
  if (g_atomic_int_add (&now.seen, 1) + 1 == now.at && now.faults & CANCEL)
    g_cancellable_cancel (now.cancellable);
}

gboolean __real_g_cancellable_is_cancelled (GCancellable *cancellable);
gboolean __wrap_g_cancellable_is_cancelled (GCancellable *cancellable);
gboolean __real_g_cancellable_set_error_if_cancelled (GCancellable *cancellable, GError **error);
gboolean __wrap_g_cancellable_set_error_if_cancelled (GCancellable *cancellable, GError **error);
gboolean __real_poplens_file_identity_equal (const PoplensFileIdentity *a,
                                             const PoplensFileIdentity *b);
gboolean __wrap_poplens_file_identity_equal (const PoplensFileIdentity *a,
                                             const PoplensFileIdentity *b);
int __real_sqlite3_prepare_v2 (sqlite3 *db, const char *sql, int size, sqlite3_stmt **statement,
                               const char **tail);
int __wrap_sqlite3_prepare_v2 (sqlite3 *db, const char *sql, int size, sqlite3_stmt **statement,
                               const char **tail);
int __real_sqlite3_step (sqlite3_stmt *statement);
int __wrap_sqlite3_step (sqlite3_stmt *statement);

gboolean
__wrap_g_cancellable_is_cancelled (GCancellable *cancellable)
{
  if (cancellable)
    count_moment ();
  return __real_g_cancellable_is_cancelled (cancellable);
}

gboolean
__wrap_g_cancellable_set_error_if_cancelled (GCancellable *cancellable, GError **error)
{
  if (cancellable)
    count_moment ();
  return __real_g_cancellable_set_error_if_cancelled (cancellable, error);
}

gboolean
__wrap_poplens_file_identity_equal (const PoplensFileIdentity *a, const PoplensFileIdentity *b)
{
  count_moment ();
  return !fault_is_active (CHANGE) && __real_poplens_file_identity_equal (a, b);
}

int
__wrap_sqlite3_prepare_v2 (sqlite3 *db, const char *sql, int size, sqlite3_stmt **statement,
                           const char **tail)
{
  count_moment ();
  return __real_sqlite3_prepare_v2 (db, sql, size, statement, tail);
}

int
__wrap_sqlite3_step (sqlite3_stmt *statement)
{
  return fault_is_active (DAMAGE) ? SQLITE_CORRUPT : __real_sqlite3_step (statement);
}

/* ---- what is made ---------------------------------------------------------------------------- */

static void
add_table (GString *text, const PoplensTable *table)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (PoplensTextSink) sink = poplens_text_sink_new (stream);
  PoplensTableOutput output = {.limit = 200};

  g_assert_true (poplens_table_write (table, NULL, POPLENS_TABLE_CSV, &output, sink, NULL) &&
                 poplens_text_sink_flush (sink, NULL));
  g_string_append_len (
      text, g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream)),
      (gssize) g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream)));
  g_string_append_printf (text, "%s\n", poplens_table_get_note (table));
}

static void
add_section (GString *text, const PoplensSection *section)
{
  g_string_append_printf (text, "[%s] %s %s\n", section->key, section->title, section->text);
  for (guint f = 0; section->facts && f < section->facts->len; f++) {
    const PoplensFact *fact = section->facts->pdata[f];
    g_string_append_printf (text, "%s: %s (%s)\n", fact->label, fact->value, fact->detail);
  }
  if (section->table)
    add_table (text, section->table);
}

/* Functions that make what @location says, as text. (transfer full) (nullable): NULL with @error */
static char *
make_page (PoplensReport *report, const char *location, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) parsed = poplens_location_parse (location, NULL);
  g_autoptr (PoplensPage) page =
      poplens_page_build (report, parsed, POPLENS_BYTE_UNIT_BINARY, cancellable, error);
  g_autoptr (GString) text = g_string_new (NULL);

  if (!page || !poplens_page_complete (page, report, cancellable, error))
    return NULL;
  for (guint b = 0; b < page->sections->len; b++)
    add_section (text, page->sections->pdata[b]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
make_table (PoplensReport *report, const char *name, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) location = poplens_location_new (poplens_tables_find (name)->page);
  g_autoptr (PoplensTable) table =
      poplens_tables_build (name, report, location, cancellable, error);
  g_autoptr (GString) text = g_string_new (NULL);

  if (!table)
    return NULL;
  add_table (text, table);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
make_checks (PoplensReport *report, const char *unused, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) checks = poplens_report_check (report, NULL, NULL, cancellable, error);

  return checks ? poplens_checks_summary (checks) : NULL;
}

static char *
make_suggestions (PoplensReport *report, const char *words, GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (GPtrArray) scales = poplens_changes_suggest (report, words, 8, cancellable, error);

  return scales ? g_strdup_printf ("%u", scales->len) : NULL;
}

typedef char *(*Make) (PoplensReport *report, const char *what, GCancellable *cancellable,
                       GError **error);

/* ---- one try --------------------------------------------------------------------------------- */

typedef struct {
  char *dir;
  PoplensReport *report; /* report of the last try */
} FaultFixture;

static PoplensReport *
fault_open_report (const FaultFixture *fixture)
{
  PoplensReport *report = poplens_report_open (fixture->dir, NULL);

  g_assert_nonnull (report);
  return report;
}

/* Makes @what without a fault. @moments: (out): the number of moments that this takes. (transfer
 * full) */
static char *
make_without_fault (const FaultFixture *fixture, Make make, const char *what, guint *moments)
{
  g_autoptr (PoplensReport) report = fault_open_report (fixture);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  char *text;

  now.at = now.seen = 0;
  text = make (report, what, cancellable, &error);
  *moments = (guint) now.seen;
  if (!text)
    text = g_strdup (error->message);
  return text;
}

/* Fails with the first line that differs, as a page is long. */
static void
check_same (const char *is, const char *well, const char *what, Faults faults, guint at)
{
  g_auto (GStrv) lines = g_strsplit (is, "\n", -1);
  g_auto (GStrv) due = g_strsplit (well, "\n", -1);
  guint i = 0;

  if (!strcmp (is, well))
    return;
  while (!g_strcmp0 (lines[i], due[i]))
    i++;
  g_test_message ("%s, faults %d at moment %u, line %u", what, faults, at, i + 1);
  g_assert_cmpstr (lines[i], ==, due[i]);
}

static void
try_once (const FaultFixture *fixture, Make make, const char *what, Faults faults, guint at,
          const char *well)
{
  g_autoptr (PoplensReport) report = fault_open_report (fixture);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) later = NULL;

  now.cancellable = cancellable;
  now.faults = faults;
  now.seen = 0;
  now.at = (gint) at;
  g_autofree char *text = make (report, what, cancellable, &error);
  now.at = 0;
  g_assert_true (!text == !!error);
  /* A report remembers damage, so a second attempt cannot succeed. */
  if (faults & DAMAGE)
    return;
  g_autofree char *again = make (report, what, NULL, &later);
  check_same (again ? again : later->message, well, what, faults, at);
}

static void
try_all (const FaultFixture *fixture, Make make, const char *what)
{
  static const Faults faults[] = {CANCEL, CHANGE, DAMAGE, CHANGE | CANCEL, DAMAGE | CANCEL};
  /* The first three are single faults. */
  guint n_faults = all_seeds () ? G_N_ELEMENTS (faults) : 3;
  guint moments;
  g_autofree char *well = make_without_fault (fixture, make, what, &moments);
  guint step = g_test_slow () ? 1 : 1 + moments / (all_seeds () ? 5 : 2);

  for (guint f = 0; f < n_faults; f++)
    for (guint at = 1 + f % step; at <= moments; at += step)
      try_once (fixture, make, what, faults[f], at, well);
  g_test_message ("%s: %u moments", what, moments);
}

static void
fault_set_up (FaultFixture *fixture, gconstpointer unused)
{
  static const char *const options[] = {"--tiles=32", "--seed=3", NULL};

  fixture->dir = temp_dir_new ();
  g_assert_true (run_demo (fixture->dir, options));
}

static void
fault_tear_down (FaultFixture *fixture, gconstpointer unused)
{
  temp_dir_remove (fixture->dir);
  g_free (fixture->dir);
}

static void
test_page_faults (FaultFixture *fixture, gconstpointer unused)
{
  static const char *const more[] = {"memory?tile=3-5", "memory?view=variables&plot=weights",
                                     "liveness?tile=3&step=5,9", "trace?executed=5",
                                     "insights?scale=weights=2&change=half"};
  g_autoptr (PoplensReport) report = fault_open_report (fixture);
  g_autoptr (GPtrArray) views = poplens_views_list (report);

  for (guint v = 0; v < views->len; v++) {
    g_autofree char *location = poplens_view_location (views->pdata[v]);
    g_autoptr (PoplensLocation) parsed = poplens_location_parse (location, NULL);
    /* Without "tab" the page builds all its tabs. */
    if (!poplens_location_get (parsed, "tab") &&
        !poplens_page_why_not (poplens_location_get_page (parsed), report))
      try_all (fixture, make_page, location);
  }
  for (guint m = 0; m < G_N_ELEMENTS (more); m++)
    try_all (fixture, make_page, more[m]);
}

static void
test_table_faults (FaultFixture *fixture, gconstpointer unused)
{
  guint n;
  const PoplensTableSpec *tables = poplens_tables_list (&n);

  for (guint t = 0; t < n; t++)
    if (!g_str_has_prefix (tables[t].name, "check"))
      try_all (fixture, make_table, tables[t].name);
}

static void
test_checks (FaultFixture *fixture, gconstpointer unused)
{
  try_all (fixture, make_checks, "");
}

static void
test_suggestions (FaultFixture *fixture, gconstpointer unused)
{
  try_all (fixture, make_suggestions, "w");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/pages/faults/suggestions", FaultFixture, NULL, fault_set_up, test_suggestions,
              fault_tear_down);
  g_test_add ("/pages/faults/checks", FaultFixture, NULL, fault_set_up, test_checks,
              fault_tear_down);
  g_test_add ("/pages/faults/tables", FaultFixture, NULL, fault_set_up, test_table_faults,
              fault_tear_down);
  g_test_add ("/pages/faults/pages", FaultFixture, NULL, fault_set_up, test_page_faults,
              fault_tear_down);
  return g_test_run ();
}
