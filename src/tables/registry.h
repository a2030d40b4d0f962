/* The tables by name. */
#pragma once

#include "tables/table.h"

G_BEGIN_DECLS

typedef struct {
  const char *name;   /* "memory-tiles" */
  const char *title;  /* "Memory by tile" */
  const char *doc;    /* one sentence, for table --list */
  PoplensPageId page; /* where it is shown */
  guint32 parts;      /* POPLENS_PART_BIT()s that it needs */
  /* @place: what is selected there ("tile", …). Runs on a worker; may load parts and slices. */
  PoplensTable *(*build) (PoplensReport *report, const PoplensPlace *place,
                          GCancellable *cancellable, GError **error);
} PoplensTableSpec;

const PoplensTableSpec *poplens_tables_list (guint *n);
const PoplensTableSpec *poplens_tables_find (const char *name);
/* NULL with POPLENS_ERROR_USAGE for an unknown name (listing near ones), or the build's error. */
PoplensTable *poplens_tables_build (const char *name, PoplensReport *report,
                                    const PoplensPlace *place, GCancellable *cancellable,
                                    GError **error);

G_END_DECLS
