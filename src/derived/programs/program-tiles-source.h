/* Costs of a program on each tile, for its table and its chart. */
#pragma once

#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef enum {
  /* cycles of its first execution; those of a DoExchange are estimates */
  POPLENS_TILES_CYCLES,
  POPLENS_TILES_ESTIMATE,      /* estimated cycles of one execution */
  POPLENS_TILES_FLOPS,         /* estimated flops of its compute set in one execution */
  POPLENS_TILES_VERTICES,      /* vertices of its compute set */
  POPLENS_TILES_CONTROL_CODE,  /* bytes, including its children's */
  POPLENS_TILES_EXCHANGE_CODE, /* bytes */
  POPLENS_TILES_SENT,          /* bytes */
  POPLENS_TILES_RECEIVED,      /* bytes */
  POPLENS_N_TILES_VALUES
} PoplensTilesValue;

typedef struct {
  PoplensReport *report; /* only valid during poplens_program_tiles_init (), as .cancellable */
  GCancellable *cancellable;
  const PoplensPrograms *programs; /* (nullable) */
  const PoplensMemory *memory;
  const PoplensTarget *target;             /* (nullable) */
  guint32 program;                         /* row of the program; POPLENS_NO_ROW: none */
  guint32 n;                               /* number of positions: tiles of .memory */
  guint64 *values[POPLENS_N_TILES_VALUES]; /* by position; NULL if not recorded */
} PoplensProgramTiles;

/* Reads the costs of the program that @location selects. FALSE with @error; @self must be cleared
 * in either case. */
gboolean poplens_program_tiles_init (PoplensProgramTiles *self, PoplensReport *report,
                                     const PoplensLocation *location, GCancellable *cancellable,
                                     GError **error);
/* Reads the costs that the compiler recorded, without executions; as poplens_program_tiles_init ().
 * @programs: (nullable). @program: its row, or POPLENS_NO_ROW for none */
gboolean poplens_program_tiles_init_compiled (PoplensProgramTiles *self, PoplensReport *report,
                                              const PoplensPrograms *programs, guint32 program,
                                              GCancellable *cancellable, GError **error);
void poplens_program_tiles_clear (PoplensProgramTiles *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensProgramTiles, poplens_program_tiles_clear)

G_END_DECLS
