/* Random keys, clicks, drags and scrolling for the walk, sent by xdotool. */
#include "walk/walk.h"

#include <gdk/x11/gdkx.h>

#include "pages/core/page.h"

static void
on_ended (GObject *process, GAsyncResult *result, gpointer data)
{
  g_subprocess_wait_finish (G_SUBPROCESS (process), result, NULL);
  *(gboolean *) data = TRUE;
}

/* Runs xdotool, with the main loop running. @words: separated by spaces */
static void
run_xdotool (Walk *self, const char *words)
{
  g_auto (GStrv) arguments = g_strsplit (words, " ", -1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) all = NULL;
  gboolean ended = FALSE;

  g_strv_builder_add (builder, self->xdotool);
  g_strv_builder_addv (builder, (const char **) arguments);
  all = g_strv_builder_end (builder);
  process =
      g_subprocess_newv ((const char *const *) all, G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error);
  g_assert_no_error (error);
  g_subprocess_wait_async (process, NULL, on_ended, &ended);
  while (!ended)
    g_main_context_iteration (NULL, TRUE);
}

static G_GNUC_PRINTF (2, 3) void input (Walk *self, const char *format, ...)
{
  va_list list;
  g_autofree char *words = NULL;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  walk_say (self, "xdotool %s", words);
  run_xdotool (self, words);
}

/* Returns a random visible window, or NULL: without a window manager, none has the focus. */
static GtkWindow *
any_window (void)
{
  GListModel *all = gtk_window_get_toplevels ();
  guint n = g_list_model_get_n_items (all), from = walk_below (MAX (n, 1));

  for (guint i = 0; i < n; i++) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (all, (from + i) % n);
    if (gtk_widget_get_mapped (GTK_WIDGET (window)))
      return window;
  }
  return NULL;
}

static void
focus_window (Walk *self)
{
  GtkWindow *window = any_window ();

  if (window)
    input (self, "windowfocus %lu",
           gdk_x11_surface_get_xid (gtk_native_get_surface (GTK_NATIVE (window))));
}

/* Picks a random point in a window; these are at the corner of the screen. @x, @y: (out): pixels */
static void
any_point (guint *x, guint *y)
{
  GtkWindow *window = any_window ();

  *x = walk_below (window ? MAX (gtk_widget_get_width (GTK_WIDGET (window)), 1) : 1600);
  *y = walk_below (window ? MAX (gtk_widget_get_height (GTK_WIDGET (window)), 1) : 1000);
}

static const char *
any_modifier (void)
{
  static const char *const modifiers[] = {"ctrl", "shift", "alt"};

  return walk_below (3) ? NULL : modifiers[walk_below (G_N_ELEMENTS (modifiers))];
}

/* Sends @words, at random with a modifier held. */
static void
input_held (Walk *self, const char *words)
{
  const char *held = any_modifier ();

  if (held)
    input (self, "keydown %s %s keyup %s", held, words, held);
  else
    input (self, "%s", words);
}

void
walk_click (Walk *self)
{
  static const guint buttons[] = {1, 1, 1, 1, 1, 1, 2, 3, 3, 8, 9};
  guint x, y;

  any_point (&x, &y);
  g_autofree char *words =
      g_strdup_printf ("mousemove %u %u click --repeat %u --delay 20 %u", x, y, 1 + !walk_below (5),
                       buttons[walk_below (G_N_ELEMENTS (buttons))]);
  input_held (self, words);
}

void
walk_drag (Walk *self)
{
  guint x, y, x1, y1;

  any_point (&x, &y);
  any_point (&x1, &y1);
  g_autofree char *words =
      g_strdup_printf ("mousemove %u %u mousedown 1 mousemove %u %u mousemove %u %u mouseup 1", x,
                       y, (x + x1) / 2, (y + y1) / 2, x1, y1);
  input_held (self, words);
}

void
walk_wheel (Walk *self)
{
  guint x, y;

  any_point (&x, &y);
  g_autofree char *words = g_strdup_printf ("mousemove %u %u click --repeat %u --delay 10 %u", x, y,
                                            1 + walk_below (6), 4 + walk_below (4));
  input_held (self, words);
}

void
walk_key (Walk *self)
{
  /* Without Ctrl+Q and keys that open files of this computer. */
  static const char *const keys[] = {"Tab",
                                     "Tab",
                                     "Tab",
                                     "shift+Tab",
                                     "Return",
                                     "space",
                                     "Escape",
                                     "Escape",
                                     "Left",
                                     "Right",
                                     "Up",
                                     "Down",
                                     "Home",
                                     "End",
                                     "Prior",
                                     "Next",
                                     "Menu",
                                     "shift+F10",
                                     "F6",
                                     "F9",
                                     "F10",
                                     "F1",
                                     "plus",
                                     "minus",
                                     "0",
                                     "bracketleft",
                                     "bracketright",
                                     "comma",
                                     "period",
                                     "slash",
                                     "Delete",
                                     "BackSpace",
                                     "Multi_key",
                                     "ctrl+f",
                                     "ctrl+k",
                                     "ctrl+c",
                                     "ctrl+shift+c",
                                     "ctrl+a",
                                     "ctrl+v",
                                     "ctrl+x",
                                     "ctrl+z",
                                     "ctrl+e",
                                     "ctrl+shift+e",
                                     "ctrl+n",
                                     "ctrl+comma",
                                     "ctrl+question",
                                     "ctrl+0",
                                     "ctrl+plus",
                                     "ctrl+minus",
                                     "alt+Left",
                                     "alt+Right",
                                     "shift+Left",
                                     "shift+Right",
                                     "shift+Up",
                                     "shift+Down",
                                     "ctrl+Left",
                                     "ctrl+Right",
                                     "ctrl+Tab",
                                     "ctrl+shift+Tab",
                                     "ctrl+Prior",
                                     "ctrl+Next",
                                     "ctrl+Return",
                                     "n",
                                     "p",
                                     "f",
                                     "c",
                                     "z",
                                     "a",
                                     "l",
                                     "j",
                                     "k",
                                     "m",
                                     "s",
                                     "t",
                                     "u",
                                     "x",
                                     "w",
                                     "e",
                                     "d",
                                     "question"};

  if (!walk_below (4))
    focus_window (self);
  input (self, "key --clearmodifiers --repeat %u --delay 10 %s",
         walk_below (5) ? 1 : 2 + walk_below (8), keys[walk_below (G_N_ELEMENTS (keys))]);
}

void
walk_page (Walk *self)
{
  focus_window (self);
  input (self, "key --clearmodifiers alt+%u", 1 + walk_below (POPLENS_N_PAGES));
}

static const char *const texts[] = {
    "5",     "0-20,7",        "tile",          "weights", "matmul",
    "conv",  "sync",          ">1000",         "=",       "kind:weights",
    "a",     "x*y(",          "memory?tile=5", "-1",      "99999999999999999999",
    "step3", "modeling.py:3", "program39",     "model"};

void
walk_type (Walk *self)
{
  input (self, "type --delay 5 %s", texts[walk_below (G_N_ELEMENTS (texts))]);
}

void
walk_find (Walk *self)
{
  focus_window (self);
  input (self, "key --clearmodifiers %s", walk_below (2) ? "ctrl+k" : "ctrl+f");
  walk_type (self);
  if (walk_below (3))
    input (self, "key --clearmodifiers --repeat %u Down", 1 + walk_below (4));
  input (self, "key --clearmodifiers %s", walk_below (4) ? "Return" : "Escape");
}
