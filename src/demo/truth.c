#include "demo/truth.h"

#include "base/json-writer.h"
#include "base/save-file.h"
#include "demo/categories.h"

/* Lowered variables that no report tells apart, but for their kind. */
typedef struct {
  guint unlowered; /* or DEMO_NONE */
  DemoCategory category;
  const char *kind; /* static */
  guint64 bytes;
} Row;

static int
by_key (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;

  if (x->unlowered != y->unlowered)
    return x->unlowered < y->unlowered ? -1 : 1;
  if (x->category != y->category)
    return x->category < y->category ? -1 : 1;
  return g_strcmp0 (x->kind, y->kind);
}

static Row
row_of (const DemoModel *m, const DemoFamily *f)
{
  const char *category = demo_category_name (f->category);
  gboolean constant = (f->bits & DEMO_IS_CONSTANT) != 0 && f->category == DEMO_VARIABLE;
  Row row = {f->unlowered, f->category,
             constant ? "constant" : demo_purpose_kind (f->purpose, category), 0};

  for (guint k = 0; k < m->n_kinds; k++)
    row.bytes += (guint64) f->size[k] * m->kinds[k].n_tiles;
  return row;
}

/* (transfer full): of Row, in order, no two with equal keys. */
static GArray *
rows_of (const DemoModel *m)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));
  guint n = 0;

  for (guint i = 0; i < m->families->len; i++) {
    Row row = row_of (m, demo_family (m, i));
    if (row.bytes && demo_family (m, i)->bits & DEMO_ALLOCATED)
      g_array_append_val (rows, row);
  }
  g_array_sort (rows, by_key);
  for (guint i = 0; i < rows->len; i++) {
    Row row = g_array_index (rows, Row, i);
    Row *last = n ? &g_array_index (rows, Row, n - 1) : NULL;
    if (last && by_key (last, &row) == 0)
      last->bytes += row.bytes;
    else
      g_array_index (rows, Row, n++) = row;
  }
  g_array_set_size (rows, n);
  return rows;
}

static void
write_row (const DemoModel *m, const Row *row, PoplensJsonWriter *json)
{
  gboolean named = row->unlowered != DEMO_NONE;

  poplens_json_begin_object (json, NULL);
  if (named)
    poplens_json_uint (json, "id", row->unlowered);
  else
    poplens_json_null (json, "id");
  poplens_json_string (json, "variable",
                       named ? g_ptr_array_index (m->unlowered, row->unlowered) : NULL);
  poplens_json_string (json, "category", demo_category_name (row->category));
  poplens_json_string (json, "kind", row->kind);
  poplens_json_uint (json, "bytes", row->bytes);
  poplens_json_end_object (json);
}

static void
write_cause (const DemoOom *oom, PoplensJsonWriter *json)
{
  poplens_json_string (json, "cause", oom->cause ? demo_oom_name (oom->cause) : NULL);
  poplens_json_string (json, "kind", oom->cause ? demo_oom_kind (oom->cause) : NULL);
  poplens_json_string (json, "variable", oom->cause ? demo_oom_variable (oom->cause) : NULL);
  if (oom->cause)
    poplens_json_double (json, "factor", oom->factor);
  else
    poplens_json_null (json, "factor");
}

static void
write_all (const DemoModel *m, PoplensTextSink *sink)
{
  g_autoptr (PoplensJsonWriter) json = poplens_json_writer_new (sink);
  g_autoptr (GArray) rows = rows_of (m);

  poplens_json_begin_object (json, NULL);
  write_cause (&m->plan->oom, json);
  poplens_json_begin_array (json, "variables");
  for (guint i = 0; i < rows->len; i++)
    write_row (m, &g_array_index (rows, Row, i), json);
  poplens_json_end_array (json);
  poplens_json_end_object (json);
  poplens_text_sink_write (sink, "\n", 1);
}

gboolean
demo_truth_write (const DemoModel *m, const char *path, GError **error)
{
  GError *cause = NULL;
  PoplensSaveFile *file = poplens_save_file_new (path, error);

  if (!file)
    return FALSE;
  PoplensTextSink *sink = poplens_text_sink_new (poplens_save_file_get_stream (file));
  write_all (m, sink);
  gboolean good = poplens_text_sink_flush (sink, &cause);
  if (cause)
    poplens_save_file_explain (file, cause, error);
  poplens_text_sink_free (sink);
  good = good && poplens_save_file_commit (file, error);
  poplens_save_file_free (file);
  return good;
}
