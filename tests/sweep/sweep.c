/* Opens thousands of damaged reports, each in full: see visit.h. Mutants are worked through by
 * children, a batch each, that a parent watches: a signal, a hang and memory without bounds are
 * findings. A finding names its number, and --only N does that one alone.
 *
 *   test-sweep [--count N] [--first N] [--only N] [--terminal] */
#include "mutants.h"
#include "support/temp-dir.h"
#include "terminal.h"
#include "visit.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#define BATCH 100
#define WORKERS 2
/* Of processor time, so that a busy machine is no hang; sanitizers make it slower. */
#define MOST_SECONDS (SANITIZED ? 15.0 : 5.0)
#define MOST_WALL_SECONDS 90.0
#define MOST_KIB (1L << 20)

/* What a child is at; shared with the parent. */
typedef struct {
  guint number;
  double cpu_at_start, wall_at_start, slowest;
  guint slowest_number;
  char what[1024];
} State;

typedef struct {
  pid_t pid; /* 0: free */
  State *state;
  gboolean killed;
} Worker;

typedef struct {
  Mutants *mutants;
  guint first, end, next;
  gboolean terminal;
  guint findings;
  long most_kib;
  double slowest;
  guint slowest_number;
} Sweep;

static double
clock_seconds (clockid_t clock)
{
  struct timespec time = {0};

  clock_gettime (clock, &time);
  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static void
visit (const char *dir, guint number, const Mutant *mutant, const char *picture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = poplens_report_open (dir, &error);
  PoplensPageId page = number % POPLENS_N_PAGES;

  if (!report) {
    visit_check_error (error);
    return;
  }
  guint32 refused = visit_parts (report) & (POPLENS_PART_BIT (POPLENS_PART_EXECUTION + 1) - 1);
  if (refused & ~mutant->may_refuse)
    g_error ("parts %#x are refused although they do not read what is damaged", refused);
  visit_slices (report);
  visit_tables (report, page);
  visit_page (report, page, picture);
}

static void
run_one (const Sweep *sweep, guint number, const char *dir, const char *picture, State *state)
{
  Mutant mutant = {0};

  state->number = number;
  state->wall_at_start = clock_seconds (CLOCK_MONOTONIC);
  state->cpu_at_start = clock_seconds (CLOCK_PROCESS_CPUTIME_ID);
  g_strlcpy (state->what, "writing it", sizeof state->what);
  mutants_write (sweep->mutants, number, dir, &mutant);
  g_strlcpy (state->what, mutant.what, sizeof state->what);
  state->cpu_at_start = clock_seconds (CLOCK_PROCESS_CPUTIME_ID);
  if (sweep->terminal)
    terminal_try (dir, number);
  else
    visit (dir, number, &mutant, picture);
  double took = clock_seconds (CLOCK_PROCESS_CPUTIME_ID) - state->cpu_at_start;
  if (took > state->slowest) {
    state->slowest = took;
    state->slowest_number = number;
  }
  g_free (mutant.what);
}

/* The child: _exit(), as what the parent made is not the child's to free. */
G_NORETURN static void
run_batch (const Sweep *sweep, guint first, guint end, State *state)
{
  g_autofree char *top = temp_dir_new ();
  g_autofree char *dir = g_build_filename (top, "report", NULL);
  g_autofree char *picture = g_build_filename (top, "page.png", NULL);
  const struct rlimit data = {(rlim_t) MOST_KIB << 10, (rlim_t) MOST_KIB << 10};

  /* With it, ASan could not map its shadow. */
  if (!SANITIZED)
    setrlimit (RLIMIT_DATA, &data);
  g_mkdir (dir, 0700);
  for (guint number = first; number < end; number++)
    run_one (sweep, number, dir, picture, state);
  temp_dir_remove (top);
  _exit (0);
}

static void
start_batch (Sweep *sweep, Worker *worker)
{
  guint first = sweep->next;

  sweep->next = MIN (sweep->end, first + BATCH);
  memset (worker->state, 0, sizeof *worker->state);
  worker->killed = FALSE;
  fflush (NULL);
  worker->pid = fork ();
  g_assert_cmpint (worker->pid, >=, 0);
  if (!worker->pid)
    run_batch (sweep, first, sweep->next, worker->state);
}

static void
tell_finding (Sweep *sweep, const Worker *worker, const char *what)
{
  sweep->findings++;
  printf ("FOUND mutant %u: %s\n      %s\n", worker->state->number, what, worker->state->what);
  fflush (stdout);
}

static void
watch (Sweep *sweep, Worker *worker)
{
  clockid_t clock;

  if (worker->killed || !worker->state->number || clock_getcpuclockid (worker->pid, &clock))
    return;
  double cpu = clock_seconds (clock) - worker->state->cpu_at_start;
  double wall = clock_seconds (CLOCK_MONOTONIC) - worker->state->wall_at_start;
  if (cpu < MOST_SECONDS && wall < MOST_WALL_SECONDS)
    return;
  tell_finding (sweep, worker, "it hangs");
  worker->killed = kill (worker->pid, SIGKILL) == 0;
}

/* The rest of a batch is given up with the mutant that ended it: it may be run from there. */
static void
end_batch (Sweep *sweep, Worker *worker, int status, const struct rusage *usage)
{
  worker->pid = 0;
  sweep->most_kib = MAX (sweep->most_kib, usage->ru_maxrss);
  if (usage->ru_maxrss > MOST_KIB)
    tell_finding (sweep, worker, "this one or one before it took more than 1 GiB");
  if (worker->state->slowest > sweep->slowest) {
    sweep->slowest = worker->state->slowest;
    sweep->slowest_number = worker->state->slowest_number;
  }
  if (status && !worker->killed) {
    g_autofree char *what = WIFSIGNALED (status)
                                ? g_strdup_printf ("signal %d", WTERMSIG (status))
                                : g_strdup_printf ("exit status %d", WEXITSTATUS (status));
    tell_finding (sweep, worker, what);
  }
}

static void
run (Sweep *sweep)
{
  Worker workers[WORKERS] = {0};
  guint busy = 0;

  for (guint w = 0; w < WORKERS; w++)
    workers[w].state =
        mmap (NULL, sizeof (State), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  do {
    busy = 0;
    for (guint w = 0; w < WORKERS; w++) {
      struct rusage usage;
      int status;
      if (workers[w].pid && wait4 (workers[w].pid, &status, WNOHANG, &usage) == workers[w].pid)
        end_batch (sweep, &workers[w], status, &usage);
      if (!workers[w].pid && sweep->next < sweep->end)
        start_batch (sweep, &workers[w]);
      if (workers[w].pid)
        watch (sweep, &workers[w]);
      busy += workers[w].pid != 0;
    }
    g_usleep (20000);
  } while (busy);
  for (guint w = 0; w < WORKERS; w++)
    munmap (workers[w].state, sizeof (State));
}

int
main (int argc, char **argv)
{
  int count = 2000, first = 1, only = 0;
  Sweep sweep = {0};
  const GOptionEntry entries[] = {
      {"count", 0, 0, G_OPTION_ARG_INT, &count, "How many mutants", "N"},
      {"first", 0, 0, G_OPTION_ARG_INT, &first, "The first one's number", "N"},
      {"only", 0, 0, G_OPTION_ARG_INT, &only, "This one alone", "N"},
      {"terminal", 0, 0, G_OPTION_ARG_NONE, &sweep.terminal, "By poplens-cli", NULL},
      {NULL}};
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *demo = g_build_filename (g_getenv ("POPLENS_BINDIR"), "poplens-demo", NULL);

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_error ("%s", error->message);
  sweep.mutants = mutants_new (demo);
  sweep.first = sweep.next = only ? (guint) only : (guint) first;
  sweep.end = sweep.first + (only ? 1 : (guint) count);
  double start = clock_seconds (CLOCK_MONOTONIC);
  run (&sweep);
  printf ("%u mutants in %.0f s, %u findings; peak memory %ld MiB; slowest %.2f s (mutant %u)\n",
          sweep.end - sweep.first, clock_seconds (CLOCK_MONOTONIC) - start, sweep.findings,
          sweep.most_kib >> 10, sweep.slowest, sweep.slowest_number);
  mutants_free (sweep.mutants);
  return sweep.findings ? 1 : 0;
}
