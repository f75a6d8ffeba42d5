# More seeks than a list holds; what their posters were told is not looked at.
for name in bob@example.com carl@example.test dora@example.test; do
    {
        printf '%s\n' "Authentication-Results: mx.example.org; dmarc=pass header.from=${name#*@}" \
            "Date: $(date -u -R -d "@$POSTMOVE_TIME")" "From: $name" 'To: turns@example.org' 'Subject: multiple' \
            "Message-ID: <fifty.$name>" ''
        yes 'embargo seek' | head -n 17
    } >"$stage/seeks.eml"
    deliver "$stage/seeks.eml"
done
postmove run && rm "$stage"/out/*.eml
