/* Runs commands of poplens-cli on damaged reports, and checks their output and exit status. */
#include "terminal.h"

#include "limits.h"

#include <gio/gio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const commands[][4] = {{"summary"},
                                          {"summary", "--all"},
                                          {"summary", "--json"},
                                          {"memory"},
                                          {"memory", "--tile=fullest"},
                                          {"memory", "--json"},
                                          {"liveness"},
                                          {"liveness", "--by=variable"},
                                          {"liveness", "--by=tile"},
                                          {"liveness", "--json"},
                                          {"fit", "--all"},
                                          {"fit", "--json"},
                                          {"time"},
                                          {"trace"},
                                          {"trace", "--by=step"},
                                          {"trace", "--json"},
                                          {"programs", "--all"},
                                          {"operations"},
                                          {"operations", "--by=line"},
                                          {"check"},
                                          {"check", "--json"}};

/* Runs in the child. The parent's limit of memory is inherited, and the sweep watches both. */
static void
die_in_time (gpointer data)
{
  const guint *most = data;
  const struct rlimit seconds = {*most, *most + 1};

  setrlimit (RLIMIT_CPU, &seconds);
  alarm (MOST_WALL_SECONDS * 2 / 3);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Returns names, sizes, times and bytes of all files in @dir, as a checksum. (transfer full) */
static char *
fingerprint (const char *dir)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GDir) listing = g_dir_open (dir, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while ((name = g_dir_read_name (listing)))
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *path = g_build_filename (dir, g_ptr_array_index (names, i), NULL);
    g_autofree char *bytes = NULL;
    struct stat info;
    gsize size = 0;
    g_assert_cmpint (stat (path, &info), ==, 0);
    g_file_get_contents (path, &bytes, &size, NULL);
    g_checksum_update (sum, (guchar *) path, -1);
    g_checksum_update (sum, (guchar *) &info.st_mtim, sizeof info.st_mtim);
    g_checksum_update (sum, (guchar *) bytes, (gssize) size);
  }
  return g_strdup (g_checksum_get_string (sum));
}

static gboolean
is_harmless (gunichar c)
{
  if (c == '\n')
    return TRUE;
  /* Format characters include those that reverse the direction of text. */
  return !g_unichar_iscntrl (c) && !(c >= 0x202a && c <= 0x202e) && !(c >= 0x2066 && c <= 0x2069);
}

static void
check_terminal_text (const char *text)
{
  if (!g_utf8_validate (text, -1, NULL))
    g_error ("what is printed is not UTF-8");
  for (const char *p = text; *p; p = g_utf8_next_char (p))
    if (!is_harmless (g_utf8_get_char (p)))
      g_error ("U+%04X is printed", g_utf8_get_char (p));
}

int
terminal_run (const char *const *argv, guint most_seconds, char **out, char **err)
{
  g_autoptr (GError) error = NULL;
  int status = 0;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, die_in_time, &most_seconds, out,
                err, &status, &error);
  g_assert_no_error (error);
  if (!WIFEXITED (status) || WEXITSTATUS (status) > 3)
    g_error ("%s %s: status %#x: %s", argv[0], argv[1], status, *err);
  return WEXITSTATUS (status);
}

void
terminal_try (const char *dir, guint number)
{
  const char *const *command = commands[number / 8 % G_N_ELEMENTS (commands)];
  g_autofree char *program = g_build_filename (g_getenv ("POPLENS_BINDIR"), "poplens-cli", NULL);
  const char *argv[] = {program, command[0], dir, command[1], NULL};
  g_autofree char *before = fingerprint (dir), *out = NULL, *err = NULL;

  int status = terminal_run (argv, MOST_SECONDS, &out, &err);
  check_terminal_text (out);
  check_terminal_text (err);
  if (status && status != 3)
    g_assert_cmpint (*err, !=, 0);
  g_autofree char *after = fingerprint (dir);
  g_assert_cmpstr (before, ==, after);
}
