/* Tells ThreadSanitizer about GLib's synchronisation. Debian's GLib is not built with it, so its
 * atomic counts and locks are invisible; each wrapper below calls GLib's function, and declares
 * what it orders. No race is suppressed by name. It is linked only into tests of the tsan build. */
#include <dlfcn.h>
#include <gio/gio.h>
#include <pthread.h>
#include <sanitizer/tsan_interface.h>

#define REAL(name) ((__typeof__ (&name)) dlsym (RTLD_NEXT, #name))

/* ---- counted boxes: each unref happens before the last one clears the box -----------------------
 */

static _Thread_local GDestroyNotify clear_of_box;

static void
clear_box (gpointer box)
{
  GDestroyNotify clear = clear_of_box;

  __tsan_acquire (box);
  if (clear)
    clear (box);
}

void
g_atomic_rc_box_release_full (gpointer box, GDestroyNotify clear)
{
  GDestroyNotify outer = clear_of_box;

  __tsan_release (box);
  clear_of_box = clear;
  REAL (g_atomic_rc_box_release_full) (box, clear_box);
  clear_of_box = outer;
}

void
g_atomic_rc_box_release (gpointer box)
{
  g_atomic_rc_box_release_full (box, NULL);
}

/* ---- counted containers: a lock orders each unref, as callers cannot see which is the last -----
 */

static pthread_mutex_t lock_of_counts = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

#define LET_GO(name, type)                                                                         \
  void name (type *object)                                                                         \
  {                                                                                                \
    pthread_mutex_lock (&lock_of_counts);                                                          \
    REAL (name) (object);                                                                          \
    pthread_mutex_unlock (&lock_of_counts);                                                        \
  }

LET_GO (g_array_unref, GArray)
LET_GO (g_byte_array_unref, GByteArray)
LET_GO (g_bytes_unref, GBytes)
LET_GO (g_hash_table_unref, GHashTable)
LET_GO (g_ptr_array_unref, GPtrArray)

/* ---- data of objects: this lock represents GObject's own
 * ------------------------------------------ */

static pthread_mutex_t lock_of_data = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void
g_object_set_data_full (GObject *object, const char *key, gpointer data, GDestroyNotify destroy)
{
  pthread_mutex_lock (&lock_of_data);
  REAL (g_object_set_data_full) (object, key, data, destroy);
  pthread_mutex_unlock (&lock_of_data);
}

gboolean
g_object_replace_data (GObject *object, const char *key, gpointer old, gpointer data,
                       GDestroyNotify destroy, GDestroyNotify *old_destroy)
{
  pthread_mutex_lock (&lock_of_data);
  gboolean done = REAL (g_object_replace_data) (object, key, old, data, destroy, old_destroy);
  pthread_mutex_unlock (&lock_of_data);
  return done;
}

gpointer
g_object_get_data (GObject *object, const char *key)
{
  pthread_mutex_lock (&lock_of_data);
  gpointer data = REAL (g_object_get_data) (object, key);
  pthread_mutex_unlock (&lock_of_data);
  return data;
}

gpointer
g_object_dup_data (GObject *object, const char *key, GDuplicateFunc dup, gpointer user_data)
{
  pthread_mutex_lock (&lock_of_data);
  gpointer data = REAL (g_object_dup_data) (object, key, dup, user_data);
  pthread_mutex_unlock (&lock_of_data);
  return data;
}

/* ---- cancellables: connecting happens before cancelling, a handler before disconnecting
 * ---------- */

gulong
g_cancellable_connect (GCancellable *cancellable, GCallback callback, gpointer data,
                       GDestroyNotify destroy)
{
  __tsan_release (cancellable);
  return REAL (g_cancellable_connect) (cancellable, callback, data, destroy);
}

void
g_cancellable_cancel (GCancellable *cancellable)
{
  __tsan_acquire (cancellable);
  REAL (g_cancellable_cancel) (cancellable);
  __tsan_release (cancellable);
}

void
g_cancellable_disconnect (GCancellable *cancellable, gulong handler)
{
  REAL (g_cancellable_disconnect) (cancellable, handler);
  __tsan_acquire (cancellable);
}
