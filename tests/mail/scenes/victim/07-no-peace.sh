# One player causes another twenty letters a day, whatever they do.
. tests/mail/many.bash
postmove player add dora dora@example.net
sed -i '/^spool/a authserv-id = mx.example.org' "$stage/postmove.conf"
for i in $(seq 22); do
    for what in "halma challenge carl dora" "withdraw $i"; do
        printf 'Authentication-Results: mx.example.org; dmarc=pass\nFrom: carl@example.net\nTo: turns@example.org\nSubject: %s\nDate: Wed, 15 Nov 2023 00:00:%02d +0000\nMessage-ID: <%s.%s@x.test>\n\n' \
            "$what" "$i" "$i" "${what%% *}" | receive -f carl@example.net -r turns@example.org
        postmove run || exit
    done
done
grep -c '^To: dora@' "$stage"/out/*.eml | grep -c ':1$' >"$stage/count"
find "$stage/out" -name '*.eml' -exec mv -t "$stage/letters" {} +
[ "$(cat "$stage/count")" -eq 20 ] || { cat "$stage/count"; exit 1; }
