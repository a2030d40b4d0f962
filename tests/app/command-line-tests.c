/* Tests of the command line of poplens, of poplens:// links, and of the exit codes that a shell
 * gets. */
#include "app/app-test.h"

#include "app/remote/report-link.h"
#include "app/window/application.h"
#include "base/error.h"
#include "model/location.h"

#include <string.h>
#include <sys/wait.h>

static PoplensCommandLine *
parse (GError **error, const char *const *words)
{
  return poplens_command_line_parse ((char **) words, error);
}

#define PARSE(error, ...) parse (error, (const char *const[]){"poplens", ##__VA_ARGS__, NULL})

static void
test_valid_command_lines (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensCommandLine) none = PARSE (&error);
  g_autoptr (PoplensCommandLine) two = PARSE (&error, "/a/b", "--location", "memory?tile=5", "/c");
  g_autoptr (PoplensCommandLine) version = PARSE (&error, "--version");

  g_assert_no_error (error);
  g_assert_cmpuint (none->files->len, ==, 0);
  g_assert_null (none->location);
  g_assert_cmpuint (two->files->len, ==, 2);
  g_assert_cmpstr (two->location, ==, "memory?tile=5");
  g_autofree char *second = g_file_get_path (g_ptr_array_index (two->files, 1));
  g_assert_cmpstr (second, ==, "/c");
  g_assert_true (version->version);
}

/* The option --with becomes a key of the location. */
static void
test_with (void)
{
  g_autoptr (GError) error = NULL, none = NULL, several = NULL, twice = NULL;
  g_autoptr (PoplensCommandLine) plain = PARSE (&error, "/a", "--with", "/b c");
  g_autoptr (PoplensCommandLine) placed =
      PARSE (&error, "/a", "--with", "/b", "--location", "memory?tile=5");

  g_assert_no_error (error);
  g_autoptr (PoplensLocation) location = poplens_location_parse (plain->location, NULL);
  g_autofree char *other = poplens_location_get_other (location);
  g_assert_cmpstr (other, ==, "/b c");
  g_assert_cmpint (poplens_location_get_page (location), ==, POPLENS_PAGE_SUMMARY);
  g_assert_cmpstr (placed->location, ==, "memory?tile=5&with=/b");
  g_assert_null (PARSE (&none, "--with", "/b"));
  g_assert_error (none, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_assert_null (PARSE (&several, "/a", "/c", "--with", "/b"));
  g_assert_error (several, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_assert_null (PARSE (&twice, "/a", "--with", "/b", "--location", "memory?with=/c"));
  g_assert_error (twice, POPLENS_ERROR, POPLENS_ERROR_USAGE);
}

static void
test_bad (void)
{
  g_autoptr (GError) no_page = NULL, no_report = NULL, unknown = NULL;

  g_assert_null (PARSE (&no_page, "/a", "--location", "nowhere"));
  g_assert_error (no_page, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_assert_null (PARSE (&no_report, "--location", "memory"));
  g_assert_error (no_report, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_assert_null (PARSE (&unknown, "--nonsense"));
  g_assert_error (unknown, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION);
}

/* A link keeps any path and location that was written into it. */
static void
test_report_links (void)
{
  static const struct {
    const char *path, *location, *link, *destination;
  } cases[] = {
      {"/data/run", NULL, "poplens:///data/run", NULL},
      {"/a b/\303\244?#%", "memory?tile=5&breakdown=kind",
       "poplens:///a%20b/%C3%A4%3F%23%25?location=memory%3Fbreakdown%3Dkind%26tile%3D5", NULL},
      {"/a\377", "summary", "poplens:///a%FF?location=summary", NULL},
      {"/gc-01:/run", NULL, "poplens:///gc-01%3A/run", NULL},
      {"gc-01:/data/run", "trace?with=/b", "poplens://gc-01/data/run?location=trace%3Fwith%3D%2Fb",
       "gc-01"},
      {"kim@gc-01:run", NULL, "poplens://kim@gc-01/~/run", "kim@gc-01"},
      {"ssh://kim@[fe80::1]:2222/a%3Fb", "summary",
       "poplens://kim@[fe80::1]:2222/a%3Fb?location=summary", "kim@[fe80::1]:2222"},
      {"/run", "summary?with=gc-01:/other",
       "poplens:///run?location=summary%3Fwith%3Dgc-01%3A%2Fother", "gc-01"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensLocation) location =
        cases[i].location ? poplens_location_parse (cases[i].location, NULL) : NULL;
    g_autofree char *written = location ? poplens_location_to_string (location) : NULL;
    g_autofree char *link = poplens_report_link_format (cases[i].path, written);
    g_autoptr (PoplensReportLink) read = poplens_report_link_parse (cases[i].link, &error);

    g_assert_no_error (error);
    g_assert_cmpstr (read->path, ==, cases[i].path);
    g_assert_cmpstr (read->destination, ==, cases[i].destination);
    g_assert_cmpstr (read->location, ==, written);
    g_autoptr (PoplensReportLink) again = poplens_report_link_parse (link, &error);
    g_assert_no_error (error);
    g_assert_cmpstr (again->path, ==, cases[i].path);
    g_assert_cmpstr (again->destination, ==, cases[i].destination);
    g_assert_cmpstr (again->location, ==, written);
  }
}

static void
test_bad_links (void)
{
  static const char *const bad[] = {
      "poplens:",
      "poplens:/data",
      "poplens:data",
      "poplens:///a%2",
      "poplens:///a%00b",
      "poplens://-oProxyCommand=x/a",
      "poplens://u:secret@h/a",
      "poplens://h:99999/a",
      "poplens:///a?location=nowhere",
      "poplens:///a?run=1",
      "poplens:///a?location=summary&x=1",
      "poplens:///a?location=summary%3Fwith%3Dssh%253A//-o/x",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GError) none = NULL;
    g_autoptr (PoplensCommandLine) line = PARSE (&none, bad[i]);
    g_autoptr (PoplensReportLink) link = poplens_report_link_parse (bad[i], &error);

    if (link)
      g_test_message ("taken: %s", bad[i]);
    g_assert_null (link);
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
    /* The message quotes the link as given, unless its location contains an address too. */
    g_assert_true (!strstr (error->message, "ssh://") || strstr (bad[i], "ssh%253A"));
    /* The window reports the error. */
    g_assert_no_error (none);
    g_assert_cmpuint (line->files->len, ==, 1);
  }
  g_autoptr (GError) twice = NULL;
  g_assert_null (PARSE (&twice, "poplens:///a?location=summary", "--location", "memory"));
  g_assert_error (twice, POPLENS_ERROR, POPLENS_ERROR_USAGE);
}

/* Runs the program and checks its exit code and what it writes, as a shell sees them. */
static void
run_program (const char *option, const char *value, int expected, const char *said)
{
  const char *folder = g_getenv ("POPLENS_BINDIR");
  g_autofree char *program = g_build_filename (folder ? folder : ".", "poplens", NULL);
  const char *arguments[] = {program, option, value, NULL};
  g_autofree char *out = NULL, *err = NULL;
  g_autoptr (GError) error = NULL;
  int status = 0;

  if (!g_file_test (program, G_FILE_TEST_IS_EXECUTABLE)) {
    g_test_skip ("poplens is not built");
    return;
  }
  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, &err, &status,
                &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, expected);
  g_assert_nonnull (strstr (expected ? err : out, said));
}

static void
test_exit_codes (void)
{
  run_program ("--version", NULL, 0, "poplens ");
  run_program ("--help", NULL, 0, "--location");
  run_program ("--nonsense", NULL, 2, "--help");
  run_program ("--location=nowhere", "/tmp", 2, "nowhere");
}

void
add_command_line_tests (void)
{
  g_test_add_func ("/app/command-line/good", test_valid_command_lines);
  g_test_add_func ("/app/command-line/with", test_with);
  g_test_add_func ("/app/command-line/bad", test_bad);
  g_test_add_func ("/app/command-line/links", test_report_links);
  g_test_add_func ("/app/command-line/bad-links", test_bad_links);
  g_test_add_func ("/app/command-line/exit-codes", test_exit_codes);
}
