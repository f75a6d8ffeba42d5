# The operator ends the others: as a draw, and without a result.
postmove match end 2 --draw --yes
postmove match end 3 --void --yes
