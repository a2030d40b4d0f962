# shellcheck shell=bash
# Shared by the scripts in this folder, which source it from the root of the checkout.

child=

# Ends what `together` runs, and this script.
end_together () {
  trap '' INT TERM HUP
  if [ -n "$child" ]; then
    kill -TERM -- "-$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
  fi
  exit "$1"
}

# Runs a command that ends with this script, and all that the command has started: a signal may reach
# the script alone. It has a process group of its own, and no terminal to read from.
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

# Until `unlock`, others that lock the same file wait.
lock () {
  mkdir -p "$(dirname "$1")"
  exec 9>>"$1"
  # Part of every Debian; elsewhere two at once are the user's affair.
  if ! command -v flock >/dev/null || flock -n 9; then
    return
  fi
  printf 'Waiting for another script that builds here\n'
  together flock 9
}

unlock () {
  exec 9>&-
}

# Runs a command in silence; its output goes to the end of a log, which is shown if it fails.
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

# Configures (where that is needed) and builds a preset into build/PRESET, one script at a time.
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
  # A checkout that was moved or copied brings a cache for another place, which CMake refuses.
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
