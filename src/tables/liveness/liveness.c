#include "analysis/programs/program-tree.h"
#include "derived/liveness/live-source.h"
#include "derived/parts.h"
#include "derived/programs/program-location.h"
#include "derived/scope.h"
#include "tables/engine/builders.h"

static const char assumption[] =
    "Steps are program steps, not executed steps. Bytes are those of one replica.";

/* ---- steps ---------------------------------------------------------------------------- */

enum { STEP, PROGRAM, TYPE, NAME, NOT_ALWAYS_LIVE, TOTAL, DELTA, DEPTH };

static const PoplensColumn step_columns[] = {
    [STEP] = {"step", "Step", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
              "Program step, numbered in preorder (depth_first_steps.id)"},
    [PROGRAM] = {"program", "Program", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                 "ID of the program of the step (depth_first_steps.program_id)"},
    [TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Type of the program, as named in program_types"},
    [NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Name of the program, else of the compute set or the streams"},
    [NOT_ALWAYS_LIVE] = {"not_always_live", "Not always live", POPLENS_UNIT_BYTES,
                         POPLENS_FROM_FILE,
                         "Not-always-live bytes at the step (all tiles: "
                         "memory_not_always_live_by_step_and_ipu; selected tiles: vars_info)"},
    [TOTAL] = {"total", "Live", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
               "Always-live and not-always-live bytes in total"},
    [DELTA] = {"delta", "Change", POPLENS_UNIT_SIGNED_BYTES, POPLENS_FROM_FILE,
               "Bytes born minus bytes freed at the step"},
    [DEPTH] = {"depth", "Depth", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
               "Number of steps above in the program tree"},
};

typedef struct {
  const PoplensLiveness *liveness;
  const PoplensPrograms *programs; /* nullable */
  PoplensLiveCurve *curve;         /* of the source */
  gboolean has_trace;              /* something was executed, so that links lead there */
  guint16 *depths;
} Steps;

static void
steps_free (gpointer data)
{
  Steps *steps = data;

  poplens_live_curve_free (steps->curve);
  g_free (steps->depths);
  g_free (steps);
}

static void
set_int (PoplensValue *value, gint64 integer)
{
  value->type = POPLENS_VALUE_INT;
  value->integer = integer;
}

static void
set_program_text (const PoplensPrograms *programs, guint32 id, gboolean name, PoplensValue *value)
{
  poplens_cell_text (value, name ? poplens_program_name_text (programs, id)
                                 : poplens_program_type_text (programs, id));
}

/* To where the step's program ran; NULL for one that only has others below it. */
static char *
link_to_trace (gconstpointer data, guint32 step)
{
  const Steps *steps = data;
  guint32 id = steps->liveness->program[step];
  guint32 row = steps->has_trace && steps->programs ? poplens_programs_find (steps->programs, id)
                                                    : POPLENS_NO_ROW;

  if (row == POPLENS_NO_ROW)
    return NULL;
  switch (steps->programs->kind[row]) {
  case POPLENS_PROGRAM_ON_TILE_EXECUTE:
  case POPLENS_PROGRAM_DO_EXCHANGE:
  case POPLENS_PROGRAM_GLOBAL_EXCHANGE:
  case POPLENS_PROGRAM_STREAM_COPY_BEGIN:
  case POPLENS_PROGRAM_STREAM_COPY_MID:
  case POPLENS_PROGRAM_STREAM_COPY_END:
    return g_strdup_printf ("trace?program=%u", id);
  default:
    return NULL;
  }
}

static void
step_cell (gconstpointer data, guint32 step, guint column, PoplensValue *value)
{
  const Steps *steps = data;
  const PoplensLiveness *l = steps->liveness;
  const guint64 *live = steps->curve->not_always_live;
  gint64 here = (gint64) live[step];

  switch (column) {
  case STEP:
    set_int (value, step);
    break;
  case PROGRAM:
    set_int (value, l->program[step]);
    break;
  case TYPE:
  case NAME:
    set_program_text (steps->programs, l->program[step], column == NAME, value);
    break;
  case NOT_ALWAYS_LIVE:
    set_int (value, here);
    break;
  case TOTAL:
    set_int (value, here + (gint64) steps->curve->always_live);
    break;
  case DELTA:
    set_int (value, here - (step ? (gint64) live[step - 1] : 0));
    break;
  case DEPTH:
    set_int (value, steps->depths[step]);
    break;
  }
}

PoplensTable *
poplens_build_liveness_steps (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensLiveCurve) curve = NULL;
  g_autofree char *note = NULL;
  PoplensTable *table;
  Steps *steps;

  if (!poplens_live_source_init (&source, report, location, cancellable, error) ||
      !(curve = poplens_live_source_own_curve (&source, cancellable, error)))
    return NULL;
  steps = g_new0 (Steps, 1);
  steps->liveness = source.liveness;
  steps->programs = source.programs;
  steps->has_trace = !poplens_report_get_absence (report, POPLENS_PART_EXECUTION);
  steps->curve = g_steal_pointer (&curve);
  steps->depths = poplens_liveness_depths (source.liveness);
  table = poplens_table_new ("liveness-steps", "Live memory by step", source.liveness->n_steps,
                             step_cell, steps, steps_free, report);
  poplens_table_add_columns (table, step_columns, G_N_ELEMENTS (step_columns));
  poplens_table_set_link (table, link_to_trace);
  note =
      source.tiles
          ? g_strdup_printf ("%c%s. %s", g_ascii_toupper (*source.label), source.label + 1,
                             assumption)
          : g_strconcat (assumption,
                         source.liveness->always_unknown
                             ? " Always-live memory is not recorded; the column Live excludes it."
                             : NULL,
                         NULL);
  poplens_table_set_note (table, note);
  return table;
}
