/* Costs of a program on each tile, for its table and its chart. */
#pragma once

#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef enum {
  /* cycles of the program's first execution; estimates if the program is a DoExchange */
  POPLENS_TILES_CYCLES,
  POPLENS_TILES_ESTIMATE,      /* estimated cycles of one execution */
  POPLENS_TILES_FLOPS,         /* estimated flops of the program's compute set in one execution */
  POPLENS_TILES_VERTICES,      /* vertices of the program's compute set */
  POPLENS_TILES_CONTROL_CODE,  /* bytes, including those of the program's children */
  POPLENS_TILES_EXCHANGE_CODE, /* bytes */
  POPLENS_TILES_SENT,          /* bytes */
  POPLENS_TILES_RECEIVED,      /* bytes */
  POPLENS_N_TILES_VALUES
} PoplensTilesValue;

typedef struct {
  PoplensReport *report; /* valid only during poplens_program_tiles_init (), like .cancellable */
  GCancellable *cancellable;
  const PoplensPrograms *programs; /* (nullable) */
  const PoplensMemory *memory;
  const PoplensTarget *target; /* (nullable) */
  guint32 program;             /* row of the program; POPLENS_NO_ROW: none */
  guint32 n;                   /* number of tiles in .memory */
  /* [n]: in the order of tiles in .memory; NULL if not recorded */
  guint64 *values[POPLENS_N_TILES_VALUES];
} PoplensProgramTiles;

/* Reads the costs of the program that @location selects. FALSE with @error; @self must be cleared
 * in either case. */
gboolean poplens_program_tiles_init (PoplensProgramTiles *self, PoplensReport *report,
                                     const PoplensLocation *location, GCancellable *cancellable,
                                     GError **error);
/* Reads the costs that the compiler recorded, but not those of executions. @programs: (nullable).
 * @program: row of the program, or POPLENS_NO_ROW. FALSE with @error; @self must be cleared even
 * then. */
gboolean poplens_program_tiles_init_compiled (PoplensProgramTiles *self, PoplensReport *report,
                                              const PoplensPrograms *programs, guint32 program,
                                              GCancellable *cancellable, GError **error);
void poplens_program_tiles_clear (PoplensProgramTiles *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensProgramTiles, poplens_program_tiles_clear)

G_END_DECLS
