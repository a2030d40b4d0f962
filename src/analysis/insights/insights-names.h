/* What only the names of lowered variables tell (formats.md 8.7): memory that instrumentation takes
 * outside of its category, and the code of host exchanges. */
#pragma once

#include "model/slices.h"
#include "model/variables.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_INSTRUMENTATION_RESULTS, /* the category instrumentationResults */
  POPLENS_INSTRUMENTATION_BUFFERS, /* instrumentationStreamBuffer… */
  POPLENS_INSTRUMENTATION_CONTROL, /* .text.supervisor.instrumentation_… */
  POPLENS_INSTRUMENTATION_DUMP,    /* code of InstrumentationDumpStep */
  POPLENS_N_INSTRUMENTATION,
} PoplensInstrumentation;

const char *poplens_instrumentation_title (PoplensInstrumentation kind);
/* The kind of a lowered variable, or -1. @is_result: its category is instrumentationResults. */
int poplens_instrumentation_of (const char *name, gboolean is_result);

typedef struct {
  struct {
    guint64 bytes; /* Σ sizes: buffers may share bytes with others */
    guint32 tiles;
    guint32 worst_tile; /* holds the most of it; G_MAXUINT32 where none does */
    guint64 worst_bytes;
  } instrumentation[POPLENS_N_INSTRUMENTATION];
  guint32 tiles;      /* with any */
  guint32 worst_tile; /* holds the most of all kinds together; G_MAXUINT32 */
  guint64 worst_bytes;
  GHashTable *host_code; /* id of the StreamCopyMid → guint64 * bytes, all tiles */
} PoplensNameSums;

/* Reference counted, immutable. @slice: POPLENS_SLICE_NAMED_VARIABLES */
PoplensNameSums *poplens_name_sums_new (const PoplensSlice *slice);
PoplensNameSums *poplens_name_sums_ref (PoplensNameSums *self);
void poplens_name_sums_unref (PoplensNameSums *self); /* NULL is fine */
guint64 poplens_name_sums_instrumentation (const PoplensNameSums *self);
guint64 poplens_name_sums_host_code (const PoplensNameSums *self, guint32 id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensNameSums, poplens_name_sums_unref)

G_END_DECLS
