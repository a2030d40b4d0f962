#!/bin/bash
# Every script of ours that sh or bash runs can be parsed.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
bad=0
while IFS= read -r -d '' file; do
  case "$(head -n 1 "$file" | tr -d '\0')" in
    '#!/bin/bash'* | '#!/bin/sh'* | '#!/usr/bin/env bash'* | '# shellcheck shell=bash') ;;
    *) continue ;;
  esac
  bash -n "$file" || bad=1
done < <(find script .ci tests examples -type f -size -200k ! -name '*.[ch]' ! -name '*.py' ! -name '*.png' -print0)
exit $bad
