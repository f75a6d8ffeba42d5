# A blind copy: it says nothing of us, in envelope or headers.
printf 'From: bob@example.com\nTo: ann@example.net\nSubject: whoami\n\n' | receive -f bob@example.com
