# The operator ends it without a result.
postmove match end 3 --void --yes >/dev/null
