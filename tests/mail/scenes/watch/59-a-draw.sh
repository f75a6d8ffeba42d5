postmove match end 4 --draw --yes
