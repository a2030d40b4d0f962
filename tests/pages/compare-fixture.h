/* Pairs of demo reports with different seeds; the second is the other report of the first. */
#pragma once

#include "pages/compare/compare-page.h"
#include "pages/picture/picture.h"
#include "pages/trace-fixture.h"

typedef struct {
  char *folder[2];
  PoplensReport *report[2];
  sqlite3 *db[2];
} Pair;

/* Opens the pair. @tiles, @without: options of poplens-demo for the second report. */
void pair_open (Pair *pair, const char *tiles, const char *without);
/* Runs @sql on the profile of the second report, then reopens it. */
void pair_alter (Pair *pair, const char *sql);
void pair_close (Pair *pair);
/* Builds the page of the first report at location @text. (transfer full) */
PoplensPage *build (const Pair *pair, const char *text);
/* Returns the text of the section with key @key, or NULL if the page lacks it. */
const char *notice (const PoplensPage *page, const char *key);
