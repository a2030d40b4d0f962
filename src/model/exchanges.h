/* Exchanges: internal (DoExchange), global (GlobalExchange), host (StreamCopyMid) and code copies,
 * and the streams of host exchanges. Bytes by variable are a slice (POPLENS_SLICE_REGIONS). */
#pragma once

#include "base/lists.h"
#include "base/strings.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_EXCHANGE_INTERNAL,
  POPLENS_EXCHANGE_GLOBAL,
  POPLENS_EXCHANGE_HOST,
  POPLENS_EXCHANGE_CODE_COPY,
  POPLENS_N_EXCHANGE_KINDS,
} PoplensExchangeKind;

/* Returns the title of a kind: "internal", "inter-IPU", "host", "code copy". (static) */
const char *poplens_exchange_kind_title (PoplensExchangeKind kind);

#define POPLENS_NO_REGIONS G_MAXUINT32

/* Exchanges of one kind, by id (a program's variant_index). .max_data_by_ipu has the most bytes
 * that one tile of an IPU sends and receives together. .estimates has ids into
 * compilation_cycles_by_tile, one for each IPU. */
typedef struct {
  guint32 n;
  guint32 *id;
  PoplensLists *received, *sent; /* bytes by tile; absent for code copies */
  PoplensLists *received_by_ipu, *sent_by_ipu, *max_data_by_ipu;
  PoplensLists *code; /* bytes of code by tile; only of internal exchanges, else absent */
  PoplensLists *estimates;
  /* PoplensStrings ids: names of variables as one text; the file abbreviates long texts */
  guint32 *source_text, *destination_text;
  guint32 *source_regions, *destination_regions; /* exchange_target ids or POPLENS_NO_REGIONS */
  guint32 *sync_type;                            /* PoplensStrings id; only for global exchanges */
} PoplensExchangeTable;

/* Row of host_exchange_from_host or host_exchange_to_host. */
typedef struct {
  guint32 mid_id; /* id of the exchange in tables[POPLENS_EXCHANGE_HOST] */
  guint32 stream; /* PoplensStrings id: name of the stream */
  guint32 regions_text;
  guint32 regions; /* exchange_target id or POPLENS_NO_REGIONS */
  gboolean to_host, remote_buffer;
} PoplensHostStream;

typedef struct {
  PoplensStrings *strings;
  PoplensExchangeTable tables[POPLENS_N_EXCHANGE_KINDS];
  guint32 n_streams;
  PoplensHostStream
      *streams; /* sorted by .mid_id; streams from the host come before streams to the host */
  /* inter_ipu_exchange_cycles_by_tile: ids into cycles_by_tile, one for each IPU */
  guint32 n_global_cycles;
  guint32 *global_cycles_id;
  PoplensLists *global_exchange_cycles, *global_sync_cycles;
} PoplensExchanges;

PoplensExchanges *poplens_exchanges_new (void);
void poplens_exchanges_free (PoplensExchanges *self);
/* Returns the row of @id in the table of @kind, or G_MAXUINT32. */
guint32 poplens_exchanges_find (const PoplensExchanges *self, PoplensExchangeKind kind, guint32 id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensExchanges, poplens_exchanges_free)

G_END_DECLS
