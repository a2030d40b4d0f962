/* Program for logins.py: connect ADDRESS [ANSWER…] connects as the window does, prints each prompt
 * and replies with the next answer ("-" cancels), then prints the result. */
#include "remote/host.h"

#include <stdio.h>

static char *
answer_prompt (const PoplensPrompt *prompt, GCancellable *cancellable, gpointer user_data)
{
  char ***rest = user_data;
  const char *kinds[] = {"secret", "confirm", "notice"};

  (void) cancellable;
  printf ("%s %s: %s\n", kinds[prompt->kind], prompt->destination, prompt->text);
  if (!**rest)
    return NULL;
  const char *given = *(*rest)++;
  return g_str_equal (given, "-") ? NULL : g_strdup (given);
}

int
main (int argc, char **argv)
{
  if (argc < 2)
    return 2;
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensAddress) address = poplens_address_parse (argv[1], &error);
  if (!address) {
    printf ("%s\n", error->message);
    return 2;
  }
  g_autoptr (PoplensHost) host = poplens_host_get (address);
  char **answers = argv + 2;
  poplens_host_set_prompter (host, answer_prompt, &answers, NULL);
  if (!poplens_host_connect (host, NULL, &error)) {
    printf ("%s\n", error->message);
    return 1;
  }
  printf ("connected\n");
  poplens_host_disconnect (host);
  return 0;
}
