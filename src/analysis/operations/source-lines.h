/* Bytes and cycles by file and line of the source code (formats.md 8.12). Each byte and each cycle
 * has one row: that of a line, or of what no line made. Every column adds up to a total of the
 * report. */
#pragma once

#include "analysis/memory/kinds.h"
#include "analysis/operations/source-rows.h"
#include "model/exchanges.h"
#include "model/memory.h"
#include "model/slices.h"
#include "model/vertices.h"

G_BEGIN_DECLS

/* A lowered variable that carries a message or rearranges one. */
typedef struct {
  guint32 row;     /* of the variables */
  guint32 context; /* that moves it; POPLENS_NO_CONTEXT: that of its variable counts */
} PoplensSourceMessage;

/* The parts must outlive the rows. */
typedef struct {
  const PoplensDebugContexts *contexts; /* nullable: nothing has a line */
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;   /* nullable */
  const PoplensExchanges *exchanges; /* nullable */
  const PoplensMemory *memory;       /* nullable: titles of categories */
  /* Of bytes; nullable together: none are known. */
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  const PoplensTileBytes *bytes;
  const PoplensKinds *kinds;
  const PoplensSlice *named; /* nullable: NAMED_VARIABLES, for the code of host exchanges */
  const GArray *messages;    /* PoplensSourceMessage: all of categories message and rearrangement */
  /* By row of programs, and behind them of steps without one; nullable: not recorded. Without what
   * passes outside of the program: */
  const guint64 *tile_cycles, *cycles;
  guint64 outside_tile_cycles, outside_cycles;
} PoplensSourceInput;

typedef struct {
  GArray *rows; /* PoplensSourceRow: files together, by line; then the other kinds */
  gboolean has_bytes, has_peak, has_tile_cycles, has_cycles;
  gint64 bytes, peak; /* Σ over the rows */
  guint64 tile_cycles, cycles;
  guint64 outside_tile_cycles; /* of these, what passes outside of the program */
} PoplensSourceLines;

/* @innermost: of a chain's frames the innermost outside of the libraries counts, else the
 * outermost. NULL only where @cancellable was cancelled. (transfer full) */
PoplensSourceLines *poplens_source_lines_new (const PoplensSourceInput *input, gboolean innermost,
                                              GCancellable *cancellable);
PoplensSourceLines *poplens_source_lines_ref (PoplensSourceLines *self);
void poplens_source_lines_unref (PoplensSourceLines *self); /* NULL is fine */

/* The context that a program is attributed to: of its compute set, else its own; or
 * POPLENS_NO_CONTEXT. */
guint32 poplens_source_program_context (const PoplensDebugContexts *contexts,
                                        const PoplensPrograms *programs,
                                        const PoplensVertices *vertices, guint32 program);
/* By row of the exchanges' table: the nearest context above all programs that run it, or
 * POPLENS_NO_CONTEXT. (transfer full) */
guint32 *poplens_source_exchange_contexts (const PoplensDebugContexts *contexts,
                                           const PoplensPrograms *programs,
                                           const PoplensVertices *vertices,
                                           const PoplensExchanges *exchanges,
                                           PoplensExchangeKind kind);
/* The nearest context above both; either may be NO_CONTEXT, and then there is none. */
guint32 poplens_source_meet (const PoplensDebugContexts *contexts, guint32 a, guint32 b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSourceLines, poplens_source_lines_unref)

G_END_DECLS
