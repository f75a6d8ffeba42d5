postmove player suspend ann >"$stage/act.out" && postmove run
