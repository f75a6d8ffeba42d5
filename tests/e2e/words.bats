#!/usr/bin/env bats
# postmove words: which languages there are, and what check finds in a faulty one.
bats_require_minimum_version 1.5.0

setup() {
    load server.bash
    build=$BATS_TEST_TMPDIR/build
    templates=$BATS_TEST_TMPDIR/templates
    postmove=$build/postmove
    mkdir "$build"
    cp "${BUILD:-build}"/postmove{,-parse} "$build"
    cp -r templates "$templates"
    export POSTMOVE_CONF=$BATS_TEST_TMPDIR/none.conf
}

# says LINE: check says this of German, and fails; found FILE[:LINE] WHAT: of a file.
says() {
    run --separate-stderr "$postmove" words check de
    [ "$status" -eq 1 ]
    grep -qxF "$1" <<<"$output" || { echo "$output" && false; }
}
found() { says "$templates/de/$1: $2"; }

# change FILE [SED ...]: changes a file of German.
change() { sed -i "${@:2}" "$templates/de/$1"; }
line() { grep -n -m 1 "$2" "$templates/de/$1" | cut -d: -f1; }

@test "the languages of the program: nothing to mend but what nobody has translated yet" {
    run --separate-stderr "$postmove" words check
    echo "$output"
    [ -z "$stderr" ]
    ! grep -v ' is missing$\|^[a-z]*: [1-9][0-9][0-9][0-9] texts, nothing to mend$' <<<"$output"
    run --separate-stderr "$postmove" words check en
    [ "$status" -eq 0 ]
    run --separate-stderr "$postmove" words list
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == "de        Deutsch       "* ]]
    [[ "${lines[1]}" =~ ^"en        English       "([0-9]+)" of "([0-9]+)" texts"$ ]]
    [ "${BASH_REMATCH[1]}" = "${BASH_REMATCH[2]}" ]
    says='xx: no such language' refused 1 words check xx
    says='too many' refused 2 words check de fr
    says='too many' refused 2 words list de
}

# How many texts of the first language there are too few: that many a new game adds.
too_few() {
    run "$postmove" words list
    [[ "${lines[0]}" =~ ([0-9]+)" of "([0-9]+)" texts"$ ]]
    few=$((BASH_REMATCH[2] - BASH_REMATCH[1]))
}

@test "what is missing, and what English does not have" {
    local few before
    too_few
    before=$few
    change time.words '/^month-3=/d; s/^day\.dat=/days.dat=/'
    rm "$templates/de/help/clocks.txt"
    echo x >"$templates/de/help/watches.txt"
    says 'de: time month-3 is missing'
    says 'de: time days.dat: English has no such key'
    says 'de: help/clocks.txt is missing'
    says 'de: help/watches.txt: English has no such page'
    too_few
    [ "$few" -eq $((before + 2)) ]
}

@test "places, sections and plurals" {
    change time.words 's/^moment=.*/moment={{day}}/; s/^hour=.*/hour={{#number.few}}x{{\/number.few}}/'
    change letters/mismatch.txt '$a{{who}}'
    says 'de: time moment: the English words have no {{day}}'
    says 'de: time hour: language.words has no rule for the plural "few"'
    says 'de: letters/mismatch.txt: the English words have no {{who}}'

    # These the program cannot read at all: then it writes English. The first one is told.
    echo '{{#open}}' >"$templates/de/letters/confirm.txt"
    found letters/confirm.txt:1 'a section that is not closed: {{open}}'
    [ "${#lines[@]}" -eq 1 ]
    change language.words 's/^one=.*/one=n equals 1/'
    found "language.words:$(line language.words ^one=)" 'one: not a rule of plurals'
    rm "$templates/de/language.words"
    cp {templates,"$templates"}/de/language.words
    rm "$templates/de/letters/confirm.txt"
    change time.words 's/^minute=.*/minute={{/'
    found "time.words:$(line time.words ^minute=)" 'minute: a tag not closed or without a name: {{}}'
    change time.words 's/^minute=.*/minute={{#number.one}}x/'
    found "time.words:$(line time.words ^minute=)" \
        'minute: a section that is not closed: {{number.one}}'
}

@test "pages: widths, paragraphs and lessons" {
    change help/clocks.txt '2s/$/ Donaudampfschifffahrtsgesellschaftskapitänskajüte ohne Fenster/; $a\\n  - eins'
    change tutorial/halma.txt '0,/^position: /s/^position: ./position: x/'
    change tutorial/emergo.txt '0,/^answers:/s/^answers:/antworten:/'
    printf '# Eins\nanswers: any\nright: Gut.\n\nSpiel.\n' >"$templates/de/tutorial/embargo.txt"
    echo x >"$templates/de/letters/confirm.txt"
    run "$postmove" words check de
    [[ "$output" =~ "de: help/clocks.txt: line 2 is "[0-9]+" columns wide; 72 is the most" ]]
    [[ "$output" =~ "de: help/clocks.txt: "[0-9]+" paragraphs, where the English page has "[0-9]+ ]]
    [[ "$output" =~ "de: letters/confirm.txt: 1 paragraphs, where the English page has "[0-9]+ ]]
    [[ "$output" =~ "de: tutorial/embargo.txt: 1 lessons, where the English page has "[0-9]+ ]]
    says 'de: tutorial/emergo.txt: no lessons can be read from it: head (render/lessons.h)'
    at=$(grep '^# \|^position: x' "$templates/de/tutorial/halma.txt" | grep -n '^position: x' | cut -d: -f1)
    says "de: tutorial/halma.txt: the options, position, answers or comment of lesson $((at - 1)) are not those of the English one"
}

@test "an operator's own words: a language of theirs, and the doctor" {
    folder=$BATS_TEST_TMPDIR
    BUILD=$build begin_server
    mkdir -p "$folder/own/de" "$folder/own/xx"
    sed -i "s#^.*templates = .*##; /^\[server\]/a templates = $folder/own" "$POSTMOVE_CONF"
    echo $'[time]\nmonth-3=Lenzing' >"$folder/own/de/time.words"
    run "$postmove" doctor
    [[ "$output" == *"ok     words: the words of all languages can be read"* ]]
    echo $'[language]\nname=Xish' >"$folder/own/xx/language.words"
    echo $'[time]\nmonth-3={{a' >"$folder/own/de/time.words"
    run "$postmove" words list
    [[ "${lines[3]}" == "xx        Xish          1 of "*" texts" ]]
    run "$postmove" words check xx
    [ "$status" -eq 1 ]
    [[ "$output" == *"xx: time month-3 is missing"* ]]
    [[ "$output" == *"words.lexicon: no group [language xx], so nobody can set it" ]]
    run "$postmove" words check de
    [ "$status" -eq 1 ]
    [ "$output" = "$folder/own/de/time.words:2: month-3: a tag not closed or without a name: {{}}" ]
    run --separate-stderr "$postmove" doctor
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAULT  words: Letters in de are written in English, because its words are faulty: $folder/own/de/time.words:2: month-3: a tag not closed or without a name: {{}}. Fix: "*'`postmove words check de`'* ]]
}

@test "scripts/new-language: a skeleton that says everything in English, key by key" {
    cp -r scripts "$BATS_TEST_TMPDIR"
    new=$BATS_TEST_TMPDIR/scripts/new-language
    "$new" pl Polski
    cmp <(cd templates/en && ls *.words) <(cd "$templates/pl" && ls *.words)
    [ "$(tail -n 2 "$templates/pl/words.lexicon")" = $'[language pl]\nPolski' ]
    [ "$(grep -c '^#   help/' "$templates/pl/language.words")" -eq "$(ls templates/en/help | wc -l)" ]
    grep -qxF '# month-3=Mar' "$templates/pl/time.words"
    grep -qxF '#month-3=' "$templates/pl/time.words"
    run "$postmove" words list
    [[ "${lines[3]}" == "pl        Polski        1 of "*" texts" ]]
    # Nothing is wrong but what is missing.
    run "$postmove" words check pl
    [ "$status" -eq 1 ]
    [ "$(grep -cv 'is missing$' <<<"$output")" -eq 0 ]
    sed -i 's/^#month-3=/month-3=mar/' "$templates/pl/time.words"
    run "$postmove" words check pl
    ! grep -q 'month-3' <<<"$output"

    run "$new" pl Polski
    [ "$status" -eq 1 ]
    run "$new" Polski
    [ "$status" -eq 2 ]
    for wrong in "../x X" "und X" $'xx A\nB'; do
        run "$new" "${wrong%% *}" "${wrong#* }"
        [ "$status" -eq 2 ]
    done
    run "$new" xx English
    [ "$status" -eq 1 ]
    [[ "$output" == *"English is there already: templates/en/language.words" ]]
    # The words of a language that is understood already stay.
    "$new" nl Nederlands
    grep -qxF '[yes]' "$templates/nl/words.lexicon"
    grep -qxF '[language nl]' "$templates/nl/words.lexicon"
}
