# shellcheck shell=bash
# Shared by the scripts in this folder, which source it from the root of the checkout.

child=

# Ends the command that `together` runs, and this script.
end_together () {
  trap '' INT TERM HUP
  if [ -n "$child" ]; then
    kill -TERM -- "-$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
  fi
  exit "$1"
}

# Runs a command that ends with this script, with all its child processes, even if a signal reaches only
# the script. The command has its own process group, and cannot read from a terminal.
together () {
  local status=0
  trap 'end_together 130' INT
  trap 'end_together 143' TERM
  trap 'end_together 129' HUP
  set -m
  "$@" </dev/null &
  child=$!
  set +m
  wait "$child" || status=$?
  child=
  trap - INT TERM HUP
  return "$status"
}

# Locks a file: other scripts that lock it wait until `unlock`.
lock () {
  mkdir -p "$(dirname "$1")"
  exec 9>>"$1"
  # flock is in every Debian; elsewhere the user must not run two scripts at once.
  if ! command -v flock >/dev/null || flock -n 9; then
    return
  fi
  printf 'Waiting for another script that builds here\n'
  together flock 9
}

unlock () {
  exec 9>&-
}

# Runs a command without output: appends it to a log, whose end is printed if the command fails.
#   quietly LOG WHAT COMMAND...
quietly () {
  local log=$1 what=$2
  shift 2
  mkdir -p "$(dirname "$log")"
  if ! together "$@" >>"$log" 2>&1; then
    tail -n 60 "$log" >&2
    printf '\n%s failed; the whole log is %s\n' "$what" "$log" >&2
    return 1
  fi
}

# Configures (if necessary) and builds a preset in build/PRESET, one script at a time.
build_preset () {
  local status=0
  lock "build/$1.lock"
  build_preset_alone "$1" || status=$?
  unlock
  return "$status"
}

build_preset_alone () {
  local preset=$1 folder=build/$1 log=build/$1.log fresh=()
  mkdir -p build && : >"$log" || return 1
  # CMake refuses the cache of a checkout that was moved or copied.
  if [ -f "$folder/CMakeCache.txt" ] &&
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$(pwd -P)" "$folder/CMakeCache.txt"; then
    fresh=(--fresh)
  fi
  if [ ! -f "$folder/build.ninja" ] || [ ${#fresh[@]} -gt 0 ]; then
    printf 'Configuring and building %s (log: %s)\n' "$preset" "$log"
    quietly "$log" "Configuring $preset" cmake --preset "$preset" "${fresh[@]}" || return 1
  elif ! ninja -C "$folder" -n 2>/dev/null | grep -q '^ninja: no work to do'; then
    printf 'Building %s (log: %s)\n' "$preset" "$log"
  fi
  quietly "$log" "Building $preset" ninja -C "$folder" -j "$(nproc)"
}
