#include "app/app-test.h"

#include "app/window/command-line.h"
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
test_good (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensCommandLine) none = PARSE (&error);
  g_autoptr (PoplensCommandLine) two = PARSE (&error, "/a/b", "--place", "memory?tile=5", "/c");
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

/* --with is a key of the location. */
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

/* The whole program: what a shell sees. */
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
  g_test_add_func ("/app/command-line/good", test_good);
  g_test_add_func ("/app/command-line/with", test_with);
  g_test_add_func ("/app/command-line/bad", test_bad);
  g_test_add_func ("/app/command-line/exit-codes", test_exit_codes);
}
