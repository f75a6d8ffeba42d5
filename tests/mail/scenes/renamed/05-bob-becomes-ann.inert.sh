! postmove player rename bob Ann 2>/dev/null
