postmove player add Admin admin@example.net && postmove player rename bob the-house
