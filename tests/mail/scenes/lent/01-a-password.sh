echo horse-7-battery | postmove player password bob
