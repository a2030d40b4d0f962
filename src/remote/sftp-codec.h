/* Packets of SFTP version 3 (draft-ietf-secsh-filexfer-02) as bytes and as structs. No I/O. Only
 * requests that read can be written: a test (tests/house/sftp-reads.py) holds the list to that.
 * Nothing that is taken apart is trusted. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

/* The longest packet that is taken, its length word not counted. */
#define POPLENS_SFTP_LONGEST_PACKET (512 * 1024)
/* What one read gives where the server does not say more. */
#define POPLENS_SFTP_USUAL_READ (32 * 1024)
/* What one read is asked for at the most: what OpenSSH gives. */
#define POPLENS_SFTP_LONGEST_READ 261120

typedef enum {
  /* What is asked. */
  POPLENS_SFTP_INIT = 1,
  POPLENS_SFTP_OPEN = 3,
  POPLENS_SFTP_CLOSE = 4,
  POPLENS_SFTP_READ = 5,
  POPLENS_SFTP_LSTAT = 7,
  POPLENS_SFTP_FSTAT = 8,
  POPLENS_SFTP_OPENDIR = 11,
  POPLENS_SFTP_READDIR = 12,
  POPLENS_SFTP_REALPATH = 16,
  POPLENS_SFTP_STAT = 17,
  POPLENS_SFTP_READLINK = 19,
  POPLENS_SFTP_LIMITS = 200, /* the extension limits@openssh.com */
  /* What is answered. */
  POPLENS_SFTP_VERSION = 2,
  POPLENS_SFTP_STATUS = 101,
  POPLENS_SFTP_HANDLE = 102,
  POPLENS_SFTP_DATA = 103,
  POPLENS_SFTP_NAME = 104,
  POPLENS_SFTP_ATTRS = 105,
  POPLENS_SFTP_EXTENDED_REPLY = 201,
} PoplensSftpType;

/* Codes of a status. */
enum { POPLENS_SFTP_OK = 0, POPLENS_SFTP_EOF = 1 };

typedef struct {
  PoplensSftpType type;
  guint32 id;       /* of all but INIT */
  const char *path; /* of OPEN, LSTAT, OPENDIR, REALPATH, STAT, READLINK */
  GBytes *handle;   /* of CLOSE, READ, FSTAT, READDIR */
  guint64 offset;   /* of READ */
  guint32 length;   /* of READ */
} PoplensSftpRequest;

/* Appends the packet. */
void poplens_sftp_encode (GByteArray *out, const PoplensSftpRequest *request);

typedef struct {
  PoplensSftpType type;
  guint32 id;           /* of all but VERSION */
  guint32 code;         /* of STATUS; of VERSION the version */
  gboolean has_limits;  /* of VERSION: limits@openssh.com may be asked */
  const guint8 *bytes;  /* of DATA, HANDLE, EXTENDED_REPLY; of NAME those of the names */
  gsize length;         /* of these */
  guint32 n_names;      /* of NAME */
  PoplensFileInfo info; /* of ATTRS */
} PoplensSftpAnswer;

/* The bytes of the packet that @bytes begins with, its length word among them; 0: more is needed to
 * say so; -1: no packet begins like that. */
gssize poplens_sftp_measure (const guint8 *bytes, gsize n);
/* Takes a whole packet apart; @answer points into it. FALSE where it breaks the format, has another
 * type than those of answers, or is longer than it says. */
gboolean poplens_sftp_decode (const guint8 *packet, gsize n, PoplensSftpAnswer *answer);
/* The next name of a NAME: @answer moves on. FALSE where there is none left. @name: bytes, not 0 at
 * the end. */
gboolean poplens_sftp_next_name (PoplensSftpAnswer *answer, const char **name, gsize *length,
                                 PoplensFileInfo *info);
/* Whether it can be the name of something in a folder: not empty, no "/", no byte 0. */
gboolean poplens_sftp_is_entry_name (const char *name, gsize length);
/* The longest read that the answer to LIMITS allows, between 4 KiB and the longest asked for. */
gsize poplens_sftp_read_limit (const PoplensSftpAnswer *answer);
/* What a server's shell printed before any packet: the first line, made visible and cut. NULL where
 * @bytes do not begin with text: four letters are no length of a packet. (transfer full) (nullable)
 */
char *poplens_sftp_quote_noise (const guint8 *bytes, gsize n);
/* What a status says, as an errno; 0 for OK. */
int poplens_sftp_errno (guint32 code);

G_END_DECLS
