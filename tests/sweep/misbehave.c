/* Deliberate misdeeds (hangs, memory without limit, crashes), which the sweep must find. */
#include "misbehave.h"

#include "limits.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_BYTES ((gsize) MOST_KIB_OF_MISDEEDS << 10)

static void
loop_forever (void)
{
  for (volatile guint64 i = 0;; i++)
    ;
}

/* Allocates at once: refused if a limit is set, else touched. */
static void
take_twice (void)
{
  char *block = g_malloc (2 * MOST_BYTES);

  memset (block, 1, 2 * MOST_BYTES);
  g_usleep (100000);
  g_free (block);
}

/* Allocates in small pieces, as a growing list does. */
static void
grow_memory (void)
{
  for (;;) {
    char *piece = g_malloc (1 << 20);
    memset (piece, 1, 1 << 20);
  }
}

/* Frees the memory before the parent checks. */
static void
take_shortly (void)
{
  gsize size = MOST_BYTES + MOST_BYTES / 8;
  char *block = malloc (size);

  if (!block)
    abort ();
  for (gsize i = 0; i < size; i += 4096)
    block[i] = 1;
  free (block);
}

/* Hangs as poplens-cli would. */
static void
loop_in_terminal (void)
{
  static const char *const argv[] = {"sh", "-c", "while :; do :; done", NULL};
  char *out, *err;

  terminal_run (argv, MOST_SECONDS_OF_MISDEEDS, &out, &err);
}

static void
do_nothing (void)
{
}

static void
read_null (void)
{
  volatile char *volatile nowhere = NULL;

  *nowhere = 1;
}

static void
exit_early (void)
{
  _exit (7);
}

static const struct {
  void (*commit) (void);
  const char
      *found[3]; /* parts of the finding, one of which must occur; none: it is not a misdeed */
} misdeeds[N_MISDEEDS] = {
    {loop_forever, {"it hangs"}},
    {loop_in_terminal, {"signal"}},
    {take_twice, {"too much memory", "signal"}},
    {do_nothing, {NULL}},
    {grow_memory, {"too much memory", "signal"}},
    {read_null, {"signal", "exit status 1"}},
    {exit_early, {"exit status 7"}},
    {do_nothing, {NULL}},
    /* The last of its batch: the finding is made when the batch has ended. */
    {take_shortly, {"too much memory", "signal"}},
};

void
misbehave (guint number)
{
  misdeeds[number - 1].commit ();
}

gboolean
misdeed_is_one (guint number)
{
  return misdeeds[number - 1].found[0] != NULL;
}

gboolean
misdeed_is_found (guint number, const char *finding)
{
  g_autofree char *prefix = g_strdup_printf ("%u: ", number);

  if (!g_str_has_prefix (finding, prefix))
    return FALSE;
  if (!misdeed_is_one (number))
    return TRUE;
  for (guint i = 0; i < 3 && misdeeds[number - 1].found[i]; i++)
    if (strstr (finding, misdeeds[number - 1].found[i]))
      return TRUE;
  return FALSE;
}
