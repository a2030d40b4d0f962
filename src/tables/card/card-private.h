/* Builds the rows of a card: facts about one thing, such as a tile. Private to cards. */
#pragma once

#include "derived/insights/fit-source.h"
#include "tables/card/card.h"
#include "tables/engine/records.h"

G_BEGIN_DECLS

/* State of building a card. If the report lacks data, the card has fewer rows. Any other error is
 * stored in .wrong, and then the card is discarded at the end. */
typedef struct {
  PoplensReport *report;
  const PoplensFound *found;
  PoplensFinder *finder;
  PoplensRecords *rows; /* rows so far, made by poplens_card_facts_new () */
  GCancellable *cancellable;
  GError *wrong;
  /* Members that poplens_card_load_memory () sets: */
  const PoplensMoves *moves;
  const PoplensFit *fit;
  const PoplensVariables *variables; /* unlowered and lowered variables */
  const PoplensLiveness *liveness;
  const PoplensTileBytes *bytes;
  const PoplensKinds *kinds;
} PoplensCard;

/* Stores the first error that is not about missing data; frees @error (nullable) (transfer full).
 */
void poplens_card_take_error (PoplensCard *self, GError *error);
/* Loads the memory members. FALSE if the report lacks the data, or after an error. */
gboolean poplens_card_load_memory (PoplensCard *self);

/* ---- rows ------------------------------------------------------------------------------------ */

/* Adds a row. @what: title of the row. @text: (nullable): value or, if @bytes is above 0, a note on
 * @bytes. @location: (nullable) (transfer full): link */
void poplens_card_add (PoplensCard *self, const char *what, const char *text, gint64 bytes,
                       double share, char *location);
/* Adds a row with a number. @detail: (nullable): what the number covers. @location: (nullable)
 * (transfer full): link */
void poplens_card_add_value (PoplensCard *self, const char *what, guint64 number, PoplensUnit unit,
                             const char *detail, char *location);
/* The next functions add a row with a number, unless the number is 0. @location: (nullable)
 * (transfer full): link */
void poplens_card_add_number (PoplensCard *self, const char *what, guint64 number, char *location);
void poplens_card_add_items (PoplensCard *self, const char *what, guint64 n, const char *noun,
                             char *location); /* the row's value is "12 programs" */
void poplens_card_add_bytes (PoplensCard *self, const char *what, guint64 bytes, char *location);
/* Adds a row with @bytes and their share of a tile's capacity. */
void poplens_card_add_tile_bytes (PoplensCard *self, const char *what, const char *value,
                                  guint64 bytes, char *location);

/* Rows of another table about the thing of the card. poplens_card_add_cell () copies their cells to
 * the card. */
typedef struct {
  PoplensTable *table; /* (nullable): NULL if the report lacks the table */
  GArray *rows;        /* guint32: numbers of the selected rows in .table */
} PoplensCardCells;

void poplens_card_cells_init (PoplensCardCells *self, PoplensCard *card, const char *table,
                              const char *location);
/* Like poplens_card_cells_init (), but builds the table that compares the report with its other
 * report. */
void poplens_card_cells_init_of_two (PoplensCardCells *self, PoplensCard *card, const char *table,
                                     const char *location);
void poplens_card_cells_clear (PoplensCardCells *self);
/* Keeps only the selected rows with @text in @column. If no rows are selected, searches all rows.
 */
void poplens_card_cells_choose_text (PoplensCardCells *self, const char *column, const char *text);
void poplens_card_cells_choose_id (PoplensCardCells *self, const char *column, guint64 id);
/* Adds a row to the card with the value in @column. Numbers are summed over the selected rows. Adds
 * nothing for an empty cell or 0. @location: (nullable) (transfer full): link */
void poplens_card_add_cell (PoplensCard *self, const PoplensCardCells *cells, const char *column,
                            const char *what, char *location);
/* Adds the recorded facts on the thing that @location selects. Skips the first fact, the name.
 * @but: (nullable): keys of further facts to skip */
void poplens_card_add_recorded (PoplensCard *self, const char *location, const char *const *but);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCardCells, poplens_card_cells_clear)

/* ---- rows that several kinds of things have -------------------------------------------------- */

/* Bytes by tile of the chosen groups of variables. */
typedef struct {
  guint8 *hit;      /* [groups]: 1 for the chosen groups */
  guint64 *by_tile; /* [tiles]: allocated bytes */
  guint64 total;
  guint32 tiles, fullest; /* .tiles: number of tiles with bytes; .fullest: tile with most bytes */
} PoplensCardSpread;

/* Returns TRUE to choose a group of variables. @index: number of the group. Called after
 * poplens_card_load_memory (). */
typedef gboolean (*PoplensCardGroupFunc) (const PoplensByteGroup *group, guint32 index,
                                          gconstpointer data);
void poplens_card_spread_init (PoplensCardSpread *self, const PoplensCard *card,
                               PoplensCardGroupFunc is_of, gconstpointer data);
void poplens_card_spread_clear (PoplensCardSpread *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCardSpread, poplens_card_spread_clear)

/* Adds rows on the kinds and tiles of the bytes in @spread, and on the fullest tile. @map:
 * (nullable) (transfer full): link to the tile map */
void poplens_card_add_spread (PoplensCard *self, const PoplensCardSpread *spread, char *map);
/* Adds a row with a link for each suggested change that moves or shrinks a chosen group. @hit:
 * [groups]: 1 for the chosen ones */
void poplens_card_add_changes (PoplensCard *self, const guint8 *hit);
/* Adds a row with the link "insights?view=what-if&scale=NAME=0.5": What If with variables @name at
 * half their size. */
void poplens_card_add_scale (PoplensCard *self, const char *name);

/* Adds rows on the executed steps, cycles and estimates of the programs in @in. @in: [programs]:
 * TRUE for these programs. @trace: (nullable): link to their steps; NULL: link to their first step.
 * @cycles: link to their cycles */
void poplens_card_add_work (PoplensCard *self, const guint8 *in, const char *trace,
                            const char *cycles);
/* Returns the bytes of control code of the programs in @in, without the programs that they call.
 * @in: [programs]: TRUE for these programs */
guint64 poplens_card_own_code (const PoplensPrograms *programs, const guint8 *in);

/* Adds rows on what the debug contexts @ids have in common: operation, source line and chain of
 * contexts. @program: row of the program that they made, or POPLENS_NO_ROW. @variable: ID of the
 * variable that they made, or POPLENS_NO_VARIABLE. @chain: (transfer full): link to the chain */
void poplens_card_add_origin (PoplensCard *self, const guint64 *ids, guint n, guint32 program,
                              guint32 variable, char *chain);
/* Adds rows on the source lines that made most of the programs in @in. @in: [programs]: TRUE for
 * these programs */
void poplens_card_add_lines (PoplensCard *self, const PoplensPrograms *programs, const guint8 *in);
/* Adds a row: the model layer that contains @name, a path. */
void poplens_card_add_layer_of (PoplensCard *self, const char *name);
/* Adds a row on things with similar names. Their names differ only in numbers. */
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
