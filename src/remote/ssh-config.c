#include "remote/ssh-config.h"

#include "base/storage.h"

#include <gio/gio.h>
#include <glob.h>
#include <string.h>

/* As OpenSSH has it: a file that includes itself ends there. */
#define MOST_DEPTH 16
#define MOST_FILES 256
#define MOST_BYTES (1 << 20)
#define MOST_HOSTS 10000

typedef struct {
  const char *folder;
  PoplensStorage *storage;
  GHashTable *hosts; /* char *, as a set */
  guint n_files;
} Search;

/* (transfer full) (nullable): none where it is missing, a folder, or larger than anybody writes. */
static char *
read_text (Search *self, const char *path)
{
  g_autoptr (PoplensFile) file = poplens_storage_get_file (self->storage, path);
  guint64 size;

  if (++self->n_files > MOST_FILES || !poplens_file_open (file, "settings", &size, NULL) ||
      size > MOST_BYTES)
    return NULL;
  char *text = g_malloc (size + 1);
  gssize n = poplens_file_read_at (file, text, (gssize) size, 0, NULL, NULL);
  text[MAX (n, 0)] = '\0';
  return text;
}

static void
add_host (Search *self, const char *name)
{
  if (*name && *name != '-' && !strpbrk (name, "*?!%,/[] \t") && g_utf8_validate (name, -1, NULL) &&
      g_hash_table_size (self->hosts) < MOST_HOSTS)
    g_hash_table_add (self->hosts, g_strdup (name));
}

/* ---- config ------------------------------------------------------------------------------------
 */

/* Blanks, and what may be between a keyword and its words instead. */
#define BLANK " \t\r"
#define AFTER_KEYWORD BLANK "="

/* The next word of a line, which may be in quotes, up to one of @ends; NULL at the line's end or a
 * comment. (transfer full) */
static char *
next_word (const char **line, const char *ends)
{
  const char *start = *line + strspn (*line, AFTER_KEYWORD);
  gboolean quoted = *start == '"';
  gsize n = quoted ? strcspn (start + 1, "\"") : strcspn (start, ends);

  if (!*start || *start == '#')
    return NULL;
  *line = start + n + (quoted ? start[n + 1] ? 2 : 1 : 0);
  return g_strndup (start + quoted, n);
}

static void read_config (Search *self, const char *path, guint depth);

/* @pattern: below @folder where it is not absolute, as in ssh_config(5). */
static void
include (Search *self, const char *pattern, guint depth)
{
  gboolean anchored = g_path_is_absolute (pattern) || *pattern == '~';
  g_autofree char *whole =
      anchored ? g_strdup (pattern) : g_build_filename (self->folder, pattern, NULL);
  glob_t found = {0};

  if (!glob (whole, GLOB_TILDE, NULL, &found))
    for (gsize i = 0; i < found.gl_pathc && self->n_files < MOST_FILES; i++)
      read_config (self, found.gl_pathv[i], depth + 1);
  globfree (&found);
}

static void
read_config_line (Search *self, const char *line, guint depth)
{
  g_autofree char *keyword = next_word (&line, AFTER_KEYWORD);
  gboolean is_host = keyword && !g_ascii_strcasecmp (keyword, "Host");
  char *word;

  if (!is_host && (!keyword || g_ascii_strcasecmp (keyword, "Include") != 0))
    return;
  while ((word = next_word (&line, BLANK))) {
    if (is_host)
      add_host (self, word);
    else
      include (self, word, depth);
    g_free (word);
  }
}

static void
read_config (Search *self, const char *path, guint depth)
{
  g_autofree char *text = depth < MOST_DEPTH ? read_text (self, path) : NULL;
  g_auto (GStrv) lines = text ? g_strsplit (text, "\n", -1) : NULL;

  for (guint i = 0; lines && lines[i]; i++)
    read_config_line (self, lines[i], depth);
}

/* ---- known_hosts -------------------------------------------------------------------------------
 */

/* "gc-01", or "[gc-01]:2222". */
static void
add_known (Search *self, const char *name)
{
  const char *end = *name == '[' ? strchr (name, ']') : NULL;

  if (!end) {
    add_host (self, name);
    return;
  }
  g_autofree char *host = g_strndup (name + 1, (gsize) (end - name - 1));
  g_autofree char *address = g_strdup_printf ("ssh://%s%s", host, end + 1);
  if (*host && !strpbrk (host, "*?!%,/: \t") && g_utf8_validate (address, -1, NULL) &&
      g_hash_table_size (self->hosts) < MOST_HOSTS)
    g_hash_table_add (self->hosts, g_steal_pointer (&address));
}

static gboolean
is_number (const char *name)
{
  g_autofree char *host = g_strndup (name + (*name == '['), strcspn (name + (*name == '['), "]"));

  return g_hostname_is_ip_address (host);
}

/* "gc-01,10.1.2.3 ssh-ed25519 AAAA": the address behind a name is not suggested as well. */
static void
read_known_line (Search *self, const char *line)
{
  gsize n = strcspn (line, " \t");
  g_autofree char *first = g_strndup (line, n);
  g_auto (GStrv) names = g_strsplit (first, ",", -1);
  gboolean any_name = FALSE;

  if (strchr ("#|@", *line) || !line[n])
    return;
  for (guint i = 0; names[i]; i++)
    any_name |= *names[i] && !is_number (names[i]);
  for (guint i = 0; names[i]; i++)
    if (!any_name || !is_number (names[i]))
      add_known (self, names[i]);
}

static void
read_known (Search *self, const char *path)
{
  g_autofree char *text = read_text (self, path);
  g_auto (GStrv) lines = text ? g_strsplit (text, "\n", -1) : NULL;

  for (guint i = 0; lines && lines[i]; i++)
    read_known_line (self, g_strstrip (lines[i]));
}

/* ---- all of them -------------------------------------------------------------------------------
 */

static int
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GStrv
poplens_ssh_config_list_hosts (const char *folder)
{
  g_autoptr (PoplensStorage) storage = poplens_storage_new_local ();
  g_autoptr (GHashTable) hosts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *config = g_build_filename (folder, "config", NULL);
  g_autofree char *known = g_build_filename (folder, "known_hosts", NULL);
  Search search = {folder, storage, hosts, 0};
  guint n;

  read_known (&search, known);
  read_config (&search, config, 0);
  GStrv names = (GStrv) g_hash_table_get_keys_as_array (hosts, &n);
  g_hash_table_steal_all (hosts);
  if (n)
    qsort (names, n, sizeof *names, by_name);
  return names;
}
