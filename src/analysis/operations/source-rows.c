#include "analysis/operations/source-rows.h"

#include <string.h>

static const char *const keys[POPLENS_N_SOURCE_KINDS] = {
    [POPLENS_SOURCE_LINE] = "line",
    [POPLENS_SOURCE_TOOLCHAIN] = "toolchain",
    [POPLENS_SOURCE_UNATTRIBUTED] = "unattributed",
    [POPLENS_SOURCE_SHARED] = "shared",
    [POPLENS_SOURCE_PROFILER] = "profiler",
    [POPLENS_SOURCE_NO_PROGRAM] = "no-program",
    [POPLENS_SOURCE_OUTSIDE] = "outside",
    [POPLENS_SOURCE_REST] = "rest",
};

const char *
poplens_source_kind_key (PoplensSourceKind kind)
{
  return keys[kind];
}

/* ---- files of the toolchain ------------------------------------------------------------------ */

/* Whether @file belongs to Graphcore's libraries or an installed package. */
static gboolean
source_is_toolchain (const char *file)
{
  static const char *const folders[] = {"poplibs",       "poplar",        "popart",
                                        "willow",        "poptorch",      "tensorflow",
                                        "site-packages", "dist-packages", NULL};
  static const char *const libraries[] = {"popops", "poplin", "popnn", "poputil", "poprand", NULL};
  g_auto (GStrv) parts = g_strsplit (file, "/", -1);

  for (guint i = 0; parts[i]; i++)
    if (g_strv_contains (folders, parts[i]) ||
        (!strcmp (parts[i], "src") && parts[i + 1] && g_strv_contains (libraries, parts[i + 1])))
      return TRUE;
  return FALSE;
}

/* ---- rows ------------------------------------------------------------------------------------ */

void
poplens_source_rows_init (PoplensSourceRows *self, const PoplensDebugContexts *contexts,
                          gboolean innermost)
{
  self->contexts = contexts;
  self->innermost = innermost;
  self->rows = g_array_new (FALSE, FALSE, sizeof (PoplensSourceRow));
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->of_context = g_new0 (guint32, contexts ? MAX (contexts->n, 1) : 1);
}

GArray *
poplens_source_rows_finish (PoplensSourceRows *self)
{
  g_hash_table_unref (self->by_name);
  g_free (self->of_context);
  return g_steal_pointer (&self->rows);
}

/* Takes @key and row->name where the row is new, else frees them. */
static guint32
add_row (PoplensSourceRows *self, char *key, PoplensSourceRow *row)
{
  guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_name, key));

  if (known) {
    g_free (key);
    g_free (row->name);
    return known - 1;
  }
  g_array_append_val (self->rows, *row);
  g_hash_table_insert (self->by_name, key, GUINT_TO_POINTER (self->rows->len));
  return self->rows->len - 1;
}

static const char *
kind_name (PoplensSourceKind kind)
{
  switch (kind) {
  case POPLENS_SOURCE_TOOLCHAIN:
    return "toolchain";
  case POPLENS_SOURCE_SHARED:
    return "shared by several lines";
  case POPLENS_SOURCE_PROFILER:
    return "profiler";
  case POPLENS_SOURCE_NO_PROGRAM:
    return "no program: sync";
  case POPLENS_SOURCE_OUTSIDE:
    return "outside the program";
  default:
    return "unattributed";
  }
}

guint32
poplens_source_rows_other (PoplensSourceRows *self, PoplensSourceKind kind, const char *name)
{
  PoplensSourceRow row = {.kind = kind};

  row.name = g_strdup_printf ("(%s)", name ? name : kind_name (kind));
  if (name)
    row.name[1] = g_ascii_tolower (row.name[1]);
  return add_row (self, g_strdup_printf ("%d %s", kind, row.name), &row);
}

/* ---- frames ---------------------------------------------------------------------------------- */

static guint32
add_line (PoplensSourceRows *self, guint32 context)
{
  const PoplensDebugContexts *c = self->contexts;
  PoplensSourceRow row = {.kind = POPLENS_SOURCE_LINE,
                          .file = poplens_debug_context_file (c, context),
                          .line = c->line[context],
                          .function = poplens_debug_context_function (c, context)};
  g_autofree char *base = g_path_get_basename (row.file);

  row.name = row.line ? g_strdup_printf ("%s:%u", base, row.line) : g_strdup (base);
  return add_row (
      self, g_strdup_printf ("%s\n%u\n%s", row.file, row.line, row.function ? row.function : ""),
      &row);
}

static guint32
add_toolchain (PoplensSourceRows *self, guint32 context)
{
  PoplensSourceRow row = {.kind = POPLENS_SOURCE_TOOLCHAIN,
                          .file = poplens_debug_context_file (self->contexts, context)};

  row.name = g_strdup ("(toolchain)");
  return add_row (self, g_strdup_printf ("toolchain\n%s", row.file), &row);
}

static guint32
find_row (PoplensSourceRows *self, guint32 context)
{
  guint32 user = POPLENS_NO_CONTEXT, library = POPLENS_NO_CONTEXT;

  for (guint32 at = context; at != POPLENS_NO_CONTEXT;
       at = poplens_debug_context_parent (self->contexts, at)) {
    const char *file = poplens_debug_context_file (self->contexts, at);
    if (!file || !*file)
      continue;
    if (source_is_toolchain (file))
      library = library == POPLENS_NO_CONTEXT ? at : library;
    else if (!self->innermost || user == POPLENS_NO_CONTEXT)
      user = at;
  }
  return user != POPLENS_NO_CONTEXT      ? add_line (self, user)
         : library != POPLENS_NO_CONTEXT ? add_toolchain (self, library)
                                         : G_MAXUINT32;
}

guint32
poplens_source_rows_of (PoplensSourceRows *self, guint32 context)
{
  if (!self->contexts || context >= self->contexts->n)
    return G_MAXUINT32;
  if (!self->of_context[context])
    self->of_context[context] = find_row (self, context) + 1; /* none: 0, looked for again */
  return self->of_context[context] - 1;
}
