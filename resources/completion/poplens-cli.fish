# Completion of poplens-cli for fish. What there is to complete is asked of the program itself.

function __poplens_cli_command
    for word in (commandline -opc)[2..]
        if not string match -q -- '-*' $word
            echo $word
            return
        end
    end
    return 1
end

function __poplens_cli_commands
    poplens-cli --help | string replace -rf '^  ([a-z][a-z-]*) +([a-z].*)' '$1\t$2'
end

function __poplens_cli_options
    set -l command (__poplens_cli_command)
    poplens-cli $command --help | string replace -rf '^  (?:-[a-z], )?(--[a-z-]+=?)[^ ]* +(.*)' '$1\t$2'
    if test "$command" = trace
        poplens-cli trace --export chrome --help | string replace -rf '^  (?:-[a-z], )?(--[a-z-]+=?)[^ ]* +(.*)' '$1\t$2'
    end
    printf '%s\t%s\n' --recover 'Open a half written profile as a copy'
end

# Words that an option takes: those that its help lists, and pages.
function __poplens_cli_values
    set -l current (commandline -ct)
    set -l option (commandline -opc)[-1]
    set -l before ''
    if string match -q -- '--*=*' $current
        set option (string replace -r '=.*' '' -- $current)
        set before $option=
    end
    switch $option
        case --page --place
            printf '%s\n' $before(string split ' ' 'summary insights memory liveness programs operations trace')
        case '--*'
            poplens-cli (__poplens_cli_command) --help |
                string replace -rf -- "^  (?:-[a-z], )?$option=([^ ]+).*" '$1' | string split '|' |
                string match -r '^[a-z]+$' | string replace -r '^' $before
    end
end

# The first word behind "table", where it is not the value of an option.
function __poplens_cli_wants_table
    set -l words (string match -v -- '-*' (commandline -opc)[2..])
    test (count $words) -eq 1 -a "$words[1]" = table
end

complete -c poplens-cli -n 'not __poplens_cli_command' -f -a '(__poplens_cli_commands)'
complete -c poplens-cli -n __poplens_cli_command -a '(__poplens_cli_options)'
complete -c poplens-cli -n __poplens_cli_command -a '(__poplens_cli_values)'
complete -c poplens-cli -n __poplens_cli_wants_table -f -a "(poplens-cli table --list | string replace -r '^([a-z-]+) +' '\$1\t')"
