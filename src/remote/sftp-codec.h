/* Encodes requests of SFTP version 3 (draft-ietf-secsh-filexfer-02), and decodes the replies. Does
 * no I/O. Has no requests that write; tests/house/sftp-reads.py checks this. Replies are not
 * trusted. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

/* Longest packet that is accepted, without its length field. */
#define POPLENS_SFTP_LONGEST_PACKET (512 * 1024)
/* Bytes that one read returns if the server sets no limit. */
#define POPLENS_SFTP_USUAL_READ (32 * 1024)
/* Most bytes that one read requests: the limit of OpenSSH. */
#define POPLENS_SFTP_LONGEST_READ 261120

typedef enum {
  /* Requests. */
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
  /* Replies. */
  POPLENS_SFTP_VERSION = 2,
  POPLENS_SFTP_STATUS = 101,
  POPLENS_SFTP_HANDLE = 102,
  POPLENS_SFTP_DATA = 103,
  POPLENS_SFTP_NAME = 104,
  POPLENS_SFTP_ATTRS = 105,
  POPLENS_SFTP_EXTENDED_REPLY = 201,
} PoplensSftpType;

/* Status codes. */
enum { POPLENS_SFTP_OK = 0, POPLENS_SFTP_EOF = 1 };

typedef struct {
  PoplensSftpType type;
  guint32 id;       /* used by all requests but INIT */
  const char *path; /* used by OPEN, LSTAT, OPENDIR, REALPATH, STAT, READLINK */
  GBytes *handle;   /* used by CLOSE, READ, FSTAT, READDIR */
  guint64 offset;   /* used by READ: byte in the file */
  guint32 length;   /* used by READ: bytes */
} PoplensSftpRequest;

/* Appends the packet of @request to @out. */
void poplens_sftp_encode (GByteArray *out, const PoplensSftpRequest *request);

typedef struct {
  PoplensSftpType type;
  guint32 id;           /* set in all replies but VERSION */
  guint32 code;         /* in STATUS: the status code; in VERSION: the version */
  gboolean has_limits;  /* in VERSION: TRUE if the server supports limits@openssh.com */
  const guint8 *bytes;  /* in DATA, HANDLE, EXTENDED_REPLY: contents; in NAME: encoded names */
  gsize length;         /* length of .bytes */
  guint32 n_names;      /* in NAME: number of names in .bytes */
  PoplensFileInfo info; /* in ATTRS: the attributes */
} PoplensSftpAnswer;

/* Returns the size of the packet at the start of @bytes, including its length field; 0: @bytes has
 * no complete length field; −1: the length is invalid. */
gssize poplens_sftp_measure (const guint8 *bytes, gsize n);
/* Decodes a whole packet. @answer: (out): points into @packet. FALSE if the packet is malformed, is
 * not a reply, or has bytes left over. */
gboolean poplens_sftp_decode (const guint8 *packet, gsize n, PoplensSftpAnswer *answer);
/* Reads the next name of a NAME reply, and advances @answer. FALSE after the last name. @name:
 * (out): bytes, not NUL-terminated */
gboolean poplens_sftp_next_name (PoplensSftpAnswer *answer, const char **name, gsize *length,
                                 PoplensFileInfo *info);
/* TRUE for a valid file name in a folder: not empty, without "/" and NUL. */
gboolean poplens_sftp_is_entry_name (const char *name, gsize length);
/* Returns the longest read that the reply to LIMITS allows, between 4 KiB and
 * POPLENS_SFTP_LONGEST_READ. */
gsize poplens_sftp_read_limit (const PoplensSftpAnswer *answer);
/* Returns the first line of text that the server's shell printed instead of a packet, made
 * printable and shortened. (transfer full) (nullable): NULL if @bytes do not begin with text */
char *poplens_sftp_quote_noise (const guint8 *bytes, gsize n);
/* Returns the errno for a status; 0 for OK. */
int poplens_sftp_errno (guint32 code);

G_END_DECLS
