# The operator ends the match.
postmove match end 1 --draw --yes >/dev/null
