postmove player rename bob Ann
