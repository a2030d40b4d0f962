/* Main function of the program poplens. */
#include "app/window/application.h"

#include <locale.h>

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  g_set_application_name ("Poplens");
  g_autoptr (PoplensApplication) application = poplens_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
