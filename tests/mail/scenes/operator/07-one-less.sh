postmove player address anna drop ann@example.net --yes
