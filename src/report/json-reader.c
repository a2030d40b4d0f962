/* Checks JSON files, rewrites them so that json-glib preserves numbers and repeated names, and
 * builds a tree of the result. */
#include "report/json-reader.h"

#include "base/error.h"

#include <json-glib/json-glib.h>
#include <string.h>

#define MOST_BYTES ((guint64) 64 << 20)
/* Deepest nesting of the JSON text: json-glib's parser recurses. */
#define MOST_DEPTH 512
/* Maximum number of values. A short value takes a hundred times its bytes in memory. */
#define MOST_VALUES (1u << 20)

/* First characters of values that scan_text () rewrites as strings, because json-glib would change
 * numbers such as 0.1 and 18446744073709551615. scan_text () also numbers member names, as
 * json-glib would drop repeated ones. */
#define NUMBER_MARK 'n'
#define STRING_MARK 's'

typedef struct {
  const char *next;
  GString *out;
  guint depth, most_depth;
  guint line, n_names, n_values;
  gboolean ended;  /* the document is complete: only white space may follow */
  const char *why; /* (nullable): error at .next; NULL means an unexpected character */
} JsonScan;

static gsize
count_json_digits (const char *p)
{
  gsize n = 0;

  while (g_ascii_isdigit (p[n]))
    n++;
  return n;
}

/* Returns the bytes of the number at @p; 0 if there is none. */
static gsize
number_length (const char *p)
{
  const char *q = p + (*p == '-');
  gsize n = count_json_digits (q);

  if (!n || (n > 1 && *q == '0'))
    return 0;
  q += n;
  if (*q == '.') {
    n = count_json_digits (q + 1);
    if (!n)
      return 0;
    q += n + 1;
  }
  if (*q == 'e' || *q == 'E') {
    q += 1 + (q[1] == '+' || q[1] == '-');
    n = count_json_digits (q);
    if (!n)
      return 0;
    q += n;
  }
  return q - p;
}

static gboolean
is_member_name (const char *after)
{
  return after[strspn (after, " \t\r\n")] == ':';
}

/* Copies a number or a word. NaN and Infinity are numbers: Python writes them, although JSON does
 * not have them. */
static gboolean
scan_plain (JsonScan *scan)
{
  static const char *const words[] = {"true", "false", "null", "NaN", "Infinity", "-Infinity"};
  gsize n = number_length (scan->next);
  gboolean number = n > 0;

  for (guint w = 0; !n && w < G_N_ELEMENTS (words); w++)
    if (g_str_has_prefix (scan->next, words[w]) &&
        !g_ascii_isalnum (scan->next[strlen (words[w])])) {
      n = strlen (words[w]);
      number = w > 2;
    }
  if (!n || is_member_name (scan->next + n))
    return FALSE;
  if (number)
    g_string_append_printf (scan->out, "\"%c", NUMBER_MARK);
  g_string_append_len (scan->out, scan->next, n);
  if (number)
    g_string_append_c (scan->out, '"');
  scan->next += n;
  return TRUE;
}

/* Returns the UTF-16 code unit of "\u1234" at @p; −1 if there is none. */
static int
read_code_unit (const char *p)
{
  int unit = 0;

  if (p[0] != '\\' || p[1] != 'u')
    return -1;
  for (guint i = 2; i < 6; i++) {
    if (!g_ascii_isxdigit (p[i]))
      return -1;
    unit = unit * 16 + g_ascii_xdigit_value (p[i]);
  }
  return unit;
}

/* Copies an escape in a string. NUL and half a surrogate pair are not characters: they stay
 * escaped. FALSE if JSON has no such escape. */
static gboolean
scan_escape (JsonScan *scan)
{
  int unit = read_code_unit (scan->next);
  gsize n = unit < 0 ? 2 : 6;

  if (unit < 0 && (!scan->next[1] || !strchr ("\"\\/bfnrt", scan->next[1]))) {
    scan->why = "an invalid escape sequence";
    return FALSE;
  }
  if (unit >= 0xd800 && unit < 0xdc00 && (read_code_unit (scan->next + 6) & ~0x3ff) == 0xdc00)
    n = 12;
  else if (unit == 0 || (unit >= 0xd800 && unit < 0xe000))
    g_string_append_c (scan->out, '\\');
  g_string_append_len (scan->out, scan->next, (gssize) n);
  scan->next += n;
  return TRUE;
}

static const char *
end_of_string (const char *p)
{
  while (*p && *p != '"')
    p += 1 + (*p == '\\' && p[1]);
  return p;
}

static gboolean
scan_string (JsonScan *scan)
{
  const char *end = end_of_string (scan->next + 1);

  if (!*end) {
    scan->why = "an unterminated string; the file may be truncated";
    return FALSE;
  }
  if (is_member_name (end + 1))
    g_string_append_printf (scan->out, "\"%u:", scan->n_names++);
  else
    g_string_append_printf (scan->out, "\"%c", STRING_MARK);
  scan->next++;
  while (scan->next < end) {
    if (*scan->next != '\\') {
      scan->line += *scan->next == '\n';
      g_string_append_c (scan->out, *scan->next++);
    } else if (!scan_escape (scan)) {
      return FALSE;
    }
  }
  g_string_append_c (scan->out, '"');
  scan->next = end + 1;
  return TRUE;
}

static void
scan_mark (JsonScan *scan)
{
  char c = *scan->next++;

  if (c == '[' || c == '{') {
    scan->n_values++;
    scan->depth++;
    scan->most_depth = MAX (scan->most_depth, scan->depth);
  } else if ((c == ']' || c == '}') && scan->depth) {
    scan->depth--;
    scan->ended = !scan->depth;
  }
  scan->line += c == '\n';
  g_string_append_c (scan->out, c);
}

/* Rewrites the text. FALSE if it is not valid JSON. json-glib is less strict: it accepts comments
 * and single quotes, and ignores text after the end of the document. */
static gboolean
scan_text (JsonScan *scan)
{
  while (*scan->next) {
    if (scan->n_values > MOST_VALUES)
      return TRUE;
    if (scan->ended && !strchr (" \t\r\n", *scan->next)) {
      scan->why = "more text after the end of the document";
      return FALSE;
    }
    if (strchr ("[]{}:, \t\r\n", *scan->next)) {
      scan_mark (scan);
      continue;
    }
    scan->n_values++;
    if (*scan->next == '"' ? !scan_string (scan) : !scan_plain (scan))
      return FALSE;
    scan->ended = !scan->depth;
  }
  return TRUE;
}

static void add_json_node (PoplensJsonTree *tree, guint depth, const char *key, JsonNode *node);

static void
add_json_scalar (PoplensJsonTree *tree, guint depth, const char *key, JsonNode *node)
{
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN) {
    poplens_json_tree_add (tree, depth, POPLENS_JSON_BOOL, key,
                           json_node_get_boolean (node) ? "true" : "false", 0);
    return;
  }
  const char *text = json_node_get_string (node);
  poplens_json_tree_add (tree, depth,
                         *text == NUMBER_MARK ? POPLENS_JSON_NUMBER : POPLENS_JSON_STRING, key,
                         text + 1, 0);
}

static void
add_json_object (PoplensJsonTree *tree, guint depth, const char *key, JsonObject *object)
{
  /* json-glib returns members in the order of the file. */
  g_autoptr (GList) names = json_object_get_members (object);

  poplens_json_tree_add (tree, depth, POPLENS_JSON_OBJECT, key, "", json_object_get_size (object));
  for (GList *i = names; i; i = i->next) {
    const char *name = (const char *) i->data;
    add_json_node (tree, depth + 1, strchr (name, ':') + 1, json_object_get_member (object, name));
  }
}

static void
add_array (PoplensJsonTree *tree, guint depth, const char *key, JsonArray *array)
{
  guint n = json_array_get_length (array);

  poplens_json_tree_add (tree, depth, POPLENS_JSON_ARRAY, key, "", n);
  for (guint i = 0; i < n; i++) {
    char index[16];
    g_snprintf (index, sizeof index, "[%u]", i);
    add_json_node (tree, depth + 1, index, json_array_get_element (array, i));
  }
}

static void
add_json_node (PoplensJsonTree *tree, guint depth, const char *key, JsonNode *node)
{
  switch (json_node_get_node_type (node)) {
  case JSON_NODE_OBJECT:
    add_json_object (tree, depth, key, json_node_get_object (node));
    break;
  case JSON_NODE_ARRAY:
    add_array (tree, depth, key, json_node_get_array (node));
    break;
  case JSON_NODE_NULL:
    poplens_json_tree_add (tree, depth, POPLENS_JSON_NULL, key, "null", 0);
    break;
  case JSON_NODE_VALUE:
    add_json_scalar (tree, depth, key, node);
    break;
  }
}

/* Reads the whole file. (transfer full) (nullable): NULL with @error */
static char *
read_json_text (PoplensFile *file, gsize *size, GCancellable *cancellable, GError **error)
{
  guint64 bytes;
  gssize got;

  if (!poplens_file_open (file, "JSON file", &bytes, error))
    return NULL;
  if (bytes > MOST_BYTES) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
                 "%s is not shown: it is larger than 64 MiB", poplens_file_get_name (file));
    return NULL;
  }
  PoplensByteRange all = {0, bytes};
  poplens_file_will_need (file, &all, 1);
  g_autofree char *text = g_malloc (bytes + 1);
  got = g_cancellable_set_error_if_cancelled (cancellable, error)
            ? -1
            : poplens_file_read_at (file, text, bytes, 0, cancellable, error);
  if (got < 0)
    return NULL;
  *size = (gsize) got;
  text[got] = '\0';
  return g_steal_pointer (&text);
}

static gboolean
fail_invalid (const char *path, const char *why, GError **error)
{
  /* The message quotes the file, possibly cut within a character. */
  g_autofree char *shown = g_utf8_make_valid (why, -1);

  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED, "%s is not valid JSON: %s", path,
               shown);
  return FALSE;
}

static gboolean
fail_at (const char *path, const JsonScan *scan, GError **error)
{
  char found[7] = {0};
  g_autofree char *why = NULL;

  g_unichar_to_utf8 (g_utf8_get_char (scan->next), found);
  if (scan->why)
    why = g_strdup_printf ("line %u: %s", scan->line, scan->why);
  else
    why = g_strdup_printf ("line %u: unexpected “%s”", scan->line, found);
  return fail_invalid (path, why, error);
}

/* Checks @text, and writes a form of it for json-glib to @out. FALSE with @error. */
static gboolean
rewrite_json (const char *path, const char *text, gsize size, GString *out, GError **error)
{
  JsonScan scan = {.next = text, .out = out, .line = 1};

  if (!g_utf8_validate (text, size, NULL))
    return fail_invalid (path, "invalid UTF-8", error);
  if (g_str_has_prefix (text, "\uFEFF"))
    scan.next += strlen ("\uFEFF");
  if (!scan_text (&scan))
    return fail_at (path, &scan, error);
  if (scan.n_values > MOST_VALUES) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
                 "%s is not shown: it has more than %u names and values", path, MOST_VALUES);
    return FALSE;
  }
  if (scan.most_depth > MOST_DEPTH) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
                 "%s is not shown: it is nested deeper than %d levels", path, MOST_DEPTH);
    return FALSE;
  }
  if (scan.depth) {
    g_autofree char *why = g_strdup_printf (
        "it ends in line %u with unclosed brackets (%u); the file may be truncated", scan.line,
        scan.depth);
    return fail_invalid (path, why, error);
  }
  return TRUE;
}

PoplensJsonTree *
poplens_json_read (PoplensFile *file, GCancellable *cancellable, GError **error)
{
  const char *path = poplens_file_get_name (file);
  g_autoptr (PoplensJsonTree) tree = poplens_json_tree_new ();
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GString) prepared = g_string_new (NULL);
  g_autoptr (GError) wrong = NULL;
  gsize size = 0;
  g_autofree char *text = read_json_text (file, &size, cancellable, error);

  if (!text || !rewrite_json (path, text, size, prepared, error))
    return NULL;
  if (!json_parser_load_from_data (parser, prepared->str, prepared->len, &wrong)) {
    /* Parse the original text again, so that the message names the line and column in the file. */
    g_autoptr (GError) placed = NULL;
    json_parser_load_from_data (parser, text, size, &placed);
    fail_invalid (path, placed ? placed->message : wrong->message, error);
    return NULL;
  }
  if (!json_parser_get_root (parser)) {
    fail_invalid (path, "the file is empty", error);
    return NULL;
  }
  poplens_file_accept (file);
  add_json_node (tree, 0, "", json_parser_get_root (parser));
  return g_steal_pointer (&tree);
}
