#!/bin/sh
# Looks at the profile of a change, for a pipeline that has no more than a shell: its limits, what
# differs from the main branch, and a page to keep. All three are made whatever the others say; the
# exit status is that of the worst: 2 wrong use, 1 no verdict, 3 worse than allowed, 0 good.
set -u

if [ $# -ne 4 ]; then
  echo "Usage: $0 REPORT MAIN-REPORT RULES FOLDER" >&2
  exit 2
fi
report=$1 main=$2 rules=$3 folder=$4
worst=0

# A command that could not judge says more than one that judged and refused.
note () { # STATUS
  case $1 in
    0) ;;
    3) [ "$worst" -ne 0 ] || worst=3 ;;
    *) [ "$worst" -eq 2 ] || worst=$1 ;;
  esac
}

mkdir -p "$folder" || exit 1
poplens-cli budget "$report" --rules "$rules" --junit "$folder/budget.xml"
note $?
poplens-cli diff "$main" "$report" --by figure,program --threshold 5 --fail-if worse --markdown >"$folder/changes.md"
note $?
# Where cycles came from and went; a report without executed steps has none.
if poplens-cli export "$main" "$report" --location 'trace?view=summary' --chart compared-bars --size 800x260 \
  --output "$folder/waterfall.svg"; then
  printf '\n![Change of the waterfall](waterfall.svg)\n' >>"$folder/changes.md"
fi
poplens-cli export "$main" "$report" --output "$folder/report.html"
note $?
exit "$worst"
