postmove player resume anna
