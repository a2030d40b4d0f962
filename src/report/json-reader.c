#include "report/json-reader.h"

#include "base/error.h"

#include <json-glib/json-glib.h>
#include <string.h>

#define MOST_BYTES ((goffset) 64 << 20)
/* json-glib's parser recurses: what nests deeper is refused before it gets there. */
#define MOST_DEPTH 512

/* Deepest nesting of brackets outside strings. */
static guint
nesting (const char *text, gsize size)
{
  guint depth = 0, most = 0;
  gboolean in_string = FALSE;

  for (gsize i = 0; i < size; i++) {
    char c = text[i];
    if (in_string) {
      if (c == '\\')
        i++;
      else if (c == '"')
        in_string = FALSE;
    } else if (c == '"') {
      in_string = TRUE;
    } else if (c == '[' || c == '{') {
      most = MAX (most, ++depth);
    } else if ((c == ']' || c == '}') && depth) {
      depth--;
    }
  }
  return most;
}

static void add_node (PoplensJsonTree *tree, guint depth, const char *key, JsonNode *node);

static void
add_scalar (PoplensJsonTree *tree, guint depth, const char *key, JsonNode *node)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  switch (json_node_get_value_type (node)) {
  case G_TYPE_STRING:
    poplens_json_tree_add (tree, depth, POPLENS_JSON_STRING, key, json_node_get_string (node), 0);
    break;
  case G_TYPE_BOOLEAN:
    poplens_json_tree_add (tree, depth, POPLENS_JSON_BOOL, key,
                           json_node_get_boolean (node) ? "true" : "false", 0);
    break;
  case G_TYPE_INT64:
    g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, json_node_get_int (node));
    poplens_json_tree_add (tree, depth, POPLENS_JSON_NUMBER, key, number, 0);
    break;
  default:
    g_ascii_formatd (number, sizeof number, "%.15g", json_node_get_double (node));
    poplens_json_tree_add (tree, depth, POPLENS_JSON_NUMBER, key, number, 0);
    break;
  }
}

static void
add_object (PoplensJsonTree *tree, guint depth, const char *key, JsonObject *object)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *child;

  poplens_json_tree_add (tree, depth, POPLENS_JSON_OBJECT, key, "", json_object_get_size (object));
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &child))
    add_node (tree, depth + 1, name, child);
}

static void
add_array (PoplensJsonTree *tree, guint depth, const char *key, JsonArray *array)
{
  guint n = json_array_get_length (array);

  poplens_json_tree_add (tree, depth, POPLENS_JSON_ARRAY, key, "", n);
  for (guint i = 0; i < n; i++) {
    char index[16];
    g_snprintf (index, sizeof index, "[%u]", i);
    add_node (tree, depth + 1, index, json_array_get_element (array, i));
  }
}

static void
add_node (PoplensJsonTree *tree, guint depth, const char *key, JsonNode *node)
{
  switch (json_node_get_node_type (node)) {
  case JSON_NODE_OBJECT:
    add_object (tree, depth, key, json_node_get_object (node));
    break;
  case JSON_NODE_ARRAY:
    add_array (tree, depth, key, json_node_get_array (node));
    break;
  case JSON_NODE_NULL:
    poplens_json_tree_add (tree, depth, POPLENS_JSON_NULL, key, "null", 0);
    break;
  case JSON_NODE_VALUE:
    add_scalar (tree, depth, key, node);
    break;
  }
}

static char *
read_text (const char *path, gsize *size, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) wrong = NULL;
  g_autoptr (GFileInfo) info =
      g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_TYPE, 0,
                         cancellable, &wrong);
  char *text = NULL;

  if (info && g_file_info_get_size (info) > MOST_BYTES) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
                 "%s is larger than 64 MiB and is not shown", path);
    return NULL;
  }
  if (info && g_file_load_contents (file, cancellable, &text, size, NULL, &wrong))
    return text;
  if (g_error_matches (wrong, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&wrong));
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "%s cannot be read: %s", path,
                 wrong->message);
  return NULL;
}

PoplensJsonTree *
poplens_json_read (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensJsonTree) tree = poplens_json_tree_new ();
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) wrong = NULL;
  gsize size = 0;
  g_autofree char *text = read_text (path, &size, cancellable, error);

  if (!text)
    return NULL;
  if (nesting (text, size) > MOST_DEPTH) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
                 "%s nests deeper than %d levels and is not shown", path, MOST_DEPTH);
    return NULL;
  }
  gboolean good = g_utf8_validate (text, size, NULL);
  if (!good || !json_parser_load_from_data (parser, text, size, &wrong) ||
      !json_parser_get_root (parser)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED, "%s is not valid JSON: %s", path,
                 !good   ? "it is not UTF-8"
                 : wrong ? wrong->message
                         : "it is empty");
    return NULL;
  }
  add_node (tree, 0, "", json_parser_get_root (parser));
  return g_steal_pointer (&tree);
}
