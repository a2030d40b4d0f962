/* Small readers of archive.a and debug.cbor, which share nothing with the generator. */
#pragma once

#include <glib.h>

/* Of each image, by its number: the end of its memory above the base, and how many symbols. */
typedef struct {
  guint tile;
  guint64 end, file_bytes;
  guint symbols, machine, flags;
} ReadImage;

/* (transfer full): ReadImage, in the order of the archive */
GArray *read_archive (const char *path);

typedef struct {
  GHashTable *parent; /* id -> parent's, 0 without one (GUINT_TO_POINTER) */
  GHashTable *layer;  /* id -> its name */
  guint parents_first, n_strings;
  gboolean whole; /* to the last byte, and nothing behind it */
  gboolean has_strings;
} ReadDebug;

ReadDebug *read_debug (const char *path);
void read_debug_free (ReadDebug *debug);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ReadDebug, read_debug_free)
