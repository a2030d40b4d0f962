/* Opens thousands of damaged reports completely (visit.h). Child processes work through batches of
 * mutants, watched by their parent: a signal, a hang or memory without limit is a finding. A
 * finding has the number of its mutant; --only N runs that one alone. --limits tests the watching:
 * children misbehave on purpose instead.
 *
 *   test-sweep [--count N] [--first N] [--only N] [--terminal] [--limits] */
#include "limits.h"
#include "misbehave.h"
#include "mutants.h"
#include "support/seeds.h"
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

#define BATCH 100
#define WORKERS 2
/* So small that both workers run misdeeds. */
#define LIMITS_BATCH 5

/* Current work of a child, in memory shared with the parent. */
typedef struct {
  guint number;
  double cpu_at_start, wall_at_start, slowest;
  guint slowest_number;
  char what[1024];
} State;

typedef struct {
  pid_t pid; /* 0: idle */
  State *state;
  guint next, end; /* rest of its batch */
  gboolean killed;
} SweepWorker;

typedef struct {
  Mutants *mutants;
  guint first, end, next;
  gboolean terminal, limits;
  GPtrArray *findings; /* char * */
  long most_kib;
  double slowest;
  guint slowest_number;
} MutantSweep;

static double
clock_seconds (clockid_t clock)
{
  struct timespec time = {0};

  clock_gettime (clock, &time);
  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static void
visit_report (const char *dir, guint number, const Mutant *mutant, const char *picture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = poplens_report_open (dir, &error);
  g_autoptr (PoplensLocation) location = poplens_location_parse (visit_location (number), NULL);

  if (!report) {
    visit_check_error (error);
    return;
  }
  guint32 refused = visit_parts (report) & (POPLENS_PART_BIT (POPLENS_PART_EXECUTION + 1) - 1);
  if (refused & ~mutant->may_refuse)
    g_error ("parts %#x are refused although they do not read what is damaged", refused);
  visit_slices (report);
  visit_tables (report, location, mutant->sums_hold);
  visit_page (report, location, picture);
}

static void
run_one (const MutantSweep *sweep, guint number, const char *dir, const char *picture, State *state)
{
  Mutant mutant = {0};

  state->wall_at_start = clock_seconds (CLOCK_MONOTONIC);
  state->cpu_at_start = clock_seconds (CLOCK_PROCESS_CPUTIME_ID);
  g_strlcpy (state->what, "writing it", sizeof state->what);
  /* Last, as the parent checks the times of a child that has a number. */
  __atomic_store_n (&state->number, number, __ATOMIC_RELEASE);
  if (sweep->limits) {
    misbehave (number);
    return;
  }
  mutants_write (sweep->mutants, number, dir, &mutant);
  g_strlcpy (state->what, mutant.what, sizeof state->what);
  state->cpu_at_start = clock_seconds (CLOCK_PROCESS_CPUTIME_ID);
  if (sweep->terminal)
    terminal_try (dir, number);
  else
    visit_report (dir, number, &mutant, picture);
  double took = clock_seconds (CLOCK_PROCESS_CPUTIME_ID) - state->cpu_at_start;
  if (took > state->slowest) {
    state->slowest = took;
    state->slowest_number = number;
  }
  g_free (mutant.what);
}

static long
most_kib (const MutantSweep *sweep)
{
  return sweep->limits ? MOST_KIB_OF_MISDEEDS : MOST_KIB;
}

/* Runs in the child. Ends with _exit (): the parent's objects must not be freed here. */
G_NORETURN static void
run_batch (const MutantSweep *sweep, guint first, guint end, State *state)
{
  g_autofree char *top = temp_dir_new ();
  g_autofree char *dir = g_build_filename (top, "report", NULL);
  g_autofree char *picture = g_build_filename (top, "page.png", NULL);
  const rlim_t most = (rlim_t) most_kib (sweep) << 10;
  const struct rlimit data = {most, most};

  /* With this limit, ASan could not map its shadow memory. */
  if (!SANITIZED)
    setrlimit (RLIMIT_DATA, &data);
  g_mkdir (dir, 0700);
  for (guint number = first; number < end; number++)
    run_one (sweep, number, dir, picture, state);
  temp_dir_remove (top);
  _exit (0);
}

/* Starts the rest of a worker's batch after a finding, or the next one. FALSE if none is left */
static gboolean
start_batch (MutantSweep *sweep, SweepWorker *worker)
{
  if (worker->next >= worker->end) {
    worker->next = sweep->next;
    sweep->next = worker->end =
        MIN (sweep->end, worker->next + (sweep->limits ? LIMITS_BATCH : BATCH));
  }
  if (worker->next >= worker->end)
    return FALSE;
  memset (worker->state, 0, sizeof *worker->state);
  worker->killed = FALSE;
  fflush (NULL);
  worker->pid = fork ();
  g_assert_cmpint (worker->pid, >=, 0);
  if (!worker->pid)
    run_batch (sweep, worker->next, worker->end, worker->state);
  return TRUE;
}

static void
add_finding (MutantSweep *sweep, const SweepWorker *worker, const char *what)
{
  g_ptr_array_add (sweep->findings, g_strdup_printf ("%u: %s", worker->state->number, what));
  printf ("FOUND mutant %u: %s\n      %s\n", worker->state->number, what, worker->state->what);
  fflush (stdout);
}

/* Returns the resident memory of a process in KiB; 0: unknown. wait4 () returns the maximum only
 * after the child's end, when a child without limit would have exhausted the machine. */
static long
resident_kib (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/statm", (int) pid);
  g_autofree char *text = NULL;
  long all, resident;

  if (!g_file_get_contents (path, &text, NULL, NULL) ||
      sscanf (text, "%ld %ld", &all, &resident) != 2)
    return 0;
  return resident * (sysconf (_SC_PAGESIZE) >> 10);
}

static const char *
find_violation (const MutantSweep *sweep, const SweepWorker *worker)
{
  const guint most_seconds = sweep->limits ? MOST_SECONDS_OF_MISDEEDS : MOST_SECONDS;
  clockid_t clock;

  if (resident_kib (worker->pid) > most_kib (sweep))
    return "it takes too much memory";
  if (clock_getcpuclockid (worker->pid, &clock))
    return NULL;
  double cpu = clock_seconds (clock) - worker->state->cpu_at_start;
  double wall = clock_seconds (CLOCK_MONOTONIC) - worker->state->wall_at_start;
  return cpu < most_seconds && wall < MOST_WALL_SECONDS ? NULL : "it hangs";
}

static void
watch_workers (MutantSweep *sweep, SweepWorker *worker)
{
  if (worker->killed || !__atomic_load_n (&worker->state->number, __ATOMIC_ACQUIRE))
    return;
  const char *wrong = find_violation (sweep, worker);
  if (!wrong)
    return;
  add_finding (sweep, worker, wrong);
  worker->killed = kill (worker->pid, SIGKILL) == 0;
}

static void
add_end_finding (MutantSweep *sweep, SweepWorker *worker, int status, const struct rusage *usage)
{
  g_autofree char *what = NULL;

  if (worker->killed)
    return;
  if (WIFSIGNALED (status))
    what = g_strdup_printf ("signal %d", WTERMSIG (status));
  else if (status)
    what = g_strdup_printf ("exit status %d", WEXITSTATUS (status));
  else if (usage->ru_maxrss > most_kib (sweep))
    what = g_strdup ("this one or one before it took too much memory");
  if (what)
    add_finding (sweep, worker, what);
}

/* Records a finding, if any, and continues after it. */
static void
end_batch (MutantSweep *sweep, SweepWorker *worker, int status, const struct rusage *usage)
{
  worker->pid = 0;
  sweep->most_kib = MAX (sweep->most_kib, usage->ru_maxrss);
  if (worker->state->slowest > sweep->slowest) {
    sweep->slowest = worker->state->slowest;
    sweep->slowest_number = worker->state->slowest_number;
  }
  add_end_finding (sweep, worker, status, usage);
  /* A child that failed before its first mutant would fail again. */
  worker->next = status && worker->state->number ? worker->state->number + 1 : worker->end;
}

static void
run_sweep (MutantSweep *sweep)
{
  SweepWorker workers[WORKERS] = {0};
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
      if (workers[w].pid || start_batch (sweep, &workers[w]))
        watch_workers (sweep, &workers[w]);
      busy += workers[w].pid != 0;
    }
    g_usleep (20000);
  } while (busy);
  for (guint w = 0; w < WORKERS; w++)
    munmap (workers[w].state, sizeof (State));
}

/* Checks that each misdeed was found once, with the right description. Returns the exit status. */
static int
check_limits (MutantSweep *sweep)
{
  guint missed = 0;

  for (guint number = 1; number <= N_MISDEEDS; number++) {
    guint times = 0;
    for (guint f = 0; f < sweep->findings->len; f++)
      times += misdeed_is_found (number, g_ptr_array_index (sweep->findings, f));
    if (times != (misdeed_is_one (number) ? 1 : 0))
      missed++;
  }
  printf ("%d misdeeds, %u missed\n", N_MISDEEDS, missed);
  return missed || sweep->findings->len != N_FOUND_MISDEEDS;
}

static int
print_summary (const MutantSweep *sweep, double seconds)
{
  printf ("%u mutants in %.0f s, %u findings; peak memory %ld MiB; slowest %.2f s (mutant %u)\n",
          sweep->end - sweep->first, seconds, sweep->findings->len, sweep->most_kib >> 10,
          sweep->slowest, sweep->slowest_number);
  return sweep->findings->len ? 1 : 0;
}

int
main (int argc, char **argv)
{
  int count = 0, first = 1, only = 0;
  MutantSweep sweep = {0};
  const GOptionEntry entries[] = {
      {"count", 0, 0, G_OPTION_ARG_INT, &count, "How many mutants (0: as in script/test)", "N"},
      {"first", 0, 0, G_OPTION_ARG_INT, &first, "The first one's number", "N"},
      {"only", 0, 0, G_OPTION_ARG_INT, &only, "This one alone", "N"},
      {"limits", 0, 0, G_OPTION_ARG_NONE, &sweep.limits, "Misdeeds in place of mutants", NULL},
      {"terminal", 0, 0, G_OPTION_ARG_NONE, &sweep.terminal, "By poplens-cli", NULL},
      {NULL}};
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *demo = g_build_filename (g_getenv ("POPLENS_BINDIR"), "poplens-demo", NULL);

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_error ("%s", error->message);
  /* Enough that each location and command gets each file and each kind of damage; more with --long.
   */
  if (!count && sweep.terminal)
    count = all_seeds () ? 200 : 128;
  else if (!count)
    count = all_seeds () ? 2000 : 400;
  sweep.findings = g_ptr_array_new_with_free_func (g_free);
  sweep.mutants = sweep.limits ? NULL : mutants_new (demo);
  sweep.first = sweep.next = sweep.limits ? 1 : only ? (guint) only : (guint) first;
  sweep.end = sweep.first + (sweep.limits ? N_MISDEEDS : only ? 1 : (guint) count);
  double start = clock_seconds (CLOCK_MONOTONIC);
  run_sweep (&sweep);
  int failed = print_summary (&sweep, clock_seconds (CLOCK_MONOTONIC) - start);
  if (sweep.limits)
    failed = check_limits (&sweep);
  mutants_free (sweep.mutants);
  g_ptr_array_unref (sweep.findings);
  return failed;
}
