postmove player forget anna --yes
