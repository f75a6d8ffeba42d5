echo correct-horse | postmove player password ann
