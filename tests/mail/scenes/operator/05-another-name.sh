postmove player rename ann anna
