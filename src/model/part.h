/* Parts of a report. Each is loaded at most once, as a whole, and is immutable afterwards: any
 * thread may read it without a lock. A part that the report lacks is absent, with a reason. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  POPLENS_PART_TARGET,      /* PoplensTarget: target, graph, versions, instrumentation */
  POPLENS_PART_OPTIONS,     /* PoplensOptions */
  POPLENS_PART_COMPILATION, /* PoplensCompilation: compile time by phase, optimisations */
  POPLENS_PART_MEMORY,      /* PoplensMemory: by tile and category */
  POPLENS_PART_VERTICES,    /* PoplensVertices: vertex types, compute sets, their memory */
  POPLENS_PART_PROGRAMS,    /* PoplensPrograms */
  POPLENS_PART_EXCHANGES,   /* PoplensExchanges: internal, global, host */
  POPLENS_PART_VARIABLES,   /* PoplensVariables: lowered and unlowered */
  POPLENS_PART_LIVENESS,    /* PoplensLiveness */
  POPLENS_PART_EXECUTION,   /* PoplensExecution */
  POPLENS_PART_ARCHIVE,     /* PoplensArchive: archive.a */
  POPLENS_PART_DEBUG,       /* PoplensDebugContexts: debug.cbor */
  POPLENS_PART_FRAMEWORK,   /* PoplensJsonTree: framework.json */
  POPLENS_PART_APP,         /* PoplensJsonTree: app.json */
  POPLENS_N_PARTS,
} PoplensPart;

#define POPLENS_PART_BIT(part) (1u << (part))

/* Returns the name of a part in messages, JSON keys and progress: "memory". (static) */
const char *poplens_part_name (PoplensPart part);
/* TRUE for parts that have a file of their own, such as archive.a. If that file is damaged,
 * poplens_report_load_optional () treats the part as missing. */
gboolean poplens_part_has_own_file (PoplensPart part);
/* Frees @data of the kind @part. @data: (nullable) */
void poplens_part_free (PoplensPart part, gpointer data);

G_END_DECLS
