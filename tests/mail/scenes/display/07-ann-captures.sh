postmove match create emergo ann bob \
    "--from=e4=O d4=XXO c5=X d6=X e5=X g7=OX / 0 0 / O" >/dev/null
