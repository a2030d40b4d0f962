/* Schemas made by SQL for test-hostile-schema.c, and the error that each must cause. */
#pragma once

#include "model/part.h"

typedef struct {
  const char *name, *sql;
  PoplensPart part;
  const char *says; /* (nullable): parts of the error, as "one|two"; NULL: no error */
  const char *then; /* (nullable): SQL to run on the file after .sql */
  int since;        /* least SQLite that can write it, as sqlite3_libversion_number (); 0: any */
} SchemaCase;

#define SCHEMA "PRAGMA writable_schema = 1; "
/* Replaces @old by @new in the definition of @table. */
#define DEFINE(table, old, new)                                                                    \
  SCHEMA "UPDATE sqlite_schema SET sql = replace (sql, '" old "', '" new "') WHERE name = '" table \
                                                                         "';"
/* Moves @column to the end of the table with @definition, so that no record has a value of it. */
#define LAST(table, column, definition)                                                            \
  "ALTER TABLE " table " RENAME COLUMN " column " TO former; ALTER TABLE " table                   \
  " ADD COLUMN " column ";" SCHEMA "UPDATE sqlite_schema SET sql = replace (sql, ', " column       \
  ")', ', " column " " definition ")') WHERE name = '" table "';"
#define NUMBERS(n)                                                                                 \
  "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < " #n ") "
#define MEMORY POPLENS_PART_MEMORY
#define TOTAL "tile INTEGER PRIMARY KEY"

static const SchemaCase cases[] = {
    /* Cases of default values, which SQLite repeats for each record that lacks the column */
    {"default/long", LAST ("compilation_trace", "name", "DEFAULT ''%s''"), POPLENS_PART_COMPILATION,
     "table compilation_trace |name"},
    {"default/blob", LAST ("program_type_sans", "tiles", "DEFAULT x''0183''"),
     POPLENS_PART_PROGRAMS, NULL},
    {"default/text", LAST ("compilation_trace", "name", "DEFAULT ''a''"), POPLENS_PART_COMPILATION,
     NULL},
    {"default/grows", LAST ("vars_string_table", "string", "DEFAULT (hex (zeroblob (200000000)))"),
     POPLENS_PART_VARIABLES, NULL},
    {"default/nested", LAST ("programs_of", "name", "DEFAULT (replace (hex (1), 3, 4))"), MEMORY,
     NULL},
    {"default/time", LAST ("compilation_trace", "name", "DEFAULT CURRENT_TIME"),
     POPLENS_PART_COMPILATION, NULL},
    {"default/random", LAST ("compilation_trace", "dur", "DEFAULT (random ())"),
     POPLENS_PART_COMPILATION, NULL},
    {"default/negative", LAST ("runs", "num_steps", "DEFAULT -5"), POPLENS_PART_EXECUTION, NULL},
    {"default/hexadecimal", LAST ("runs", "num_steps", "DEFAULT 0x10"), POPLENS_PART_EXECUTION,
     NULL},
    {"default/word", LAST ("runs", "name", "DEFAULT TRUE"), POPLENS_PART_EXECUTION, NULL},
    {"default/quoted", LAST ("runs", "name", "DEFAULT \"x\""), POPLENS_PART_EXECUTION, NULL},
    {"default/typed", LAST ("runs", "name", "TEXT DEFAULT 12"), POPLENS_PART_EXECUTION, NULL},
    {"default/real", LAST ("runs", "num_steps", "REAL DEFAULT 12"), POPLENS_PART_EXECUTION, NULL},
    {"default/large", LAST ("runs", "num_steps", "DEFAULT 99999999999999999999"),
     POPLENS_PART_EXECUTION, NULL},
    {"default/spaces", LAST ("runs", "num_steps", "DEFAULT 1 "), POPLENS_PART_EXECUTION, NULL},

    /* Cases of columns with names of the row ID. */
    {"name/rowid", DEFINE ("vars_info", "name_suffix", "rowid"), POPLENS_PART_VARIABLES,
     "table vars_info |rowid"},
    {"name/RowId", DEFINE ("steps_by_ipu", "thread_balance", "RowId"), POPLENS_PART_EXECUTION,
     "table steps_by_ipu |RowId"},
    {"name/oid", DEFINE ("steps_by_ipu", "thread_balance", "oid"), POPLENS_PART_EXECUTION, NULL},
    {"name/_rowid_", DEFINE ("vars_info", "region_constraints", "_rowid_"), POPLENS_PART_VARIABLES,
     NULL},
    {"name/both", DEFINE ("vars_info", "region_constraints", "_rowid_, oid, x"),
     POPLENS_PART_VARIABLES, NULL},
    {"name/twice", DEFINE ("vars_info", "region_constraints", "name_suffix"),
     POPLENS_PART_VARIABLES, "vars_info"},

    /* Cases of kinds of tables. */
    {"kind/without-rowid",
     "CREATE TABLE x (tile INTEGER PRIMARY KEY, total, total_including_gaps) WITHOUT ROWID; "
     "INSERT INTO x SELECT tile, total, total_including_gaps FROM memory_by_tile; "
     "DROP TABLE memory_by_tile; ALTER TABLE x RENAME TO memory_by_tile",
     MEMORY, NULL},
    {"kind/without-rowid-variables",
     "CREATE TABLE x (var_id INTEGER PRIMARY KEY, tile, name_base_id, name_prefix__vertex_field_, "
     "name_suffix, size_bytes, alignment, offset, category, equivalence_class, "
     "element_constraints, region_constraints, unlowered_var_id, bitset) WITHOUT ROWID;"
     "INSERT INTO x SELECT * FROM vars_info; DROP TABLE vars_info; ALTER TABLE x RENAME TO "
     "vars_info",
     POPLENS_PART_VARIABLES, NULL},
    {"kind/said-without-rowid",
     SCHEMA "UPDATE sqlite_schema SET sql = sql || ' WITHOUT ROWID' WHERE name = 'vars_info'",
     POPLENS_PART_VARIABLES, "vars_info"},
    {"kind/strict",
     "CREATE TABLE x (id INTEGER PRIMARY KEY, is_always_live INTEGER) STRICT; INSERT INTO x "
     "SELECT * FROM eq_classes; DROP TABLE eq_classes; ALTER TABLE x RENAME TO eq_classes",
     POPLENS_PART_LIVENESS, NULL, NULL, 3037000},
    {"kind/key-falls", DEFINE ("eq_classes", "PRIMARY KEY", "PRIMARY KEY DESC"),
     POPLENS_PART_LIVENESS, NULL},
    {"kind/key-is-int", DEFINE ("eq_classes", "INTEGER PRIMARY KEY", "INT"), POPLENS_PART_LIVENESS,
     NULL},

    /* Cases of pages with two owners. */
    {"root/two-tables",
     SCHEMA "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = "
            "'vars_info') WHERE name = 'memory_by_tile'",
     MEMORY, "table memory_by_tile |shares its pages with table|vars_info"},
    {"root/table-and-index",
     SCHEMA "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = "
            "'sqlite_autoindex_programs_1') WHERE name = 'memory_by_tile'",
     MEMORY, "table memory_by_tile |shares its pages with table"},
    {"root/schema", SCHEMA "UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'memory_by_tile'",
     MEMORY, "memory_by_tile"},
    {"root/none", SCHEMA "UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 'memory_by_tile'",
     MEMORY, ""},
    {"root/negative", SCHEMA "UPDATE sqlite_schema SET rootpage = -3 WHERE name = 'memory_by_tile'",
     MEMORY, ""},

    /* Cases of indices. */
    {"index/partial",
     "CREATE INDEX p ON vars_info (tile) WHERE tile > 100; CREATE INDEX q ON exchange_regions (id) "
     "WHERE length (hex (id)) > 0; CREATE UNIQUE INDEX r ON steps_by_ipu (step_id) WHERE ipu IS "
     "NULL",
     POPLENS_PART_VARIABLES, NULL},
    {"index/expression",
     "CREATE INDEX p ON vars_info (tile || tile); CREATE INDEX q ON exchange_regions (id + 0, "
     "length (hex (zeroblob (1000000)))); CREATE INDEX r ON programs (replace (name, 'a', 'aa'))",
     POPLENS_PART_PROGRAMS, NULL},
    {"index/empty-partial",
     "CREATE INDEX p ON exchange_regions (id, var_id, regions) WHERE 0; CREATE INDEX q ON "
     "vars_info (tile, var_id) WHERE tile IS NOT NULL",
     POPLENS_PART_VARIABLES, NULL},
    {"index/orphan", SCHEMA "UPDATE sqlite_schema SET tbl_name = 'nothing' WHERE type = 'index'",
     POPLENS_PART_VARIABLES, NULL},

    /* Cases of primary keys. */
    {"key/dropped",
     DEFINE ("exchange_regions", ", PRIMARY KEY (id, var_id)",
             "") "DELETE FROM sqlite_schema WHERE "
                 "name = 'sqlite_autoindex_exchange_regions_1'",
     POPLENS_PART_EXCHANGES, NULL},
    {"key/twice",
     DEFINE ("exchange_regions", ", PRIMARY KEY (id, var_id)",
             "") "DELETE FROM sqlite_schema WHERE "
                 "name = 'sqlite_autoindex_exchange_regions_1'",
     POPLENS_PART_EXCHANGES, NULL, "INSERT INTO exchange_regions SELECT * FROM exchange_regions"},
    {"key/row-id-twice", DEFINE ("eq_classes", "INTEGER PRIMARY KEY", ""), POPLENS_PART_LIVENESS,
     NULL, "UPDATE eq_classes SET id = 1; INSERT INTO eq_classes SELECT * FROM eq_classes"},
    {"key/lost-index",
     SCHEMA "DELETE FROM sqlite_schema WHERE name = 'sqlite_autoindex_exchange_regions_1'",
     POPLENS_PART_EXCHANGES, NULL},

    /* Cases of large schemas. */
    {"many/tables",
     SCHEMA NUMBERS (20000) "INSERT INTO sqlite_schema SELECT 'table', 't' || i, 't' || i, 2, "
                            "'CREATE TABLE t' || i || ' (x)' FROM n",
     MEMORY, "too complex"},
    {"many/tables-still-read",
     SCHEMA NUMBERS (400) "INSERT INTO sqlite_schema SELECT 'table', 't' || i, 't' || i, 2, "
                          "'CREATE TABLE t' || i || ' (x)' FROM n",
     MEMORY, NULL},
    {"many/indices",
     "CREATE TABLE filler (x); INSERT INTO filler VALUES (zeroblob (4096 * 900));" SCHEMA NUMBERS (
         400) "INSERT INTO sqlite_schema SELECT 'index', 't' || i, 'vars_info', 90 + i, "
              "'CREATE INDEX t' || i || ' ON vars_info (tile, var_id)' FROM n",
     MEMORY, NULL},
    {"many/columns",
     SCHEMA NUMBERS (5000) "UPDATE sqlite_schema SET sql = 'CREATE TABLE memory_by_tile (tile, "
                           "total' || (SELECT group_concat (', x' || i, '') FROM n) || ')' WHERE "
                           "name = 'memory_by_tile'",
     MEMORY, ""},
    {"many/wide-tables",
     SCHEMA NUMBERS (240) ", m (k) AS (VALUES (1) UNION ALL SELECT k + 1 FROM m WHERE k < 3000) "
                          "INSERT INTO sqlite_schema SELECT 'table', 't' || k, 't' || k, 2, "
                          "'CREATE TABLE t' || k || "
                          "' (y' || (SELECT group_concat (', x' || i, '') FROM n) || ')' FROM m",
     MEMORY, "too complex"},
    {"many/wide-tables-still-read",
     SCHEMA NUMBERS (240) ", m (k) AS (VALUES (1) UNION ALL SELECT k + 1 FROM m WHERE k < 400) "
                          "INSERT INTO sqlite_schema SELECT 'table', 't' || k, 't' || k, 2, "
                          "'CREATE TABLE t' || k || "
                          "' (y' || (SELECT group_concat (', x' || i, '') FROM n) || ')' FROM m",
     MEMORY, NULL},
    {"many/bytes",
     SCHEMA "UPDATE sqlite_schema SET sql = sql || ' -- ' || hex (zeroblob (8000000)) WHERE name = "
            "'memory_by_tile'",
     MEMORY, ""},
    {"many/bytes-of-all",
     SCHEMA "UPDATE sqlite_schema SET sql = sql || ' -- ' || hex (zeroblob (30000)) WHERE type = "
            "'table'",
     MEMORY, NULL},
    {"many/generated",
     SCHEMA NUMBERS (240) "UPDATE sqlite_schema SET sql = 'CREATE TABLE memory_by_tile (" TOTAL
                          ", total, x0 AS (tile || total)' || (SELECT group_concat (', x' || i || "
                          "' AS (x' || (i - 1) || ' || x' || (i - 1) || ')', '') FROM n) || ')' "
                          "WHERE name = 'memory_by_tile'",
     MEMORY, "table memory_by_tile |x0"},

    /* Cases of expressions. */
    {"check/deep",
     SCHEMA NUMBERS (15) "UPDATE sqlite_schema SET sql = substr (sql, 1, length (sql) - 1) || ', "
                         "CHECK (' || (SELECT group_concat ('(1 + ', '') FROM n) || 'tile' || "
                         "(SELECT group_concat (')', '') FROM n) || '))' WHERE name = "
                         "'memory_by_tile'",
     MEMORY, NULL},
    {"check/deeper",
     SCHEMA NUMBERS (9000) "UPDATE sqlite_schema SET sql = substr (sql, 1, length (sql) - 1) || ', "
                           "CHECK (' || (SELECT group_concat ('(1 + ', '') FROM n) || 'tile' || "
                           "(SELECT group_concat (')', '') FROM n) || '))' WHERE name = "
                           "'memory_by_tile'",
     MEMORY, ""},
    {"check/case",
     SCHEMA NUMBERS (1500) "UPDATE sqlite_schema SET sql = substr (sql, 1, length (sql) - 1) || ', "
                           "CHECK (CASE' || (SELECT group_concat (' WHEN tile = ' || i || ' THEN "
                           "hex (tile)', '') FROM n) || ' END))' WHERE name = 'memory_by_tile'",
     MEMORY, NULL},
    {"check/grows",
     SCHEMA "UPDATE sqlite_schema SET sql = substr (sql, 1, length (sql) - 1) || ', CHECK (length "
            "(hex (zeroblob (200000000))) > tile))' WHERE name IN ('memory_by_tile', 'programs', "
            "'exchange_regions')",
     MEMORY, NULL},
};
