# What the checks share; sourced by bash from the repository root.
#
# A check is a function that prints one line a fault of the tree it stands in.
# It proves itself on a small bad tree before it is believed on the real one.

set -u
export LC_ALL=C
tests=0

# ok NAME, not_ok NAME < FAULTS
ok() {
    tests=$((tests + 1))
    echo "ok $tests - $1"
}
not_ok() {
    tests=$((tests + 1))
    echo "not ok $tests - $1"
    sed 's/^/# /'
}

# clean NAME FUNCTION: the function finds no fault here.
clean() {
    local faults
    faults=$($2 2>&1)
    if [ -z "$faults" ]; then ok "$1"; else not_ok "$1" <<<"$faults"; fi
}

# faults_of FUNCTION PATH: what it finds in a tree that holds one file only,
# PATH with the text on stdin.
faults_of() {
    local tree
    tree=$(mktemp -d)
    mkdir -p "$tree/$(dirname "$2")"
    cat >"$tree/$2"
    (cd "$tree" && eval "$1" 2>&1)
    rm -r "$tree"
}

# finds PATTERN FUNCTION PATH: among them is a fault that matches the pattern.
finds() {
    local faults
    faults=$(faults_of "$2" "$3")
    if grep -q -- "$1" <<<"$faults"; then
        ok "it would find: $1"
    else
        not_ok "it would find: $1" <<<"it found: $faults"
    fi
}

# passes NAME FUNCTION PATH: there are none.
passes() {
    local faults
    faults=$(faults_of "$2" "$3")
    if [ -z "$faults" ]; then ok "it passes: $1"; else not_ok "it passes: $1" <<<"$faults"; fi
}

# files PATTERN PLACE ...: the files of that name in those places that exist.
files() {
    local pattern=$1 place
    shift
    for place; do
        [ ! -e "$place" ] || find "$place" -type f -name "$pattern"
    done | sort
}

# code: the files of C of the program, its games and its tests.
code() { files '*.[ch]' src games tests; }

plan() { echo "1..$tests"; }
