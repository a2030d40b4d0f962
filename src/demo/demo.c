/* Writes a synthetic report: builds the model, plants causes, and writes all files. */
#include "demo/demo.h"

#include "base/json-writer.h"
#include "base/save-file.h"
#include "demo/debug.h"
#include "demo/files.h"
#include "demo/layout.h"
#include "demo/liveness.h"
#include "demo/model.h"
#include "demo/oom-model.h"
#include "demo/network.h"
#include "demo/pipeline.h"
#include "demo/planted.h"
#include "demo/side-files.h"
#include "demo/stages.h"
#include "demo/vertex-types.h"
#include "demo/write.h"

/* ---- ground truth ---------------------------------------------------------------------------- */

/* Ground truth for tests: facts that analysis should find, but that a report does not contain.
 * These are the kind of every variable, and the planted cause of too much memory. */

/* Total bytes of the lowered variables with the same unlowered variable, category and kind. */
typedef struct {
  guint unlowered; /* id in unlowered_vars, or DEMO_NONE */
  DemoCategory category;
  const char *kind; /* (static) */
  guint64 bytes;
} TruthRow;

static int
by_key (gconstpointer a, gconstpointer b)
{
  const TruthRow *x = a, *y = b;

  if (x->unlowered != y->unlowered)
    return x->unlowered < y->unlowered ? -1 : 1;
  if (x->category != y->category)
    return x->category < y->category ? -1 : 1;
  return g_strcmp0 (x->kind, y->kind);
}

static TruthRow
truth_row (const DemoModel *m, const DemoFamily *f)
{
  const char *category = demo_category_name (f->category);
  gboolean constant = (f->bits & DEMO_IS_CONSTANT) != 0 && f->category == DEMO_VARIABLE;
  TruthRow row = {f->unlowered, f->category,
                  constant ? "constant" : demo_purpose_kind (f->purpose, category), 0};

  for (guint k = 0; k < m->n_kinds; k++)
    row.bytes += (guint64) f->size[k] * m->kinds[k].n_tiles;
  return row;
}

/* Returns a row for each combination of unlowered variable, category and kind, sorted by these.
 * (transfer full): GArray of TruthRow */
static GArray *
rows_of (const DemoModel *m)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (TruthRow));
  guint n = 0;

  for (guint i = 0; i < m->families->len; i++) {
    TruthRow row = truth_row (m, demo_family (m, i));
    if (row.bytes && demo_family (m, i)->bits & DEMO_ALLOCATED)
      g_array_append_val (rows, row);
  }
  g_array_sort (rows, by_key);
  for (guint i = 0; i < rows->len; i++) {
    TruthRow row = g_array_index (rows, TruthRow, i);
    TruthRow *last = n ? &g_array_index (rows, TruthRow, n - 1) : NULL;
    if (last && by_key (last, &row) == 0)
      last->bytes += row.bytes;
    else
      g_array_index (rows, TruthRow, n++) = row;
  }
  g_array_set_size (rows, n);
  return rows;
}

static void
write_row (const DemoModel *m, const TruthRow *row, PoplensJsonWriter *json)
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
    write_row (m, &g_array_index (rows, TruthRow, i), json);
  poplens_json_end_array (json);
  poplens_json_end_object (json);
  poplens_text_sink_write (sink, "\n", 1);
}

/* Writes the ground truth as JSON. Call after the variables were written. FALSE with @error. */
static gboolean
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

/* ---- the preset plain: a pipeline without findings ------------------------------------------- */

/* Bytes on each tile of a buffer between two stages of the pipeline. */

#define STAGE_BYTES 32
#define ON_ALL_TILES(ipu) ((DemoSpread){(guint64) 1 << (ipu), 16, 0, FALSE})

#define HOST_WAIT 1000

static void
host_copy (DemoModel *m, const char *name, guint family, gboolean to_host)
{
  guint stream = demo_stream_new (m, FALSE, HOST_WAIT);

  demo_stream_copy (m, stream, name, family, 0, to_host, FALSE);
  demo_stream_run (m, stream, 1);
}

static void
stage_buffers (DemoModel *m, DemoStages *p)
{
  for (guint ipu = 0; ipu < m->ipus; ipu++) {
    g_autofree char *in = g_strdup_printf ("Fwd/stage%u/in", ipu);
    g_autofree char *back = g_strdup_printf ("Bwd/stage%u/gradient", ipu);
    p->in[ipu] = demo_tensor (m, DEMO_FOR_MESSAGE, DEMO_GLOBAL_MESSAGE, in, STAGE_BYTES,
                              ON_ALL_TILES (ipu), DEMO_BY_VERTEX, DEMO_LISTED);
    p->back[ipu] = demo_tensor (m, DEMO_FOR_MESSAGE, DEMO_GLOBAL_MESSAGE, back, STAGE_BYTES,
                                ON_ALL_TILES (ipu), DEMO_BY_VERTEX, DEMO_LISTED);
  }
}

/* Adds the loss to the last stage. Returns its gradient. */
static guint
loss (DemoModel *m, DemoTensors *net, guint logits)
{
  DemoSpread spread = ON_ALL_TILES (m->ipus - 1);
  DemoVertexSpec vertex = {DEMO_LOSS, 2};
  guint gradient = demo_tensor (m, DEMO_FOR_GRADIENT, DEMO_VARIABLE, "Loss/nll/gradient", 600,
                                spread, DEMO_BY_VERTEX, DEMO_LISTED);
  const guint touches[] = {logits, gradient, net->loss};

  demo_compute (m, "Loss/nll/Op", spread, &vertex, 1, 600, 1, touches, 3);
  demo_family_live (m, gradient, demo_last (m), demo_last (m));
  demo_family_live (m, net->loss, demo_last (m), demo_last (m));
  return gradient;
}

static guint
load_input (DemoModel *m, DemoStages *p)
{
  guint ids = demo_tensor (m, DEMO_FOR_ACTIVATION, DEMO_VARIABLE, "Fwd/input", 64, ON_ALL_TILES (0),
                           DEMO_BY_VERTEX, DEMO_LISTED);

  demo_copy (m, "copy2_Copy_Input/tokens_to_Fwd/input/ExchangePre", &p->t.input, 1, m->plan->input,
             ids, TRUE);
  demo_family_live (m, ids, demo_last (m), demo_last (m));
  return ids;
}

static void
plain_add_step (DemoModel *m, DemoStages *p)
{
  demo_open (m, DEMO_SEQUENCE, "step", 0);
  guint ids = load_input (m, p);
  demo_io_streams (m, &p->t, HOST_WAIT);
  for (guint ipu = 0; ipu < m->ipus; ipu++)
    demo_stages_run (p, m, ipu, ipu ? p->in[ipu] : ids);
  demo_until_now (m, ids);
  demo_stages_exchange (p, m);
  demo_close (m);
}

static void
training (DemoModel *m, DemoStages *p)
{
  demo_open (m, DEMO_SEQUENCE, "training", 0);
  host_copy (m, "Update/learningRate", p->t.rate, FALSE);
  guint first = m->programs->len;
  demo_io_streams (m, &p->t, HOST_WAIT);
  guint repeat = demo_open (m, DEMO_REPEAT, NULL, 16);
  demo_program (m, repeat)->index = 0;
  plain_add_step (m, p);
  demo_close (m);
  demo_stages_keep_buffers (p, m, repeat);
  for (guint i = 0; i < p->gradients->len; i++)
    demo_family_live (m, g_array_index (p->gradients, DemoSpan, i).first, repeat, demo_last (m));
  host_copy (m, "Loss/mean", p->t.loss, TRUE);
  demo_until_now (m, p->t.loss);
  demo_stages_keep_inputs (p, m, first);
  demo_close (m);
}

/* Builds the network of the preset "plain", in which analysis finds nothing but planted causes. */
static void
demo_plain_build (DemoModel *m)
{
  g_autoptr (GArray) layers = demo_net_layers (m->plan);
  g_autoptr (GArray) gradients = g_array_new (FALSE, FALSE, sizeof (DemoSpan));
  DemoStages p = {.layers = layers, .gradients = gradients, .bytes = STAGE_BYTES, .loss = loss};

  demo_make_tensors (m, &p.t);
  stage_buffers (m, &p);
  demo_open (m, DEMO_SEQUENCE, NULL, 0);
  demo_choose_program (m);
  demo_open (m, DEMO_SWITCH, NULL, 12);
  training (m, &p);
  demo_open (m, DEMO_SEQUENCE, NULL, 0);
  demo_close (m);
  demo_close (m);
  demo_close (m);
}

/* ---- the report ------------------------------------------------------------------------------ */

/* State of writing one report. */
typedef struct {
  const char *dir;
  const DemoPlan *plan;
  DemoModel *m;
  GArray *planted; /* DemoPlanted */
  DemoProgress each;
  gpointer user_data;
  GCancellable *cancellable;
} ReportJob;

static void
job_report_progress (const ReportJob *job, double fraction, const char *text)
{
  if (job->each)
    job->each (fraction, text, job->user_data);
}

/* Tables that are not written if a part is left out (--without). */
static const struct {
  DemoParts part;
  const char *table;
} tables[] = {
    {DEMO_PART_LIVENESS, "depth_first_steps"},
    {DEMO_PART_LIVENESS, "memory_not_always_live_by_step_and_ipu"},
    {DEMO_PART_LIVENESS, "eq_classes"},
    {DEMO_PART_LIVENESS, "eq_class_step"},
    {DEMO_PART_LIVENESS, "equivalence_class_interference"},
    {DEMO_PART_LIVENESS, "var_bytes_by_eq_class"},
    {DEMO_PART_LIVENESS, "memory_liveness_tiles"},
    {DEMO_PART_VARIABLES, "vars_info"},
    {DEMO_PART_VARIABLES, "vars_string_table"},
    {DEMO_PART_VARIABLES, "allocation_order_by_tile"},
    {DEMO_PART_MEMORY, "memory_by_tile"},
    {DEMO_PART_MEMORY, "memory_by_category"},
    {DEMO_PART_PROGRAMS, "programs"},
    {DEMO_PART_PROGRAMS, "program_types"},
    {DEMO_PART_PROGRAMS, "program_type_call"},
    {DEMO_PART_PROGRAMS, "program_type_on_tile_execute"},
    {DEMO_PART_PROGRAMS, "program_type_repeat"},
    {DEMO_PART_PROGRAMS, "program_type_sync"},
    {DEMO_PART_PROGRAMS, "program_type_sans"},
    {DEMO_PART_PROGRAMS, "program_type_sync_ans"},
    {DEMO_PART_PROGRAMS, "control_programs"},
    {DEMO_PART_PROGRAMS, "function_programs"},
    {DEMO_PART_EXCHANGES, "program_type_do_exchange"},
    {DEMO_PART_EXCHANGES, "program_type_global_exchange"},
    {DEMO_PART_EXCHANGES, "program_type_stream_copy_mid"},
    {DEMO_PART_EXCHANGES, "host_exchange_from_host"},
    {DEMO_PART_EXCHANGES, "host_exchange_to_host"},
    {DEMO_PART_EXCHANGES, "exchange_regions"},
    {DEMO_PART_EXCHANGES, "exchange_target"},
    {DEMO_PART_EXCHANGES, "compilation_cycles_by_tile"},
    {DEMO_PART_VERTICES, "compute_sets"},
    {DEMO_PART_VERTICES, "vertex_instances"},
    {DEMO_PART_VERTICES, "vertex_types"},
    {DEMO_PART_VERTICES, "memory_by_vertex_type"},
    {DEMO_PART_VERTICES, "memory_by_compute_set"},
    {DEMO_PART_OPTIONS, "compilation_parameters"},
    {DEMO_PART_OPTIONS, "target_parameters"},
    {DEMO_PART_OPTIONS, "execution_parameters"},
    {DEMO_PART_TRACE, "compilation_trace"},
};

static void
job_write_tables (const ReportJob *job, DemoDb *db)
{
  DemoModel *m = job->m;

  demo_write_target (m, db);
  demo_write_parameters (m, db);
  job_report_progress (job, 0.2, "writing programs");
  demo_write_programs (m, db);
  job_report_progress (job, 0.25, "writing exchanges");
  demo_write_exchanges (m, db);
  job_report_progress (job, 0.4, "writing vertices");
  demo_write_vertices (m, db);
  job_report_progress (job, 0.45, "writing memory");
  demo_write_memory (m, db);
  demo_liveness_write (m, db);
  job_report_progress (job, 0.5, "writing variables");
  demo_write_variables (m, db);
  job_report_progress (job, 0.75, "running the program");
  if (demo_runs (job->plan))
    demo_write_execution (m, db);
}

static gboolean
write_profile (const ReportJob *job, GError **error)
{
  g_autofree char *path = demo_files_unfinished (job->dir, DEMO_FILE_PROFILE);

  if (job->plan->without & DEMO_PART_PROFILE)
    return TRUE;
  DemoDb *db = demo_db_create (path, job->cancellable, error);
  if (!db)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (job->plan->without & tables[i].part)
      demo_db_leave_out (db, tables[i].table);
  job_write_tables (job, db);
  job_report_progress (job, 0.97, "finishing the files");
  return demo_db_finish (db, error);
}

static gboolean
write_beside (const ReportJob *job, GError **error)
{
  g_autofree char *archive = demo_files_unfinished (job->dir, DEMO_FILE_ARCHIVE);
  g_autofree char *debug = demo_files_unfinished (job->dir, DEMO_FILE_DEBUG);
  DemoParts without = job->plan->without;

  return (without & DEMO_PART_ARCHIVE ||
          demo_archive_write (job->m, archive, job->cancellable, error)) &&
         (without & DEMO_PART_DEBUG || demo_debug_write (job->m, debug, job->cancellable, error));
}

typedef struct {
  const ReportJob *job;
  GError *error;
} Beside;

static gpointer
beside_thread (gpointer data)
{
  Beside *beside = data;

  write_beside (beside->job, &beside->error);
  return NULL;
}

/* Writes all files. A second thread writes archive.a and debug.cbor in parallel with the profile:
 * the profile's writer changes nothing that the thread reads. FALSE with @error. */
static gboolean
write_files (const ReportJob *job, GError **error)
{
  g_autofree char *framework = demo_files_unfinished (job->dir, DEMO_FILE_FRAMEWORK);
  g_autofree char *app = demo_files_unfinished (job->dir, DEMO_FILE_APP);
  Beside beside = {job, NULL};

  if (!(job->plan->without & DEMO_PART_JSON) &&
      !demo_write_side_files (job->plan, job->planted, framework, app, error))
    return FALSE;
  GThread *thread = g_thread_new ("beside", beside_thread, &beside);
  gboolean good = write_profile (job, error);
  g_thread_join (thread);
  if (!beside.error)
    return good;
  if (good)
    g_propagate_error (error, beside.error);
  else
    g_error_free (beside.error);
  return FALSE;
}

static gboolean
job_build_model (ReportJob *job, GError **error)
{
  DemoModel *m = job->m;

  job_report_progress (job, 0, "building the network");
  demo_runtime_begin (m);
  if (job->plan->net == DEMO_NET_ENCODER)
    demo_network_build (m);
  else if (job->plan->net == DEMO_NET_PLAIN)
    demo_plain_build (m);
  else
    demo_pipeline_build (m);
  demo_pipeline_set_repeats (m);
  demo_runtime_build (m);
  demo_pipeline_fill (m);
  demo_oom_constrain (m);
  demo_contexts_finish (m->contexts);
  if (g_cancellable_set_error_if_cancelled (job->cancellable, error))
    return FALSE;
  job->planted = demo_plants_apply (m, error);
  if (!job->planted)
    return FALSE;
  job_report_progress (job, 0.05, "placing variables");
  demo_liveness_resolve (m);
  demo_layout_place (m);
  return !g_cancellable_set_error_if_cancelled (job->cancellable, error);
}

/* Builds the model of @plan to measure it, without writing files. NULL with @error. (transfer full)
 */
static DemoModel *
build_apart (const ReportJob *job, const DemoPlan *plan, GError **error)
{
  DemoModel *m = demo_model_new (plan);
  ReportJob apart = {job->dir, plan, m, NULL, NULL, NULL, job->cancellable};
  gboolean good = job_build_model (&apart, error);

  g_clear_pointer (&apart.planted, g_array_unref);
  if (!good)
    g_clear_pointer (&m, demo_model_free);
  return m;
}

static DemoModelFit
attempt (DemoPlan *plan, gpointer data, GError **error)
{
  g_autoptr (DemoModel) m = build_apart (data, plan, error);

  if (!m)
    return DEMO_MODEL_FAILED;
  return demo_oom_is_over (m) ? DEMO_MODEL_OVER : DEMO_MODEL_FITS;
}

static DemoPlan
without_changes (const DemoPlan *plan)
{
  DemoPlan out = *plan;

  out.change = (DemoChange){0};
  out.ipus = plan->change.ipus_before;
  out.level = plan->change.level_before;
  return out;
}

/* Builds the model without --change, and saves the value that the model with --change must use too.
 * With a planted cause, this is the factor in @plan, else @filler. @filler: (out): bytes of the
 * variable that fills the full tile. FALSE with @error. */
static gboolean
job_measure_cause (const ReportJob *job, DemoPlan *plan, guint *filler, GError **error)
{
  DemoPlan before = without_changes (plan);

  if (plan->oom.cause) {
    gboolean good = demo_oom_enlarge (&before, attempt, (gpointer) job, error);
    plan->oom = before.oom;
    return good;
  }
  if (!demo_change_is_any (&plan->change))
    return TRUE;
  g_autoptr (DemoModel) m = build_apart (job, &before, error);
  if (!m)
    return FALSE;
  const DemoFamily *table = demo_family (m, m->filler);
  gboolean half = plan->change.half && demo_contexts_was_float (m->contexts, table->context);
  *filler = table->size[m->full_kind] / (half ? 2 : 1);
  return TRUE;
}

/* Returns the path for the ground truth. (transfer full) (nullable): NULL: it is not written */
static char *
truth_path (const char *dir, const DemoOptions *options, const DemoPlan *plan)
{
  g_autofree char *path = g_canonicalize_filename (dir, NULL);

  if (options->plant_file)
    return g_strdup (options->plant_file);
  return plan->oom.cause ? g_strconcat (path, ".plant.json", NULL) : NULL;
}

gboolean
demo_write_report (const char *dir, const DemoOptions *options, DemoProgress progress,
                   gpointer user_data, GCancellable *cancellable, GError **error)
{
  DemoPlan plan;
  gboolean is_new;

  if (!demo_plan_resolve (options, &plan, error) ||
      !demo_files_prepare (dir, options->force, &is_new, error))
    return FALSE;
  ReportJob job = {dir, &plan, NULL, NULL, progress, user_data, cancellable};
  guint filler = 0;
  if (!job_measure_cause (&job, &plan, &filler, error)) {
    demo_files_abandon (dir, is_new);
    return FALSE;
  }
  g_autoptr (DemoModel) m = demo_model_new (&plan);
  g_autofree char *truth = truth_path (dir, options, &plan);
  job.m = m;
  m->filler_bytes = filler;
  gboolean good = job_build_model (&job, error) && write_files (&job, error) &&
                  (!truth || demo_truth_write (m, truth, error)) && demo_files_publish (dir, error);
  g_clear_pointer (&job.planted, g_array_unref);
  if (!good) {
    demo_files_abandon (dir, is_new);
    return FALSE;
  }
  job_report_progress (&job, 1, "done");
  return TRUE;
}
