/* Hosts in ssh's configuration, and a table that translates ssh's messages into sentences for
 * users. */
#include "remote/ssh-words.h"

#include "base/storage.h"
#include "base/visible.h"

#include <gio/gio.h>
#include <glob.h>
#include <string.h>

/* ---- known hosts ----------------------------------------------------------------------------- */

/* Most nested Include directives, as in OpenSSH. The limit ends the recursion of a file that
 * includes itself. */
#define MOST_DEPTH 16
#define MOST_FILES 256
#define MOST_BYTES (1 << 20)
#define MOST_HOSTS 10000

typedef struct {
  const char *folder;
  PoplensStorage *storage;
  GHashTable *hosts; /* char *: set of hosts found so far */
  guint n_files;
} HostSearch;

/* Returns the contents of a file. (transfer full) (nullable): NULL if it is missing, is not a file,
 * or is unreasonably large */
static char *
read_config_text (HostSearch *self, const char *path)
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
add_host (HostSearch *self, const char *name)
{
  if (*name && *name != '-' && !strpbrk (name, "*?!%,/[] \t") && g_utf8_validate (name, -1, NULL) &&
      g_hash_table_size (self->hosts) < MOST_HOSTS)
    g_hash_table_add (self->hosts, g_strdup (name));
}

/* ---- config ---------------------------------------------------------------------------------- */

/* BLANK: characters between words. AFTER_KEYWORD: characters between a keyword and its arguments.
 */
#define BLANK " \t\r"
#define AFTER_KEYWORD BLANK "="

/* Returns the next word of a line, and advances @line. The word is quoted, or ends before one of
 * @ends. (transfer full) (nullable): NULL at the end of the line, or at a comment */
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

static void read_config (HostSearch *self, const char *path, guint depth);

/* Reads the files that match @pattern. A relative pattern is below .folder, as in ssh_config(5). */
static void
include (HostSearch *self, const char *pattern, guint depth)
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
read_config_line (HostSearch *self, const char *line, guint depth)
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
read_config (HostSearch *self, const char *path, guint depth)
{
  g_autofree char *text = depth < MOST_DEPTH ? read_config_text (self, path) : NULL;
  g_auto (GStrv) lines = text ? g_strsplit (text, "\n", -1) : NULL;

  for (guint i = 0; lines && lines[i]; i++)
    read_config_line (self, lines[i], depth);
}

/* ---- known_hosts ----------------------------------------------------------------------------- */

/* Adds a host: "gc-01", or "[gc-01]:2222". */
static void
add_known (HostSearch *self, const char *name)
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

/* Adds the hosts of a line such as "gc-01,10.1.2.3 ssh-ed25519 AAAA". Skips IP addresses if the
 * line also has a name. */
static void
read_known_line (HostSearch *self, const char *line)
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

/* ---- both files ------------------------------------------------------------------------------ */

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
  HostSearch search = {folder, storage, hosts, 0};
  guint n;

  g_autofree char *text = read_config_text (&search, known);
  g_auto (GStrv) lines = text ? g_strsplit (text, "\n", -1) : NULL;
  for (guint i = 0; lines && lines[i]; i++)
    read_known_line (&search, g_strstrip (lines[i]));
  read_config (&search, config, 0);
  GStrv names = (GStrv) g_hash_table_get_keys_as_array (hosts, &n);
  g_hash_table_steal_all (hosts);
  if (n)
    qsort (names, n, sizeof *names, by_name);
  return names;
}

/* ---- ssh's messages -------------------------------------------------------------------------- */

#define SSH_PORT 22
#define LONGEST_UNKNOWN 300 /* most characters of an unknown message that are shown */

/* A message of OpenSSH 7.4 to 10, and what to tell the user. The first row with a matching .pattern
 * is used; "^" and "$" match at line ends. In texts, {to} is the destination, {ssh} an ssh command,
 * {forget} the command that removes the host's key, and {1} … are groups of .pattern. */
typedef struct {
  const char *pattern;
  const char *text;
  /* (nullable): used instead of .text for IN_VAIN, UNASKED and HELD_BACK (PoplensSshAsked) */
  const char *in_vain_text, *unasked_text, *held_back_text;
} MessageRow;

#define NO_SFTP                                                                                    \
  "{to} offers no SFTP; enable “Subsystem sftp” in its sshd_config, or copy the report"

#define CHANGED "REMOTE HOST IDENTIFICATION HAS CHANGED(?s:.*)"
#define REFUSED "^Host key verification failed"
#define ONLY_IF "Only if you know why it changed, run "

static const MessageRow rows[] = {
    /* Takes the host name and file from ssh's message. A banner can forge this message, so the text
     * puts both in quotes, in which a shell executes nothing. */
    {CHANGED "^Offending \\S+ key in (.+):(\\d+)$(?s:.*)"
             "^ *ssh-keygen -f [\"']([^\"'\n]+)[\"'] -R [\"']?([^\"'\\s]+)[\"']?$(?s:.*)" REFUSED,
     "The key of {to} is not the one in {1}, line {2}. Nothing was sent. " ONLY_IF
     "“ssh-keygen -f '{3}' -R '{4}'”"},
    {CHANGED "^Offending \\S+ key in (.+):(\\d+)$(?s:.*)" REFUSED,
     "The key of {to} is not the one in {1}, line {2}. Nothing was sent. " ONLY_IF "“{forget}”"},
    {CHANGED REFUSED,
     "The key of {to} is not the one in known_hosts. Nothing was sent. " ONLY_IF "“{forget}”"},
    {"REVOKED HOST KEY DETECTED", "The key of {to} was revoked. Nothing was sent"},
    {"^No \\S+ host key is known for .+ and you have requested strict checking",
     "{to} is missing in known_hosts, and ssh_config refuses such hosts (StrictHostKeyChecking); "
     "add its key"},
    {REFUSED, "The key of {to} was not accepted; connect again, or run “{ssh}” in a terminal", NULL,
     "{to} is missing in known_hosts, and nobody could be asked about its key; connect once with "
     "“{ssh}” in a terminal",
     "{to} is missing in known_hosts; press Reconnect to accept its key again"},
    {"^ssh: Could not resolve hostname (.+): (?:Temporary failure|Try again)",
     "Cannot connect to {to}: names cannot be looked up; check the network"},
    {"^ssh: Could not resolve hostname (.+): ",
     "Cannot connect to {to}: unknown host name “{1}”; check the name, or add it to ssh_config"},
    {"^ssh: connect to host (\\S+) port (\\d+): Connection refused",
     "Cannot connect to {to}: {1} refused the connection at port {2}; check the port"},
    {"^ssh: connect to host (\\S+) port \\d+: (?:No route to host|Network is unreachable)",
     "Cannot connect to {to}: no route to {1}; check the network or the VPN"},
    {"^ssh: connect to host (\\S+) port (\\d+): (?:Connection|Operation) timed out",
     "Cannot connect to {to}: {1} does not answer at port {2}; check name, port and network"},
    {"^Connection to (\\S+) port (\\d+) timed out",
     "Cannot connect to {to}: {1} does not answer at port {2}; check name, port and network"},
    {"^Connection timed out during banner exchange",
     "Cannot connect to {to}: it does not answer; check name, port and network"},
    {"Too many authentication failures",
     "{to} refused the login after too many keys; set “IdentitiesOnly yes” for it in ssh_config"},
    {"^(?:(.+)@\\S+: )?Permission denied \\(([^)]*)\\)",
     "{to} refused the login: no key, passphrase or password was accepted ({2}); try “{ssh}” in a "
     "terminal",
     "{to} refused the login ({2}): the passphrase or password was not accepted; connect again",
     "{to} refused the login with the keys at hand ({2}), and nobody could be asked for a "
     "passphrase or password; add a locked key with “ssh-add”, or try “{ssh}” in a terminal",
     "{to} needs the passphrase or login again ({2}); press Reconnect"},
    {"subsystem request failed on channel", NO_SFTP},
    {"^(?:kex|ssh)_exchange_identification: (?:read: )?Connection (?:closed|reset)",
     "{to} closed the connection before the login; it may be overloaded, or block this computer"},
    {"^(?:Timeout, server .+ not responding|Connection to .+ timed out)",
     "The connection to {to} was lost (timed out)"},
    {"^(?:Connection to .+ closed by remote host|Connection closed by remote host)",
     "The connection to {to} was lost (closed by the host)"},
    {"(?:send disconnect: |Read from remote host .+: |Write failed: |packet_write_wait: .+: )"
     "(Broken pipe|Connection reset by peer)",
     "The connection to {to} was lost ({1})"},
};

/* ---- texts ----------------------------------------------------------------------------------- */

/* Returns an ssh command for a terminal: "ssh -p 2222 kim@gc-01". (transfer full) */
static char *
write_command (const PoplensAddress *address)
{
  g_autofree char *port = address->port ? g_strdup_printf ("-p %u ", address->port) : g_strdup ("");

  return g_strdup_printf ("ssh %s%s%s%s", port, address->user ? address->user : "",
                          address->user ? "@" : "", address->host);
}

/* Returns the command that removes the host's key from known_hosts. Quotes a name with brackets,
 * which a shell would read as a pattern. (transfer full) */
static char *
write_forget (const PoplensAddress *address)
{
  if (!address->port || address->port == SSH_PORT)
    return g_strdup_printf ("ssh-keygen -R %s", address->host);
  return g_strdup_printf ("ssh-keygen -R '[%s]:%u'", address->host, address->port);
}

/* Replaces the placeholders in braces; groups of the match are made printable. (transfer full) */
static char *
fill_template (const char *text, const PoplensAddress *address, const GMatchInfo *match)
{
  g_autofree char *to = poplens_address_get_destination (address);
  g_autofree char *command = write_command (address);
  g_autofree char *forget = write_forget (address);
  GString *out = g_string_new (text);

  g_string_replace (out, "{to}", to, 0);
  g_string_replace (out, "{ssh}", command, 0);
  g_string_replace (out, "{forget}", forget, 0);
  for (int i = 1; match && i <= 4; i++) {
    char name[] = {'{', (char) ('0' + i), '}', '\0'};
    g_autofree char *caught = g_match_info_fetch (match, i);
    g_autofree char *shown = poplens_visible_text (caught ? caught : "", -1);
    g_string_replace (out, name, shown, 0);
  }
  return g_string_free (out, FALSE);
}

static char *
match_row (const MessageRow *row, const char *words, const PoplensAddress *address,
           PoplensSshAsked asked)
{
  const char *others[] = {NULL, row->in_vain_text, row->unasked_text, row->held_back_text};
  g_autoptr (GRegex) regex = g_regex_new (row->pattern, G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  if (!g_regex_match (regex, words, 0, &match))
    return NULL;
  return fill_template (others[asked] ? others[asked] : row->text, address, match);
}

/* Returns the last two lines: the last one often says only that ssh ends. (transfer full) */
static char *
last_lines (const char *words)
{
  g_auto (GStrv) lines = g_strsplit (words, "\n", -1);
  GString *out = g_string_new (NULL);
  guint n = g_strv_length (lines), taken = 0;

  while (n-- && taken < 2)
    if (*g_strstrip (lines[n])) {
      g_string_prepend (out, taken++ ? "; " : "");
      g_string_prepend (out, lines[n]);
    }
  return g_string_free (out, FALSE);
}

static char *
explain_unknown (const char *words, const PoplensAddress *address)
{
  g_autofree char *lines = last_lines (words);
  g_autofree char *shown = poplens_visible_text (lines, -1);
  g_autofree char *to = poplens_address_get_destination (address);

  if (!*shown)
    return NULL;
  if (g_utf8_strlen (shown, -1) > LONGEST_UNKNOWN)
    *g_utf8_offset_to_pointer (shown, LONGEST_UNKNOWN) = '\0';
  return g_strdup_printf ("Cannot connect to %s: ssh says “%s”", to, shown);
}

char *
poplens_ssh_words_explain (const char *words, const PoplensAddress *address, PoplensSshAsked asked)
{
  g_autofree char *valid = g_utf8_make_valid (words, -1);
  GString *text = g_string_new (valid);

  /* ssh ends its lines with CR LF, for a terminal in raw mode. */
  g_string_replace (text, "\r", "", 0);
  g_autofree char *plain = g_string_free (text, FALSE);
  /* ssh wanted to ask in a dialog, but found no askpass program: the user was not asked. */
  if (asked == POPLENS_SSH_ASKED && strstr (plain, "ssh_askpass: exec("))
    asked = POPLENS_SSH_UNASKED;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    char *said = match_row (&rows[i], plain, address, asked);
    if (said)
      return said;
  }
  return explain_unknown (plain, address);
}

char *
poplens_ssh_words_without_sftp (const PoplensAddress *address)
{
  return fill_template (NO_SFTP, address, NULL);
}

char *
poplens_ssh_words_visible (const char *words)
{
  g_auto (GStrv) lines = g_strsplit (words, "\n", -1);
  GString *out = g_string_new (NULL);

  for (guint i = 0; lines[i]; i++) {
    gsize length = strlen (lines[i]);
    while (length && lines[i][length - 1] == '\r')
      length--;
    g_autofree char *shown = poplens_visible_text (lines[i], (gssize) length);
    g_string_append_printf (out, "%s%s", i ? "\n" : "", shown);
  }
  return g_string_free (out, FALSE);
}
