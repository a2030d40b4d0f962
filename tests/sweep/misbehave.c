#include "misbehave.h"

#include "limits.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_BYTES ((gsize) MOST_KIB_OF_MISDEEDS << 10)

static void
loop (void)
{
  for (volatile guint64 i = 0;; i++)
    ;
}

/* At once: refused by the limit where there is one, touched where there is none. */
static void
take_twice (void)
{
  char *block = g_malloc (2 * MOST_BYTES);

  memset (block, 1, 2 * MOST_BYTES);
  g_usleep (100000);
  g_free (block);
}

/* As a list that grows: each piece is small. */
static void
grow (void)
{
  for (;;) {
    char *piece = g_malloc (1 << 20);
    memset (piece, 1, 1 << 20);
  }
}

/* Given back before the parent looks. */
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

/* As poplens-cli would. */
static void
loop_in_terminal (void)
{
  static const char *const argv[] = {"sh", "-c", "while :; do :; done", NULL};
  char *out, *err;

  terminal_run (argv, MOST_SECONDS_OF_MISDEEDS, &out, &err);
}

static void
behave (void)
{
}

static void
read_null (void)
{
  volatile char *volatile nowhere = NULL;

  *nowhere = 1;
}

static void
leave (void)
{
  _exit (7);
}

static const struct {
  void (*commit) (void);
  const char *found[3]; /* any of these; none: it is no misdeed */
} misdeeds[N_MISDEEDS] = {
    {loop, {"it hangs"}},
    {loop_in_terminal, {"signal"}},
    {take_twice, {"too much memory", "signal"}},
    {behave, {NULL}},
    {grow, {"too much memory", "signal"}},
    {read_null, {"signal", "exit status 1"}},
    {leave, {"exit status 7"}},
    {behave, {NULL}},
    /* Last in its batch: known when that has ended. */
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
