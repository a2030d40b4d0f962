# Completion of poplens-cli for bash. What there is to complete is asked of the program itself.

_poplens_cli_commands () {
  poplens-cli --help | sed -nE 's/^  ([a-z][a-z-]*) +[a-z].*/\1/p'
}

_poplens_cli_common () { # options of all commands
  poplens-cli --help | sed -nE '/^  --version/d; s/^  (--[a-z-]+) .*/\1/p'
}

_poplens_cli_options () { # COMMAND
  poplens-cli "$1" --help | sed -nE 's/^  (-[a-z], )?(--[a-z-]+=?).*/\2/p'
  _poplens_cli_common
}

_poplens_cli_takes_value () { # COMMAND OPTION
  poplens-cli "$1" --help | grep -qE "^  (-[a-z], )?$2="
}

# Words that an option takes: those that its help lists, pages, tables; nothing where that is a file.
_poplens_cli_values () { # COMMAND OPTION
  case $2 in
    --location) printf '%s?\n' summary insights memory liveness programs operations trace ;;
    *)
      poplens-cli "$1" --help | sed -nE "s/^  (-[a-z], )?$2=([^ ]+)( .*|$)/\2/p" | tr '|' '\n' |
        grep -xE '[a-z][a-z-]*'
      ;;
  esac
}

_poplens_cli () {
  local words=() word i at=-1 command='' previous='' current='' count=0 list=''

  # "--unit=si" comes as three words, for "=" parts them.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [ "$word" = = ] && [[ ${words[at]-} == --* ]]; then
      [ "$i" -lt "$COMP_CWORD" ] || { words+=(''); at=$((at + 1)); }
      continue
    fi
    words+=("$word")
    at=$((at + 1))
  done
  current=${words[at]-}
  for ((i = 0; i < at; i++)); do
    case ${words[i]} in
      -*) ;;
      *)
        if [ -z "$command" ]; then
          command=${words[i]}
        elif [[ $previous != --* ]] || ! _poplens_cli_takes_value "$command" "$previous"; then
          count=$((count + 1))
        fi
        ;;
    esac
    previous=${words[i]}
  done
  [[ $previous == --* && -n $command ]] && _poplens_cli_takes_value "$command" "$previous" || previous=''

  compopt +o nospace 2>/dev/null
  if [ -z "$command" ]; then
    list="$(_poplens_cli_commands) --help --version $(_poplens_cli_common)"
  elif [[ $current == -* ]]; then
    list=$(_poplens_cli_options "$command")
  elif [ -n "$previous" ] && list=$(_poplens_cli_values "$command" "$previous") && [ -n "$list" ]; then
    :
  elif [ "$command" = table ] && [ "$count" -eq 0 ] && [ -z "$previous" ]; then
    list=$(poplens-cli table --list | cut -d ' ' -f 1)
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$list" -- "$current")
  # Options with a value go on where they end.
  [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *[=?] ]] || compopt -o nospace 2>/dev/null
}

complete -F _poplens_cli poplens-cli
