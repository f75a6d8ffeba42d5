postmove backup "$stage/copy" >"$stage/none/said" && postmove restore --tell --yes "$stage/copy" >"$stage/none/said"
