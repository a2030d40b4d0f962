/* Rows of a card. Private to cards. */
#pragma once

#include "derived/insights/fit-source.h"
#include "tables/card/card.h"
#include "tables/engine/records.h"

G_BEGIN_DECLS

/* State of building a card. Data that the report lacks leaves out rows; any other error is stored
 * in .wrong, and the card is discarded at the end. */
typedef struct {
  PoplensReport *report;
  const PoplensFound *found;
  PoplensFinder *finder;
  PoplensRecords *rows; /* of poplens_card_facts_new () */
  GCancellable *cancellable;
  GError *wrong;
  /* Set by poplens_card_load_memory (): */
  const PoplensMoves *moves;
  const PoplensFit *fit;
  const PoplensVariables *variables; /* including lowered ones */
  const PoplensLiveness *liveness;
  const PoplensTileBytes *bytes;
  const PoplensKinds *kinds;
} PoplensCard;

/* Stores the first error that is not about missing data. @error: (nullable) (transfer full) */
void poplens_card_take_error (PoplensCard *self, GError *error);
/* FALSE if the report lacks data for kinds and changes. */
gboolean poplens_card_load_memory (PoplensCard *self);

/* ---- rows ------------------------------------------------------------------------------------ */

/* Adds a row. @text: (nullable): the value; if @bytes is above 0, what they cover. @location:
 * (nullable) (transfer full) */
void poplens_card_add (PoplensCard *self, const char *what, const char *text, gint64 bytes,
                       double share, char *location);
/* Adds a number, which @detail (nullable) explains. */
void poplens_card_add_value (PoplensCard *self, const char *what, guint64 number, PoplensUnit unit,
                             const char *detail, char *location);
/* The next functions add nothing for 0. @location: (nullable) (transfer full) */
void poplens_card_add_number (PoplensCard *self, const char *what, guint64 number, char *location);
void poplens_card_add_items (PoplensCard *self, const char *what, guint64 n, const char *noun,
                             char *location); /* "12 programs" */
void poplens_card_add_bytes (PoplensCard *self, const char *what, guint64 bytes, char *location);
/* Adds bytes, and their share of a tile's capacity. */
void poplens_card_add_tile_bytes (PoplensCard *self, const char *what, const char *value,
                                  guint64 bytes, char *location);

/* Rows of another table, whose cells become rows of the card. */
typedef struct {
  PoplensTable *table; /* (nullable): NULL: the report lacks it */
  GArray *rows;        /* guint32: rows that are about the thing */
} PoplensCardCells;

void poplens_card_cells_init (PoplensCardCells *self, PoplensCard *card, const char *table,
                              const char *location);
/* As poplens_card_cells_init (), for the table that compares the report with its other report. */
void poplens_card_cells_init_of_two (PoplensCardCells *self, PoplensCard *card, const char *table,
                                     const char *location);
void poplens_card_cells_clear (PoplensCardCells *self);
/* Selects rows by the value of @column, among rows that are selected already, if any. */
void poplens_card_cells_choose_text (PoplensCardCells *self, const char *column, const char *text);
void poplens_card_cells_choose_id (PoplensCardCells *self, const char *column, guint64 id);
/* Adds a row with the cell of @column, summed over the selected rows if it is a number. Adds
 * nothing for an empty cell or 0. @location: (nullable) (transfer full) */
void poplens_card_add_cell (PoplensCard *self, const PoplensCardCells *cells, const char *column,
                            const char *what, char *location);
/* Adds the recorded facts of the card at @location, which selects the thing. Skips the first fact,
 * which is the name, and those whose keys are in @but (nullable). */
void poplens_card_add_recorded (PoplensCard *self, const char *location, const char *const *but);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCardCells, poplens_card_cells_clear)

/* ---- rows that several kinds of things have -------------------------------------------------- */

/* Bytes by tile of some groups of variables. */
typedef struct {
  guint8 *hit;      /* [groups]: 1 for the chosen groups */
  guint64 *by_tile; /* [tiles]: allocated bytes */
  guint64 total;
  guint32 tiles, fullest; /* tiles: tiles with any bytes; fullest: tile with the most */
} PoplensCardSpread;

/* TRUE if the group is chosen. Memory is loaded. */
typedef gboolean (*PoplensCardGroupFunc) (const PoplensByteGroup *group, guint32 index,
                                          gconstpointer data);
void poplens_card_spread_init (PoplensCardSpread *self, const PoplensCard *card,
                               PoplensCardGroupFunc is_of, gconstpointer data);
void poplens_card_spread_clear (PoplensCardSpread *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCardSpread, poplens_card_spread_clear)

/* Adds rows on kinds, tiles and the fullest tile. @map: (nullable) (transfer full): location of the
 * tile map */
void poplens_card_add_spread (PoplensCard *self, const PoplensCardSpread *spread, char *map);
/* Adds links to changes that move or shrink any of the groups. @hit: [groups] */
void poplens_card_add_changes (PoplensCard *self, const guint8 *hit);
/* Adds the link "insights?view=what-if&scale=NAME=0.5". */
void poplens_card_add_scale (PoplensCard *self, const char *name);

/* Adds executed steps, cycles and estimates of the programs with @in [programs] TRUE. @trace:
 * (nullable): location of these steps; NULL: the first step. @cycles: location of their cycles */
void poplens_card_add_work (PoplensCard *self, const guint8 *in, const char *trace,
                            const char *cycles);
/* Returns the bytes of code of these programs only. @in: [programs] */
guint64 poplens_card_own_code (const PoplensPrograms *programs, const guint8 *in);

/* Adds operation, line of source code and debug contexts of the contexts @ids, which made the
 * program at row @program (or POPLENS_NO_ROW), or the variable with ID @variable (or
 * POPLENS_NO_VARIABLE). @chain: (transfer full): location of the contexts */
void poplens_card_add_origin (PoplensCard *self, const guint64 *ids, guint n, guint32 program,
                              guint32 variable, char *chain);
/* Adds the lines of source code that made most of the programs. @in: [programs] */
void poplens_card_add_lines (PoplensCard *self, const PoplensPrograms *programs, const guint8 *in);
/* Adds the model layer of a path of names. */
void poplens_card_add_layer_of (PoplensCard *self, const char *name);
/* Adds one row for the names that differ from this one only in numbers. */
void poplens_card_add_alike (PoplensCard *self);

/* ---- builders by kind of thing --------------------------------------------------------------- */

void poplens_card_add_variable (PoplensCard *self);
void poplens_card_add_tile (PoplensCard *self);
void poplens_card_add_program (PoplensCard *self);
void poplens_card_add_executed (PoplensCard *self);
void poplens_card_add_compute_set (PoplensCard *self);
void poplens_card_add_vertex_type (PoplensCard *self);
void poplens_card_add_operation (PoplensCard *self);
void poplens_card_add_layer (PoplensCard *self);
void poplens_card_add_kind (PoplensCard *self);
void poplens_card_add_source (PoplensCard *self);

G_END_DECLS
