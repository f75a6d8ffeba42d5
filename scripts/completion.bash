# Completes the words of `postmove` in bash. They come from the help of the program itself,
# so this file knows no list of them.
# shellcheck shell=bash disable=SC2207  # the words hold no blanks

# The first words that may follow: subcommands, or the parts of one.
_postmove_parts() { # [SUBCOMMAND]
    if [ $# -eq 0 ]; then
        postmove --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p'
    else
        postmove "$1" --help 2>/dev/null |
            sed -n "s/^\(usage:\|      \) postmove .*\<$1 \(\[*\)\([a-z|-]*\).*/\3/p" | tr '|' '\n' | grep -v '^-' | sort -u
    fi
}

_postmove() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local at=1 templates
    # What stands before the subcommand.
    while [ "$at" -lt "$COMP_CWORD" ] && [[ ${COMP_WORDS[at]} == -* ]]; do
        [ "${COMP_WORDS[at]}" != --config ] || ((at++))
        ((at++))
    done
    local subcommand=${COMP_WORDS[at]}

    COMPREPLY=()
    case $before in
    --config | --output | backup | restore | simulate)
        COMPREPLY=($(compgen -f -- "$word"))
        return
        ;;
    esac
    if [ "$at" -ge "$COMP_CWORD" ]; then
        [ "$before" = --config ] ||
            COMPREPLY=($(compgen -W "$(_postmove_parts) --config --help --version" -- "$word"))
    elif [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$(postmove "$subcommand" --help 2>/dev/null | grep -oe '--[a-z][a-z-]*' | sort -u) --help" -- "$word"))
    elif [ "$((at + 1))" -eq "$COMP_CWORD" ]; then
        COMPREPLY=($(compgen -W "$(_postmove_parts "$subcommand")" -- "$word"))
    fi
    case "$subcommand $before" in
    'play play' | 'moves moves' | 'perft perft' | 'playout playout' | 'show show' | 'match create' | 'bot try')
        # Each game has lessons.
        templates=$(dirname "$(command -v postmove)")/../share/postmove/templates/en/tutorial
        COMPREPLY+=($(cd "$templates" 2>/dev/null && compgen -G "$word*.txt" | sed 's/\.txt$//'))
        ;;
    'words check') COMPREPLY=($(compgen -W "$(postmove words list 2>/dev/null | cut -d' ' -f1)" -- "$word")) ;;
    esac
}
complete -o default -F _postmove postmove
