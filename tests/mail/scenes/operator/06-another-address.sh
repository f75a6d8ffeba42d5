postmove player address anna add anna@example.org
