# Completion of poplens-cli for fish. What there is to complete is asked of the program itself.

function __poplens_cli_takes_value # COMMAND OPTION
    poplens-cli $argv[1] --help | string match -qr -- "^  (?:-[a-z], )?$argv[2]="
end

# The words that are neither options nor their values: the command, and what it is about.
function __poplens_cli_words
    set -l command
    set -l option
    for word in (commandline -opc)[2..]
        if test -n "$option"
            set option
        else if string match -qr -- '^--[^=]+$' $word
            test -n "$command"; and __poplens_cli_takes_value $command $word; and set option $word
        else if not string match -q -- '-*' $word
            test -n "$command"; or set command $word
            echo $word
        end
    end
end

function __poplens_cli_command
    set -l words (__poplens_cli_words)
    test -n "$words[1]"; and echo $words[1]
end

# The option that a value is written of, as "--unit=si" or as the word behind it.
function __poplens_cli_option
    set -l current (commandline -ct)
    set -l previous (commandline -opc)[-1]
    set -l command (__poplens_cli_command); or return
    if string match -q -- '--*=*' $current
        string replace -r -- '=.*' '' $current
    else if string match -qr -- '^--[^=]+$' $previous; and __poplens_cli_takes_value $command $previous
        echo $previous
    else
        return 1
    end
end

function __poplens_cli_commands
    poplens-cli --help | string replace -rf '^  ([a-z][a-z-]*) +([a-z].*)' '$1\t$2'
    printf '%s\t%s\n' --help 'show the commands'
    poplens-cli --help | string replace -rf '^  (--[a-z-]+) +(.*)' '$1\t$2'
end

function __poplens_cli_options
    set -l command (__poplens_cli_command)
    poplens-cli $command --help | string replace -rf '^  (?:-[a-z], )?(--[a-z-]+=?)[^ ]* +(.*)' '$1\t$2'
    poplens-cli --help | string replace -rf '^  (--(?!version)[a-z-]+) +(.*)' '$1\t$2'
end

# Words that the option takes: those that its help lists, and pages. None where it takes a file.
function __poplens_cli_values
    set -l option (__poplens_cli_option); or return
    set -l before "$(string match -r -- '^--[^=]*=' (commandline -ct))"
    switch $option
        case --location
            printf '%s\n' $before{summary,insights,memory,liveness,programs,operations,trace}'?'
        case '*'
            for value in (poplens-cli (__poplens_cli_command) --help |
                    string replace -rf -- "^  (?:-[a-z], )?$option=([^ ]+).*" '$1' | string split '|' |
                    string match -r '^[a-z][a-z-]*$')
                echo $before$value
            end
    end
end

function __poplens_cli_has_values
    test -n "$(__poplens_cli_values)"
end

function __poplens_cli_wants_table
    test "$(__poplens_cli_words)" = table; and not __poplens_cli_option >/dev/null
end

complete -c poplens-cli -n 'not __poplens_cli_command' -f -a '(__poplens_cli_commands)'
complete -c poplens-cli -n '__poplens_cli_command; and not __poplens_cli_option' -a '(__poplens_cli_options)'
complete -c poplens-cli -n __poplens_cli_has_values -f -a '(__poplens_cli_values)'
complete -c poplens-cli -n __poplens_cli_wants_table -f -a "(poplens-cli table --list | string replace -r '^([a-z-]+) +' '\$1\t')"
