postmove player suspend anna
