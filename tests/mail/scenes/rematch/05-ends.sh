postmove match end 1 --draw --yes
postmove match end 2 --winner carl --yes
postmove match end 3 --void --yes
