{ postmove player suspend ann && postmove player forget ann --yes; } >"$stage/act.out" && postmove run || exit
. tests/mail/many.bash
put_away ann@example.net 1 && put_away bob@example.com 2
