postmove player address bob set bobby@example.com --yes
