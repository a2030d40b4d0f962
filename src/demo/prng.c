/* Hash-based random values without state. */
#include "demo/prng.h"

/* The finaliser of SplitMix64 (public domain, Sebastiano Vigna). */
static guint64
mix (guint64 x)
{
  x += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ (x >> 31);
}

guint64
demo_hash (guint64 seed, guint64 what, guint64 which)
{
  return mix (mix (mix (seed) ^ what) ^ which);
}

guint64
demo_named (guint64 what, const char *name)
{
  guint64 hash =
      G_GUINT64_CONSTANT (0xcbf29ce484222325); /* offset basis of the hash function FNV-1a */

  for (const char *c = name; *c; c++)
    hash = (hash ^ (guint8) *c) * G_GUINT64_CONSTANT (0x100000001b3);
  return mix (hash ^ what);
}

double
demo_unit (guint64 seed, guint64 what, guint64 which)
{
  return (double) (demo_hash (seed, what, which) >> 40) / (double) (1 << 24);
}
