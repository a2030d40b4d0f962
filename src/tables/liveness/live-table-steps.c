/* Variables at some steps: a column for each, and what each has more or less than the first. */
#include "derived/programs/program-location.h"
#include "tables/liveness/live-table.h"

/* Name and texts of a step's two columns; they live as long as it takes to copy them. */
typedef struct {
  char name[16], difference[24];
  char title[24], difference_title[40];
  char *doc;
} StepColumns;

/* "live", "live_2", "difference_2", …: by position, so that a table stays sorted by a column when
 * other steps are chosen. */
static void
name_columns (StepColumns *self, guint i, const PoplensStepList *steps, const char *what,
              const char *program)
{
  guint32 step = steps->step[i], first = steps->step[0];

  g_snprintf (self->name, sizeof self->name, i ? "%s_%u" : "%s", "live", i + 1);
  g_snprintf (self->title, sizeof self->title, "Step %u", step);
  g_snprintf (self->difference, sizeof self->difference, "difference_%u", i + 1);
  g_snprintf (self->difference_title, sizeof self->difference_title, "%u − %u", step, first);
  self->doc = g_strdup_printf ("Bytes live at step %u, %s%s", step, program, what);
}

static PoplensColumn *
make_columns (PoplensLiveSource *source, const PoplensStepList *steps, gboolean with_always,
              StepColumns *texts)
{
  static const char difference[] = "Bytes at this step minus bytes at the first step";
  PoplensColumn *columns = g_new (PoplensColumn, 2 * steps->n);

  for (guint i = 0, c = 0; i < steps->n; i++) {
    guint32 id = source->liveness->program[steps->step[i]];
    g_autofree char *program = poplens_program_title (source->programs, id);
    name_columns (&texts[i], i, steps,
                  with_always ? ", always-live ones included" : ", without always-live ones",
                  program);
    columns[c++] = (PoplensColumn){texts[i].name, texts[i].title, POPLENS_UNIT_BYTES,
                                   POPLENS_FROM_FILE, texts[i].doc};
    if (i)
      columns[c++] = (PoplensColumn){texts[i].difference, texts[i].difference_title,
                                     POPLENS_UNIT_SIGNED_BYTES, POPLENS_FROM_DERIVED, difference};
  }
  return columns;
}

static void
add_rows (PoplensLiveTable *table, const PoplensLiveSteps *live, gboolean with_always)
{
  gint64 values[2 * POPLENS_MOST_STEPS];

  for (guint row = 0; row < live->variable->len; row++) {
    guint64 always = with_always ? g_array_index (live->always, guint64, row) : 0;
    const guint64 *bytes = &g_array_index (live->bytes, guint64, (gsize) row * live->n);
    gboolean any = always > 0;
    for (guint i = 0, v = 0; i < live->n; i++) {
      values[v++] = (gint64) (always + bytes[i]);
      if (i)
        values[v++] = (gint64) (bytes[i] - bytes[0]);
      any |= bytes[i] > 0;
    }
    if (any)
      poplens_live_table_add (table, g_array_index (live->variable, guint32, row), values);
  }
}

static char *
describe (PoplensLiveSource *source, const PoplensStepList *steps)
{
  guint32 first = source->liveness->program[steps->step[0]];
  g_autofree char *program = poplens_program_title (source->programs, first);
  PoplensNumber named;

  if (source->steps.named > steps->n)
    return g_strdup_printf ("%u of %s steps shown; compared with step %u, %s.", steps->n,
                            poplens_format_count (named, source->steps.named), steps->step[0],
                            program);
  return g_strdup_printf ("%u steps, compared with step %u, %s.", steps->n, steps->step[0],
                          program);
}

PoplensTable *
poplens_live_table_steps (PoplensLiveSource *source, const char *name, const PoplensStepList *steps,
                          gboolean with_always, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensClassBytes) bytes = poplens_live_source_bytes (source, cancellable, error);
  g_autoptr (PoplensLiveSteps) live = NULL;
  g_autofree PoplensColumn *columns = NULL;
  g_autofree char *note = NULL;
  StepColumns texts[POPLENS_MOST_STEPS];
  PoplensLiveTable *rows;
  PoplensTable *table;

  if (!bytes)
    return NULL;
  live = poplens_live_steps_new (source->liveness, bytes, steps->step, steps->n);
  rows = poplens_live_table_new (source, 2 * steps->n - 1);
  poplens_live_table_by_change (rows);
  add_rows (rows, live, with_always);
  columns = make_columns (source, steps, with_always, texts);
  table = poplens_live_table_finish (
      rows, name, columns, "Bytes at the first step as a share of all live bytes at that step");
  for (guint i = 0; i < steps->n; i++)
    g_free (texts[i].doc);
  note = describe (source, steps);
  return poplens_live_table_note (table, source, POPLENS_NO_STEP, note);
}
