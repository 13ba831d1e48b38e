# Sandgate's bash kernel: runs code in one lasting shell, inside the sandbox. Needs bash 5 and coreutils' head and readlink.
#
# Requests come on fd 0 (u32 big-endian length + the code itself), answers go to fd 3 (u32 length + JSON). While user code
# runs, bash keeps both on close-on-exec descriptors: code sees /dev/null as stdin and no fd 3, and so do its children.
# What would end a shell (exit, set -e, ${x:?}) or must leave a loop at once (SIGINT) saves the shell's state and
# replaces the shell by a new one that takes it over, and answers; an EXIT trap of the user's own is run first.
# SIGINT is caught while user code runs and ignored between requests. Only until a new shell's first command it is neither, and
# deadly: who sends it a second time must look whether it is caught (SigCgt), as the supervisor does.
# Kept: variables, functions, aliases, options, traps on signals, positional parameters, cwd, umask. Traps on DEBUG, ERR
# and RETURN end with their call, and a replaced shell knows its background jobs no longer.
# Code is evaluated at the top level, not in a function, so that declare makes global variables.

__sg_answer() { # status, or a word for an interrupt
    builtin local LC_ALL=C body length
    case $1 in
        0) body='{"results":[]}' ;;
        interrupted) body='{"results":[],"error":{"name":"KeyboardInterrupt","value":"interrupted","traceback":""}}' ;;
        *) body='{"results":[],"error":{"name":"ExitCode","value":"'$1'","traceback":""}}' ;;
    esac
    builtin printf -v length '\\x%02x' 0 0 0 ${#body}
    builtin printf "$length%s" "$body" >&3
}

__sg_read() { # one request into __sg_code; fails at the end of the requests
    builtin local LC_ALL=C IFS= byte i size=0
    for i in 1 2 3 4; do
        builtin read -r -d '' -n 1 byte || builtin return 1 # an empty one is a NUL
        builtin printf -v byte %d "'$byte"
        size=$((size * 256 + (byte & 255)))
    done
    __sg_code=
    if ((size > 4096)); then # read takes a system call for each byte of a pipe
        __sg_code=$(command head -c "$size"; builtin printf x) || builtin return 1
        __sg_code=${__sg_code%x}
        ((${#__sg_code} == size)) || builtin return 1
    elif ((size > 0)); then
        builtin read -r -N "$size" __sg_code || builtin return 1
    fi
}

__sg_state() { # as commands
    builtin declare -p
    builtin declare -f
    builtin alias -p
    builtin shopt -p
    builtin set +o
    builtin trap -p
    builtin printf 'umask %s\n' "$(builtin umask)"
}

__sg_replace() { # what to answer, whether in a function, the positional parameters
    { __sg_options=$SHELLOPTS; builtin set +euxvao posix; } 2>/dev/null
    builtin trap - EXIT DEBUG ERR RETURN
    builtin trap '' INT # for our children too
    __sg_answered=$1
    # in a function of the user's its arguments hide the shell's
    if [[ -n $2 ]]; then builtin set -- "${__sg_arguments[@]}"; else builtin shift 2; fi
    __sg_request_fd=0 __sg_answer_fd=3
    for __sg_one in /proc/$$/fd/[1-9][0-9]*; do # in the middle of user code the wire's ends are where bash put them aside
        __sg_target=$(command readlink "$__sg_one")
        case $__sg_target in
            "$__sg_in") __sg_request_fd=${__sg_one##*/} ;;
            "$__sg_out") __sg_answer_fd=${__sg_one##*/} ;;
        esac
        if ((__sg_request_fd && __sg_answer_fd > 3)); then builtin break; fi
    done
    builtin unset -v __sg_code __sg_one __sg_target __sg_before __sg_status __sg_arguments
    __sg_saved=$(__sg_state)
    if (($#)); then __sg_saved+=$'\nset --'$(builtin printf ' %q' "$@"); fi
    # a signal that is ignored would stay so in the new shell for good; from here to its first command one more is deadly
    builtin trap - INT
    # by way of 0, because the copy of a close-on-exec descriptor is one too above 2
    builtin exec "$BASH" -c "builtin trap '' INT; $__sg_start" bash "$__sg_file" "$__sg_answered" \
        9<<<"$__sg_saved" 8<&"$__sg_request_fd" 0>&"$__sg_answer_fd" 3>&0 0<&8 8<&-
}

__sg_interrupt() { # whether in a function, the positional parameters
    if ((BASHPID != $$)); then # a copy of the shell that is not yet what it is to be
        builtin trap - INT
        builtin kill -INT "$BASHPID"
    fi
    __sg_replace interrupted "$@"
}

__sg_exit() { # status, whether in a function, the positional parameters
    if [[ -n $__sg_at_exit ]]; then
        builtin trap - EXIT
        builtin eval "$__sg_at_exit"
        __sg_at_exit=
    fi
    __sg_replace "$@"
}

trap() { # the shell's EXIT trap is the kernel's: the user's is kept beside it
    local name names=() exit=
    if (($# < 2)) || [[ $1 == -[lp]* ]]; then builtin trap "$@"; builtin return; fi
    if [[ $1 == -- ]]; then builtin shift; fi
    for name in "${@:2}"; do
        case ${name^^} in EXIT | 0) exit=1 ;; *) names+=("$name") ;; esac
    done
    if [[ -n $exit ]]; then __sg_at_exit=${1#-}; fi
    if ((${#names[@]})); then builtin trap -- "$1" "${names[@]}"; fi
}

__sg_begin() { # one request; the positional parameters
    __sg_arguments=("$@")
    builtin trap '' INT
    __sg_read || { builtin trap - EXIT; builtin exit 0; }
    __sg_before= # options of the user's to switch on again
    for __sg_one in errexit nounset xtrace verbose allexport posix; do
        case :$__sg_options: in *:$__sg_one:*) __sg_before+="set -o $__sg_one;" ;; esac
    done
    builtin trap '__sg_exit "$?" "${FUNCNAME+1}" "$@"' EXIT
    builtin trap '__sg_interrupt "${FUNCNAME+1}" "$@"' INT
}

__sg_end() { # status
    builtin trap - DEBUG ERR RETURN
    builtin trap '' INT
    __sg_answer "$1"
}

__sg_start=${BASH_EXECUTION_STRING#"builtin trap '' INT; "}
__sg_file=$1
__sg_options= __sg_at_exit= __sg_answered=
if (($# > 1)); then # taking over, with an answer still to be given
    __sg_answered=$2
    __sg_saved=$(</dev/fd/9)
    builtin exec 9<&-
    set --
    { builtin eval "$__sg_saved"; } 2>/dev/null # readonly variables of the shell itself refuse
else
    set --
fi
builtin trap '' INT
__sg_in=$(command readlink /proc/$$/fd/0 /proc/$$/fd/3)
__sg_out=${__sg_in#*$'\n'}
__sg_in=${__sg_in%%$'\n'*}
if [[ -n $__sg_answered ]]; then
    __sg_answer "$__sg_answered"
    unset -v __sg_answered __sg_saved __sg_request_fd __sg_answer_fd
fi

# Evaluated by who sources this file, on one line and in no function: so that the user's line 1 is line 1, and declare is
# global. The outer loops take a stray break or continue.
__sg_main='while :; do while :; do __sg_begin "$@"; for __sg_one in 1; do builtin eval "$__sg_before$__sg_code" </dev/null 3>&-; done; { __sg_status=$? __sg_options=$SHELLOPTS; builtin set +euxvao posix; } 2>/dev/null; __sg_end "$__sg_status"; done; done'
