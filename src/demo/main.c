/* poplens-demo DIR: command line of the generator of synthetic reports. */
#include "demo/change.h"
#include "demo/demo.h"
#include "demo/oom.h"
#include "demo/plant.h"

#include "base/error.h"
#include "base/format.h"
#include "base/visible.h"

#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  gint64 seed, steps, variables;
  gint ipus, tiles, replicas, runs, layers;
  char *preset, *level, *without, *archive, *plant_file;
  char **plants, **changes;
  gboolean overflow, force, progress, version, cut_debug, skip_idle;
  char **rest;
} Arguments;

static void
arguments_clear (Arguments *args)
{
  g_free (args->preset);
  g_free (args->level);
  g_free (args->without);
  g_free (args->archive);
  g_free (args->plant_file);
  g_strfreev (args->plants);
  g_strfreev (args->changes);
  g_strfreev (args->rest);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Arguments, arguments_clear)

static void
print_progress (double fraction, const char *text, gpointer user_data)
{
  PoplensNumber number;

  printf ("progress %s %s\n", poplens_format_fixed (number, fraction, 2), text);
  fflush (stdout);
}

static GOptionContext *
context_new (void)
{
  GOptionContext *context = g_option_context_new (NULL);
  g_autofree char *parts = g_strjoinv (", ", (char **) demo_part_names ());
  g_autofree char *plants = demo_plant_help (), *causes = demo_oom_help ();
  g_autofree char *changes = demo_change_help ();
  g_autofree char *text = g_strconcat (
      "Presets (default: a small encoder on two IPUs):\n"
      "  mnist          1 IPU, convolutional network: 20 MB\n"
      "  resnet50       2 IPUs: 240 MB\n"
      "  bert-base      4 IPUs, 12 layers: 400 MB\n"
      "  bert-large     4 IPUs, 24 layers, 8 million variables, 300,000 steps on each IPU: 1.5 GB\n"
      "  trace-10m      bert-base, 10 million trace rows, recorded by IPU: 1.7 GB\n"
      "  out-of-memory  model over capacity that did not run: 400 MB\n"
      "  plain          4 IPUs of 256 tiles, no cause of lost time: 6 MB\n\n"
      "Causes for --plant; app.json tells how many cycles each costs:\n",
      plants, "\nCauses for --plant of a model that does not fit; DIR.plant.json names them:\n",
      causes, "\nChanges for --change:\n", changes, "\nParts for --without: ", parts,
      ".\n\nReports are written completely or not at all.", NULL);

  g_option_context_set_summary (context, "Write a synthetic Poplar report (profile.pop, archive.a, "
                                         "debug.cbor, framework.json, app.json)\nto DIR.");
  g_option_context_set_description (context, text);
  return context;
}

static gboolean
parse (Arguments *args, int *argc, char ***argv, GError **error)
{
  const GOptionEntry entries[] = {
      {"preset", 'p', 0, G_OPTION_ARG_STRING, &args->preset, "model to imitate, see below", "NAME"},
      {"seed", 's', 0, G_OPTION_ARG_INT64, &args->seed,
       "seed of random values; equal seeds give equal files", "N"},
      {"ipus", 0, 0, G_OPTION_ARG_INT, &args->ipus, "IPUs per replica, 1 to 16", "N"},
      {"tiles", 0, 0, G_OPTION_ARG_INT, &args->tiles, "tiles per IPU, 32 to 1472", "N"},
      {"replicas", 0, 0, G_OPTION_ARG_INT, &args->replicas, "replicas; one is recorded", "N"},
      {"runs", 0, 0, G_OPTION_ARG_INT, &args->runs, "runs of the program", "N"},
      {"layers", 0, 0, G_OPTION_ARG_INT, &args->layers,
       "layers of a bert preset; each has hundreds of programs", "N"},
      {"steps", 0, 0, G_OPTION_ARG_INT64, &args->steps, "minimum of executed steps per IPU", "N"},
      {"variables", 0, 0, G_OPTION_ARG_INT64, &args->variables, "minimum of tile variables", "N"},
      {"instrumentation", 0, 0, G_OPTION_ARG_STRING, &args->level,
       "instrumentation: none, ipu, tile or blocks (lightweight profiling only)", "LEVEL"},
      {"without", 0, 0, G_OPTION_ARG_STRING, &args->without, "omit parts, see below", "PART,..."},
      {"plant", 0, 0, G_OPTION_ARG_STRING_ARRAY, &args->plants,
       "plant a cause of lost time or memory over capacity, see below; repeatable", "KIND=VALUE"},
      {"plant-file", 0, 0, G_OPTION_ARG_FILENAME, &args->plant_file,
       "write the planted memory cause and all variables' kinds to FILE, as JSON", "FILE"},
      {"change", 0, 0, G_OPTION_ARG_STRING_ARRAY, &args->changes,
       "change the model to save memory, see below; repeatable", "KEY[=VALUE]"},
      {"overflow", 0, 0, G_OPTION_ARG_NONE, &args->overflow, "let one tile run out of memory",
       NULL},
      {"archive", 0, 0, G_OPTION_ARG_STRING, &args->archive,
       "write tile images as sizes only, or in full", "sizes|full"},
      {"no-idle-images", 0, 0, G_OPTION_ARG_NONE, &args->skip_idle, "write no image for idle tiles",
       NULL},
      {"cut-debug", 0, 0, G_OPTION_ARG_NONE, &args->cut_debug,
       "truncate debug.cbor, as after a killed run", NULL},
      {"force", 'f', 0, G_OPTION_ARG_NONE, &args->force,
       "overwrite files that other programs wrote", NULL},
      {"progress", 0, 0, G_OPTION_ARG_NONE, &args->progress,
       "print lines \"progress FRACTION TEXT\" for other programs", NULL},
      {"version", 0, 0, G_OPTION_ARG_NONE, &args->version, "show the version", NULL},
      {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &args->rest, NULL, "DIR"},
      {NULL},
  };
  g_autoptr (GOptionContext) context = context_new ();

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  if (args->version || (args->rest && !args->rest[1]))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "missing or extra argument; use one output directory DIR (see poplens-demo --help)");
  return FALSE;
}

static gboolean
read_options (const Arguments *args, DemoOptions *options, GError **error)
{
  *options = (DemoOptions){.seed = (guint64) args->seed,
                           .overflow = args->overflow,
                           .force = args->force,
                           .preset = args->preset,
                           .ipus = (guint) args->ipus,
                           .tiles = (guint) args->tiles,
                           .replicas = (guint) args->replicas,
                           .runs = (guint) args->runs,
                           .layers = (guint) args->layers,
                           .steps = (guint64) args->steps,
                           .variables = (guint64) args->variables,
                           .cut_debug = args->cut_debug,
                           .skip_idle = args->skip_idle,
                           .plants = (const char *const *) args->plants,
                           .changes = (const char *const *) args->changes,
                           .plant_file = args->plant_file};
  if (args->ipus < 0 || args->tiles < 0 || args->replicas < 0 || args->runs < 0 ||
      args->layers < 0 || args->steps < 0 || args->variables < 0) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "counts cannot be negative; see poplens-demo --help");
    return FALSE;
  }
  if (g_strcmp0 (args->archive, "full") == 0) {
    options->archive = DEMO_ARCHIVE_FULL;
  } else if (args->archive && g_strcmp0 (args->archive, "sizes") != 0) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "unknown --archive “%s”; use sizes or full", args->archive);
    return FALSE;
  }
  return (!args->level || demo_parse_level (args->level, &options->level, error)) &&
         (!args->without || demo_parse_parts (args->without, &options->without, error));
}

/* Data of the thread that waits for signals, and cancels the work. Only this thread handles
 * signals, so that unfinished files can be removed safely. */
typedef struct {
  sigset_t signals;
  GCancellable *cancellable;
} SignalWatch;

static gpointer
watch_signals (gpointer data)
{
  SignalWatch *watch = data;
  int number;

  while (sigwait (&watch->signals, &number) == 0)
    g_cancellable_cancel (watch->cancellable);
  return NULL;
}

/* Starts the thread. The watch is never freed, as the thread outlives main (). */
static GCancellable *
start_watch (void)
{
  SignalWatch *watch = g_new0 (SignalWatch, 1);

  watch->cancellable = g_cancellable_new ();
  sigemptyset (&watch->signals);
  sigaddset (&watch->signals, SIGINT);
  sigaddset (&watch->signals, SIGTERM);
  sigaddset (&watch->signals, SIGHUP);
  /* Ignore SIGXFSZ: exceeding the limit on file size is then a write error, like a full disk. */
  signal (SIGXFSZ, SIG_IGN);
  pthread_sigmask (SIG_BLOCK, &watch->signals, NULL);
  g_thread_unref (g_thread_new ("signals", watch_signals, watch));
  return watch->cancellable;
}

int
main (int argc, char **argv)
{
  g_auto (Arguments) args = {.seed = 1};
  g_autoptr (GError) error = NULL;
  DemoOptions options;

  setlocale (LC_ALL, "");
  if (!parse (&args, &argc, &argv, &error) ||
      (!args.version && !read_options (&args, &options, &error))) {
    g_autofree char *text = poplens_visible_error (error->message);
    fprintf (stderr, "poplens-demo: %s\n", text);
    return 2;
  }
  if (args.version) {
    printf ("poplens-demo %s\n", POPLENS_VERSION);
    return 0;
  }
  GCancellable *cancellable = start_watch ();
  if (!demo_write_report (args.rest[0], &options, args.progress ? print_progress : NULL, NULL,
                          cancellable, &error)) {
    gboolean stopped = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_autofree char *text =
        poplens_visible_error (stopped ? "stopped: nothing was written" : error->message);
    fprintf (stderr, "poplens-demo: %s\n", text);
    return stopped ? 130 : 1;
  }
  if (!args.progress)
    printf ("Wrote a synthetic report to %s.\n", args.rest[0]);
  return 0;
}
