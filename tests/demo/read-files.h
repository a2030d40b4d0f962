/* Small readers of archive.a and debug.cbor that share no code with the generator. */
#pragma once

#include <glib.h>

/* An image, with its tile number, the end of its memory above the base, and its number of
 * symbols. */
typedef struct {
  guint tile;
  guint64 end, file_bytes;
  guint symbols, machine, flags;
} ReadImage;

/* Returns ReadImage in the order of the archive. (transfer full) */
GArray *read_archive (const char *path);

typedef struct {
  GHashTable *parent; /* id → id of the parent, 0: none (GUINT_TO_POINTER) */
  GHashTable *layer;  /* id → name of the layer */
  guint parents_first, n_strings;
  gboolean whole; /* read to the last byte, with nothing after it */
  gboolean has_strings;
} ReadDebug;

ReadDebug *read_debug (const char *path);
void read_debug_free (ReadDebug *debug);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ReadDebug, read_debug_free)
