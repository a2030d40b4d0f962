/* What GLib does between threads, told to ThreadSanitizer. Debian's GLib is not built with it, so
 * that it does not see the atomic counts and the locks in there; each function below does what
 * GLib's does, and says what that orders. No race is suppressed by name. Linked into the tests of
 * the tsan build only. */
#include <dlfcn.h>
#include <gio/gio.h>
#include <pthread.h>
#include <sanitizer/tsan_interface.h>

#define REAL(name) ((__typeof__ (&name)) dlsym (RTLD_NEXT, #name))

/* ---- counted boxes: what one did before it let go is before the last one clears ----------------
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

/* ---- counted containers: the same, by a lock, as nobody is told which is the last --------------
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

/* ---- what is kept with an object: behind a lock in there, which this one stands for -------------
 */

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

/* ---- cancellables: who connects is before who cancels, and whose handler ran before who
 * disconnects
 */

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
