/* Two demo reports of different seeds, the first given the second to be compared with. */
#pragma once

#include "pages/compare/compare-page.h"
#include "pages/picture/picture.h"
#include "pages/trace-fixture.h"

typedef struct {
  char *folder[2];
  PoplensReport *report[2];
  sqlite3 *db[2];
} Pair;

/* @tiles, @without: options of poplens-demo for the second. */
void pair_open (Pair *pair, const char *tiles, const char *without);
/* Changes the file of the second. */
void pair_alter (Pair *pair, const char *sql);
void pair_close (Pair *pair);
/* The page at that location of the first. (transfer full) */
PoplensPage *build (const Pair *pair, const char *text);
/* The text of a notice, or NULL. */
const char *notice (const PoplensPage *page, const char *key);
