postmove player resume ann >"$stage/act.out" && postmove run
