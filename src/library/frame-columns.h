/* The inside of a frame. Private to frame.c. */
#pragma once

#include "library/frame-private.h"

#include <pthread.h>

G_BEGIN_DECLS

/* A column that was worked out, whole. */
typedef struct {
  PoplensBufferType type;
  gpointer values;
  guint8 *valid; /* NULL: all cells have values */
  PoplensStrings *strings;
} MadeColumn;

typedef struct {
  PoplensFrameColumn info;
  PoplensUnit unit;
  PoplensStored stored;
  PoplensLists *lists;
  PoplensCellFunc cell; /* where it is worked out */
  gconstpointer cell_data;
  guint number;
  MadeColumn *made; /* guarded by the frame's lock */
} Column;

struct _PoplensFrame {
  gatomicrefcount refs;
  PoplensReport *report;
  const char *name;
  char *title, *note; /* or NULL */
  gboolean partial;
  gsize n;
  GArray *columns; /* Column */
  gpointer data;
  GDestroyNotify free_data;
  pthread_mutex_t lock;
};

/* The cell as it stands; its type is NULL where there is no value. Not for lists. */
PoplensValue poplens_column_get (const Column *column, gsize row);

PoplensBufferType poplens_buffer_type_of (PoplensHolds holds);
/* Bytes of an element; 0 of a list. */
gsize poplens_buffer_type_size (PoplensBufferType type);

G_END_DECLS
